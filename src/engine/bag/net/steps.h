/* steps.h -- the steps of a search: a net makes them, or whatever else moves bags. */
#ifndef ENGINE_BAG_NET_STEPS_H
#define ENGINE_BAG_NET_STEPS_H

#include "net/bag.h"

/* Takes a step that somebody has found.  False: stop. */
typedef bool StepSink(void *to, uint32_t label, Bag bag);

/* Steps are labelled; from any bag above one that allows a step the step leads above where it led.
 */
typedef struct Steps {
    void *self;
    uint32_t places;
    /* The least bags from which one step leads above `demand`, except those above `demand` itself.
     */
    void (*before)(void *self, Bag demand, StepSink *sink, void *to);
    /* The bags to which one step leads from `marking`; OMEGA stays OMEGA, and of more than
     * COUNT_MOST tokens so many are left. */
    void (*after)(void *self, Bag marking, StepSink *sink, void *to);
    uint64_t work; /* done so far */
    bool overflow; /* a count became too large: a step before was left out, or tokens after */
} Steps;

typedef VEC(uint32_t) Labels;

/* What a search has come to. */
typedef enum Progress {
    PROGRESS_RUNNING, /* it needs more work */
    PROGRESS_FOUND,   /* a run that covers a target */
    PROGRESS_CLOSED,  /* a proof that none can be covered */
    PROGRESS_STUCK    /* it cannot go on */
} Progress;

/* The cheapest first; of equal ones the oldest. */
typedef struct HeapEntry {
    double key;
    uint32_t id;
} HeapEntry;

typedef VEC(HeapEntry) Heap;

void heap_push(Heap *heap, double key, uint32_t id);
uint32_t heap_pop(Heap *heap);

#endif
