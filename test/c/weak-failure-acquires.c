//: expect safe
// An exchange that fails has an order of its own, which may be stronger than that of one that succeeds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int ready;

static void *work(void *unused)
{
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    int seen = 5;
    pthread_create(&t, NULL, work, NULL);
    atomic_compare_exchange_strong_explicit(&ready, &seen, 6, memory_order_relaxed,
                                            memory_order_acquire);
    if (seen == 1)
        assert(data == 1);
    pthread_join(t, NULL);
    return 0;
}
