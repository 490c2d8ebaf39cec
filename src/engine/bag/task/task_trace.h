/* task_trace.h -- from units and their choices to a run of the program that can be replayed. */
#ifndef ENGINE_BAG_TASK_TASK_TRACE_H
#define ENGINE_BAG_TASK_TASK_TRACE_H

#include "engine/bag/task/task_back.h"

typedef struct TraceUnit {
    Unit unit;
    RunPath path;
} TraceUnit;

typedef VEC(TraceUnit) TraceUnits;

/* The units of the run that was found, in order; the last one goes wrong. */
void task_cut_trace(const TaskCut *t, TraceUnits *units);
void task_back_trace(TaskBack *b, TraceUnits *units);
/* Adds the bug to the job; false: the program does not run like that, which is our bug. */
bool task_trace_bug(const Controls *c, const TraceUnits *units);
void task_trace_free(TraceUnits *units);

#endif
