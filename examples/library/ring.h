/* ring.h -- a ring buffer between one producer and one consumer, or under a mutex as here, any number of
 * them. */
#ifndef RING_H
#define RING_H

#include <pthread.h>
#include <stdbool.h>

enum { RING_SIZE = 2 };

typedef struct ring {
    pthread_mutex_t mutex;
    unsigned first, used;
    int slots[RING_SIZE];
} ring;

void ring_init(ring *r);
bool ring_put(ring *r, int value);  /* false: it is full */
bool ring_get(ring *r, int *value); /* false: it is empty */
unsigned ring_used(ring *r);

#endif
