// Store buffering whose results are returned: the stores may still wait in their queues when the threads
// have ended, and are in memory when somebody has waited for the ends.
//: expect bug assert 31
//: both
//: options --memory-model=tso
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x, y;

static void *one(void *unused)
{
    atomic_store_explicit(&x, 1, memory_order_relaxed);
    return (void *)(intptr_t)(!unused && atomic_load_explicit(&y, memory_order_relaxed));
}

static void *two(void *unused)
{
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return (void *)(intptr_t)(!unused && atomic_load_explicit(&x, memory_order_relaxed));
}

static void judge(pthread_t first, pthread_t second)
{
    void *a, *b;
    pthread_join(first, &a);
    pthread_join(second, &b);
    assert(x && y);
    assert(a || b);
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    judge(first, second);
    return 0;
}
