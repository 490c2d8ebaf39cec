//: expect safe
// A thread is cancelled while it waits, or before or after: its handlers give up what it holds, a
// wait has the mutex again, and who joins it gets PTHREAD_CANCELED.  While it is disabled nothing
// happens.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, cleaned, steps;

static void unlock(void *arg)
{
    cleaned++;
    pthread_mutex_unlock(arg);
}

static void *work(void *arg)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    sleep(1);
    steps = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(1);
    pthread_testcancel();
    return arg;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, work, &ready);
    assert(pthread_cancel(thread) == 0);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    assert(steps == 1 && cleaned == 1);
    assert(pthread_mutex_trylock(&m) == 0);
    return 0;
}
