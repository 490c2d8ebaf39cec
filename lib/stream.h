/* stream.h -- what a FILE is.  Private to lib/. */
#ifndef HEDDLE_STREAM_H
#define HEDDLE_STREAM_H

#include "intrinsics.h"

struct Stream {
    int number;  /* 0, 1, 2: the standard streams; 3: a file */
    _Bool ended; /* its end was met */
};

extern struct Stream *stdin;

/* Streams have a lock: these accesses do not race. */
static inline _Bool stream_has_ended(const struct Stream *stream)
{
    return stream->ended;
}

static inline void stream_ends(struct Stream *stream)
{
    stream->ended = 1;
}

#endif
