/* queue.c -- see queue.h.  A thread for each cell. */
#include "serve/queue.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Place {
    Queue *queue;
    Cell cell;
    pthread_t thread;
    bool opened, started;
} Place;

struct Queue {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Errand *first, *last;
    QueueCounts counts;
    bool ends;
    Place *places;
};

static Errand *take(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->ends)
        pthread_cond_wait(&q->changed, &q->lock);
    Errand *errand = q->first;
    if (errand) {
        q->first = errand->next;
        if (!q->first)
            q->last = NULL;
        q->counts.waiting--;
        q->counts.running++;
    }
    pthread_mutex_unlock(&q->lock);
    return errand;
}

static void *work(void *argument)
{
    Place *place = argument;
    Queue *q = place->queue;
    for (Errand *errand; (errand = take(q));) {
        cell_run(&place->cell, &errand->run); /* at once, if it was told to stop */
        pthread_mutex_lock(&q->lock);
        q->counts.running--;
        q->counts.done++;
        pthread_mutex_unlock(&q->lock);
        errand->done = true;
        errand->finished(errand->self);
    }
    return NULL;
}

static bool open_places(Queue *q, const char *folder, uint32_t parts, CellLimits limits)
{
    for (unsigned k = 0; k < q->counts.cells; k++) {
        char name[512];
        Place *place = &q->places[k];
        place->queue = q;
        place->opened = true; /* cell_close takes one that is half open */
        snprintf(name, sizeof name, "%s/%u", folder, k);
        if (!cell_open(&place->cell, name, parts, limits))
            return false;
        errno = pthread_create(&place->thread, NULL, work, place);
        place->started = errno == 0;
        if (!place->started)
            return false;
    }
    return true;
}

Queue *queue_new(const char *folder, unsigned cells, unsigned most_waiting, uint32_t parts,
                 CellLimits limits)
{
    Queue *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->changed, NULL);
    q->counts = (QueueCounts){.cells = cells, .most_waiting = most_waiting};
    q->places = calloc(cells, sizeof *q->places);
    if (q->places && open_places(q, folder, parts, limits))
        return q;
    int why = errno;
    queue_free(q);
    errno = why;
    return NULL;
}

bool queue_put(Queue *q, Errand *errand)
{
    pthread_mutex_lock(&q->lock);
    bool room = !q->ends && q->counts.waiting < q->counts.most_waiting;
    if (room) {
        errand->next = NULL;
        if (q->last)
            q->last->next = errand;
        else
            q->first = errand;
        q->last = errand;
        q->counts.waiting++;
        pthread_cond_signal(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
    return room;
}

bool queue_has_room(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    bool room = !q->ends && q->counts.waiting < q->counts.most_waiting;
    pthread_mutex_unlock(&q->lock);
    return room;
}

QueueCounts queue_counts(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    QueueCounts counts = q->counts;
    pthread_mutex_unlock(&q->lock);
    return counts;
}

void queue_free(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->ends = true;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    for (unsigned k = 0; q->places && k < q->counts.cells; k++)
        if (q->places[k].opened)
            cell_stop(&q->places[k].cell);
    for (unsigned k = 0; q->places && k < q->counts.cells; k++) {
        if (q->places[k].started)
            pthread_join(q->places[k].thread, NULL);
        if (q->places[k].opened)
            cell_close(&q->places[k].cell);
    }
    free(q->places);
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->changed);
    free(q);
}
