/* runs.h -- runs a task from its first instruction to its end, and a thread for one action.
 *
 * A task is a pushdown process: it is summarized, procedure by procedure, as Proposition 4 and 5 of
 * the paper do it with pushdown automata.  What it posts is counted in the control state, up to a
 * cap; then there are finitely many, and no Parikh automaton is needed:
 *
 *   forward, at the cut c     every count ends at c, or at c + 1, which means many
 *   backward, for a demand    the count of a task ends at the demand: what exceeds it is not asked
 *                             for, and the unmet part of the demand is the demand less the counts
 *   for a net                 there is no cap, but where a part of a run can be repeated, and
 * posts, the count is ANY_NUMBER: any number can be had
 *
 * Of two runs between the same states the one that posts more is as good as both. */
#ifndef ENGINE_BAG_TASK_RUNS_H
#define ENGINE_BAG_TASK_RUNS_H

#include "engine/bag/task/tally.h"
#include "machine/part.h"
#include "result/job.h"

/* One run of the machine without a call or return, kept for all searches. */
typedef struct RunMove {
    OutcomeKind kind;
    GlobalId g;
    LocalId l;
    StackId s;
    ErrorKind error;
    uint32_t pc;
    uint32_t first_post, posts;     /* in Moves.posted */
    uint32_t first_choice, choices; /* in Moves.chosen */
} RunMove;

/* Memory that it touches: an object of the heap, and which part of it. */
typedef struct StepTouch {
    uint32_t object, region;
    bool write;
} StepTouch;

typedef struct RunMoves {
    uint32_t first, len;
    uint32_t first_touch, touches; /* in Stepper.touches; all moves together */
} RunMoves;

typedef struct Stepper {
    Machine *m;
    Job *job;
    Tid tasks;    /* the thread that runs tasks */
    Pairs places; /* local store, stack */
    Pairs actors; /* place, thread; the thread of tasks: a task */
    Pairs asked;  /* global store, actor -> answer */
    VEC(RunMoves) answers;
    VEC(RunMove) moves;
    VEC(TaskId) posted;
    VEC(uint32_t) chosen;
    uint32_t notes; /* touches of objects from this one on are kept; 0: none are */
    VEC(StepTouch) touches;
    Outcomes out;
    uint64_t runs; /* of the machine, in all searches */
    Reason limit;  /* of the machine that was met */
    bool stopped;  /* the budget is exhausted */
} Stepper;

void stepper_begin(Stepper *s, Machine *m, Job *job, Tid tasks);
void stepper_free(Stepper *s);
/* A thread or task at a place of its code. */
uint32_t stepper_actor(Stepper *s, LocalId l, StackId stack, Tid t);
LocalId stepper_local(const Stepper *s, uint32_t actor);
StackId stepper_stack(const Stepper *s, uint32_t actor);

#define NO_RUN     UINT32_MAX
#define ANY_NUMBER UINT32_MAX /* of tasks that are posted */

/* A point of a run: where it is, what was posted since the entry, and how it came there. */
typedef struct RunNode {
    uint32_t entry, actor;
    GlobalId g;
    Tally tally;
    uint32_t before; /* the node before it; NO_RUN: the entry */
    uint32_t move;   /* that led on from there, in Stepper.moves */
    uint32_t exit;   /* of the procedure that this move called; NO_RUN: it called none */
    uint32_t older;  /* another node of the same place */
} RunNode;

/* Where a procedure (or an action of a thread) is entered. */
typedef struct RunEntry {
    VEC(uint32_t) exits;   /* nodes */
    VEC(uint32_t) callers; /* nodes that called it, each with its move */
    bool wrong;
    uint32_t wrong_node, wrong_move; /* there it goes wrong ... */
    uint32_t wrong_callee;           /* ... or this procedure does, which is called there */
} RunEntry;

/* The summaries of one search. */
typedef struct Runs {
    Stepper *stepper;
    Tallies *tallies;
    Cap cap;
    uint32_t properties; /* that errors are looked for */
    Pairs entered;       /* global store, actor -> entry */
    VEC(RunEntry) entries;
    Pairs spots, places;  /* entry, global store -> spot; spot, actor -> place */
    VEC(uint32_t) newest; /* by place: its newest node, plus one */
    VEC(RunNode) nodes;
    VEC(uint32_t) work;
    uint64_t steps;
    bool exact;         /* there is no cap, and parts of runs are repeated */
    uint64_t most;      /* work of an exact search; then it gives up */
    uint64_t walked;    /* of it: looking for repeated parts */
    uint32_t stamp;     /* of the search for repeated parts at hand */
    VEC(uint32_t) seen; /* by node: the last such search that came by it */
    bool undefined;     /* a run broke a property that is not checked: */
    ErrorKind broken;   /* ... the first such error */
    uint32_t broken_pc; /* ... and where */
    bool waits;         /* a thread had to wait somewhere */
} Runs;

void runs_begin(Runs *r, Stepper *stepper, Tallies *tallies, Cap cap, uint32_t properties);
/* The same without a cap; with more than about `most` nodes it gives up. */
void runs_begin_exact(Runs *r, Stepper *stepper, Tallies *tallies, uint64_t most);
bool runs_gave_up(const Runs *r);
void runs_free(Runs *r);
/* All runs of the actor from the store, unless the stepper is stopped; the entry has the exits. */
uint32_t runs_of(Runs *r, GlobalId g, uint32_t actor);
/* What the machine does at a node that is no exit, once all runs are known. */
RunMoves runs_moves(Runs *r, const RunNode *node);
/* What happens on the way from the entry to a node, in order. */
typedef struct RunPath {
    VEC(uint32_t) choices;
    VEC(TaskId) posted;
} RunPath;
void runs_path(const Runs *r, uint32_t node, RunPath *path);
void runs_wrong_path(const Runs *r, uint32_t entry, RunPath *path); /* to where it goes wrong */
void run_path_free(RunPath *path);
/* Whether a task that is left by this exit lets an exception escape. */
bool runs_throws(const Runs *r, uint32_t exit);
/* Whether that is an error that is looked for: then the task goes wrong. */
bool runs_throws_wrong(const Runs *r, uint32_t exit);

#endif
