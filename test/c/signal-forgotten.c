//: expect safe
// Signals that are blocked, ignored, or not in a set; who waits for some is cancelled; the processor (on Linux) says the same.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static volatile sig_atomic_t count, last;
static sigset_t usr1, usr2, chld, both, none;

static void handler(int number)
{
    count++;
    last = number;
}

static int is_pending(int number)
{
    sigset_t set;
    assert(sigpending(&set) == 0);
    return sigismember(&set, number);
}

static void ignored(void)
{
    int number = 0;
    assert(signal(SIGUSR1, handler) == SIG_DFL);
    assert(pthread_sigmask(SIG_BLOCK, &both, NULL) == 0);
    assert(raise(SIGUSR1) == 0 && is_pending(SIGUSR1));
    assert(signal(SIGUSR1, SIG_IGN) == handler && !is_pending(SIGUSR1)); /* it is forgotten */
    assert(signal(SIGUSR1, handler) == SIG_IGN && pthread_sigmask(SIG_SETMASK, &none, NULL) == 0);
    assert(count == 0);
    assert(pthread_sigmask(SIG_BLOCK, &chld, NULL) == 0);
    assert(kill(0, SIGCHLD) == 0 && is_pending(SIGCHLD)); /* blocked: not ignored yet */
    assert(sigwait(&chld, &number) == 0 && number == SIGCHLD && !is_pending(SIGCHLD));
    assert(raise(SIGCHLD) == 0 && pthread_sigmask(SIG_UNBLOCK, &chld, NULL) == 0);
    assert(!is_pending(SIGCHLD) && count == 0);
    assert(raise(SIGUSR1) == 0 && count == 1 && last == SIGUSR1);
    count = 0;
}

