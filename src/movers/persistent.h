/* persistent.h -- threads that may go on alone: persistent sets over transactions. */
#ifndef MOVERS_PERSISTENT_H
#define MOVERS_PERSISTENT_H

#include "flow/future.h"
#include "machine/reach.h"
#include "movers/movers.h"

/* A thread of the state at hand. */
typedef struct Candidate {
    FutureId future;
    bool ran;                 /* `out` and `deeds` are known */
    bool moves;               /* it has a successor */
    bool stands;              /* it can do nothing but wait */
    bool delayed;             /* it is kept from running, while any of these threads lives */
    uint64_t until;           /* idem, by their numbers */
    bool chosen;              /* it is in the set */
    bool asked;               /* `disturbers` is known */
    VEC(uint32_t) disturbers; /* the threads on which its next transaction depends */
    Outcomes out;             /* of its next transaction */
    Deeds deeds;              /* in it */
    VEC(uint64_t) may;        /* the objects that pointers may ever lead it to, as bits */
} Candidate;

typedef struct Persistent {
    Movers *v;
    bool on;
    bool histories;         /* memory is a set of them: rc11, c11 */
    bool counts_threads;    /* there is a limit, which threads that are started come closer to */
    VEC(uint32_t) pointing; /* the globals in which a pointer can stand */
    bool any_result;        /* results are asked for of threads that may not have ended */
    /* Somebody else keeps the thread from running, until threads with these numbers have ended; NULL:
     * nobody does. */
    bool (*delayed)(void *self, const State *state, size_t index, uint64_t *threads);
    void *self;
    Futures futures;
    VEC(FutureId) of_stack; /* by stack */
    VEC(Candidate) threads; /* by their place in the state */
    VEC(uint32_t) todo;
    Objects met;
    uint32_t words; /* of Candidate.may */
    bool reached;   /* Candidate.may is known in this state */
    uint64_t tries, wins;
    bool steady; /* whether it is worth the trouble is not asked again: it was then: */
    bool due;
    VEC(uint32_t) onward; /* by state: a later one of its chain, plus one; 0: the chain ends here */
} Persistent;

/* Whether there are any: see `on`. */
void persistent_begin(Persistent *p, Movers *v, const MachineOptions *options);
void persistent_end(Persistent *p);
/* Is it worth the trouble, by what came of it so far? */
bool persistent_is_due(const Persistent *p, uint32_t id);
/* Until it is told again: by what came of it so far, and not later. */
void persistent_keep_due(Persistent *p, bool keep);
/* Would persistent_is_due have said all the time what it says now if so many more had been tried, and
 * so many had come to something, in whatever order? */
bool persistent_stays_due(const Persistent *p, uint64_t tries, uint64_t wins);
/* Looks for a persistent set in the state, smaller than all its threads.  False: there is none, and
 * the transactions of all threads have been run. */
bool persistent_find(Persistent *p, const State *state);
/* Are the threads of the set enough in state `id`, if these are the states after those of their
 * transactions in which all choices are the first ones?  In histories; see doc/theory.md.  Each state is
 * asked for once, when it is expanded. */
bool persistent_leads_on(Persistent *p, uint32_t id, const uint32_t *first, size_t len);
/* What a thread of that state can do next. */
const Outcomes *persistent_outcomes(Persistent *p, const State *state, size_t index);

#endif
