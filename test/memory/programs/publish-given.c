//: sc safe
//: rc11 bug race
// An object that everybody knows to be there, which one thread has alone, and whose address it does not release: what it has done to it is not known.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *reader(void *unused)
{
    int *seen = atomic_load_explicit(&shared, memory_order_acquire);
    if (seen)
        assert(*seen == 42);
    return unused;
}

int main(void)
{
    pthread_t t;
    int *made = malloc(sizeof *made);
    pthread_create(&t, NULL, reader, NULL);
    *made = 42;
    atomic_store_explicit(&shared, made, memory_order_relaxed);
    pthread_join(t, NULL);
    return 0;
}
