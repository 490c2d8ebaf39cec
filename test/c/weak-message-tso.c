//: expect safe
//: options --memory-model=tso
//: output safe (memory model tso)
// A message is passed by relaxed accesses: x86 keeps stores in order, and loads, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int data, flag;

static void *send(void *unused)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, send, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        assert(atomic_load_explicit(&data, memory_order_relaxed));
    pthread_join(t, NULL);
    return 0;
}
