//: sc safe
//: rc11 bug race
// An atomic access races with a plain one by a pointer.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data, seen;
static int *place = &data;
static atomic_int flag;

static void *work(void *unused)
{
    __atomic_store_n(&data, 1, __ATOMIC_RELAXED);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        seen = *place;
    pthread_join(a, NULL);
    return 0;
}
