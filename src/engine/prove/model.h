/* model.h -- what the files of the prover share.
 *
 * A Prover knows the program: its cells of memory and who may touch them.  An Attempt is one of the
 * two checks of one method: it executes the method symbolically, action by action, merging where
 * paths join, and collects obligations for the solver.
 *
 *   cell.c       memory as SMT arrays, one a cell of a layout
 *   raw.c        the same for C: which addresses are places of objects
 *   copy.c       ... many at once
 *   storage.c    what differs between the two
 *   flat.c       the method with its calls inlined; loops; the order of execution
 *   state.c      symbolic states, joined at joins
 *   value.c      values
 *   pure.c       pure procedures as terms
 *   lock.c       locks
 *   rwlock.c     what a reader-writer lock is
 *   access.c     A and E of the paper, the environment's steps EA*, what others rely on
 *   stable.c     ... writes neither give nor take exclusive access
 *   frozen.c     ... what nobody may write any more
 *   step.c       one action: the translation acc
 *   memory.c     ... of one instruction
 *   touch.c      ... what it touches
 *   abs.c        the translation abs
 *   promise.c    ... what will be returned, said before the method returns
 *   call.c       calls by specification
 *   invariant.c  invariants of classes
 *   loop.c       cutting loops at their heads
 *   propose.c    ... candidates for their invariants
 *   field.c      ... about fields
 *   held.c       ... locks that are surely held
 *   solve.c      asking the solver
 *   lean.c       ... without quantifiers first
 *   explain.c    saying what went wrong
 *   guard.c      inferring who may touch what is not annotated
 *   stop.c       runs that never return
 *   sanity.c     annotations that contradict themselves; regions without races */
#ifndef ENGINE_PROVE_MODEL_H
#define ENGINE_PROVE_MODEL_H

#include "result/job.h"
#include "smt/solver.h"
#include "symbolic/theory.h"
#include "symbolic/value.h"

/* ---- memory ---- */

/* By how many indexes a place is found: none, object, element, and in C an array in an array. */
typedef enum CellKind { CELL_GLOBAL, CELL_FIELD, CELL_ELEMENT, CELL_INNER } CellKind;

/* A reader-writer lock is three cells: who holds it for writing (as the owner of a mutex), for each
 * thread whether it holds it for reading, and how many do. */
typedef enum CellPart {
    PART_NONE,
    PART_OWNER,
    PART_READERS,
    PART_COUNT,
    PART_MADE, /* no part of a lock: for each object whether it has been made; it stays so until it
                * is freed (C) */
    PART_MET   /* ... and whether it is out of the hands of any single other thread */
} CellPart;

/* A field of a layout in all objects that have it.  Its sort is that of its type, in one array
 * (by object) for fields, in two (by object, by index) for elements, in three for what is inside
 * of elements. */
typedef struct Cell {
    CellKind kind;
    const char *name; /* `Main.x`, `Node.next`, `Bits[]` */
    uint32_t layout, region;
    uint32_t offset; /* in the record or in the element */
    uint32_t
        object; /* of a global; raw: the only object that has the layout, 0: there may be more */
    Type type;
    Sort sort;        /* of the whole */
    uint32_t refers;  /* of a global pointer: the layout of the arrays it is used for, 0: unknown */
    CellPart part;    /* of a lock: only acquire and release change it */
    uint32_t owner;   /* of a part of a lock: the cell of its owner */
    int32_t readers;  /* of the owner of a reader-writer lock: the cell of its readers, that of
                       * their number comes next; else -1 */
    uint32_t size;    /* raw: bytes of one value */
    uint32_t count;   /* raw: elements of an array that is a member; 0: it is none */
    uint32_t stride;  /* raw: bytes from one of them to the next */
    bool inside;      /* raw: its predicate is about the struct that is the element of the member */
    uint32_t columns; /* raw: elements of a row, if its predicate is about rows; else 0 */
    bool many;        /* raw: its objects have several elements of the layout */
    uint32_t points;  /* raw: the layout that its pointers point to; 0: any */
    bool known;       /* false: heddle cannot prove anything about what touches it */
    bool free_read;   /* anybody may read it, always or once nobody may write it any more */
    bool freezes;     /* once nobody may write it, nobody ever may */
    int32_t access;   /* index into Program.accesses, or -1 */
} Cell;

/* What is assumed of a region that is not annotated, as long as no access contradicts it: the
 * strongest kind of which any is left. */
