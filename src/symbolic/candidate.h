/* candidate.h -- what candidates for invariants are made of: relations of two numbers, and the
 * numbers that the program mentions.
 *
 * A relation is computed with, as in the machine, and written as a formula. */
#ifndef SYMBOLIC_CANDIDATE_H
#define SYMBOLIC_CANDIDATE_H

#include "symbolic/theory.h"

typedef enum Relation {
    REL_EQ,
    REL_NE,
    REL_ULE,
    REL_ULT,
    REL_SLE,
    REL_SLT,
    REL_UGE, /* with numbers only, as SGE */
    REL_SGE,
    REL_NEXT,     /* a is b + 1 */
    REL_ULE_NEXT, /* a is at most b + 1, which may wrap around */
    REL_SLE_NEXT
} Relation;

/* Of words of so many bits. */
bool relation_holds(Relation relation, int64_t a, int64_t b, unsigned width);
/* Of two words, or of two integers: there the order has no sign. */
Term relation_term(Terms *terms, Relation relation, Term a, Term b);
/* a < b, or a <= b, for numbers of this type. */
Relation relation_of(Type type, bool or_equal);

/* The constants that stand beside operands of `i`, if it moves, stores or compares numbers: at most
 * two, as references. */
uint32_t candidate_constants(const Instr *i, Ref refs[2]);

#endif
