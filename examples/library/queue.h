/* queue.h -- Michael and Scott, "Simple, fast, and practical non-blocking and blocking concurrent
 * queue algorithms", PODC 1996: the queue without locks. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdatomic.h>
#include <stdbool.h>

struct node;
typedef struct queue {
    _Atomic(struct node *) head, tail;
} queue;

void queue_init(queue *q);
void queue_put(queue *q, int value);
bool queue_get(queue *q, int *value); /* false: it is empty */

#endif
