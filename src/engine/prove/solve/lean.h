/* lean.h -- formulas without quantifiers, to be asked first. */
#ifndef ENGINE_PROVE_SOLVE_LEAN_H
#define ENGINE_PROVE_SOLVE_LEAN_H

#include "engine/prove/model.h"

/* lean.c: first all are looked at, then made ready, then converted */
typedef struct Lean Lean;
Lean *lean_new(Attempt *f);
void lean_look(Lean *l, Term assumed);
void lean_ready(Lean *l);
Term lean_convert(Lean *l, Term assumed);                /* something weaker, without quantifiers */
void lean_split(Lean *l, Term assumed, TermList *parts); /* the same, in parts */
/* Something weaker than that the formula is false.  At most one of those that are refuted may be
 * asked to be false at a time: they share variables. */
void lean_look_refuted(Lean *l, Term formula);
Term lean_refute(Lean *l, Term formula);
bool lean_failed(const Lean *l);
void lean_free(Lean *l);

#endif
