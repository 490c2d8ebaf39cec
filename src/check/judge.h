/* judge.h -- is a run one of the memory that it is said to be of?
 *
 * The machine tells what memory did (Outcome.accesses): who read and wrote what, how far behind the
 * end of modification order, and what put threads in order.  From that the judge builds the graph of
 * the run, and asks the axioms (axioms.h).  How the machine came to what it did is not asked. */
#ifndef CHECK_JUDGE_H
#define CHECK_JUDGE_H

#include "check/refuse.h"
#include "machine/machine.h"

typedef struct Deed {
    Tid thread;
    uint32_t object; /* its name, which no other object ever has */
    MemoryAccess access;
    bool test; /* it was not to be, and reads nothing that matters: would it race? */
} Deed;

typedef struct Judge {
    VEC(Deed) deeds;      /* of the run, in the order in which they were done */
    VEC(uint32_t) names;  /* object -> its name: who goes leaves his number to another */
    uint32_t most_events; /* 0: as many as usual */
    uint32_t
        raced; /* by judge_race: the number, from 1, of the deed that the last one races with */
} Judge;

/* The thread has taken this step. */
void judge_note(Judge *judge, Tid thread, const Outcome *o);
/* Is there a judge of this memory? */
bool judge_knows(MemoryKind memory);
/* Is it more than can be judged? */
bool judge_is_too_long(const Judge *judge);
/* Is what was noted so far consistent?  False: `why` says which axiom it breaks. */
bool judge_run(const Judge *judge, MemoryKind memory, Why why);
/* The last that was noted is an access that was not to be: does it race with something before it? */
bool judge_race(Judge *judge, MemoryKind memory, Why why);
void judge_free(Judge *judge);

#endif
