/* endless.h -- can an action go on for ever, through calls of recursive procedures?
 *
 * The machine notices an action that runs in a circle, but not one that is run in pieces.  A head
 * is a shared state and a symbol on top of a stack; the pieces lead from head to head.  Rules that
 * end the action are left out, so every circle of heads is an action without end. */
#ifndef ENGINE_BOUND_ENDLESS_H
#define ENGINE_BOUND_ENDLESS_H

#include "base/intern.h"
#include "pds/rule.h"

typedef struct Piece {
    uint32_t from;       /* head */
    uint32_t to, behind; /* PUSH, STEP: head; PUSH: the symbol below */
    uint32_t control;    /* POP: where it goes */
    PdsKind kind;
    bool chosen; /* something was chosen: it need not go this way */
} Piece;

typedef struct Returns { /* controls with which the frame of a head may be left */
    VEC(uint32_t) controls;
} Returns;

typedef struct Pieces {
    Records heads; /* class, control and symbol */
    VEC(Piece) all;
    bool calls; /* one of them is a call: without, there is no circle that the machine misses */
    VEC(Returns) returns;   /* by head */
    VEC(uint32_t) from, to; /* edges between heads */
} Pieces;

/* A rule of the thread that does not end the action. */
void pieces_add(Pieces *pieces, uint32_t class, uint32_t control, uint32_t symbol, PdsRule rule,
                bool chosen);
/* Is there a circle? */
bool pieces_are_endless(Pieces *pieces);
void pieces_free(Pieces *pieces);

#endif
