/* signal.c -- signals: sets of them, masks, handlers, and who sends them.
 *
 * A signal that is raised runs its handler at once, if the thread does not block it.  One that comes
 * from elsewhere is pending until the thread to which it was sent (for one to the process: any thread
 * that does not block it) gets to its next point, where the front end calls __heddle_signal_check, or
 * wakes up for it from where it waits. */
#include "cancel.h"
#include "process.h"
#include "signal.h"
#include "thread.h"

enum { MOST_SIGNAL = 64 };

typedef struct {
    unsigned long long bits;
} sigset_t;

/* As in glibc for 64 bits; for 32 bits the fields are at other places, and of another size. */
typedef struct {
    void (*handler)(int); /* or one with two more arguments, see SIGNAL_INFO */
    sigset_t mask;
    unsigned long long more[15]; /* of the mask */
    int flags;
    void (*restorer)(void);
} SignalAction;

enum { SIGNAL_INFO = 4, SIGNAL_RESTART = 0x10000000, SIGNAL_NODEFER = 0x40000000 };
static const unsigned SIGNAL_RESET = 0x80000000u;
enum { SIGILL = 4, SIGABRT = 6, SIGBUS, SIGFPE, SIGKILL, SIGSEGV = 11, SIGPIPE = 13, SIGALRM };
enum { SIGCHLD = 17, SIGCONT, SIGSTOP, SIGURG = 23, SIGWINCH = 28 };

typedef void SignalHandler(int);
#define SIGNAL_DEFAULT ((SignalHandler *)0)
#define SIGNAL_IGNORE  ((SignalHandler *)1)
#define SIGNAL_ERROR   ((SignalHandler *)-1)

typedef struct {
    SignalHandler *handler;
    unsigned long long mask;
    unsigned flags;
} SignalKept;

static SignalKept signal_kept[MOST_SIGNAL + 1];
static unsigned long long signal_masks[MOST_THREADS + 1];   /* what threads block */
static unsigned long long signal_pending[MOST_THREADS + 1]; /* for threads; 0: for the process */
static int signal_alarm;                                    /* one that counts is the last */

int sigemptyset(sigset_t *set)
{
    set->bits = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    set->bits = ~0ull;
    return 0;
}

static unsigned long long signal_bit(int signal)
{
    return signal >= 1 && signal <= MOST_SIGNAL ? 1ull << (signal - 1) : 0;
}

int sigaddset(sigset_t *set, int signal)
{
    if (!signal_bit(signal))
        return error_is(EINVAL);
    set->bits |= signal_bit(signal);
    return 0;
}

int sigdelset(sigset_t *set, int signal)
{
    if (!signal_bit(signal))
        return error_is(EINVAL);
    set->bits &= ~signal_bit(signal);
    return 0;
}

int sigismember(const sigset_t *set, int signal)
{
    return signal_bit(signal) ? (set->bits & signal_bit(signal)) != 0 : error_is(EINVAL);
}

/* ---- what a thread blocks ---- */

static _Bool signal_blocks(void)
{
    return __heddle_uses("sigprocmask") || __heddle_uses("pthread_sigmask") ||
           __heddle_uses("sigaction") || __heddle_uses("signal");
}

static unsigned signal_self(void)
{
    (void)thread_me(); /* not too large */
    return __heddle_self();
}

void __heddle_signal_inherit(unsigned thread)
{
    if (signal_blocks() && thread <= MOST_THREADS) {
        signal_masks[thread] = signal_masks[signal_self()];
        signal_pending[thread] = 0;
    }
}

static unsigned long long signal_ready(void)
{
    unsigned self = signal_self();
    return (signal_pending[self] | signal_pending[0]) & ~signal_masks[self];
}

_Bool __heddle_signal_is_due(void)
{
    return signal_ready() != 0;
}

static _Bool signal_is_ignored(int signal)
{
    SignalHandler *handler = signal_kept[signal].handler;
    return handler == SIGNAL_IGNORE ||
           (handler == SIGNAL_DEFAULT &&
            (signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH));
}

/* ---- handlers ---- */

