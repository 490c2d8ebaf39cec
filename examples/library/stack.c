/* stack.c -- see stack.h.  Nodes are never freed: nobody can tell when the last reader has gone. */
#include "stack.h"

#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

void stack_push(stack *s, int value)
{
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = atomic_load(&s->top);
    while (!atomic_compare_exchange_strong(&s->top, &n->next, n))
        ;
}

bool stack_pop(stack *s, int *value)
{
    struct node *n = atomic_load(&s->top);
    while (n && !atomic_compare_exchange_strong(&s->top, &n, n->next))
        ;
    if (n)
        *value = n->value;
    return n != NULL;
}
