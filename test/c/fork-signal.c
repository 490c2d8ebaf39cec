//: expect unknown
//: output a handler in a program that forks and calls kill
// Safe natively: the child sends a signal to its parent.
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile sig_atomic_t told;

static void on_told(int signal)
{
    (void)signal;
    told = 1;
}

int main(void)
{
    signal(SIGUSR1, on_told);
    if (fork() == 0) {
        kill(getppid(), SIGUSR1);
        _exit(0);
    }
    wait(NULL);
    assert(told);
    return 0;
}