/* What happens where there is no handler. */
static void signal_default(int signal)
{
    if (signal == SIGCHLD || signal == SIGCONT || signal == SIGURG || signal == SIGWINCH)
        return;
    if (signal >= SIGSTOP + 1 && signal <= SIGSTOP + 3)
        __heddle_fail("unsupported", "a signal that stops the process is not followed");
    if (signal == SIGABRT || signal == SIGILL || signal == SIGBUS || signal == SIGFPE ||
        signal == SIGSEGV || signal == SIGPIPE)
        __heddle_fail("abort", "a signal for which there is no handler ends the program");
    __heddle_end_program();
}

typedef struct {
    int number, error, code;
    int more[29];
} SignalInfo;

static void signal_call(SignalKept kept, int signal)
{
    if (kept.flags & SIGNAL_INFO) {
        SignalInfo info = {.number = signal};
        ((void (*)(int, SignalInfo *, void *))(void *)kept.handler)(signal, &info, NULL);
    } else {
        kept.handler(signal);
    }
}

/* In the thread that takes it. */
static void signal_take(int signal)
{
    unsigned self = signal_self();
    unsigned long long before = signal_masks[self];
    SignalKept kept = signal_kept[signal];
    if (kept.handler == SIGNAL_IGNORE)
        return;
    if (kept.handler == SIGNAL_DEFAULT) {
        signal_default(signal);
        return;
    }
    if (kept.flags & SIGNAL_RESET)
        signal_kept[signal].handler = SIGNAL_DEFAULT;
    signal_masks[self] |= kept.mask | (kept.flags & SIGNAL_NODEFER ? 0 : signal_bit(signal));
    signal_call(kept, signal);
    signal_masks[self] = before;
}

/* The lowest one that is due; 0: none is any more. */
static int signal_next(void)
{
    int signal = 1;
    __heddle_atomic_begin();
    unsigned long long ready = signal_ready();
    while (ready && !(ready & signal_bit(signal)))
        signal++;
    if (ready) {
        unsigned long long *from = &signal_pending[signal_self()];
        if (!(*from & signal_bit(signal)))
            from = &signal_pending[0];
        *from &= ~signal_bit(signal);
    }
    __heddle_atomic_end();
    return ready ? signal : 0;
}

_Bool __heddle_signal_run(void)
{
    _Bool goes_on = 1;
    for (int signal = signal_next(); signal; signal = signal_next()) {
        goes_on =
            goes_on && (signal_kept[signal].flags & SIGNAL_RESTART || signal_is_ignored(signal));
        signal_take(signal);
    }
    return goes_on;
}

void __heddle_signal_check(void)
{
    __heddle_atomic_begin(); /* one action */
    _Bool due = __heddle_signal_is_due();
    __heddle_atomic_end();
    if (due)
        __heddle_signal_run();
}

void __heddle_signal_acquire(void *lock)
{
    _Bool interrupted = 1;
    while (interrupted) {
        __heddle_wait_begin();
        interrupted = __heddle_signal_is_due();
        if (!interrupted)
            __heddle_acquire(lock);
        __heddle_atomic_end();
        if (interrupted)
            __heddle_signal_run();
    }
}

/* ---- masks ---- */

unsigned long long __heddle_signal_mask(void)
{
    return signal_masks[signal_self()];
}

void __heddle_signal_restore(unsigned long long mask)
{
    signal_masks[signal_self()] = mask;
}

enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK };

static PLAIN unsigned long long signal_read(const sigset_t *set)
{
    return set->bits;
}

static PLAIN void signal_give(sigset_t *set, unsigned long long bits)
{
    set->bits = bits;
}

static int signal_mask(int how, const sigset_t *set, sigset_t *old)
{
    unsigned self = signal_self();
    unsigned long long before = signal_masks[self];
    if (set && (how < SIG_BLOCK || how > SIG_SETMASK))
        return EINVAL;
    if (set) {
        unsigned long long bits = signal_read(set) & ~(signal_bit(SIGKILL) | signal_bit(SIGSTOP));
        signal_masks[self] = how == SIG_BLOCK     ? before | bits
                             : how == SIG_UNBLOCK ? before & ~bits
                                                  : bits;
    }
    if (old)
        signal_give(old, before);
    __heddle_signal_run();
    return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return signal_mask(how, set, old);
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    return signal_mask(how, set, old) ? error_is(EINVAL) : 0;
}

