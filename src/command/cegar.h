/* cegar.h -- the engine `cegar`: abstraction, check and refinement in a loop; see cegar.c. */
#ifndef COMMAND_CEGAR_H
#define COMMAND_CEGAR_H

#include "result/job.h"

extern const Engine engine_cegar;

#endif
