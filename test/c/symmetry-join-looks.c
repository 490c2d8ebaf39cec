//: expect bug assert
//: options --engine=explore
// Main looks at what the others have done after it has waited for one of them: it does not wait for all at once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int ended;

static void *work(void *unused)
{
    atomic_fetch_add(&ended, 1);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, work, NULL);
    int seen = 0;
    for (int k = 0; k < 3; k++) {
        pthread_join(t[k], NULL);
        seen += atomic_load(&ended);
    }
    assert(seen == 9);
    return 0;
}
