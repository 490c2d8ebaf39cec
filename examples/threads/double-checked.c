//: expect safe
//: slow
// Double-checked initialisation, by threads without end.
//
//     heddle check examples/threads/double-checked.c
//
// The value is there before the flag says so, and only the first one who has the lock makes it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_bool ready;
static int value;

static int get(void)
{
    if (!atomic_load(&ready)) {
        pthread_mutex_lock(&mutex);
        if (!atomic_load(&ready)) {
            value = 42;
            atomic_store(&ready, true);
        }
        pthread_mutex_unlock(&mutex);
    }
    return value;
}

static void *worker(void *unused)
{
    assert(get() == 42);
    return unused;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, NULL, worker, NULL);
}
