/* signal.c -- signals: sets of them, and handlers, which only raise runs. */
#include "intrinsics.h"

enum { MOST_SIGNAL = 64 };

typedef struct {
    unsigned long long bits;
} sigset_t;

typedef struct {
    void (*handler)(int);
} SignalAction;

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

/* Which signals are blocked makes no difference while none come. */
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    (void)set;
    if (old)
        old->bits = 0;
    return set && (how < 0 || how > 2) ? EINVAL : 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    return pthread_sigmask(how, set, old) ? error_is(EINVAL) : 0;
}

/* What a signal does: SIG_DFL is 0, SIG_IGN is 1. */
static void (*signal_handlers[MOST_SIGNAL])(int);

enum {
    SIG_ABORT = 6,
    SIG_KILL = 9,
    SIG_CHILD = 17,
    SIG_STOP = 19,
    SIG_CONTINUE = 18,
    SIG_LAST_STOP = 22,
    SIG_URGENT = 23,
    SIG_WINDOW = 28
};
#define SIG_IGNORED ((void (*)(int))1)

/* The one before.  Where the program raises signals itself they come from there. */
static void (*signal_take(int signal, void (*handler)(int)))(int)
{
    if (!__heddle_uses("raise") && handler && handler != SIG_IGNORED)
        __heddle_doubt(
            "no signals were sent, so that the handler of one never ran; call raise, or the "
            "handler, where a signal may arrive");
    __heddle_atomic_begin();
    void (*old)(int) = signal_handlers[signal - 1];
    signal_handlers[signal - 1] = handler;
    __heddle_atomic_end();
    return old;
}

int sigaction(int signal, const SignalAction *action, SignalAction *old)
{
    if (!signal_bit(signal) || (action && (signal == SIG_KILL || signal == SIG_STOP)))
        return error_is(EINVAL);
    void (*before)(int) = signal_handlers[signal - 1];
    if (action)
        before = signal_take(signal, action->handler);
    if (old)
        old->handler = before;
    return 0;
}

void (*signal(int number, void (*handler)(int)))(int)
{
    if (!signal_bit(number) || number == SIG_KILL || number == SIG_STOP) {
        errno_set(EINVAL);
        return (void (*)(int)) - 1;
    }
    return signal_take(number, handler);
}

/* The caller runs the handler.  Signals without one end the program, but for a few. */
int raise(int signal)
{
    if (!signal_bit(signal))
        return error_is(EINVAL);
    void (*handler)(int) = signal_handlers[signal - 1];
    if (__heddle_uses("pthread_sigmask") || __heddle_uses("sigprocmask"))
        __heddle_fail("unsupported", "raise in a program that blocks signals; call the handler");
    if (handler == SIG_IGNORED)
        return 0;
    if (handler) {
        handler(signal);
        return 0;
    }
    if (signal == SIG_CHILD || signal == SIG_URGENT || signal == SIG_WINDOW ||
        signal == SIG_CONTINUE)
        return 0;
    if (signal >= SIG_STOP && signal <= SIG_LAST_STOP)
        __heddle_fail("unsupported", "raise of a signal that stops the program");
    if (signal == SIG_ABORT)
        __heddle_fail("abort", "the signal SIGABRT is raised");
    __heddle_end_program();
}

unsigned alarm(unsigned seconds)
{
    if (seconds)
        __heddle_doubt(
            "no signals were sent, not even that of alarm; call the handler where it may arrive");
    return 0;
}
