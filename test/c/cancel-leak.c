//: expect bug deadlock
// A thread that is cancelled while it holds a lock, and has no handler, keeps it for ever.
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;

static void *work(void *arg)
{
    pthread_mutex_lock(&m);
    sem_wait(&s);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&s, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    sem_post(&s);
    pthread_join(thread, NULL);
    pthread_mutex_lock(&m);
    return 0;
}
