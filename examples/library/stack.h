/* stack.h -- Treiber's stack: "Systems programming: coping with parallelism", IBM, 1986. */
#ifndef STACK_H
#define STACK_H

#include <stdatomic.h>
#include <stdbool.h>

struct node;
typedef struct stack {
    _Atomic(struct node *) top;
} stack;

void stack_push(stack *s, int value);
bool stack_pop(stack *s, int *value); /* false: it is empty */

#endif
