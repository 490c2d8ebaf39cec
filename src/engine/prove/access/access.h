/* access.h -- A and E of the paper: who may touch which cell, and what others can do to it. */
#ifndef ENGINE_PROVE_ACCESS_ACCESS_H
#define ENGINE_PROVE_ACCESS_ACCESS_H

#include "engine/prove/access/guard.h"
#include "engine/prove/method/state.h"

/* Writing y can change who has exclusive access to x: each write of y is looked at. */
typedef struct Unstable {
    uint32_t x, y; /* cells */
} Unstable;

/* Exclusive access to any place of a cell, in variables. */
typedef struct Formulas {
    Term *memory, object, index, inner, thread; /* variables */
    Term *exclusive; /* by 2 * cell + is it a write; NO_TERM: not made yet */
    Term *frozen;    /* by cell: likewise */
    Term *apart;     /* by 2 * cell + is it a write: likewise */
} Formulas;

Term access_allows(Attempt *f, const Term *memory, Location at, bool write, Term thread);
/* Does the thread hold the lock that an inferred guard names, so that it may read, or write? */
Term access_guard(Attempt *f, const Term *memory, const Guard *guard, Location at, bool write,
                  Term thread);
Term access_exclusive_for(Attempt *f, const Term *memory, Location at, bool write, Term thread);
Term access_exclusive(Attempt *f, const State *s, const Term *memory, Location at, bool write);
/* No other thread may touch it in a way that would be a data race. */
Term access_apart(Attempt *f, const State *s, const Term *memory, Location at, bool write);
/* Nobody may write it any more: who reads it moves right, and it stays what it is. */
Term access_frozen(Attempt *f, const Term *memory, Location at);
Term access_frozen_for(Attempt *f, const Term *memory, Location at, Term thread);
bool access_stays(const Prover *p, uint32_t cell); /* others do not change it, anywhere */
void access_add_fact(Attempt *f, Term fact); /* for all values of the variables of quantifiers */
/* No field and no element refers to the object, `when` it is so, but those of objects that are the
 * thread's own. */
void access_tell_apart(Attempt *f, const State *s, Term object, Term when);
/* ... to any object that is the thread's own; others may have changed memory. */
void access_keep_apart(Attempt *f, const State *s);
/* More objects may have been made since. */
void access_grow(Attempt *f, State *s);
Term access_is_fresh(Attempt *f, const State *s, Term object);
bool access_read_only(const Prover *p, uint32_t cell);
GuardKind access_guard_kind(const Prover *p, uint32_t region); /* that holds now */
bool access_guard_stands(const Prover *p, const Guard *guard); /* it is not contradicted */
/* The threads that may write it are those that may read it; other reads are no accesses (glance.c). */
bool access_quiet(const Prover *p, uint32_t cell);
bool access_gives(const Prover *p, uint32_t cell); /* some write gives exclusive access to it */
/* EA*: zero or more steps of other threads. */
void access_environment(Attempt *f, State *s, uint32_t code);
const char *access_text(const Prover *p, uint32_t cell, Arena *arena);

/* stable.c */
/* Finds the pairs that make it necessary to look at each write. */
bool access_stability(Prover *p, char *why, size_t size);
/* If t has E_x in one memory, it has it in the other, for reading and for writing. */
Term access_keeps_rights(Attempt *f, const Term *before, const Term *after, Location x, Term t);
void access_check_write(Attempt *f, State *s, const Term *before, Location at, uint32_t code);

/* frozen.c: the formula holds for some answer to each question whether the thread holds a lock.
 * NO_TERM: it asks something else about the thread, or too much. */
Term frozen_with_any_locks(Attempt *f, const Formulas *g, Term formula);

/* For the tables of storage.c. */
Term access_guarding_typed(Attempt *f, const Term *memory, const Guard *guard, Location at);
Term access_guarding_raw(Attempt *f, const Term *memory, const Guard *guard, Location at);

#endif
