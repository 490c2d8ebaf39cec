//: expect safe
// Relaxed accesses that a lock, the creation of a thread and its end put in order, and fences: the
// program can do no more than sequentially consistent runs show.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int count, set;

static void *work(void *unused)
{
    assert(atomic_load_explicit(&set, memory_order_relaxed) == 1);
    pthread_mutex_lock(&lock);
    int seen = atomic_load_explicit(&count, memory_order_relaxed);
    atomic_store_explicit(&count, seen + 1, memory_order_relaxed);
    pthread_mutex_unlock(&lock);
    atomic_thread_fence(memory_order_acquire);
    return unused;
}

int main(void)
{
    pthread_t t, u;
    atomic_store_explicit(&set, 1, memory_order_relaxed);
    pthread_create(&t, NULL, work, NULL);
    pthread_create(&u, NULL, work, NULL);
    pthread_join(t, NULL), pthread_join(u, NULL);
    assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
    return 0;
}
//: also --engine=summarize
