/* connect.h -- the strongly connected components of a graph (R. Tarjan, SIAM Journal on Computing 1, 1972). */
#ifndef BASE_CONNECT_H
#define BASE_CONNECT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

typedef struct ConnectVisit {
    uint32_t node, link;
} ConnectVisit;

typedef struct Connect {
    void *self; /* the caller's */
    /* The edges of a node, one after the other: *link is 0 at first, and the callee moves it on.  False: there
     * are no more.  Edges that leave the set of nodes are left out. */
    bool (*next)(void *self, uint32_t node, uint32_t *link, uint32_t *to);
    /* A component, the root first; those that it leads to were found before.  False: stop. */
    bool (*found)(void *self, const uint32_t *nodes, size_t len);
    VEC(uint32_t) index, low; /* by node: its number in the search; 0: not seen yet */
    VEC(bool) open;           /* ... on the stack */
    VEC(uint32_t) stack;
    VEC(ConnectVisit) visits;
    uint32_t count;
} Connect;

/* For nodes below so many; next, found and self are the caller's to set. */
void connect_begin(Connect *c, size_t nodes);
/* The components of a set of nodes; may be asked of several sets, one after the other. */
void connect_find(Connect *c, const uint32_t *nodes, size_t len);
void connect_free(Connect *c);

#endif
