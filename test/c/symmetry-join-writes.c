//: expect bug assert
//: options --engine=explore
// Main writes between two of its waits, and the others may see that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x, joined;
static void *work(void *unused)
{
    atomic_fetch_add(&x, 1);
    assert(atomic_load(&joined) == 0);
    return unused;
}
int main(void)
{
    pthread_t t[3];
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, work, NULL);
    for (int k = 0; k < 3; k++) {
        pthread_join(t[k], NULL);
        atomic_store(&joined, 1);
    }
    return 0;
}
