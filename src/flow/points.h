/* points.h -- where pointers lead: for each register the places that it may point to.
 *
 * An analysis by inclusion (Andersen 1994) without regard to the order of instructions.  An object stands
 * for a global, for all that one `alloc` makes, or for a procedure.  A place in it is an offset, or all
 * offsets that are so many bytes apart.  The contents of an object are not told apart by offsets. */
#ifndef FLOW_POINTS_H
#define FLOW_POINTS_H

#include "ir/program.h"

typedef struct Place {
    uint32_t object;
    int64_t offset;
    uint32_t stride; /* 0: just this offset; else any that differs by a multiple of it */
} Place;

typedef struct Places {
    VEC(Place) at;
    bool any; /* it may point anywhere */
} Places;

typedef struct Points {
    const Program *program;
    uint32_t
        first_alloc; /* objects: globals by their numbers, then these, one for each `alloc` ... */
    uint32_t first_proc; /* ... and procedures */
    uint32_t objects;
    VEC(uint32_t) alloc_of;  /* instruction -> the object that it makes, 0: none */
    VEC(uint32_t) registers; /* procedure -> the node of its first register */
    VEC(uint32_t) results;   /* procedure -> the node of its first result */
    VEC(Places) nodes;       /* what lies in objects, words of threads, registers, results */
    VEC(bool) plain; /* global -> a constant in which there are no pointers: nobody follows it */
    bool lost;       /* a pointer may be written anywhere: nothing is known */
    bool grows;
} Points;

void points_find(Points *points, const Program *program);
void points_free(Points *points);

/* Where an operand of a procedure may point to.  The result lasts until the next call. */
Places points_of(const Points *points, uint32_t proc, Ref ref, Place *scratch);

/* Do so many bytes at the one place have any in common with those at the other? */
bool place_overlaps(Place a, uint32_t bytes, Place b, uint32_t others);

#endif
