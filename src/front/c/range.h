/* range.h -- which values of an input matter. */
#ifndef FRONT_C_RANGE_H
#define FRONT_C_RANGE_H

#include "front/c/func.h"

/* Values as integers of 64 bits, by `is_signed`; both ends belong to it. */
typedef struct Range {
    uint64_t low, high;
    bool is_signed;
    uint8_t bits; /* of the input */
} Range;

typedef VEC(uint64_t) Values;

/* One of them.  `all`: they may not stand for all values (choose.all in doc/ir.md). */
Ref input_choose(Func *f, Type type, const Values *values, bool all);

bool range_less(Range range, uint64_t a, uint64_t b); /* in the order of its sign */

/* A local scalar that nobody else can see: its loads and stores are in plain sight. */
bool range_is_cell(LLVMValueRef pointer);

/* Is the input only compared with constants, or not looked at?  Then one value of those that no
 * comparison tells apart stands for all of them; *values becomes these, within the range. */
bool range_observed(LLVMValueRef input, Range range, Values *values);

/* The values for which the run does not end right behind the input, at an assumption or at the end
 * of the program, before anything that depends on the input could be seen elsewhere: a part of the
 * range that contains them all. */
Range range_constrained(Func *f, LLVMValueRef input, Range range);

#endif
