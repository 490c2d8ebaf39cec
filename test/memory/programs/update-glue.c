//: sc safe
//: rc11 safe
// Nothing gets between an update and what it has read: no two add to the same value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *a(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *c(void *unused)
{
    atomic_store_explicit(&x, 10, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    pthread_create(&t[2], NULL, c, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    int n = atomic_load_explicit(&x, memory_order_relaxed);
    assert(n >= 10 && n <= 12);
    return 0;
}
