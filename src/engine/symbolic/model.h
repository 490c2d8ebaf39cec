/* model.h -- what the files of this folder share; symbolic.c says how it works. */
#ifndef ENGINE_SYMBOLIC_MODEL_H
#define ENGINE_SYMBOLIC_MODEL_H

#include "base/intern.h"
#include "result/job.h"
#include "smt/solver.h"
#include "symbolic/eval.h"

enum { OFFSET_BITS = 64, OBJECT_BITS = 32 };
#define NO_INDEX UINT32_MAX

/* ---- what stays from one attempt to the next ---- */

/* An object is told by who makes it, where, and the how manieth there it is; so is a thread. */
typedef struct Object {
    uint32_t layout, size;
    bool made;   /* by this attempt or one before it */
    bool zero;   /* all bytes were zero at first; else they were not written */
    bool shared; /* two threads touch it, one writes, and no fork puts that in order */
    bool freed;  /* somebody frees it */
    bool word;   /* what a thread leaves when it ends */
} Object;

/* ---- one attempt ---- */

/* A write to memory, in the order in which it was found. */
typedef struct Write {
    uint32_t thread, seq;
    Term guard, offset;
    uint32_t bytes; /* of a range: all of them have the value of the byte */
    bool range;
    Sym value;
} Write;

/* What one thread did to an object: numbers of the last read and write, plus 1; 0: none. */
typedef struct Use {
    uint32_t thread, read, write;
} Use;

typedef struct Log {
    VEC(Write) writes;
    VEC(Use) uses;
} Log;

/* An access to what threads share: the order of these is the solver's choice. */
typedef struct Visit {
    uint32_t thread, seq, object, bytes;
    bool write, checked; /* checked: what was never written must not be read */
    Term guard, offset, clock;
    Sym value;
    uint32_t pc;
} Visit;

/* What a thread does, in its order, as far as a replay must know it. */
typedef enum Did {
    DID_BEGIN, /* an action */
    DID_CLOCK, /* it has this time */
    DID_CHOOSE,
    DID_SELECT,
    DID_FORK,
    DID_STOP, /* it does not happen: the thread waits, or the run is dropped */
    DID_FAIL
} Did;
typedef struct Note {
    Did did;
    uint32_t thread, seq, pc;
    Term guard;
    Term value;      /* CHOOSE: above the least; CLOCK; SELECT: which is taken */
    uint32_t child;  /* FORK */
    bool wide;       /* CHOOSE: two words */
    uint32_t first;  /* SELECT: conditions, in `conditions` */
    uint32_t count;  /* SELECT: so many */
    uint32_t failed; /* FAIL: in `fails` */
} Note;

/* An end of a run that is no proper one. */
typedef enum FailKind { FAIL_ERROR, FAIL_LIMIT, FAIL_CUT } FailKind;
typedef struct Fail {
    FailKind kind;
    ErrorKind error;
    uint32_t pc;
    const char *text;
    Term guard;
} Fail;

/* A thread waits for the end of another. */
typedef struct Join {
    uint32_t thread, seq, pc;
    Term guard; /* before it waits */
    Term goes;  /* it has not waited in vain */
    Term who, clock;
} Join;

typedef struct Runner {
    uint32_t
        id; /* in `threads` of the attempt: its number; the value of the type tid is one more */
    uint32_t parent, fork_seq; /* NO_INDEX: none */
    Term fork_clock;
    uint32_t proc;
    Sym args[4];
    uint32_t count;
    Term guard;
    Term clock;            /* the last one that it has made; NO_TERM: none */
    Term ended, end_clock; /* it has come to its end, then */
    Sym own;
} Runner;

/* Where a thread is, if threads have their turns (turns.c). */
typedef enum Section { SECTION_BEFORE, SECTION_INSIDE, SECTION_BEHIND } Section;

typedef struct Touched {
    uint32_t object, thread;
    int64_t from, bytes;
    uint8_t how;
} Touched;

/* Threads run one after the other; see turns.c. */
typedef struct Turns {
    bool on;
    const char *refused; /* why threads have no turns; NULL: they may have */
    uint32_t number;     /* of the order */
    size_t count;        /* of threads that have turns */
    uint64_t lock;       /* an object; 0: not known yet */
    int64_t offset;      /* of the lock */
    Term before, last;   /* the last time in a section: of the thread before, of all so far */
    Records users;       /* all but `how` of `uses` */
    VEC(Touched) uses;
} Turns;

