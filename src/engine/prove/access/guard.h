/* guard.h -- infers who may touch a region that is not annotated. */
#ifndef ENGINE_PROVE_ACCESS_GUARD_H
#define ENGINE_PROVE_ACCESS_GUARD_H

#include "engine/prove/forward.h"
#include "engine/prove/cell/cell.h"

/* What is assumed of a region that is not annotated, as long as no access contradicts it: the
 * strongest kind of which any is left. */
typedef enum GuardKind {
    GUARD_CONSTANT, /* it is not written */
    GUARD_TOUCH,    /* a lock is held whenever it is touched */
    GUARD_SHARE,    /* a reader-writer lock is: for reading or writing when it is read, for writing
                     * when it is written */
    GUARD_WRITE,    /* a lock is held whenever it is written */
    GUARD_LIKE,     /* who touches it may write another cell, which has a predicate; reads that may
                     * not do not count.  Only if Prover.quiet */
    GUARD_NONE,     /* nothing is left: anybody may touch it */
    GUARD_KEPT      /* no guard, but another guess, about a cell with a predicate: no write gives
                     * another thread exclusive access to it */
} GuardKind;

typedef struct Guard {
    GuardKind kind;
    uint32_t region;
    uint32_t lock; /* its cell; of GUARD_LIKE the other cell, of GUARD_KEPT the one that
                    * it is about */
    uint32_t by;   /* of a lock in an array: the cell of the global that refers to it; else 0 */
    uint32_t via;  /* raw: the lock is in what this member of the same object points to: its cell
                    * plus one.  The guard holds as long as the member is never written */
    bool dropped;
    const char *text; /* as an annotation */
} Guard;

void guards_propose(Prover *p);
void guards_propose_like(Prover *p); /* storage->find_modified has been called */

/* For the tables of storage.c. */
void guard_propose_typed(Prover *p, const Cell *cell, uint32_t lock);
void guard_propose_raw(Prover *p, const Cell *cell, uint32_t lock);

#endif
