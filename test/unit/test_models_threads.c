/* test_models_threads.c -- the models of locks, conditions, semaphores and threads: what they
 * return, when they wait, which mistakes they report. */
#include "models.h"

#include <pthread.h>
#include <semaphore.h>

MODEL(pthread_mutex_init);
MODEL(pthread_mutex_destroy);
MODEL(pthread_mutex_lock);
MODEL(pthread_mutex_trylock);
MODEL(pthread_mutex_timedlock);
MODEL(pthread_mutex_unlock);
MODEL(pthread_mutexattr_init);
MODEL(pthread_mutexattr_settype);
MODEL(pthread_cond_wait);
MODEL(pthread_cond_timedwait);
MODEL(pthread_cond_signal);
MODEL(pthread_cond_broadcast);
MODEL(pthread_cond_destroy);
MODEL(pthread_rwlock_rdlock);
MODEL(pthread_rwlock_wrlock);
MODEL(pthread_rwlock_tryrdlock);
MODEL(pthread_rwlock_trywrlock);
MODEL(pthread_rwlock_unlock);
MODEL(pthread_rwlock_destroy);
MODEL(pthread_barrier_init);
MODEL(pthread_barrier_wait);
MODEL(pthread_barrier_destroy);
MODEL(sem_init);
MODEL(sem_wait);
MODEL(sem_trywait);
MODEL(sem_timedwait);
MODEL(sem_post);
MODEL(sem_getvalue);
MODEL(sem_destroy);
MODEL(pthread_once);
MODEL(pthread_create);
MODEL(pthread_join);
MODEL(pthread_detach);
MODEL(pthread_key_create);
MODEL(pthread_key_delete);
MODEL(pthread_setspecific);
MODEL(pthread_getspecific);
void model___heddle_key_end(void);

static const struct timespec soon = {0};

/* ---- locks ---- */

static void normal_mutexes(void **unused)
{
    (void)unused;
    static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    is(0, model_pthread_mutex_lock(&m));
    expect_error("self-deadlock", model_pthread_mutex_lock(&m));
    is(EBUSY, model_pthread_mutex_trylock(&m));
    machine.self = 2;
    expect(BLOCKED, model_pthread_mutex_lock(&m));
    is(EBUSY, model_pthread_mutex_trylock(&m));
    is(ETIMEDOUT, model_pthread_mutex_timedlock(&m, &soon));
    expect_error("not-held", model_pthread_mutex_unlock(&m));
    expect_error("busy", model_pthread_mutex_destroy(&m));
    machine.self = 1;
    is(0, model_pthread_mutex_unlock(&m));
    expect_error("not-held", model_pthread_mutex_unlock(&m));
    is(0, model_pthread_mutex_destroy(&m));
    expect_error("destroyed", model_pthread_mutex_lock(&m));
    expect_error("destroyed", model_pthread_mutex_unlock(&m));
    expect_error("destroyed", model_pthread_mutex_destroy(&m));
    is(0, model_pthread_mutex_init(&m, NULL));
    is(0, model_pthread_mutex_trylock(&m));
    is(0, model_pthread_mutex_unlock(&m));
    memset(&m, 0x5a, sizeof m);
    expect_error("misuse", model_pthread_mutex_lock(&m));
}

static void recursive_mutexes(void **unused)
{
    (void)unused;
    static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
    is(0, model_pthread_mutex_lock(&m));
    is(0, model_pthread_mutex_lock(&m));
    is(0, model_pthread_mutex_trylock(&m));
    is(0, model_pthread_mutex_unlock(&m));
    is(0, model_pthread_mutex_unlock(&m));
    machine.self = 2;
    expect(BLOCKED, model_pthread_mutex_lock(&m));
    is(EBUSY, model_pthread_mutex_trylock(&m));
    is(EPERM, model_pthread_mutex_unlock(&m));
    machine.self = 1;
    is(0, model_pthread_mutex_unlock(&m));
    is(EPERM, model_pthread_mutex_unlock(&m));
    machine.self = 2;
    is(0, model_pthread_mutex_lock(&m));
    is(0, model_pthread_mutex_unlock(&m));
    is(0, model_pthread_mutex_destroy(&m));
}

