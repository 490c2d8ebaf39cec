//: expect safe
// Whom main waits for depends on what the first thread has returned.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
static sem_t go;
static int one;
static pthread_t waiting, first;
static void *waits(void *u)
{
    sem_wait(&go);
    return u;
}
static void *returns(void *u)
{
    return &one;
}
int main(void)
{
    void *result;
    sem_init(&go, 0, 0);
    pthread_create(&waiting, 0, waits, 0);
    pthread_create(&first, 0, returns, 0);
    pthread_join(first, &result);
    if (!result)
        pthread_join(waiting, 0);
    sem_post(&go);
    pthread_join(waiting, 0);
    return 0;
}
