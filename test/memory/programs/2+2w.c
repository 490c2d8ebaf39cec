//: sc safe
//: tso safe
//: rc11 bug assert
// The first writes of both threads come last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *a(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 2, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(!(atomic_load_explicit(&x, memory_order_relaxed) == 1 &&
             atomic_load_explicit(&y, memory_order_relaxed) == 1));
    return 0;
}
