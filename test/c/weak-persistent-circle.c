//: expect bug assert
//: options --property=assert --engine=explore
// Main goes round for ever, and takes locks that nobody else knows: by itself it may go first, but the others must have their turn.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int never, x, y;
static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return unused;
}

static void *reads(void *unused)
{
    int late = atomic_load_explicit(&y, memory_order_relaxed);
    assert(!late || atomic_load_explicit(&x, memory_order_relaxed));
    return unused;
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, writes, NULL);
    pthread_create(&t, NULL, reads, NULL);
    while (!atomic_load_explicit(&never, memory_order_relaxed)) {
        pthread_mutex_lock(&own);
        pthread_mutex_unlock(&own);
        pthread_mutex_lock(&second);
        pthread_mutex_unlock(&second);
    }
    return 0;
}
