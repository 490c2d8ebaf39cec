//: expect safe
//: output safe (memory model rc11)
// As hang-weak-orders.c, but who goes round for ever writes another number than it
// has read each time: that shows something, so nobody is stuck.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, shown;

static void *one(void *u)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    return u;
}

static void *two(void *u)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return u;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, one, NULL);
    pthread_create(&t, NULL, two, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    while (atomic_load_explicit(&x, memory_order_relaxed) == 1 &&
           atomic_load_explicit(&y, memory_order_relaxed) == 1)
        atomic_fetch_xor_explicit(&shown, 1, memory_order_relaxed);
    assert(atomic_load_explicit(&shown, memory_order_relaxed) <= 1);
    return 0;
}
