/* bound.h -- the engine: context-bounded reachability, with unbounded stacks. */
#ifndef ENGINE_BOUND_BOUND_H
#define ENGINE_BOUND_BOUND_H

#include "result/job.h"

extern const Engine engine_bound; /* requires job->model or job->program */
/* Is this a program with recursion, and are these questions for the engine? */
bool bound_fits(const Job *job);

#endif
