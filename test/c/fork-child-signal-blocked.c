//: expect safe
// SIGCHLD is blocked between the test and sigsuspend; nobody waits for the child.
#include <signal.h>
#include <stddef.h>
#include <unistd.h>
static volatile sig_atomic_t ended;

static void on_child(int signal)
{
    (void)signal;
    ended = 1;
}

int main(void)
{
    sigset_t child, before;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child, &before);
    signal(SIGCHLD, on_child);
    if (fork() == 0)
        _exit(0);
    while (!ended)
        sigsuspend(&before);
    return 0;
}
