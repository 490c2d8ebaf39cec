/* state.h -- symbolic states, which are merged where paths join. */
#ifndef ENGINE_PROVE_METHOD_STATE_H
#define ENGINE_PROVE_METHOD_STATE_H

#include "engine/prove/cell/cell.h"

/* An object that this thread has made. */
typedef struct Fresh {
    Term object;
    Term flag;   /* nobody else can reach it yet */
    Term block;  /* ... could when the block began: what happens to it does not count as a change */
    Term linked; /* a pointer to it was stored: other objects may lead to it */
    Term
        shared; /* this method has stored or passed a pointer that leads to it, other than to a function
                  * that it calls through a pointer */
    uint32_t site; /* code */
} Fresh;

typedef struct SymTouch {
    Term when;
    Location at;
    bool write;
    uint8_t moves; /* MOVES_...: the action is known to, as far as this place is concerned */
} SymTouch;

/* A read that may have been no access: see glance.c. */
typedef struct Glance {
    Term path, glanced; /* it happens; it was none */
    Term real;          /* the program does so: the thread had no access, and saw what was there */
    uint32_t cell, code;
} Glance;

/* A state in which something is only tried: what happens in it does not count, but whether it waits does. */
typedef struct Trial {
    Term goes;  /* it does not wait */
    bool apart; /* it is not what happens next */
} Trial;

typedef struct State {
    Term path;
    Sym *regs;
    Term *now, *old;     /* by cell */
    Term alone;          /* no second thread exists yet */
    bool dirty;          /* others may have run since `now` was true */
    const Term *began;   /* memory when the action began: the invariants of classes held in it */
    const Term *settled; /* ... when they were last known to hold, or NULL */
    struct {
        Fresh *at;
        size_t len;
    } fresh; /* in the arena, as all of it */
    struct {
        SymTouch *at;
        size_t len;
    } touches;     /* of the action so far */
    Term forks;    /* the action so far has started a thread: it does not move right */
    Term right;    /* phase: all was right movers since the block began */
    Term *at;      /* by position in the performs expression: may it stand there? */
    Term hint;     /* witnessed action plus one, 0: none */
    Term wrote;    /* the block has, where others can see it; kept only if the method promises */
    Term promised; /* what will be returned has been said */
    Trial *trial;  /* copies have the same one; NULL: what happens counts */
} State;

typedef struct Bound {
    Term variable;
    bool objects;    /* it ranges over objects, else over integers */
    uint32_t layout; /* ... of this layout; 0: any */
} Bound;

State *state_begin(Attempt *f);
State *state_copy(Attempt *f, const State *s);
/* Both, by their paths; `into` becomes the result. */
void state_merge(Attempt *f, State *into, const State *other);
void state_assume(Attempt *f, State *s, Term condition);
Term fresh_term(Attempt *f, const char *what, Sort sort);
/* The variable is one of quantifiers, over objects of this layout (0: any) or over numbers; as
 * often as one likes. */
void attempt_bind(Attempt *f, Term variable, bool objects, uint32_t layout);
Sym fresh_sym(Attempt *f, const char *what, Type type);
Sym zero_sym(Attempt *f, Type type);
Sym merge_sym(Attempt *f, Term test, Sym yes, Sym no);

#endif
