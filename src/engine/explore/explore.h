/* explore.h -- all interleavings, breadth-first. */
#ifndef ENGINE_EXPLORE_EXPLORE_H
#define ENGINE_EXPLORE_EXPLORE_H

#include "result/job.h"

extern const Engine engine_explore;

/* Why the search of the job cannot be saved (Checkpoint); NULL: it can. */
const char *explore_keeps_not(const Job *job);

#endif
