//: expect unknown
//: options --engine=hunt
//: output locks were tried in vain, which puts nothing in order
// hunt cannot know what a try in vain puts in order.
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
atomic_int n;
static void *work(void *u)
{
    if (pthread_mutex_trylock(&l) == 0) {
        n++;
        pthread_mutex_unlock(&l);
    }
    return 0;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    return 0;
}
