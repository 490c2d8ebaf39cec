/* library-own.c -- for library-own.test: a counter that is not made for threads, a semaphore of which one
 * may wait, and a client that has a lock for the counter.  With -DSTEP=5 its threads have wrong numbers;
 * with -DSTUCK nobody waits in a call, but main does at the end. */
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef STEP
#define STEP 1
#endif

static int n;
static sem_t items;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static heddle_history history;

static int next(void)
{
    return n++;
}

static void take(void)
{
    sem_wait(&items);
}

static void *client(void *argument)
{
    int thread = STEP * (int)(long)argument;
    for (int k = 0; k < 2 && heddle_more(&history, thread, k); k++)
        if (k == 0) {
            pthread_mutex_lock(&mutex);
            heddle_call(&history, thread, "next()");
            int result = next();
            heddle_return(&history, thread, "{1}", (long long)result);
            pthread_mutex_unlock(&mutex);
        } else {
            heddle_call(&history, thread, "take()");
            take();
            heddle_return(&history, thread, "");
        }
    return NULL;
}

int main(void)
{
    pthread_t threads[2];
    sem_init(&items, 0, 1);
    for (long t = 0; t < 2; t++)
        pthread_create(&threads[t], NULL, client, (void *)t);
#ifdef STUCK
    sem_post(&items);
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    take();
#else
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
#endif
    return 0;
}
