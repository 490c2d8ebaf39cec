/* candidate.h -- candidates for the invariants of loops. */
#ifndef ENGINE_PROVE_LOOP_CANDIDATE_H
#define ENGINE_PROVE_LOOP_CANDIDATE_H

#include "engine/prove/method/state.h"

typedef enum CandidateKind {
    CANDIDATE_LE, /* a <= b; each a register or a constant */
    CANDIDATE_LT,
    CANDIDATE_EQ,
    CANDIDATE_NE,
    CANDIDATE_HELD,     /* a lock is held by the thread */
    CANDIDATE_FREE,     /* ... is not held by it */
    CANDIDATE_WAS_FREE, /* ... was nobody's when the block began */
    CANDIDATE_OTHERS,   /* ... all others of its cell are what they were when the block began */
    CANDIDATE_OLD,      /* a cell is what it was when the block began */
    CANDIDATE_AT,       /* positions in performs: one of a set; by 1: if promised, 2: if not */
    CANDIDATE_HINT,     /* no witness in this block */
    CANDIDATE_PROMISED, /* what will be returned has been said, or not */
    CANDIDATE_KEPT,     /* ... and a variable has this value */
    CANDIDATE_LATER,    /* who returns from here without a further touch has done its actions */
    CANDIDATE_UNSAID,   /* what will be returned has been said, or it has the value `set` */
    CANDIDATE_FRESH,    /* what was made at `cell`, a code, is still out of reach for others */
    CANDIDATE_MINE,     /* the thread has exclusive access to a cell, of the object in b */
    CANDIDATE_ZERO,     /* a field of the object in b is what it was when that was made */
    CANDIDATE_LINK,     /* raw: b is null, or the member of what it points to is a */
    CANDIDATE_RELEASED, /* a lock is not held, or the invariants would hold if it were free */
    CANDIDATE_REST,   /* a cell is what it was when the block began, but for the object in a (-1: in
                         * the global `by`, or the static variable `constant`) and that in b */
    CANDIDATE_LISTED, /* ... but for the places that the action `set` lists */
    CANDIDATE_WAS,    /* a place was b when the block began; a: its object, -1: a global */
    CANDIDATE_SUM,    /* ... is now what it was then plus b */
    CANDIDATE_STAR,   /* positions in performs: one of a set, before each round of the part of a
                         * callee's performs that ends at `constant`; head: the call, see call.c */
    CANDIDATE_KEEPS,  /* a place is what it was when control came to the loop; a: its object, -1: a
                         * global; by 1: what it was when the block began is the same then and now */
    CANDIDATE_FIELD,  /* of the object in a, or a static variable, compared with b, see field.c */
    CANDIDATE_MEASURE /* the distance from a to b, which each round makes smaller, see measure.c */
} CandidateKind;

typedef struct Candidate {
    CandidateKind kind;
    uint32_t head; /* code */
    int32_t a, b;  /* registers; -1: the constant */
    int64_t constant;
    uint32_t cell; /* HELD, FREE, OLD */
    uint32_t by;   /* HELD, FREE: of an element: the global cell that refers to the array; raw: the
                    * variable */
    uint64_t set;  /* AT */
    Term on;       /* the variable that switches it on */
    bool dropped;
    uint32_t implied_by; /* 1 + the number of one that says more; 0: there is none */
} Candidate;

/* Memory when control came to the head of a loop, but not from its own rounds. */
typedef struct LoopEntry {
    const Term *now, *old;
    const Sym *regs; /* behind the head; NULL: no round has begun yet */
} LoopEntry;

/* What was fresh behind the head of a loop. */
typedef struct CutFresh {
    uint32_t head;
    Fresh fresh;
} CutFresh;

/* propose.c */
void loop_candidates(Attempt *f);
/* It is left out of a sparing attempt, since another one says more. */
bool candidate_sleeps(const Attempt *f, const Candidate *c);
/* One that was left out might hold where the one that says more has been dropped. */
bool candidate_was_missed(const Attempt *f);
void loop_propose(Attempt *f, Candidate candidate);
bool loop_touches(const Attempt *f, const Cell *cell); /* does the method? */
/* Is the register a variable of the call that the head belongs to, or of one around it? */
bool loop_sees(const Attempt *f, uint32_t head, uint32_t reg);

/* text.c: NULL if there is nothing to say that a user would understand */
const char *candidate_text(const Attempt *f, const Candidate *c, Arena *arena);

/* field.c: candidates about memory; the registers are those that the loop changes */
void field_candidates(Attempt *f, uint32_t head, const bool *regs);
Term field_meaning(Attempt *f, const State *s, const Candidate *c);
const char *field_text(const Attempt *f, const Candidate *c, Arena *arena);

/* measure.c: loops that end; the registers are those that the loop changes */
void measure_candidates(Attempt *f, uint32_t head, const bool *regs);
Term measure_meaning(Attempt *f, const State *s, const Candidate *c, const LoopEntry *entry);
bool measure_ends(const Attempt *f, uint32_t head); /* when candidates have been dropped */
void measure_conclude(const Attempt *f);

/* change.c: candidates about what the block has changed */
struct Changes;
void change_candidates(Attempt *f, uint32_t head, const struct Changes *changes);
void change_frame(Attempt *f, uint32_t head, const struct Changes *changes);
Term change_meaning(Attempt *f, const State *s, const Candidate *c, bool to_show);
Term change_keeps(Attempt *f, const State *s, const Candidate *c, const LoopEntry *entry,
                  bool to_show);

/* For the tables of storage.c. */
void propose_locks_typed(Attempt *f, uint32_t head, uint32_t cell, uint32_t reg);
void propose_locks_raw(Attempt *f, uint32_t head, uint32_t cell, uint32_t reg);

#endif
