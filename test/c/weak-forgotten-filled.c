// Bytes that are filled at once are written, in all the regions that they have.
// (Both threads write to another element, so that nobody thinks that the array has a discipline.)
//: expect bug race 29
//: both
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static struct {
    long first;
    int second;
} x[2];
static atomic_int done;

static void *reader(void *unused)
{
    __atomic_store_n(&x[1].second, 1, __ATOMIC_RELAXED);
    __atomic_load_n(&x[0].second, __ATOMIC_RELAXED);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    __atomic_store_n(&x[1].second, 1, __ATOMIC_RELAXED);
    if (atomic_load_explicit(&done, memory_order_relaxed))
        memset(x, 0, sizeof x[0]);
    pthread_join(thread, NULL);
    return 0;
}
