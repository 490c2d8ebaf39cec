/* crowd.h -- programs that create threads without end; see crowd.c. */
#ifndef ENGINE_BAG_CROWD_H
#define ENGINE_BAG_CROWD_H

#include "result/job.h"

extern const Engine engine_crowd;

/* Can it say anything about the program?  Not if that asks which thread is which. */
bool crowd_reads(const Program *program);

#endif
