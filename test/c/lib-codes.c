//: expect safe
// What each function of <pthread.h> and <semaphore.h> returns, in each state of its object: as POSIX says, and the C library does.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <time.h>

static const struct timespec past = {1, 0}, wrong = {1, 1000000000}, below = {1, -1};

static void mutexes(void)
{
    pthread_mutexattr_t kind;
    int type = -1;
    assert(pthread_mutexattr_init(&kind) == 0);
    assert(pthread_mutexattr_gettype(&kind, &type) == 0 && type == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&kind, 77) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&kind, PTHREAD_PRIO_NONE) == 0);
    assert(pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_PRIVATE) == 0);
    for (int k = 0; k < 3; k++) {
        static const int types[] = {PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_RECURSIVE,
                                    PTHREAD_MUTEX_ERRORCHECK};
        pthread_mutex_t m;
        assert(pthread_mutexattr_settype(&kind, types[k]) == 0);
        assert(pthread_mutexattr_gettype(&kind, &type) == 0 && type == types[k]);
        assert(pthread_mutex_init(&m, &kind) == 0);
        assert(pthread_mutex_lock(&m) == 0);
        assert(pthread_mutex_trylock(&m) == (k == 1 ? 0 : EBUSY));
        if (k == 1) {
            assert(pthread_mutex_lock(&m) == 0);
            assert(pthread_mutex_timedlock(&m, &past) == 0);
            for (int n = 0; n < 3; n++)
                assert(pthread_mutex_unlock(&m) == 0);
        } else if (k == 2) {
            assert(pthread_mutex_lock(&m) == EDEADLK);
            assert(pthread_mutex_timedlock(&m, &past) == EDEADLK);
        } else
            assert(pthread_mutex_timedlock(&m, &past) == ETIMEDOUT);
        assert(pthread_mutex_unlock(&m) == 0);
        if (k)
            assert(pthread_mutex_unlock(&m) == EPERM);
        assert(pthread_mutex_trylock(&m) == 0);
        assert(pthread_mutex_unlock(&m) == 0);
        assert(pthread_mutex_timedlock(&m, &past) ==
               0); // nobody holds it: the time does not matter
        assert(pthread_mutex_unlock(&m) == 0);
        assert(pthread_mutex_destroy(&m) == 0);
    }
    assert(pthread_mutexattr_destroy(&kind) == 0);
}

static void locks_of_readers(void)
{
    pthread_rwlockattr_t kind;
    pthread_rwlock_t l;
    assert(pthread_rwlockattr_init(&kind) == 0 &&
           pthread_rwlockattr_setpshared(&kind, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_rwlock_init(&l, &kind) == 0 && pthread_rwlockattr_destroy(&kind) == 0);
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&l, &past) == ETIMEDOUT);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY); // read once more
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_timedrdlock(&l, &past) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_timedwrlock(&l, &past) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_wrlock(&l) == 0 && pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_destroy(&l) == 0);
}

static void semaphores(void)
{
    sem_t s;
    int value = -1;
    assert(sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, 2) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 2);
    assert(sem_wait(&s) == 0 && sem_trywait(&s) == 0);
    errno = 0;
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
    assert(sem_timedwait(&s, &wrong) == -1 && errno == EINVAL);
    assert(sem_timedwait(&s, &below) == -1 && errno == EINVAL);
    assert(sem_post(&s) == 0 && sem_getvalue(&s, &value) == 0 && value == 1);
    assert(sem_timedwait(&s, &past) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
    assert(sem_destroy(&s) == 0);
    assert(sem_init(&s, 0, SEM_VALUE_MAX) == 0);
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_destroy(&s) == 0);
}

static void conditions(void)
{
    pthread_condattr_t kind;
    pthread_cond_t c;
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    assert(pthread_condattr_init(&kind) == 0);
    assert(pthread_condattr_setclock(&kind, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setclock(&kind, 77) == EINVAL);
    assert(pthread_condattr_setpshared(&kind, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_cond_init(&c, &kind) == 0 && pthread_condattr_destroy(&kind) == 0);
    assert(pthread_cond_signal(&c) == 0 && pthread_cond_broadcast(&c) == 0); // nobody waits
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_cond_timedwait(&c, &m, &wrong) == EINVAL);
    assert(pthread_cond_timedwait(&c, &m, &below) == EINVAL);
    assert(pthread_mutex_trylock(&m) == EBUSY); // it is held again
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_cond_destroy(&c) == 0);
}

static void spins_and_barriers(void)
{
    pthread_spinlock_t l;
    pthread_barrier_t b;
    pthread_barrierattr_t kind;
    assert(pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE) == 0 && pthread_spin_lock(&l) == 0);
    assert(pthread_spin_trylock(&l) == EBUSY);
    assert(pthread_spin_unlock(&l) == 0 && pthread_spin_trylock(&l) == 0);
    assert(pthread_spin_unlock(&l) == 0 && pthread_spin_destroy(&l) == 0);
    assert(pthread_barrierattr_init(&kind) == 0 &&
           pthread_barrierattr_setpshared(&kind, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_barrier_init(&b, &kind, 0) == EINVAL);
    assert(pthread_barrier_init(&b, &kind, 1) == 0 && pthread_barrierattr_destroy(&kind) == 0);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD); // and again
    assert(pthread_barrier_destroy(&b) == 0);
}

static int ended, calls;
static void end(void *value)
{
    ended += *(int *)value;
}
static void call(void)
{
    calls++;
}

static void *work(void *argument)
{
    int old = -1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 &&
           old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 &&
           old == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setcancelstate(9, &old) == EINVAL);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 &&
           old == PTHREAD_CANCEL_DEFERRED);
    assert(pthread_setcanceltype(9, &old) == EINVAL);
    return argument;
}

static void threads_and_keys(void)
{
    static int one = 1, two = 2;
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_attr_t a;
    pthread_key_t first, second;
    pthread_t t;
    void *result;
    int state = -1;
    size_t size = 0;
    assert(pthread_once(&once, call) == 0 && pthread_once(&once, call) == 0 && calls == 1);
    assert(pthread_attr_init(&a) == 0);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, 9) == EINVAL);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE) == 0);
    assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setguardsize(&a, 4096) == 0);
    assert(pthread_attr_getguardsize(&a, &size) == 0 && size == 4096);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_key_create(&first, end) == 0 && pthread_key_create(&second, NULL) == 0 &&
           first != second);
    assert(pthread_getspecific(first) == NULL);
    assert(pthread_setspecific(first, &one) == 0 && pthread_setspecific(second, &two) == 0);
    assert(pthread_getspecific(first) == &one && pthread_getspecific(second) == &two);
    assert(pthread_create(&t, &a, work, &two) == 0);
    assert(pthread_equal(t, t) && !pthread_equal(t, pthread_self()));
    assert(pthread_join(t, &result) == 0 && result == &two);
    assert(pthread_attr_destroy(&a) == 0);
    assert(pthread_key_delete(first) == 0 && pthread_key_delete(second) == 0 && ended == 0);
}

int main(void)
{
    mutexes();
    locks_of_readers();
    semaphores();
    conditions();
    spins_and_barriers();
    threads_and_keys();
    return 0;
}
