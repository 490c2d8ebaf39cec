//: prove failed
//: failed ring_new access 19 the invariant does not hold any more: unlocked(lock) ==>
//: failed ring_get access 31 the invariant does not hold any more: unlocked(lock) ==>
//: failed ring_first access 37 the index may be outside of its array: struct ring.items[]
// Memory that is not filled, a number that grows too far, a lock that is missing.
#include <pthread.h>
#include <stdlib.h>
enum { SIZE = 16 };
struct ring {
    pthread_mutex_t lock;
    int items[SIZE];                           /*@ accessible_if 1 */
    unsigned head, count; /*@ readable_if 1 */ /*@ writable_if holds(lock) */
    /*@ invariant unlocked(lock) ==> head < SIZE && count <= SIZE */
};
struct ring *ring_new(void)
{
    struct ring *r = malloc(sizeof *r);
    pthread_mutex_init(&r->lock, NULL);
    return r;
}
int ring_get(struct ring *r)
{
    int item = -1;
    pthread_mutex_lock(&r->lock);
    if (r->count > 0) {
        item = r->items[r->head];
        r->head++;
        r->count--;
    }
    pthread_mutex_unlock(&r->lock);
    return item;
}
int ring_first(struct ring *r)
{
    int item = 0;
    if (r->head < 20)
        item = r->items[r->head];
    return item;
}
