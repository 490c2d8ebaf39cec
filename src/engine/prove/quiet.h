/* quiet.h -- locks that the program makes itself. */
#ifndef ENGINE_PROVE_QUIET_H
#define ENGINE_PROVE_QUIET_H

#include "engine/prove/model.h"

/* Not all is proved: tries it with cells whose reads do not count (glance.c), and keeps what that
 * proves if it is more.  `check` checks all methods anew. */
bool quiet_try(Prover *p, bool check(Prover *p));

#endif
