/* signal.h -- where a thread notices that a signal has come.  Private to lib/.  Programs that send
 * none have none of this: ask SIGNALS before, in an `if` of its own. */
#ifndef HEDDLE_SIGNAL_H
#define HEDDLE_SIGNAL_H

#include "intrinsics.h"

/* By whom a signal may come at any time. */
#define SIGNALS                                                                                    \
    (__heddle_uses("pthread_kill") || __heddle_uses("kill") || __heddle_uses("tgkill") ||          \
     SIGNALS_ALARM || SIGNALS_CHILDREN)
#define SIGNALS_ALARM                                                                              \
    (__heddle_uses("alarm") || __heddle_uses("ualarm") || __heddle_uses("setitimer"))
/* The end of a child is told by SIGCHLD, for which there may be a handler. */
#define SIGNALS_CHILDREN                                                                           \
    ((__heddle_uses("fork") || __heddle_uses("vfork")) &&                                          \
     (__heddle_uses("signal") || __heddle_uses("sigaction")))
/* Who sends others than SIGALRM and SIGCHLD. */
#define SIGNALS_SENT                                                                               \
    (__heddle_uses("pthread_kill") || __heddle_uses("kill") || __heddle_uses("tgkill") ||          \
     __heddle_uses("raise"))

enum { EINTR = 4, ESRCH = 3 };

void __heddle_signal_check(void); /* runs the handlers of what is due */
/* Is there one that the caller does not block?  Who asks inside an action runs the handlers behind
 * it. */
_Bool __heddle_signal_is_due(void);
_Bool __heddle_signal_run(void); /* does a call that waits go on (SA_RESTART)? */
/* Behind a wait in which the caller asked: to find the answer, __heddle_signal_run is called. */
#define RETURN_IF_INTERRUPTED(interrupted, answer)                                                 \
    do {                                                                                           \
        if (SIGNALS)                                                                               \
            if (interrupted)                                                                       \
                return answer;                                                                     \
    } while (0)
/* Takes a lock; handlers run while the thread waits. */
void __heddle_signal_acquire(void *lock);
/* In an action: a child has ended. */
void __heddle_signal_child(void);
_Bool __heddle_signal_handled(void); /* is there a handler? */
/* Nobody reads the pipe. */
void __heddle_signal_pipe(void);
/* In a wait that a signal does not interrupt here. */
static inline void signal_refuse(void)
{
    if (__heddle_signal_is_due())
        __heddle_fail("unsupported", "a signal comes while the thread waits at a barrier, a "
                                     "reader-writer lock or for pthread_once");
}
unsigned long long __heddle_signal_mask(void);
void __heddle_signal_restore(unsigned long long mask);
/* A new thread blocks what its creator blocks. */
void __heddle_signal_inherit(unsigned thread);

#endif
