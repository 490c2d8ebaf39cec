/* agree.h -- whether all searches say the same of a program.
 *
 * The unreduced search is the measure.  The others are: the reduced search and summarize, under
 * each set of properties, and once more with actions that are longer than a statement; a search of
 * our own, that shares only the machine's steps with it; the unreduced search of the program's text
 * form, and of the program with its threads in another order. */
#ifndef TEST_FUZZ_AGREE_H
#define TEST_FUZZ_AGREE_H

#include "result/job.h"

typedef struct Found {
    ErrorKind error;
    Pos where;
} Found;

/* What a search said. */
typedef struct Answer {
    VerdictKind verdict;
    uint64_t states, transitions;
    bool open; /* it gave up: there may be more errors */
    VEC(Found) errors;
} Answer;

typedef enum Agreement {
    AGREED,
    AGREED_BOUNDED, /* as far as the stacks of a search with a bound go */
    AGREED_NOT,
    AGREED_UNKNOWN, /* too large, or a limit of the machine: nothing can be compared */
    AGREED_NONSENSE /* not a program */
} Agreement;

typedef struct Agree {
    uint64_t most_states; /* of the unreduced search */
    bool text_form;       /* compare with that */
    bool endless;         /* its stacks may have no bound */
    bool no_summaries;    /* do not compare with summarize, unless recursion has no bound */
    bool no_hunt;         /* do not compare with hunt */
    bool contexts;        /* compare with bound, see contexts.h */
    uint64_t thin;        /* not 0: compare also with fewer points, as this number says which */
    bool thorough;        /* compare with the unreduced search under each set of properties */
    /* results */
    Answer plain;               /* of the unreduced search, under all properties */
    uint64_t reduced_states;    /* of the reduced search, idem */
    uint64_t summarized_states; /* of level I of summarize, idem */
    uint64_t open;              /* rows that summarize left open */
    uint64_t bound_open;        /* searches that bound left open */
    uint64_t hunt_open;         /* rows that hunt left open */
    bool races;                 /* there are data races */
    bool breaks;                /* its annotations do not hold */
    uint64_t serial;            /* programs that are safe with their claims made true, all in all */
    char why[1000];             /* AGREED_NOT, AGREED_NONSENSE: what differs */
    const char *list;           /* the properties under which it does, as --property wants them */
    Answer expected;            /* what the unreduced search says of them */
} Agree;

/* `turned` is the same program with its threads in another order, `serial` with methods that are
 * atomic in place of those annotated so; or NULL. */
Agreement agree_check(Agree *agree, const char *text, const char *turned, const char *serial);
void agree_free(Agree *agree);

#endif
