//: expect bug race 16
// A critical section that one way enters without the mutex: when trylock fails it goes on.
//
//     heddle check examples/threads/critical-section-broken.c
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
    } else {
        bool mine = pthread_mutex_trylock(&mutex) == 0;
        section();
        if (mine)
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
