//: expect bug deadlock
// SIGCHLD may come between the test and pause.
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t ended;

static void on_child(int signal)
{
    (void)signal;
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ended++;
}

int main(void)
{
    signal(SIGCHLD, on_child);
    if (fork() == 0)
        _exit(0);
    while (!ended)
        pause();
    return 0;
}
