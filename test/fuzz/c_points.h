/* c_points.h -- is there a point between any two things that others can notice? */
#ifndef FUZZ_C_POINTS_H
#define FUZZ_C_POINTS_H

#include "ir/program.h"

/* Looks at the first states of a C program.  False, and a message was printed: an action of it
 * touches memory that others may reach twice. */
bool points_check(const Program *program, uint64_t seed);

#endif