int sigpending(sigset_t *set)
{
    unsigned self = signal_self();
    signal_give(set, (signal_pending[self] | signal_pending[0]) & signal_masks[self]);
    return 0;
}

/* ---- which handler ---- */

static PLAIN SignalKept signal_chosen(const SignalAction *action)
{
    return (SignalKept){action->handler, action->mask.bits, (unsigned)action->flags};
}

static PLAIN void signal_tell(SignalAction *old, const SignalKept *kept)
{
    old->handler = kept->handler;
    old->mask.bits = kept->mask;
    old->flags = (int)kept->flags;
}

#define SIGNAL_OTHERS                                                                              \
    "a handler in a program that forks and calls kill: what one process sends to another is not "  \
    "followed; let a thread be the other process"

/* Of those that heddle never sends (SIGINT and the like) the handler does not run; whoever has one
 * expects them. */
static void signal_expect(int signal, SignalHandler *handler)
{
    if (handler == SIGNAL_DEFAULT || handler == SIGNAL_IGNORE)
        return;
    if (CLONES && signal == SIGCHLD)
        __heddle_fail("unsupported", "a handler for SIGCHLD in a program that calls clone");
    if (FORKS && __heddle_uses("kill") && __heddle_process_forked)
        __heddle_fail("unsupported", SIGNAL_OTHERS);
    if (signal == SIGPIPE || signal == SIGALRM || signal == SIGABRT)
        return;
    if (SIGNALS_SENT || (signal == SIGCHLD && FORKS))
        return;
    __heddle_doubt("no signals were sent, so that the handler of one never ran; call raise, or the "
                   "handler, where a signal may arrive");
}

/* A signal that is ignored from now on is forgotten where it is pending. */
static void signal_keep(int signal, SignalHandler *handler, unsigned long long mask, unsigned flags)
{
    __heddle_atomic_begin();
    signal_kept[signal].handler = handler;
    signal_kept[signal].mask = mask;
    signal_kept[signal].flags = flags;
    if (signal_is_ignored(signal))
        for (unsigned t = 0; t <= MOST_THREADS; t++)
            if (signal_pending[t] & signal_bit(signal))
                signal_pending[t] &= ~signal_bit(signal);
    __heddle_atomic_end();
}

int sigaction(int signal, const SignalAction *action, SignalAction *old)
{
    if (!signal_bit(signal) || (action && (signal == SIGKILL || signal == SIGSTOP)))
        return error_is(EINVAL);
    if (sizeof(void *) == 4)
        __heddle_fail("unsupported", "sigaction in 32 bits; use signal");
    SignalKept before = signal_kept[signal];
    if (action) {
        SignalKept now = signal_chosen(action);
        signal_expect(signal, now.handler);
        signal_keep(signal, now.handler, now.mask, now.flags);
    }
    if (old)
        signal_tell(old, &before);
    return 0;
}

SignalHandler *signal(int number, SignalHandler *handler)
{
    if (!signal_bit(number) || number == SIGKILL || number == SIGSTOP) {
        errno_set(EINVAL);
        return SIGNAL_ERROR;
    }
    SignalHandler *before = signal_kept[number].handler;
    signal_expect(number, handler);
    signal_keep(number, handler, 0, SIGNAL_RESTART); /* as glibc has it */
    return before;
}

/* ---- sending ---- */

/* As on Linux: a thread that blocks it may take it later (of the process: the first thread). */
static _Bool signal_is_lost(unsigned thread, int signal)
{
    return signal_is_ignored(signal) && !(signal_masks[thread ? thread : 1] & signal_bit(signal));
}

