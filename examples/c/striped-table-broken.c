//: expect bug race 61
//: both
// A hash table with striped locks in which two keys of one bucket have different locks.
//
//     heddle check examples/c/striped-table-broken.c
//
// The lock is chosen by the key instead of by the bucket.  Two threads insert keys 0 and 1 into the
// same bucket at the same time: a data race.  --property=assert shows that an entry can be lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BUCKETS = 4, STRIPES = 2, THREADS = 2 };

typedef struct Entry {
    struct Entry *next;
    unsigned key;
    int value;
} Entry;

static Entry *bucket[BUCKETS];
static pthread_mutex_t stripe[STRIPES] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static atomic_int entries;

static unsigned hash(unsigned key)
{
    return key / 3;
}

static unsigned bucket_of(unsigned key)
{
    return hash(key) % BUCKETS;
}

static pthread_mutex_t *lock_of(unsigned key)
{
    return &stripe[key % STRIPES];
}

static Entry *entry_new(unsigned key, Entry *next)
{
    Entry *e = malloc(sizeof *e);
    if (!e)
        abort();
    e->key = key;
    e->value = 0;
    e->next = next;
    return e;
}

/* Adds to the value of a key; a key that is not there begins with 0. */
static void table_add(unsigned key, int amount)
{
    pthread_mutex_lock(lock_of(key));
    Entry **first = &bucket[bucket_of(key)], *e = *first;
    while (e && e->key != key)
        e = e->next;
    if (!e) {
        e = *first = entry_new(key, *first);
        atomic_fetch_add(&entries, 1);
    }
    e->value += amount;
    pthread_mutex_unlock(lock_of(key));
}

static int table_get(unsigned key)
{
    int value = 0;
    pthread_mutex_lock(lock_of(key));
    for (Entry *e = bucket[bucket_of(key)]; e; e = e->next)
        if (e->key == key)
            value = e->value;
    pthread_mutex_unlock(lock_of(key));
    return value;
}

static void *work(void *argument)
{
    unsigned own = *(unsigned *)argument;
    table_add(own, 10);
    table_add(4, 1);
    return NULL;
}

int main(void)
{
    pthread_t thread[THREADS];
    unsigned key[THREADS] = {0, 1}; /* in the same bucket */
    for (int k = 0; k < THREADS; k++)
        pthread_create(&thread[k], NULL, work, &key[k]);
    for (int k = 0; k < THREADS; k++)
        pthread_join(thread[k], NULL);
    assert(table_get(0) == 10);
    assert(table_get(1) == 10);
    assert(table_get(4) == THREADS);
    assert(entries == 3);
    return 0;
}
