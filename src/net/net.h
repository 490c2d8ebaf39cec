/* net.h -- Petri nets, and the question whether one of some targets can be covered.
 *
 * A place holds a number of tokens.  A transition needs tokens in some places and changes the
 * number in some: it can fire where every place has what it needs, and a net never has less than no
 * token. At the beginning a place holds exactly `init` tokens, or, if it is open, any number >=
 * init.  A target is a bag; the question is whether some run reaches a marking above it. */
#ifndef NET_NET_H
#define NET_NET_H

#include "base/source.h"
#include "net/bag.h"

typedef struct Place {
    const char *name;
    uint32_t init;
    bool open; /* init is only the least number */
} Place;

/* A transition at one place: it needs `need` tokens there, and afterwards there are `change` more.
 * need + change >= 0. */
typedef struct Arc {
    uint32_t place, need;
    int32_t change;
} Arc;

typedef struct Transition {
    size_t first;  /* of its arcs: sorted by place, none without need and change */
    uint32_t arcs; /* number of them */
    Pos pos;
} Transition;

/* A target, or the weights of an invariant. */
typedef struct NetBag {
    size_t first; /* of its items */
    uint32_t len;
    Pos pos;
} NetBag;

typedef struct Net {
    const Sources *sources;
    VEC(Place) places;
    VEC(Transition) transitions;
    VEC(Arc) arcs;
    Items items;            /* of the bags below */
    VEC(NetBag) targets;    /* one of them is to be covered */
    VEC(NetBag) invariants; /* claimed by the file: the weighted sum never changes */
    Pos init_pos;
    Arena arena; /* names */
} Net;

static inline const Arc *net_arcs(const Net *net, uint32_t transition)
{
    return net->arcs.at + net->transitions.at[transition].first;
}
static inline Bag net_bag(const Net *net, const NetBag *bag)
{
    return (Bag){net->items.at + bag->first, bag->len};
}

/* Adds a bag of items, which need not be sorted; no place may be there twice. */
NetBag net_add_bag(Net *net, const Item *items, size_t len, Pos pos);
/* Adds a transition; its arcs need not be sorted, but no place may be there twice. */
void net_add_transition(Net *net, const Arc *arcs, size_t len, Pos pos);

/* Reads mist's `.spec` format; doc/nets.md describes it.  NULL: diag says what is wrong. */
Net *net_parse(const Sources *sources, int file, Diag *diag);
/* Writes it in that format: reading it back gives the same net. */
void net_print(const Net *net, FILE *out);
void net_free(Net *net);

#endif
