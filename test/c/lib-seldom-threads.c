//: expect safe
//: options --memory-model=sc --engine=explore
// The same of threads: attributes that are kept, calls that fail because somebody has the lock, times that are over.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <threads.h>
#include <time.h>

static once_flag flag = ONCE_FLAG_INIT;
static int calls;
static tss_t key;
static mtx_t lock;
static const struct timespec past = {1, 0};

static void once(void)
{
    calls++;
}

static int other(void *argument)
{
    assert(tss_get(key) == NULL && tss_set(key, argument) == thrd_success &&
           tss_get(key) == argument);
    assert(mtx_trylock(&lock) == thrd_busy && mtx_timedlock(&lock, &past) == thrd_timedout);
    call_once(&flag, once);
    return 7;
}

static void attributes(void)
{
    pthread_attr_t a;
    pthread_mutexattr_t m;
    int is = -1;
    assert(pthread_attr_init(&a) == 0 && pthread_attr_getdetachstate(&a, &is) == 0 &&
           is == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&a, &is) == 0 && is == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setdetachstate(&a, 77) == EINVAL && pthread_attr_destroy(&a) == 0);
    assert(pthread_mutexattr_init(&m) == 0 &&
           pthread_mutexattr_settype(&m, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_gettype(&m, &is) == 0 && is == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_settype(&m, 77) == EINVAL && pthread_mutexattr_destroy(&m) == 0);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &is) == 0 &&
           is == PTHREAD_CANCEL_DEFERRED);
}

static void times(void)
{
    pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    sem_t s;
    assert(sem_init(&s, 0, 1) == 0 && sem_clockwait(&s, CLOCK_MONOTONIC, &past) == 0);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &past) == -1 && errno == ETIMEDOUT);
    assert(pthread_rwlock_timedrdlock(&rw, &past) == 0 &&
           pthread_rwlock_timedrdlock(&rw, &past) == 0);
    assert(pthread_rwlock_timedwrlock(&rw, &past) == ETIMEDOUT);
    assert(pthread_rwlock_unlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
    assert(pthread_rwlock_timedwrlock(&rw, &past) == 0 && pthread_rwlock_unlock(&rw) == 0);
    assert(pthread_mutex_clocklock(&m, CLOCK_REALTIME, &past) == 0);
    int late = pthread_cond_clockwait(&c, &m, CLOCK_REALTIME, &past);
    assert(late == ETIMEDOUT || late == 0); /* it may wake up for no reason */
    assert(pthread_mutex_trylock(&m) == EBUSY && pthread_mutex_unlock(&m) == 0);
}

static void signals(void)
{
    sigset_t all, one;
    assert(sigfillset(&all) == 0 && sigismember(&all, SIGINT) == 1 && sigdelset(&all, SIGINT) == 0);
    assert(sigismember(&all, SIGINT) == 0 && sigismember(&all, SIGUSR1) == 1);
    assert(sigemptyset(&one) == 0 && sigismember(&one, SIGUSR1) == 0);
}

int main(void)
{
    thrd_t t;
    int result = 0;
    assert(tss_create(&key, NULL) == thrd_success && tss_set(key, &result) == thrd_success);
    assert(mtx_init(&lock, mtx_timed) == thrd_success && mtx_trylock(&lock) == thrd_success);
    call_once(&flag, once);
    assert(calls == 1 && thrd_equal(thrd_current(), thrd_current()));
    assert(thrd_create(&t, other, &key) == thrd_success && !thrd_equal(t, thrd_current()));
    assert(thrd_join(t, &result) == thrd_success && result == 7 && calls == 1);
    assert(tss_get(key) == &result && mtx_unlock(&lock) == thrd_success);
    tss_delete(key);
    attributes();
    times();
    signals();
    return 0;
}
