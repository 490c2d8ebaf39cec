//: expect safe
// sigwaitinfo, sigtimedwait and sigsuspend take a signal that is pending; the processor says the same.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
static volatile sig_atomic_t handled;
static void handler(int number)
{
    handled = number;
}

int main(void)
{
    sigset_t set, old, pending;
    siginfo_t info;
    struct timespec soon = {0, 1000};
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    assert(sigismember(&set, SIGUSR1) == 1 && sigismember(&set, SIGTERM) == 0);
    assert(pthread_sigmask(SIG_BLOCK, &set, &old) == 0);
    assert(sigismember(&old, SIGUSR1) == 0);
    raise(SIGUSR2);
    assert(sigpending(&pending) == 0);
    assert(sigismember(&pending, SIGUSR2) == 1 && sigismember(&pending, SIGUSR1) == 0);
    assert(sigwaitinfo(&set, &info) == SIGUSR2 && info.si_signo == SIGUSR2);
    assert(sigpending(&pending) == 0 && sigismember(&pending, SIGUSR2) == 0);
    raise(SIGUSR1);
    assert(sigtimedwait(&set, &info, &soon) == SIGUSR1 && info.si_signo == SIGUSR1);
    assert(handled == 0);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    assert(handled == 0);
    assert(sigsuspend(&old) == -1 && errno == EINTR && handled == SIGUSR1);
    handled = 0;
    raise(SIGUSR1);
    assert(handled == 0);
    assert(pthread_sigmask(SIG_SETMASK, &old, &set) == 0 && handled == SIGUSR1);
    assert(sigismember(&set, SIGUSR1) == 1 && sigismember(&set, SIGUSR2) == 1);
    return 0;
}
