// The same, and another thread sets the flag.
//: expect safe
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *arg)
{
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&mutex);
    return arg;
}

int main(void)
{
    pthread_t thread;
    struct timespec soon = {0, 0};
    pthread_create(&thread, 0, set, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_timedwait(&cond, &mutex, &soon);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
}
