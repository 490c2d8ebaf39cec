/* tally.h -- the engine `tally`: the rounds of all threads are counted together; see tally.c. */
#ifndef COMMAND_TALLY_H
#define COMMAND_TALLY_H

#include "result/job.h"

extern const Engine engine_tally;

#endif
