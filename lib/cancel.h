/* cancel.h -- where a thread that is to be cancelled notices it.  Private to lib/. */
#ifndef HEDDLE_CANCEL_H
#define HEDDLE_CANCEL_H

#include "intrinsics.h"

_Bool __heddle_cancel_is_due(void);
_Noreturn void __heddle_cancel_end(void);

/* Is the caller to end?  Whoever asks inside an action or a wait ends after it: cancel_end. */
static inline _Bool cancel_is_due(void)
{
    return __heddle_uses("pthread_cancel") && __heddle_cancel_is_due();
}

static inline void cancel_end(void)
{
    if (__heddle_uses("pthread_cancel"))
        __heddle_cancel_end();
}

/* A function that POSIX calls a cancellation point, and that does not wait. */
static inline void cancel_point(void)
{
    if (cancel_is_due())
        cancel_end();
}

/* One that may be a cancellation point, or not. */
static inline void cancel_perhaps(void)
{
    if (cancel_is_due() && __heddle_choose(0, 1))
        cancel_end();
}

#endif
