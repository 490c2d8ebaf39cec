/* invariant.h -- invariants of classes: who may use them, and who must keep them. */
#ifndef ENGINE_PROVE_STEP_INVARIANT_H
#define ENGINE_PROVE_STEP_INVARIANT_H

#include "engine/prove/model.h"

/* In this memory of the state; NULL: no object is anybody's own. */
Term invariant_holds(Attempt *f, const State *s, const Term *memory);
/* What is known of the memory when the program begins. */
void invariant_initial(Attempt *f, Term *memory);
void invariant_know(Attempt *f, State *s); /* others may have run just now */
/* raw: what invariants say of the object at this place is to be known as time goes by. */
void invariant_name(Attempt *f, State *s, Location at);
void invariant_oblige(Attempt *f, State *s,
                      uint32_t code); /* the action that ends here keeps them */
/* They hold before a call by specification, even if there is no other thread; and, raw, when
 * objects that were the thread's own are handed over. */
void invariant_oblige_call(Attempt *f, State *s, uint32_t code);
void invariant_start(Attempt *f, State *s); /* the first thread begins */

#endif
