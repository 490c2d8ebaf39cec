/* task.h -- tasks of the competition on software verification: what is asked about which files. */
#ifndef FRONT_C_DRIVER_TASK_H
#define FRONT_C_DRIVER_TASK_H

#include "front/c/c.h"

typedef struct Task {
    VEC(const char *) files; /* by their path */
    const char *model;       /* ILP32 or LP64; NULL: the task does not say */
    const char *property;    /* the property file that was chosen */
    const char *properties;  /* a list for --property */
    CGoal goal;
    bool cannot_prove; /* heddle can only refute the property */
} Task;

/* Names are C files, a task definition (.yml) that names files, data model and properties, and
 * property files (.prp), which go before those of the task; the first one that heddle can decide
 * is taken.  Texts go to the arena.  False, and why[0..size) says why, if that does not make a
 * task that heddle can decide. */
bool task_read(const char *const *names, size_t count, Task *task, Arena *arena, char *why,
               size_t size);
/* Is this error what the task asks about? */
bool task_asks(const Task *task, ErrorKind error);

#endif
