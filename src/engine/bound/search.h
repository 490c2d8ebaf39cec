/* search.h -- the parts of the search; see search.c. */
#ifndef ENGINE_BOUND_SEARCH_H
#define ENGINE_BOUND_SEARCH_H

#include "engine/bound/over.h"

/* A way to a tuple: the thread at place `from` of the parent's tuple moved, and stands at `place`
 * now.
 */
typedef struct Visit {
    uint32_t tuple, parent; /* parent: a visit, PDS_NONE: the initial one */
    uint32_t from, place;
} Visit;

typedef struct Covering { /* an aggregate that may cover others which differ from it in one place */
    uint32_t number, tuple;
    uint32_t next;
} Covering;

typedef struct Search {
    const BoundModel *model;
    const BoundOptions *options;
    Budget *budget;
    BoundResult *result;
    Groups groups;
    Domain domain;
    Tuples tuples;
    uint32_t words;         /* 64-bit words of marks a tuple */
    VEC(uint64_t) marks;    /* tuple -> places by which it was reached in its level */
    VEC(uint32_t) first;    /* tuple -> its first visit */
    VEC(uint8_t) dominated; /* tuple -> a larger aggregate of its level is there; automata only */
    VEC(Visit) visits;
    uint32_t level, level_begin; /* contexts; the first tuple that needs so many */
    Tuples holes;                /* shared state, group, the numbers of all places but one */
    VEC(uint32_t) covering;      /* hole -> its first Covering */
    VEC(Covering) coverings;
    Visible visible;
    bool counts; /* visible states: there are no targets */
    bool over_begun;
    Over over;
    uint32_t *tuple, *next_tuple, *hole; /* scratch */
    uint64_t ticks;
    uint32_t hit; /* the visit that reached a target, or PDS_NONE */
    bool stop;    /* result->answer is final */
} Search;

/* Fills in result->steps for the visit s->hit. */
void search_trace(Search *s);

/* Does the tuple stand for a target?  `match` as in target_find. */
const BoundTarget *search_target(Search *s, const uint32_t *tuple, uint32_t *match);
/* Is there a state in it in which no thread runs, and one waits?  `tops` as in target_is_stuck. */
bool search_stuck(Search *s, const uint32_t *tuple, uint32_t *tops);
/* ... in which two threads clash? */
bool search_clash(Search *s, const uint32_t *tuple, uint32_t *tops);

#endif
