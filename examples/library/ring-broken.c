/* ring-broken.c -- ring.c, with a get that lets go of the mutex between looking and taking: there is
 * no data race, but two threads get one element. */
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
    unsigned first = r->first;
    if (any)
        *value = r->slots[first % RING_SIZE];
    pthread_mutex_unlock(&r->mutex);
    if (!any)
        return false;
    pthread_mutex_lock(&r->mutex);
    r->first = first + 1;
    r->used -= r->used != 0;
    pthread_mutex_unlock(&r->mutex);
    return true;
}

unsigned ring_used(ring *r)
{
    pthread_mutex_lock(&r->mutex);
    unsigned used = r->used;
    pthread_mutex_unlock(&r->mutex);
    return used;
}