/* To a thread; 0: to the process. */
static int signal_send(unsigned thread, int signal)
{
    if (signal && !signal_bit(signal))
        return EINVAL;
    __heddle_atomic_begin();
    if (signal && !signal_is_lost(thread, signal))
        signal_pending[thread] |= signal_bit(signal);
    __heddle_atomic_end();
    if (signal == SIGKILL)
        __heddle_end_program();
    __heddle_signal_check(); /* to oneself: before this returns */
    return 0;
}

int pthread_kill(unsigned long thread, int signal)
{
    Threads it = thread_valid(thread);
    if (!it)
        __heddle_fail("limit", "more than 64 threads: let the check start fewer");
    __heddle_atomic_begin();
    __heddle_thread_not_joined(it);
    __heddle_atomic_end();
    return signal_send((unsigned)thread, signal);
}

int raise(int signal)
{
    int error = signal_send(signal_self(), signal);
    return error ? error_is(error) : 0;
}

void __heddle_signal_child(void)
{
    if (!signal_is_lost(0, SIGCHLD))
        signal_pending[0] |= signal_bit(SIGCHLD);
}

_Bool __heddle_signal_handled(void)
{
    for (int signal = 1; signal <= MOST_SIGNAL; signal++)
        if (signal_kept[signal].handler != SIGNAL_DEFAULT &&
            signal_kept[signal].handler != SIGNAL_IGNORE)
            return 1;
    return 0;
}

int kill(int process, int signal)
{
    if (FORKS)
        if (process > 0 && process != __heddle_process_number() &&
            __heddle_process_is_child(process))
            return signal < 0 || signal > MOST_SIGNAL ? error_is(EINVAL) : 0;
    if (FORKS)
        if (process != __heddle_process_number())
            __heddle_fail("unsupported", "a signal to another process, other than a child, is not "
                                         "followed");
    if (!FORKS && process != PROCESS && process != 0)
        __heddle_fail("unsupported", "a signal to another process is not followed");
    int error = signal_send(0, signal);
    return error ? error_is(error) : 0;
}

void __heddle_signal_pipe(void)
{
    if (!__heddle_uses("signal") && !__heddle_uses("sigaction") &&
        !__heddle_uses("pthread_sigmask") && !__heddle_uses("sigprocmask"))
        __heddle_fail("abort", "write to a pipe that nobody reads: SIGPIPE ends the program");
    if (signal_masks[signal_self()] & signal_bit(SIGPIPE)) {
        signal_pending[signal_self()] |= signal_bit(SIGPIPE);
    } else if (signal_kept[SIGPIPE].handler == SIGNAL_DEFAULT) {
        __heddle_fail("abort", "write to a pipe that nobody reads: SIGPIPE ends the program");
    } else {
        signal_take(SIGPIPE);
    }
}

/* ---- at some time ---- */

/* Sends SIGALRM once, and again if it goes on, unless the alarm was set anew. */
static void *signal_alarm_runs(void *number, void *again)
{
    __heddle_atomic_begin();
    if (signal_alarm == (int)(long)number && !signal_is_lost(0, SIGALRM)) {
        signal_pending[0] |= signal_bit(SIGALRM);
        if (again)
            __heddle_doubt("a timer that goes off again and again was tried once only; call "
                           "setitimer or alarm again in the handler");
    }
    __heddle_atomic_end();
    return NULL;
}

static void signal_set_alarm(_Bool set, _Bool again)
{
    __heddle_atomic_begin();
    signal_alarm++;
    if (set)
        __heddle_fork(signal_alarm_runs, (void *)(long)signal_alarm, (void *)(long)again);
    __heddle_atomic_end();
}

unsigned alarm(unsigned seconds)
{
    if (__heddle_matters())
        __heddle_doubt("no time was left of an alarm that was set before (alarm)");
    signal_set_alarm(seconds != 0, 0);
    __heddle_signal_check();
    return 0;
}

unsigned ualarm(unsigned first, unsigned again)
{
    if (__heddle_matters())
        __heddle_doubt("no time was left of an alarm that was set before (ualarm)");
    signal_set_alarm(first != 0, again != 0);
    __heddle_signal_check();
    return 0;
}

typedef struct {
    long again[2], first[2]; /* seconds and microseconds */
} SignalTimer;

