/* backward.h -- the backward search; see backward.c. */
#ifndef ENGINE_BAG_NET_BACKWARD_H
#define ENGINE_BAG_NET_BACKWARD_H

#include "engine/bag/net/refute.h"
#include "engine/bag/net/steps.h"

typedef struct BackwardNode {
    uint32_t parent; /* one step leads from here above the parent; BAG_NONE: a target */
    uint32_t label;  /* of that step */
    float value;     /* how far from the initial marking: its own if tried, else the parent's */
    bool tried;      /* to be refuted */
    bool done;       /* looked at */
} BackwardNode;

typedef struct Backward {
    const Core *core;
    Steps *steps;
    Refuter *refuter;
    BagSet demands; /* the minimal ones from which a target can be covered */
    VEC(BackwardNode) nodes;
    Heap small, near; /* those not looked at: by size, by distance from the initial marking */
    bool turn;        /* which of the two is next */
    uint32_t at;      /* the demand at hand */
    uint32_t found;   /* a demand that the initial marking meets, or BAG_NONE */
    Items items;      /* scratch */
    uint64_t looked;  /* demands whose predecessors were taken */
    uint64_t chances, tries, gains; /* to refute one by a linear program; taken; with success */
    uint64_t refuted;               /* demands left out because they were refuted */
} Backward;

void backward_begin(Backward *b, const Core *core, Steps *steps, Refuter *refuter);
void backward_free(Backward *b);
uint64_t backward_work(const Backward *b); /* done so far */
/* Goes on for about `work` units. */
Progress backward_run(Backward *b, uint64_t work);
/* After PROGRESS_FOUND: the labels of the run, first step first. */
void backward_trace(const Backward *b, Labels *labels);

#endif
