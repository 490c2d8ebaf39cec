//: sc safe
//: rc11 bug race
// A plain write races with an atomic read that came before it.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data, seen;
static atomic_int flag;

static void *work(void *unused)
{
    seen = __atomic_load_n(&data, __ATOMIC_RELAXED);
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        data = 1;
    pthread_join(a, NULL);
    return 0;
}