typedef enum GuardKind {
    GUARD_CONSTANT, /* it is not written */
    GUARD_TOUCH,    /* a lock is held whenever it is touched */
    GUARD_WRITE,    /* ... whenever it is written */
    GUARD_NONE      /* nothing is left: anybody may touch it */
} GuardKind;

typedef struct Guard {
    GuardKind kind;
    uint32_t region;
    uint32_t lock; /* its cell */
    uint32_t by;   /* of a lock in an array: the cell of the global that refers to it; else 0 */
    uint32_t via;  /* raw: the lock is in what this member of the same object points to: its cell
                    * plus one.  The guard holds as long as the member is never written */
    bool dropped;
    const char *text; /* as an annotation */
} Guard;

/* Writing y can change who has exclusive access to x: each write of y is looked at. */
typedef struct Unstable {
    uint32_t x, y; /* cells */
} Unstable;

typedef struct Storage Storage; /* see storage.h */

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
    VEC(Guard) guards;
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
    bool strict;         /* something is said of what may be another thread's own, see access.c */
} Prover;

/* ---- the method as one graph ---- */

typedef enum CodeKind {
    CODE_INSTR,
    CODE_ENTER, /* a call that is inlined */
    CODE_LEAVE, /* ... and its return */
    CODE_SPEC,  /* a call by specification: an action boundary */
    CODE_RETURN /* of the method */
} CodeKind;

typedef struct Code {
    CodeKind kind;
    const Instr *instr;
    uint32_t pc;
    uint32_t frame;    /* the call that it belongs to */
    uint32_t first, n; /* its successors, in Flat.next */
    uint32_t order;    /* in which it is executed: successors later, but for back edges */
    bool boundary;     /* an action ends before it */
    bool atomic;       /* it is inside an atomic region */
    bool head;         /* of a loop */
    bool reached;
} Code;

typedef struct FlatFrame {
    uint32_t proc, base; /* its first register */
    uint32_t caller;     /* frame; of frame 0: itself */
    uint32_t call;       /* code */
    uint32_t after;      /* code: where it returns to */
    uint32_t depth;      /* of atomic regions around the call */
} FlatFrame;

/* A step out of a loop, on a way to the end of the method. */
typedef struct LoopExit {
    uint32_t head, from, to; /* codes */
} LoopExit;

typedef struct Flat {
    VEC(Code) code;
    VEC(uint32_t) next;
    VEC(FlatFrame) frames;
    VEC(uint32_t) order;   /* codes in the order of execution */
    VEC(uint64_t) in_loop; /* pairs head << 32 | code */
    VEC(LoopExit) exits;
    uint32_t registers;
} Flat;

/* ---- symbolic states ---- */

/* An object that this thread has made. */
typedef struct Fresh {
    Term object;
    Term flag;   /* nobody else can reach it yet */
    Term block;  /* ... could when the block began: what happens to it does not count as a change */
    Term linked; /* a pointer to it was stored: other objects may lead to it */
    uint32_t site; /* code */
} Fresh;

typedef struct Location {
    uint32_t cell;
    Term object, index, inner; /* NO_TERM where they mean nothing, and for every object */
} Location;

/* The readers of a lock and their number, as they were met in a predicate. */
typedef struct Readers {
    Term set, count;
} Readers;

typedef struct SymTouch {
    Term when;
    Location at;
    bool write;
} SymTouch;

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
} State;

/* ---- obligations ---- */

typedef enum ObligationKind {
    OBLIGE_ACCESS,    /* the access predicate of a location */
    OBLIGE_GUARD,     /* an inferred one */
    OBLIGE_HELD,      /* release of a lock that is held */
    OBLIGE_ASSERT,    /* a statement */
    OBLIGE_INDEX,     /* raw: an index is inside of its array */
    OBLIGE_CLAIM,     /* requires, invariant */
    OBLIGE_INVARIANT, /* an action keeps the invariants of classes */
    OBLIGE_STABLE,    /* a write leaves others what they rely on */
    OBLIGE_SIMULATE,  /* a block is skip or an action */
    OBLIGE_END,       /* performs may end here */
    OBLIGE_LIMIT,     /* else heddle does not know what happens */
    OBLIGE_CANDIDATE, /* a candidate for an invariant holds */
    OBLIGE_FOREVER,   /* performs may end where a run stops for ever */
    OBLIGE_RACE,      /* raw: nobody else may touch what is no atomic object at the same time:
                       * asked when all else is proved */
    OBLIGE_STUCK,     /* ... after each round of a loop, if that never ends */
    OBLIGE_EXIT,      /* smoke: a loop can be left */
    OBLIGE_REACH      /* smoke: can be reached; never asked as an obligation */
} ObligationKind;

