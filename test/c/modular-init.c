//: expect safe
//: options --engine=modular --property=assert,memory,lock
// A lock keeps its own address, by which it is seen whether it is initialised twice; and a pointer that is stored does
// no harm to what stands beside it.
#include <assert.h>
#include <pthread.h>

static struct Shared {
    pthread_mutex_t mutex;
    int *last;
    int never;
} shared;
static int one;

static void *run(void *argument)
{
    pthread_mutex_lock(&shared.mutex);
    shared.last = &one;
    assert(shared.never == 0);
    pthread_mutex_unlock(&shared.mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_init(&shared.mutex, 0);
    pthread_mutex_destroy(&shared.mutex);
    pthread_mutex_init(&shared.mutex, 0);
    while (1)
        pthread_create(&thread, 0, run, 0);
}
