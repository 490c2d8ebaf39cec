/* model.h -- types and functions of the modular engine; modular.c describes the method.
 *
 *   word.c       numbers as the machine has them, pointers with a known object
 *   cells.c      objects and cells
 *   element.c    an arbitrary element of an array
 *   block.c      memory that is allocated once, and shared or indexed
 *   pointer.c    pointers in shared memory
 *   step.c       one action, path by path
 *   location.c   where a thread can be, and its variables there
 *   count.c      how many threads are where
 *   candidate.c  what may be true at a location
 *   fixpoint.c   what is left of it
 */
#ifndef ENGINE_MODULAR_MODEL_H
#define ENGINE_MODULAR_MODEL_H

#include "flow/live.h"
#include "result/job.h"
#include "smt/solver.h"
#include "symbolic/candidate.h"
#include "symbolic/eval.h"

/* Values are those of objects that are known, see symbolic/value.h: the object of a pointer is a
 * global, a procedure (PROC_OBJECT), OWN_OBJECT + slot, or 0.  What is neither number nor such a
 * pointer has no term, and must not matter. */
/* The object of what pointed to memory of the thread that is freed. */
enum { OWN_OBJECT = 0x40000000, FREED_OBJECT = OWN_OBJECT - 1, OFFSET_BITS = 64, INDEX_BITS = 32 };

/* Memory of one thread. */
typedef struct OwnCell {
    uint32_t offset, bytes;
    Sym value;
} OwnCell;
typedef struct OwnObject {
    bool alive, zero;
    uint32_t layout, size;
    uint32_t site; /* where it was allocated: see block.c */
    VEC(OwnCell) cells;
} OwnObject;

typedef struct Frame {
    uint32_t proc, pc; /* below the top: the call */
    uint32_t depth;    /* of atomic regions in it */
    Sym *registers;    /* in the model's arena */
} Frame;

/* What a cell is: memory; of a block whether it is there, how large it is, how many elements of `offset` bytes
 * it has, which of its cells were written; the arbitrary index. */
typedef enum CellRole {
    CELL_PLAIN,
    CELL_STATE,
    CELL_SIZE,
    CELL_COUNT,
    CELL_WRITTEN,
    CELL_INDEX
} CellRole;
/* A cell of shared memory: a variable of the formulas. */
typedef struct Cell {
    uint32_t object, offset, bytes;
    Term now;     /* what it holds before an action */
    Term first;   /* what it holds at the start */
    bool flag;    /* only constants are stored in it */
    bool lock;    /* it holds the owner of a mutex */
    bool element; /* it is an arbitrary element of the object, whatever its offset */
    bool pointer; /* it says which place of the object is pointed to: see pointer.c */
    bool any;     /* it holds any value at the start */
    CellRole role;
} Cell;
/* A place of a global that holds a pointer. */
typedef struct PointerPlace {
    uint32_t object, offset;
    bool loaded; /* as what init has left there */
    bool stored; /* by an action */
} PointerPlace;
/* What is known of a global: its cells; an arbitrary element of it; nothing. */
typedef enum Blur { BLUR_NONE, BLUR_ELEMENTS, BLUR_ALL } Blur;
/* An element of an object that an action reads: what holds for an arbitrary one holds for this one. */
typedef struct Read {
    uint32_t cell;
    Term value, index;
} Read;
/* ... and that it writes. */
typedef struct Write {
    uint32_t cell;
    Term value, index;
} Write;
/* Memory that is allocated once. */
typedef struct Block {
    uint32_t site, layout;
    bool zero; /* it is filled with zeros */
} Block;
typedef struct Fork {
    uint32_t entry; /* a location */
    Term *values;   /* of its variables */
} Fork;
typedef struct Touch {
    uint32_t object, bytes;
    Term offset;
    bool writes, atomic;
} Touch;

