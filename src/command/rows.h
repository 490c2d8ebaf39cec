/* rows.h -- the table of --engine=auto: a row is an engine, when it has a turn, and how much work it gets. */
#ifndef COMMAND_ROWS_H
#define COMMAND_ROWS_H

#include "result/job.h"

enum { UNIT = 300000 }; /* steps; about a second */

/* The programs, and the question, for which there is a row. */
typedef enum RowKind {
    ROW_LOOPS = 1, /* C without recursion: explore is the faster one, where it comes to an end */
    ROW_CALLS = 2, /* all others: summaries first; the stacks of explore may have no end */
    ROW_TASKS = 4, /* programs that post tasks: bags are exact */
    ROW_LIVE = 16, /* whole runs are asked about */
    ROW_REST = 8   /* nothing is wrong, and something was not asked yet */
} RowKind;

/* What an engine can know. */
typedef enum Role {
    ROLE_SEARCH, /* that there is a bug, and that there is none */
    ROLE_HUNT,   /* that there is a bug; never that there is none */
    ROLE_INPUTS, /* as a search does, and of all inputs at once: it asks a solver */
    ROLE_PROOF,  /* that there is none, for all inputs: what it finds may not be there */
    ROLE_CROWD   /* the same, for any number of threads */
} Role;

/* When an engine has a short turn, before the turns begin. */
typedef enum Early {
    EARLY_NEVER,
    EARLY_FIRST,   /* if it is the first one */
    EARLY_ALWAYS,  /* in any case */
    EARLY_SEARCH,  /* while those before it search, and none of them leads */
    EARLY_THREADS, /* if there are runs with more threads than were looked at */
    EARLY_FEW,     /* if there are none */
    EARLY_INPUTS   /* if there are inputs that a search can only try */
} Early;

typedef struct Row {
    const Engine *engine;
    uint32_t kinds;                /* of RowKind */
    bool (*worth)(const Job *job); /* NULL: whenever the engine accepts the job */
    Role role;
    Early early;
    uint32_t looks;        /* ... of so many times what others have */
    uint32_t first, later; /* units in its first turn; in its second one, which then double */
    uint32_t share;        /* of the work of a search that leads, in hundredths */
    bool counts;           /* it looks at runs of so many threads only */
    bool models;           /* in the memory that is asked for, if it is another than MEMORY_SC */
} Row;

/* The first row of that kind behind `after`, which is NULL at first; NULL: there is none. */
const Row *rows_next(RowKind kind, const Row *after);

#endif
