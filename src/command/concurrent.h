/* concurrent.h -- --concurrent: is every asynchronous method atomic? */
#ifndef COMMAND_CONCURRENT_H
#define COMMAND_CONCURRENT_H

#include "result/job.h"

void concurrent_run(Job *job);

#endif
