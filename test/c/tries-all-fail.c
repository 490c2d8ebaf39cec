//: expect unknown
//: output unless a lock that was tried in vain puts the accesses in order
// Each try of a lock may fail without putting anything in order, not only the first one.
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int data;
static void *first(void *p)
{
    data = 1;
    sem_wait(&s);
    return p;
}
int main(void)
{
    pthread_t t;
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, first, 0);
    if (sem_trywait(&s))
        data = 2;
    else
        sem_post(&s);
    if (pthread_mutex_trylock(&a) == 0)
        pthread_mutex_unlock(&a);
    pthread_join(t, 0);
    return 0;
}
