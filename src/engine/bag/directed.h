/* directed.h -- the directed forward search; see directed.c. */
#ifndef ENGINE_BAG_DIRECTED_H
#define ENGINE_BAG_DIRECTED_H

#include "engine/bag/lp.h"
#include "engine/bag/cut.h"

typedef struct Directed {
    const Core *core;
    Steps *steps;
    Lp *lp;
    BagSet markings; /* the maximal ones reached */
    VEC(CutNode) nodes;
    VEC(uint32_t) depth;
    Heap todo;
    uint32_t at, found;
    Items now;       /* scratch */
    double *lower;   /* scratch, by place */
    uint64_t looked; /* markings whose successors were taken */
    uint64_t solved; /* linear programs */
    uint64_t work;   /* of those */
} Directed;

void directed_begin(Directed *d, const Core *core, Steps *steps);
void directed_free(Directed *d);
Progress directed_run(Directed *d, uint64_t work);
void directed_trace(const Directed *d, Labels *labels);

#endif
