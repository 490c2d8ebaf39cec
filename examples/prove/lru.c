//: prove proved
//: expect safe
// A cache of a few entries behind one lock: the entry that was not asked for the longest time goes first.
// Entries are in a list by age and in chains by key; each belongs to the cache whose lock guards it.
#include <pthread.h>
#include <stdlib.h>

enum { BUCKETS = 8, CAPACITY = 2 };

struct cache;

struct entry {
    int key;
    int value; /*@ accessible_if holds(cache->lock) */
    struct entry *newer; /*@ accessible_if holds(cache->lock) */
    struct entry *older; /*@ accessible_if holds(cache->lock) */
    struct entry *chain; /*@ accessible_if holds(cache->lock) */
    /*@ ghost struct cache *cache; */
    /*@ invariant newer == NULL || newer->cache == cache */
    /*@ invariant older == NULL || older->cache == cache */
    /*@ invariant chain == NULL || chain->cache == cache */
};

struct cache {
    pthread_mutex_t lock;
    struct entry *newest;
    struct entry *oldest;
    struct entry *buckets[BUCKETS];
    int count;
    /*@ invariant newest == NULL || newest->cache == this */
    /*@ invariant oldest == NULL || oldest->cache == this */
    /*@ invariant (\forall int i; 0 <= i && i < BUCKETS; buckets[i] == NULL || buckets[i]->cache == this) */
};

static unsigned bucket_of(int key)
{
    return (unsigned)key % BUCKETS;
}

static struct entry *find(struct cache *c, int key)
{
    struct entry *e = c->buckets[bucket_of(key)];
    while (e && e->key != key)
        e = e->chain;
    return e;
}

static void unlink_entry(struct cache *c, struct entry *e)
{
    if (e->newer)
        e->newer->older = e->older;
    else
        c->newest = e->older;
    if (e->older)
        e->older->newer = e->newer;
    else
        c->oldest = e->newer;
}

static void link_newest(struct cache *c, struct entry *e)
{
    e->newer = NULL;
    e->older = c->newest;
    if (c->newest)
        c->newest->newer = e;
    else
        c->oldest = e;
    c->newest = e;
}

static void unchain(struct cache *c, int key)
{
    struct entry *before = NULL, *e = c->buckets[bucket_of(key)];
    while (e && e->key != key) {
        before = e;
        e = e->chain;
    }
    if (!e)
        return;
    if (before)
        before->chain = e->chain;
    else
        c->buckets[bucket_of(key)] = e->chain;
}

static void evict_oldest(struct cache *c)
{
    struct entry *e = c->oldest;
    if (!e)
        return;
    unlink_entry(c, e);
    unchain(c, e->key);
    c->count--;
    free(e);
}

int cache_get(struct cache *c, int key, int otherwise)
{
    int value = otherwise;
    pthread_mutex_lock(&c->lock);
    struct entry *e = find(c, key);
    if (e) {
        unlink_entry(c, e);
        link_newest(c, e);
        value = e->value;
    }
    pthread_mutex_unlock(&c->lock);
    return value;
}

void cache_put(struct cache *c, int key, int value)
{
    struct entry *fresh = malloc(sizeof *fresh);
    if (!fresh)
        return;
    fresh->key = key;
    fresh->value = value;
    /*@ ghost fresh->cache = c; */
    pthread_mutex_lock(&c->lock);
    struct entry *e = find(c, key);
    if (e) {
        e->value = value;
        free(fresh);
    } else {
        if (c->count >= CAPACITY)
            evict_oldest(c);
        fresh->chain = c->buckets[bucket_of(key)];
        c->buckets[bucket_of(key)] = fresh;
        link_newest(c, fresh);
        c->count++;
    }
    pthread_mutex_unlock(&c->lock);
}

static struct cache shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *worker(void *unused)
{
    cache_put(&shared, 1, 10);
    cache_get(&shared, 2, 0);
    return unused;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    cache_put(&shared, 2, 20);
    cache_put(&shared, 3, 30);
    pthread_join(a, NULL);
    return 0;
}
