/* older.h -- tells people which write each read of a run reads from, and where that is not the latest.
 *
 * In weak memory a read may find a value that others have overwritten already, a write may come
 * before one that is there already, and under tso it waits to get to memory.  A trace that does not
 * say so cannot be understood. */
#ifndef CHECK_OLDER_H
#define CHECK_OLDER_H

#include "check/judge.h"

/* A value of a cell: where it was written. */
typedef struct OldValue {
    uint32_t pc; /* 0: it was there at the beginning, as far as is known */
    Tid thread;
    uint32_t step; /* the number of the action, from 1; 0: the beginning */
    bool waits;    /* tso: it is not in memory yet */
} OldValue;

typedef struct OldCell {
    uint64_t place;
    uint32_t bytes;
    VEC(OldValue) values; /* in modification order; then those that wait */
} OldCell;

typedef struct Older {
    VEC(OldCell) cells;
    size_t noted; /* so many deeds of the judge */
} Older;

/* Who is told. */
typedef struct OlderTold {
    void *self;
    /* About a deed that is not up to date. */
    void (*sentence)(void *self, const char *sentence);
    /* Each read of an atomic cell, and each of what another thread has written. */
    void (*read)(void *self, const char *name, const OldValue *from, bool is_last);
} OlderTold;

/* Tells of each deed that was noted since the last call, which is that of the step with this number.
 */
void older_follow(Older *older, Machine *m, const Program *program, const Judge *judge,
                  const Outcome *o, uint32_t step, const OlderTold *told);
/* The value of a cell that so many come after; or the nth, from 0, that waits in the queue of a
 * thread.  NULL: it is not known. */
const OldValue *older_find(const Older *older, uint64_t place, uint32_t behind);
const OldValue *older_find_waiting(const Older *older, uint64_t place, Tid thread, uint32_t n);
void older_free(Older *older);

#endif
