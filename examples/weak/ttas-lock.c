//: expect safe
// ttas-lock.c: a spin lock that looks before it tries (test and test-and-set).
//
// The exchange must acquire and the store must release: with weaker orders the counter races.  The
// look before it may be relaxed: it decides nothing.  The spin loops have no bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int held;
static int counter;

static void lock(void)
{
    for (;;) {
        while (atomic_load_explicit(&held, memory_order_relaxed))
            ;
        if (!atomic_exchange_explicit(&held, 1, memory_order_acquire))
            return;
    }
}

static void unlock(void)
{
    atomic_store_explicit(&held, 0, memory_order_release);
}

static void *work(void *arg)
{
    (void)arg;
    lock();
    counter++;
    unlock();
    return 0;
}

#ifndef THREADS
#define THREADS 2
#endif

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, work, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    assert(counter == THREADS);
    return 0;
}
