/* count.h -- the number of states and transitions that the original Zing checker reports. */
#ifndef ENGINE_EXPLORE_COUNT_H
#define ENGINE_EXPLORE_COUNT_H

#include "result/job.h"

/* Fills job->stats.states and .transitions, and job->errors.  False: a limit was reached first, and
 * job->reason says which. */
bool count_states(Job *job);

#endif
