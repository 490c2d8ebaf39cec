/* pump.h -- the forward search that accelerates; see pump.c. */
#ifndef ENGINE_BAG_NET_PUMP_H
#define ENGINE_BAG_NET_PUMP_H

#include "engine/bag/net/core.h"
#include "engine/bag/net/steps.h"

typedef struct PumpNode {
    uint32_t parent, label; /* how it was reached; BAG_NONE: the initial marking */
    uint32_t first, loops;  /* the accelerations that made it */
    uint64_t places;        /* that are marked, folded into 64 */
    uint32_t depth;
} PumpNode;

typedef struct Pump {
    const Core *core;
    Steps *steps;
    BagSet markings; /* the maximal ones reached */
    VEC(PumpNode) nodes;
    VEC(uint32_t) ancestors; /* of the accelerations: where the loop begins */
    Heap todo;
    uint32_t at;      /* the marking at hand */
    uint32_t found;   /* a marking that covers a target, or BAG_NONE */
    Items items, now; /* scratch */
    uint64_t looked;  /* markings whose successors were taken */
    uint64_t work;    /* of looking for loops */
} Pump;

void pump_begin(Pump *pump, const Core *core, Steps *steps);
void pump_free(Pump *pump);
uint64_t pump_work(const Pump *pump); /* done so far */
Progress pump_run(Pump *pump, uint64_t work);
/* After PROGRESS_FOUND: the labels of a run, first step first.  False: it would be too long. */
bool pump_trace(const Pump *pump, Labels *labels);

#endif
