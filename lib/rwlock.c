/* rwlock.c -- pthread_rwlock_*.
 *
 * The machine's lock has one bit for a reader; POSIX lets a thread read-lock again what it has
 * read-locked, so the second time is a bit in `again`.  Neither readers nor writers are preferred.
 *
 * In the abstractions no thread read-locks again; prove shows that none does, or refuses. */
#include "signal.h"
#include "moment.h"

typedef struct {
    unsigned writer, unused; /* the machine's, with `readers` */
    Threads readers;
    int destroyed;
    Threads again;
    void *self; /* INITIALISE_ONCE */
} pthread_rwlock_t;

_Static_assert(sizeof(pthread_rwlock_t) <= (__SIZEOF_POINTER__ == 8 ? 56 : 32), "as in glibc");

static int once_init(pthread_rwlock_t *l, const void *attributes)
{
    (void)attributes;
    l->writer = 0;
    return 0;
}

int pthread_rwlock_init(pthread_rwlock_t *l, const void *attributes)
{
    ABSTRACT(once_init);
    (void)attributes;
    __heddle_atomic_begin();
    INITIALISE_ONCE(l, "a reader-writer lock");
    l->writer = l->unused = 0;
    l->readers = l->again = 0;
    l->destroyed = 0;
    __heddle_atomic_end();
    return 0;
}

static void unchecked(const pthread_rwlock_t *l)
{
    (void)l;
}

static void rwlock_check(const pthread_rwlock_t *l)
{
    ABSTRACT(unchecked);
    if (l->destroyed)
        __heddle_fail("destroyed", "the reader-writer lock was destroyed");
}

static int once_destroy(pthread_rwlock_t *l)
{
    (void)l;
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *l)
{
    ABSTRACT(once_destroy);
    __heddle_atomic_begin();
    rwlock_check(l);
    if (!__heddle_try_exclusive(l))
        __heddle_fail("busy", "a reader-writer lock is destroyed while a thread holds it");
    __heddle_release_exclusive(l);
    l->destroyed = 1;
    l->self = NULL;
    __heddle_atomic_end();
    return 0;
}

/* A reader reads once more. */
static void rwlock_again(pthread_rwlock_t *l, Threads me)
{
    if (l->again & me)
        __heddle_fail("limit", "a thread holds a reader-writer lock for reading three times, which "
                               "heddle does not count");
    l->again |= me;
}

static int once_read(pthread_rwlock_t *l)
{
    __heddle_acquire_shared(l);
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *l)
{
    ABSTRACT(once_read);
    Threads me = thread_me();
    rwlock_check(l);
    __heddle_wait_begin();
    if (SIGNALS)
        signal_refuse();
    if (__heddle_holds_shared(l))
        rwlock_again(l, me);
    else
        __heddle_acquire_shared(l);
    __heddle_atomic_end();
    return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t *l)
{
    rwlock_check(l);
    __heddle_acquire_exclusive(l);
    return 0;
}

static int once_try_read(pthread_rwlock_t *l)
{
    return __heddle_try_shared(l) ? 0 : EBUSY;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *l)
{
    ABSTRACT(once_try_read);
    _Bool taken = 1;
    Threads me = thread_me();
    rwlock_check(l);
    if (__heddle_may_fail())
        return EBUSY;
    __heddle_atomic_begin();
    if (__heddle_holds_shared(l))
        rwlock_again(l, me);
    else
        taken = __heddle_try_shared(l);
    __heddle_atomic_end();
    return taken ? 0 : EBUSY;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *l)
{
    rwlock_check(l);
    if (__heddle_may_fail())
        return EBUSY;
    return __heddle_try_exclusive(l) ? 0 : EBUSY;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const void *deadline)
{
    if (!moment_read(deadline))
        return EINVAL;
    return pthread_rwlock_tryrdlock(l) ? ETIMEDOUT : 0;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const void *deadline)
{
    if (!moment_read(deadline))
        return EINVAL;
    return pthread_rwlock_trywrlock(l) ? ETIMEDOUT : 0;
}

static int once_unlock(pthread_rwlock_t *l)
{
    if (__heddle_holds_shared(l))
        __heddle_release_shared(l);
    else
        __heddle_release_exclusive(l);
    return 0;
}

int pthread_rwlock_unlock(pthread_rwlock_t *l)
{
    ABSTRACT(once_unlock);
    Threads me = thread_me();
    rwlock_check(l);
    __heddle_atomic_begin();
    if (__heddle_holds_exclusive(l))
        __heddle_release_exclusive(l);
    else if (l->again & me)
        l->again &= ~me;
    else
        __heddle_release_shared(l);
    __heddle_atomic_end();
    return 0;
}

int pthread_rwlockattr_init(long *a)
{
    *a = 0;
    return 0;
}

int pthread_rwlockattr_destroy(long *a)
{
    (void)a;
    return 0;
}

int pthread_rwlockattr_setpshared(long *a, int shared)
{
    (void)a;
    return shared == 0 || shared == 1 ? 0 : EINVAL;
}

int pthread_rwlockattr_setkind_np(long *a, int preference)
{
    (void)a;
    return preference >= 0 && preference <= 2 ? 0 : EINVAL;
}
