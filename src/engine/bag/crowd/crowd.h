/* crowd.h -- programs that create threads without end; see crowd.c. */
#ifndef ENGINE_BAG_CROWD_CROWD_H
#define ENGINE_BAG_CROWD_CROWD_H

#include "result/job.h"

extern const Engine engine_crowd;

#endif
