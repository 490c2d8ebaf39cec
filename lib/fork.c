/* fork.c -- processes.
 *
 * The other process does not touch our memory.  So after fork one of two runs goes on: that of the
 * parent, whose child is a number, or that of the child, whose memory is a copy.  In the child only the thread that called fork is there; where the program has
 * other threads that run is not tried, and the verdict not `safe`. */
#include "channel.h"
#include "process.h"
#include "varargs.h"

enum { ECHILD = 10, FIRST_CHILD = PROCESS + 1 };

static int process_children; /* those that nobody has waited for */
static int process_last;     /* the number of the last one, above FIRST_CHILD */
static _Bool process_is_child;
_Bool __heddle_process_forked; /* there is another process with the same files */

int __heddle_process_number(void)
{
    return process_is_child ? FIRST_CHILD : PROCESS;
}

static _Bool process_threads(void)
{
    return __heddle_uses("pthread_create") || __heddle_uses("thrd_create");
}

static int process_parent(void)
{
    __heddle_atomic_begin();
    int child = FIRST_CHILD + process_last++;
    process_children++;
    __heddle_process_forked = 1;
    __heddle_atomic_end();
    return child;
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
    process_is_child = 1;
    process_children = 0;
    __heddle_process_forked = 1;
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
    return process_is_child ? PROCESS : PROCESS - 1;
}

/* ---- waiting for children ---- */

static PLAIN void process_store(int *status, int value)
{
    if (status)
        *status = value;
}

/* How it has ended: well, with 1, or by a signal. */
static int process_wait(int process, int *status, int flags)
{
    enum { NO_HANG = 1, SIGNAL = 9, CODE = 1 << 8 };
    int ended = process > 0 ? process : FIRST_CHILD + process_last - 1;
    __heddle_atomic_begin();
    _Bool none = !process_children || ended < FIRST_CHILD || ended >= FIRST_CHILD + process_last;
    _Bool waits = !none && flags & NO_HANG && __heddle_choose(0, 1);
    if (!none && !waits)
        process_children--;
    __heddle_atomic_end();
    if (none)
        return error_is(ECHILD);
    if (waits)
        return 0;
    if (process_last > 1)
        __heddle_doubt("of several children it is not known which ends first (wait)");
    long long how = __heddle_choose(0, 2);
    if (status)
        __heddle_doubt("of the ends of a child only three were tried: 0, 1, and a signal");
    process_store(status, how == 0 ? 0 : how == 1 ? CODE : SIGNAL);
    return ended;
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
