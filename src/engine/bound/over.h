/* over.h -- Z: all visible states that could be reached if a stack remembered only its two topmost
 * symbols, and contexts did not count.
 *
 * A thread is a window: the top and the symbol below it.  A push lets the second symbol x sink
 * below the window; it is noted that x was seen below the new second symbol (the return point).  A
 * pop brings the second symbol to the top, and below it any symbol that was seen there: that is the
 * matching of calls and returns.  A note that comes late makes up for the pops that were there
 * before (refire).
 *
 * Every reachable visible state is in Z: by induction the window of each reachable stack is in Z,
 * and each further neighbour below it was noted when it sank.  If no target is in Z, none is
 * reachable; and if every state of Z is reached, there are no others. */
#ifndef ENGINE_BOUND_OVER_H
#define ENGINE_BOUND_OVER_H

#include "engine/bound/domain.h"
#include "engine/bound/target.h"
#include "engine/bound/tuple.h"
#include "engine/bound/visible.h"

typedef struct Below { /* a symbol that was seen below a return point */
    uint32_t symbol, next;
} Below;

typedef struct Exposed { /* a pop that brought a return point to the top */
    uint32_t tuple, place, g;
    uint32_t next;
} Exposed;

typedef struct Over {
    Domain *domain; /* for its rules */
    const Groups *groups;
    Tuples tuples;         /* shared state, windows */
    Pairs windows;         /* (top, second); PDS_EMPTY: none */
    Pairs points;          /* (class, return point) */
    VEC(uint32_t) below;   /* point -> its first Below */
    VEC(uint32_t) exposed; /* point -> its first Exposed */
    VEC(Below) belows;
    Pairs noted; /* (point, symbol) */
    VEC(Exposed) pops;
    Visible visible;   /* only without targets */
    uint32_t *scratch; /* a tuple */
    uint32_t next;     /* the next tuple to expand */
    bool hit;          /* a target is in Z: it says nothing */
    bool done;         /* Z is complete, or of no use */
} Over;

void over_begin(Over *over, Domain *domain, const Groups *groups);
/* Expands at most that many tuples. */
void over_advance(Over *over, uint64_t tuples);
/* The certificate: all tuples and all notes, as JobBound describes them. */
void over_export(const Over *over, BoundResult *result);
void over_free(Over *over);

#endif
