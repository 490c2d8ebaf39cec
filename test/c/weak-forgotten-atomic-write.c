// An atomic write races with a plain read behind it.
// (Both threads write to another element, so that nobody thinks that the array has a discipline.)
//: expect bug race 25
//: both
#include <pthread.h>
#include <stdatomic.h>

static int x[2], seen;
static atomic_int done;

static void *reader(void *unused)
{
    __atomic_store_n(&x[1], 1, __ATOMIC_RELAXED);
    __atomic_store_n(&x[0], 1, __ATOMIC_RELAXED);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    __atomic_store_n(&x[1], 1, __ATOMIC_RELAXED);
    if (atomic_load_explicit(&done, memory_order_relaxed))
        seen = x[0];
    pthread_join(thread, NULL);
    return 0;
}
