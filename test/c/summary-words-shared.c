//: expect bug assert 12
//: options --engine=summarize
// Two threads run the same code, which touches a variable without a lock: what is known of one thread counts for both.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void pass(void)
{
    assert(x == 0);
    x = 1;
    x = 0;
}

static void *work(void *unused)
{
    for (;;)
        pass();
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL);
    return 0;
}
