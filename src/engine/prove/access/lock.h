/* lock.h -- locks, and reader-writer locks. */
#ifndef ENGINE_PROVE_ACCESS_LOCK_H
#define ENGINE_PROVE_ACCESS_LOCK_H

#include "engine/prove/forward.h"
#include "engine/prove/cell/cell.h"

/* The readers of a lock and their number, as they were met in a predicate. */
typedef struct Readers {
    Term set, count;
} Readers;

/* lock.c */
/* acquire, release, tryacquire: did it succeed? */
Term lock_step(Attempt *f, State *s, uint32_t code, Sym address);
/* held: a look at the lock */
Term lock_ask(Attempt *f, State *s, uint32_t code, Sym address, Term thread);

/* rwlock.c: reader-writer locks */
bool rwlock_is(const Prover *p, uint32_t cell); /* one of its three cells? */
Location rwlock_part(const Prover *p, Location owner, CellPart part);
/* What is true of every such lock, as far as these threads are concerned. */
Term rwlock_invariant(Attempt *f, const Term *memory, Location owner, Term t, Term u);
Term rwlock_reads(Attempt *f, const Term *memory, Location owner, Term thread);
/* Somebody besides t reads; `set` is the one of a predicate.  NO_TERM: it is not known. */
Term rwlock_others_read(Attempt *f, Term set, Term t);
/* The steps of a thread, on memory of its own. */
Term rwlock_goes(Attempt *f, const Term *memory, Location owner, const Instr *i, Term thread);
void rwlock_change(Attempt *f, Term *memory, Location owner, const Instr *i, Term thread);
/* Nobody reads it. */
void rwlock_clear(Attempt *f, Term *memory, Location owner);

#endif
