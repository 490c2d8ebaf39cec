//: prove proved
// How a reader-writer lock is used is inferred
#include <pthread.h>
struct c {
    pthread_rwlock_t rw;
    int x, y;
};
/*@ performs action (c->x, c->y) { \old(unlocked(c->rw)) && c->x == v && c->y == v } */
void set(struct c *c, int v)
{
    pthread_rwlock_wrlock(&c->rw);
    c->x = v;
    c->y = v;
    pthread_rwlock_unlock(&c->rw);
}
/*@ performs action () { \result == c->x - c->y } */
int diff(struct c *c)
{
    pthread_rwlock_rdlock(&c->rw);
    int r = c->x - c->y;
    pthread_rwlock_unlock(&c->rw);
    return r;
}
