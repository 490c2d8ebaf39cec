//: expect safe
// A handler runs while its thread waits for a lock.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
static pthread_mutex_t m;
static sem_t s;
static void h(int n)
{
    (void)n;
    sem_post(&s);
}
static void *t(void *a)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return a;
}
int main(void)
{
    pthread_t x;
    pthread_mutexattr_t k;
    signal(SIGUSR1, h);
    sem_init(&s, 0, 0);
    pthread_mutexattr_init(&k);
    pthread_mutexattr_settype(&k, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &k);
    pthread_mutex_lock(&m);
    pthread_create(&x, 0, t, 0);
    pthread_kill(x, SIGUSR1);
    while (sem_wait(&s))
        ;
    pthread_mutex_unlock(&m);
    pthread_join(x, 0);
    return 0;
}
