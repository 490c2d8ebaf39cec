//: expect bug assert 25
//: options --property=assert --memory-model=rc11 --engine=explore
// Between a store and the lock that is taken after it another thread sees the store, and has the lock first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int begun;
static int data;

static void *work(void *unused)
{
    if (!atomic_load_explicit(&begun, memory_order_relaxed))
        return unused;
    pthread_mutex_lock(&lock);
    data = 1;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void look(void)
{
    pthread_mutex_lock(&lock);
    assert(data == 0);
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    atomic_store_explicit(&begun, 1, memory_order_relaxed);
    look();
    pthread_join(t, NULL);
    return 0;
}
