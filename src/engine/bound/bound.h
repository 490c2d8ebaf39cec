/* bound.h -- the engine: context-bounded reachability, with unbounded stacks. */
#ifndef ENGINE_BOUND_BOUND_H
#define ENGINE_BOUND_BOUND_H

#include "result/job.h"

extern const Engine engine_bound; /* requires job->model or job->program */
/* Is this a program with recursion?  Without it a search over states knows more. */
bool bound_is_worth_it(const Job *job);

#endif
