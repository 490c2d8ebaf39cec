//: prove proved
// A reference count: the thread that takes the last reference away learns it.
#include <pthread.h>
#include <stdbool.h>

struct counted {
    pthread_mutex_t lock;
    unsigned count;
};

/*@ performs action "Get": (c->count) { \old(unlocked(c->lock)) && c->count == \old(c->count) + 1 } */
void get(struct counted *c)
{
    pthread_mutex_lock(&c->lock);
    c->count++;
    pthread_mutex_unlock(&c->lock);
}

/*@ performs action "Put": (c->count) {
        \old(unlocked(c->lock)) && c->count == \old(c->count) - 1 && \result == (c->count == 0) } */
bool put(struct counted *c)
{
    pthread_mutex_lock(&c->lock);
    unsigned left = c->count - 1;
    c->count = left;
    pthread_mutex_unlock(&c->lock);
    return left == 0;
}
