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

/* ---- robust mutexes: a thread that ends gives back those that it holds ---- */

enum { MOST_ROBUST = 8, EOWNERDEAD = 130, ENOTRECOVERABLE = 131 };

static _Thread_local pthread_mutex_t
    *mutex_mine[MOST_ROBUST]; /* the robust ones that the thread holds */

static void mutex_mine_change(pthread_mutex_t *from, pthread_mutex_t *to)
{
    int k = 0;
    while (k < MOST_ROBUST && mutex_mine[k] != from)
        k++;
    if (k == MOST_ROBUST)
        __heddle_fail("limit", "a thread holds more than 8 robust mutexes at once");
    mutex_mine[k] = to;
}

void __heddle_mutex_orphan(void)
{
    for (int k = 0; k < MOST_ROBUST; k++) {
        pthread_mutex_t *m = mutex_mine[k];
        if (!m)
            continue;
        __heddle_atomic_begin();
        m->kind |= MUTEX_ORPHAN;
        m->count = 0;
        mutex_mine[k] = NULL;
        __heddle_release(&m->lock);
        __heddle_atomic_end();
    }
}

static int mutex_robust_again(pthread_mutex_t *m, int error)
{
    if ((m->kind & MUTEX_TYPE) != MUTEX_RECURSIVE)
        return error;
    m->count++;
    return 0;
}

/* It has been taken. */
static int mutex_robust_taken(pthread_mutex_t *m)
{
    mutex_mine_change(NULL, m);
    return m->kind & MUTEX_ORPHAN ? EOWNERDEAD : 0;
}

static int mutex_robust_lock(pthread_mutex_t *m)
{
    int error;
    if (SIGNALS)
        __heddle_fail("unsupported", "robust mutexes beside handlers of signals are not followed");
    __heddle_wait_begin();
    _Bool counts =
        (m->kind & MUTEX_TYPE) == MUTEX_RECURSIVE || (m->kind & MUTEX_TYPE) == MUTEX_ERRORCHECK;
    if (m->kind & MUTEX_LOST)
        error = ENOTRECOVERABLE;
    else if (counts && __heddle_holds(&m->lock))
        error = mutex_robust_again(m, EDEADLK);
    else {
        __heddle_acquire(&m->lock);
        error = mutex_robust_taken(m);
    }
    __heddle_atomic_end();
    return error;
}

static int mutex_robust_try(pthread_mutex_t *m)
{
    int error;
    __heddle_atomic_begin();
    if (m->kind & MUTEX_LOST)
        error = ENOTRECOVERABLE;
    else if (__heddle_holds(&m->lock))
        error = mutex_robust_again(m, EBUSY);
    else
        error = __heddle_try(&m->lock) ? mutex_robust_taken(m) : EBUSY;
    __heddle_atomic_end();
    return error;
}

static int mutex_robust_unlock(pthread_mutex_t *m)
{
    int error = 0;
    __heddle_atomic_begin();
    if (!__heddle_holds(&m->lock))
        error = EPERM;
    else if (m->count)
        m->count--;
    else {
        if (m->kind & MUTEX_ORPHAN)
            m->kind |= MUTEX_LOST;
        mutex_mine_change(m, NULL);
        __heddle_release(&m->lock);
    }
    __heddle_atomic_end();
    return error;
}

int pthread_mutex_consistent(pthread_mutex_t *m)
{
    int error = EINVAL;
    __heddle_atomic_begin();
    if (m->kind > 0 && m->kind & MUTEX_ORPHAN && __heddle_holds(&m->lock)) {
        m->kind &= ~MUTEX_ORPHAN;
        error = 0;
    }
    __heddle_atomic_end();
    return error;
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
    if (ROBUST)
        if (m->kind & MUTEX_ROBUST && m->kind > 0)
            return mutex_robust_lock(m);
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
    if (ROBUST)
        if (m->kind & MUTEX_ROBUST && m->kind > 0)
            return mutex_robust_try(m);
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
    if (ROBUST)
        if (m->kind > 0 && (m->kind & MUTEX_TYPE) == MUTEX_ERRORCHECK && __heddle_holds(&m->lock))
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
    if (ROBUST)
        if (m->kind & MUTEX_ROBUST && m->kind > 0)
            return mutex_robust_unlock(m);
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
    a->kind = (a->kind & MUTEX_ROBUST) | type;
    return 0;
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t *a, int *type)
{
    *type = a->kind & MUTEX_TYPE;
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
    if (robust != 0 && robust != 1)
        return EINVAL;
    a->kind = (a->kind & MUTEX_TYPE) | (robust ? MUTEX_ROBUST : 0);
    return 0;
}

int pthread_mutexattr_getrobust(const pthread_mutexattr_t *a, int *robust)
{
    *robust = (a->kind & MUTEX_ROBUST) != 0;
    return 0;
}
