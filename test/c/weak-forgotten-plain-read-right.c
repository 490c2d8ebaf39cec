// What comes behind a release and an acquire does not race with what was before it, see weak-forgotten-plain-read.c.
// (Both threads write to another element, so that nobody thinks that the array has a discipline.)
//: expect safe
//: both
#include <pthread.h>
#include <stdatomic.h>

static int x[2], seen;
static atomic_int done;

static void *reader(void *unused)
{
    __atomic_store_n(&x[1], 1, __ATOMIC_RELAXED);
    seen = x[0];
    atomic_store_explicit(&done, 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    __atomic_store_n(&x[1], 1, __ATOMIC_RELAXED);
    if (atomic_load_explicit(&done, memory_order_acquire))
        x[0] = 5;
    pthread_join(thread, NULL);
    return 0;
}
