/* cond.c -- pthread_cond_*.
 *
 * A thread that waits is in two sets: in the condition variable, so that a signal finds it, and in
 * its mutex, where it looks whether it has been signalled.  It may not look into the condition
 * variable any more, because that may be destroyed as soon as all its waiters were signalled.  To
 * wake up and to take the mutex is one action: until it has the mutex, a thread that is awake does
 * nothing that could be told from sleeping.
 *
 * Spurious wakeups: a thread that wakes up for no reason might as well do it at once, so it just
 * gives up the mutex and takes it again.  A signal reaches any one of the waiters.
 *
 * Who has been signalled comes after that, also if the mutex was not held; nothing else here puts
 * threads in order but the mutex.
 *
 * In the abstractions every wakeup is spurious, so that nobody need know who waits. */
#include "cancel.h"
#include "cond.h"
#include "moment.h"

static int spurious_init(pthread_cond_t *c, const void *attributes)
{
    (void)c, (void)attributes;
    return 0;
}

/* To destroy, to signal, to broadcast. */
static int spurious_nothing(pthread_cond_t *c)
{
    (void)c;
    return 0;
}

static void spurious_make(pthread_cond_t *c)
{
    (void)c;
}

void __heddle_cond_make(pthread_cond_t *c)
{
    ABSTRACT(spurious_make);
    c->waiting = 0;
    c->destroyed = 0;
    c->mutex = NULL;
}

int pthread_cond_init(pthread_cond_t *c, const void *attributes)
{
    ABSTRACT(spurious_init);
    (void)attributes;
    __heddle_atomic_begin();
    INITIALISE_ONCE(c, "a condition variable");
    __heddle_cond_make(c);
    __heddle_atomic_end();
    return 0;
}

static void cond_check(const pthread_cond_t *c)
{
    if (c->destroyed)
        __heddle_fail("destroyed", "the condition variable was destroyed");
}

int pthread_cond_destroy(pthread_cond_t *c)
{
    ABSTRACT(spurious_nothing);
    __heddle_atomic_begin();
    cond_check(c);
    if (c->waiting)
        __heddle_fail("busy", "a condition variable is destroyed while a thread waits for it");
    c->destroyed = 1;
    c->self = NULL;
    __heddle_atomic_end();
    return 0;
}

/* ---- wait ---- */

/* Does the caller hold the mutex as a waiter must?  (If it does not hold a normal mutex, giving it
 * up is an error.) */
static int cond_check_mutex(pthread_mutex_t *m)
{
    switch (m->kind) {
    case MUTEX_NORMAL:
    case MUTEX_ADAPTIVE:
        return 0;
    case MUTEX_RECURSIVE:
    case MUTEX_ERRORCHECK:
        if (!__heddle_holds(&m->lock))
            return EPERM;
        if (m->count)
            __heddle_fail("misuse", "the caller holds the recursive mutex more than once: waiting "
                                    "does not give it up");
        return 0;
    }
    mutex_unusable(m);
}

/* Become a waiter and give up the mutex. */
static QUIET int cond_enter(pthread_cond_t *c, pthread_mutex_t *m)
{
    Threads me = thread_me();
    cond_check(c);
    int error = cond_check_mutex(m);
    if (error)
        return error;
    if (c->waiting && c->mutex != m)
        __heddle_fail("misuse", "threads wait for one condition variable with different mutexes");
    c->waiting |= me;
    c->mutex = m;
    m->blocked |= me;
    __heddle_release(&m->lock);
    return 0;
}

/* Has the thread been signalled? */
static _Bool cond_is_awake(const pthread_mutex_t *m, Threads me)
{
    return !(m->blocked & me) && !(*(const volatile Threads *)&m->blocked & me);
}

/* These threads are not waiters any more. */
static void cond_wake(pthread_cond_t *c, Threads threads)
{
    *(volatile Threads *)&c->mutex->blocked = c->mutex->blocked & ~threads;
    c->waiting &= ~threads;
    if (!c->waiting)
        c->mutex = NULL;
}

/* Nobody has signalled the thread, and it goes on. */
static QUIET void cond_leave(pthread_cond_t *c, Threads me)
{
    c->mutex->blocked &= ~me;
    c->waiting &= ~me;
    if (!c->waiting)
        c->mutex = NULL;
}

