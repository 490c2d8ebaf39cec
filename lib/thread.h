/* thread.h -- creating and joining, for pthread_* and thrd_* alike.  Private to lib/. */
#ifndef HEDDLE_THREAD_H
#define HEDDLE_THREAD_H

#include "intrinsics.h"

void __heddle_thread_record(unsigned thread, _Bool is_detached);
void *__heddle_thread_join(unsigned long thread, _Bool point);
extern char __heddle_no_result; /* its address: of a thread whose function had no `return` */
void __heddle_thread_detach(unsigned long thread);
void __heddle_thread_not_joined(Threads thread); /* an error if it was: its name has ended */
void __heddle_thread_exit(void *result) __attribute__((noreturn));
void __heddle_key_end(void);
void __heddle_mutex_orphan(void); /* gives back the robust mutexes that the thread holds */
void __heddle_thread_leave(void);
void __heddle_thread_gone(void); /* who tries to join the caller need not wait any more */
void __heddle_cancel_forget(Threads thread);

/* The set that holds just this thread; empty if its number is too large.  (Then it is not noticed
 * that it is joined twice.) */
static inline Threads thread_valid(unsigned long thread)
{
    if (thread == 0 || thread > ~0u)
        __heddle_fail("bad-thread", "this is no thread");
    return thread > MOST_THREADS ? 0 : thread_bit((unsigned)thread);
}

/* What a thread does when its function has returned.  If main did not end the program, the last
 * thread does; that matters to handlers. */
static inline void thread_ends(void)
{
    if (__heddle_option("lock-leaks") && __heddle_locks)
        __heddle_fail("leaked-lock", "the thread ends while it holds a lock");
    if (__heddle_uses("pthread_key_create") || __heddle_uses("tss_create"))
        __heddle_key_end();
    if (__heddle_uses("pthread_mutexattr_setrobust"))
        __heddle_mutex_orphan();
    if (__heddle_uses("pthread_tryjoin_np") || __heddle_uses("pthread_timedjoin_np"))
        __heddle_thread_gone();
    if (__heddle_uses("atexit"))
        if (__heddle_uses("pthread_exit") || __heddle_uses("thrd_exit"))
            __heddle_thread_leave();
}

#endif
