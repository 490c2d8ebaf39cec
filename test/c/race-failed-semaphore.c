//: expect unknown
//: output there is a data race at
// The semaphore is down once the other thread has taken it, and x was written by then.
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int x;

static void *taker(void *arg)
{
    x = 1;
    sem_wait(&s);
    return arg;
}

int main(void)
{
    pthread_t thread;
    sem_init(&s, 0, 1);
    pthread_create(&thread, NULL, taker, NULL);
    if (sem_trywait(&s) != 0)
        return x - 1;
    sem_post(&s);
    return 0;
}
