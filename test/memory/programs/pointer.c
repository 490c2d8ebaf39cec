//: sc safe
//: rc11 bug race
//: delay safe
// An object that only a store on its way leads to is alive, and has its new name when it gets there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static _Atomic(int *) first, second;

static int *make(int value)
{
    int *made = malloc(sizeof *made);
    *made = value;
    return made;
}

static void *work(void *unused)
{
    atomic_store_explicit(&first, make(42), memory_order_relaxed);
    atomic_store_explicit(&second, make(43), memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    int *seen = atomic_load_explicit(&second, memory_order_relaxed);
    assert(!seen || *seen == 43);
    seen = atomic_load_explicit(&first, memory_order_relaxed);
    assert(!seen || *seen == 42);
    pthread_join(a, NULL);
    assert(*first == 42 && *second == 43);
    return 0;
}
