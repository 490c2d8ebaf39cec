/* control.h -- a program whose threads are few and post tasks without end: its control states.
 *
 * A control state (q of the paper) is the global store and where the threads stand that were there
 * at the beginning, but for the event loop.  A unit is what can happen next: a task runs, or one of
 * those threads does an action.
 *
 * Objects keep their names.  Those that nobody can reach are dropped from the store; one that some
 * task was ever posted with is pinned and stays, because the rest of the bag is not known.  When
 * another object is pinned the searches begin again. */
#ifndef ENGINE_BAG_TASK_CONTROL_H
#define ENGINE_BAG_TASK_CONTROL_H

#include "engine/bag/task/runs.h"
#include "machine/state.h"
#include "result/job.h"

typedef struct Control {
    uint32_t ix;
} Control;

typedef struct Unit {
    uint32_t ix; /* below Controls.threads: a thread; else a task, from there on */
} Unit;

typedef struct Controls {
    Job *job;
    Stepper stepper;
    Tallies tallies;
    Records records;     /* global store, then the actor of each thread plus one; 0: it has ended */
    uint32_t threads;    /* that are there at the beginning */
    VEC(Tid) tids;       /* theirs */
    VEC(uint64_t) first; /* words of the initial control state, before it is swept */
    Control initial;
    Tally posted;             /* at the beginning */
    VEC(TaskId) first_posted; /* the same, in order */
    size_t loop;              /* which of the first threads runs the tasks */
    VEC(uint32_t) pinned;     /* objects */
    size_t looked;            /* so many posts were looked at for objects */
    bool stale;               /* an object was pinned since controls_start */
    ErrorKind error;
    State state;         /* scratch */
    VEC(uint64_t) words; /* scratch */
} Controls;

/* False: the program goes wrong at the beginning; c->error says how. */
bool controls_begin(Controls *c, Job *job, Machine *m);
void controls_free(Controls *c);
void controls_start(Controls *c); /* the searches begin (again) */

GlobalId control_store(const Controls *c, Control q);
Unit unit_of_task(const Controls *c, TaskId task);
bool unit_is_task(const Controls *c, Unit unit);
TaskId unit_task(const Controls *c, Unit unit);
/* All runs of the unit; false: it is a thread that has ended. */
bool unit_runs(Controls *c, Runs *runs, Control q, Unit unit, uint32_t *entry);
/* The control state after it. */
Control unit_after(Controls *c, const Runs *runs, Control q, Unit unit, uint32_t exit);
uint32_t controls_count(const Controls *c);

#endif
