/* trial.h -- a command line that can be changed, shown and tried. */
#ifndef COMMAND_TRIAL_H
#define COMMAND_TRIAL_H

#include "command/session.h"

typedef struct Plan {
    const char *command; /* check, infer, prove */
    VEC(const char *) options, operands, flags;
    const char *what; /* a few words */
    const char *gave; /* as `safe`; NULL: it was not tried */
    bool shown_only;  /* it is not to be tried */
    bool part;        /* of what the plan before it does: of no use where that gave no answer */
    bool lesser;      /* not worth showing where another one decides */
    bool changes;     /* numbers of the program, */
    bool doubted;     /* and others that belong to them stay: its bugs decide nothing */
    bool stopped;     /* the work was too little */
    bool answers;     /* it gave an answer, */
    bool decides;     /* safe or bug */
} Plan;

/* The command line of the session. */
Plan plan_begin(const Session *s, const char *command);
void plan_free(Plan *plan);
/* `--name` and `--name=value` go, if they are there. */
void plan_drop(Plan *plan, const char *name);
/* All options go, but those that end with `-limit`. */
void plan_keep_limits(Plan *plan);
/* `--option`, in place of one of the same name. */
void plan_add(Plan *plan, const char *option, Arena *arena);
/* As a shell takes it. */
const char *plan_text(const Plan *plan, Arena *arena);
/* Runs it, with little work; `seconds` are left, 0: any number.  `was`: the verdict without it. */
void plan_try(Plan *plan, int64_t seconds, VerdictKind was, Arena *arena);
/* Once more, with more work. */
void plan_try_longer(Plan *plan, int64_t seconds, VerdictKind was, Arena *arena);

#endif
