/* core.h -- the part of a net that matters to its targets.
 *
 * Left out are, in this order: open places (they can hold as many tokens as a run may need);
 * transitions that can never fire and targets that can never be covered by the bounds of the places
 * (sign analysis); places and transitions that no target depends on (cone of influence); of several
 * equal transitions all but one.  A run of the core is a run of the net, and a target is coverable
 * in the core exactly if it is in the net. */
#ifndef ENGINE_BAG_NET_CORE_H
#define ENGINE_BAG_NET_CORE_H

#include "net/net.h"

typedef struct CoreTarget {
    size_t first;
    uint32_t len;
    uint32_t number; /* in the net */
    bool refuted;    /* by a proof: see refute.h */
} CoreTarget;

typedef struct Core {
    const Net *net;
    uint32_t places, transitions;
    uint32_t *bounds;                  /* by place of the net: never more tokens; OMEGA: any */
    uint32_t *net_place;               /* by place: its number in the net */
    uint32_t *core_place;              /* by place of the net: its number here, or UINT32_MAX */
    uint32_t *net_transition;          /* by transition: its number in the net */
    size_t *arc_first;                 /* by transition, and one more: first of its arcs */
    VEC(Arc) arcs;                     /* sorted by place */
    uint32_t *init;                    /* by place */
    size_t *giver_first, *taker_first; /* by place, and one more: first of ... */
    uint32_t *givers;                  /* the transitions that add tokens to it */
    uint32_t *takers;                  /* the transitions that need tokens in it */
    Items items;                       /* of the targets */
    VEC(CoreTarget) targets;
} Core;

void core_make(Core *core, const Net *net);
void core_free(Core *core);

static inline Bag core_target(const Core *core, const CoreTarget *target)
{
    return (Bag){core->items.at + target->first, target->len};
}
/* Whether the initial marking is above the bag. */
bool core_starts_above(const Core *core, Bag bag);

#endif
