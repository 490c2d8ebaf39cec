/* model.h -- the two structs that all rooms of the prover share.
 *
 * A Prover knows the program: its cells of memory and who may touch them.  An Attempt is one of the
 * two checks of one method: it executes the method symbolically, action by action, merging where
 * paths join, and collects obligations for the solver.
 *
 *   cell     memory: cell.c the cells of layouts; raw.c those of C, copy.c many of them at once;
 *            storage.c what differs between Zing and C
 *   method   flat.c the method as a graph, its calls inlined; state.c symbolic states; value.c
 *            values; pure.c pure procedures as terms
 *   access   access.c A and E of the paper, the steps EA* of other threads; stable.c writes
 *            do not take exclusive access; frozen.c what nobody may write any more; guard.c guards
 *            that are inferred; lock.c and rwlock.c locks; order.c in which order they are taken
 *   step     step.c one action: the translation acc; memory.c of one instruction; touch.c what it
 *            touches; glance.c reads that are no accesses; call.c calls by specification;
 *            invariant.c invariants of classes
 *   abs      abs.c the translation abs, blocks and the actions of `performs`; promise.c what will be
 *            returned, said before the method returns; stop.c runs that never return; mover.c
 *            actions that are said to move
 *   loop     loop.c cuts loops at their heads; propose.c, field.c and held.c say what may hold there;
 *            measure.c which loops end; text.c tells what was found
 *   solve    solve.c asks the solver, lean.c first without quantifiers; explain.c says what went
 *            wrong; sanity.c finds annotations that contradict themselves
 *
 * The rooms call each other: an action asks whether it may touch a cell, and the answer reads
 * memory, which is made of values. */
#ifndef ENGINE_PROVE_MODEL_H
#define ENGINE_PROVE_MODEL_H

#include "engine/prove/abs/abs.h"
#include "engine/prove/access/access.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/access/order.h"
#include "engine/prove/loop/candidate.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/solve/obligation.h"
#include "result/job.h"
#include "smt/solver.h"
#include "symbolic/theory.h"
#include "symbolic/value.h"

typedef struct Prover {
    Job *job;
    const Program *program;
    VEC(Cell) cells;
    VEC(int32_t) spec_of; /* procedure -> index into Program.specs, or -1 */
    VEC(bool) forks;      /* procedure: it may start threads, by what it calls, too */
    VEC(bool) called;     /* procedure: somebody calls it */
    VEC(bool) checked;    /* procedure: it is checked by itself */
    VEC(bool) starts;     /* procedure: a thread begins with it */
    VEC(bool) returns;    /* procedure: there is a way to its end, see stop.c */
    VEC(uint64_t) uses;   /* procedure: parameters that it surely follows before it returns */
    VEC(bool) ends;       /* procedure: it never waits, and always comes to its end, see stop.c */
    VEC(bool) halts;      /* procedure, if it is checked: its loops end, see measure.c */
    VEC(bool) taken;      /* variable: its address is taken, see given.c */
    VEC(Guard) guards;
    VEC(LockUse) locks; /* what methods do with locks, see order.c */
    VEC(Moving) moving; /* actions that are said to move, see mover.c */
    bool *claimed;      /* by cell: one of them changes it */
    VEC(Unstable) unstable;
    VEC(uint32_t) modified; /* raw: by procedure of a Modified: the cell, or UINT32_MAX */
    const Storage *storage; /* the kind of memory */
    bool machine;           /* numbers are bit-vectors */
    bool tells_apart;       /* raw: the program looks at addresses: whether two are the same */
    FILE *log;
    bool dropped;        /* a guard, in this round */
    bool thrifty;        /* see Attempt: first so */
    bool early;          /* it failed because what is returned is not known before the return */
    bool hasty;          /* a thrifty attempt has dropped a guard */
    const char *gave_up; /* on a guard or what stays: why; then nothing is sure to fail */
    uint32_t met;        /* the cell of PART_MET; 0: no annotation asks for objects */
    bool memory;         /* the checks are those of that name */
    bool quiet;          /* some reads are no accesses: see glance.c */
    bool strict;         /* something is said of what may be another thread's own, see access.c */
} Prover;

/* What passes over the method have found of memory; each begins with what the one before it knew. */
typedef struct Passes {
    VEC(Location) places, places_found; /* index terms: of the last pass, of this one */
    bool *named, *named_found;          /* by cell: of globals, likewise; NULL: all */
    bool *written;                      /* by cell: the method may change it */
    VEC(uint64_t) writes;               /* raw: code << 32 | cell */
    size_t writes_known;                /* raw: so many were known when the pass began; 0: all */
    VEC(uint64_t) shapeless;            /* raw: head << 32 | register: points anywhere */
} Passes;

