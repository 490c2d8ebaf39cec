//: sc safe
//: rc11 bug assert
// A comparison that fails may have read an old value.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int seen;

static void *a(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    int old = 1;
    if (atomic_load_explicit(&y, memory_order_relaxed)) {
        atomic_compare_exchange_strong_explicit(&x, &old, 2, memory_order_relaxed,
                                                memory_order_relaxed);
        assert(old == 1);
    }
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
