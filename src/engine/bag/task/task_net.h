/* task_net.h -- a program that posts tasks, as a Petri net. */
#ifndef ENGINE_BAG_TASK_TASK_NET_H
#define ENGINE_BAG_TASK_TASK_NET_H

#include "engine/bag/net/search.h"
#include "engine/bag/net/steps.h"
#include "engine/bag/task/task_trace.h"

typedef enum FiringKind {
    FIRING_RUN,    /* the unit runs */
    FIRING_REPEAT, /* it posts one more of what it posts any number of */
    FIRING_LEAVE   /* and no more */
} FiringKind;

/* What a transition of the net means. */
typedef struct TaskFiring {
    FiringKind kind;
    Control from, to;
    Unit unit;
    uint32_t exit; /* of the unit, in TaskNet.runs */
    TaskId task;   /* FIRING_REPEAT: it posts this one */
} TaskFiring;

typedef struct TaskNet {
    Controls *controls;
    const TaskCut *over; /* a finished TASK_FILL: what can happen at all */
    size_t next;         /* of its units */
    Runs runs;
    Net *net;
    VEC(uint32_t) control_place, task_place; /* plus one; 0: none yet */
    VEC(TaskFiring) firings;                 /* by transition */
    VEC(Arc) arcs;                           /* scratch: of the next transition */
    Options options;
    Job job; /* about the net */
    NetRace *race;
} TaskNet;

/* method: of those for nets. */
void task_net_begin(TaskNet *n, Controls *controls, const TaskCut *over, const char *method);
void task_net_free(TaskNet *n);
/* A turn.  PROGRESS_FOUND, PROGRESS_CLOSED: n->job has the answer. */
Progress task_net_run(TaskNet *n);
/* The units of the run that was found, in order; the last one goes wrong. */
void task_net_trace(TaskNet *n, TraceUnits *units);

#endif
