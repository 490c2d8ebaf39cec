//: prove failed
//: failed written performs 24
//: failed twice performs 44 \result == d->x - d->y
//: failed other performs 60
// mutants: writing as a reader; two reads in two sections; writers that take another lock than readers
#include <pthread.h>
struct c {
    pthread_rwlock_t rw;
    int x, y;
};
struct d {
    pthread_rwlock_t rw;
    int x, y;
};
struct e {
    pthread_rwlock_t rw, ww;
    int x, y;
};
/*@ performs action (c->x, c->y) { c->x == v && c->y == v } */
void written(struct c *c, int v)
{
    pthread_rwlock_rdlock(&c->rw);
    c->x = v;
    c->y = v;
    pthread_rwlock_unlock(&c->rw);
}
/*@ performs action (d->x, d->y) { \old(unlocked(d->rw)) && d->x == v && d->y == v } */
void set(struct d *d, int v)
{
    pthread_rwlock_wrlock(&d->rw);
    d->x = v;
    d->y = v;
    pthread_rwlock_unlock(&d->rw);
}
/*@ performs action () { \result == d->x - d->y } */
int twice(struct d *d)
{
    pthread_rwlock_rdlock(&d->rw);
    int r = d->x;
    pthread_rwlock_unlock(&d->rw);
    pthread_rwlock_rdlock(&d->rw);
    r -= d->y;
    pthread_rwlock_unlock(&d->rw);
    return r;
}
/*@ performs action (e->x, e->y) { e->x == v && e->y == v } */
void set_e(struct e *e, int v)
{
    pthread_rwlock_wrlock(&e->ww);
    e->x = v;
    e->y = v;
    pthread_rwlock_unlock(&e->ww);
}
/*@ performs action () { \result == e->x - e->y } */
int other(struct e *e)
{
    int r;
    pthread_rwlock_rdlock(&e->rw);
    r = e->x;
    r -= e->y;
    pthread_rwlock_unlock(&e->rw);
    return r;
}