static void checked_mutexes(void **unused)
{
    (void)unused;
    static pthread_mutex_t m;
    pthread_mutexattr_t a;
    is(0, model_pthread_mutexattr_init(&a));
    is(EINVAL, model_pthread_mutexattr_settype(&a, 9));
    is(0, model_pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK));
    is(0, model_pthread_mutex_init(&m, &a));
    is(EPERM, model_pthread_mutex_unlock(&m));
    is(0, model_pthread_mutex_lock(&m));
    is(EDEADLK, model_pthread_mutex_lock(&m));
    is(EDEADLK, model_pthread_mutex_timedlock(&m, &soon));
    is(EBUSY, model_pthread_mutex_trylock(&m));
    machine.self = 2;
    is(EPERM, model_pthread_mutex_unlock(&m));
    expect(BLOCKED, model_pthread_mutex_lock(&m));
    machine.self = 1;
    is(0, model_pthread_mutex_unlock(&m));
}

static void conditions(void **unused)
{
    (void)unused;
    static pthread_mutex_t m, other;
    static pthread_cond_t c;
    expect_error("not-held", model_pthread_cond_wait(&c, &m));
    memset(&c, 0, sizeof c);
    memset(&m, 0, sizeof m);
    is(0, model_pthread_mutex_lock(&m));
    expect(BLOCKED, model_pthread_cond_wait(&c, &m)); /* thread 1 waits, and has given m up */
    expect_error("busy", model_pthread_cond_destroy(&c));
    expect_error("busy", model_pthread_mutex_destroy(&m));
    m.__data.__lock = 0;
    machine.self = 2;
    is(0, model_pthread_mutex_lock(&m));
    is(0, model_pthread_mutex_lock(&other));
    expect_error("misuse", model_pthread_cond_wait(&c, &other));
    is(0, model_pthread_cond_signal(&c));
    is(0, model_pthread_cond_destroy(&c)); /* nobody waits any more */
    expect_error("destroyed", model_pthread_cond_signal(&c));
    memset(&c, 0, sizeof c);
    is(0, model_pthread_mutex_unlock(&m));
}

static void conditions_with_timeout(void **unused)
{
    (void)unused;
    static pthread_mutex_t m;
    static pthread_cond_t c;
    is(0, model_pthread_mutex_lock(&m));
    machine.choice = 1; /* spurious */
    is(0, model_pthread_cond_wait(&c, &m));
    is(0, model_pthread_cond_timedwait(&c, &m, &soon));
    machine.choice = 0;
    is(ETIMEDOUT, model_pthread_cond_timedwait(&c, &m, &soon));
    is(0, model_pthread_cond_broadcast(&c));
    is(0, model_pthread_mutex_unlock(&m));
    is(0, model_pthread_cond_destroy(&c));
    is(0, model_pthread_mutex_destroy(&m));
}

static void reader_writer_locks(void **unused)
{
    (void)unused;
    static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
    is(0, model_pthread_rwlock_rdlock(&l));
    is(0, model_pthread_rwlock_rdlock(&l));
    machine.self = 2;
    is(0, model_pthread_rwlock_tryrdlock(&l));
    is(EBUSY, model_pthread_rwlock_trywrlock(&l));
    expect(BLOCKED, model_pthread_rwlock_wrlock(&l));
    expect_error("busy", model_pthread_rwlock_destroy(&l));
    is(0, model_pthread_rwlock_unlock(&l));
    expect_error("not-held", model_pthread_rwlock_unlock(&l));
    machine.self = 1;
    is(0, model_pthread_rwlock_unlock(&l));
    is(EBUSY, model_pthread_rwlock_trywrlock(&l));
    is(0, model_pthread_rwlock_unlock(&l));
    is(0, model_pthread_rwlock_wrlock(&l));
    machine.self = 2;
    expect(BLOCKED, model_pthread_rwlock_rdlock(&l));
    machine.self = 1;
    is(0, model_pthread_rwlock_unlock(&l));
    is(0, model_pthread_rwlock_destroy(&l));
    expect_error("destroyed", model_pthread_rwlock_rdlock(&l));
}

/* ---- the rest ---- */

