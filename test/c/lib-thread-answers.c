//: expect safe
// Names of semaphores, times that are none, and other arguments that are wrong; the processor says the same.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static void names(void)
{
    int value = -1;
    sem_unlink("/one");
    sem_unlink("/onetwo");
    errno = 0;
    assert(sem_open("/one", 0) == SEM_FAILED && errno == ENOENT);
    errno = 0;
    assert(sem_open("/one", O_CREAT, 0600, 0x80000000u) == SEM_FAILED && errno == EINVAL);
    sem_t *one = sem_open("/one", O_CREAT | O_EXCL, 0600, 3);
    assert(one != SEM_FAILED && sem_getvalue(one, &value) == 0 && value == 3);
    errno = 0;
    assert(sem_open("/one", O_CREAT | O_EXCL, 0600, 4) == SEM_FAILED && errno == EEXIST);
    assert(sem_open("/one", O_CREAT, 0600, 5) == one && sem_open("/one", O_EXCL) == one);
    assert(sem_getvalue(one, &value) == 0 && value == 3);
    sem_t *two = sem_open("/onetwo", O_CREAT, 0600, 1);
    assert(two != SEM_FAILED && two != one && sem_open("/onetwo", 0) == two);
    sem_t *same = sem_open("one", 0); /* a slash makes no difference */
    assert(same != SEM_FAILED && sem_post(same) == 0 && sem_wait(one) == 0);
    errno = 0;
    assert(sem_open("/", O_CREAT, 0600, 1) == SEM_FAILED && errno == EINVAL);
    assert(sem_wait(two) == 0 && sem_trywait(two) == -1 && errno == EAGAIN);
    assert(sem_post(one) == 0 && sem_getvalue(one, &value) == 0 && value == 4);
    assert(sem_unlink("/one") == 0);
    errno = 0;
    assert(sem_unlink("/one") == -1 && errno == ENOENT);
    errno = 0;
    assert(sem_open("/one", 0) == SEM_FAILED && errno == ENOENT);
    sem_t *next = sem_open("/one", O_CREAT, 0600, 0);
    assert(next != SEM_FAILED && next != one && sem_getvalue(next, &value) == 0 && value == 0);
    assert(sem_getvalue(one, &value) == 0 && value == 4);
    assert(sem_open("/onetwo", 0) == two);
    assert(sem_unlink("/one") == 0 && sem_unlink("/onetwo") == 0);
}

static void semaphores(void)
{
    sem_t s;
    int value;
    struct timespec wrong = {1, 1000000000}, below = {1, -1}, past = {1, 999999999};
    errno = 0;
    assert(sem_init(&s, 0, 0x80000000u) == -1 && errno == EINVAL);
    assert(sem_init(&s, 0, 0x7ffffffe) == 0 && sem_post(&s) == 0);
    errno = 0;
    assert(sem_post(&s) == -1 && errno == EOVERFLOW);
    assert(sem_getvalue(&s, &value) == 0 && value == 0x7fffffff && sem_destroy(&s) == 0);
    assert(sem_init(&s, 0, 1) == 0 && sem_timedwait(&s, &past) == 0);
    errno = 0;
    assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
    errno = 0;
    assert(sem_timedwait(&s, &wrong) == -1 && errno == EINVAL);
    errno = 0;
    assert(sem_timedwait(&s, &below) == -1 && errno == EINVAL);
    errno = 0;
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &wrong) == -1 && errno == EINVAL);
    assert(sem_destroy(&s) == 0);
}

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static mtx_t plain;

static void *tries(void *argument)
{
    struct timespec wrong = {1, 1000000000}, below = {1, -1}, past = {1, 0};
    assert(pthread_mutex_timedlock(&m, &wrong) == EINVAL);
    assert(pthread_mutex_timedlock(&m, &below) == EINVAL);
    assert(pthread_mutex_timedlock(&m, &past) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&m, CLOCK_MONOTONIC, &wrong) == EINVAL);
    assert(pthread_rwlock_timedrdlock(&rw, &wrong) == EINVAL);
    assert(pthread_rwlock_timedwrlock(&rw, &below) == EINVAL);
    assert(pthread_rwlock_timedrdlock(&rw, &past) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&rw, &past) == ETIMEDOUT);
    assert(pthread_rwlock_tryrdlock(&rw) == EBUSY && pthread_rwlock_trywrlock(&rw) == EBUSY);
    assert(mtx_timedlock(&plain, &wrong) == thrd_error);
    assert(mtx_timedlock(&plain, &past) == thrd_timedout && mtx_trylock(&plain) == thrd_busy);
    return argument;
}

static void locks(void)
{
    pthread_t t;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    cnd_t d;
    mtx_t again;
    struct timespec wrong = {1, 1000000000};
    assert(mtx_init(&plain, mtx_timed) == thrd_success);
    assert(pthread_mutex_timedlock(&m, &wrong) == 0); /* nobody looks at the time */
    assert(pthread_rwlock_wrlock(&rw) == 0 && mtx_lock(&plain) == thrd_success);
    assert(pthread_create(&t, NULL, tries, NULL) == 0 && pthread_join(t, NULL) == 0);
    assert(pthread_rwlock_unlock(&rw) == 0 && mtx_unlock(&plain) == thrd_success);
    assert(pthread_cond_timedwait(&c, &m, &wrong) == EINVAL);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(cnd_init(&d) == thrd_success && mtx_lock(&plain) == thrd_success);
    assert(cnd_timedwait(&d, &plain, &wrong) == thrd_error && mtx_unlock(&plain) == thrd_success);
    assert(mtx_init(&again, mtx_recursive | mtx_timed) == thrd_success);
    assert(mtx_lock(&again) == thrd_success && mtx_trylock(&again) == thrd_success &&
           mtx_timedlock(&again, &wrong) == thrd_success);
    assert(mtx_unlock(&again) == thrd_success && mtx_unlock(&again) == thrd_success &&
           mtx_unlock(&again) == thrd_success);
    mtx_destroy(&again);
    mtx_destroy(&plain);
    cnd_destroy(&d);
}

