/* states.h -- the set of whole states that a search has seen.
 *
 * A state is a pair: its global store, and the tree of all threads' local stores and stacks.  It
 * costs eight bytes and its place in the index; everything else is shared.  States are numbered 0,
 * 1, 2 ... in the order in which they were added, so a breadth-first search needs no queue. */
#ifndef MACHINE_STATES_H
#define MACHINE_STATES_H

#include "base/intern.h"
#include "machine/state.h"

typedef struct StateId {
    uint32_t ix;
} StateId;

/* A state that is about to be added. */
typedef struct PendingState {
    uint32_t g, threads;
    Quad children; /* of the tree of threads, while threads is not known */
    bool known;
    bool first; /* see outcome_is_first */
} PendingState;

typedef struct States {
    Machine *m;
    Tree threads;    /* vectors of threads, see thread_leaf */
    Pairs suspended; /* local stores with a stack below them */
    Pairs states;    /* StateId -> global store, threads */
    TreeView view;   /* of the state loaded last */
    /* Brings a state to a normal form before it is added; may be left out.  Only asked for where
     * threads are alike (machine/symmetry.h). */
    void (*normalise)(void *self, State *state);
    void *self;
    bool alike; /* threads of the state loaded last are */
    VEC(PendingState) pending;
    bool tells;         /* the numbers of all steps that are put, in order, in ... */
    VEC(uint32_t) told; /* ... this */
    bool tells_first; /* the numbers of those of the last flush that are outcome_is_first in ... */
    VEC(uint32_t) first; /* ... this */
    FreshPairs *fresh;   /* where new states go, with `mark`; NULL: they are added here */
    uint32_t mark;
    VEC(uint32_t) met;    /* with `fresh`: all steps to new states, in order */
    State next;           /* scratch */
    VEC(uint32_t) leaves; /* scratch */
} States;

static inline uint32_t states_count(const States *states)
{
    return (uint32_t)states->states.at.len;
}
StateId states_add(States *states, const State *state, bool *is_new);
/* Takes a state apart.  It stays the loaded one until the next call. */
void states_load(States *states, StateId id, State *state);
/* Adds what becomes of the loaded state (`state`) when its thread number `index` takes the step
 * `o`: STEP, CHOICE or ENDED. */
StateId states_add_step(States *states, const State *state, size_t index, const Outcome *o,
                        bool *is_new);
/* The same for many steps of the loaded state: they are added, in order, by states_flush.  That way
 * the look-ups of one step hide the cache misses of the others. */
void states_put_step(States *states, const State *state, size_t index, const Outcome *o);
/* ... and the largest number among them is returned; 0: there was nothing to add. */
uint32_t states_flush(States *states);
uint64_t states_nodes(const States *states);        /* of the trees of threads */
uint64_t states_shared_bytes(const States *states); /* of all but the table of pairs */
uint64_t states_bytes(const States *states);        /* of the table of pairs alone */
void states_free(States *states);

/* In memory that processes share, see base/intern.h. */
enum { STATES_TABLES = TREE_LEVELS + 2 };
void states_share(States *states, Share *share, Shared with[STATES_TABLES]);
void states_prepare(States *states, uint64_t more); /* while there is one process */
void states_recount(States *states);                /* idem */
void states_help(States *states);                   /* in a forked one */
void states_follow(States *states);                 /* idem: as they were prepared */
void states_sort_part(States *states, unsigned part, unsigned parts); /* idem */

#endif
