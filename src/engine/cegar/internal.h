/* internal.h -- what the files of this folder share.
 *
 *   cegar.c      the questions of command/cegar.c
 *   data.c       which registers and cells predicates stand for
 *   truths.c     numbers in the place of truth values
 *   unwritten.c  which of them may hold bits that were never written
 *   start.c      what cells hold before the first step
 *   predicate.c  predicates, and which variables they are about
 *   linear.c     sums in one form
 *   tree.c       what becomes of predicates: asked of the solver
 *   look.c       where a procedure jumps, waits and may be interrupted
 *   abstract.c   the abstraction, instruction by instruction
 *   claims.c     what is claimed of it
 *   update.c     what becomes of predicates, as code
 *   value.c      ... of those that can be computed
 *   path.c       a run of the abstraction, followed in the program
 *   real.c       ... as the machine runs it
 *   refine.c     ... and why the program has no such run */
#ifndef ENGINE_CEGAR_INTERNAL_H
#define ENGINE_CEGAR_INTERNAL_H

#include "engine/cegar/cegar.h"
#include "flow/live.h"
#include "ir/build.h"
#include "smt/solver.h"
#include "symbolic/theory.h"

/* ---- data ---- */

/* A part of memory that is always one and the same: of a global, or of the only object of a layout. */
typedef struct Cell {
    uint32_t object; /* a global; 0: the field with this region, of the only object that has one */
    uint32_t region;
    int32_t offset;
    Type type;
    bool broken; /* it cannot be followed: accesses of other widths */
    Term term;   /* its value, now */
    Term start;  /* before the first step; NO_TERM: not known */
    uint32_t
        claim; /* in the abstraction: the global that says who wrote it last, or relies on it; 0:
                     * nobody asks */
} Cell;

/* What becomes of data: it grows, and nobody needs to know which number it is.  Predicates cannot stand
 * for what may hold bits that were never written. */
typedef struct Datum {
    bool wide, needed, murky;
} Datum;

enum { NO_CELL = UINT32_MAX };

typedef struct Data {
    const Program *program;
    VEC(Cell) cells;
    VEC(Datum) of_cells;
    VEC(uint32_t) first; /* by procedure: its first register in `registers`, then its results */
    VEC(Datum) registers;
    VEC(bool)
    taken; /* by procedure: threads, tasks or pointers lead to it: nobody hands it predicates */
    VEC(bool) atomic; /* by procedure: it runs in an atomic region only */
    VEC(bool) pure;   /* by procedure: it must not choose */
    VEC(bool) hidden; /* by global: its address is used otherwise than to read and write it */
    bool changed;
} Data;

/* `all`: cells need not be computed with. */
void data_begin(Data *d, const Program *program, bool all, Terms *terms, const Theory *theory);
void data_free(Data *d);
static inline Datum *data_register(Data *d, uint32_t proc, int32_t reg)
{
    assert(reg >= 0 && (size_t)reg < d->program->procs.at[proc].registers.len);
    return &d->registers.at[d->first.at[proc] + (uint32_t)reg];
}
static inline Datum *data_result(Data *d, uint32_t proc, uint32_t number)
{
    assert(number < d->program->procs.at[proc].results.len);
    return &d->registers.at[d->first.at[proc] + d->program->procs.at[proc].registers.len + number];
}
/* The cell that a LOAD or STORE is about; NO_CELL: it is not known. */
uint32_t data_cell(const Data *d, const Instr *i);
bool data_abstracts_register(const Data *d, uint32_t proc, int32_t reg);
bool data_abstracts_cell(const Data *d, uint32_t cell);
/* Is there anything to abstract? */
bool data_has_some(const Data *d);
bool data_is_integer(Type type);
/* Of each instruction of the procedure: how many atomic regions of its own it is in, plus one; 0: nobody
 * comes there. */
void data_depths(const Program *program, uint32_t proc, uint8_t *depths);

/* Fills Datum.murky. */
void unwritten_find(Data *d);

/* Fills Cell.start. */
void start_cells(Data *d, const Theory *theory);

/* ---- predicates ---- */

typedef enum VarKind { VAR_REGISTER, VAR_CELL, VAR_RESULT } VarKind;
typedef struct Var {
    VarKind kind;
    uint32_t proc, number;
    Term term;
} Var;

enum { EVERYWHERE = UINT32_MAX };
typedef struct TreeTable TreeTable;

