//: prove proved
#include <pthread.h>
#include <semaphore.h>

struct pool {
    sem_t free;
    pthread_mutex_t m;
    unsigned taken; /*@ accessible_if holds(m) */
};

/*@ performs action (p->free) { 1 } ; action (p->taken) { p->taken == \old(p->taken) + 1 } */
void get(struct pool *p)
{
    sem_wait(&p->free);
    pthread_mutex_lock(&p->m);
    p->taken++;
    pthread_mutex_unlock(&p->m);
}

/*@ performs action (p->taken) { p->taken == \old(p->taken) - 1 } ; action (p->free) { 1 } */
void put(struct pool *p)
{
    pthread_mutex_lock(&p->m);
    p->taken--;
    pthread_mutex_unlock(&p->m);
    sem_post(&p->free);
}
//: shown
