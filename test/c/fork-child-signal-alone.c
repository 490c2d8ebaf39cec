//: expect bug deadlock
// SIGCHLD comes between the test and pause; nobody waits for the child.
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t ended;

static void on_child(int signal)
{
    (void)signal;
    ended = 1;
}

int main(void)
{
    signal(SIGCHLD, on_child);
    if (fork() == 0)
        _exit(0);
    if (!ended)
        pause();
    return 0;
}
