/* worker.h -- work that stops in the middle and goes on where it stopped.
 *
 * Each piece of work has a thread of its own, but only one runs at a time: the one that has the
 * turn.  So nothing here makes two things happen at once, and the order in which they happen is the
 * same in every run. */
#ifndef BASE_WORKER_H
#define BASE_WORKER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Worker Worker;

enum { WORKER_STACK = 8 << 20 }; /* it has at least so many bytes */

Worker *worker_new(void (*work)(void *of), void *of);
/* It goes on until it pauses, which it is to do when so much work is done (Budget), or comes to its end.  True: to its
 * end. */
bool worker_go(Worker *worker, uint64_t until);
uint64_t worker_until(const Worker *worker);
/* Called by the work itself: gives the turn back.  False: it will not get another, and must come to
 * its end. */
bool worker_pause(Worker *worker);
/* Work that was begun comes to its end first. */
void worker_free(Worker *worker);

#endif