/* A run of one thread through an action. */
typedef struct Path {
    VEC(Frame) frames;
    VEC(OwnObject) objects;
    Sym own;
    Term self;
    VEC(Term) cells; /* by cell; NO_TERM: as before */
    Term guard;
    bool shared;         /* it has touched what others can see */
    VEC(uint32_t) heads; /* points that it went through */
    VEC(Fork) forks;
    VEC(Touch) touches;
    VEC(Read) reads;
    VEC(Write) writes;
    TermList
        children;  /* numbers of threads that it has created, and whose results it has not taken */
    uint32_t kind; /* of the thread */
    uint32_t caught; /* the exception */
    uint32_t steps;
} Path;

/* A variable of a location. */
typedef struct Var {
    Type type;
    uint64_t source;  /* which variable of the program it is; 0: the thread itself */
    Term mine, other; /* its name for the thread that acts, and for one that looks on */
    bool thread;      /* it may be the number of a thread */
} Var;

/* How many threads are where: see count.c. */
enum { MOST_COUNTERS = 8 };
#define NO_CELL UINT32_MAX
typedef struct Counter {
    uint32_t cell; /* its writes are counted; NO_CELL: threads of the kind are */
    uint32_t kind;
    unsigned bits;
    int64_t base;
    Term sum;     /* of the weights of all threads, before an action */
    bool mixed;   /* some weights are negative */
    bool once;    /* a thread that has written weighs 1 */
    bool begun;   /* ... and that was known when its weights were found */
    bool dropped; /* it may be larger than can be counted */
} Counter;
typedef struct Weights {
    int16_t of[MOST_COUNTERS]; /* by counter */
} Weights;
/* Threads that weigh the same. */
typedef struct Spot {
    Weights weights;
} Spot;

/* `a rel b`, or with a guard `guard == value, or a rel b`.  Operands are numbered: the variables of
 * the location, then the counters, then the cells.  Or: the thread a is not in the set b, a word with a
 * bit for each thread (lib/intrinsics.h). */
typedef struct Candidate {
    uint8_t relation;
    bool outside;  /* a is a thread, b a set of threads that it is not in */
    bool constant; /* b is not an operand, but the number below */
    bool given;    /* there is a guard */
    bool differs;  /* it is `guard != value` */
    bool placed;   /* it is about some indices: those that relate so to the operand `guard` */
    bool numbered; /* ... or to `value` */
    uint8_t where; /* REL_EQ, REL_ULT, REL_SLT, REL_UGE, REL_SGE */
    uint16_t a, b, guard, index;
    int64_t number, value;
} Candidate;
typedef VEC(Candidate) Candidates;

typedef struct Location {
    VEC(Var) vars;
    uint32_t key;
    uint32_t place; /* where its threads are counted */
    bool reached, expanded;
    uint32_t first_action, actions;
    Candidates candidates;
    uint64_t stamp; /* when they became fewer */
    Term holds, holds_other;
    uint64_t made; /* the stamp when these two were made; 0: never */
} Location;

typedef enum ActionEnd { ACTION_STOPS, ACTION_ENDS, ACTION_FAILS } ActionEnd;
typedef struct Action {
    ActionEnd end;
    uint32_t from, to;
    uint32_t end_place; /* where the thread is counted that has ended */
    Term guard;
    Term *values; /* of the variables of `to` */
    VEC(Term) cells;
    VEC(Fork) forks;
    VEC(Touch) touches;
    VEC(Read) reads;
    const char *reason; /* why it fails */
    uint32_t pc;
    uint64_t stamp;       /* when it was last found to lead to nothing new */
    VEC(uint64_t) stamps; /* the same beside a thread at another location */
} Action;

/* Two threads that can be at these locations at once, and variables that differ then. */
typedef struct Pair {
    bool reached;
    uint64_t stamp;
    VEC(uint32_t) differ; /* variable of the first << 16 | variable of the second */
} Pair;

