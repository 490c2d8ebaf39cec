/* task.h -- the engine `bag` for programs that post tasks. */
#ifndef ENGINE_BAG_TASK_H
#define ENGINE_BAG_TASK_H

#include "result/job.h"

extern const Engine engine_tasks;

bool tasks_posted(const Program *program);
/* Is it for this program, which posts tasks, and these properties?  If not: a sentence says why;
 * NULL: it is. */
const char *tasks_refuse(const Job *job);

#endif
