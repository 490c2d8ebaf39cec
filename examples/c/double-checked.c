//: expect safe
//: both
// Double-checked initialisation: the object is made once, by the first thread that needs it, and
// later threads find it without a lock.
//
//     heddle check examples/c/double-checked.c
//
// The pointer is atomic and is written last, when the object is complete.  The second check, under
// the mutex, is for a thread that waited while another one made the object.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 3 };

typedef struct Config {
    int limit;
    int version;
} Config;

static _Atomic(Config *) config;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int made;

static Config *config_make(void)
{
    Config *c = malloc(sizeof *c);
    if (!c)
        abort();
    c->limit = 100;
    c->version = 3;
    made++;
    return c;
}

static Config *config_get(void)
{
    Config *c = atomic_load(&config);
    if (c)
        return c;
    pthread_mutex_lock(&lock);
    c = atomic_load(&config);
    if (!c) {
        c = config_make();
        atomic_store(&config, c);
    }
    pthread_mutex_unlock(&lock);
    return c;
}

static void *work(void *argument)
{
    (void)argument;
    Config *c = config_get();
    assert(c->limit == 100);
    assert(c->version == 3);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    for (int k = 0; k < THREADS; k++)
        pthread_create(&thread[k], NULL, work, NULL);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    assert(made == 1);
    free(atomic_load(&config));
    pthread_mutex_destroy(&lock);
    return 0;
}
