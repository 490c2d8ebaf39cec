/* token.h -- threads without names, and what they can do next.
 *
 * A token is a thread as far as it can be told from others: its local store and stack, the locks
 * that it holds, and whether it was there from the start.  What a token can do depends on the
 * global store alone, so it is found out once. */
#ifndef ENGINE_BAG_CROWD_TOKEN_H
#define ENGINE_BAG_CROWD_TOKEN_H

#include "base/intern.h"
#include "machine/machine.h"

enum { NO_TOKEN = 0 };

/* One thing that a token can do. */
typedef struct Move {
    OutcomeKind kind;
    GlobalId g;
    uint32_t token;             /* that it becomes; NO_TOKEN: it has ended */
    uint32_t first_fork, forks; /* tokens that it makes, in Tokens.forked */
    ErrorKind error;
    uint32_t pc;
    const char *message;
} Move;

typedef struct Moves {
    uint32_t first, len;           /* in Tokens.moves */
    uint32_t first_touch, touches; /* of data in its next action, in Tokens.touched */
} Moves;

typedef struct Tokens {
    Machine *m;
    Pairs places;       /* local store and stack */
    Pairs holders;      /* place and held locks, twice that plus whether it is an initial thread */
    Pairs asked;        /* global store and token -> answers */
    VEC(Moves) answers; /* by number of `asked` */
    VEC(Move) moves;
    VEC(uint32_t) forked;
    VEC(Touch) touched;
    Outcomes out;
    Reason limit; /* of the machine that was met */
} Tokens;

void tokens_begin(Tokens *t, Machine *m);
void tokens_free(Tokens *t);
uint32_t token_of(Tokens *t, LocalId l, StackId s, HeldId held, bool initial);
bool token_is_initial(const Tokens *t, uint32_t token);
bool token_chooses(const Tokens *t, uint32_t token); /* it is in the midst of an action */
/* Valid until the next call. */
const Moves *token_moves(Tokens *t, GlobalId g, uint32_t token);

#endif
