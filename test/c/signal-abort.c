//: expect bug abort
// ... and ends the program if there is none.
#include <signal.h>
#include <assert.h>
static volatile sig_atomic_t got;
static void h(int s)
{
    got = s;
}
int main(void)
{
    assert(signal(SIGUSR1, h) == SIG_DFL);
    raise(SIGUSR1);
    assert(got == SIGUSR1);
    sigset_t b, o;
    sigemptyset(&b);
    sigaddset(&b, SIGUSR1);
    sigprocmask(SIG_BLOCK, &b, &o);
    got = 0;
    raise(SIGUSR1);
    assert(got == 0);
    sigset_t p;
    sigpending(&p);
    assert(sigismember(&p, SIGUSR1));
    sigprocmask(SIG_SETMASK, &o, 0);
    assert(got == SIGUSR1);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    return 0;
}
