/* stuck.h -- which threads of a state can never get on?  See stuck.c. */
#ifndef CHECK_STUCK_H
#define CHECK_STUCK_H

#include "machine/state.h"

/* The machine keeps touches, and knows the owners of objects.  A bit for each thread that is stuck, by
 * its number; threads named in `daemons`, a list with commas, are not.  *whole: all that can happen
 * from the state on was looked at. */
uint64_t check_stuck(Machine *m, const State *state, const char *daemons, bool *whole);

#endif
