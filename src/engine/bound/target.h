/* target.h -- does a canonical tuple stand for a target?
 *
 * The threads of a group may change places: the tops that the target wants of them are matched with
 * the places of the tuple. */
#ifndef ENGINE_BOUND_TARGET_H
#define ENGINE_BOUND_TARGET_H

#include "engine/bound/tuple.h"

/* May the thread at a place of the tuple at hand have this top on its stack? */
typedef bool HasTop(void *context, uint32_t place, uint32_t top);

/* The first target that the tuple stands for; NULL: none.  `match` (threads of them, or NULL) gets
 * for each place the thread whose part it plays. */
const BoundTarget *target_find(const BoundModel *model, const Groups *groups, uint32_t g,
                               HasTop *has_top, void *context, uint32_t *match);

/* The tops that the thread at a place of the tuple at hand may have; how many there are. */
typedef size_t TopsOf(void *context, uint32_t place, const uint64_t **tops);

/* Is there a state in which no thread runs, and one waits?  `found` (threads of them, or NULL) gets
 * for each thread the top that it has there. */
bool target_is_stuck(const BoundModel *model, const Groups *groups, uint32_t g, TopsOf *tops_of,
                     void *context, uint32_t *found);

/* Is there a state in which two threads clash?  `found` as above. */
bool target_clashes(const BoundModel *model, const Groups *groups, uint32_t g, TopsOf *tops_of,
                    void *context, uint32_t *found);

#endif