typedef struct Predicate {
    Term holds;
    uint32_t proc; /* of whose registers; EVERYWHERE: of cells alone */
    bool shared;   /* it is about cells */
    bool result;   /* of `proc`: about what it returns, and no register */
    bool entry;    /* ... about its parameters, and no other register */
    int32_t home;  /* in the abstraction: its register, or its global */
    TermList vars; /* in it */
    bool derived;  /* an equation, before an assignment, of another one */
} Predicate;

struct Cegar {
    Job *job;
    const Program *program;
    Terms terms;
    Theory theory;
    Data data;
    VEC(Var) vars;
    VEC(uint32_t) var_of; /* by number of a term: the variable plus one; 0: it is none */
    VEC(Predicate) predicates;
    TermList seeds;   /* conditions of the program that could become predicates */
    TermList derived; /* equations, as they are before assignments */
    TreeTable *trees; /* that were made so far */
    Solver *solver;
    uint32_t unknown;   /* names of values that nobody knows */
    uint64_t work;      /* of the solver, that was counted */
    bool gave_up;       /* the solver did */
    bool waits_alone;   /* who waits for numbers waits for those of cells */
    Abstraction claims; /* of the last abstraction */
    Arena arena;
};

Term var_register(Cegar *c, uint32_t proc, int32_t reg);
Term var_result(Cegar *c, uint32_t proc, uint32_t number);
Term var_unknown(Cegar *c, Sort sort);
/* The variable that this term is, or NULL. */
const Var *var_find(const Cegar *c, Term term);
/* The variables in a term: unknown ones, too. */
void term_variables(Cegar *c, Term term, TermList *list);
bool term_shares(Cegar *c, Term a, const TermList *variables);

/* Adds the predicates that a condition consists of; of procedure `proc`, if it is about registers.
 * True: some are new. */
/* The same sum, and the same equation or comparison, in one form for all that are equal; other conditions stay as they are. */
Term linear_form(Cegar *c, Term term);
Term linear_sum(Cegar *c, Term term);
bool predicate_add(Cegar *c, Term condition);
/* By its place in the list that people see. */
const char *predicate_title(const Cegar *c, const Predicate *p, Arena *arena);
/* Is it known here? */
static inline bool predicate_is_known(const Predicate *p, uint32_t proc)
{
    return p->proc == EVERYWHERE || (p->proc == proc && !p->result);
}
/* theory_needs, in simpler words where a number is known: x + 1 does not overflow if x is less than the
 * largest number. */
Needs cegar_needs(Cegar *c, const Instr *i, Term a, Term b);
SolverAnswer cegar_ask(Cegar *c, const Term *formulas, size_t count);

/* ---- trees ---- */

/* Something that is known, and where it stands. */
typedef struct Fact {
    Term holds;
    Ref at;
} Fact;

/* A tree of questions about facts; at its leaves, what the new values are. */
typedef struct CaseTree CaseTree;
typedef enum TreeKind { TREE_ASK, TREE_CHOOSE, TREE_LEAF, TREE_NEVER } TreeKind;
struct CaseTree {
    TreeKind kind;
    uint32_t which;           /* ASK: the fact */
    const CaseTree *yes, *no; /* ASK, CHOOSE */
    const bool *values;       /* LEAF: of each new predicate */
};
typedef VEC(Fact) Facts;
/* What the new conditions are, for each combination of the facts that can be; `given` holds (NO_TERM:
 * nothing more is known). */
const CaseTree *tree_make(Cegar *c, Term given, const Facts *facts, const Term *news, size_t count);
void trees_free(Cegar *c);

/* ---- the abstraction ---- */

/* Of a change: the variables, and what they become. */
typedef struct Change {
    TermList vars, values;
    Term given; /* holds of these; NO_TERM: nothing */
    bool
        others; /* cells may have changed, too: what is known of them beside registers is not true */
    Facts facts;    /* that are known besides, in registers */
    Term condition; /* NO_TERM, or one whose value goes to the register */
    int32_t to;
    uint32_t pc; /* ... the instruction that computes it in the program */
} Change;

