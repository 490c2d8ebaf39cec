/* save.h -- all that a machine has numbered and found out, in a file (base/save.h).
 *
 * It is read into a machine of the same program with the same options that has run its beginning
 * (machine_initial).  Whatever a machine keeps only to be faster is not saved. */
#ifndef MACHINE_SAVE_H
#define MACHINE_SAVE_H

#include "base/save.h"
#include "machine/states.h"

void machine_save(Machine *m, Saver *saver);
void states_save(States *states, Saver *saver); /* into none */
void reason_save(Reason *reason, Saver *saver, Arena *arena);

#endif
