/* moment.h -- times as the user gives them: struct timespec, struct timeval.  Private to lib/. */
#ifndef HEDDLE_MOMENT_H
#define HEDDLE_MOMENT_H

#include "intrinsics.h"

typedef struct {
    long seconds;
    long fraction; /* nano- or microseconds */
} Moment;

/* Reads a deadline on the user's behalf.  heddle knows no time, so that nothing depends on what it
 * is (and a clock that it was computed from may have any value); but the memory must be there, and
 * nobody may write it meanwhile. */
static PLAIN void moment_read(const Moment *deadline)
{
    long seconds = deadline->seconds, fraction = deadline->fraction;
    (void)seconds, (void)fraction;
}

#endif