typedef struct Maker {
    Cegar *c;
    const Program *program;
    Program *out;
    Builder b;
    uint32_t proc;
    const Proc *of;
    uint32_t shift; /* registers behind the parameters move by so many */
    Term *known;    /* by register: what it is, over variables as they are now; NO_TERM: itself */
    Label *labels;  /* by instruction of the procedure */
    bool *target;   /* likewise: somebody jumps there */
    bool *unwound;  /* likewise: exceptions lead there */
    bool *head;     /* likewise: somebody who waits goes back to it */
    Label *heads;   /* ... there */
    uint8_t *depth; /* likewise: of atomic regions, plus one; 0: nobody comes here */
    bool *guards;   /* by register: somebody waits for it */
    Facts results;  /* what is known of the results of the last call */
    Live live;
    bool *fresh; /* by register: set, or read by somebody later, since others may have run */
    bool again;  /* there are new predicates: begin again */
    Reason why;  /* it cannot be done; text NULL: it can */
    Arena arena;
} Maker;

/* look.c: fills what the maker knows of each instruction and register of its procedure. */
void maker_look(Maker *m);

/* claims.c: the code of the instruction begins here. */
void claims_begin(Maker *m, uint32_t pc);
/* All the rest, when the abstraction is made. */
void claims_finish(Maker *m);

/* update.c */
int32_t maker_register(const Maker *m, int32_t reg);
Ref maker_ref(const Maker *m, Ref ref);
Term maker_operand(Maker *m, Ref ref, Type type);
/* Emits it as the passing of concrete instruction pc. */
uint32_t maker_mark(Maker *m, uint32_t at, uint32_t pc, PassKind kind);
/* Predicates become what they are after the change; the register gets the condition. */
void update_emit(Maker *m, const Change *change);
/* The values of conditions, in new registers. */
void update_compute(Maker *m, const Term *conditions, size_t count, Ref *to);
/* value.c: the condition as it is now, if it is about registers that stay as they are.  False: it cannot be
 * computed. */
bool value_compute(Maker *m, Term condition, Ref *to);
/* Is the predicate true of what is there now?  One about cells and a register that nobody will read is
 * not followed. */
bool update_trusts(const Maker *m, const Predicate *p);
/* Registers that are known to be something over a variable that changes are only themselves. */
void update_forget(Maker *m, Term var);
void update_forget_cells(Maker *m);
enum { NEED_FAILS = PASS_RETURNS_NONE }; /* what the instruction needs does not hold */
static inline uint32_t tree_landmark(const Program *program)
{
    return (uint32_t)program->code.len;
}
/* Landmarks from this one on: the value of a register that is as it was, where that is not known otherwise. */
static inline uint32_t register_landmark(const Program *program, uint32_t reg)
{
    return (uint32_t)program->code.len + 1 + reg;
}
bool is_entry_of(const Cegar *c, const Predicate *p, uint32_t proc);
bool is_result_of(const Cegar *c, const Predicate *p, uint32_t proc);

/* The conditions under which the instruction is no error, over these operands. */
static inline bool instr_computes(const Instr *i)
{
    return i->op <= OP_CAST && data_is_integer(i->type) &&
           (i->op != OP_CAST || data_is_integer(i->from));
}

/* ---- runs of the abstraction ---- */

/* What one instruction did, over variables of calls: the condition that held before it, and what became
 * of variables. */
typedef struct Deed {
    uint32_t pc;
    Term holds; /* NO_TERM: nothing is known */
    TermList vars, values;
    TermList results; /* RETURN: the results of the callee, in the order of `vars` */
    bool boundary;    /* somebody else may have run before it, or jumped here */
    Term chosen;      /* which alternative is taken, from 0; NO_TERM: it does not choose */
    size_t wanted;    /* ... of the instruction with this number */
} Deed;

/* An instruction that a thread passes. */
typedef struct Wanted {
    const char *thread;
    uint32_t pc;
    Term choice;     /* Deed.chosen, over the beginning; NO_TERM: none */
    uint64_t chosen; /* in the model of the solver */
} Wanted;

typedef struct Course {
    Cegar *c;
    VEC(Deed) deeds;
    VEC(Wanted) wanted;
    VEC(Var) locals;        /* variables of calls; `proc` is that of the call */
    VEC(uint32_t) local_of; /* by number of a term: plus one */
} Course;

void course_make(Course *path, Cegar *c, const Bug *bug);
void course_free(Course *path);
/* The same term about the registers of procedures, in whichever call. */
Term course_forget_calls(Course *path, Term term);
/* real.c: the thread passes the instruction. */
void course_want(Course *path, const char *thread, uint32_t pc);
/* Runs the program like that: the steps go to the bug.  False: it cannot. */
bool course_run(Course *path, Bug *bug);
/* Why the program has no such run: new predicates, if there are any.  If it may have it, the choices are in the
 * course. */
Followed refine(Course *path, Reason *why);

#endif
