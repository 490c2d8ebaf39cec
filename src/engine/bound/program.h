/* program.h -- programs in the bound engine: what the files of this folder share about them.
 *
 * What a context is.  A run of the program is a sequence of actions (doc/design.md), each of
 * one thread.  A context is a longest piece of it that belongs to one thread; a run of k contexts
 * switches k - 1 times.  The end of a thread is an action of it, and so is what it does before it
 * first touches anything.
 *
 * A step of this engine (runner.c) is one action, preceded by any number of actions that are local:
 * they touch nothing that another thread could touch, and neither wait nor choose nor go wrong.  If
 * deadlocks are looked for, a step also ends before every action that may have to wait.  Switches
 * are only considered between steps.  That loses nothing, and makes no bound too large or too
 * small.  Let a run with k contexts be given in which thread t is interrupted behind a local action
 * a.  a commutes with everything that others do.
 *
 *   - t goes on later, at last with an action that is not local: a, and the local actions behind
 *     it, can be done there, at the beginning of that context of t.
 *   - t does not go on with such an action.  If the run is to end in an error of another thread, a
 *     can be left out: nobody sees whether it happened.  If it is to end in a deadlock, t comes to
 *     a place where it waits, by local actions only; they can all be done where a was, at the end
 *     of that context, and make a step that ends there.
 *
 * A data race is a state in which two threads are about to act.  A thread may come to its action by
 * local ones, which are not done yet: they touch no data, so they can be done at the end of the
 * last context of the thread (add_locals in whole.c), even if the action waits or goes wrong, and
 * is a step of its own (runner_look).  One that has not run has none; so its first step ends before
 * an action that touches data, unless that is its first.  With automata a step is one action where
 * data races are looked for.
 *
 * None of this makes a new context; so the state or the error is reached with at most k contexts of
 * steps.  The other way round a step is a sequence of actions of one thread, so k contexts of steps
 * are k contexts of actions.
 *
 * Threads.  A thread is named by its number, in the order of creation.  In a run of k contexts at
 * most k threads run, so at most k - 1 that were forked.  If the program creates few threads, all
 * of them are there.  If not, the reduction of section 5 of the paper is used: a fork creates the
 * next of k - 1 threads (ABSFORK) or a ghost, which never runs and has one name for all of them
 * (ABSFORKNONDET); join waits until the thread has ended, and so for a ghost for ever (ABSJOIN).
 * That is exact up to k if thread names are only copied and joined (names_are_copied). */
#ifndef ENGINE_BOUND_PROGRAM_H
#define ENGINE_BOUND_PROGRAM_H

#include "engine/bound/model.h"
#include "machine/part.h"
#include "machine/schedule.h"
#include "machine/states.h"
#include "result/job.h"

/* A run of one thread as a script: the choices that it made, which threads it created, and where
 * actions end.  Scripts are lists of cues, one behind the other. */
typedef enum CueKind { CUE_CHOICE, CUE_FORK, CUE_END } CueKind;
typedef struct Cue {
    CueKind kind;
    uint32_t value; /* CHOICE: the alternative; FORK: the number of the thread, or TID_GHOST */
} Cue;
typedef VEC(Cue) Cues;

typedef struct Task Task;

/* Facts about the program: which procedures can be on a stack twice, where threads can wait. */
typedef struct Recursion {
    VEC(bool) recursive; /* by procedure */
    bool some;           /* a thread can come to one of them */
    VEC(bool) waits;     /* by program counter: a thread can wait here */
} Recursion;

void recursion_find(const Program *program, Recursion *recursion);
void recursion_free(Recursion *recursion);

/* runner.c: steps of one thread. */
typedef struct Runner {
    Machine *m;
    const Program *program;
    const Recursion *recursion;
    Watcher watcher;
    bool plain;         /* --no-reduction: a step is one action */
    bool races;         /* data races are looked for in whole states */
    bool fresh;         /* ... and the thread has not run yet */
    bool looks;         /* nobody steps: what would the next action touch that is not local? */
    bool stops_to_wait; /* a step ends where the thread may have to wait: for deadlocks */
    bool mid;     /* the step began in the midst of an action, which may have touched something */
    bool touched; /* the step has touched something */
    bool deep;    /* a recursive procedure was called */
    uint32_t action; /* where the running action began; 0: where the step did */
    uint32_t passed; /* local actions so far */
    uint32_t most;   /* that belong to the step */
} Runner;

/* What Outcome.note says of a step: did it end at a point, and how many frames above the one in
 * which the action began (RUN_BELOW: below those that are known; -1: that one is gone). */
enum { RUN_BELOW = 1 << 20 };
typedef struct RunNote {
    bool at_point;
    int frames;
    uint32_t action; /* where the action began; 0: where the step did */
} RunNote;
RunNote run_note(const Outcome *o);

/* Where a step begins in the midst of an action. */
typedef struct RunFrom {
    bool mid;
    uint32_t resumes;
    int frames;
} RunFrom;

void runner_begin(Runner *runner, Machine *m, const Program *program, const Recursion *recursion);
/* `bounded`: there are frames below s that are not known. */
void runner_run(Runner *runner, Tid t, GlobalId g, LocalId l, StackId s, RunFrom from, bool bounded,
                Outcomes *out);
/* A step of a thread of a whole state. */
void runner_step(Runner *runner, const State *state, size_t index, Outcomes *out);
/* The same, but with the action that follows the local ones even if it waits or goes wrong, which
 * is a step of its own: only for what the outcomes touch. */
void runner_look(Runner *runner, const State *state, size_t index, Outcomes *out);
/* What the outcomes say of the thread: BoundStatus, or-ed. */
uint32_t outcomes_status(const Outcomes *out);
/* The script of an outcome. */
void cues_add(Cues *cues, const Outcome *o);

/* A question about a program, with a number of threads. */
struct Task {
    Job *job;
    Machine *m;
    Recursion recursion;
    Runner runner;
    Outcomes out;
    uint32_t initial, threads; /* threads at the beginning; that can be there at all */
    bool ghosts;
    bool finite; /* no procedure is recursive: stacks are explicit */
    /* what was found while it ran */
    bool denied;       /* without ghosts: there were more threads */
    Reason limit;      /* why `safe` and `bounded` would not be known */
    bool stuck_ghosts; /* a state that is a deadlock, if the ghosts in it cannot run either */
};

/* Is the error one to report?  Notes limits. */
bool task_is_asked(Task *task, const Outcome *o);
/* ghosts.c: where no thread runs: what could the ghosts do?  BoundStatus, or-ed.  Notes it if that
 * is not known. */
uint32_t task_ghosts(Task *task, GlobalId g);

/* A run that leads to an error, for people. */
typedef struct ProgramStep {
    uint32_t thread;
    uint32_t first, count; /* of its cues */
} ProgramStep;
typedef struct ProgramRun {
    VEC(ProgramStep) steps;
    Cues cues;
    ErrorKind error;
} ProgramRun;

/* play.c: the run of actions, as a bug of the job.  False: it could not be played. */
bool play_run(Job *job, const ProgramRun *run);

/* rules.c: aggregates; whole.c: explicit stacks. */
void rules_explore(Task *task, const BoundOptions *options, BoundResult *result, ProgramRun *run);
void whole_explore(Task *task, const BoundOptions *options, BoundResult *result, ProgramRun *run);

/* check.c */
bool bound_accepts_program(const Job *job, Reason *why);
void bound_check_program(Job *job);
/* bound.c: the counters, of models and of programs. */
void bound_fill_stats(Job *job, const BoundResult *result);

#endif
