/* older.h -- tells people where a run reads what is not the latest value.
 *
 * In weak memory a read may find a value that others have overwritten already, and a write may come
 * before one that is there already.  A trace that does not say so cannot be understood. */
#ifndef CHECK_OLDER_H
#define CHECK_OLDER_H

#include "check/judge.h"

/* A value of a cell: where it was written. */
typedef struct OldValue {
    uint32_t pc; /* 0: it was there at the beginning, as far as is known */
    Tid thread;
} OldValue;

typedef struct OldCell {
    uint64_t place;
    VEC(OldValue) values; /* in modification order */
} OldCell;

typedef struct Older {
    VEC(OldCell) cells;
    size_t noted; /* so many deeds of the judge */
} Older;

/* Tells a sentence about each deed that was noted since the last call and is not up to date. */
typedef void OlderTold(void *self, const char *sentence);
void older_follow(Older *older, Machine *m, const Program *program, const Judge *judge,
                  const Outcome *o, OlderTold *told, void *self);
void older_free(Older *older);

#endif
