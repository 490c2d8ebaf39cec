//: expect bug hang
//: output thread 0 (main) runs in a loop for ever, reading x (memory model rc11)
// Relaxed stores to two variables may be seen in opposite orders: in the end x and y are both 1, for
// ever.  In no interleaving is that so.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int x, y;
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
        ;
    return 0;
}
