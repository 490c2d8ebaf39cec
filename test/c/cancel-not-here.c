//: expect bug deadlock
// Who has cancellation disabled goes on where others end, and ends at the first point after that.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_testcancel();
    pthread_mutex_lock(&m);
    pthread_setcancelstate(old, NULL);
    pthread_testcancel();
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&m);
    return 0;
}
