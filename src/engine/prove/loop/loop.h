/* loop.h -- cutting loops at their heads. */
#ifndef ENGINE_PROVE_LOOP_LOOP_H
#define ENGINE_PROVE_LOOP_LOOP_H

#include "engine/prove/model.h"

/* What a loop changes. */
typedef struct Changes {
    bool *regs, *cells; /* by register, by cell */
    bool forks;
} Changes;
Changes loop_changes(Attempt *f, uint32_t head);
void loop_cut(Attempt *f, State *s, uint32_t head); /* becomes any state of the invariant */
/* The invariant holds in this state, which comes from a round of the loop, or else to the first one. */
void loop_oblige(Attempt *f, State *s, uint32_t head, bool back);

Term loop_stands(Attempt *f, const State *s, uint64_t set); /* at one of these positions */

/* held.c: memory behind the head of a loop says which locks are held there; the registers are
 * those that the loop changes */
void held_know(Attempt *f, State *s, uint32_t head, const bool *regs);

/* For the tables of storage.c. */
bool loop_lock_typed(Attempt *f, const State *s, const Term *memory, const Candidate *c,
                     Location *at);
bool loop_lock_raw(Attempt *f, const State *s, const Term *memory, const Candidate *c,
                   Location *at);

#endif
