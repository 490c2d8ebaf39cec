/* task_apart.h -- do tasks of different thread objects keep apart? */
#ifndef ENGINE_BAG_TASK_TASK_APART_H
#define ENGINE_BAG_TASK_TASK_APART_H

#include "result/job.h"

/* job->serialized is a program whose tasks run one at a time.  NULL: if tasks of different thread
 * objects, any number of them, interleave, every one is atomic, and nothing else can happen.
 * Otherwise a sentence that says why this is not known. */
const char *tasks_apart(Job *job);

#endif
