/* budget.h -- when a run must stop: seconds of the clock or of the processor, megabytes, Ctrl-C.  Whose turn it is, if several
 * engines take turns: that is counted in work, never in seconds, so that it is the same on every
 * machine. And how far it has come: the live line, --progress=json, SIGUSR1. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/worker.h"

/* How a run shows how far it has come, from time to time, on standard error. */
typedef enum ProgressForm {
    PROGRESS_NONE, /* only when asked for by SIGUSR1 */
    PROGRESS_LINE, /* one line that is written over: for a terminal */
    PROGRESS_JSON  /* an object a line */
} ProgressForm;

/* How far it has come. */
typedef struct Headway {
    const char *unit;     /* of what it counts: states, aggregates, ... */
    uint64_t count, todo; /* so many are known, so many of them are still to be looked at */
    const char *level;    /* depth, contexts, c; NULL: none */
    uint64_t reached;     /* of the level */
    bool by_level;        /* one level is finished before the next one begins: */
    uint64_t level_todo;  /* ... so many of it are still to be looked at */
    const char *more;     /* another unit that it counts; NULL: none */
    uint64_t more_count;
} Headway;

typedef struct Budget {
    double start;      /* budget_now() when the run began */
    double time_limit; /* seconds, 0: none */
    double
        cpu_limit; /* the same, of the processor: of all that the process and its children have used */
    uint64_t memory_limit; /* kilobytes, 0: none */
    ProgressForm form;
    uint64_t last_count; /* shown, and when: for the rate */
    double last_time;
    double next_line;   /* when to show it next */
    const char *reason; /* why the budget is exhausted, once it is: a sentence for people */
    uint64_t work;      /* that was done: steps of the machine, and what costs about as much */
    uint64_t most_work; /* 0: any; else the run must stop when so much is done */
    Worker *worker;     /* that does it; NULL: nobody else is there */
    uint64_t others_kb; /* memory of processes that help, and what they share, as last seen */
    double others_cpu;  /* idem: seconds of the processor */
    unsigned others;    /* idem: so many processes */
} Budget;

double budget_now(void); /* seconds, monotonic */
double budget_cpu(void); /* seconds of the processor that this process and its children have used */
void budget_begin(Budget *budget, int64_t seconds, int64_t megabytes, ProgressForm form);
/* Time has been used since `start`, too, before the run began. */
void budget_count(Budget *budget, double start);
double budget_elapsed(const Budget *budget);
/* True once the run must stop; then budget->reason says why.  Costs a few system calls: ask every
 * few thousand steps. */
bool budget_exhausted(Budget *budget);
/* So much work was done since the last time.  Where several take turns it may be long until this
 * returns. */
bool budget_spend(Budget *budget, uint64_t work);
/* The same without noting it, so that another thread may ask: why the run must stop, or NULL. */
const char *budget_why_over(const Budget *budget);
/* True when it is time to show the progress again (at most some times a second). */
bool budget_progress_due(Budget *budget);
void budget_show_progress(Budget *budget, const Headway *progress);
void budget_clear_line(Budget *budget);
/* From now on Ctrl-C (and SIGTERM, SIGHUP) make budget_exhausted() true; a third one ends the
 * process. SIGUSR1 makes budget_progress_due() true, once. */
void budget_catch_signals(void);

#endif
