//: sc safe
//: delay safe
//: stale bug assert
// An object that only an old value leads to is another one than the latest.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *work(void *unused)
{
    atomic_store_explicit(&shared, malloc(sizeof(int)), memory_order_relaxed);
    atomic_store_explicit(&shared, malloc(sizeof(int)), memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    int *old = atomic_load_explicit(&shared, memory_order_relaxed);
    assert(old == atomic_load_explicit(&shared, memory_order_acquire));
    return 0;
}
