//: expect safe
// SIGCHLD comes once a child has ended, and before wait returns; in its handler that child can be waited for.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t ended;

static void on_child(int signal)
{
    assert(signal == SIGCHLD);
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ended++;
}

static void count(int signal)
{
    (void)signal;
    ended++;
}

int main(void)
{
    struct sigaction action = {.sa_handler = on_child};
    sigaction(SIGCHLD, &action, NULL);
    if (fork() == 0) {
        assert(wait(NULL) == -1 && ended == 0); /* it has no children */
        _exit(0);
    }
    while (ended < 1)
        continue;
    action.sa_handler = count;
    sigaction(SIGCHLD, &action, NULL);
    if (fork() == 0)
        _exit(0);
    wait(NULL);
    assert(ended == 2);
    return 0;
}