static void barriers(void **unused)
{
    (void)unused;
    static pthread_barrier_t b;
    is(EINVAL, model_pthread_barrier_init(&b, NULL, 0));
    is(0, model_pthread_barrier_init(&b, NULL, 2));
    expect(BLOCKED, model_pthread_barrier_wait(&b));
    expect_error("busy", model_pthread_barrier_destroy(&b));
    machine.self = 2;
    is(0, model_pthread_barrier_wait(&b)); /* thread 1 was chosen to be the serial one */
    is(0, model_pthread_barrier_destroy(&b));
    expect_error("destroyed", model_pthread_barrier_wait(&b));
    is(0, model_pthread_barrier_init(&b, NULL, 1));
    is(PTHREAD_BARRIER_SERIAL_THREAD, model_pthread_barrier_wait(&b));
}

static void semaphores(void **unused)
{
    (void)unused;
    static sem_t s;
    int value;
    is(-1, model_sem_init(&s, 0, 0x80000000u));
    is(0, model_sem_init(&s, 0, 1));
    is(0, model_sem_wait(&s));
    expect(BLOCKED, model_sem_wait(&s));
    is(-1, model_sem_trywait(&s));
    assert_int_equal(*model___errno_location(), EAGAIN);
    is(-1, model_sem_timedwait(&s, &soon));
    assert_int_equal(*model___errno_location(), ETIMEDOUT);
    is(0, model_sem_post(&s));
    is(0, model_sem_getvalue(&s, &value));
    assert_int_equal(value, 1);
    is(0, model_sem_trywait(&s));
    is(0, model_sem_destroy(&s));
    expect_error("destroyed", model_sem_wait(&s));
    is(0, model_sem_init(&s, 0, 0x7fffffff));
    is(-1, model_sem_post(&s));
    assert_int_equal(*model___errno_location(), EOVERFLOW);
}

static int calls;

static void count_call(void)
{
    calls++;
}

static void once(void **unused)
{
    (void)unused;
    static pthread_once_t o = PTHREAD_ONCE_INIT;
    is(0, model_pthread_once(&o, count_call));
    is(0, model_pthread_once(&o, count_call));
    assert_int_equal(calls, 1);
}

static void *nothing(void *argument)
{
    return argument;
}

static void threads_are_joined_once(void **unused)
{
    (void)unused;
    static pthread_t t;
    static void *result;
    is(0, model_pthread_create(&t, NULL, nothing, NULL));
    expect_error("bad-thread", model_pthread_join(1, NULL));
    expect_error("bad-thread", model_pthread_join(0, NULL));
    expect(BLOCKED, model_pthread_join(t, &result));
    machine.ended = 2;
    is(0, model_pthread_join(t, &result));
    assert_int_equal((uintptr_t)result, 20);
    expect_error("bad-thread", model_pthread_join(t, NULL));
    expect_error("bad-thread", model_pthread_detach(t));
    is(0, model_pthread_detach(3));
    expect_error("bad-thread", model_pthread_detach(3));
    expect_error("bad-thread", model_pthread_join(3, NULL));
}

static pthread_key_t key;
static int destroyed;

/* Sets the value again the first time, as destructors may. */
static void destroy(void *value)
{
    destroyed++;
    if (*(int *)value)
        model_pthread_setspecific(key, value);
    *(int *)value = 0;
}

static void values_of_threads(void **unused)
{
    (void)unused;
    static int value = 1;
    is(0, model_pthread_key_create(&key, destroy));
    expect(DONE, assert_null(model_pthread_getspecific(key)));
    is(0, model_pthread_setspecific(key, &value));
    expect(DONE, assert_ptr_equal(model_pthread_getspecific(key), &value));
    expect(DONE, model___heddle_key_end());
    assert_int_equal(destroyed, 2);
    expect(DONE, assert_null(model_pthread_getspecific(key)));
    is(0, model_pthread_key_delete(key));
    expect_error("misuse", model_pthread_getspecific(key));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(normal_mutexes),
        TEST(recursive_mutexes),
        TEST(checked_mutexes),
        TEST(conditions),
        TEST(conditions_with_timeout),
        TEST(reader_writer_locks),
        TEST(barriers),
        TEST(semaphores),
        TEST(once),
        TEST(threads_are_joined_once),
        TEST(values_of_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