typedef struct Obligation {
    ObligationKind kind;
    Term path, cond;
    Term right;      /* the phase */
    uint32_t code;   /* where */
    uint32_t detail; /* candidate, guard, cell */
    const char *text;
    size_t events;  /* how many events came before */
    uint32_t block; /* OBLIGE_SIMULATE, OBLIGE_END: which, in Attempt.blocks */
    Location at;    /* OBLIGE_ACCESS */
    bool failed;
} Obligation;

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

typedef enum EventKind { EVENT_ACTION, EVENT_TOUCH, EVENT_OTHERS, EVENT_BLOCK } EventKind;

/* For the explanation: what happened on a path. */
typedef struct Event {
    EventKind kind;
    Term path;
    uint32_t code;
    Term right;  /* EVENT_ACTION: the phase before it */
    Location at; /* EVENT_TOUCH, EVENT_OTHERS */
    Term value, before;
    bool write;
} Event;

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
    CANDIDATE_FIELD     /* of the object in a, or a static variable, compared with b, see field.c */
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
} Candidate;

typedef struct CutFresh {
    uint32_t head;
    Fresh fresh;
} CutFresh;

/* ---- performs as an automaton ---- */

/* Positions: 0 is the beginning, k + 1 the end of action k.  Those with the same successors are
 * one: `same` is the first of them. */
typedef struct Nfa {
    uint32_t positions;
    uint64_t *follows; /* by position: bit k: action k may follow; the last bit: the end */
    uint32_t *same;
} Nfa;
#define NFA_END ((uint64_t)1 << 63)
enum { MOST_ACTIONS = 60 };

/* ---- exclusive access, see access.c ---- */

typedef struct Formulas {
    Term *memory, object, index, inner, thread; /* variables */
    Term *exclusive; /* by 2 * cell + is it a write; NO_TERM: not made yet */
    Term *frozen;    /* by cell: likewise */
    Term *apart;     /* by 2 * cell + is it a write: likewise */
} Formulas;

typedef struct Bound {
    Term variable;
    bool objects;    /* it ranges over objects, else over integers */
    uint32_t layout; /* ... of this layout; 0: any */
} Bound;

/* ---- one check ---- */

typedef struct Attempt {
    Prover *prover;
    const Program *program;
    uint32_t proc;
    const Spec *spec; /* or NULL */
    bool abs;         /* else acc */
    Terms terms;
    Theory theory, exact; /* of the method; of specifications: nothing wraps around */
    Flat flat;
    Nfa nfa;
    Term tid;
    Term length;            /* of arrays, by object */
    Term layout;            /* raw: of objects that were allocated */
    Term numbers, numbered; /* machine: of threads, of 32 bits, and which thread has a number */
    Term *start;            /* memory when the method begins */
    Sym *args; /* of the method's own actions: tid, parameters, and what will be returned: known
                * from the start, as in a prophecy */
    TermList facts;
    TermList wide_facts; /* about all objects: not asked at first */
    VEC(Obligation) obligations;
    VEC(Candidate) candidates;
    VEC(Event) events;
    VEC(BlockEnd) blocks;
    VEC(Location) places, places_found; /* index terms: of the last pass, of this one */
    bool *named, *named_found;          /* by cell: of globals, likewise; NULL: all */
    VEC(Term) pointers;                 /* objects that the thread has met so far */
    VEC(CutFresh) cut_fresh;            /* what was fresh behind the heads of loops */
    VEC(State *) arrived;               /* by code: NULL, or the states that lead there, merged */
    bool *written;                      /* by cell: the method may change it */
    VEC(uint64_t) writes;               /* raw: code << 32 | cell, as far as passes have found */
    size_t writes_known;                /* raw: so many were known when the pass began; 0: all */
    VEC(uint64_t) shapeless;            /* raw: head << 32 | register: points anywhere */
    VEC(Bound) bound;                   /* variables of quantifiers */
    const State *of;                    /* raw: the state whose invariants are looked at, or NULL */
    bool empty;                         /* no object has been made yet */
    Location instance;                  /* raw: what is said of all is looked at for this object,
                                         * which has the layout of the cell; no object: for all */
    uint32_t fresh, threads;            /* count variables */
    bool probing;                       /* what happens now does not count */
    VEC(Location) reads;                /* by pure procedures, while `reading` */
    bool reading;
    VEC(Readers) readers;
    Formulas *formulas;  /* NULL until needed */
    bool formal;         /* places that are met now are none */
    bool thrifty;        /* annotations do not add objects to those that the method names */
    bool promises;       /* see promise.c */
    int32_t returned;    /* the register whose value it promises */
    bool annotated;      /* places that are met now are those of an annotation */
    Term probe_goes;     /* ... but whether it waits does */
    uint32_t here;       /* the boundary that is being executed */
    bool endless;        /* no run of the method returns */
    bool again;          /* invariants are to be shown after a round of the loop, not before it */
    const char *trouble; /* why nothing can be proved; a sentence */
    uint32_t trouble_code;
    Arena arena;
} Attempt;

