//: expect safe
//: output safe (memory model rc11)
// The same as hang-weak-lost.c with fences: one of the two sees the other.  What main waits for it may
// read late, but not never.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static atomic_int work, sleeping, woken;
static void *producer(void *u)
{
    atomic_store_explicit(&work, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&sleeping, memory_order_relaxed))
        atomic_store_explicit(&woken, 1, memory_order_relaxed);
    return u;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    atomic_store_explicit(&sleeping, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&work, memory_order_relaxed))
        while (!atomic_load_explicit(&woken, memory_order_relaxed))
            ;
    pthread_join(t, NULL);
    return 0;
}
