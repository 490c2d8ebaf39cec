//: expect safe
// pthread_kill reaches a thread in a loop.
#include <signal.h>
#include <pthread.h>
#include <assert.h>
#include <semaphore.h>
static volatile sig_atomic_t stop;
static sem_t ready;
static void h(int s)
{
    (void)s;
    stop = 1;
}
static void *t(void *a)
{
    sem_post(&ready);
    while (!stop)
        ;
    return a;
}
int main(void)
{
    pthread_t x;
    signal(SIGUSR1, h);
    sem_init(&ready, 0, 0);
    pthread_create(&x, 0, t, 0);
    while (sem_wait(&ready))
        ;
    pthread_kill(x, SIGUSR1);
    pthread_join(x, 0);
    return 0;
}
