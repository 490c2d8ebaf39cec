/* step.h -- one action of the method: the translation acc of the paper. */
#ifndef ENGINE_PROVE_STEP_STEP_H
#define ENGINE_PROVE_STEP_STEP_H

#include "engine/prove/model.h"

void step_run(Attempt *f, State *s, uint32_t start); /* executes the whole method */
/* Executes the action that begins at `start` from s, and hands its ends to `arrive`. */
typedef void Arrive(Attempt *f, uint32_t code, State *s, void *context);
void step_region(Attempt *f, State *s, uint32_t start, Arrive *arrive, void *context);
Sym step_operand(Attempt *f, const State *s, uint32_t code, Ref ref, Type type);
/* What the user claims at the head of a loop is assumed, or to be shown: before the first round, or after one. */
typedef enum ClaimUse { CLAIM_ASSUME, CLAIM_FIRST, CLAIM_AGAIN } ClaimUse;
void step_claims(Attempt *f, State *s, uint32_t head, ClaimUse use);
void step_publish(Attempt *f, State *s, Term value, Term unless);
void step_lend(Attempt *f, State *s, Term value); /* ... but only who is called through a pointer */
/* What a thread that begins with the procedure requires of its arguments; the first is the thread. */
void step_requires(Attempt *f, State *s, uint32_t code, uint32_t proc, const Sym *args);
bool step_stores_pointer(const Attempt *f, uint32_t code);
/* Others may have run since the last look at memory. */
void step_settle(Attempt *f, State *s, uint32_t code);
/* The place that an instruction means; false: f->trouble says why there is none. */
bool step_place(Attempt *f, State *s, uint32_t code, Sym address, Location *at);
void step_wait(Attempt *f, State *s, Term condition); /* the action waits unless it holds */
void step_write(Attempt *f, State *s, Location at, Term value, uint32_t code);
/* A read and a write of a place, as a value of this type. */
Sym step_load(Attempt *f, State *s, Location at, Type type, uint32_t code);
void step_store(Attempt *f, State *s, Location at, Sym value, Type type, uint32_t code);
void step_set(Attempt *f, State *s, uint32_t code, int32_t reg, Sym value);
Type step_register_type(const Attempt *f, uint32_t code, int32_t reg);

/* For the tables of storage.c. */
void step_fork(Attempt *f, State *s, uint32_t code);

/* memory.c: the instructions that theory and memory give a meaning.  False: it is none of them. */
bool memory_instr(Attempt *f, State *s, uint32_t code);
void memory_refuse(Attempt *f, uint32_t code); /* the instruction has no meaning */

/* touch.c */
void touch_place(Attempt *f, State *s, Location at, bool write, uint32_t code);
void touch_object(Attempt *f, State *s, Location at); /* there is one */
/* The wait of a SELECT goes on: what its guards have read was allowed. */
void touch_late(Attempt *f, State *s);
void touch_note(Attempt *f, const State *s, Location at, bool write, Term value, uint32_t code);
/* Does what the action has touched move, to the right or to the left, in this memory? */
Term touch_moves(Attempt *f, const State *s, const Term *memory, bool right);
/* Does the path say so, plainly? */
bool touch_surely(const Attempt *f, Term path, Term when);
/* The object is among those of this set; `unless` it is null.  What a thread has a pointer to is
 * met: nobody's own, or its own. */
void touch_know(Attempt *f, State *s, uint32_t set, Term object, bool unless);

/* glance.c */
/* A read in an action: what it sees.  It may be no access. */
Term glance_read(Attempt *f, State *s, Location at, uint32_t code);
void glance_write(Attempt *f, State *s, Location at, uint32_t code); /* a write comes next */

/* valid.c: the check `memory` */
/* The place is touched next; `object`: that it belongs to. */
void valid_place(Attempt *f, State *s, Location at, Term object, uint32_t code);
void valid_callee(Attempt *f, State *s, Term pointer, uint32_t code);
void valid_object(Attempt *f, State *s, Term object,
                  uint32_t code);       /* it is asked for its length */
void valid_begin(Attempt *f, State *s); /* the method begins */
/* The procedure is called by specification, or begins a thread, with these arguments. */
void valid_call(Attempt *f, State *s, uint32_t code, uint32_t proc, const Sym *args,
                uint32_t count);

/* given.c */
void given_find_taken(Prover *p); /* Prover.taken */
/* A function that is called through a pointer may be given this address, from wherever, */
void given_address(Attempt *f, State *s, Sym pointer, uint32_t code);
/* ... is given it here; and what else its arguments may lead to, or calls before have told it. */
void given_argument(Attempt *f, State *s, Sym pointer, uint32_t code);
void given_shared(Attempt *f, State *s, uint32_t code);

/* uses.c */
void call_find_uses(Prover *p);

/* call.c */
void call_spec(Attempt *f, State *s, uint32_t code);
void call_pointer(Attempt *f, State *s,
                  uint32_t code); /* of any function that keeps to the predicates */
void call_modifies(const Prover *p, const Spec *spec, bool *cells);

#endif
