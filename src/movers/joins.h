/* joins.h -- whom a thread waits for before it does anything else that others could notice. */
#ifndef MOVERS_JOINS_H
#define MOVERS_JOINS_H

#include "machine/symmetry.h"
#include "movers/movers.h"

/* An object that was looked at, and what was in it. */
typedef struct JoinsSeen {
    uint32_t object, leaf;
} JoinsSeen;
typedef struct JoinsMemo {
    Joins joins;
    LocalId l;
    StackId s;
    VEC(JoinsSeen) seen;
} JoinsMemo;
/* What was found out, to be used again where nothing that counts has changed. */
enum { JOINS_MEMOS = 64 };
typedef struct JoinsMemos {
    JoinsMemo at[JOINS_MEMOS];
} JoinsMemos;
void joins_forget(JoinsMemos *memos);

/* Of thread number `index` of the state; NULL: nobody, or it is not known.  Valid until the next
 * call. */
const Joins *joins_find(Movers *v, JoinsMemos *memos, const State *state, size_t index);

#endif
