//: expect bug assert 55
//: both
// Double-checked initialisation that publishes the object too early.
//
//     heddle check examples/c/double-checked-broken.c
//
// The object is created, and the pointer to it stored, before its fields are filled in.  A thread
// that comes in between sees the pointer, takes no lock and reads an object that is half made.  (In
// older programs the compiler or the processor did this to code that looked right.)
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

static void config_fill(Config *c)
{
    c->limit = 100;
    c->version = 3;
    made++;
}

static Config *config_get(void)
{
    Config *c = atomic_load(&config);
    if (c)
        return c;
    pthread_mutex_lock(&lock);
    c = atomic_load(&config);
    if (!c) {
        c = calloc(1, sizeof *c);
        if (!c)
            abort();
        atomic_store(&config, c);
        config_fill(c);
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
