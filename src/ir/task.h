/* task.h -- tasks: procedures that are posted to a bag and run later, at once and to their end.
 *
 * For front ends.  Each procedure that is posted has a bag: a global channel whose elements are its
 * arguments.  One more thread, the event loop, takes any task from any bag and runs it. */
#ifndef IR_TASK_H
#define IR_TASK_H

#include "ir/build.h"

typedef struct TaskBag {
    uint32_t proc, global, region;
} TaskBag;

typedef struct TaskBags {
    VEC(TaskBag) all; /* one for each procedure that is posted */
} TaskBags;

/* Emits `post proc(args)`, in the procedure that is being built. */
void build_post(Builder *b, TaskBags *bags, uint32_t proc, const int32_t *args, size_t len);
/* When all procedures are built: the fields of the bags, and the event loop, if anything is posted.
 * Frees the bags. */
void build_event_loop(Builder *b, TaskBags *bags);

#endif
