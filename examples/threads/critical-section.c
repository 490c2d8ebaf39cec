//: expect safe
// A critical section under a mutex, entered by threads without end.
//
//     heddle check examples/threads/critical-section.c
//
// Each thread takes one of two ways through the section, and leaves the flag as it has found it.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static bool busy;

static void section(void)
{
    assert(!busy);
    busy = true;
    busy = false;
}

static void *worker(void *unused)
{
    if (heddle_choose(0, 1)) {
        pthread_mutex_lock(&mutex);
        section();
        pthread_mutex_unlock(&mutex);
    } else if (pthread_mutex_trylock(&mutex) == 0) {
        section();
        pthread_mutex_unlock(&mutex);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
