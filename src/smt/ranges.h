/* ranges.h -- questions about vectors of bits, asked of mathematical integers.
 *
 * Solvers take a vector apart into its bits, which is dear where a program only compares, counts and
 * copies.  Here every vector becomes the integer that it stands for, read with its sign, and every
 * operation on vectors the same operation on integers: sums wrap around by a case distinction, and where
 * the integers have no cheap word for it (a product of two variables, an exclusive or) an unknown integer
 * within the range stands for the result.
 *
 * Each model of the formulas gives one of their translations: the variables have the same values, the
 * unknown integers those of the terms that they stand for, and arrays the same elements at the same keys.
 * So where the translations have no model, the formulas have none.  The converse does not hold, and
 * nobody is to rely on it. */
#ifndef SMT_RANGES_H
#define SMT_RANGES_H

#include "smt/term.h"

typedef struct Ranges Ranges;

Ranges *ranges_new(Terms *terms);
void ranges_free(Ranges *ranges);
/* The formula over integers; NO_TERM if there is none, then it is to be left out.  Adds to *sides what
 * has to be told with it. */
Term ranges_convert(Ranges *ranges, Term formula, TermList *sides);
/* Has a vector been made, so that the translation is another question? */
bool ranges_matter(Ranges *ranges);

#endif
