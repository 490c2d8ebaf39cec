/* live.h -- properties of whole runs: --ltl, livelock, termination.  See live.c.  Also hangs, where states are not searched but
 * visited by random runs (walk.c). */
#ifndef LIVE_LIVE_H
#define LIVE_LIVE_H

#include "live/questions.h"
#include "ltl/ltl.h"
#include "machine/promise.h"
#include "machine/condition.h"
#include "machine/schedule.h"
#include "machine/states.h"

enum { MOST_TIDS = 64 };
#define NOBODY 255 /* in LiveEdge.tid: the last state lasts for ever */

/* An action, or that the last state of a run lasts for ever. */
typedef struct LiveEdge {
    uint32_t to;
    uint32_t
        rule; /* of fairness: if it can be taken again and again, it is at some time; 0: none */
    uint8_t tid;
    bool shows;           /* progress */
    bool ends;            /* the process */
    bool inside, returns; /* by a thread that is inside a claimed function; a call of one returns */
} LiveEdge;

/* A state of the program. */
typedef struct LiveState {
    bool expanded;       /* else nothing else is known of it */
    bool chooses;        /* it is in the midst of an action */
    uint32_t first, end; /* of its edges */
    uint64_t letter;     /* the conditions that hold */
    uint64_t can,
        cannot; /* threads that can run, and that cannot: a bit for each; in the midst of an action
                             nobody asks */
    uint64_t live;    /* that have not ended */
    uint64_t joins;   /* that wait for the end of another one */
    uint64_t inside;  /* a call of a claimed function */
    uint64_t gets_on; /* that do something here that others see, or are not to blame, as of hangs */
} LiveState;

/* A state of the program with one of the automaton. */
typedef struct LiveNode {
    uint32_t state, automaton;
    uint32_t parent; /* on the shortest way to it; its own number: it is a first one */
    uint32_t first;  /* of its edges */
} LiveNode;

typedef struct LiveLink {
    uint32_t to;   /* a node */
    uint32_t edge; /* the action */
} LiveLink;

typedef VEC(uint32_t) LiveIds;

typedef enum Fairness { FAIR_NONE, FAIR_WEAK, FAIR_LOCKS, FAIR_STRONG } Fairness;

typedef struct LiveSearch {
    Job *job;
    Machine *m;
    Fairness fairness;
    States table;
    State state, next;
    Outcomes out;
    Records rules;
    VEC(LiveState) states;
    uint32_t expanded; /* so many of them */
    VEC(LiveEdge) edges;
    VEC(bool) returned; /* scratch: promise_returned of outcomes */
    Conditions conditions;
    Ltl ltl;
    Buchi buchi;
    bool has_formula;
    Promise promise;     /* instead of a formula */
    VEC(LiveNode) nodes; /* one more behind the last: where its edges would begin */
    VEC(LiveLink) links;
    Pairs pairs;               /* state, automaton -> node */
    uint64_t daemons, seen;    /* threads: all that are meant to run for ever; all */
    uint8_t awaits[MOST_TIDS]; /* of the state at hand: for whose end a thread waits, plus one */
    uint64_t spent;
    uint32_t property; /* that is asked about */
    bool walks;        /* not all states are visited */
    bool too_many;     /* threads */
    bool dropped;      /* a run was, for a limit */
    Reason limit;
    /* of the components: */
    uint32_t claimant;   /* the promise is about this thread, a number plus one; 0: about all */
    uint32_t starving;   /* this thread must not show anything, a number plus one; 0: nobody asks */
    VEC(uint32_t) part;  /* node -> the set of nodes that is looked at; 0: none any more */
    VEC(uint32_t) marks; /* rule -> the last component in which it was taken */
    uint32_t parts;
} LiveSearch;

/* graph.c: all states; false: a limit was reached. */
bool live_build(LiveSearch *l);
/* The initial state alone, not expanded; false: it is wrong. */
bool live_begin(LiveSearch *l);
/* What each thread can do in the state. */
void live_expand(LiveSearch *l, uint32_t id);
/* Work was done; false: a limit was reached. */
bool live_spend(LiveSearch *l);

/* component.c: nodes of a fair component, the least number first; false: there is none. */
bool live_find(LiveSearch *l, LiveIds *nodes);
/* Is the step one of the graph that is looked at now? */
bool live_allows(const LiveSearch *l, uint32_t node, const LiveLink *link);

/* lasso.c: the way to a component and a fair round in it, as a bug. */
void live_add_lasso(LiveSearch *l, const LiveIds *nodes, ErrorKind error);

/* lasso.c: the way to a node at which the run need not go on, as a bug. */
void live_add_way(LiveSearch *l, uint32_t node, ErrorKind error);

/* walk.c: visits states by random runs, until the machine has done so much work; `look` is asked now and then, and says true when
 * something is found.  True: nothing is left to visit. */
bool live_walk(LiveSearch *l, const LiveDice *dice, uint64_t work, bool (*look)(LiveSearch *l));
/* ... a hang among the states that were visited, as a bug. */
void live_find_stuck(LiveSearch *l);

static inline uint64_t live_bit(uint32_t tid)
{
    return tid < 64 ? (uint64_t)1 << tid : 0;
}

static inline const LiveState *live_state(const LiveSearch *l, uint32_t node)
{
    return &l->states.at[l->nodes.at[node].state];
}

#endif
