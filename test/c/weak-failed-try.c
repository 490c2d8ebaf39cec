//: expect bug assert
//: output assertion failed: atomic_load_explicit(&x, memory_order_relaxed) == 1 (memory model rc11)
// The order of the relaxed accesses relies on a trylock that fails, which puts nothing in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;

static void *work(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    pthread_mutex_lock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    if (pthread_mutex_trylock(&lock) != 0)
        assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
    else
        pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
