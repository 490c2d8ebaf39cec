//: prove proved
// An array of structs in a struct, with a lock each; the elements are reached in three ways.
#include <pthread.h>
#include <stddef.h>

enum { STRIPES = 8 };

struct entry {
    int key, value;
    struct entry *_Atomic next;
};

struct table {
    struct stripe {
        pthread_mutex_t lock;
        struct entry *first; /*@ accessible_if holds(lock) */
        int count;
    } stripes[STRIPES];
    pthread_mutex_t locks[2];
    int totals[2]; /*@ accessible_if[j] holds(locks[j]) */
};

/*@ performs action (t->stripes[(unsigned)e->key % STRIPES].first,
                     t->stripes[(unsigned)e->key % STRIPES].count, e->next) {
        t->stripes[(unsigned)e->key % STRIPES].first == e } */
void insert(struct table *t, struct entry *e)
{
    struct stripe *s = &t->stripes[(unsigned)e->key % STRIPES];
    pthread_mutex_lock(&s->lock);
    e->next = s->first;
    s->first = e;
    s->count++;
    pthread_mutex_unlock(&s->lock);
}

struct entry *lookup(struct table *t, int key)
{
    unsigned h = (unsigned)key % STRIPES;
    pthread_mutex_lock(&t->stripes[h].lock);
    struct entry *e = t->stripes[h].first;
    while (e && e->key != key)
        e = e->next;
    pthread_mutex_unlock(&t->stripes[h].lock);
    return e;
}

/*@ requires i >= 0 && i < 2 */
/*@ performs action (t->totals[i]) { t->totals[i] == \old(t->totals[i]) + n } */
void add(struct table *t, int i, int n)
{
    pthread_mutex_lock(&t->locks[i]);
    t->totals[i] += n;
    pthread_mutex_unlock(&t->locks[i]);
}
