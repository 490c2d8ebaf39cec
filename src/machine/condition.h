/* condition.h -- conditions of whole states, as formulas over runs name them (--ltl, --condition).
 *
 *   {x == 1 && table.used[2] < limit}   global variables and their parts, numbers, names of an enumeration
 *   {k == 2 @ 17}   some thread is about to do what stands in line 17, or behind the label that
 *               is named instead, and there it holds; local variables of the function may be in it
 *   at(12)      some thread is about to do what stands in line 12
 *   at(push)    some thread is inside a call of push
 *   at(busy)    some thread is about to do the statement with the label busy
 *   holds(m)    some thread holds the lock m
 *   end         no thread is left, or the process has ended
 *   name        as --condition defines it: `name = x == 1; other = y > 2 @ 17` (@ 17: and at(17)) */
#ifndef MACHINE_CONDITION_H
#define MACHINE_CONDITION_H

#include "machine/state.h"

typedef struct Conditions {
    Machine *m;
    const char *definitions;
    const char *const *atoms;
    size_t count; /* of atoms; at most 64 */
    const State *state;
    const struct LocalSpot
        *spot;            /* of the expression at hand, which may name local variables of: */
    LocalId frame;        /* ... this frame; {0}: nobody is there */
    const char *why;      /* the first thing that is wrong with one of them; NULL: nothing */
    struct Place *places; /* global variables that were looked up, the last one first */
    struct Label *labels; /* idem */
    struct Spot *spots;   /* idem: places behind `@` */
    Arena arena;
} Conditions;

/* The atoms that hold in the state, a bit for each.  Look at `why` after the first call. */
uint64_t conditions_of(Conditions *c, const State *state);
/* Also of definitions that no atom asks for; what is wrong is in `why`. */
void conditions_check(Conditions *c, const State *state);
void conditions_free(Conditions *c);

#endif