/* prove.c */
void attempt_begin(Attempt *f); /* terms, and the variables that all proofs have */
void attempt_end(Attempt *f);
Term *attempt_memory(Attempt *f); /* any */

/* cell.c */
void cells_make(Prover *p);
void cells_typed(Prover *p); /* those of classes and arrays */
void cell_push(Prover *p, Cell cell, Sort sort);
/* The readers of a lock, behind its owner, which is the last cell. */
void cell_push_readers(Prover *p, Cell cell);          /* `sort` is that of a value */
int32_t cell_access(const Prover *p, uint32_t region); /* its access predicates, or -1 */
Location cell_any_place(Attempt *f, uint32_t cell);    /* any of its places */
bool cell_everywhere(const Prover *p, Location at);    /* it is all places of the cell */
/* The place, or all places, become anything. */
void cell_havoc(Attempt *f, Term *memory, Location at);
/* The cell that an access to the region at this offset means, or UINT32_MAX. */
uint32_t cell_find(const Prover *p, uint32_t region, uint32_t offset);
Sort cell_value_sort(const Prover *p, Type type);
Sort cell_index_sort(const Prover *p);
/* The cell that says which objects of the layout have been made; UINT32_MAX: nobody asks. */
uint32_t cell_made(const Prover *p, uint32_t layout);
bool cell_grows(const Cell *cell); /* it is a set of objects that none leaves */
/* raw: the object is a variable of the layout, or was allocated for it and not freed; `made` is the
 * place that tells.  With a state: and it is nobody's own. */
Term cell_exists(Attempt *f, const Term *memory, Location made, const State *s);
/* raw: it is plainly a variable, not memory that was allocated. */
bool cell_is_variable(const Attempt *f, Term object);
Term cell_read(Attempt *f, const Term *memory, Location at);
void cell_write(Attempt *f, Term *memory, Location at, Term value);

/* raw.c: C.  All of these give up where an address is not surely a place of an object. */
void raw_cells(Prover *p);
Reason raw_refusal(const Prover *p); /* why nothing can be proved of the program, if nothing can */
bool raw_tells_apart(const Program *program); /* see Prover */
/* The place that a pointer means, moved by `offset`, for an access of this type.  Whatever index
 * must be in its range is added to *inside. */
bool raw_place(Attempt *f, Sym pointer, int32_t offset, Type type, Location *at, Term *inside);
Sym raw_move(Attempt *f, const Instr *i, Sym a, Sym b);
Term raw_equal(Attempt *f, Sym a, Sym b); /* the same address?  NO_TERM: it is not known */
/* To the beginning of an object. */
Sym raw_pointer(Term object, uint32_t layout);
/* Any pointer that a parameter may be: to an object, or to an element of an array. */
Sym raw_any(Attempt *f, uint32_t proc, uint32_t param);
uint32_t raw_param(const Attempt *f, uint32_t proc, uint32_t param); /* the layout it points to */
/* May the pointer go where pointers to this layout are expected?  Else gives up.  An argument may
 * point to an element of an array. */
