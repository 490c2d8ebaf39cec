// What comes behind a release and an acquire does not race with what was before it, see weak-forgotten-freed.c.
// (Both threads write to another element, so that nobody thinks that the array has a discipline.)
//: expect safe
//: both
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *x;
static atomic_int done;

static void *reader(void *unused)
{
    __atomic_store_n(&x[1], 1, __ATOMIC_RELAXED);
    __atomic_load_n(&x[0], __ATOMIC_RELAXED);
    atomic_store_explicit(&done, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    x = calloc(2, sizeof *x);
    pthread_create(&thread, NULL, reader, NULL);
    __atomic_store_n(&x[1], 1, __ATOMIC_RELAXED);
    if (atomic_load_explicit(&done, memory_order_acquire))
        free(x);
    pthread_join(thread, NULL);
    return 0;
}
