//: sc safe
//: rc11 bug limit
//: delay safe
//: stale safe
// Writes without end: what a model remembers of them must not grow.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *work(void *unused)
{
    for (;;) {
        atomic_store_explicit(&x, 1, memory_order_relaxed);
        atomic_store_explicit(&y, 1, memory_order_relaxed);
        atomic_store_explicit(&x, 0, memory_order_relaxed);
    }
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    for (;;)
        assert(atomic_load_explicit(&x, memory_order_relaxed) < 2);
}