void raw_expect(Attempt *f, Sym pointer, uint32_t layout, uint32_t code);
void raw_expect_argument(Attempt *f, Sym pointer, uint32_t proc, uint32_t param, uint32_t code);
/* The arguments of an access predicate, behind the thread. */
bool raw_arguments(Attempt *f, const Access *access, Location at, Sym args[2]);
void raw_fork(Attempt *f, State *s, uint32_t code);
void raw_free(Attempt *f, State *s, uint32_t code, Sym pointer);
bool raw_has_many(const Prover *p, uint32_t layout); /* are there arrays of them? */
void raw_store_lock(Attempt *f, State *s, Location at, Sym value, uint32_t code);
void raw_wrote(Attempt *f, uint32_t code, uint32_t cell);
/* Cells that a loop changes; registers that must keep their shape at its head. */
void raw_changes(const Attempt *f, uint32_t code, bool *cells);
void raw_keep_shapes(Attempt *f, const State *s, uint32_t head, const bool *regs);
Sym raw_havoc(Attempt *f, uint32_t head, uint32_t reg);
bool raw_begins_thread(const Prover *p, uint32_t proc);
void raw_find_modified(Prover *p);                         /* which cells do actions modify? */
const char *raw_member(const Prover *p, const Cell *cell); /* its name in the struct */
const char *raw_guard_text(Prover *p, const Guard *guard, const char *word);

/* flat.c; false: f->trouble says why not */
bool flat_make(Attempt *f);
void flat_free(Flat *flat);
const Register *flat_register(const Attempt *f, uint32_t reg); /* its declaration */
Pos flat_pos(const Attempt *f, uint32_t code);

/* state.c */
State *state_begin(Attempt *f);
State *state_copy(Attempt *f, const State *s);
/* Both, by their paths; `into` becomes the result. */
void state_merge(Attempt *f, State *into, const State *other);
void state_assume(Attempt *f, State *s, Term condition);
Term fresh_term(Attempt *f, const char *what, Sort sort);
/* The variable is one of quantifiers, over objects of this layout (0: any) or over numbers; as
 * often as one likes. */
void bind(Attempt *f, Term variable, bool objects, uint32_t layout);
Sym fresh_sym(Attempt *f, const char *what, Type type);
Sym zero_sym(Attempt *f, Type type);
Sym merge_sym(Attempt *f, Term test, Sym yes, Sym no);
/* Nothing can be proved; the first reason stays. */
void give_up(Attempt *f, uint32_t code, const char *why);
/* They are different, on every path on which both are anything. */
void tell_apart(Attempt *f, Term a, Term b);
void oblige(Attempt *f, State *s, ObligationKind kind, Term cond, uint32_t code, uint32_t detail,
            const char *text);
void remember_place(Attempt *f, Location at);

/* value.c */
Sym value_constant(Attempt *f, uint64_t bits, Type type);
/* EQ and NE of pointers; NO_TERM: it is not known. */
Term value_compare_pointers(Attempt *f, const Instr *i, Sym a, Sym b);
Term value_tid(void *of, Term thread);      /* raw: what `tid` is */
Term value_equal(void *of, Term a, Term b); /* of numbers, which may be those of threads */
Term value_bool(Attempt *f, Sym s);
Term value_number(Attempt *f, Term thread); /* of a thread: from 0 on */
/* raw: the number of the thread is its own. */
Term value_has_own(Attempt *f, Term thread);
/* a < b, or a <= b, for numbers of this type. */
Term value_less(Attempt *f, Term a, Term b, bool or_equal, Type type);
/* raw, mathematical integers: a number of the program is one of its type. */
void value_know_range(Attempt *f, State *s, Term value, Type type);
/* ... that was loaded; in Zing numbers without a sign are not negative. */
void value_know_loaded(Attempt *f, State *s, Term value, Type type);
/* Of an array: how many elements it has, in this type. */
Sym value_length(Attempt *f, Term object, Type type);
/* What is stored as one type and read as another one of the same size. */
Sym value_convert(Attempt *f, const Theory *t, Sym value, Type from, Type to);

/* pure.c: `results` has room for all */
bool pure_call(Attempt *f, uint32_t proc, const Sym *args, const Term *now, const Term *old,
               Sym *results);
bool pure_test(Attempt *f, uint32_t proc, const Sym *args, const Term *now, const Term *old,
               Term *result);

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

/* copy.c: assignments of structs, memcpy, memset */
void copy_step(Attempt *f, State *s, uint32_t code, bool fill, Sym to, Sym from, Sym bytes);

