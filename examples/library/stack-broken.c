/* stack-broken.c -- stack.c, with a pop that looks and then writes: two threads pop one element. */
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
    if (!n)
        return false;
    atomic_store(&s->top, n->next);
    *value = n->value;
    return true;
}
