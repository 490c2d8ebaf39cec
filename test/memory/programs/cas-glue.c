//: sc safe
//: rc11 safe
// One of two that exchange the same value fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int won[2];

static void *a(void *unused)
{
    int old = 0;
    won[0] = atomic_compare_exchange_strong_explicit(&x, &old, 1, memory_order_relaxed,
                                                     memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    int old = 0;
    won[1] = atomic_compare_exchange_strong_explicit(&x, &old, 1, memory_order_relaxed,
                                                     memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(won[0] + won[1] == 1);
    return 0;
}
