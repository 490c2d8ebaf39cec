/* tries.h -- programs in which whoever tries to take a lock may fail although it is free. */
#ifndef IR_TRIES_H
#define IR_TRIES_H

#include "ir/program.h"

/* Each `mov.first` becomes a choice of 0 and 1 (fail), or such a choice is a `mov.first` again.
 * False: the program has none. */
bool ir_fail_tries(Program *program, bool fail);

#endif
