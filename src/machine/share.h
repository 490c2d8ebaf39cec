/* share.h -- machines of several processes that number all things alike.
 *
 * A process that is forked has a machine of its own, which goes on as the first one would.  What all of
 * them number, the tables, lies in memory that they share; what a machine finds out of the program as
 * a whole (machine_knowledge) does not: whoever finds out more tells nobody. */
#ifndef MACHINE_SHARE_H
#define MACHINE_SHARE_H

#include "base/intern.h"
#include "machine/machine.h"

/* Does every number in a state come from one of these tables, or from one that machine_knowledge looks at? */
bool machine_can_share(const Machine *m);
enum { MACHINE_TABLES = TREE_LEVELS + 5 };
void machine_share(Machine *m, Share *share, Shared with[MACHINE_TABLES]);
void machine_prepare_tables(Machine *m); /* while there is one process; see base/intern.h */
void machine_recount(Machine *m);        /* idem */
void machine_help(Machine *m);           /* in a forked one */
void machine_follow(Machine *m);         /* idem: the tables as they were prepared */
void machine_sort_part(Machine *m, unsigned part, unsigned parts); /* idem */

/* Everything that steps so far have found out, and that later ones depend on, as a hash. */
uint64_t machine_knowledge(const Machine *m);

/* Threads that are sorted have keys, which come in the order in which they are met (symmetry.c).  Keys that
 * are new since machine_begin_news come behind all others, and which of them comes first is not known
 * before all processes have told theirs.  Where that makes a difference the machine is unsure. */
typedef struct MetKey {
    uint64_t key;
    uint32_t mark;
} MetKey;
void machine_begin_news(Machine *m);
void machine_mark_news(Machine *m, uint32_t mark); /* what is met from now on is met there */
const MetKey *machine_news(const Machine *m, size_t *len, bool *unsure);
/* The next key, in the order of all; false: it is known. */
bool machine_learn_key(Machine *m, uint64_t key);
uint64_t machine_keys(const Machine *m);

/* Which bits of words were never written has numbers that stand in objects, and are not those of a thing that travels
 * (travel.h).  So many there are; and only the first ones stay, while nobody else is there. */
uint32_t machine_masks(const Machine *m);
void machine_cut_masks(Machine *m, uint32_t count);

/* What it has done so far. */
typedef struct MachineTally {
    uint64_t steps_run, long_work, recalled;
} MachineTally;
MachineTally machine_tally(const Machine *m);
void machine_add(Machine *m, const MachineTally *more);

/* As if no store were loaded. */
void machine_unload(Machine *m);

#endif
