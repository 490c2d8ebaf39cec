/* cancel.h -- where a thread that is to be cancelled notices it.  Private to lib/.  Programs that
 * cancel nobody have none of this: ask CANCELS before, in an `if` of its own. */
#ifndef HEDDLE_CANCEL_H
#define HEDDLE_CANCEL_H

#include "intrinsics.h"

#define CANCELS __heddle_uses("pthread_cancel")

/* Is the caller to end?  Who asks inside an action ends behind it. */
_Bool __heddle_cancel_is_due(void);
_Noreturn void __heddle_cancel_end(void);
/* Behind a wait in which the caller asked. */
#define END_IF_CANCELLED(ends)                                                                     \
    do {                                                                                           \
        if (CANCELS)                                                                               \
            if (ends)                                                                              \
                __heddle_cancel_end();                                                             \
    } while (0)
/* A function that POSIX calls a cancellation point, and that does not wait. */
void __heddle_cancel_point(void);
/* One that may be a cancellation point, or not. */
void __heddle_cancel_perhaps(void);

#endif
