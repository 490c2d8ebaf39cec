/* prove.h -- see prove.c. */
#ifndef ENGINE_PROVE_PROVE_H
#define ENGINE_PROVE_PROVE_H

#include "result/job.h"

/* Checks every method of job->program; fills in job->checks and the verdict.  False: the log cannot
 * be written, errno says why. */
bool prove_run(Job *job);

#endif
