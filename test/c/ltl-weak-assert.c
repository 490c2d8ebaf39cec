//: expect bug assert
//: output assertion failed: a || b (memory model rc11)
// The formula cannot be judged, since there are runs that are not sequentially consistent; the assertion is.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <assert.h>
/*@ ltl F {x == 1} */
static atomic_int x, y;
static int a, b;
static void *one(void *u)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, one, NULL);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    pthread_join(t, NULL);
    assert(a || b);
    return 0;
}
