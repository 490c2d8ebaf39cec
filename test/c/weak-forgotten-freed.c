// Who ends an object must know of all that was done to it.
// (Both threads write to another element, so that nobody thinks that the array has a discipline.)
//: expect bug race 27
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
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    x = calloc(2, sizeof *x);
    pthread_create(&thread, NULL, reader, NULL);
    __atomic_store_n(&x[1], 1, __ATOMIC_RELAXED);
    if (atomic_load_explicit(&done, memory_order_relaxed))
        free(x);
    pthread_join(thread, NULL);
    return 0;
}
