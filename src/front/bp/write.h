/* write.h -- a program as a Boolean program. */
#ifndef FRONT_BP_WRITE_H
#define FRONT_BP_WRITE_H

#include <stdio.h>

#include "ir/program.h"

/* False: it has something that Boolean programs do not have; *why, whose text is in the arena, says what and where,
 * and nothing was written.  An assertion fails in the one if and only if one of these properties is broken by an
 * assertion or a failure in the other; waiting for ever, and errors of locks, are not told. */
bool bp_write(const Program *program, uint32_t properties, FILE *out, Arena *arena, Reason *why);

#endif
