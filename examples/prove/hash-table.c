//: prove proved
//: expect safe
// A hash table of chains with a lock for each bucket.  The access predicates are inferred.
#include <pthread.h>
#include <stdlib.h>

enum { BUCKETS = 16 };

struct entry {
    int key, value;
    struct entry *next;
};

struct table {
    struct bucket {
        pthread_mutex_t lock;
        struct entry *first;
        int count;
    } buckets[BUCKETS];
};

static struct bucket *bucket_of(struct table *t, int key)
{
    return &t->buckets[(unsigned)key % BUCKETS];
}

/*@ performs action "Insert": (t->buckets[(unsigned)key % BUCKETS].first,
                               t->buckets[(unsigned)key % BUCKETS].count) {
        t->buckets[(unsigned)key % BUCKETS].first->key == key &&
        t->buckets[(unsigned)key % BUCKETS].first->value == value &&
        t->buckets[(unsigned)key % BUCKETS].first->next ==
            \old(t->buckets[(unsigned)key % BUCKETS].first) &&
        t->buckets[(unsigned)key % BUCKETS].count ==
            \old(t->buckets[(unsigned)key % BUCKETS].count) + 1 }
          [] action "Full": () { \result == -1 } */
int insert(struct table *t, int key, int value)
{
    struct bucket *b = bucket_of(t, key);
    struct entry *e = malloc(sizeof *e);
    if (!e)
        return -1;
    e->key = key;
    e->value = value;
    pthread_mutex_lock(&b->lock);
    e->next = b->first;
    b->first = e;
    b->count++;
    pthread_mutex_unlock(&b->lock);
    return 0;
}

/*@ performs action "Lookup": () { 1 } */
int lookup(struct table *t, int key)
{
    struct bucket *b = bucket_of(t, key);
    int value = -1;
    pthread_mutex_lock(&b->lock);
    for (struct entry *e = b->first; e; e = e->next)
        if (e->key == key) {
            value = e->value;
            break;
        }
    pthread_mutex_unlock(&b->lock);
    return value;
}

/* Keys can be in the table more than once; the last one counts. */
int delete_first(struct table *t, int key)
{
    struct bucket *b = bucket_of(t, key);
    int found = 0;
    pthread_mutex_lock(&b->lock);
    struct entry *e = b->first;
    if (!e || e->key != key)
        goto out;
    b->first = e->next;
    b->count--;
    free(e);
    found = 1;
out:
    pthread_mutex_unlock(&b->lock);
    return found;
}

static struct table table;

static void *worker(void *unused)
{
    insert(&table, 17, 2);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    insert(&table, 1, 1);
    lookup(&table, 17);
    pthread_join(a, NULL);
    return 0;
}
