/* symbolic.h -- runs of which a solver chooses inputs and order; see symbolic.c. */
#ifndef ENGINE_SYMBOLIC_SYMBOLIC_H
#define ENGINE_SYMBOLIC_SYMBOLIC_H

#include "result/job.h"

bool symbolic_accepts(const Job *job, Reason *why);
/* The answer; a bug is only what the solver's model says: it must be replayed before it is told. */
void symbolic_run(Job *job);

#endif
