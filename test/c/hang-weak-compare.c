//: expect bug hang
//: output runs in a loop for ever, reading
//: output (memory model rc11)
// Two locks made of compare-and-swap are taken in opposite orders.  That the swap cannot succeed by
// reading an older value is no way out for the thread, nor for who looks at the hang once more.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;

static void take(atomic_int *lock)
{
    int free = 0;
    while (!atomic_compare_exchange_strong_explicit(lock, &free, 1, memory_order_acquire,
                                                    memory_order_relaxed))
        free = 0;
}

static void give(atomic_int *lock)
{
    atomic_store_explicit(lock, 0, memory_order_release);
}

static void *other(void *unused)
{
    take(&b);
    take(&a);
    give(&a);
    give(&b);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    take(&a);
    take(&b);
    give(&b);
    give(&a);
    pthread_join(t, NULL);
    return 0;
}
