/* mutex.c -- pthread_mutex_*.
 *
 * A normal mutex costs a read of its kind, which nobody changes, and the acquire or release.  The
 * machine reports a normal mutex that is locked twice by one thread (self-deadlock) or unlocked by
 * a thread that does not hold it (not-held).  Adaptive mutexes are normal ones.
 *
 * In the abstractions all mutexes are normal ones; prove refuses programs that make others. */
#include "moment.h"
#include "mutex.h"
#include "signal.h"

static int normal_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    if (attributes)
        __heddle_fail("unsupported", "there is no proof yet for mutexes with attributes");
    m->lock = 0;
    return 0;
}

static void no_make(pthread_mutex_t *m, int kind)
{
    (void)m, (void)kind;
    __heddle_fail("unsupported", "there is no proof yet for mutexes of <threads.h>");
}

void __heddle_mutex_make(pthread_mutex_t *m, int kind)
{
    ABSTRACT(no_make);
    m->lock = m->count = 0;
    m->blocked = 0;
    m->kind = kind;
}

int pthread_mutex_init(pthread_mutex_t *m, const pthread_mutexattr_t *attributes)
{
    ABSTRACT(normal_init);
    __heddle_atomic_begin();
    INITIALISE_ONCE(m, "a mutex");
    __heddle_mutex_make(m, attributes ? attributes->kind : MUTEX_NORMAL);
    __heddle_atomic_end();
    return 0;
}

static int normal_destroy(pthread_mutex_t *m)
{
    (void)m;
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *m)
{
    ABSTRACT(normal_destroy);
    __heddle_atomic_begin();
    if (m->kind == MUTEX_DESTROYED)
        __heddle_fail("destroyed", "the mutex was destroyed before");
    if (!__heddle_try(&m->lock))
        __heddle_fail("busy", "a mutex is destroyed while a thread holds it");
    if (m->blocked)
        __heddle_fail("busy", "a mutex is destroyed while a thread waits for a condition with it");
    __heddle_release(&m->lock);
    m->kind = MUTEX_DESTROYED;
    m->self = NULL;
    __heddle_atomic_end();
    return 0;
}

/* ---- lock ---- */

/* The caller holds it already. */
static QUIET int mutex_lock_again(pthread_mutex_t *m, int error)
{
    if (m->kind == MUTEX_ERRORCHECK)
        return error;
    if (m->count == ~0u)
        return EAGAIN;
    m->count++;
    return 0;
}

static int mutex_lock_counted(pthread_mutex_t *m)
{
    int error = 0;
    _Bool interrupted = 0, again;
    __heddle_wait_begin();
    again = __heddle_holds(&m->lock);
    if (SIGNALS)
        interrupted = !again && __heddle_signal_is_due();
    if (again)
        error = mutex_lock_again(m, EDEADLK);
    else if (!interrupted)
        __heddle_acquire(&m->lock);
    __heddle_atomic_end();
    RETURN_IF_INTERRUPTED(interrupted, (__heddle_signal_run(), mutex_lock_counted(m)));
    return error;
}

static int normal_lock(pthread_mutex_t *m)
{
    __heddle_acquire(&m->lock);
    return 0;
}

int pthread_mutex_lock(pthread_mutex_t *m)
{
    ABSTRACT(normal_lock);
    switch (m->kind) {
    case MUTEX_NORMAL:
    case MUTEX_ADAPTIVE:
        if (SIGNALS)
            __heddle_signal_acquire(&m->lock);
        else
            __heddle_acquire(&m->lock);
        return 0;
    case MUTEX_RECURSIVE:
    case MUTEX_ERRORCHECK:
        return mutex_lock_counted(m);
    }
    mutex_unusable(m);
}

/* ---- try; give up after a while ---- */

static int mutex_try_counted(pthread_mutex_t *m)
{
    int error = 0;
    __heddle_atomic_begin();
    if (__heddle_holds(&m->lock))
        error = mutex_lock_again(m, EBUSY);
    else if (!__heddle_try(&m->lock))
        error = EBUSY;
    __heddle_atomic_end();
    return error;
}

static int normal_try(pthread_mutex_t *m)
{
    return __heddle_try(&m->lock) ? 0 : EBUSY;
}

int pthread_mutex_trylock(pthread_mutex_t *m)
{
    ABSTRACT(normal_try);
    if (__heddle_may_fail())
        return EBUSY;
    switch (m->kind) {
    case MUTEX_NORMAL:
    case MUTEX_ADAPTIVE:
        return __heddle_try(&m->lock) ? 0 : EBUSY;
    case MUTEX_RECURSIVE:
    case MUTEX_ERRORCHECK:
        return mutex_try_counted(m);
    }
    mutex_unusable(m);
}

static int normal_timed(pthread_mutex_t *m, const void *deadline)
{
    (void)deadline;
    return __heddle_try(&m->lock) ? 0 : ETIMEDOUT;
}

/* To wait some time and then to get the mutex is to try later; not to get it is to try in vain. */
int pthread_mutex_timedlock(pthread_mutex_t *m, const void *deadline)
{
    ABSTRACT(normal_timed);
    if (m->kind == MUTEX_ERRORCHECK && __heddle_holds(&m->lock))
        return EDEADLK;
    _Bool valid = moment_read(deadline);
    int error = pthread_mutex_trylock(m); /* only who would have to wait looks at the deadline */
    return error != EBUSY ? error : valid ? ETIMEDOUT : EINVAL;
}

int pthread_mutex_clocklock(pthread_mutex_t *m, int clock, const void *deadline)
{
    (void)clock;
    return pthread_mutex_timedlock(m, deadline);
}

/* ---- unlock ---- */

static QUIET int mutex_unlock_counted(pthread_mutex_t *m)
{
    int error = 0;
    __heddle_atomic_begin();
    if (!__heddle_holds(&m->lock))
        error = EPERM;
    else if (m->count)
        m->count--;
    else
        __heddle_release(&m->lock);
    __heddle_atomic_end();
    return error;
}

static int normal_unlock(pthread_mutex_t *m)
{
    __heddle_release(&m->lock);
    return 0;
}

int pthread_mutex_unlock(pthread_mutex_t *m)
{
    ABSTRACT(normal_unlock);
    switch (m->kind) {
    case MUTEX_NORMAL:
    case MUTEX_ADAPTIVE:
        __heddle_release(&m->lock);
        return 0;
    case MUTEX_RECURSIVE:
    case MUTEX_ERRORCHECK:
        return mutex_unlock_counted(m);
    }
    mutex_unusable(m);
}

/* ---- attributes ---- */

int pthread_mutexattr_init(pthread_mutexattr_t *a)
{
    a->kind = MUTEX_NORMAL;
    return 0;
}

int pthread_mutexattr_destroy(pthread_mutexattr_t *a)
{
    a->kind = MUTEX_DESTROYED;
    return 0;
}

int pthread_mutexattr_settype(pthread_mutexattr_t *a, int type)
{
    if (type < MUTEX_NORMAL || type > MUTEX_ADAPTIVE)
        return EINVAL;
    a->kind = type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *type)
{
    *type = a->kind;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t *a, int shared)
{
    (void)a;
    return shared == 0 || shared == 1 ? 0 : EINVAL;
}

/* Priorities: heddle tries all schedules anyway. */
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *a, int protocol)
{
    (void)a;
    return protocol >= 0 && protocol <= 2 ? 0 : EINVAL;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t *a, int robust)
{
    (void)a;
    if (robust == 1)
        __heddle_fail("unsupported",
                      "robust mutexes are not known to heddle; leave the attribute away");
    return robust == 0 ? 0 : EINVAL;
}
