//: expect unknown
// A handler of a signal never runs; sets of signals are exact.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t stopped;

static void stop(int number)
{
    stopped = number;
}

int main(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    assert(sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGTERM) == 0);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    struct sigaction action = {.sa_handler = stop};
    sigaction(SIGTERM, &action, NULL);
    return stopped;
}
