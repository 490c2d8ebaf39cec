//: expect safe
//: states 12
// Main says that the first thread has ended, before it waits for the second one; who counted itself first is the first one.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t counted;
static int count;
static atomic_int ended;

static void *work(void *unused)
{
    pthread_mutex_lock(&m);
    int mine = ++count;
    pthread_mutex_unlock(&m);
    sem_post(&counted);
    assert(mine == 2 || !ended);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    sem_init(&counted, 0, 0);
    pthread_create(&t[0], NULL, work, NULL);
    sem_wait(&counted);
    pthread_create(&t[1], NULL, work, NULL);
    pthread_join(t[0], NULL);
    ended = 1;
    pthread_join(t[1], NULL);
    return 0;
}
