// raise runs the handler, in the thread that raises; without one the program ends, or goes on.
//: expect safe
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static volatile sig_atomic_t seen;

static void note(int number)
{
    seen = number;
}

static void other(int number)
{
    assert(number == SIGUSR2);
    seen++;
}

int main(void)
{
    struct sigaction action = {.sa_handler = other}, old;
    assert(signal(SIGUSR1, note) == SIG_DFL && raise(SIGUSR1) == 0 && seen == SIGUSR1);
    assert(signal(SIGUSR1, SIG_IGN) == note && raise(SIGUSR1) == 0);
    assert(sigaction(SIGUSR2, &action, NULL) == 0 && raise(SIGUSR2) == 0 && seen == SIGUSR1 + 1);
    assert(sigaction(SIGUSR2, NULL, &old) == 0 && old.sa_handler == other);
    assert(raise(SIGCHLD) == 0 && raise(1000) == -1);
    raise(SIGTERM);
    abort();
}
