//: expect bug bad-thread
// The name of a thread has ended when it was joined (POSIX 2.9.2): no signal can be sent to it.
#include <pthread.h>
#include <signal.h>
static void *work(void *a)
{
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_kill(t, 0);
    pthread_join(t, 0);
    pthread_kill(t, 0);
    return 0;
}
