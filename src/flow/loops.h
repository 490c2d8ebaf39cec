/* loops.h -- loops whose rounds touch nothing but registers, so that no other thread can notice them. */
#ifndef FLOW_LOOPS_H
#define FLOW_LOOPS_H

#include "ir/program.h"

typedef VEC(uint32_t) LoopHeads;

/* By instruction: of a point in an innermost loop of this kind the point at its head, which every round
 * passes; else 0.  A run that leaves the loop does not come back to it before another point.  The
 * answer does not depend on what instructions compute, so it is the same for a slice of the program. */
void flow_loops(const Program *program, LoopHeads *heads);

#endif
