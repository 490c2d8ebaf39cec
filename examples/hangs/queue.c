// A queue with a mutex and two condition variables: a producer that never stops, two consumers that never stop.
// Every item that is put is taken: mutexes and condition variables are strongly fair.  But a consumer can starve: whenever it
// is woken up, the other one has come before it and taken the item (--property=livelock shows such a run).
//: expect safe
//: options --ltl=G({queue.count==1}->F{queue.count==0})
#include <pthread.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t filled, emptied;
    int count;
    int taken[2];
} queue = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, {0, 0}};

static void *produce(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&queue.lock);
        while (queue.count == 1)
            pthread_cond_wait(&queue.emptied, &queue.lock);
        queue.count = 1;
        pthread_cond_signal(&queue.filled);
        pthread_mutex_unlock(&queue.lock);
    }
    return arg;
}

static void *consume(void *arg)
{
    for (;;) {
        pthread_mutex_lock(&queue.lock);
        while (queue.count == 0)
            pthread_cond_wait(&queue.filled, &queue.lock);
        queue.count = 0;
        *(int *)arg = !*(int *)arg;
        pthread_cond_signal(&queue.emptied);
        pthread_mutex_unlock(&queue.lock);
    }
    return arg;
}

int main(void)
{
    pthread_t producer, consumers[2];
    pthread_create(&producer, NULL, produce, NULL);
    for (int k = 0; k < 2; k++)
        pthread_create(&consumers[k], NULL, consume, &queue.taken[k]);
    pthread_join(producer, NULL);
}
