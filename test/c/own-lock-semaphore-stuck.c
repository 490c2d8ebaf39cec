//: expect bug
//: output deadlock
// A semaphore that is never given back is waited for, for ever.
#include <pthread.h>
#include <semaphore.h>

static sem_t f;
static int x;

static void *add(void *p)
{
    sem_wait(&f);
    x++;
    return p;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&f, 0, 1);
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
