/* demand.h -- how much of a number the program looks at. */
#ifndef FLOW_DEMAND_H
#define FLOW_DEMAND_H

#include "ir/program.h"

/* The result of an instruction may be replaced by any number that is the same modulo this one; 1: nobody
 * looks at it; DEMAND_ALL: every bit of it may matter. */
typedef uint32_t Demand;
enum { DEMAND_ALL = 0, DEMAND_NONE = 1 };

typedef VEC(Demand) Demands;

/* By instruction: of the integer that a `cast` or a `load` makes. */
void flow_demand(const Program *program, Demands *demands);

/* The least demand that covers both. */
Demand demand_join(Demand a, Demand b);

/* What is asked of a number of so many bits, modulo a power of two: at most all of its bits. */
Demand demand_of_low_bits(Demand demand, uint32_t bits);

#endif
