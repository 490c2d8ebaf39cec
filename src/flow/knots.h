/* knots.h -- sets of the instructions of a procedure, and the loops in them. */
#ifndef FLOW_KNOTS_H
#define FLOW_KNOTS_H

#include "base/connect.h"
#include "flow/live.h"

typedef VEC(uint32_t) Pcs;

typedef struct Knots {
    const Program *p;
    const Proc *proc;
    VEC(uint32_t) mark; /* by instruction of the procedure: the set that it is in; 0: none */
    uint32_t marks;
    Connect connect;
    Pcs *out, *ends; /* see knots_find */
    Successors next; /* scratch */
} Knots;

/* Of another procedure, which has no sets yet. */
void knots_begin(Knots *knots, const Program *p, const Proc *proc);
void knots_free(Knots *knots);
/* The set that the instruction is in. */
uint32_t *knots_mark(Knots *knots, uint32_t pc);
/* These instructions are a new set; its number. */
uint32_t knots_put(Knots *knots, const uint32_t *pcs, size_t len);
/* knots->next: where the instruction leads to in its set. */
void knots_successors(Knots *knots, uint32_t pc);
/* Makes a set of these, and tells its strongly connected components: one behind the other in `out`, and
 * where each one ends. */
uint32_t knots_find(Knots *knots, const uint32_t *pcs, size_t len, Pcs *out, Pcs *ends);
/* Is a component a loop? */
bool knots_loop(Knots *knots, const uint32_t *pcs, size_t len);

#endif
