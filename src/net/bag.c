/* bag.c -- see bag.h.
 *
 * A lazy set goes through a long list only as long as that is of some use: else it looks at the
 * newest bags of the list, and once in a while at all. */
#include "net/bag.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

enum { SHORT_LIST = 32, TRIALS = 256, RARE = 64 };

bool bag_is_sorted(Bag bag)
{
    for (uint32_t i = 0; i < bag.len; i++)
        if (!bag.at[i].count || (i && bag.at[i - 1].place >= bag.at[i].place))
            return false;
    return true;
}

bool bag_below(Bag a, Bag b)
{
    hard_assert(bag_is_sorted(a) && bag_is_sorted(b));
    if (a.len > b.len)
        return false;
    for (uint32_t i = 0, k = 0; i < a.len; i++, k++) {
        while (k < b.len && b.at[k].place < a.at[i].place)
            k++;
        if (k == b.len || b.at[k].place != a.at[i].place || b.at[k].count < a.at[i].count)
            return false;
    }
    return true;
}

bool bag_equal(Bag a, Bag b)
{
    return a.len == b.len && (!a.len || memcmp(a.at, b.at, a.len * sizeof *a.at) == 0);
}

uint32_t bag_count(Bag bag, uint32_t place)
{
    hard_assert(bag_is_sorted(bag));
    uint32_t low = 0, high = bag.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bag.at[middle].place < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low < bag.len && bag.at[low].place == place ? bag.at[low].count : 0;
}

uint64_t bag_sum(Bag bag)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < bag.len; i++)
        sum += bag.at[i].count == OMEGA ? TOKENS_MOST : bag.at[i].count;
    return sum;
}

void items_copy(Items *to, Bag bag)
{
    to->len = 0;
    vec_reserve(to, bag.len);
    if (bag.len)
        memcpy(to->at, bag.at, bag.len * sizeof *bag.at);
    to->len = bag.len;
}

BagKey bag_key(Bag bag)
{
    BagKey key = {.sum = bag_sum(bag)};
    for (uint32_t i = 0; i < bag.len; i++)
        key.places |= UINT64_C(1) << (bag.at[i].place * UINT32_C(2654435769) >> 26);
    return key;
}

/* ---- sets ---- */

void bagset_begin(BagSet *set, uint32_t places)
{
    *set = (BagSet){.places = places, .empty = BAG_NONE};
    set->home = memory_alloc(places * sizeof *set->home);
    set->all = memory_alloc(places * sizeof *set->all);
    set->stale_home = memory_alloc(places * sizeof *set->stale_home);
    set->stale_all = memory_alloc(places * sizeof *set->stale_all);
}

void bagset_free(BagSet *set)
{
    for (uint32_t p = 0; p < set->places; p++) {
        vec_free(&set->home[p]);
        vec_free(&set->all[p]);
    }
    memory_free(set->home);
    memory_free(set->all);
    memory_free(set->stale_home);
    memory_free(set->stale_all);
    vec_free(&set->doomed);
    vec_free(&set->items);
    vec_free(&set->entries);
    index_free(&set->met);
}

static uint64_t hash_bag(Bag bag)
{
    return XXH3_64bits(bag.at, bag.len * sizeof *bag.at);
}

static uint64_t hash_entry(const void *table, uint32_t id)
{
    return hash_bag(bagset_get(table, id));
}

static bool same_entry(const void *table, uint32_t id, const void *key)
{
    return bag_equal(bagset_get(table, id), *(const Bag *)key);
}

bool bagset_met(BagSet *set, Bag bag)
{
    set->looked++;
    return index_find(&set->met, hash_bag(bag), same_entry, set, &bag) != INDEX_NONE;
}

