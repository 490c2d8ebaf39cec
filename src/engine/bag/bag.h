/* bag.h -- the engine `bag`; see bag.c. */
#ifndef ENGINE_BAG_BAG_H
#define ENGINE_BAG_BAG_H

#include "result/job.h"

extern const Engine engine_bag;

#endif
