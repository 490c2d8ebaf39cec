/* For weak-large.test: one access to a large atomic object has a weaker order. */
#include <pthread.h>
#include <stdatomic.h>

struct large {
    long part[4];
};
static _Atomic struct large shared;

static void *work(void *unused)
{
    struct large l = {{1, 2, 3, 4}};
#ifdef STORE
    atomic_store_explicit(&shared, l, memory_order_release);
#else
    atomic_store(&shared, l);
#endif
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    struct large l = {{0}}, seen = l;
#if defined LOAD
    seen = atomic_load_explicit(&shared, memory_order_acquire);
#elif defined SWAP
    seen = atomic_exchange_explicit(&shared, l, memory_order_acq_rel);
#elif defined COMPARE
    atomic_compare_exchange_strong_explicit(&shared, &seen, l, memory_order_seq_cst,
                                            memory_order_relaxed);
#elif defined UNKNOWN
    memory_order order = (memory_order)l.part[0];
    atomic_compare_exchange_strong_explicit(&shared, &seen, l, order, order);
#else
    seen = atomic_exchange(&shared, l);
#endif
    pthread_join(t, 0);
    return seen.part[0] > 1;
}
