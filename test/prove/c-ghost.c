//: prove proved
// Ghost variables: a global one, a member and a local one.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count; /*@ accessible_if holds(m) */
/*@ ghost int entries = 0; accessible_if holds(m) */

struct queue {
    pthread_mutex_t lock;
    int length; /*@ accessible_if holds(lock) */
    /*@ ghost unsigned puts; writable_if holds(lock) */
};

/*@ performs action (count, entries) {
        count == \old(count) + 1 && entries == \old(entries) + 1 } */
void enter(void)
{
    pthread_mutex_lock(&m);
    count++;
    /*@ ghost entries = entries + 1; */
    pthread_mutex_unlock(&m);
}

/*@ performs action (q->length, q->puts) {
        q->puts == \old(q->puts) + 1 && q->length == \old(q->length) + 1 } */
void put(struct queue *q)
{
    /*@ ghost unsigned n = 1; */
    pthread_mutex_lock(&q->lock);
    q->length++;
    //@ ghost q->puts = q->puts + n;
    pthread_mutex_unlock(&q->lock);
}