/* How an attempt looks at what it executes now; whoever sets one of them takes it back. */
typedef struct Mode {
    bool reading; /* pure procedures note in `reads` what they look at */
    VEC(Location) reads;
    bool formal;    /* places that are met are none */
    bool annotated; /* ... are those of an annotation */
    bool lent;      /* steps of others are also those of a function that this thread has called */
    TermList given; /* ... with pointers to these objects */
    TermList gives; /* ... if this is true of each */
} Mode;

/* How an attempt is made; it stays so from its beginning to its end. */
typedef struct Way {
    bool memory;   /* the check of that name, see valid.c: acc, and some more */
    bool sparing;  /* candidates that others imply are left out */
    bool thrifty;  /* annotations do not add objects to those that the method names */
    bool promises; /* see promise.c */
    bool foresees; /* ... no more than is sure */
    bool unrolls;  /* see unroll.c */
} Way;

/* Variables for what no cell holds. */
typedef struct World {
    Term length;            /* of arrays, by object */
    Term layout;            /* raw: of objects that were allocated */
    Term numbers, numbered; /* machine: of threads, of 32 bits, and which thread has a number */
} World;

/* What a pass over the method writes down; each pass begins anew. */
typedef struct Notes {
    TermList facts;
    TermList wide_facts; /* about all objects: not asked at first */
    VEC(Obligation) obligations;
    VEC(Obligation) late; /* of the guard of a wait: they are to be shown if the wait goes on */
    VEC(Glance) glances;  /* of the action that is being executed */
    VEC(Event) events;
    VEC(BlockEnd) blocks;
    VEC(Term) pointers;      /* objects that the thread has met so far */
    VEC(CutFresh) cut_fresh; /* what was fresh behind the heads of loops */
    VEC(LoopEntry) entries;  /* by code: of the heads that were cut */
    VEC(State *) arrived;    /* by code: NULL, or the states that lead there, merged */
    VEC(LockPlace) locks;    /* that the method takes and gives back, see order.c */
    uint32_t fresh;          /* variables that were made */
} Notes;

typedef struct Attempt {
    Prover *prover;
    const Program *program;
    uint32_t proc;
    const Spec *spec; /* or NULL */
    bool abs;         /* else acc */
    Way way;
    Terms terms;
    Theory theory, exact; /* of the method; of specifications: nothing wraps around */
    Flat flat;
    Nfa nfa;
    Term tid;
    World world;
    Term *start; /* memory when the method begins */
    Sym *args;   /* of the method's own actions: tid, parameters, and what will be returned: known
                  * from the start, as in a prophecy */
    VEC(Candidate) candidates;
    bool missed; /* one that was left out might hold, see Way.sparing */
    Passes passes;
    Notes notes;
    Mode mode;
    VEC(Bound) bound;     /* variables of quantifiers */
    bool empty;           /* no object has been made yet */
    uint32_t threads;     /* counts variables */
    bool touches_claimed; /* the method touches what actions change that are said to move */
    VEC(Readers) readers;
    Formulas *formulas;  /* NULL until needed */
    uint32_t unrolled;   /* so many loops, see unroll.c */
    int32_t returned;    /* the register whose value it promises */
    VEC(uint32_t) seen;  /* registers that have names at the head for which candidates are sought */
    uint32_t here;       /* the boundary that is being executed */
    bool endless;        /* no run of the method returns */
    const char *trouble; /* why nothing can be proved; a sentence */
    uint32_t trouble_code;
    Arena arena;
} Attempt;

/* prove.c */
void attempt_begin(Attempt *f); /* terms, and the variables that all proofs have */
void attempt_end(Attempt *f);
Term *attempt_memory(Attempt *f); /* any */
bool prove_has_performs(const Prover *p, uint32_t proc);
void prove_forget_checks(Job *job);
bool prove_begins_thread(const Prover *p, uint32_t proc);

/* method/state.c */
/* Nothing can be proved; the first reason stays. */
void give_up(Attempt *f, uint32_t code, const char *why);
/* They are different, on every path on which both are anything. */
void tell_apart(Attempt *f, Term a, Term b);
void oblige(Attempt *f, State *s, ObligationKind kind, Term cond, uint32_t code, uint32_t detail,
            const char *text);
void remember_place(Attempt *f, Location at);

#endif
