//: expect safe
//: options --memory-model=c11
// C11: a store of the same thread goes on with its release sequence, so that who reads it sees all that came before the head.
// (Later standards have dropped that: release-sequence-dropped.c.)
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static _Atomic int flag;
static int data, got;
static void *reader(void *unused)
{
    if (atomic_load_explicit(&flag, memory_order_acquire) == 2)
        got = data;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, reader, NULL);
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_release);
    atomic_store_explicit(&flag, 2, memory_order_relaxed);
    return 0;
}
