/* solve.h -- asking the solver, and saying what went wrong. */
#ifndef ENGINE_PROVE_SOLVE_SOLVE_H
#define ENGINE_PROVE_SOLVE_SOLVE_H

#include "engine/prove/model.h"

SolverOptions solve_options(const Prover *p, const char *title);
/* False: an attempt that is thrifty or promises has not proved it, so nothing is known. */
bool solve(Attempt *f, MethodCheck *check);

/* explain.c */
void explain_failure(Attempt *f, Solver *solver, const Obligation *o, MethodCheck *check);

/* sanity.c: do the annotations make sense?  Adds a check to the job; false: there is no solver. */
bool sanity_check(Prover *p, char *why, size_t size);

#endif
