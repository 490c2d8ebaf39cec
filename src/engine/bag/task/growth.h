/* growth.h -- finds the variable that takes ever more values. */
#ifndef ENGINE_BAG_TASK_GROWTH_H
#define ENGINE_BAG_TASK_GROWTH_H

#include "engine/bag/task/runs.h"

/* A sentence that names the variable if one has taken very many values in these runs, and where it grows;
 * text NULL: none has.  In the arena. */
Reason growth_find(Runs *runs, const Program *program, Arena *arena);

#endif
