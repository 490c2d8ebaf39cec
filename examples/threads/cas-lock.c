//: slow
//: expect safe
// A spin lock built on compare-and-swap, used by threads without end.
//
//     heddle check examples/threads/cas-lock.c
//
// Safe for any number of threads: heddle counts threads that stand at the same place, instead of
// naming them.  The variant cas-lock-broken.c looks first and writes then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool locked;
static int inside;

static void lock(void)
{
    bool expected;
    do
        expected = false;
    while (!atomic_compare_exchange_strong(&locked, &expected, true));
}

static void unlock(void)
{
    atomic_store(&locked, false);
}

static void *worker(void *unused)
{
    lock();
    inside++;
    assert(inside == 1);
    inside--;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
