//: expect bug assert
//: output assertion failed: atomic_load_explicit(&x, memory_order_relaxed) (memory model rc11)
// The last thread that ends runs what atexit was given.  That the others have ended before puts nothing in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static atomic_int x;

static void look(void)
{
    assert(atomic_load_explicit(&x, memory_order_relaxed));
}

static void *write(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    atexit(look);
    pthread_create(&t, NULL, write, NULL);
    pthread_exit(NULL);
}
