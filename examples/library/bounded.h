/* bounded.h -- a bounded queue for many producers and many consumers: each slot has a ticket that says
 * whose turn it is (after Dmitry Vyukov). */
#ifndef BOUNDED_H
#define BOUNDED_H

#include <stdatomic.h>
#include <stdbool.h>

enum { BOUNDED_SIZE = 2 };

typedef struct bounded {
    atomic_uint head, tail;
    struct {
        atomic_uint ticket;
        int value;
    } slots[BOUNDED_SIZE];
} bounded;

void bounded_init(bounded *b);
bool bounded_put(bounded *b, int value);  /* false: it is full */
bool bounded_get(bounded *b, int *value); /* false: it is empty */

#endif
