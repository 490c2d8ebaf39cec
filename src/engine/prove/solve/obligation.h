/* obligation.h -- obligations that a method must meet, and events that explain a failure. */
#ifndef ENGINE_PROVE_SOLVE_OBLIGATION_H
#define ENGINE_PROVE_SOLVE_OBLIGATION_H

#include "engine/prove/cell/cell.h"

typedef enum ObligationKind {
    OBLIGE_ACCESS,    /* the access predicate of a location */
    OBLIGE_GUARD,     /* an inferred one */
    OBLIGE_HELD,      /* release of a lock that is held */
    OBLIGE_ASSERT,    /* a statement */
    OBLIGE_INDEX,     /* raw: an index is inside of its array */
    OBLIGE_OBJECT,    /* of `memory`: what is touched is not null, see valid.c */
    OBLIGE_ELEMENT,   /* ... and the array has that element */
    OBLIGE_CLAIM,     /* requires, invariant */
    OBLIGE_INVARIANT, /* an action keeps the invariants of classes */
    OBLIGE_STABLE,    /* a write leaves others what they rely on */
    OBLIGE_SIMULATE,  /* a block is skip or an action */
    OBLIGE_END,       /* performs may end here */
    OBLIGE_LIMIT,     /* else heddle does not know what happens */
    OBLIGE_CANDIDATE, /* a candidate for an invariant holds */
    OBLIGE_FOREVER,   /* performs may end where a run stops for ever */
    OBLIGE_RACE,      /* raw: nobody else may touch what is no atomic object at the same time:
                       * asked when all else is proved */
    OBLIGE_STUCK,     /* ... after each round of a loop, if that never ends */
    OBLIGE_EXIT,      /* smoke: a loop can be left */
    OBLIGE_REACH      /* smoke: can be reached; never asked as an obligation */
} ObligationKind;

typedef struct Obligation {
    ObligationKind kind;
    Term path, cond;
    Term right;      /* the phase */
    uint32_t code;   /* where */
    uint32_t detail; /* candidate, guard, cell */
    const char *text;
    size_t events;  /* how many events came before */
    uint32_t block; /* OBLIGE_SIMULATE, OBLIGE_END: which, in Notes.blocks */
    Location at;    /* OBLIGE_ACCESS */
    bool failed;
} Obligation;

typedef enum EventKind { EVENT_ACTION, EVENT_TOUCH, EVENT_OTHERS, EVENT_BLOCK } EventKind;

/* For the explanation: what happened on a path. */
typedef struct Event {
    EventKind kind;
    Term path;
    uint32_t code;
    Term right;  /* EVENT_ACTION: the phase before it */
    Location at; /* EVENT_TOUCH, EVENT_OTHERS */
    Term value, before;
    bool write;
} Event;

#endif
