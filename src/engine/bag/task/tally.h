/* tally.h -- bags of tasks: a tally counts the tasks of each kind, up to a cap, and is interned. */
#ifndef ENGINE_BAG_TASK_TALLY_H
#define ENGINE_BAG_TASK_TALLY_H

#include "base/intern.h"
#include "machine/machine.h"

/* The number of a tally; 0: no task. */
typedef uint32_t Tally;

typedef struct Tallies {
    Records records;     /* task << 32 | count, sorted by task */
    VEC(uint64_t) words; /* of the tally that is being made */
} Tallies;

/* Counts end somewhere: all at the same cap, or each at what a tally says. */
typedef struct Cap {
    const Tallies *tallies;
    bool each;
    uint32_t all;
    Tally tally;
} Cap;

void tallies_free(Tallies *t);
uint32_t tally_len(const Tallies *t, Tally a);
TaskId tally_task(const Tallies *t, Tally a, uint32_t k);
uint32_t tally_number(const Tallies *t, Tally a, uint32_t k);
uint32_t tally_count(const Tallies *t, Tally a, TaskId task);
Tally tally_one(Tallies *t, TaskId task);
/* Sums; counts above the cap become the cap. */
Tally tally_add(Tallies *t, Tally a, Tally b, const Cap *cap);
Tally tally_add_one(Tallies *t, Tally a, TaskId task, const Cap *cap);
/* Without one of these tasks, which is there; a count of `many` stays. */
Tally tally_remove(Tallies *t, Tally a, TaskId task, uint32_t many);
/* What is left of the demand when those were posted. */
Tally tally_unmet(Tallies *t, Tally demand, Tally posted);
/* Counts of b that exceed those of a, which is below it, become `many`. */
Tally tally_raise(Tallies *t, Tally a, Tally b, uint32_t many);
/* Without the tasks whose count is `many`. */
Tally tally_without(Tallies *t, Tally a, uint32_t many);
bool tally_below(const Tallies *t, Tally a, Tally b); /* a <= b; counts of `b` as they are */
/* The same where a count of `many` in b is any number. */
bool tally_covered(const Tallies *t, Tally a, Tally b, uint32_t many);

#endif
