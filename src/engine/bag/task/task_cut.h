/* task_cut.h -- forward over control states and bags of tasks, with counters cut at c. */
#ifndef ENGINE_BAG_TASK_TASK_CUT_H
#define ENGINE_BAG_TASK_TASK_CUT_H

#include "engine/bag/task/control.h"
#include "engine/bag/task/tally_set.h"

typedef enum TaskCutKind { TASK_DROP, TASK_FILL } TaskCutKind;

typedef struct TaskState {
    Control q;
    Tally bag;
    uint32_t parent; /* NO_RUN: the initial one */
    Unit unit;       /* that led here from the parent, */
    uint32_t exit;   /* left by this exit */
} TaskState;

/* A unit that goes wrong in a control state: in its entry, or by an exception at an exit. */
typedef struct TaskWrong {
    Control q;
    Unit unit;
    uint32_t state;
    uint32_t entry, exit; /* exit NO_RUN: the entry is wrong */
} TaskWrong;

typedef struct TaskEdge {
    Control from, to;
    Unit unit;
} TaskEdge;

/* What a unit does in a control state, by one of its exits. */
typedef struct TaskEffect {
    Control to;
    Tally posted;
    uint32_t exit;
} TaskEffect;

/* All that it does there. */
typedef struct TaskEffects {
    uint32_t first, len; /* in TaskCut.effects */
    uint32_t entry;      /* NO_RUN: the thread has ended */
    uint32_t throws;     /* an exit by an exception; NO_RUN: none */
    bool known;
} TaskEffects;

typedef struct TaskCut {
    Controls *controls;
    TaskCutKind kind;
    uint32_t c;
    Runs runs;
    Pairs units;               /* control state, unit -> its effects */
    VEC(TaskEffects) effected; /* by number of `units` */
    VEC(uint32_t)
    met; /* by control state: the number of `units`, plus 1, that was last seen to lead there */
    VEC(TaskEffect) effects;
    VEC(TaskState) states;
    TallySet largest; /* of the states: those that no other one covers */
    VEC(uint32_t) work;
    size_t taken;         /* of the work, by a search that goes breadth-first */
    VEC(TaskWrong) wrong; /* each unit in each control state once */
    Pairs wrong_at;
    VEC(TaskEdge) edges; /* that were seen; each once */
    uint64_t steps;
    bool whole; /* it goes on after the first thing that goes wrong */
} TaskCut;

void task_cut_begin(TaskCut *t, Controls *controls, TaskCutKind kind, uint32_t c);
void task_cut_free(TaskCut *t);
/* Does so much work; true: it has ended. */
bool task_cut_run(TaskCut *t, uint64_t work);
uint64_t task_cut_work(const TaskCut *t);
/* Is there a state with this control state and all these tasks? */
bool task_cut_covers(TaskCut *t, Control q, Tally demand);

#endif