static int cond_wait_spuriously(pthread_cond_t *c, pthread_mutex_t *m)
{
    __heddle_atomic_begin();
    cond_check(c);
    int error = cond_check_mutex(m);
    if (!error)
        __heddle_release(&m->lock);
    __heddle_atomic_end();
    if (error)
        return error;
    __heddle_acquire(&m->lock);
    __heddle_trace("wakes up without a signal");
    return 0;
}

static int spurious_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    (void)c;
    __heddle_release(&m->lock);
    __heddle_acquire(&m->lock);
    return 0;
}

/* Waits until the thread is awake, which is for its caller, or there is a signal: after the handler
 * it is as if it had woken up for no reason. */
static _Bool cond_interrupt(pthread_cond_t *c, pthread_mutex_t *m, Threads me)
{
    __heddle_wait_begin();
    _Bool awake = cond_is_awake(m, me), interrupted = !awake && __heddle_signal_is_due(), ends = 0;
    if (CANCELS)
        ends = __heddle_cancel_is_due();
    __heddle_wait(awake || interrupted || ends);
    if (interrupted)
        cond_wake(c, me);
    __heddle_atomic_end();
    if (interrupted) {
        __heddle_signal_run();
        pthread_mutex_lock(m);
    }
    return interrupted;
}

/* A thread that is cancelled meanwhile wakes up for that, too, has the mutex then, and takes no signal
 * away. */
int pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m)
{
    ABSTRACT(spurious_wait);
    if (CANCELS)
        __heddle_cancel_point();
    if (__heddle_choose(0, 1))
        return cond_wait_spuriously(c, m);
    __heddle_atomic_begin();
    int error = cond_enter(c, m);
    __heddle_atomic_end();
    if (error)
        return error;
    Threads me = thread_me();
    if (SIGNALS)
        if (cond_interrupt(c, m, me))
            return 0;
    __heddle_wait_begin();
    __heddle_acquire(&m->lock);
    _Bool awake = cond_is_awake(m, me), ends = 0;
    if (CANCELS)
        ends = !awake && __heddle_cancel_is_due();
    __heddle_wait(awake || ends);
    if (CANCELS)
        if (ends)
            cond_wake(c, me);
    __heddle_atomic_end();
    END_IF_CANCELLED(ends);
    return 0;
}

static int spurious_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const void *deadline)
{
    (void)deadline;
    spurious_wait(c, m);
    return __heddle_choose(0, 1) ? 0 : ETIMEDOUT;
}

/* Never waits for ever, so it may go on at any time.  Without a signal it is a timeout or spurious.
 */
int pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const void *deadline)
{
    ABSTRACT(spurious_timedwait);
    if (!moment_read(deadline))
        return EINVAL;
    if (CANCELS)
        __heddle_cancel_point();
    __heddle_atomic_begin();
    int error = cond_enter(c, m);
    __heddle_atomic_end();
    if (error)
        return error;
    Threads me = thread_me();
    __heddle_wait_begin();
    __heddle_acquire(&m->lock);
    _Bool signalled = cond_is_awake(m, me);
    if (!signalled)
        cond_leave(c, me);
    __heddle_atomic_end();
    if (CANCELS)
        if (!signalled)
            __heddle_cancel_point();
    return signalled || __heddle_choose(0, 1) ? 0 : ETIMEDOUT;
}

int pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, int clock, const void *deadline)
{
    (void)clock;
    return pthread_cond_timedwait(c, m, deadline);
}

/* ---- signal ---- */

int pthread_cond_signal(pthread_cond_t *c)
{
    ABSTRACT(spurious_nothing);
    __heddle_atomic_begin();
    cond_check(c);
    if (c->waiting)
        cond_wake(c, thread_any(c->waiting));
    __heddle_atomic_end();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *c)
{
    ABSTRACT(spurious_nothing);
    __heddle_atomic_begin();
    cond_check(c);
    if (c->waiting)
        cond_wake(c, c->waiting);
    __heddle_atomic_end();
    return 0;
}

/* ---- attributes: which clock a timeout looks at makes no difference ---- */

int pthread_condattr_init(int *a)
{
    *a = 0;
    return 0;
}

int pthread_condattr_destroy(int *a)
{
    (void)a;
    return 0;
}

int pthread_condattr_setclock(int *a, int clock)
{
    (void)a;
    return clock == 0 || clock == 1 ? 0 : EINVAL;
}

int pthread_condattr_setpshared(int *a, int shared)
{
    (void)a;
    return shared == 0 || shared == 1 ? 0 : EINVAL;
}