typedef struct Model {
    Job *job;
    const Program *program;
    Terms terms;
    Theory theory;
    Solver *solver;
    uint32_t asked; /* of this solver */
    uint64_t spent; /* its work that the budget knows of */
    Arena arena;
    VEC(Live) live; /* by procedure; end 0: not yet */
    VEC(Cell) cells;
    VEC(OwnCell) first;   /* what init stored; `bytes` is the number of bytes, object below */
    VEC(uint32_t) firsts; /* the objects of these */
    VEC(PointerPlace) pointers;
    VEC(uint8_t) blurred; /* by global, then by block: a Blur */
    VEC(Block) blocks;    /* objects behind the globals */
    Records sites;        /* where they are allocated */
    Term index;           /* arbitrary: see element.c */
    bool again;           /* another object is blurred: begin again */
    bool starting;        /* init runs */
    Records keys;
    VEC(uint32_t) by_key;
    VEC(Location) locations;
    Pairs kinds; /* of threads */
    VEC(Action) actions;
    VEC(Path) paths;    /* to run */
    uint32_t expanding; /* the location where they begin */
    Pairs pair_ids;     /* two locations, the smaller number first */
    VEC(Pair) pairs;    /* by id */
    VEC(int64_t) constants;
    VEC(Counter) counters;
    VEC(Spot) places;       /* the first one has no weight */
    VEC(uint32_t) place_of; /* by key of a location */
    bool orders[2];         /* does the program compare unsigned numbers, signed ones? */
    bool wide;              /* does it compare numbers of 64 bits? */
    Location global;        /* what always holds: no variables */
    uint64_t clock;
    bool guarded;     /* candidates have guards */
    bool ordered;     /* they have all orders, also those that the program does not ask about */
    bool counted;     /* there are counters */
    bool indexed;     /* candidates are about some indices only */
    uint32_t unknown; /* names given to new variables */
    const char *limit;
    const char *reason;
    uint32_t pc; /* of the failure */
} Model;
#define NO_LOCATION UINT32_MAX

/* Where an instruction is executed. */
typedef struct Here {
    Model *x;
    Path *p;
} Here;

/* ---- word.c  ---- */
void word_begin(Model *x);
Sym word_number(Term term);
Sym word_constant(Model *x, uint64_t bits, Type type);
Sym word_fresh(Model *x, Type type); /* any value */
Term word_unknown(Model *x, unsigned bits);
bool word_is_integer(Type type);     /* a number, a thread or a boolean */
Term word_true(Model *x, Sym value); /* of a boolean */

/* ---- cells.c  ---- */
void cells_blur(Model *x, uint32_t object, Blur blur);
/* The offset of an access if it is known. */
bool cells_constant(const Model *x, Term offset, int64_t *value);
extern const Memory cells_memory; /* its functions are given a Here */
Term cell_now(const Model *x, const Path *p, uint32_t cell);
Term *cell_place(Model *x, Path *p, uint32_t cell); /* to be changed by the path */

/* ---- element.c ---- */
/* Is the number a multiple of so many bytes, a power of two?  Then it still is if it wraps around. */
bool cells_is_multiple(const Model *x, Term t, uint32_t bytes);
/* The cell has a value that is possible at the start. */
Term cell_begins(Model *x, const Cell *cell);
/* The arbitrary index is one; what is known of it. */
void element_begin(Model *x);
Term element_known(Model *x);
/* Of an offset inside the object that is a multiple: which element is it? */
Term element_index(Model *x, Term offset, uint32_t bytes);
Term element_narrow_index(Model *x, Term offset,
                          uint32_t bytes); /* NO_TERM: it is not made of narrow numbers */
/* The cell of the element; NO_LOCATION: the object is blurred. */
uint32_t element_cell(Model *x, uint32_t object, Term offset, uint32_t bytes);
Term element_read(Model *x, Path *p, uint32_t cell, Term index);
void element_write(Model *x, Path *p, uint32_t cell, Term index, Term value);
/* What is known of the elements that the action reads, by what is said at the location, whose operands these
 * are. */
Term element_reads(Model *x, const Action *a, const Location *at, TermList *list);

