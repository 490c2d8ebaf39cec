/* watch.h -- a question to a solver must not outlast the run: while one is asked, a thread looks at
 * the budget, and stops the solver once it is used up. */
#ifndef SMT_WATCH_H
#define SMT_WATCH_H

#include "base/budget.h"

typedef struct Watch Watch;

enum { WATCH_MILLISECONDS = 50 }; /* between two looks */

/* `stop(of)` is called from the other thread, perhaps more than once.  NULL: there can be no such
 * thread, and nothing is watched. */
Watch *watch_new(const Budget *budget, void (*stop)(void *of), void *of);
void watch_free(Watch *watch);
/* A question begins and ends. */
void watch_begin(Watch *watch);
void watch_end(Watch *watch);

#endif
