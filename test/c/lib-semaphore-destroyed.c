//: expect bug destroyed 13
//: both
// A semaphore is destroyed while a thread waits at it, or before.
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
    pthread_t a;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, one, NULL);
    sem_destroy(&s);
    pthread_join(a, NULL);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
//: also --engine=summarize
