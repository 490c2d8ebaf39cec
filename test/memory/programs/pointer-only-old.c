//: sc safe
//: rc11 safe
//: tso safe
// An object that only an old value leads to is there as long as that value may be read.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static _Atomic(int *) shared;
static atomic_int other;

static void *work(void *unused)
{
    int *object = malloc(sizeof *object);
    *object = 7;
    atomic_store_explicit(&shared, object, memory_order_release);
    atomic_store_explicit(&shared, NULL, memory_order_relaxed);
    object = NULL;
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    atomic_store_explicit(&other, 2, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    int seen = atomic_load_explicit(&other, memory_order_relaxed);
    int *old = atomic_load_explicit(&shared, memory_order_acquire);
    if (old)
        assert(*old == 7 && seen <= 2);
    pthread_join(a, NULL);
    return 0;
}
