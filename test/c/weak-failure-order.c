//: expect unknown
//: options --engine=summarize
//: output with a memory order below seq_cst
//: output --engine=explore does
// Only the order of the compare-and-swap that fails is weak.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *work(void *unused)
{
    int expected = 0;
    atomic_compare_exchange_strong_explicit(&x, &expected, 1, memory_order_seq_cst,
                                            memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
