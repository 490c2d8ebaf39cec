/* explore.h -- all interleavings, breadth-first. */
#ifndef ENGINE_EXPLORE_EXPLORE_H
#define ENGINE_EXPLORE_EXPLORE_H

#include "result/job.h"

extern const Engine engine_explore;

#endif
