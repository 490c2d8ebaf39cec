//: expect safe
//: states 17
// The second thread is started when the first one has counted itself, so it comes last; main knows both by name, and looks.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t counted;
static pthread_t last;
static int count;

static void *work(void *unused)
{
    pthread_t me = pthread_self();
    pthread_mutex_lock(&m);
    int mine = ++count;
    pthread_mutex_unlock(&m);
    sem_post(&counted);
    pthread_mutex_lock(&m);
    if (mine == 2)
        last = me;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t t[2];
    sem_init(&counted, 0, 0);
    pthread_create(&t[0], NULL, work, NULL);
    sem_wait(&counted);
    pthread_create(&t[1], NULL, work, NULL);
    for (int k = 0; k < 2; k++)
        pthread_join(t[k], NULL);
    assert(pthread_equal(last, t[1]));
    return 0;
}
//: also --engine=bound
//: also --engine=cegar --property=assert
