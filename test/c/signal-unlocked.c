//: expect safe
// A handler that touches nothing does no harm.
#include <signal.h>
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static void h(int s)
{
    (void)s;
}
static void *t(void *a)
{
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t x;
    struct sigaction sa = {.sa_handler = h};
    sigaction(SIGUSR1, &sa, 0);
    pthread_create(&x, 0, t, 0);
    pthread_kill(x, SIGUSR1);
    pthread_join(x, 0);
    return 0;
}
