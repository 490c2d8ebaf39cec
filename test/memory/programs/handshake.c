//: sc safe
//: rc11 safe
//: delay safe
// A condition variable, a semaphore and a barrier put stores in order, too.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t tokens;
static int ready, first, second, third;

static void *work(void *unused)
{
    first = 1;
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    second = 1;
    sem_post(&tokens);
    third = 1;
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t a;
    sem_init(&tokens, 0, 0);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    assert(first == 1);
    sem_wait(&tokens);
    assert(second == 1);
    pthread_barrier_wait(&barrier);
    assert(third == 1);
    pthread_join(a, NULL);
    return 0;
}
