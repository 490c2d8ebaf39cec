//: expect bug assert 37
// Data behind a lock keeps to its discipline, and the search notes nothing of it; the run that leads to the bug is found
// nevertheless.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x, y;
static int count, a, b;

static void add(int more)
{
    pthread_mutex_lock(&lock);
    count += more;
    count *= 3;
    pthread_mutex_unlock(&lock);
}

static void *work(void *unused)
{
    add(1);
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    add(2);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    add(4);
    pthread_join(t, NULL);
    assert(a || b || count != 57);
    return 0;
}
