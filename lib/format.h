/* format.h -- text from a format, for printf and its family.  Private to lib/. */
#ifndef HEDDLE_FORMAT_H
#define HEDDLE_FORMAT_H

#include "intrinsics.h"
#include "pieces.h"

#include "varargs.h"

/* Where the text goes: the first room - 1 bytes and a 0 at the end (room 0: nothing is stored). */
typedef struct {
    char *to;
    size_t room;
    size_t length;  /* of the whole text */
    _Bool is_shown; /* only for people: what has no exact text may be written in some way */
    va_list arguments;
    Pieces read; /* unless it is only shown */
} Output;

void __heddle_format(Output *o, const char *format);

#endif
