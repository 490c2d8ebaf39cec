//: expect safe
//: both
//: states 58
// Threads that wait for a condition are in a set: that is one up to names, too, and a barrier.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t gate;
static int here;

static void *come(void *unused)
{
    pthread_mutex_lock(&m);
    here++;
    while (here < 3)
        pthread_cond_wait(&all, &m);
    pthread_cond_broadcast(&all);
    pthread_mutex_unlock(&m);
    pthread_barrier_wait(&gate);
    assert(here == 3);
    return unused;
}

int main(void)
{
    pthread_t t[3];
    pthread_barrier_init(&gate, NULL, 3);
    for (int k = 0; k < 3; k++)
        pthread_create(&t[k], NULL, come, NULL);
    for (int k = 0; k < 3; k++)
        pthread_join(t[k], NULL);
    return 0;
}
