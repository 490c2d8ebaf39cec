/* future.h -- what a thread may still touch from a place of the program on: itself, in the procedures
 * that it calls, and in the threads that it starts.
 *
 * A future is a set of facts, as bits (FutureFact, FutureFlag).  Equal sets have equal numbers, and
 * the sum of two sets is computed once.  Memory that an instruction names is told by the global;
 * memory that it reaches through a pointer by its region, or not at all in raw memory, where regions
 * belong to addresses. */
#ifndef FLOW_FUTURE_H
#define FLOW_FUTURE_H

#include "base/intern.h"
#include "flow/live.h"

typedef struct FutureId {
    uint32_t ix; /* 0: not known yet */
} FutureId;

/* About a global, or about a region in memory that pointers lead to (0: any region). */
typedef enum FutureFact {
    FUTURE_READS,   /* a global, by its name */
    FUTURE_WRITES,  /* idem */
    FUTURE_TAKES,   /* its address: it may be touched through pointers */
    FUTURE_FOLLOWS, /* a region is read through a pointer */
    FUTURE_CHANGES, /* idem, written */
    FUTURE_FACTS
} FutureFact;

typedef enum FutureFlag {
    FUTURE_FOLLOWS_SOME, /* a region, whichever, is read through a pointer */
    FUTURE_CHANGES_SOME, /* idem, written */
    FUTURE_PASSES,       /* a pointer may be written through a pointer */
    FUTURE_FORKS,
    FUTURE_JOINS,
    FUTURE_RESULTS, /* of another thread */
    FUTURE_CALLS,   /* through the parameter number 0 of the procedure itself; then 1, 2, 3 */
    FUTURE_FLAGS = FUTURE_CALLS + 4
} FutureFlag;
enum { FUTURE_PARAMS = FUTURE_FLAGS - FUTURE_CALLS };

typedef struct Futures {
    const Program *program;
    bool raw;
    uint32_t words;               /* of a set */
    uint32_t first[FUTURE_FACTS]; /* bit of fact 0 of each kind; the flags come before them */
    Records sets;
    Pairs sums;
    VEC(FutureId) sum_of;  /* by pair */
    VEC(FutureId) of_proc; /* of a procedure that is called, whatever its arguments are */
    VEC(FutureId) of_pc;   /* of a frame that stands there */
    VEC(uint32_t) taken;   /* procedures whose address is */
    bool has_place[OPS];   /* an access to what operand a points to, under the name of a region */
    bool has_proc[OPS];    /* it calls or starts a procedure that it names */
    VEC(uint64_t) scratch;
    FutureId nothing;
} Futures;

void futures_begin(Futures *f, const Program *program);
void futures_end(Futures *f);
/* Of a frame at this place; `waits`: a call was made from there. */
FutureId futures_at(Futures *f, uint32_t pc, bool waits);
FutureId futures_sum(Futures *f, FutureId a, FutureId b);

static inline const uint64_t *futures_set(const Futures *f, FutureId id)
{
    return records_get(&f->sets, id.ix);
}
static inline bool set_has(const uint64_t *set, uint32_t bit)
{
    return set[bit / 64] >> bit % 64 & 1;
}
static inline bool futures_have(const Futures *f, FutureId id, FutureFact fact, uint32_t number)
{
    return set_has(futures_set(f, id), f->first[fact] + number);
}
static inline bool futures_flag(const Futures *f, FutureId id, FutureFlag flag)
{
    return set_has(futures_set(f, id), (uint32_t)flag);
}

#endif
