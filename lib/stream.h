/* stream.h -- what a FILE is.  Private to lib/. */
#ifndef HEDDLE_STREAM_H
#define HEDDLE_STREAM_H

#include "intrinsics.h"

struct Stream {
    int number;  /* 0, 1, 2: the standard streams; 3: a file */
    _Bool ended; /* its end was met */
};

extern struct Stream *stdin;

#endif
