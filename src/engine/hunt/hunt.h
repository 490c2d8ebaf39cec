/* hunt.h -- looks for bugs only. */
#ifndef ENGINE_HUNT_HUNT_H
#define ENGINE_HUNT_HUNT_H

#include "result/job.h"

extern const Engine engine_hunt;

#endif
