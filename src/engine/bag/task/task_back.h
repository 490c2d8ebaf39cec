/* task_back.h -- backward over demands: a control state, and tasks that must be pending there. */
#ifndef ENGINE_BAG_TASK_TASK_BACK_H
#define ENGINE_BAG_TASK_TASK_BACK_H

#include "engine/bag/net/steps.h"
#include "engine/bag/task/task_cut.h"

typedef struct TaskDemand {
    Control q;
    Tally tasks;
    uint32_t parent; /* the demand that is met after the unit; NO_RUN: the unit goes wrong */
    Unit unit;
} TaskDemand;

typedef struct TaskBack {
    Controls *controls;
    TaskCut *over; /* a finished TASK_FILL: what it does not cover cannot be met */
    VEC(TaskDemand) demands;
    TallySet least;       /* of the demands: those that are above no other one */
    VEC(uint32_t) into;   /* by control state: the last edge of `over` that leads there, plus one */
    VEC(uint32_t) others; /* by edge: the one before it */
    Heap work;
    uint32_t found; /* a demand that is met at the beginning; NO_RUN: none yet */
    uint64_t steps;
} TaskBack;

void task_back_begin(TaskBack *b, Controls *controls, TaskCut *over);
void task_back_free(TaskBack *b);
/* Does so much work; true: it has ended. */
bool task_back_run(TaskBack *b, uint64_t work);

#endif
