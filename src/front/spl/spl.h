/* spl.h -- SPL: classes, threads with asynchronous atomic methods (doc/spl.md). */
#ifndef FRONT_SPL_SPL_H
#define FRONT_SPL_SPL_H

#include "ir/program.h"

typedef struct SplOptions {
    bool concurrent; /* tasks interleave; each is annotated as atomic, to be checked for it */
} SplOptions;

/* Reads one source file.  NULL: diag says what is wrong. */
Program *spl_load(const Sources *sources, int file, const SplOptions *options, Diag *diag);

#endif
