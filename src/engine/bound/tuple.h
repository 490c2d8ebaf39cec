/* tuple.h -- states as vectors of numbers: the shared state, then a number a thread.
 *
 * Threads are arranged so that interchangeable ones (same rules, same initial stack) are
 * neighbours: a group.  Permuting a group leads reachable states to reachable states, so each state
 * stands for all its permutations; its numbers are sorted within each group. */
#ifndef ENGINE_BOUND_TUPLE_H
#define ENGINE_BOUND_TUPLE_H

#include "base/check.h"
#include "base/index.h"
#include "engine/bound/model.h"

typedef struct Tuples {
    uint32_t width; /* numbers in each */
    VEC(uint32_t) at;
    Index index;
} Tuples;

/* Ids count up from 0. */
uint32_t tuples_add(Tuples *tuples, const uint32_t *tuple, bool *is_new);
void tuples_free(Tuples *tuples);
uint64_t tuples_bytes(const Tuples *tuples);
static inline const uint32_t *tuples_get(const Tuples *tuples, uint32_t id)
{
    hard_assert(((size_t)id + 1) * tuples->width <= tuples->at.len);
    return tuples->at.at + (size_t)id * tuples->width;
}
static inline uint32_t tuples_count(const Tuples *tuples)
{
    return tuples->width ? (uint32_t)(tuples->at.len / tuples->width) : 0;
}

typedef struct Groups {
    uint32_t threads;
    uint32_t *thread; /* place -> thread */
    uint32_t *class;  /* place -> class of its thread */
    uint32_t *begin;  /* place -> first place of its group */
    uint32_t *end;    /* place -> behind the last place of its group */
} Groups;

void groups_begin(Groups *groups, const BoundModel *model, bool symmetry);
void groups_free(Groups *groups);
/* Gives the number at a place of a canonical tuple a new value; the tuple stays canonical.  Returns
 * the new place of the number, the first of all places of its group with this value. */
uint32_t groups_replace(const Groups *groups, uint32_t *tuple, uint32_t place, uint32_t value);
void groups_sort(const Groups *groups, uint32_t *tuple);
/* Are the numbers of each group in order? */
bool groups_are_sorted(const Groups *groups, const uint32_t *tuple);
/* How many tuples are permutations of this canonical one; UINT64_MAX if there are more. */
uint64_t groups_orbit(const Groups *groups, const uint32_t *tuple);
/* Only the first of equal neighbours needs to be looked at. */
static inline bool groups_repeats(const Groups *groups, const uint32_t *tuple, uint32_t place)
{
    return place > groups->begin[place] && tuple[place] == tuple[place + 1];
}

#endif
