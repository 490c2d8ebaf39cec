/* tally_set.h -- sets of pairs (control state, tally), with what lies below and above a pair.
 *
 * Elements have the numbers 0, 1, 2 ... in the order added; a removed one keeps its number, but is
 * not found any more.  Each is filed at home, under its first task: what lies below a tally is at
 * home under one of its tasks.  And under each of its tasks: what lies above a tally is filed under
 * all of its tasks. */
#ifndef ENGINE_BAG_TASK_TALLY_SET_H
#define ENGINE_BAG_TASK_TALLY_SET_H

#include "engine/bag/task/tally.h"

typedef struct TallyEntry {
    uint32_t q;
    Tally tally;
    bool removed;
} TallyEntry;

typedef struct TallyCell {
    uint32_t entry, next; /* next: plus one */
} TallyCell;

typedef struct TallyFile {
    uint32_t head, len; /* head: plus one */
} TallyFile;

typedef struct TallyFiles {
    Pairs keys; /* control state, task -> file */
    VEC(TallyFile) files;
} TallyFiles;

typedef struct TallySet {
    const Tallies *tallies;
    VEC(TallyEntry) entries;
    VEC(TallyCell) cells;
    TallyFiles home, all; /* task 0 in `home`: no task; in `all`: every element */
    Pairs there;          /* control state, tally: all that were met */
    uint64_t looked;      /* elements looked at so far */
    uint32_t most;        /* elements that one search below or above looks at; 0: all */
} TallySet;

#define NO_ENTRY UINT32_MAX

void tally_set_begin(TallySet *set, const Tallies *tallies);
void tally_set_free(TallySet *set);
uint32_t tally_set_add(TallySet *set, uint32_t q, Tally tally);
/* Is this the first time that the set is asked about the pair? */
bool tally_set_meet(TallySet *set, uint32_t q, Tally tally);
static inline bool tally_set_has(const TallySet *set, uint32_t id)
{
    return !set->entries.at[id].removed;
}
/* One that is below or equal, above or equal; NO_ENTRY: none is.  Counts of `many` above are any
 * number. */
uint32_t tally_set_find_below(TallySet *set, uint32_t q, Tally tally);
uint32_t tally_set_find_above(TallySet *set, uint32_t q, Tally tally, uint32_t many);
void tally_set_remove_below(TallySet *set, uint32_t q, Tally tally);
void tally_set_remove_above(TallySet *set, uint32_t q, Tally tally);
/* A walker, see base/check.h: each element is filed where it is looked for; `chain`: and none lies
 * below another. */
void tally_set_check(const TallySet *set, bool chain);

#endif
