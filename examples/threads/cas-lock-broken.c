//: expect bug race 28
// A spin lock that looks first and writes then: two threads get in.
//
//     heddle check examples/threads/cas-lock-broken.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool locked;
static int inside;

static void lock(void)
{
    while (atomic_load(&locked))
        ;
    atomic_store(&locked, true);
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
