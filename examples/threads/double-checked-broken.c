//: expect bug assert 31
// Double-checked initialisation that sets the flag before the value.
//
//     heddle check examples/threads/double-checked-broken.c
//
// Another thread sees the flag and takes the value before it is there.
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
            atomic_store(&ready, true);
            value = 42;
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
