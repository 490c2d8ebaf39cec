/* abs.h -- blocks of steps and the actions of `performs`: the translation abs of the paper. */
#ifndef ENGINE_PROVE_ABS_ABS_H
#define ENGINE_PROVE_ABS_ABS_H

#include "engine/prove/cell/cell.h"

/* Where a block must end: before a step that does not move left or may wait, before a loop, before
 * a call by specification; where the thread stops for ever; at the end of the method. */
typedef enum BlockWhy {
    BLOCK_STEP,
    BLOCK_LOOP,
    BLOCK_CALL,
    BLOCK_WAIT,
    BLOCK_ABORT,
    BLOCK_RETURN
} BlockWhy;

/* What is needed to explain why a block is neither skip nor an action. */
typedef struct BlockEnd {
    BlockWhy why;
    Term *now, *old, *at, *after; /* memory; positions before and after it */
    Term hint;
    Term goes; /* BLOCK_STEP: the step does not wait */
} BlockEnd;

/* `performs` as an automaton.  Positions: 0 is the beginning, k + 1 the end of action k.  Those with
 * the same successors are one: `same` is the first of them. */
typedef struct Nfa {
    uint32_t positions;
    uint64_t *follows; /* by position: bit k: action k may follow; the last bit: the end */
    uint32_t *same;
} Nfa;
#define NFA_END ((uint64_t)1 << 63)
enum { MOST_ACTIONS = 60 };

/* An action that is claimed to move, and what of it was shown (mover.c). */
typedef struct Moving {
    const ActionSpec *action;
    uint8_t moves; /* MOVES_... */
} Moving;

bool abs_begin(Attempt *f);                           /* the automaton */
void abs_start(Attempt *f, const State *s);           /* the arguments of actions */
void abs_before(Attempt *f, State *s, uint32_t code); /* an action begins */
void abs_after(Attempt *f, State *s);                 /* ... has ended */
/* The block is an action already, and another one may follow; `last`: or none. */
Term abs_matches(Attempt *f, const State *s, bool last);
void abs_yield(Attempt *f, State *s, Term when, uint32_t code, BlockWhy why);
void abs_return(Attempt *f, State *s, uint32_t code);
/* What an action of a specification says about two memories; the cells that it may change are in
 * `modified`.  The predicate alone, and that nothing else has changed. */
Term abs_predicate(Attempt *f, const ActionSpec *action, const Sym *args, const Term *now,
                   const Term *old);
void abs_modified(Attempt *f, const ActionSpec *action, const Sym *args, const Term *old,
                  Location *modified);
/* Could nobody else reach the object when the block began? */
Term abs_was_fresh(Attempt *f, const State *s, Term object);
Term abs_frame(Attempt *f, const State *s, const Location *modified, size_t count);

/* For the tables of storage.c. */
bool abs_modified_typed(Attempt *f, const Modified *m, const Sym *args, const Term *old,
                        Location *at);
bool abs_modified_raw(Attempt *f, const Modified *m, const Sym *args, const Term *old,
                      Location *at);

#endif