static void actions(void)
{
    struct sigaction a, old;
    memset(&a, 0, sizeof a);
    a.sa_handler = handler;
    a.sa_flags = SA_RESETHAND;
    a.sa_mask = usr2;
    assert(sigaction(SIGUSR2, &a, &old) == 0 && old.sa_handler == SIG_DFL);
    assert(sigaction(SIGUSR2, NULL, &old) == 0 && old.sa_handler == handler);
    assert(old.sa_flags & SA_RESETHAND && sigismember(&old.sa_mask, SIGUSR2) == 1 &&
           sigismember(&old.sa_mask, SIGUSR1) == 0);
    assert(raise(SIGUSR2) == 0 && count == 1 && last == SIGUSR2);
    assert(sigaction(SIGUSR2, NULL, &old) == 0 && old.sa_handler == SIG_DFL);
    errno = 0;
    assert(sigaction(0, &a, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(sigaction(65, NULL, &old) == -1 && errno == EINVAL);
    errno = 0;
    assert(sigaction(SIGKILL, &a, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(sigaction(SIGSTOP, &a, NULL) == -1 && errno == EINVAL);
    errno = 0;
    assert(signal(SIGKILL, handler) == SIG_ERR && errno == EINVAL);
    errno = 0;
    assert(signal(65, handler) == SIG_ERR && errno == EINVAL);
    assert(signal(64, handler) == SIG_DFL && raise(64) == 0 && last == 64);
    assert(raise(0) == 0 && pthread_kill(pthread_self(), 0) == 0 && kill(0, 0) == 0);
    errno = 0;
    assert(raise(65) == -1 && errno == EINVAL);
    errno = 0;
    assert(kill(0, 65) == -1 && errno == EINVAL);
    assert(pthread_kill(pthread_self(), 65) == EINVAL);
    count = 0;
}

static void sets(void)
{
    sigset_t set, old;
    struct timespec soon = {0, 1};
    siginfo_t info;
    sigemptyset(&set);
    errno = 0;
    assert(sigaddset(&set, 0) == -1 && errno == EINVAL);
    errno = 0;
    assert(sigdelset(&set, 65) == -1 && errno == EINVAL);
    errno = 0;
    assert(sigismember(&set, -1) == -1 && errno == EINVAL);
    assert(sigaddset(&set, 64) == 0 && sigismember(&set, 64) == 1 && sigismember(&set, 1) == 0);
    assert(sigaddset(&set, 1) == 0 && sigdelset(&set, 64) == 0);
    assert(sigismember(&set, 64) == 0 && sigismember(&set, 1) == 1);
    assert(pthread_sigmask(77, &set, NULL) == EINVAL && pthread_sigmask(77, NULL, &old) == 0);
    errno = 0;
    assert(sigprocmask(77, &set, NULL) == -1 && errno == EINVAL);
    assert(sigprocmask(SIG_BLOCK, &both, NULL) == 0 && sigprocmask(SIG_UNBLOCK, &usr1, &old) == 0);
    assert(sigismember(&old, SIGUSR1) == 1 && sigismember(&old, SIGUSR2) == 1);
    sigfillset(&set);
    assert(sigprocmask(SIG_SETMASK, &set, &old) == 0);
    assert(sigismember(&old, SIGUSR1) == 0 && sigismember(&old, SIGUSR2) == 1);
    assert(sigprocmask(SIG_SETMASK, NULL, &old) == 0);
    assert(sigismember(&old, SIGKILL) == 0 && sigismember(&old, SIGSTOP) == 0);
    errno = 0;
    assert(sigtimedwait(&usr1, &info, &soon) == -1 && errno == EAGAIN);
    raise(SIGUSR2);
    raise(SIGUSR2); /* no more than once */
    raise(SIGUSR1);
    assert(sigwaitinfo(&both, &info) == SIGUSR1 && info.si_signo == SIGUSR1); /* the lowest */
    assert(sigwaitinfo(&both, NULL) == SIGUSR2);
    errno = 0;
    assert(sigtimedwait(&both, NULL, &soon) == -1 && errno == EAGAIN);
    assert(sigprocmask(SIG_SETMASK, &none, NULL) == 0 && count == 0);
}

static void *waits(void *argument)
{
    int number;
    sigwait(&usr2, &number);
    return argument;
}

static sem_t came;

static void tells(int number)
{
    sem_post(&came);
    last = number;
}

static void *asks(void *argument)
{
    int number = 0;
    while (number != SIGUSR2) {
        number = argument ? sigwaitinfo(&usr2, NULL) : 0;
        assert(argument ? number == SIGUSR2 || (number == -1 && errno == EINTR)
                        : sigwait(&usr2, &number) == 0 && number == SIGUSR2);
    }
    return argument;
}

static void threads(void)
{
    pthread_t t;
    void *result;
    assert(pthread_sigmask(SIG_BLOCK, &usr2, NULL) == 0);
    assert(pthread_create(&t, NULL, waits, NULL) == 0 && pthread_cancel(t) == 0);
    assert(pthread_join(t, &result) == 0 && result == PTHREAD_CANCELED);
    assert(sem_init(&came, 0, 0) == 0 && signal(SIGUSR1, tells) != SIG_ERR);
    for (int k = 0; k < 2; k++) { /* another signal comes while it waits */
        assert(pthread_create(&t, NULL, asks, k ? &came : NULL) == 0);
        assert(pthread_kill(t, SIGUSR1) == 0);
        while (sem_wait(&came) != 0)
            ;
        assert(pthread_kill(t, SIGUSR2) == 0 && pthread_join(t, NULL) == 0 && last == SIGUSR1);
    }
}

int main(void)
{
    sigemptyset(&none);
    sigemptyset(&usr1);
    sigaddset(&usr1, SIGUSR1);
    sigemptyset(&usr2);
    sigaddset(&usr2, SIGUSR2);
    sigemptyset(&chld);
    sigaddset(&chld, SIGCHLD);
    both = usr1;
    sigaddset(&both, SIGUSR2);
    ignored();
    actions();
    sets();
    threads();
    return 0;
}
