/* task.h -- the engine `bag` for programs that post tasks. */
#ifndef ENGINE_BAG_TASK_TASK_H
#define ENGINE_BAG_TASK_TASK_H

#include "result/job.h"

extern const Engine engine_tasks;

bool tasks_posted(const Program *program);

#endif
