//: expect bug bad-thread
// The name of a thread has ended when it was joined (POSIX 2.9.2): nobody can cancel it.
#include <pthread.h>
static void *work(void *a)
{
    return a;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    pthread_cancel(t);
    return 0;
}
