//: expect unknown
//: options --engine=modular --property=assert,memory,lock
// Two threads may both find that the lock is not initialised yet.  (The pointer in it is stored before somebody peeks.)
#include <pthread.h>

static struct Shared {
    pthread_mutex_t mutex;
    void *self;
} shared;
static _Atomic int done;

static void *run(void *argument)
{
    shared.self = &shared;
    if (!done) {
        // from here on another one may do it, too
        pthread_mutex_init(&shared.mutex, 0);
        done = 1;
    }
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    run(0);
    return 0;
}
