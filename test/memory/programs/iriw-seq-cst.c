//: sc safe
//: tso safe
//: rc11 safe
// All agree on the order of seq_cst accesses.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y, other;
static int a1, a2, b1, b2;

static void *a(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_seq_cst);
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_seq_cst);
    return unused;
}

static void *c(void *unused)
{
    a1 = atomic_load_explicit(&x, memory_order_seq_cst);
    a2 = atomic_load_explicit(&y, memory_order_seq_cst);
    return unused;
}

static void *d(void *unused)
{
    b1 = atomic_load_explicit(&y, memory_order_seq_cst);
    b2 = atomic_load_explicit(&x, memory_order_seq_cst);
    return unused;
}

int main(void)
{
    pthread_t t[4];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    pthread_create(&t[2], NULL, c, NULL);
    pthread_create(&t[3], NULL, d, NULL);
    for (int k = 0; k < 4; k++)
        pthread_join(t[k], NULL);
    assert(!(a1 && !a2 && b1 && !b2));
    return 0;
}
