//: sc safe
//: rc11 bug race
// An access to one byte of what another thread has written races with that.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data, seen;
static atomic_int flag;

static void *work(void *unused)
{
    data = 1;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        seen = ((char *)&data)[1];
    pthread_join(a, NULL);
    return 0;
}
