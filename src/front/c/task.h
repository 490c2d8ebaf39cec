/* task.h -- tasks of the competition on software verification: what is asked about which files. */
#ifndef FRONT_C_TASK_H
#define FRONT_C_TASK_H

#include "front/c/c.h"

typedef struct Task {
    VEC(const char *) inputs; /* files, by their path */
    const char *property;     /* a .prp file; NULL: none is named */
    bool ilp32;
} Task;

/* Reads a task definition (.yml); texts go to the arena.  False, and *why says why: it cannot be
 * read, or names no input. */
bool task_read(const char *name, Task *task, Arena *arena, const char **why);
void task_free(Task *task);

/* What a property file (.prp) asks for: the goal, and the list for --property; NULL if heddle
 * cannot decide it (termination, coverage).  *cannot_prove: heddle can only refute it. */
const char *task_read_property(const char *name, CGoal *goal, bool *cannot_prove,
                               const char **why);

#endif
