//: expect bug assert 34
// A dispenser that goes back to the first slot too late.
//
//     heddle check examples/threads/dispenser-broken.c
//
// Between the last slot and the first one the lock is free: another thread draws slot 4.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { SLOTS = 4 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned next = SLOTS - 1;
static atomic_bool marked[SLOTS];

static unsigned draw(void)
{
    pthread_mutex_lock(&mutex);
    unsigned slot = next++;
    pthread_mutex_unlock(&mutex);
    if (slot == SLOTS - 1) {
        pthread_mutex_lock(&mutex);
        next = 0;
        pthread_mutex_unlock(&mutex);
    }
    return slot;
}

static void *worker(void *unused)
{
    unsigned slot = draw();
    assert(slot < SLOTS);
    atomic_store(&marked[slot], true);
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
