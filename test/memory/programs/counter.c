//: sc safe
//: delay safe
//: stale safe
// Read-modify-writes take the latest value, whatever their order; one that compares, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int n;

static void *add(void *unused)
{
    atomic_fetch_add_explicit(&n, 1, memory_order_relaxed);
    int seen = atomic_load(&n);
    while (!atomic_compare_exchange_strong_explicit(&n, &seen, seen + 1, memory_order_relaxed,
                                                    memory_order_relaxed))
        ;
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(n == 4);
    return 0;
}
