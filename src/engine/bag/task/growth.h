/* growth.h -- finds the variable that takes ever more values. */
#ifndef ENGINE_BAG_TASK_GROWTH_H
#define ENGINE_BAG_TASK_GROWTH_H

#include "engine/bag/task/runs.h"

/* A sentence that names the variable if one has taken very many values in these runs; NULL: none
 * has.  In the arena. */
const char *growth_find(Runs *runs, const Program *program, Arena *arena);

#endif
