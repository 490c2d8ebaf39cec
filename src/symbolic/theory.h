/* theory.h -- arithmetic, comparison and conversion over terms.
 *
 * Numbers are either words, that is bit-vectors of the width of their type, with which the term
 * computes what the machine computes; or mathematical integers.  There a result that fits its type
 * is exact.  One that does not is any value where the program's arithmetic wraps around; where it
 * traps no run goes on, so the exact result may stand for it.
 *
 * The functions are about numbers and threads.  Addresses are the memory's (memory.h), and what no
 * theory knows (floats, bits of integers) is NO_TERM: any value.  theory_needs says what must hold
 * for the instruction to be no error of the program; an engine obliges, assumes or ignores it. */
#ifndef SYMBOLIC_THEORY_H
#define SYMBOLIC_THEORY_H

#include "ir/program.h"
#include "smt/term.h"

typedef enum Numbers { NUMBERS_WORDS, NUMBERS_INTEGERS } Numbers;

typedef struct Theory {
    Terms *terms;
    Numbers numbers;
    bool booleans;  /* a u1 is of the sort of booleans; else, with words, a vector of one bit */
    bool rough;     /* words: the solver is spared products and quotients of what is not known */
    bool undefined; /* integers: signed numbers do not overflow, for then the program could do
                     * anything; and whatever is any value is one of its type (C) */
    bool exact;     /* integers: nothing wraps around, as in specifications */
    Sort thread;    /* of threads: integers, or vectors of 32 bits */
    void *of;       /* whose: for these */
    Term (*any)(void *of, const char *what, Sort sort); /* a new variable */
    void (*know)(void *of, Term fact);                  /* of such a variable */
    Term (*number)(void *of, Term thread);   /* a thread as a number of 32 bits; NULL: not known */
    Term (*equal)(void *of, Term a, Term b); /* of two values; NULL: as terms */
} Theory;

/* ---- the representation ---- */

/* Is it a number?  (A u1 that is a boolean is none, a thread only if it is a vector.) */
bool theory_is_number(const Theory *t, Type type);
/* Of a value of this type; of what is neither number nor thread, integers. */
Sort theory_sort(const Theory *t, Type type);
Term theory_constant(const Theory *t, uint64_t bits, Type type);
/* A u1 from a condition, and back. */
Term theory_truth(const Theory *t, Term condition);
Term theory_holds(const Theory *t, Term value);

/* ---- the instructions ---- */

/* a < b, or a <= b, for numbers of this type. */
Term theory_less(const Theory *t, Term a, Term b, bool or_equal, Type type);
/* Integers: is it a number of the type? */
Term theory_in_range(const Theory *t, Term value, Type type);
/* The result of MOV, arithmetic, comparison or CAST, of operands that are no addresses.  NO_TERM:
 * it is not known, and may be any value.  A unary one ignores b. */
Term theory_compute(const Theory *t, const Instr *i, Term a, Term b);

/* What must hold, or the run ends with the error. */
typedef struct Need {
    Term holds;
    ErrorKind error;
} Need;
typedef struct Needs {
    Need at[2]; /* the first error comes first */
    uint32_t len;
    bool unclear; /* the instruction may fail, and it cannot be said when: a float that must fit */
} Needs;
Needs theory_needs(const Theory *t, const Instr *i, Term a, Term b);

#endif
