/* tally.h -- loops of threads whose rounds are counted together; see tally.c. */
#ifndef ENGINE_TALLY_H
#define ENGINE_TALLY_H

#include "flow/laps.h"

/* The program in which the counters are gone; it must outlive the result. */
Program *tally_abstract(const Program *program, const Laps *laps);

#endif