static void attributes(void)
{
    pthread_mutexattr_t a;
    pthread_rwlockattr_t r;
    pthread_condattr_t c;
    pthread_barrierattr_t b;
    pthread_attr_t t;
    pthread_barrier_t barrier;
    size_t size = 0;
    int old = -1;
    assert(pthread_mutexattr_init(&a) == 0 && pthread_rwlockattr_init(&r) == 0 &&
           pthread_condattr_init(&c) == 0 && pthread_barrierattr_init(&b) == 0);
    for (int shared = -1; shared < 3; shared++) {
        int right = shared == 0 || shared == 1 ? 0 : EINVAL;
        assert(pthread_mutexattr_setpshared(&a, shared) == right);
        assert(pthread_rwlockattr_setpshared(&r, shared) == right);
        assert(pthread_condattr_setpshared(&c, shared) == right);
        assert(pthread_barrierattr_setpshared(&b, shared) == right);
        assert(pthread_condattr_setclock(&c, shared) == right);
        assert(pthread_setcancelstate(shared, &old) == right);
        assert(pthread_setcanceltype(shared, &old) == right);
    }
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 &&
           old == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, NULL) == 0);
    for (int kind = -1; kind < 4; kind++) {
        assert(pthread_mutexattr_setprotocol(&a, kind) == (kind >= 0 && kind <= 2 ? 0 : EINVAL));
        assert(pthread_rwlockattr_setkind_np(&r, kind) == (kind >= 0 && kind <= 2 ? 0 : EINVAL));
        assert(pthread_mutexattr_settype(&a, kind) == (kind >= 0 ? 0 : EINVAL));
    }
    assert(pthread_mutexattr_gettype(&a, &old) == 0 && old == 3);
    assert(pthread_mutexattr_settype(&a, 4) == EINVAL);
    assert(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED) == 0);
    assert(pthread_mutexattr_setrobust(&a, 2) == EINVAL);
    assert(pthread_attr_init(&t) == 0);
    assert(pthread_attr_setstacksize(&t, 16383) == EINVAL);
    assert(pthread_attr_setstacksize(&t, 16384) == 0);
    assert(pthread_attr_getstacksize(&t, &size) == 0 && size == 16384);
    assert(pthread_attr_getguardsize(&t, &size) == 0 && size == 4096);
    assert(pthread_attr_setguardsize(&t, 8192) == 0);
    assert(pthread_attr_getguardsize(&t, &size) == 0 && size == 8192);
    assert(pthread_attr_setscope(&t, PTHREAD_SCOPE_SYSTEM) == 0 &&
           pthread_attr_setscope(&t, PTHREAD_SCOPE_PROCESS) == ENOTSUP &&
           pthread_attr_setscope(&t, 2) == EINVAL);
    assert(pthread_attr_setinheritsched(&t, PTHREAD_EXPLICIT_SCHED) == 0 &&
           pthread_attr_setinheritsched(&t, 2) == EINVAL);
    assert(pthread_attr_setschedpolicy(&t, SCHED_RR) == 0 &&
           pthread_attr_setschedpolicy(&t, 3) == EINVAL);
    assert(pthread_attr_setdetachstate(&t, -1) == EINVAL &&
           pthread_attr_setdetachstate(&t, 2) == EINVAL);
    assert(pthread_attr_destroy(&t) == 0);
    assert(pthread_barrier_init(&barrier, &b, 0) == EINVAL);
    assert(pthread_barrier_init(&barrier, &b, 1) == 0);
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD &&
           pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(pthread_barrier_destroy(&barrier) == 0 && pthread_barrierattr_destroy(&b) == 0);
    assert(pthread_setconcurrency(-1) == EINVAL);
}

static void times(void)
{
    struct timespec past = {-1, 0}, wrong = {0, 1000000000}, below = {0, -1}, none = {0, 0};
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &past, NULL) == EINVAL);
    assert(thrd_sleep(&wrong, NULL) < -1 && thrd_sleep(&below, NULL) < -1 &&
           thrd_sleep(&past, NULL) < -1 && thrd_sleep(&none, NULL) == 0);
}

static void processors(void)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    assert(CPU_COUNT(&set) == 0);
    CPU_SET(0, &set);
    CPU_SET(63, &set);
    CPU_SET(64, &set);
    CPU_SET(1023, &set);
    assert(CPU_COUNT(&set) == 4 && CPU_ISSET(64, &set) && !CPU_ISSET(65, &set));
    CPU_CLR(64, &set);
    assert(CPU_COUNT(&set) == 3);
    assert(sched_get_priority_min(SCHED_RR) == 1 && sched_get_priority_max(SCHED_FIFO) == 99 &&
           sched_get_priority_max(SCHED_BATCH) == 0 && sched_get_priority_min(SCHED_BATCH) == 0);
}

int main(void)
{
    names();
    semaphores();
    locks();
    attributes();
    times();
    processors();
    return 0;
}
