#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x;

static void *work(void *unused)
{
    int seen = atomic_load_explicit(&x, memory_order_acquire);
    atomic_store_explicit(&x, seen + 1, memory_order_release);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    assert(x == 2);
    return 0;
}
