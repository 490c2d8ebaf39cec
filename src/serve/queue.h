/* queue.h -- runs that wait for a cell: never more than a bound. */
#ifndef SERVE_QUEUE_H
#define SERVE_QUEUE_H

#include "serve/cell.h"

typedef struct Errand {
    CellRun run;
    bool done;
    void (*finished)(void *self); /* called by another thread */
    void *self;
    struct Errand *next;
} Errand;

typedef struct Queue Queue;

typedef struct QueueCounts {
    unsigned running, waiting, most_waiting, cells;
    unsigned long long done;
} QueueCounts;

/* NULL: errno says why.  `folder` is there, and empty. */
Queue *queue_new(const char *folder, unsigned cells, unsigned most_waiting, uint32_t parts,
                 CellLimits limits);
/* Who alone puts errands in can rely on that until it does. */
bool queue_has_room(Queue *q);
/* False: there is no room, or the queue ends.  Otherwise `finished` is called in the end. */
bool queue_put(Queue *q, Errand *errand);
QueueCounts queue_counts(Queue *q);
/* Ends what runs, and calls `finished` for all that is left. */
void queue_free(Queue *q);

#endif
