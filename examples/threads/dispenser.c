//: expect safe
//: long
// A dispenser of slots modulo 4, used by threads without end.
//
//     heddle check examples/threads/dispenser.c
//
// Each thread draws the next slot and marks it; after the last slot comes the first one again.
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
    if (next == SLOTS)
        next = 0;
    pthread_mutex_unlock(&mutex);
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
