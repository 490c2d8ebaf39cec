//: sc safe
//: rc11 bug race
// An object whose address is not released: even its birth is not known.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *a(void *unused)
{
    int *made = malloc(sizeof *made);
    *made = 42;
    atomic_store_explicit(&shared, made, memory_order_relaxed);
    return unused;
}

static void *b(void *unused)
{
    int *seen = atomic_load_explicit(&shared, memory_order_acquire);
    if (seen)
        assert(*seen == 42);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], NULL, a, NULL);
    pthread_create(&t[1], NULL, b, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    return 0;
}
