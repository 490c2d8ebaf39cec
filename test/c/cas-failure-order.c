//: expect safe
// A compare-and-swap that fails has the order for failure.
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_int flag;
static int data;
static void *put(void *p)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    return p;
}
int main(void)
{
    pthread_t t;
    int zero = 0;
    pthread_create(&t, 0, put, 0);
    if (!atomic_compare_exchange_strong_explicit(&flag, &zero, 2, memory_order_relaxed,
                                                 memory_order_acquire))
        data = 2;
    pthread_join(t, 0);
    return 0;
}
