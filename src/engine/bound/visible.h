/* visible.h -- the visible states that were reached: the shared state and the tops of the stacks.
 *
 * Canonical ones are stored, and their permutations counted with them. */
#ifndef ENGINE_BOUND_VISIBLE_H
#define ENGINE_BOUND_VISIBLE_H

#include "engine/bound/domain.h"
#include "engine/bound/tuple.h"

typedef struct Visible {
    const Groups *groups;
    Tuples tuples;   /* shared state, tops */
    Tuples products; /* shared state, sets of tops: those whose visible states are stored */
    uint64_t count;  /* of visible states, permutations included */
    uint32_t *tops, *sets, *index; /* scratch */
} Visible;

void visible_begin(Visible *visible, const Groups *groups);
void visible_free(Visible *visible);
/* One visible state; `tuple` is shared state and tops, and gets sorted. */
void visible_add(Visible *visible, uint32_t *tuple);
/* All visible states of a tuple of the domain's numbers. */
void visible_add_product(Visible *visible, Domain *domain, const uint32_t *tuple);

#endif
