//: sc safe
//: rc11 bug race
// What was written to an object is remembered, though that has another name since one before it has gone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int *first, *second;
static atomic_int flag;

static void *work(void *unused)
{
    *second = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    first = malloc(sizeof *first);
    second = malloc(sizeof *second);
    if (!first || !second)
        return 1;
    pthread_create(&t, NULL, work, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        free(first);
        first = NULL;
        if (atomic_load_explicit(&flag, memory_order_relaxed))
            assert(*second == 1);
    }
    pthread_join(t, NULL);
    return 0;
}
