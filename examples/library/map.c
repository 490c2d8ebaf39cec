/* map.c -- see map.h.  map_count takes all locks, in their order: so its answer is that of one moment. */
#include "map.h"

void map_init(map *m)
{
    for (int k = 0; k < MAP_STRIPES; k++) {
        pthread_mutex_init(&m->stripes[k].lock, NULL);
        m->stripes[k].used = 0;
    }
}

static int find(map *m, int stripe, int key)
{
    for (int k = 0; k < m->stripes[stripe].used; k++)
        if (m->stripes[stripe].keys[k] == key)
            return k;
    return -1;
}

bool map_put(map *m, int key, int value)
{
    int stripe = key % MAP_STRIPES;
    pthread_mutex_lock(&m->stripes[stripe].lock);
    int at = find(m, stripe, key);
    bool fresh = at < 0;
    if (fresh) {
        at = m->stripes[stripe].used++;
        m->stripes[stripe].keys[at] = key;
    }
    m->stripes[stripe].values[at] = value;
    pthread_mutex_unlock(&m->stripes[stripe].lock);
    return fresh;
}

bool map_get(map *m, int key, int *value)
{
    int stripe = key % MAP_STRIPES;
    pthread_mutex_lock(&m->stripes[stripe].lock);
    int at = find(m, stripe, key);
    if (at >= 0)
        *value = m->stripes[stripe].values[at];
    pthread_mutex_unlock(&m->stripes[stripe].lock);
    return at >= 0;
}

bool map_remove(map *m, int key)
{
    int stripe = key % MAP_STRIPES;
    pthread_mutex_lock(&m->stripes[stripe].lock);
    int at = find(m, stripe, key);
    if (at >= 0) {
        int last = --m->stripes[stripe].used;
        m->stripes[stripe].keys[at] = m->stripes[stripe].keys[last];
        m->stripes[stripe].values[at] = m->stripes[stripe].values[last];
    }
    pthread_mutex_unlock(&m->stripes[stripe].lock);
    return at >= 0;
}

int map_count(map *m)
{
    int count = 0;
    for (int k = 0; k < MAP_STRIPES; k++)
        pthread_mutex_lock(&m->stripes[k].lock);
    for (int k = 0; k < MAP_STRIPES; k++)
        count += m->stripes[k].used;
    for (int k = 0; k < MAP_STRIPES; k++)
        pthread_mutex_unlock(&m->stripes[k].lock);
    return count;
}
