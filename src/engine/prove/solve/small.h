/* small.h -- of all counterexamples one that a person can follow. */
#ifndef ENGINE_PROVE_SOLVE_SMALL_H
#define ENGINE_PROVE_SOLVE_SMALL_H

#include "engine/prove/model.h"

/* Is there a model of all that? */
typedef bool Possible(void *of, const Term *assumed, size_t count);

/* Adds wishes about what happens before the obligation fails to `held`, as long as all together are
 * possible: other threads change nothing, and numbers are 0, or 1, or small.  False: not even `held`
 * is; else the solver has a model of it. */
bool small_wish(Attempt *f, const Obligation *o, TermList *held, Possible *possible, void *of);

#endif
