//: sc safe
//: rc11 bug race
// The same without release.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int lock;
static int sum;

static void *a(void *unused)
{
    do {
        while (atomic_load_explicit(&lock, memory_order_relaxed))
            ;
    } while (atomic_exchange_explicit(&lock, 1, memory_order_acquire));
    int seen = sum;
    sum = seen + 1;
    atomic_store_explicit(&lock, 0, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    do {
        while (atomic_load_explicit(&lock, memory_order_relaxed))
            ;
    } while (atomic_exchange_explicit(&lock, 1, memory_order_acquire));
    int seen = sum;
    sum = seen + 1;
    atomic_store_explicit(&lock, 0, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(sum == 2);
    return 0;
}
