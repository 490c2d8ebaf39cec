/* cluster.h -- a search that is done by peers (base/peers.h), each with states of its own.  What cluster.c and alike.c
 * share. */
#ifndef ENGINE_EXPLORE_CLUSTER_H
#define ENGINE_EXPLORE_CLUSTER_H

#include "base/peers.h"
#include "engine/explore/crew.h"
#include "machine/travel.h"

/* A new state, by what led to it: the number of its parent and which of the parent's steps that was come first. */
typedef struct NewState {
    uint64_t key;
    uint64_t pair; /* here, see States.states */
} NewState;
typedef VEC(NewState) NewStates;
#define NEW_KEY(parent, step) ((uint64_t)(parent) << 32 | (step))

typedef struct Cluster {
    Peers *peers;
    Travel *
        travel; /* ways out: 0 .. count - 1 to peers, then one to all; ways in: from peers, then from each to all */
    bool spread;          /* there are states that not everybody has */
    uint32_t known;       /* states below this have the same number everywhere; */
    VEC(uint32_t) number; /* ... each one behind them -> its number among those of all, */
    VEC(uint32_t) parent; /* ... and that of its parent */
    uint32_t begin, end;  /* of the level: those of it that are here, */
    uint64_t first, last; /* ... and the numbers of all */
    uint64_t *filter;     /* pairs that were sent, and belong to others; some */
    Parcel *out, *in;     /* by peer */
} Cluster;

/* The level that begins with this state, which everybody knows, is large enough to go on with peers. */
bool cluster_is_due(const Search *s, uint32_t id);
/* All that follows; false: it was stopped, and the budget has the reason. */
bool cluster_search(Search *s, uint32_t id);
/* A state that all look for, by its number among those of all, gets a number here, and so do those on the way to it. */
uint32_t cluster_bring(Search *s, uint32_t number);
/* How many states all have together. */
uint64_t cluster_count(const Search *s);
bool cluster_is_spread(const Search *s);
void cluster_forget(Search *s); /* the states are about to go */
void cluster_free(Search *s);

/* Between cluster.c and alike.c.  Who has the state. */
unsigned cluster_owner(Cluster *c, uint64_t pair);
/* States that are new and belong here, in the order of their keys, by their numbers; all others from `count` on go. */
void cluster_add(Search *s, uint32_t count, const NewStates *news, const uint32_t *numbers);
/* Has anybody's budget come to its end?  Then everybody's has the same reason. */
bool cluster_is_over(Search *s);

/* alike.c: everybody expands all states of the level, in order. */
typedef enum AlikeAnswer {
    ALIKE_DID,
    ALIKE_ENDS, /* with an error, or the search begins again */
    ALIKE_OVER
} AlikeAnswer;
AlikeAnswer alike_expand(Search *s);

int new_compare(const void *a, const void *b);

#endif
