/* queue.c -- see queue.h.  Nodes are never freed. */
#include "queue.h"

#include <stdlib.h>

struct node {
    int value;
    _Atomic(struct node *) next;
};

static struct node *make_node(int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    atomic_init(&n->next, NULL);
    return n;
}

void queue_init(queue *q)
{
    struct node *dummy = make_node(0);
    atomic_init(&q->head, dummy);
    atomic_init(&q->tail, dummy);
}

void queue_put(queue *q, int value)
{
    struct node *n = make_node(value), *last, *none;
    for (;;) {
        last = atomic_load(&q->tail);
        struct node *next = atomic_load(&last->next);
        if (next) { /* the tail is behind: help */
            atomic_compare_exchange_strong(&q->tail, &last, next);
            continue;
        }
        none = NULL;
        if (atomic_compare_exchange_strong(&last->next, &none, n))
            break;
    }
    atomic_compare_exchange_strong(&q->tail, &last, n);
}

bool queue_get(queue *q, int *value)
{
    for (;;) {
        struct node *first = atomic_load(&q->head), *last = atomic_load(&q->tail);
        struct node *next = atomic_load(&first->next);
        if (!next)
            return false;
        if (first == last) {
            atomic_compare_exchange_strong(&q->tail, &last, next);
            continue;
        }
        if (atomic_compare_exchange_strong(&q->head, &first, next)) {
            *value = next->value;
            return true;
        }
    }
}
