/* compact.h -- a search that keeps signatures of states instead of states (--hash-compaction). */
#ifndef ENGINE_EXPLORE_COMPACT_H
#define ENGINE_EXPLORE_COMPACT_H

#include "engine/explore/search.h"

/* Why the question is not one for signatures; NULL: it is. */
const char *compact_refusal(const Job *job);
/* The initial state comes next: all that follows is for ... */
bool compact_is_due(const Search *s);
/* ... this; false: it was stopped, and the budget has the reason. */
bool compact_search(Search *s);
bool compact_is_on(const Search *s);
uint64_t compact_count(const Search *s); /* states */
uint64_t compact_bytes(const Search *s); /* for these */
/* A state of the level, by its number among all, gets a number here, and so do those on the way to it.  False: there is no
 * such way any more; the search begins again, or is stopped. */
bool compact_bring(Search *s, uint32_t number, uint32_t *id);
/* The search is over: `safe` is more than it knows. */
void compact_judge(Search *s);
void compact_forget(Search *s); /* the states are about to go */
void compact_free(Search *s);

#endif
