//: expect safe
//: both
//: options --data-model=ILP32
// A semaphore that starts with 0 makes one thread wait for the other.  With 32-bit pointers.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <semaphore.h>

static sem_t s;
static int x;

static void *one(void *p)
{
    x = 42;
    sem_post(&s);
    return p;
}

static void *two(void *p)
{
    sem_wait(&s);
    assert(x == 42);
    return p;
}

int main(void)
{
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sem_trywait(&s) == -1);
    sem_destroy(&s);
    return 0;
}
//: also --engine=symbolic --property=assert,memory,lock
