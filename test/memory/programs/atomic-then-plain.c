//: sc safe
//: rc11 bug race
// A value that was read with relaxed order is no reason to write the same cell plainly.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *a(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    if (atomic_load_explicit(&x, memory_order_relaxed) == 1)
        atomic_init(&x, 2);
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
