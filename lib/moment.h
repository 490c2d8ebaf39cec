/* moment.h -- times as the user gives them: struct timespec, struct timeval.  Private to lib/. */
#ifndef HEDDLE_MOMENT_H
#define HEDDLE_MOMENT_H

#include "intrinsics.h"

typedef struct {
    long seconds;
    long fraction; /* nano- or microseconds */
} Moment;

/* Reads a deadline on the user's behalf; 0: it is none, since its fraction is out of range.  heddle
 * knows no time, so that nothing else depends on what it is; but the memory must be there, and
 * nobody may write it meanwhile.  A clock that it was computed from may have any value: then not
 * even the fraction is looked at, so that the clock need not be tried with all values. */
static PLAIN _Bool moment_read(const Moment *deadline)
{
    long seconds = deadline->seconds, fraction = deadline->fraction;
    (void)seconds, (void)fraction;
    if (__heddle_uses("clock_gettime") || __heddle_uses("timespec_get") ||
        __heddle_uses("gettimeofday") || __heddle_uses("time"))
        return 1;
    return fraction >= 0 && fraction < 1000000000;
}

#endif
