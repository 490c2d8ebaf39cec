/* replay.h -- runs a bug again before anyone sees it.
 *
 * Shares no code with the engines: an engine's mistake must not become a false alarm.  A trace that
 * does not replay is our bug (or, for `heddle replay`, a trace of another program). */
#ifndef CHECK_REPLAY_H
#define CHECK_REPLAY_H

#include "result/job.h"

/* Runs bug->steps on a fresh machine, set up as job->options say.  True if every step can be taken
 * and the last one gives bug->error at bug->where (at any place, if where.line is 0); then
 * everything else in the bug is filled in.  False: `why` says what differed. */
bool check_replay(Job *job, Bug *bug, char *why, size_t size);
/* Is there a machine with this memory? */
bool check_knows_memory(MemoryKind kind);
/* The same for job->model: the last state must be a target. */
bool check_replay_model(Job *job, Bug *bug, char *why, size_t size);
/* Checks the certificate of a safe model (see JobBound), if there is one: it contains the initial
 * state, no step leads out of it, it has no target; without targets, it has as many visible states
 * as the job says.  False: `why` says what is wrong. */
bool check_certificate(const Job *job, char *why, size_t size);

/* The same for a program that bound calls safe: all that it can reach is reached once more; where
 * that has no end, with only the two topmost frames of each stack known.  Too large: that takes far
 * longer than it took the engine, or goes wrong though the program does not. */
typedef enum ClosedCheck { CLOSED_HOLDS, CLOSED_FAILS, CLOSED_TOO_LARGE } ClosedCheck;
ClosedCheck check_closed(Job *job, char *why, size_t size);
/* windows.c: the part of it for stacks without a bound.  False: it is not known. */
bool check_windows(Job *job, uint64_t most_actions);

/* What a trace file says (see report/trace_file.c): the schedule, and the settings it was found
 * with. */
typedef struct SavedFile {
    const char *name, *hash; /* "": an older heddle has not said it */
} SavedFile;
typedef struct SavedTrace {
    Bug bug;
    VEC(SavedFile) files;
    bool cooperative, unchecked, zing_counting, allow_races; /* options of that run */
    const char *define, *set, *property, *memory_model;
    const char *daemon, *ltl, *condition, *fairness;
    int64_t history, stack_limit;
    Arena arena;
} SavedTrace;

/* Reads a trace file.  False: `why` says what is wrong with it. */
bool check_load_trace(const char *path, SavedTrace *saved, char *why, size_t size);
void check_free_trace(SavedTrace *saved);

#endif
