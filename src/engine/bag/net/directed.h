/* directed.h -- the directed forward search; see directed.c. */
#ifndef ENGINE_BAG_NET_DIRECTED_H
#define ENGINE_BAG_NET_DIRECTED_H

#include "engine/bag/net/lp.h"
#include "engine/bag/net/cut.h"

typedef struct Directed {
    const Core *core;
    Steps *steps;
    Lp *lp;
    BagSet markings; /* the maximal ones reached */
    VEC(CutNode) nodes;
    VEC(uint32_t) depth;
    VEC(bool) delayed; /* once put back, because it was farther than it seemed */
    Heap todo;
    uint32_t at, found;
    Items now;       /* scratch */
    double *lower;   /* scratch, by place */
    double far;      /* of the marking at hand */
    bool *helpful;   /* by transition: it is in the solution for the marking at hand */
    uint64_t looked; /* markings whose successors were taken */
    uint64_t solved; /* linear programs */
    uint64_t work;   /* of those */
} Directed;

void directed_begin(Directed *d, const Core *core, Steps *steps);
void directed_free(Directed *d);
uint64_t directed_work(const Directed *d); /* done so far */
Progress directed_run(Directed *d, uint64_t work);
void directed_trace(const Directed *d, Labels *labels);

#endif
