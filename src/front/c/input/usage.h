/* usage.h -- finds how the program uses its values: where they go, and who looks at them. */
#ifndef FRONT_C_INPUT_USAGE_H
#define FRONT_C_INPUT_USAGE_H

#include "front/c/input/range.h"

typedef VEC(LLVMValueRef) Sites; /* instructions */

/* Looks through all that can be reached of the module; NULL: not all can be seen. */
Sorts *sort_find(Unit *u);
/* The same with local variables told apart by where they are written; of use for inputs only.
 * NULL: it could not be found out. */
Sorts *sort_find_promoted(Unit *u, const Sorts *plain);
void sort_free(Sorts *s);

/* Is all that is done with the input, wherever it goes, computing with constants and looking at
 * results of which there are few, or testing for being equal to another input where the program
 * ends if it is not?  Then claim->values become values of the narrow range that stand for all.
 * With `sites` there may be other uses, which are added to it: the answer holds for runs that get
 * to none of them. */
bool sort_observed(Func *f, LLVMValueRef input, Claim *claim, Sites *sites);

/* The same for what a local variable holds before it is written. */
bool sort_unwritten(Func *f, LLVMValueRef variable, Claim *claim, Sites *sites);

size_t sort_inputs(const Unit *u);
LLVMValueRef sort_input(const Unit *u, size_t k);

/* Does nothing that the program does depend on what is stored at this address? */
bool sort_is_dead(const Unit *u, LLVMValueRef address);

/* Does anything that the program does depend on what the function returns? */
bool sort_is_seen(const Unit *u, LLVMValueRef function);

#endif