/* Small questions about nothing but a condition; see decide.c. */
typedef struct Aside {
    Solver *solver;
    uint32_t questions; /* of this solver */
    uint32_t asked, decided;
    Records shapes;
    VEC(uint8_t) answers; /* by shape; 0: not asked yet */
} Aside;

/* A run of one call, or several that have met. */
typedef struct Path {
    Term guard;
    Sym *regs;
    Term clock;     /* of the action; NO_TERM: it has none yet */
    uint32_t start; /* where the action began, and in which call */
    uint32_t call;
    uint32_t depth; /* of atomic regions of the procedure */
    uint32_t caught;
    bool wrote; /* others may have seen something of this action */
    bool wants; /* the action need not have begun: see Model.stops */
    Section section;
} Path;
typedef VEC(Path) Paths;

/* The order in which the instructions of a procedure are taken: loops stay together. */
typedef struct Ranks {
    uint32_t *rank; /* by instruction, from `begin` on; 0: nobody gets there */
} Ranks;

typedef struct Level {
    uint32_t rounds, constant; /* of a loop that may end sooner, of another one */
    uint32_t depth;            /* of one procedure that calls itself */
} Level;

typedef struct Model {
    Job *job;
    const Program *program;
    Terms terms;
    Theory theory;
    Arena arena;
    VEC(Ranks) ranks;
    Records keys;            /* of objects, threads, and contents of memory */
    VEC(uint32_t) object_of; /* key -> object */
    VEC(uint32_t) thread_of; /* key -> thread */
    VEC(Object) objects;     /* by number; the first are the globals */
    uint32_t known_threads;
    VEC(uint32_t) contents; /* key -> a set of objects */
    Records sets;           /* sorted */
    VEC(uint8_t) stops;     /* instruction -> an action that begins here may be given up */
    uint32_t fresh;         /* names given to variables */
    Level level;
    bool sampled; /* some choice stands for more */
    Term clock_zero;
    Turns turns;
    Aside aside;
    /* one attempt */
    bool again;
    Arena pass;
    Solver *solver;
    uint64_t spent;
    Pairs counts; /* (thread, instruction) -> how often */
    VEC(uint32_t) counted;
    VEC(Log) logs; /* by object */
    VEC(Visit) events;
    VEC(Note) notes;
    VEC(Term) conditions;
    VEC(Fail) fails;
    VEC(Join) joins;
    VEC(Runner *)
    threads; /* in the order in which they are to run; NULL: a number that is not used */
    VEC(uint32_t) todo;
    VEC(Term) facts;
    uint32_t seq, calls;
    bool forked;  /* somebody has: from now on others may run */
    bool stopped; /* the budget, or too much */
    const char *why;
    uint32_t why_pc;
    uint64_t steps;
    /* where it is */
    Runner *thread;
    VEC(uint32_t) stack; /* procedures */
    Path *state;         /* that an instruction is executed in */
    uint32_t call, pc;
} Model;

/* ---- value.c ---- */
void sym_begin(Model *x);
Sym sym_number(Term t);
Sym sym_pointer(Model *x, uint32_t object, Term offset);
Sym sym_constant(Model *x, uint64_t bits, Type type);
Sym sym_zero(Model *x, Type type);
Sym sym_fresh(Model *x, Type type); /* any; a pointer: null */
Sym sym_any_of(Model *x, uint32_t set);
Sym sym_ite(Model *x, Term test, Sym a, Sym b);
Term sym_true(Model *x, Sym value);
Term sym_variable(Model *x, const char *what, Sort sort);
Term sym_word(Model *x, int64_t number, unsigned bits);
bool sym_is_known(Model *x, Term t, int64_t *number);
Sort sym_sort(Type type); /* of numbers, threads and bits of floats */

uint32_t set_one(Model *x, uint32_t object);
uint32_t set_union(Model *x, uint32_t a, uint32_t b);
const uint64_t *set_members(Model *x, uint32_t set, uint32_t *len);

/* Does the one guard hold wherever the other one does?  False: not known. */
bool guard_implies(const Model *x, Term a, Term b);

/* ---- memory.c ---- */
/* What comes of bytes that were never written: a limit of the engine, an error, zero. */
typedef enum Blank { BLANK_LIMIT, BLANK_ERROR, BLANK_ZERO } Blank;
Sym mem_read(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes, Type type,
             Blank blank);
