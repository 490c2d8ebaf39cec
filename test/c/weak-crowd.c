//: expect unknown
//: options --engine=bag
//: output with a memory order below seq_cst
// Threads without end: the bag of threads sees the pair, too.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *work(void *unused)
{
    atomic_fetch_xor_explicit(&x, 1, memory_order_acq_rel);
    return unused;
}

int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_detach(t);
    }
}
