//: sc safe
//: rc11 bug race
// An atomic access races with a plain one on the heap.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>

static int *place, seen;
static atomic_int flag;

static void *work(void *unused)
{
    __atomic_store_n(place, 1, __ATOMIC_RELAXED);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    place = calloc(1, sizeof *place);
    pthread_create(&a, NULL, work, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        seen = *place;
    pthread_join(a, NULL);
    return 0;
}
