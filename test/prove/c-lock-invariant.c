//: prove proved
// What holds whenever the lock is free: known where it is taken, shown where it is given back.
#include <pthread.h>
#include <stdlib.h>
enum { SIZE = 16 };
struct ring {
    pthread_mutex_t lock;
    pthread_cond_t not_empty;
    int items[SIZE];
    unsigned head, count;
    /*@ invariant unlocked(lock) ==> head < SIZE && count <= SIZE */
};
struct ring *ring_new(void)
{
    struct ring *r = calloc(1, sizeof *r);
    if (r)
        pthread_mutex_init(&r->lock, NULL);
    return r;
}
int ring_get(struct ring *r)
{
    pthread_mutex_lock(&r->lock);
    while (r->count == 0)
        pthread_cond_wait(&r->not_empty, &r->lock);
    int item = r->items[r->head];
    r->head++;
    if (r->head == SIZE)
        r->head = 0;
    r->count--;
    pthread_mutex_unlock(&r->lock);
    return item;
}
