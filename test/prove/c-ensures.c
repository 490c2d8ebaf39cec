//: prove proved
// What a function does that runs behind the caller's lock, in the words of sequential specifications.
#include <pthread.h>
struct counter {
    pthread_mutex_t lock;
    unsigned count, calls;
};
/*@ requires holds(c->lock); modifies c->count; ensures c->count == \old(c->count) + 1 */
static void step(struct counter *c)
{
    c->count++;
}
/*@ requires holds(c->lock)
    modifies c->count, c->calls;
    ensures c->count == 0 && c->calls == \old(c->calls) + 1 && \result == \old(c->count) */
static unsigned take(struct counter *c)
{
    unsigned all = c->count;
    c->count = 0;
    c->calls++;
    return all;
}
/*@ requires holds(c->lock) modifies; ensures \result == c->count */
static unsigned look(struct counter *c)
{
    return c->count;
}
/*@ performs action (c->count, c->calls) { \old(unlocked(c->lock)) && c->count == 0 && \result == \old(c->count) + 1 &&
      c->calls == \old(c->calls) + 1 } */
unsigned drain(struct counter *c)
{
    pthread_mutex_lock(&c->lock);
    step(c);
    (void)look(c);
    unsigned n = take(c);
    pthread_mutex_unlock(&c->lock);
    return n;
}
