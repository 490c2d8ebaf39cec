/* signal.c -- signals: sets of them, and handlers, which never run. */
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

/* SIG_DFL is 0, SIG_IGN is 1. */
static void signal_take(void (*handler)(int))
{
    if (handler && handler != (void (*)(int))1)
        __heddle_doubt(
            "no signals were sent, so that the handler of one never ran; call raise, or the "
            "handler, where a signal may arrive");
}

int sigaction(int signal, const SignalAction *action, SignalAction *old)
{
    if (!signal_bit(signal))
        return error_is(EINVAL);
    if (old)
        old->handler = NULL;
    if (action)
        signal_take(action->handler);
    return 0;
}

void (*signal(int number, void (*handler)(int)))(int)
{
    (void)number;
    signal_take(handler);
    return NULL;
}

unsigned alarm(unsigned seconds)
{
    if (seconds)
        __heddle_doubt(
            "no signals were sent, not even that of alarm; call the handler where it may arrive");
    return 0;
}
