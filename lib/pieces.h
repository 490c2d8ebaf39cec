/* pieces.h -- places that a function has read or written, to be held against others when it is
 * known how much of those there is.  Private to lib/. */
#ifndef HEDDLE_PIECES_H
#define HEDDLE_PIECES_H

#include "intrinsics.h"

enum { MOST_PIECES = 8 };

typedef struct {
    const void *at[MOST_PIECES];
    size_t bytes[MOST_PIECES];
    int count; /* those behind the last one are not looked at */
} Pieces;

static inline void pieces_add(Pieces *p, const void *at, size_t bytes)
{
    if (p->count == MOST_PIECES)
        return;
    p->at[p->count] = at;
    p->bytes[p->count++] = bytes;
}

/* None of them may have a byte in common with this place. */
static inline void pieces_check(const Pieces *p, const void *at, size_t bytes)
{
    for (int k = 0; k < p->count; k++)
        __heddle_apart(at, bytes, p->at[k], p->bytes[k]);
}

#endif
