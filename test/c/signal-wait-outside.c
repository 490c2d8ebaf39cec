//: expect unknown
//: output the thread waits for a signal, and nobody in the program sends one
// Daemons wait so for the signal that ends them: that is no deadlock.
#include <pthread.h>
#include <signal.h>

static void *serve(void *unused)
{
    return unused;
}

int main(void)
{
    sigset_t set;
    int signal;
    pthread_t thread;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_create(&thread, 0, serve, 0);
    sigwait(&set, &signal);
    pthread_join(thread, 0);
    return 0;
}
