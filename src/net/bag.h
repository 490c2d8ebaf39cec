/* bag.h -- bags (multisets) over places 0, 1, 2 ... as sparse sorted vectors, and sets of bags.
 *
 * A bag stands for a marking, for the demand "at least these tokens" (an upward-closed set), or,
 * with OMEGA counts, for "at most these tokens" (a downward-closed set). */
#ifndef NET_BAG_H
#define NET_BAG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/check.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/vec.h"

typedef struct Item {
    uint32_t place, count; /* count > 0 */
} Item;

enum { TOKENS_MOST = 1000000000 };  /* that a net may ask for in one place */
#define OMEGA      UINT32_MAX       /* any number of tokens */
#define COUNT_MOST (UINT32_MAX - 1) /* tokens that a bag may hold in one place, besides OMEGA */

/* A view: the items belong to somebody else.  Sorted by place, each place at most once. */
typedef struct Bag {
    const Item *at;
    uint32_t len;
} Bag;

typedef VEC(Item) Items;

static inline Bag bag_of(const Items *items)
{
    return (Bag){items->at, (uint32_t)items->len};
}

bool bag_is_sorted(Bag bag);  /* as every bag must be: ascending places, no count 0 */
bool bag_below(Bag a, Bag b); /* a <= b in every place */
bool bag_equal(Bag a, Bag b);
uint32_t bag_count(Bag bag, uint32_t place);
uint64_t bag_sum(Bag bag); /* of all counts; OMEGA counts as TOKENS_MOST */
void items_copy(Items *to, Bag bag);

/* What tells most bags apart without a look at their items. */
typedef struct BagKey {
    uint64_t places; /* a bit for each place, folded into 64 */
    uint64_t sum;
    uint32_t id;
} BagKey;

BagKey bag_key(Bag bag);
/* Whether a bag with key `a` can be below one with key `b`. */
static inline bool bag_key_below(const BagKey *a, const BagKey *b)
{
    return !(a->places & ~b->places) && a->sum <= b->sum;
}

/* A set of bags with ids 0, 1, 2 ... in the order added.  A removed bag keeps its id and can still
 * be read, but is not found any more. */
typedef VEC(BagKey) BagKeys;

typedef struct BagEntry {
    size_t first; /* of its items */
    uint32_t len;
    uint32_t home; /* the place under which it is filed */
    bool removed;
} BagEntry;

/* Each bag is filed at home, under that place of its own which has the fewest bags: what lies below
 * a bag is filed under one of its places.  And under each of its places in `all`: what lies above a
 * bag is filed there under every place of it. */
typedef struct BagSet {
    uint32_t places;
    Items items;
    VEC(BagEntry) entries;
    BagKeys *home, *all;              /* by place; removed ones may still be there */
    uint32_t *stale_home, *stale_all; /* how many of those */
    VEC(uint32_t) doomed;             /* scratch: to be removed */
    size_t live;                      /* that are not removed */
    uint32_t empty;                   /* the id of the empty bag, or BAG_NONE */
    uint64_t looked;                  /* keys looked at so far: the work done */
    Index met;                        /* all that were ever added */
    bool lazy;                        /* what is above or below need not be found; see bag.c */
    uint64_t long_looks, long_hits;   /* long lists that were met, that had what was looked for */
} BagSet;

#define BAG_NONE UINT32_MAX

void bagset_begin(BagSet *set, uint32_t places);
void bagset_free(BagSet *set);
static inline Bag bagset_get(const BagSet *set, uint32_t id)
{
    const BagEntry *entry = &set->entries.at[id];
    return (Bag){set->items.at + entry->first, entry->len};
}
static inline bool bagset_has(const BagSet *set, uint32_t id)
{
    return !set->entries.at[id].removed;
}
uint32_t bagset_add(BagSet *set, Bag bag);
/* Whether an equal bag was ever added, be it removed or not. */
bool bagset_met(BagSet *set, Bag bag);
/* The id of a bag of the set below (or equal to) the given one, above (or equal to) it; or
 * BAG_NONE. */
uint32_t bagset_find_below(BagSet *set, Bag bag);
uint32_t bagset_find_above(BagSet *set, Bag bag);
void bagset_remove(BagSet *set, uint32_t id);
/* Removes all that are below, or above, the given one. */
void bagset_remove_below(BagSet *set, Bag bag);
void bagset_remove_above(BagSet *set, Bag bag);
/* Walkers, see base/check.h: each bag is filed where it is looked for, and the counts are right; no
 * bag of the set lies below another one. */
void bagset_check(const BagSet *set);
void bagset_check_antichain(const BagSet *set);

#endif
