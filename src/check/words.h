/* words.h -- what instructions compute, as formulas: an encoding of check's own, which shares nothing with
 * src/symbolic but the terms.  A boolean (u1) is a boolean, another integer a vector of its bits. */
#ifndef CHECK_WORDS_H
#define CHECK_WORDS_H

#include "ir/program.h"
#include "smt/term.h"

typedef struct Words {
    Terms *terms;
    uint32_t fresh; /* variables made so far */
} Words;

bool words_is_integer(Type type);
/* Of a value of this type; what is no integer is a vector of 64 bits of which only equality is known. */
Sort words_sort(Type type);
Term words_fresh(Words *w, Sort sort);
Term words_constant(Words *w, uint64_t bits, Type type);
/* Does the instruction compute an integer from integers? */
bool words_computes(const Instr *i);
/* Its result; NO_TERM: it is not encoded. */
Term words_compute(Words *w, const Instr *i, Term a, Term b);

typedef struct Demand {
    Term holds; /* NO_TERM: it is not encoded */
    ErrorKind error;
} Demand;
/* What must hold, or the run ends with the error, the first one first: at most two. */
uint32_t words_demands(Words *w, const Instr *i, Term a, Term b, Demand demands[2]);
/* a <= b. */
Term words_le(Words *w, Term a, Term b, Type type);

#endif
