/* bounded-broken.c -- bounded.c as it is often written: who finds no element in the slot of the head
 * says `empty`, though a put that took the slot before has not written yet, and another one, of the
 * next slot, has returned. */
#include "bounded.h"

void bounded_init(bounded *b)
{
    atomic_init(&b->head, 0);
    atomic_init(&b->tail, 0);
    for (unsigned k = 0; k < BOUNDED_SIZE; k++)
        atomic_init(&b->slots[k].ticket, k);
}

bool bounded_put(bounded *b, int value)
{
    for (;;) {
        unsigned at = atomic_load(&b->tail);
        unsigned ticket = atomic_load(&b->slots[at % BOUNDED_SIZE].ticket);
        if ((int)(ticket - at) < 0)
            return false;
        if (ticket != at || !atomic_compare_exchange_strong(&b->tail, &at, at + 1))
            continue;
        b->slots[at % BOUNDED_SIZE].value = value;
        atomic_store(&b->slots[at % BOUNDED_SIZE].ticket, at + 1);
        return true;
    }
}

bool bounded_get(bounded *b, int *value)
{
    for (;;) {
        unsigned at = atomic_load(&b->head);
        unsigned ticket = atomic_load(&b->slots[at % BOUNDED_SIZE].ticket);
        if ((int)(ticket - (at + 1)) < 0)
            return false;
        if (ticket != at + 1 || !atomic_compare_exchange_strong(&b->head, &at, at + 1))
            continue;
        *value = b->slots[at % BOUNDED_SIZE].value;
        atomic_store(&b->slots[at % BOUNDED_SIZE].ticket, at + BOUNDED_SIZE);
        return true;
    }
}
