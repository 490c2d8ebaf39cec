//: expect unknown
//: options --engine=summarize
//: output with a memory order below seq_cst
// A search by summaries sees the pair, too.
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void dive(void)
{
    atomic_fetch_xor_explicit(&x, 1, memory_order_relaxed);
    if (heddle_choose(0, 1))
        dive();
}

static void *work(void *unused)
{
    dive();
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    dive();
    pthread_join(t, NULL);
    return 0;
}
