/* serial.h -- what the calls of a library return if they run one at a time. */
#ifndef ENGINE_SERIAL_SERIAL_H
#define ENGINE_SERIAL_SERIAL_H

#include "linear/linear.h"
#include "result/job.h"

/* Fills in the specification of job->program->linear, whose threads and calls are known.  False: it
 * could not be found; *why says why not. */
bool serial_find(Job *job, Reason *why);

#endif
