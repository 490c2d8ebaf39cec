//: prove proved
// A counting semaphore out of a lock and waiting.
#include <pthread.h>

struct semaphore {
    pthread_mutex_t lock;
    pthread_cond_t more;
    unsigned free;
};

/*@ performs action "Down": (s->free) {
        \old(unlocked(s->lock)) && \old(s->free) > 0 && s->free == \old(s->free) - 1 } */
void down(struct semaphore *s)
{
    pthread_mutex_lock(&s->lock);
    while (s->free == 0)
        pthread_cond_wait(&s->more, &s->lock);
    s->free--;
    pthread_mutex_unlock(&s->lock);
}

/*@ performs action "Up": (s->free) { \old(unlocked(s->lock)) && s->free == \old(s->free) + 1 } */
void up(struct semaphore *s)
{
    pthread_mutex_lock(&s->lock);
    s->free++;
    pthread_cond_signal(&s->more);
    pthread_mutex_unlock(&s->lock);
}
