/* cut.h -- the forward searches with counters cut at c; see cut.c. */
#ifndef ENGINE_BAG_NET_CUT_H
#define ENGINE_BAG_NET_CUT_H

#include "engine/bag/net/core.h"
#include "engine/bag/net/steps.h"

typedef enum CutKind {
    CUT_DROP, /* tokens beyond c are dropped: finds bugs */
    CUT_FILL  /* beyond c there are any number of tokens: proves safety */
} CutKind;

typedef struct CutNode {
    uint32_t parent, label; /* how it was reached; BAG_NONE: the initial marking */
} CutNode;

#define CUT_MOST (COUNT_MOST - 1) /* the largest c: what cannot be counted is cut, too */

typedef struct Cut {
    const Core *core;
    Steps *steps;
    CutKind kind;
    uint32_t c;
    BagSet markings; /* the maximal ones reached */
    VEC(CutNode) nodes;
    Heap todo;
    uint32_t at;       /* the marking at hand */
    uint32_t found;    /* a marking that covers a target, or BAG_NONE */
    bool cut;          /* some counter was cut */
    Items items, now;  /* scratch */
    uint64_t looked;   /* markings whose successors were taken, over all c */
    uint64_t compared; /* markings compared, for smaller c */
} Cut;

/* Begins with c = 1. */
void cut_begin(Cut *cut, const Core *core, Steps *steps, CutKind kind);
void cut_free(Cut *cut);
uint64_t cut_work(const Cut *cut); /* done so far */
/* Goes on for about `work` units, raising c whenever a search ends without an answer. */
Progress cut_run(Cut *cut, uint64_t work);
/* After PROGRESS_FOUND: the labels of the run, first step first. */
void cut_trace(const Cut *cut, Labels *labels);

#endif
