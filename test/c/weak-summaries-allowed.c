//: expect unknown
//: options --engine=summarize --property=assert --allow-races
//: output with a memory order below seq_cst
// Data races are allowed, and the orders matter nevertheless.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int data, ready;

static void *work(void *unused)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        assert(atomic_load_explicit(&data, memory_order_relaxed));
    pthread_join(t, NULL);
    return 0;
}
