/* bounded.c -- see bounded.h.
 *
 * A get that finds the slot of the head without its element looks once more whether the head is still
 * there, and the tail not beyond: an earlier put may have taken its ticket and not have written yet.
 * It waits for that one, or its answer `empty` would come after a later put has returned. */
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
        if (ticket == at) {
            if (!atomic_compare_exchange_strong(&b->tail, &at, at + 1))
                continue;
            b->slots[at % BOUNDED_SIZE].value = value;
            atomic_store(&b->slots[at % BOUNDED_SIZE].ticket, at + 1);
            return true;
        }
        if (at - atomic_load(&b->head) == BOUNDED_SIZE && at == atomic_load(&b->tail))
            return false;
    }
}

bool bounded_get(bounded *b, int *value)
{
    for (;;) {
        unsigned at = atomic_load(&b->head);
        unsigned ticket = atomic_load(&b->slots[at % BOUNDED_SIZE].ticket);
        if (ticket == at + 1) {
            if (!atomic_compare_exchange_strong(&b->head, &at, at + 1))
                continue;
            *value = b->slots[at % BOUNDED_SIZE].value;
            atomic_store(&b->slots[at % BOUNDED_SIZE].ticket, at + BOUNDED_SIZE);
            return true;
        }
        if (at == atomic_load(&b->tail) && at == atomic_load(&b->head))
            return false;
    }
}
