//: expect unknown
//: options --engine=bag
//: output deadlocks are not excluded
// Main never ends and makes threads without end, until one of them keeps the lock that main waits for.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}
int main(void)
{
    for (;;) {
        pthread_t t;
        pthread_create(&t, NULL, keep, NULL);
        pthread_detach(t);
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    }
}
