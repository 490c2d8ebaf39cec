/* solver.h -- asking a solver: is there a model of these formulas?
 *
 * Two back ends: Z3 in the process (z3.c; heddle can be built without it), and any program that
 * reads SMT-LIB from its standard input, cvc5 (pipe.c).  Limits are counted in the solver's own
 * resource units, so that an answer does not depend on the load of the machine.  Whatever goes
 * wrong inside a solver gives SOLVER_UNKNOWN with a reason. */
#ifndef SMT_SOLVER_H
#define SMT_SOLVER_H

#include <stdio.h>

#include "base/budget.h"
#include "smt/ranges.h"
#include "smt/term.h"

/* SOLVER_MAYBE: there is a model, but not all values of quantifiers were tried in it. */
typedef enum SolverAnswer { SOLVER_UNSAT, SOLVER_SAT, SOLVER_UNKNOWN, SOLVER_MAYBE } SolverAnswer;

typedef struct SolverOptions {
    const char *program; /* "z3" or "cvc5" */
    uint64_t limit;      /* resource units a question; 0: none */
    uint32_t seed;
    bool ranges;          /* a question that takes long is asked of integers, too: see ranges.h */
    uint32_t parts;       /* ... after one part in so many of the limit; 0: as usual */
    FILE *log;            /* every question in SMT-LIB; NULL: none */
    const char *title;    /* of the questions, for the log */
    const Budget *budget; /* when it is used up, even inside a question, answers are unknown; NULL:
                           * there is none */
} SolverOptions;

typedef struct Solver Solver;

/* NULL: this solver is not there; a sentence in why[0..size). */
Solver *solver_new(Terms *terms, const SolverOptions *options, char *why, size_t size);
void solver_free(Solver *solver);
void solver_add(Solver *solver, Term formula);
/* Is there a model of what was added in which the assumptions hold, too? */
SolverAnswer solver_check(Solver *solver, const Term *assumptions, size_t count);
/* From now on look for models of quantifiers, which may take long; or do not, as at first. */
void solver_try_harder(Solver *solver, bool harder);
/* From now on a question gets one part in so many of the limit. */
void solver_be_brief(Solver *solver, uint32_t parts);
/* After SOLVER_SAT and SOLVER_MAYBE: the value of a boolean (0 or 1) or an integer in the model;
 * false if the solver does not tell. */
bool solver_value(Solver *solver, Term term, int64_t *value);
/* The same of many booleans at once, which is cheaper; -1: the solver does not tell. */
void solver_truths(Solver *solver, const Term *terms, size_t count, int8_t *truths);
const char *solver_reason(const Solver *solver); /* after SOLVER_UNKNOWN and SOLVER_MAYBE */
uint64_t solver_questions(const Solver *solver);
/* The work that the questions so far have been, in steps (see base/budget.h). */
uint64_t solver_work(const Solver *solver);

/* `4.8.12`; false: Z3 is not there. */
bool solver_z3_version(char *text, size_t size);

/* ---- for the back ends ---- */

typedef struct Backend {
    const char *name;
    void *(*open)(Solver *solver, char *why, size_t size);
    void (*close)(Solver *solver);
    void (*add)(Solver *solver, Term formula);
    SolverAnswer (*check)(Solver *solver, const Term *assumptions, size_t count);
    bool (*value)(Solver *solver, Term term, int64_t *value);
    void (*configure)(Solver *solver); /* before a question; NULL: it has nothing to configure */
    /* Many booleans; false, or NULL: they are to be asked one by one. */
    bool (*truths)(Solver *solver, const Term *terms, size_t count, int8_t *truths);
} Backend;
extern const Backend backend_z3, backend_cvc5;

/* Which terms have been written, by number. */
typedef struct Written {
    VEC(bool) at; /* by the number of the term */
} Written;

struct Solver {
    const Backend *backend;
    void *state; /* the back end's */
    Terms *terms;
    SolverOptions options;
    Written logged;
    uint64_t questions, work;
    bool harder;
    bool untold;           /* the back end has not been told of these yet: */
    uint32_t brief;        /* one part in so many of that part; 0: all of it */
    uint32_t part;         /* a question has one part in so many of the limit; 0: all of it */
    Ranges *integers;      /* with options.ranges; else NULL */
    Solver *over_integers; /* that is asked about them; NULL: nobody has been yet */
    uint32_t thrift;       /* it gets one part in so many of what solver gets */
    TermList added;        /* with options.ranges: all formulas */
    size_t converted;      /* so many of them have been told to over_integers */
    char reason[160];
};

/* Writes declarations and definitions of everything below the term that *written lacks. */
void smtlib_define(const Terms *terms, Term term, Written *written, FILE *out);
/* How the term is called after that. */
void smtlib_name(const Terms *terms, Term term, FILE *out);

#endif
