//: tso safe
//: sc safe
//: rc11 bug assert
//: delay safe
//: stale safe
// The same with loads that acquire, which read the latest value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int data, flag;

static void *send(void *unused)
{
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, send, NULL);
    if (atomic_load_explicit(&flag, memory_order_acquire))
        assert(atomic_load_explicit(&data, memory_order_acquire) == 42);
    pthread_join(a, NULL);
    return 0;
}
