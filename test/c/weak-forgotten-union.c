// A member of a union is accessed atomically, and another one in a plain way.
// (Both threads write to another element, so that nobody thinks that the array has a discipline.)
//: expect bug race 28
//: both
#include <pthread.h>
#include <stdatomic.h>

static union {
    int all;
    unsigned char byte[4];
} x[2];
static atomic_int done;

static void *reader(void *unused)
{
    __atomic_store_n(&x[1].all, 1, __ATOMIC_RELAXED);
    __atomic_load_n(&x[0].all, __ATOMIC_RELAXED);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    __atomic_store_n(&x[1].all, 1, __ATOMIC_RELAXED);
    if (atomic_load_explicit(&done, memory_order_relaxed))
        x[0].byte[2] = 1;
    pthread_join(thread, NULL);
    return 0;
}