uint32_t bagset_add(BagSet *set, Bag bag)
{
    BagKey key = bag_key(bag);
    BagEntry entry = {.first = set->items.len, .len = bag.len};
    hard_assert(bag_is_sorted(bag));
    assert(!bag.len || bag.at[bag.len - 1].place < set->places);
    assert(bag.len || set->empty == BAG_NONE);
    key.id = (uint32_t)set->entries.len;
    for (uint32_t i = 0; i < bag.len; i++) {
        uint32_t place = bag.at[i].place;
        if (!i || set->home[place].len < set->home[entry.home].len)
            entry.home = place;
        vec_push(&set->all[place], key);
    }
    if (bag.len)
        vec_push(&set->home[entry.home], key);
    else
        set->empty = key.id;
    vec_reserve(&set->items, set->items.len + bag.len);
    if (bag.len)
        memcpy(set->items.at + set->items.len, bag.at, bag.len * sizeof *bag.at);
    set->items.len += bag.len;
    vec_push(&set->entries, entry);
    index_add(&set->met, hash_bag(bag), key.id, hash_entry, set);
    set->live++;
    if (check_is_due(set->entries.len))
        bagset_check(set);
    return key.id;
}

static bool is_live_below(const BagSet *set, uint32_t id, Bag bag)
{
    return !set->entries.at[id].removed && bag_below(bagset_get(set, id), bag);
}

static bool is_live_above(const BagSet *set, uint32_t id, Bag bag)
{
    return !set->entries.at[id].removed && bag_below(bag, bagset_get(set, id));
}

/* Where to begin in a list whose end is new. */
static const BagKey *first_key(BagSet *set, const BagKeys *keys, bool *is_long)
{
    size_t len = keys->len;
    *is_long = set->lazy && len > SHORT_LIST;
    if (*is_long && set->long_looks++ > TRIALS && set->long_hits * RARE < set->long_looks &&
        set->long_looks % RARE)
        len = SHORT_LIST;
    set->looked += len;
    return keys->at + (keys->len - len);
}

uint32_t bagset_find_below(BagSet *set, Bag bag)
{
    if (set->empty != BAG_NONE)
        return set->empty;
    BagKey key = bag_key(bag);
    for (uint32_t i = 0; i < bag.len; i++) {
        const BagKeys *keys = &set->home[bag.at[i].place];
        set->looked += keys->len;
        for (const BagKey *k = keys->at, *end = k + keys->len; k < end; k++)
            if (bag_key_below(k, &key) && is_live_below(set, k->id, bag))
                return k->id;
    }
    return BAG_NONE;
}

/* The place of the bag that the fewest bags of the set have. */
static uint32_t rarest(const BagSet *set, Bag bag)
{
    assert(bag.len);
    uint32_t best = bag.at[0].place;
    for (uint32_t i = 1; i < bag.len; i++)
        if (set->all[bag.at[i].place].len < set->all[best].len)
            best = bag.at[i].place;
    return best;
}

uint32_t bagset_find_above(BagSet *set, Bag bag)
{
    if (!bag.len) {
        for (uint32_t id = 0; id < set->entries.len && set->live; id++)
            if (!set->entries.at[id].removed)
                return id;
        return BAG_NONE;
    }
    BagKey key = bag_key(bag);
    const BagKeys *keys = &set->all[rarest(set, bag)];
    bool is_long;
    const BagKey *first = first_key(set, keys, &is_long);
    for (const BagKey *k = first, *end = keys->at + keys->len; k < end; k++)
        if (bag_key_below(&key, k) && is_live_above(set, k->id, bag)) {
            set->long_hits += is_long;
            return k->id;
        }
    return BAG_NONE;
}

/* Forgets the removed ones in a list once they are most of it. */
static void sweep(const BagSet *set, BagKeys *keys, uint32_t *stale)
{
    if (++*stale * 2 <= keys->len)
        return;
    size_t kept = 0;
    for (size_t i = 0; i < keys->len; i++)
        if (!set->entries.at[keys->at[i].id].removed)
            keys->at[kept++] = keys->at[i];
    assert(keys->len - kept == *stale);
    keys->len = kept;
    *stale = 0;
}

static void remove_doomed(BagSet *set)
{
    vec_each (uint32_t, id, &set->doomed) {
        BagEntry *entry = &set->entries.at[*id];
        assert(!entry->removed && set->live);
        entry->removed = true;
        set->live--;
        if (!entry->len) {
            set->empty = BAG_NONE;
            continue;
        }
        sweep(set, &set->home[entry->home], &set->stale_home[entry->home]);
        Bag bag = bagset_get(set, *id);
        for (uint32_t i = 0; i < bag.len; i++)
            sweep(set, &set->all[bag.at[i].place], &set->stale_all[bag.at[i].place]);
    }
    set->doomed.len = 0;
}

