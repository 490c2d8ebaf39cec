//: expect bug assert
//: output assertion failed: a || b (memory model rc11)
// Each thread writes one variable and reads the other one: with relaxed orders both may read 0, and
// no sequentially consistent run shows that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int a, b;

static void *first(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *second(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, first, NULL);
    pthread_create(&u, NULL, second, NULL);
    pthread_join(t, NULL), pthread_join(u, NULL);
    assert(a || b);
    return 0;
}
