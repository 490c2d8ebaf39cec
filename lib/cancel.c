/* cancel.c -- pthread_cancel, deferred: a thread that is to end does so at its next cancellation
 * point, where its cleanup handlers run and the destructors of its keys; it ends with the result
 * PTHREAD_CANCELED.  Who waits there wakes up for it.  Nothing here puts threads in order. */
#include "cancel.h"
#include "thread.h"

enum { CANCEL_ENABLE, CANCEL_DISABLE };
enum { CANCEL_DEFERRED, CANCEL_ASYNCHRONOUS };

static Threads cancel_asked;
static _Thread_local int cancel_state;

_Bool __heddle_cancel_is_due(void)
{
    return cancel_state == CANCEL_ENABLE && (cancel_asked & thread_me());
}

/* Who ends knows that somebody wants that, and nothing happens before it. */
_Noreturn void __heddle_cancel_end(void)
{
    __heddle_failed();
    cancel_state = CANCEL_DISABLE;
    __heddle_thread_exit((void *)-1);
}

void __heddle_cancel_point(void)
{
    if (__heddle_cancel_is_due())
        __heddle_cancel_end();
}

void __heddle_cancel_perhaps(void)
{
    if (__heddle_cancel_is_due() && __heddle_choose(0, 1))
        __heddle_cancel_end();
}

/* A new thread may have the number of one that has ended. */
void __heddle_cancel_forget(Threads thread)
{
    cancel_asked &= ~thread;
}

int pthread_cancel(unsigned long thread)
{
    Threads it = thread_valid(thread);
    __heddle_atomic_begin();
    __heddle_thread_not_joined(it);
    cancel_asked |= it;
    __heddle_atomic_end();
    return 0;
}

int pthread_setcancelstate(int state, int *old)
{
    if (state != CANCEL_ENABLE && state != CANCEL_DISABLE)
        return EINVAL;
    if (old)
        *old = cancel_state;
    cancel_state = state;
    return 0;
}

int pthread_setcanceltype(int type, int *old)
{
    if (type != CANCEL_DEFERRED && type != CANCEL_ASYNCHRONOUS)
        return EINVAL;
    if (type == CANCEL_ASYNCHRONOUS && __heddle_uses("pthread_cancel"))
        __heddle_fail("unsupported", "a thread that can be cancelled at any instruction "
                                     "(PTHREAD_CANCEL_ASYNCHRONOUS): use deferred cancellation");
    if (old)
        *old = CANCEL_DEFERRED;
    return 0;
}

void pthread_testcancel(void)
{
    __heddle_point();
    if (CANCELS)
        __heddle_cancel_point();
}