void bagset_remove(BagSet *set, uint32_t id)
{
    vec_push(&set->doomed, id);
    remove_doomed(set);
}

void bagset_remove_below(BagSet *set, Bag bag)
{
    BagKey key = bag_key(bag);
    if (set->empty != BAG_NONE)
        vec_push(&set->doomed, set->empty);
    for (uint32_t i = 0; i < bag.len; i++) {
        const BagKeys *keys = &set->home[bag.at[i].place];
        bool is_long;
        const BagKey *first = first_key(set, keys, &is_long);
        size_t before = set->doomed.len;
        for (const BagKey *k = first, *end = keys->at + keys->len; k < end; k++)
            if (bag_key_below(k, &key) && is_live_below(set, k->id, bag))
                vec_push(&set->doomed, k->id);
        set->long_hits += is_long && set->doomed.len > before;
    }
    remove_doomed(set);
}

void bagset_remove_above(BagSet *set, Bag bag)
{
    BagKey key = bag_key(bag);
    if (bag.len) {
        const BagKeys *keys = &set->all[rarest(set, bag)];
        set->looked += keys->len;
        for (const BagKey *k = keys->at, *end = k + keys->len; k < end; k++)
            if (bag_key_below(&key, k) && is_live_above(set, k->id, bag))
                vec_push(&set->doomed, k->id);
    } else {
        for (uint32_t id = 0; id < set->entries.len; id++)
            if (!set->entries.at[id].removed)
                vec_push(&set->doomed, id);
    }
    remove_doomed(set);
}

/* ---- walkers ---- */

/* How many keys of the list are of removed bags; the others must be right, and have the place. */
static uint32_t check_keys(const BagSet *set, const BagKeys *keys, uint32_t place)
{
    uint32_t stale = 0;
    vec_each (const BagKey, key, keys) {
        Bag bag = bagset_get(set, key->id);
        BagKey right = bag_key(bag);
        assert(right.places == key->places && right.sum == key->sum);
        assert(bag_count(bag, place));
        assert(key == keys->at || key[-1].id < key->id);
        stale += set->entries.at[key->id].removed;
    }
    return stale;
}

void bagset_check(const BagSet *set)
{
    size_t live = 0, filed = 0, items = 0;
    for (uint32_t id = 0; id < set->entries.len; id++) {
        const BagEntry *entry = &set->entries.at[id];
        assert(entry->first == items);
        items += entry->len;
        live += !entry->removed;
        filed += !entry->removed ? entry->len : 0;
        assert(entry->removed || entry->len || set->empty == id);
        assert(!entry->len || bag_count(bagset_get(set, id), entry->home));
    }
    assert(live == set->live && items == set->items.len);
    size_t at_home = 0, everywhere = 0;
    for (uint32_t place = 0; place < set->places; place++) {
        uint32_t stale_home = check_keys(set, &set->home[place], place);
        uint32_t stale_all = check_keys(set, &set->all[place], place);
        assert(stale_home == set->stale_home[place] && stale_all == set->stale_all[place]);
        at_home += set->home[place].len - stale_home;
        everywhere += set->all[place].len - stale_all;
    }
    assert(at_home + (set->empty != BAG_NONE) == live);
    assert(everywhere == filed);
    index_check(&set->met, 0, set->entries.len, hash_entry, set);
}

enum { FEW_BAGS = 1024 }; /* each is compared with each */

void bagset_check_antichain(const BagSet *set)
{
    if (set->lazy || set->entries.len > FEW_BAGS)
        return;
    for (uint32_t a = 0; a < set->entries.len; a++)
        for (uint32_t b = 0; bagset_has(set, a) && b < set->entries.len; b++)
            assert(a == b || !bagset_has(set, b) ||
                   !bag_below(bagset_get(set, a), bagset_get(set, b)));
}
