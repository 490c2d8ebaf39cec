//: expect safe
// ticket-lock.c: who comes first is served first.
//
// Taking a ticket may be relaxed: it only gives out numbers.  Who waits must acquire what the one
// before releases.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int counter;

static void lock(void)
{
    unsigned ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, memory_order_acquire) != ticket)
        ;
}

static void unlock(void)
{
    unsigned now = atomic_load_explicit(&serving, memory_order_relaxed);
    atomic_store_explicit(&serving, now + 1, memory_order_release);
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
    lock();
    counter++;
    unlock();
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    assert(counter == THREADS + 1);
    return 0;
}