/* access.c */
Term access_allows(Attempt *f, const Term *memory, Location at, bool write, Term thread);
/* Does the thread hold the lock that an inferred guard names? */
Term access_guard(Attempt *f, const Term *memory, const Guard *guard, Location at, Term thread);
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
/* EA*: zero or more steps of other threads. */
void access_environment(Attempt *f, State *s, uint32_t code);
const char *access_text(const Prover *p, uint32_t cell, Arena *arena);

/* stable.c */
/* Finds the pairs that make it necessary to look at each write. */
bool access_stability(Prover *p, char *why, size_t size);
void access_check_write(Attempt *f, State *s, const Term *before, Location at, uint32_t code);

/* frozen.c: the formula holds for some answer to each question whether the thread holds a lock.
 * NO_TERM: it asks something else about the thread, or too much. */
Term frozen_with_any_locks(Attempt *f, const Formulas *g, Term formula);

/* memory.c: the instructions that theory and memory give a meaning.  False: it is none of them. */
bool memory_instr(Attempt *f, State *s, uint32_t code);
void memory_refuse(Attempt *f, uint32_t code); /* the instruction has no meaning */

/* step.c */
void step_run(Attempt *f, State *s, uint32_t start); /* executes the whole method */
/* Executes the action that begins at `start` from s, and hands its ends to `arrive`. */
typedef void Arrive(Attempt *f, uint32_t code, State *s, void *context);
void step_region(Attempt *f, State *s, uint32_t start, Arrive *arrive, void *context);
Sym step_operand(Attempt *f, const State *s, uint32_t code, Ref ref, Type type);
void step_claims(Attempt *f, State *s, uint32_t head, bool assume);
void step_publish(Attempt *f, State *s, Term value, Term unless);
bool step_stores_pointer(const Attempt *f, uint32_t code);
/* Others may have run since the last look at memory. */
void step_settle(Attempt *f, State *s, uint32_t code);
/* The place that an instruction means; false: f->trouble says why there is none. */
bool step_place(Attempt *f, State *s, uint32_t code, Sym address, Location *at);
void step_wait(Attempt *f, State *s, Term condition); /* the action waits unless it holds */
void step_write(Attempt *f, State *s, Location at, Term value, uint32_t code);
/* A read and a write of a place, as a value of this type. */
Sym step_load(Attempt *f, State *s, Location at, Type type, uint32_t code);
void step_store(Attempt *f, State *s, Location at, Sym value, Type type, uint32_t code);
void step_set(Attempt *f, State *s, uint32_t code, int32_t reg, Sym value);
Type step_register_type(const Attempt *f, uint32_t code, int32_t reg);

/* touch.c */
void touch_place(Attempt *f, State *s, Location at, bool write, uint32_t code);
void touch_note(Attempt *f, const State *s, Location at, bool write, Term value, uint32_t code);
/* Does what the action has touched move, to the right or to the left, in this memory? */
Term touch_moves(Attempt *f, const State *s, const Term *memory, bool right);
/* The object is among those of this set; `unless` it is null.  What a thread has a pointer to is
 * met: nobody's own, or its own. */
void touch_know(Attempt *f, State *s, uint32_t set, Term object, bool unless);

/* lock.c */
/* acquire, release, tryacquire: did it succeed? */
Term lock_step(Attempt *f, State *s, uint32_t code, Sym address);
/* held: a look at the lock */
Term lock_ask(Attempt *f, State *s, uint32_t code, Sym address, Term thread);

/* abs.c */
bool abs_begin(Attempt *f);                           /* the automaton */
void abs_start(Attempt *f, const State *s);           /* the arguments of actions */
void abs_before(Attempt *f, State *s, uint32_t code); /* an action begins */
void abs_after(Attempt *f, State *s);                 /* ... has ended */
/* The block is an action already, and another one may follow. */
Term abs_matches(Attempt *f, const State *s);
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

/* promise.c */
uint32_t promise_variable(const Attempt *f);    /* the register that is returned, but for casts */
Term promise_value(Attempt *f, const State *s); /* what would be returned now */
bool promise_begin(Attempt *f);                 /* false: it is not known what to promise */
void promise_note(Attempt *f, State *s);        /* an action has ended */
void promise_make(Attempt *f, State *s, Term when);    /* a block ends */
void promise_keep(Attempt *f, State *s, Term returned, /* the method returns */
                  uint32_t code);
Term promise_kept(Attempt *f, const State *s); /* if it was made */
/* Who returns from here without touching anything has done its actions already. */
Term promise_later(Attempt *f, const State *s, uint32_t head);

