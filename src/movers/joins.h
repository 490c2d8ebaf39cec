/* joins.h -- whom a thread waits for before it does anything else that others could notice. */
#ifndef MOVERS_JOINS_H
#define MOVERS_JOINS_H

#include "machine/symmetry.h"
#include "movers/movers.h"

/* Of thread number `index` of the state; false: nobody, or it is not known. */
bool joins_find(Movers *v, const State *state, size_t index, Joins *joins);

#endif
