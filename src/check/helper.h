/* helper.h -- who could have released a thread that is stuck? */
#ifndef CHECK_HELPER_H
#define CHECK_HELPER_H

#include "machine/state.h"
#include "result/job.h"

/* A sentence about the thread that holds the lock, or has written last what is read, or about those who never do; NULL:
 * nothing is known.  bug->waiters are those who are stuck in the state. */
const char *helper_describe(Job *job, const Bug *bug, const TraceWaiter *waiter, Machine *m,
                            const State *state);

#endif
