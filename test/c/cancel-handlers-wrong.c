//: expect bug assert
// A thread is cancelled where it waits for a condition: its handlers run then, with the mutex, and the destructor of
// its key after them.  Neither sees what main writes without the mutex.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static atomic_int handled, left;

static void unlock(void *local)
{
    handled = *(int *)local;
    pthread_mutex_unlock(&m);
}

static void leave(void *unused)
{
    left = handled;
    (void)unused;
}

static void *work(void *arg)
{
    int local = 3;
    pthread_setspecific(key, &m);
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &local);
    for (;;)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_key_create(&key, leave);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    assert(left != 3);
    return 0;
}
