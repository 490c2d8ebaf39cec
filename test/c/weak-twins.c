// `again` writes 1 where 1 is already, behind `looks` in the order of seq_cst accesses.  Who reads that 1 before
// `again` in that order need not know of z; the flags put nothing in order.  Which of the two writes was read is
// seen by that order alone.
//: expect bug assert 41
//: both
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, z, looked, flag;

static void *once(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

static void *looks(void *unused)
{
    atomic_store(&z, 1);
    if (atomic_load(&x) == 1)
        atomic_store_explicit(&looked, 1, memory_order_relaxed);
    return unused;
}

static void *again(void *unused)
{
    if (atomic_load_explicit(&looked, memory_order_relaxed) && atomic_exchange(&x, 1) == 1)
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_create(&t[0], 0, once, 0);
    pthread_create(&t[1], 0, looks, 0);
    pthread_create(&t[2], 0, again, 0);
    if (atomic_load_explicit(&flag, memory_order_relaxed) &&
        atomic_load_explicit(&looked, memory_order_relaxed) && atomic_load(&x) == 1)
        assert(atomic_load(&z) == 1);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], 0);
    return 0;
}
