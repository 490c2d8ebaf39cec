//: expect safe
//: options --memory-model=sc --engine=explore
// Barriers of several rounds and sizes, conditions with one mutex after the other, keys whose destructors set values again: what is
// counted must be right, in the second round as in the first. The processor says the same.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

enum { THREADS = 3 };
static pthread_barrier_t barrier;
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int serial, arrived, round_number, ready, woken;
static pthread_key_t again, twice, gone, plain;
static int ended_again, ended_twice, ended_gone;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int onces;

static void first(void)
{
    onces++;
}

static void *rounds(void *argument)
{
    for (int k = 1; k <= 2; k++) {
        __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
        int got = pthread_barrier_wait(&barrier);
        assert(got == 0 || got == PTHREAD_BARRIER_SERIAL_THREAD);
        assert(__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) >= 2 * k);
        if (got)
            __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
        pthread_once(&once, first);
        assert(onces == 1);
    }
    return argument;
}

static void meet(void)
{
    pthread_t t;
    assert(pthread_barrier_init(&barrier, NULL, 2) == 0);
    assert(pthread_create(&t, NULL, rounds, NULL) == 0);
    rounds(NULL);
    assert(pthread_join(t, NULL) == 0 && serial == 2 && arrived == 4);
    assert(pthread_barrier_destroy(&barrier) == 0);
}

static void *waits(void *argument)
{
    pthread_mutex_t *lock = &m[round_number];
    assert(pthread_mutex_lock(lock) == 0);
    while (ready <= round_number)
        assert(pthread_cond_wait(&c, lock) == 0);
    woken++;
    assert(pthread_mutex_unlock(lock) == 0);
    return argument;
}

static void wake(void)
{
    pthread_t t[2];
    for (round_number = 0; round_number < 2; round_number++) {
        for (int k = 0; k < 2; k++)
            assert(pthread_create(&t[k], NULL, waits, NULL) == 0);
        assert(pthread_mutex_lock(&m[round_number]) == 0);
        ready++;
        if (round_number)
            assert(pthread_cond_signal(&c) == 0 && pthread_cond_signal(&c) == 0);
        else
            assert(pthread_cond_broadcast(&c) == 0);
        assert(pthread_mutex_unlock(&m[round_number]) == 0);
        assert(pthread_join(t[0], NULL) == 0 && pthread_join(t[1], NULL) == 0);
        assert(woken == 2 * (round_number + 1));
    }
    assert(pthread_cond_destroy(&c) == 0 && pthread_mutex_destroy(&m[0]) == 0);
}

static void end_again(void *value)
{
    assert(pthread_getspecific(again) == NULL);
    ended_again++;
    pthread_setspecific(again, value); /* and again: four times in all */
}

static void end_twice(void *value)
{
    if (ended_twice++ == 0)
        pthread_setspecific(twice, value);
}

static void end_gone(void *value)
{
    (void)value;
    ended_gone++;
}

static void *values(void *argument)
{
    assert(!pthread_getspecific(again) && !pthread_getspecific(twice));
    assert(!pthread_getspecific(gone) && !pthread_getspecific(plain));
    assert(pthread_setspecific(again, argument) == 0 &&
           pthread_setspecific(twice, &ended_gone) == 0);
    assert(pthread_setspecific(gone, argument) == 0 && pthread_setspecific(gone, NULL) == 0);
    assert(pthread_setspecific(plain, argument) == 0 && pthread_getspecific(plain) == argument);
    assert(pthread_getspecific(again) == argument && pthread_getspecific(twice) == &ended_gone);
    return argument;
}

static void keys(void)
{
    pthread_t t;
    assert(pthread_key_create(&again, end_again) == 0 &&
           pthread_key_create(&twice, end_twice) == 0);
    assert(pthread_key_create(&gone, end_gone) == 0 && pthread_key_create(&plain, NULL) == 0);
    assert(again != twice && twice != gone && gone != plain && again != plain);
    assert(pthread_setspecific(twice, &again) == 0);
    assert(pthread_create(&t, NULL, values, &t) == 0 && pthread_join(t, NULL) == 0);
    assert(ended_again == 4 && ended_twice == 2 && ended_gone == 0);
    assert(pthread_getspecific(twice) == &again && pthread_getspecific(again) == NULL);
    assert(pthread_key_delete(twice) == 0 && pthread_key_delete(plain) == 0);
}

static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static int shared;

static void *reads(void *argument)
{
    assert(pthread_rwlock_rdlock(&rw) == 0 && pthread_rwlock_tryrdlock(&rw) == 0);
    int seen = shared;
    assert(pthread_rwlock_trywrlock(&rw) == EBUSY);
    assert(pthread_rwlock_unlock(&rw) == 0);
    assert(shared == seen && seen % 2 == 0); /* it still reads */
    assert(pthread_rwlock_unlock(&rw) == 0);
    return argument;
}

static void readers(void)
{
    pthread_t t;
    assert(pthread_create(&t, NULL, reads, NULL) == 0);
    assert(pthread_rwlock_wrlock(&rw) == 0);
    shared++;
    assert(pthread_rwlock_tryrdlock(&rw) == EBUSY);
    shared++;
    assert(pthread_rwlock_unlock(&rw) == 0);
    assert(pthread_join(t, NULL) == 0 && pthread_rwlock_destroy(&rw) == 0);
    assert(pthread_rwlock_init(&rw, NULL) == 0 && pthread_rwlock_trywrlock(&rw) == 0);
    assert(pthread_rwlock_unlock(&rw) == 0);
}

int main(void)
{
    meet();
    wake();
    keys();
    readers();
    return 0;
}
