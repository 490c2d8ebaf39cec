/* budget.h -- when a run must stop: seconds, megabytes, Ctrl-C.  And the one live line. */
#ifndef BASE_BUDGET_H
#define BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Budget {
    double start;          /* budget_now() when the run began */
    double time_limit;     /* seconds, 0: none */
    uint64_t memory_limit; /* kilobytes, 0: none */
    bool live;             /* show the live line (standard error is a terminal) */
    double next_line;      /* when to show it next */
    const char *reason;    /* why the budget is exhausted, once it is: a sentence for people */
} Budget;

double budget_now(void); /* seconds, monotonic */
void budget_begin(Budget *budget, int64_t seconds, int64_t megabytes, bool live);
double budget_elapsed(const Budget *budget);
/* True once the run must stop; then budget->reason says why.  Costs a few system calls: ask every
 * few thousand steps. */
bool budget_exhausted(Budget *budget);
/* For the next part of the run: at most so many seconds, and at most half of what is left.  Returns
 * what budget_restore needs; that one is true if the whole run must stop. */
double budget_slice(Budget *budget, double seconds);
bool budget_restore(Budget *budget, double whole);
/* True when it is time to show the live line again (at most some times a second). */
bool budget_line_due(Budget *budget);
void budget_show_line(Budget *budget, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void budget_clear_line(Budget *budget);
/* From now on Ctrl-C (and SIGTERM) make budget_exhausted() true; a second one ends the process. */
void budget_catch_interrupt(void);

#endif
