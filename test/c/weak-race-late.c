//: expect bug assert 27
// A weak atomic access is no obstacle to the run in which both see nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
static void *one(void *u)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return 0;
}
static void *two(void *u)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return 0;
}
int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, one, 0);
    pthread_create(&s, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    assert(a || b);
    return 0;
}