/* ---- block.c ---- */
uint32_t block_site(Model *x, const Path *p);
bool block_is(const Model *x, uint32_t object);
bool block_is_zero(const Model *x, uint32_t object); /* ... at the start; so are globals */
const char *block_name(const Model *x, uint32_t object);
/* The thread's own memory is to be a block: the proof begins again.  False: there are too many. */
bool block_make(Model *x, const OwnObject *o);
/* `must`: it cannot be the thread's own.  False: it is no block. */
bool block_alloc(Model *x, Path *p, const Instr *i, Term size, bool must, Sym *value);
bool block_free(Model *x, Path *p, const Instr *i, Sym address);
void block_must_be_there(Model *x, Path *p, uint32_t object);
/* Are so many bytes there? */
Term block_has(Model *x, const Path *p, uint32_t object, Term offset, uint64_t bytes);
void block_has_elements(Model *x, uint32_t object, uint32_t bytes);
/* The cell, or the element of this index, is read, is written. */
void block_read(Model *x, Path *p, uint32_t cell, Term index);
void block_written(Model *x, Path *p, uint32_t cell, Term index);

/* ---- pointer.c ---- */
/* Has an action stored a pointer in these bytes? */
bool pointer_is_stored(const Model *x, uint32_t object, uint32_t offset, uint32_t bytes);
/* A value that is not known has no term. */
Sym pointer_load(Model *x, uint32_t object, uint32_t offset);
/* False: the place may hold something else, too. */
bool pointer_store(Model *x, Path *p, uint32_t object, uint32_t offset, Sym value);
/* A pointer into the object itself, or null. */
Sym pointer_peek(Model *x, Path *p, const Instr *i, uint32_t object, uint32_t offset);

/* ---- step.c ---- */
/* Adds the actions that begin at the location. */
void step_expand(Model *x, uint32_t location);
/* Runs init; false: it does something that is not followed. */
bool step_start(Model *x);
/* The run goes wrong here if the condition does not hold; the path goes on as if it did. */
void step_oblige(Model *x, Path *p, Term holds, ErrorKind error);
void step_assume(Model *x, Path *p, Term holds);
/* The path splits: where the condition holds, the result of its instruction is the value. */
void step_split(Model *x, Path *p, Term holds, int32_t dst, Sym value);
/* The path is not followed where the condition holds. */
void step_split_off(Model *x, Path *p, Term holds, const char *reason);
/* The path ends here: it is not followed. */
void step_give_up(Model *x, Path *p, const char *reason);
void path_free(Path *path);

/* ---- location.c ---- */
/* Where the path has come to; *values are those of its variables. */
uint32_t location_of(Model *x, const Path *path, Term **values);
/* The path that begins there. */
Path location_begin(Model *x, uint32_t location);
const Live *location_live(Model *x, uint32_t proc);
/* A path of a new thread: procedure and arguments. */
Path location_thread(Model *x, uint32_t proc, const Sym *arguments, uint32_t count, Term self);

/* ---- count.c ---- */
/* Which counters there are, after a look ahead; and none. */
void counts_choose(Model *x);
void counts_clear(Model *x);
/* The place of a location, and of a thread that ends with the action. */
uint32_t counts_place(const Model *x, uint32_t key);
uint32_t counts_end(Model *x, const Action *a);
/* The counter before the action or after it. */
Term counts_term(Model *x, uint32_t counter, const Action *after);
bool counts_change(const Model *x, uint32_t counter, const Action *a);
/* It is not larger than can be counted. */
Term counts_fit(Model *x, uint32_t counter, const Action *after);
/* What is true of the numbers of threads beside a thread at one location, or at two. */
Term counts_known(Model *x, uint32_t mine, uint32_t other);
/* ... and at the start. */
Term counts_first(Model *x, uint32_t entry);

/* ---- candidate.c ---- */
/* All that holds for these values: of the variables, the counters, the cells. */
void candidates_make(Model *x, Location *at, const int64_t *values);
bool candidate_holds(const Candidate *c, const int64_t *values, const unsigned *widths);
Term candidate_term(Model *x, const Candidate *c, const Term *operands);
/* Is it about an element, or the index? */
bool candidate_has_element(const Model *x, const Location *at, const Candidate *c);
/* All that is left of them, as a formula. */
Term candidates_term(Model *x, const Location *at, const Term *operands);
void candidates_collect_constants(Model *x);
void candidates_add_constant(Model *x, uint64_t bits);

/* ---- fixpoint.c ---- */
extern const char SOLVER_STUCK[]; /* a limit: with other candidates it may be none */
/* True: no action fails. */
bool fixpoint_run(Model *x, uint32_t entry, const Term *values);

#endif
