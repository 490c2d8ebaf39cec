/* fork.c -- processes.
 *
 * The other process does not touch our memory.  So after fork one of two runs goes on: that of the
 * parent, whose child is a number, or that of the child, whose memory is a copy.  In the child only the thread that called fork is there; where the program has
 * other threads that run is not tried, and the verdict not `safe`. */
#include "channel.h"
#include "process.h"
#include "varargs.h"

enum { ECHILD = 10, FIRST_CHILD = PROCESS + 1, MOST_CHILDREN = 32 };

/* Numbers are given in their order, and a child goes on behind its own.  So two processes may give one number, but no process gets to see both. */
static int process_last; /* how many were given */
static unsigned
    process_left; /* children that nobody has waited for, by their numbers above FIRST_CHILD */
static int process_own; /* our number above PROCESS, and that of our parent */
static int process_above = -1;
_Bool __heddle_process_forked; /* there is another process with the same files */

int __heddle_process_number(void)
{
    return PROCESS + process_own;
}

static _Bool process_threads(void)
{
    return __heddle_uses("pthread_create") || __heddle_uses("thrd_create");
}

static int process_next(void)
{
    if (process_last == MOST_CHILDREN)
        __heddle_fail("limit", "more than 32 processes are forked: let the check fork fewer");
    __heddle_process_forked = 1;
    return process_last++;
}

static int process_parent(void)
{
    __heddle_atomic_begin();
    int child = process_next();
    process_left |= 1u << child;
    __heddle_atomic_end();
    return FIRST_CHILD + child;
}

static int process_fork(void)
{
    if (__heddle_option("malloc-may-fail") && __heddle_choose(0, 1))
        return error_is(EAGAIN);
    if (__heddle_choose(0, 1))
        return process_parent();
    if (process_threads()) {
        __heddle_doubt("the child of fork was not followed, since the program has other threads; "
                       "check what it does as a program of its own");
        __heddle_end_program();
    }
    process_above = process_own;
    process_own = FIRST_CHILD - PROCESS + process_next();
    process_left = 0;
    return 0;
}

int fork(void)
{
    return process_fork();
}

int vfork(void)
{
    return process_fork();
}

int getppid(void)
{
    return PROCESS + process_above;
}

/* ---- waiting for children ---- */

/* The children that are meant: one, or all. */
static unsigned process_meant(int process)
{
    if (process <= 0)
        return process_left;
    if (process < FIRST_CHILD || process >= FIRST_CHILD + MOST_CHILDREN)
        return 0;
    return process_left & 1u << (process - FIRST_CHILD);
}

/* Any of them may be the first that ends.  How it ends is seen in its own run only. */
static int process_wait(int process, int *status, int flags)
{
    enum { NO_HANG = 1 };
    __heddle_atomic_begin();
    unsigned meant = process_meant(process);
    _Bool waits = meant && flags & NO_HANG && __heddle_choose(0, 1);
    unsigned ended = meant && !waits ? (unsigned)thread_any(meant) : 0;
    process_left &= ~ended;
    __heddle_atomic_end();
    if (!meant)
        return error_is(ECHILD);
    if (waits)
        return 0;
    if (status)
        __heddle_fail("unsupported", "the status with which a child has ended, which is known in "
                                     "the run of the child only: ask for none (null)");
    return FIRST_CHILD + __builtin_ctz(ended);
}

int waitpid(int process, int *status, int flags)
{
    return process_wait(process, status, flags);
}

int wait(int *status)
{
    return process_wait(-1, status, 0);
}

/* ---- other programs ---- */

/* Works, and then nothing of ours is left; or fails. */
static int process_exec(const char *path)
{
    const volatile char *name = path;
    (void)*name;
    if (__heddle_choose(0, 1))
        __heddle_end_program();
    return error_is(ENOENT);
}

#define EXEC(function, ...)                                                                        \
    int function(const char *path, __VA_ARGS__)                                                    \
    {                                                                                              \
        return process_exec(path);                                                                 \
    }
#define UNUSED __attribute__((unused))

EXEC(execl, UNUSED const char *first, ...)
EXEC(execlp, UNUSED const char *first, ...)
EXEC(execle, UNUSED const char *first, ...)
EXEC(execv, UNUSED char *const *arguments)
EXEC(execvp, UNUSED char *const *arguments)
EXEC(execve, UNUSED char *const *arguments, UNUSED char *const *environment)
EXEC(execvpe, UNUSED char *const *arguments, UNUSED char *const *environment)

int system(const char *command)
{
    if (!command)
        return 1;
    __heddle_doubt("of the results of system only two were tried: 0 and 1");
    return __heddle_choose(0, 1) ? 0 : 1 << 8;
}
