/* vacuity.h -- what an answer may have missed: assertions that no run has reached, assumptions that were
 * never true, threads that never came to be. */
#ifndef COMMAND_VACUITY_H
#define COMMAND_VACUITY_H

#include "result/job.h"

/* Fills job.notes, by what job.reached says.  Of a bug only that --set has changed the program; nothing
 * where no runs were looked at. */
void vacuity_note(Job *job);

#endif
