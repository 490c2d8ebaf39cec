//: expect bug assert 36
//: options --memory-model=tso
// An object whose address waits in the queue of stores is not its thread's own any more: what is written to it then waits
// behind the address, and others may come by in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int *_Atomic known;
static atomic_int y;
static int a, b = 1;

static void *give(void *unused)
{
    atomic_int *cell = malloc(sizeof *cell);
    if (!cell)
        return unused;
    atomic_init(cell, 0);
    atomic_store_explicit(&known, cell, memory_order_relaxed);
    atomic_store_explicit(cell, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, give, NULL);
    atomic_store(&y, 1);
    atomic_int *cell = atomic_load_explicit(&known, memory_order_relaxed);
    if (cell)
        b = atomic_load_explicit(cell, memory_order_relaxed);
    pthread_join(t, NULL);
    if (cell)
        assert(a || b);
    return 0;
}
