//: expect safe
// sigwait takes what is blocked, and the data is there.
#include <signal.h>
#include <pthread.h>
#include <assert.h>
static int data;
static sigset_t set;
static void *t(void *a)
{
    int s;
    assert(sigwait(&set, &s) == 0 && s == SIGTERM);
    assert(data == 1);
    return a;
}
int main(void)
{
    pthread_t x;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &set, 0);
    pthread_create(&x, 0, t, 0);
    data = 1;
    pthread_kill(x, SIGTERM);
    pthread_join(x, 0);
    return 0;
}
