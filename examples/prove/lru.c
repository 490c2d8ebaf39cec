//: prove proved
//: expect safe
//: long
// A cache behind one lock that forgets what was not asked for the longest time.  Its entries are in a list by
// age; each belongs to the cache whose lock guards it, which only a ghost tells.
#include <pthread.h>
#include <stdlib.h>

enum { CAPACITY = 2 };

struct entry {
    int key;
    int value;
    struct entry *newer;
    struct entry *older;
    /*@ ghost struct cache *cache; */
    /*@ invariant (newer == NULL || newer->cache == cache) && (older == NULL || older->cache == cache) */
};

struct cache {
    pthread_mutex_t lock;
    struct entry *newest;
    struct entry *oldest;
    int count;
    /*@ invariant (newest == NULL || newest->cache == this) && (oldest == NULL || oldest->cache == this) */
};

static struct entry *find(struct cache *c, int key)
{
    struct entry *e = c->newest;
    while (e && e->key != key)
        e = e->older;
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
    struct entry *e = malloc(sizeof *e);
    e->key = key;
    e->value = value;
    /*@ ghost e->cache = c; */
    pthread_mutex_lock(&c->lock);
    link_newest(c, e);
    c->count++;
    if (c->count > CAPACITY && c->oldest) {
        struct entry *last = c->oldest;
        unlink_entry(c, last);
        c->count--;
        free(last);
    }
    pthread_mutex_unlock(&c->lock);
}

static struct cache shared = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *writer(void *unused)
{
    cache_put(&shared, 1, 10);
    return unused;
}

static void *reader(void *unused)
{
    cache_get(&shared, 1, 0);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
