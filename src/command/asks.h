/* asks.h -- what a question asks for: which engines are worth a turn. */
#ifndef COMMAND_ASKS_H
#define COMMAND_ASKS_H

#include "result/job.h"

bool asks_reduction(const Job *job);
/* In another memory than MEMORY_SC? */
bool asks_weak(const Job *job);
/* Is one bug enough, and nothing else asked for? */
bool asks_bug(const Job *job);
bool asks_weak_bug(const Job *job);
/* Is there recursion, which bound can answer? */
bool asks_recursion(const Job *job);
/* Has it inputs that a search can only try? */
bool asks_inputs(const Job *job);
/* Has it so many truth values that a search may not see all combinations? */
bool asks_truths(const Job *job);

/* Does a procedure call another one? */
bool asks_calls(const Job *job);
/* A limit ended it: what may be said of some of its runs is missing. */
bool asks_covered(const Job *job);
/* With --all-errors: summarize has found bugs, and gave up before it had seen everything. */
bool asks_more_bugs(const Job *job);
/* It has looked at sequentially consistent runs, and there are others that count. */
bool asks_pairs(const Job *job);

#endif
