//: sc safe
//: rc11 bug race
// A comparison that succeeds has the order of success, though that of failure is stronger.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;
static int data;

static void *a(void *unused)
{
    data = 1;
    atomic_store_explicit(&x, 1, memory_order_release);
    return unused;
}

static void *b(void *unused)
{
    int old = 1;
    if (atomic_compare_exchange_strong_explicit(&x, &old, 2, memory_order_relaxed,
                                                memory_order_acquire))
        assert(data == 1);
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
