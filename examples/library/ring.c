/* ring.c -- see ring.h. */
#include "ring.h"

void ring_init(ring *r)
{
    pthread_mutex_init(&r->mutex, NULL);
    r->first = r->used = 0;
}

bool ring_put(ring *r, int value)
{
    pthread_mutex_lock(&r->mutex);
    bool fits = r->used < RING_SIZE;
    if (fits)
        r->slots[(r->first + r->used++) % RING_SIZE] = value;
    pthread_mutex_unlock(&r->mutex);
    return fits;
}

bool ring_get(ring *r, int *value)
{
    pthread_mutex_lock(&r->mutex);
    bool any = r->used != 0;
    if (any) {
        *value = r->slots[r->first++ % RING_SIZE];
        r->used--;
    }
    pthread_mutex_unlock(&r->mutex);
    return any;
}

unsigned ring_used(ring *r)
{
    pthread_mutex_lock(&r->mutex);
    unsigned used = r->used;
    pthread_mutex_unlock(&r->mutex);
    return used;
}
