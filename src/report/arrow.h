/* arrow.h -- arrows of a run: an action needs an earlier one. */
#ifndef REPORT_ARROW_H
#define REPORT_ARROW_H

#include "report/report.h"

/* A lock that one thread gives and another one takes, the start and the end of a thread, a message.
 * `kind` is the deed of the later action; FORK: the first action of the new thread. */
typedef struct Arrow {
    uint32_t from, to; /* actions, from 0 */
    DeedKind kind;
    const char *name; /* of the lock, the thread, the channel */
} Arrow;
typedef VEC(Arrow) Arrows;

void report_arrows(const Bug *bug, Arrows *arrows);
/* The last action before `end` that freed the object; `end`: there is none. */
size_t report_find_free(const Bug *bug, size_t end, const TraceDeed *object);
const char *report_deed_name(DeedKind kind); /* "read", "acquire", ... */

#endif
