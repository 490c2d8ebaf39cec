//: prove failed
//: failed insert access 21 is read against its predicate
#include <pthread.h>

enum { STRIPES = 8 };

struct table {
    struct stripe {
        pthread_mutex_t lock;
        int count; /*@ accessible_if holds(lock) */
    } stripes[STRIPES];
};

/* The lock of the next stripe. */
void insert(struct table *t, int key)
{
    unsigned h = (unsigned)key % STRIPES;
    struct stripe *s = &t->stripes[h];
    struct stripe *next = &t->stripes[(h + 1) % STRIPES];
    pthread_mutex_lock(&next->lock);
    s->count++;
    pthread_mutex_unlock(&next->lock);
}