void mem_write(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes, Sym value);
/* The read may find a pointer to one of these. */
void mem_may_hold(Model *x, const Visit *read, uint32_t set);
/* What the place of a read held before anybody was forked. */
Sym mem_first(Model *x, const Visit *read, Term *unwritten);
/* What a read finds if it is this. */
Sym mem_match(Model *x, const Visit *read, Sym value, Term when);
/* Do they touch the same bytes?  1: all of them if *when, 0: none, -1: perhaps some if *when. */
int mem_overlap(Model *x, const Visit *write, const Visit *read, Term *when);
/* It finds bytes that were never written. */
void mem_unwritten(Model *x, const Visit *read, Term when);
void mem_check(Model *x); /* who shares what: `again` if that was not known */
uint32_t mem_thread_object(Model *x, uint32_t thread); /* for the result of a thread */
/* Is the write of one thread before all that the other one does after its start? */
bool mem_precedes(const Model *x, uint32_t thread, uint32_t seq, uint32_t later);

/* A number of the width of its type from one of the width of the cell, and back. */
Term mem_to_cell(Model *x, Term t, Type type, uint32_t bytes);
Term mem_from_cell(Model *x, Term t, Type type);
Sym mem_number_as_pointer(Model *x, Term t);
bool mem_is_event(const Model *x, uint32_t object); /* is an access to it one? */
void mem_clear(Model *x, uint32_t object, Term guard, Term offset, uint32_t bytes); /* zeros */
#define FREED_OFFSET ((int64_t)1 << 40) /* where an object says that it was freed */

/* ---- place.c ---- */
extern const Memory symbolic_memory; /* its functions are given a Model */
/* At an address, moved by so many bytes. */
Sym place_read(Model *x, const Instr *i, Sym address, int64_t by, Type type);
/* `check`: is there such a place?  Without it somebody knows. */
void place_write(Model *x, const Instr *i, Sym address, int64_t by, Type type, Sym value,
                 bool check);
void place_fail(Model *x, Term guard, ErrorKind error);

/* ---- lock.c ---- */
Sym lock_instr(void *of, const Instr *i, Sym address);
Sym lock_held(void *of, const Instr *i, Sym address, Sym thread);

/* ---- turns.c ---- */
void turns_refuse(Model *x, const char *why);
bool turns_has_come(const Model *x); /* the thread is in its section */
void turns_before_lock(Model *x, const Instr *i, Sym address);
void turns_after_lock(Model *x, const Instr *i, Sym address);
void turns_clock(Model *x, Term clock); /* a new one */
void turns_note(Model *x, uint32_t object, Term offset, uint32_t bytes, bool write);
void turns_check(Model *x);   /* may refuse */
bool turns_arrange(Model *x); /* the threads that are to run; false: none or not in turns */
uint32_t turns_orders(const Model *x);
void turns_free(Model *x);

/* ---- decide.c ---- */
Term decide(Model *x, Term test); /* the same condition: yes or no if it is that always */
void decide_clear(Model *x);

/* ---- path.c ---- */
Path path_copy(Model *x, const Path *s, size_t regs);
Path path_merge(Model *x, Paths *list, size_t regs); /* all of them */

/* ---- unroll.c ---- */
Term unroll_new_clock(Model *x, Term guard);
void unroll_mark_stop(Model *x, uint32_t start); /* see Model.stops */
bool unroll(Model *x);                           /* all threads; false: stopped */
void unroll_fail(Model *x, FailKind kind, ErrorKind error, Term holds, const char *text);
void unroll_limit(Model *x, Term holds, const char *text);
void unroll_know(Model *x, Term fact);
/* May the thread wait at this instruction, and not only fail? */
bool unroll_may_wait(const Model *x, const Instr *i);
/* From here on the action goes only if the solver wants it to: what holds then is to be known. */
void unroll_want(Model *x);
/* The run is dropped unless this holds. */
void unroll_assume(Model *x, Term holds);
Term unroll_clock(Model *x);
uint32_t unroll_count(Model *x, uint32_t thread, uint32_t pc);
void unroll_note(Model *x, Note note);
void unroll_stop(Model *x, const char *why);
bool unroll_feasible(Model *x, Term guard);
SolverAnswer unroll_ask(Model *x, const Term *terms, size_t count);

/* ---- rank.c ---- */
const uint32_t *rank_of(Model *x, uint32_t proc);

/* ---- thread.c ---- */
void thread_instr(Model *x, const Instr *i, Sym *result);

/* ---- order.c ---- */
void order_encode(Model *x);

/* ---- trace.c ---- */
/* The run of the solver's model up to its first failure, which is *fail; false: it cannot be told. */
bool trace_make(Model *x, Bug *bug, uint32_t *fail);

#endif
