/* order.h -- in which order locks are taken. */
#ifndef ENGINE_PROVE_ACCESS_ORDER_H
#define ENGINE_PROVE_ACCESS_ORDER_H

#include "engine/prove/cell/cell.h"

/* The lock that a code of the method is about. */
typedef struct LockPlace {
    uint32_t code;
    Location at;
    bool any; /* it may be another one, too */
} LockPlace;

/* What a method does with locks; the cells are those of their owners. */
typedef enum LockUseKind {
    LOCK_TAKEN, /* `to` may be taken, while `from` is held; UINT32_MAX: whatever is held */
    LOCK_CALL, /* the procedure `to` is called by specification, while `from` is held, or likewise */
    LOCK_KEPT  /* `to` may be held when it returns */
} LockUseKind;

typedef struct LockUse {
    LockUseKind kind;
    uint32_t proc, from, to;
    uint32_t by; /* ... if this procedure, which was called, has kept it; UINT32_MAX: in any case */
    Pos pos;
} LockUse;

/* A lock is taken or given back here. */
void order_note(Attempt *f, const State *s, uint32_t code, Location at);
void order_collect(Attempt *f); /* the method was executed */
void order_conclude(Prover *p); /* all methods were */

#endif
