/* intern_share.h -- of tables that processes share: a forked process follows the first one, which has made
 * room in them since. */
#ifndef BASE_INTERN_SHARE_H
#define BASE_INTERN_SHARE_H

#include "base/intern.h"

/* The number of a pair; UINT32_MAX: there is none. */
uint32_t pairs_find(Pairs *pairs, uint32_t left, uint32_t right);

/* In the first process, of a table that is shared: only the first pairs stay. */
void pairs_cut(Pairs *pairs, uint32_t count);
/* Idem: a pair that is not looked for, and may be there already, gets the next number. */
uint32_t pairs_append(Pairs *pairs, uint64_t pair);

/* In the first process: lengths as they are now. */
void records_recount(Records *records);
void pairs_recount(Pairs *pairs);
void tree_recount(Tree *tree);

void records_follow(Records *records);
void pairs_follow(Pairs *pairs);
void tree_follow(Tree *tree);

#endif
