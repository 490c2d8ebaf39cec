/* bp.h -- Boolean programs, the language of SatAbs, Boom and Bebop (doc/bp.md). */
#ifndef FRONT_BP_BP_H
#define FRONT_BP_BP_H

#include "ir/program.h"

/* Reads one source file.  NULL: diag says what is wrong. */
Program *bp_load(const Sources *sources, int file, Diag *diag);

#endif
