/* fork.c -- processes.
 *
 * The other process does not touch our memory.  So after fork one of two runs goes on: that of the
 * parent, whose child is a number, or that of the child, whose memory is a copy.  In the child only the thread that called fork is there; where the program has
 * other threads that run is not tried, and the verdict not `safe`. */
#include "channel.h"
#include "process.h"
#include "signal.h"
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

_Bool __heddle_process_is_child(int process)
{
    int n = process - FIRST_CHILD;
    return n >= 0 && n < MOST_CHILDREN && process_left >> n & 1;
}

/* ---- signals of other processes ---- */

static unsigned process_told; /* children whose end SIGCHLD has told */

/* In an action. */
static void process_tell(unsigned child)
{
    if (!(process_told & child))
        __heddle_signal_child();
    process_told |= child;
}

static void *process_tells(void *child, void *unused)
{
    (void)unused;
    __heddle_atomic_begin();
    process_tell((unsigned)(unsigned long)child);
    __heddle_atomic_end();
    return NULL;
}

static void *process_is_killed(void *unused, void *nothing)
{
    (void)unused, (void)nothing;
    __heddle_end_program();
}

/* A child that has no handler ends at any time, or lives on. */
static void process_may_be_killed(void)
{
    __heddle_doubt("a child of fork may be ended by a signal of another process (kill) at any "
                   "time: whether that happens is not known, and so not whether it waits for ever");
    __heddle_fork(process_is_killed, NULL, NULL);
}

static _Bool process_threads(void)
{
    return __heddle_uses("pthread_create") || __heddle_uses("thrd_create");
}

/* In an action.  After the last number the first ones are given again, as a kernel does it, to a process that has waited for
 * all its children; but not its own number, or that of its parent. */
static int process_again(void)
{
    if (CLONES || process_left)
        __heddle_fail("limit", "more than 32 processes are forked: let the check fork fewer");
    __heddle_doubt("the numbers of processes were taken to begin again after 32 of them (fork)");
    int number = 0;
    while (number + 1 == process_own || number + 1 == process_above)
        number++;
    return number;
}

static int process_next(void)
{
    __heddle_atomic_begin();
    __heddle_process_forked = 1;
    int number = process_last < MOST_CHILDREN ? process_last++ : process_again();
    __heddle_atomic_end();
    return number;
}

static int process_parent(void)
{
    __heddle_atomic_begin();
    int child = process_next();
    process_left |= 1u << child;
    if (SIGNALS_CHILDREN) {
        process_told &= ~(1u << child);
        __heddle_fork(process_tells, (void *)(unsigned long)(1u << child), NULL);
    }
    __heddle_atomic_end();
    if (SIGNALS_CHILDREN)
        __heddle_signal_check(); /* from here on at any time, also where nobody waits for a child */
    return FIRST_CHILD + child;
}

static int process_fork(void)
{
    if (SIGNALS_CHILDREN && __heddle_uses("kill"))
        if (__heddle_signal_handled())
            __heddle_fail("unsupported",
                          "a handler in a program that forks and calls kill: what one process "
                          "sends to another is not followed; let a thread be the other process");
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
    if (SIGNALS_CHILDREN)
        process_told = ~0u; /* they are none of ours */
    if (__heddle_uses("kill"))
        process_may_be_killed();
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
    if (__heddle_matters())
        __heddle_doubt(
            "the number of the parent was taken to be 4320, or that of a process that forks "
            "(getppid); give a getppid of your own for others");
    return PROCESS + process_above;
}

/* Handlers for a process that nobody forks. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare, (void)parent, (void)child;
    if (FORKS)
        __heddle_fail("unsupported", "pthread_atfork in a program that forks");
    return 0;
}

/* ---- children that share our memory ---- */

static unsigned process_threads_of
    [MOST_CHILDREN];             /* by their numbers above FIRST_CHILD; 0: has its own memory */
static unsigned process_running; /* those of them that have not ended */
_Thread_local int __heddle_process_cloned;

static void *process_clone_start(void *function, void *argument)
{
    unsigned n = 0;
    __heddle_atomic_begin();
    while (process_threads_of[n] != __heddle_self())
        n++;
    __heddle_atomic_end();
    __heddle_process_cloned = FIRST_CHILD + (int)n;
    ((int (*)(void *))function)(argument);
    __heddle_atomic_begin();
    process_running &= ~(1u << n);
    __heddle_atomic_end();
    return NULL;
}

/* A thread that the others wait for as for a process.  The memory of its stack is not looked at. */
int clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
    enum { SIGNAL = 0xff, SIGCHLD = 17, VM = 0x100, FS = 0x200, FILES = 0x400, SIGHAND = 0x800 };
    enum { SYSVSEM = 0x40000, KNOWN = SIGNAL | VM | FS | FILES | SIGHAND | SYSVSEM };
    if (!(flags & VM) || flags & ~KNOWN || (flags & SIGNAL) != SIGCHLD)
        __heddle_fail("unsupported", "clone, other than for a process with our memory that is "
                                     "waited for (CLONE_VM | SIGCHLD)");
    if (!function || !stack || (flags & SIGHAND && !(flags & VM)))
        return error_is(EINVAL);
    if (__heddle_option("malloc-may-fail") && __heddle_choose(0, 1))
        return error_is(EAGAIN);
    __heddle_doubt("a process of clone was taken to have errno and other thread-local variables "
                   "of its own, and has them together with its parent");
    __heddle_atomic_begin();
    int child = process_next();
    process_threads_of[child] = __heddle_fork(process_clone_start, (void *)function, argument);
    process_left |= 1u << child;
    process_running |= 1u << child;
    __heddle_atomic_end();
    if (SIGNALS_CHILDREN)
        __heddle_signal_check(); /* from here on at any time, also where nobody waits for a child */
    return FIRST_CHILD + child;
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

static void process_join(unsigned child)
{
    __heddle_wait_begin();
    if (process_threads_of[child])
        __heddle_join(process_threads_of[child]);
    __heddle_atomic_end();
}

/* Any of them may be the first that ends.  How it ends is seen in its own run only. */
static int process_wait(int process, int *status, int flags)
{
    enum { NO_HANG = 1 };
    unsigned ended = 0;
    _Bool clones = CLONES, waits = 0;
    if (clones)
        __heddle_wait_begin();
    else
        __heddle_atomic_begin();
    unsigned meant = process_meant(process), ready = clones ? meant & ~process_running : meant;
    if (clones)
        __heddle_wait(ready || !meant || flags & NO_HANG);
    if (meant && flags & NO_HANG)
        waits = !(ready & process_told) && (!ready || __heddle_choose(0, 1));
    if (meant && !waits)
        ended = (unsigned)thread_any(ready);
    process_left &= ~ended;
    if (SIGNALS_CHILDREN && ended)
        process_tell(ended);
    __heddle_atomic_end();
    if (SIGNALS_CHILDREN)
        __heddle_signal_check();
    if (clones && ended)
        process_join((unsigned)__builtin_ctz(ended));
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
