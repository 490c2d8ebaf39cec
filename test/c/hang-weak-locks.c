//: expect bug hang
//: output runs in a loop for ever, reading
//: output (memory model rc11)
// Two locks of the program's own, with acquire and release, are taken in opposite orders.  Who tries in
// vain writes what was there (an exchange of 1 for 1), which shows nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int a, b;

static void take(atomic_int *lock)
{
    while (atomic_exchange_explicit(lock, 1, memory_order_acquire))
        ;
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