int setitimer(int which, const SignalTimer *timer, SignalTimer *old)
{
    if (which != 0 || old)
        __heddle_fail("unsupported", "setitimer is followed for ITIMER_REAL, without an old value");
    signal_set_alarm(timer->first[0] || timer->first[1], timer->again[0] || timer->again[1]);
    __heddle_signal_check();
    return 0;
}

/* ---- waiting for signals ---- */

/* Who waits for a signal that nobody in the program sends expects it from outside. */
static void signal_expect_outside(_Bool timed)
{
    if (SIGNALS || __heddle_uses("raise"))
        return;
    if (timed)
        __heddle_doubt("nobody in the program sends the signal that is waited for, so that it "
                       "never came; call pthread_kill where it may arrive");
    else
        __heddle_fail("unsupported", "the thread waits for a signal, and nobody in the program "
                                     "sends one; call pthread_kill where it may arrive");
}

/* Until a handler has run, with this mask meanwhile. */
static int signal_suspend(unsigned long long mask)
{
    unsigned self = signal_self();
    unsigned long long before = signal_masks[self];
    signal_masks[self] = mask;
    __heddle_wait_begin();
    _Bool ends = 0;
    if (CANCELS)
        ends = __heddle_cancel_is_due();
    __heddle_wait(ends || __heddle_signal_is_due());
    __heddle_atomic_end();
    END_IF_CANCELLED(ends);
    __heddle_signal_run();
    signal_masks[self] = before;
    __heddle_signal_run();
    return error_is(EINTR);
}

int pause(void)
{
    if (__heddle_uses("signal") || __heddle_uses("sigaction"))
        signal_expect_outside(0);
    return signal_suspend(signal_masks[signal_self()]);
}

int sigsuspend(const sigset_t *set)
{
    signal_expect_outside(0);
    return signal_suspend(signal_read(set));
}

enum { NO_SIGNAL, INTERRUPTED = -1 };

/* Takes one of the set, which the thread blocks; `timed`: or none.  Another one may come meanwhile. */
static int signal_await(const sigset_t *set, _Bool timed)
{
    unsigned long long wanted = signal_read(set);
    unsigned self = signal_self();
    int signal = 1;
    _Bool ends = 0, interrupted = 0;
    if (wanted & ~signal_masks[self])
        __heddle_fail("misuse", "sigwait for a signal that the thread does not block");
    signal_expect_outside(timed);
    __heddle_wait_begin();
    unsigned long long found = (signal_pending[self] | signal_pending[0]) & wanted;
    if (CANCELS)
        ends = !found && __heddle_cancel_is_due();
    if (SIGNALS)
        interrupted = !found && __heddle_signal_is_due();
    __heddle_wait(found || timed || ends || interrupted);
    while (found && !(found & signal_bit(signal)))
        signal++;
    if (found && signal_pending[self] & signal_bit(signal))
        signal_pending[self] &= ~signal_bit(signal);
    else if (found)
        signal_pending[0] &= ~signal_bit(signal);
    __heddle_atomic_end();
    END_IF_CANCELLED(ends);
    RETURN_IF_INTERRUPTED(interrupted, (__heddle_signal_run(), INTERRUPTED));
    return found ? signal : NO_SIGNAL;
}

int sigwait(const sigset_t *set, int *signal)
{
    int taken = INTERRUPTED;
    while (taken == INTERRUPTED)
        taken = signal_await(set, 0);
    *signal = taken;
    return 0;
}

int sigwaitinfo(const sigset_t *set, SignalInfo *info)
{
    int signal = signal_await(set, 0);
    if (signal == INTERRUPTED)
        return error_is(EINTR);
    if (info)
        info->number = signal;
    return signal;
}

int sigtimedwait(const sigset_t *set, SignalInfo *info, const void *timeout)
{
    (void)timeout;
    int signal = signal_await(set, 1);
    if (signal == INTERRUPTED || signal == NO_SIGNAL)
        return error_is(signal == INTERRUPTED ? EINTR : EAGAIN);
    if (info)
        info->number = signal;
    return signal;
}
