/* sort.h -- which values of the program are looked at, and how. */
#ifndef FRONT_C_SORT_H
#define FRONT_C_SORT_H

#include "front/c/range.h"

/* Looks through all that can be reached of the module. */
Sorts *sort_find(Unit *u);
void sort_free(Sorts *s);

/* Is the input, wherever it goes, only compared with constants, masked by a small number, or tested
 * for being equal to another input where the program ends if it is not?  Then a few values stand
 * for all of them; *values becomes these, within the range. */
bool sort_observed(Func *f, LLVMValueRef input, Range full, Range range, Values *values);

/* Does nothing that the program does depend on what is stored here? */
bool sort_is_dead(const Unit *u, LLVMValueRef store);

#endif