/* stop.c */
void stop_find_returns(Prover *p); /* which procedures may return? */
void stop_begin(Attempt *f);       /* finds the exits of loops */
/* Control goes from one code to another, maybe out of a loop. */
void stop_note_exit(Attempt *f, uint32_t from, uint32_t to, const State *s);
void stop_round(Attempt *f, State *s, uint32_t head); /* a round of the loop has ended */
void stop_call(Attempt *f, State *s, uint32_t code);  /* a call by specification begins */
/* In the middle of an action the thread stops for ever, when this is true. */
void stop_here(Attempt *f, const State *s, uint32_t code, Term when, BlockWhy why);

/* call.c */
void call_spec(Attempt *f, State *s, uint32_t code);
void call_modifies(const Prover *p, const Spec *spec, bool *cells);

/* invariant.c */
/* In this memory of the state; NULL: no object is anybody's own. */
Term invariant_holds(Attempt *f, const State *s, const Term *memory);
/* What is known of the memory when the program begins. */
void invariant_initial(Attempt *f, Term *memory);
void invariant_know(Attempt *f, State *s); /* others may have run just now */
/* raw: what invariants say of the object at this place is to be known as time goes by. */
void invariant_name(Attempt *f, State *s, Location at);
void invariant_oblige(Attempt *f, State *s,
                      uint32_t code); /* the action that ends here keeps them */
/* They hold before a call by specification, even if there is no other thread; and, raw, when
 * objects that were the thread's own are handed over. */
void invariant_oblige_call(Attempt *f, State *s, uint32_t code);
void invariant_start(Attempt *f, State *s); /* the first thread begins */

/* loop.c */
/* What a loop changes. */
typedef struct Changes {
    bool *regs, *cells; /* by register, by cell */
    bool forks;
} Changes;
Changes loop_changes(Attempt *f, uint32_t head);
void loop_cut(Attempt *f, State *s, uint32_t head);    /* becomes any state of the invariant */
void loop_oblige(Attempt *f, State *s, uint32_t head); /* the invariant holds in this one */

/* propose.c */
void loop_candidates(Attempt *f);
void loop_propose(Attempt *f, Candidate candidate);
bool loop_touches(const Attempt *f, const Cell *cell); /* does the method? */
/* Is the register a variable of the call that the head belongs to, or of one around it? */
bool loop_sees(const Attempt *f, uint32_t head, uint32_t reg);

/* held.c: memory behind the head of a loop says which locks are held there; the registers are
 * those that the loop changes */
void held_know(Attempt *f, State *s, uint32_t head, const bool *regs);

/* field.c: candidates about memory; the registers are those that the loop changes */
void field_candidates(Attempt *f, uint32_t head, const bool *regs);
Term field_meaning(Attempt *f, const State *s, const Candidate *c);
const char *field_text(const Attempt *f, const Candidate *c, Arena *arena);

/* propose.c */
void loop_candidates(Attempt *f);
void loop_propose(Attempt *f, Candidate candidate);
/* Is the register a variable of the call that the head belongs to, or of one around it? */
bool loop_sees(const Attempt *f, uint32_t head, uint32_t reg);

/* solve.c */
SolverOptions solve_options(const Prover *p, const char *title);
/* False: an attempt that is thrifty or promises has not proved it, so nothing is known. */
bool solve(Attempt *f, MethodCheck *check);

/* lean.c: first all are looked at, then made ready, then converted */
typedef struct Lean Lean;
Lean *lean_new(Attempt *f);
void lean_look(Lean *l, Term assumed);
void lean_ready(Lean *l);
Term lean_convert(Lean *l, Term assumed);                /* something weaker, without quantifiers */
void lean_split(Lean *l, Term assumed, TermList *parts); /* the same, in parts */
/* Something weaker than that the formula is false.  At most one of those that are refuted may be
 * asked to be false at a time: they share variables. */
void lean_look_refuted(Lean *l, Term formula);
Term lean_refute(Lean *l, Term formula);
bool lean_failed(const Lean *l);
void lean_free(Lean *l);

/* explain.c */
void explain_failure(Attempt *f, Solver *solver, const Obligation *o, MethodCheck *check);

/* sanity.c: do the annotations make sense?  Adds a check to the job; false: there is no solver. */
bool sanity_check(Prover *p, char *why, size_t size);

/* guard.c */
void guards_propose(Prover *p);

#endif
