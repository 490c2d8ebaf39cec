//: expect unknown
//: output unless a lock that was tried in vain puts the accesses in order
// A try in vain puts nothing in order: the race behind it makes the answer open.
#include <assert.h>
#include <pthread.h>
int x;
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *u)
{
    x = 1;
    pthread_mutex_lock(&l);
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    if (pthread_mutex_trylock(&l) == 0)
        pthread_mutex_unlock(&l);
    else
        assert(x == 1);
    pthread_join(t, 0);
    return 0;
}
