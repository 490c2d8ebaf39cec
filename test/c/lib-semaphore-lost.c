//: expect bug deadlock
//: both
// Two waits, one post.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <semaphore.h>

static sem_t s;

static void *one(void *p)
{
    sem_wait(&s);
    return p;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&s, 0, 1);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, one, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
//: also --engine=bound
