// What POSIX forbids to initialise twice: one of six.  (Mutexes of <threads.h> are not among
// them, nor what an initialiser has made.)
//: options --all-errors
//: expect bug misuse
//: errors 6
//: both
//: output a mutex is initialised a second time
//: output a reader-writer lock is initialised a second time
//: output a condition variable is initialised a second time
//: output a semaphore is initialised a second time
//: output an object of attributes is initialised a second time
//: output a barrier is initialised a second time
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

int main(void)
{
    int which = (int)heddle_choose(0, 5);
    pthread_mutex_t m;
    pthread_rwlock_t *l = malloc(sizeof *l);
    pthread_cond_t *c = malloc(sizeof *c);
    pthread_barrier_t b;
    pthread_attr_t a;
    static sem_t s;
    pthread_mutex_init(&m, NULL);
    pthread_rwlock_init(l, NULL);
    pthread_cond_init(c, NULL);
    sem_init(&s, 0, 1);
    pthread_barrier_init(&b, NULL, 2);
    pthread_attr_init(&a);
    if (which == 0)
        pthread_mutex_init(&m, NULL);
    else if (which == 1)
        pthread_rwlock_init(l, NULL);
    else if (which == 2)
        pthread_cond_init(c, NULL);
    else if (which == 3)
        sem_init(&s, 0, 1);
    else if (which == 4)
        pthread_attr_init(&a);
    else
        pthread_barrier_init(&b, NULL, 2);
    return 0;
}
