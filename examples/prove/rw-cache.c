//: prove proved
// Two numbers behind a reader-writer lock: readers see both as one writer left them.
#include <pthread.h>

struct cache {
    pthread_rwlock_t rw;
    int key, value;
};

/*@ performs action "Put": (c->key, c->value) { \old(unlocked(c->rw)) && c->key == k && c->value == v } */
void put(struct cache *c, int k, int v)
{
    pthread_rwlock_wrlock(&c->rw);
    c->key = k;
    c->value = v;
    pthread_rwlock_unlock(&c->rw);
}

/*@ performs action "Found": () { c->key == k && \result == c->value }
          [] action "Missing": () { c->key != k && \result == -1 } */
int get(struct cache *c, int k)
{
    int r = -1;
    pthread_rwlock_rdlock(&c->rw);
    if (c->key == k)
        r = c->value;
    pthread_rwlock_unlock(&c->rw);
    return r;
}
