//: sc safe
//: rc11 safe
// One cell: the writes of a thread stay in their order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *a(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&x, 2, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[1];
    pthread_create(&t[0], NULL, a, NULL);
    for (int k = 0; k < 1; k++)
        pthread_join(t[k], NULL);
    assert(atomic_load_explicit(&x, memory_order_relaxed) == 2);
    return 0;
}
