/* range.h -- finds the values of an input that matter. */
#ifndef FRONT_C_INPUT_RANGE_H
#define FRONT_C_INPUT_RANGE_H

#include "front/c/input/claim.h"
#include "front/c/lower/func.h"

/* One of them.  `all`: they may not stand for all values (choose.all in doc/ir.md). */
Ref input_choose(Func *f, Type type, const Values *values, bool all);

/* A local scalar that nobody else can see: its loads and stores are in plain sight, and each is of
 * the whole of it. */
bool range_is_cell(LLVMValueRef pointer);

/* Is all that is done with the input, in plain sight, computing with constants and looking at the
 * result?  Then claim->values become values of the narrow range that stand for all. */
bool range_observed(LLVMValueRef input, Claim *claim);

/* The values for which the run does not end right behind the input, at an assumption or at the end
 * of the program, before anything that depends on the input could be seen elsewhere: claim->narrow
 * becomes a part of claim->full that contains them all. */
void range_constrained(Func *f, LLVMValueRef input, Arena *arena, Claim *claim);

/* ---- step.c ---- */

bool step_number(LLVMValueRef value, uint64_t *number); /* false: it is no integer constant */
/* Appends what the instruction does with this operand, the other one, if any, being a number;
 * false: it is no such thing, it may go wrong, or the chain gets too long. */
bool step_append(Chain *chain, LLVMValueRef i, unsigned operand, uint64_t number);
/* Is it that for one of its operands, the other one being a constant? */
bool step_is(LLVMValueRef i, unsigned *operand, uint64_t *number);

#endif
