/* refute.h -- proofs that a demand cannot be met, by forward over-approximations.
 *
 * A refutation is a list of stages.  Stage i has weights y_i >= 0 for the places, and a set T_i of
 * transitions: no transition of T_i increases the weighted sum of the tokens.  T_1 is all of them.
 * T_{i+1} are those of T_i that leave the sum of stage i as it is, and that can fire at all when no
 * others do (sign analysis).  So in every run
 *
 *    y_1 . m <= y_1 . init,  and if they are equal  y_2 . m <= y_2 . init,  and so on.
 *
 * A demand b is refuted if y_1 . b > y_1 . init, or if they are equal and stage 2 refutes it ...
 * With one stage this is the state inequation (y is its Farkas certificate; a place invariant is a
 * special case); with more it is reachability in the continuous net.  Each stage is checked exactly
 * before it is used, and serves for all later demands too. */
#ifndef ENGINE_BAG_NET_REFUTE_H
#define ENGINE_BAG_NET_REFUTE_H

#include "engine/bag/net/core.h"
#include "engine/bag/net/lp.h"

typedef struct Stage {
    int64_t *weights; /* by place */
    __int128 start;   /* weights . init */
} Stage;

typedef VEC(Stage) Stages;

typedef struct Refutation {
    Stages stages;
} Refutation;

typedef struct Refuter {
    const Core *core;
    Lp *state;                /* the state inequation: how often each transition fires */
    Lp *support;              /* the most transitions that can take part; NULL: not yet made */
    VEC(Refutation) known;    /* in the order in which they were found */
    VEC(uint32_t) order;      /* of them: those that refuted last come first */
    double *ray;              /* scratch, by place */
    double *lower;            /* scratch, by place */
    int64_t *weights;         /* scratch, by place */
    bool *active, *next;      /* scratch, by transition: T_i, T_{i+1} */
    uint64_t loops, gains;    /* times that the support loop was tried; that it refuted */
    uint64_t solved, inexact; /* linear programs; infeasible ones without an exact certificate */
    uint64_t work;
} Refuter;

void refuter_begin(Refuter *r, const Core *core);
void refuter_free(Refuter *r);
/* Takes the invariants that the file claims, as far as they are true. */
void refuter_add_invariants(Refuter *r);
/* Whether a refutation that is known already refutes the demand. */
bool refuter_knows(Refuter *r, Bag demand);
/* Tries to refute it.  If not: *value is the least number of firings that the state inequation
 * admits, a guess of how far it is from the initial marking. */
bool refuter_try(Refuter *r, Bag demand, double *value);

/* What a solution with so many pivots costs, in units of work. */
uint64_t lp_work(const Core *core, uint64_t pivots);
/* The state inequation as a linear program. */
Lp *refuter_state_lp(const Core *core);

#endif
