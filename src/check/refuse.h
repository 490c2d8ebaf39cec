/* refuse.h -- why something does not pass its check. */
#ifndef CHECK_REFUSE_H
#define CHECK_REFUSE_H

#include <stdbool.h>
#include <stddef.h>

/* Where the sentence goes. */
typedef struct Why {
    char *text;
    size_t size;
} Why;

/* Always false. */
bool refuse(Why why, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
