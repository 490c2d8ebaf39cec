/* claim.c -- see claim.h.
 *
 * The result of a chain is decided by parts of the input, or of its last bits (Set in chain.h).
 * The ends of all parts of so many bits cut these bits' values into pieces; a kind of values is a
 * piece for each such number of bits.  For each kind its least value is found, or that there is
 * none; of kinds that no chain tells apart one is enough. */
#include "front/c/input/claim.h"

#include <stdlib.h>

enum { MOST_KINDS = 20000, MOST_WORK = 1 << 22 };

typedef VEC(Stretch) Pieces;

/* One number of bits at which something is cut. */
typedef struct Level {
    unsigned bits;
    Pieces pieces; /* of all values of these bits, in order */
} Level;

typedef struct Kinds {
    Claim *claim;
    Level levels[65]; /* the one with fewest bits first */
    unsigned count;
    Stretch chosen[65]; /* a piece of each level */
    VEC(uint64_t) hashes;
    uint64_t work;
} Kinds;

bool range_less(Range range, uint64_t a, uint64_t b)
{
    return range.is_signed ? (int64_t)a < (int64_t)b : a < b;
}

unsigned range_parts(Range range, Stretch parts[2])
{
    uint64_t mask = chain_ones(range.bits), low = range.low & mask, high = range.high & mask;
    parts[0] = (Stretch){low, high};
    if (low <= high)
        return 1;
    parts[0] = (Stretch){0, high};
    parts[1] = (Stretch){low, mask};
    return 2;
}

/* ---- how it is looked at ---- */

static void add_seen(Claim *claim, const Chain *chain)
{
    vec_each (Chain, known, &claim->seen)
        if (chain_same(known, chain))
            return;
    vec_push(&claim->seen, *chain);
}

bool claim_see(Claim *claim, const Chain *chain)
{
    uint64_t low, high;
    int steps = chain_few(chain, &low, &high);
    if (steps < 0)
        return false;
    Chain part = *chain; /* what follows is decided by it */
    part.count = (uint8_t)steps;
    part.bits = steps ? part.steps[steps - 1].bits : part.from;
    memset(part.steps + steps, 0, sizeof part.steps - (size_t)steps * sizeof *part.steps);
    add_seen(claim, &part);
    return true;
}

bool claim_see_number(Claim *claim, const Chain *chain, uint64_t number)
{
    Chain test = *chain;
    Step step = {STEP_EQ, chain->bits, 1, number & chain_ones(chain->bits)};
    if (!chain_append(&test, step))
        return false;
    add_seen(claim, &test);
    return true;
}

/* ---- pieces ---- */

typedef VEC(uint64_t) Cuts;

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* Where the answer changes: the first value of each piece but the first. */
static void add_cuts(const Set *set, Cuts *cuts)
{
    for (size_t k = 0; k < set->parts.len; k++) {
        if (set->parts.at[k].low)
            vec_push(&cuts[set->bits], set->parts.at[k].low);
        if (set->parts.at[k].high != chain_ones(set->bits))
            vec_push(&cuts[set->bits], set->parts.at[k].high + 1);
    }
}

static bool cut_by(const Chain *chain, Cuts *cuts)
{
    Set set = {0};
    uint64_t low, high;
    int steps = chain_few(chain, &low, &high);
    bool exact = steps == chain->count;
    for (uint64_t k = low; exact && k <= high; k++) {
        exact = chain_pull_one(chain, k, &set);
        if (exact)
            add_cuts(&set, cuts);
    }
    vec_free(&set.parts);
    return exact;
}

static void make_level(Kinds *kinds, unsigned bits, Cuts *cuts)
{
    if (!cuts->len && bits != kinds->claim->full.bits)
        return;
    Level *level = &kinds->levels[kinds->count++];
    level->bits = bits;
    if (cuts->len)
        qsort(cuts->at, cuts->len, sizeof *cuts->at, by_value);
    uint64_t low = 0;
    vec_each (uint64_t, cut, cuts)
        if (*cut != low) {
            vec_push(&level->pieces, ((Stretch){low, *cut - 1}));
            low = *cut;
        }
    vec_push(&level->pieces, ((Stretch){low, chain_ones(bits)}));
}

/* The last level is that of the input, as far as it is in the range. */
static void keep_range(Level *level, Range range)
{
    Stretch parts[2];
    unsigned count = range_parts(range, parts);
    Pieces kept = {0};
    for (unsigned k = 0; k < count; k++)
        vec_each (Stretch, piece, &level->pieces) {
            Stretch part = {piece->low < parts[k].low ? parts[k].low : piece->low,
                            piece->high > parts[k].high ? parts[k].high : piece->high};
            if (part.low <= part.high)
                vec_push(&kept, part);
        }
    vec_free(&level->pieces);
    level->pieces = kept;
}

/* ---- values ---- */

/* The least value from `from` on that is in the chosen pieces of this level and all below; false:
 * there is none. */
static bool find_least(const Kinds *kinds, unsigned level, uint64_t from, uint64_t *value)
{
    Stretch piece = kinds->chosen[level];
    from = from < piece.low ? piece.low : from;
    if (from > piece.high)
        return false;
    if (!level) {
        *value = from;
        return true;
    }
    unsigned bits = kinds->levels[level - 1].bits;
    uint64_t base = from & ~chain_ones(bits), low;
    if (!find_least(kinds, level - 1, from & chain_ones(bits), &low)) {
        if (base == (UINT64_MAX & ~chain_ones(bits)) || !find_least(kinds, level - 1, 0, &low))
            return false;
        base += chain_ones(bits) + 1;
    }
    *value = base + low;
    return *value <= piece.high;
}

/* The same for the greatest value up to `from`. */
static bool find_greatest(const Kinds *kinds, unsigned level, uint64_t from, uint64_t *value)
{
    Stretch piece = kinds->chosen[level];
    from = from > piece.high ? piece.high : from;
    if (from < piece.low)
        return false;
    if (!level) {
        *value = from;
        return true;
    }
    uint64_t below = chain_ones(kinds->levels[level - 1].bits), base = from & ~below, low;
    if (!find_greatest(kinds, level - 1, from & below, &low)) {
        if (!base || !find_greatest(kinds, level - 1, below, &low))
            return false;
        base -= below + 1;
    }
    *value = base + low;
    return *value >= piece.low;
}

static uint64_t hash_of(const Claim *claim, uint64_t value)
{
    uint64_t hash = 0;
    vec_each (Chain, chain, &claim->seen)
        hash = (hash ^ chain_value(chain, value)) * 0x9e3779b97f4a7c15u + (hash >> 29);
    return hash;
}

static bool look_alike(const Claim *claim, uint64_t a, uint64_t b)
{
    vec_each (Chain, chain, &claim->seen)
        if (chain_value(chain, a) != chain_value(chain, b))
            return false;
    return true;
}

static void add_value(Kinds *kinds, uint64_t bits)
{
    Claim *claim = kinds->claim;
    uint64_t hash = hash_of(claim, bits);
    unsigned alike = 0, unused = 64u - claim->full.bits;
    uint64_t value =
        claim->narrow.is_signed ? (uint64_t)((int64_t)(bits << unused) >> unused) : bits;
    kinds->work += claim->seen.len + claim->values.len / 16 + 1;
    for (size_t k = 0; k < claim->values.len; k++) {
        if (claim->values.at[k] == value)
            return;
        alike += kinds->hashes.at[k] == hash && look_alike(claim, claim->values.at[k], bits);
    }
    if (alike >= (claim->pairs ? 2 : 1))
        return;
    vec_push(&claim->values, value);
    vec_push(&kinds->hashes, hash);
}

/* The value of the chosen kind that is nearest to zero, or the next one after another. */
static bool find_near(const Kinds *kinds, const uint64_t *other, uint64_t *value)
{
    unsigned top = kinds->count - 1;
    Range range = kinds->claim->narrow;
    bool negative = range.is_signed && kinds->chosen[top].low >> (range.bits - 1u);
    if (negative)
        return (!other || *other) &&
               find_greatest(kinds, top, other ? *other - 1 : UINT64_MAX, value);
    return (!other || *other != UINT64_MAX) &&
           find_least(kinds, top, other ? *other + 1 : 0, value);
}

/* Adds a value of each kind whose pieces above `level` are chosen, or two. */
static void add_kinds(Kinds *kinds, unsigned level)
{
    vec_each (Stretch, piece, &kinds->levels[level].pieces) {
        uint64_t value;
        kinds->chosen[level] = *piece;
        if (kinds->work > MOST_WORK)
            return;
        if (level) {
            add_kinds(kinds, level - 1);
            continue;
        }
        kinds->work++;
        if (!find_near(kinds, NULL, &value))
            continue;
        add_value(kinds, value);
        if (kinds->claim->pairs && find_near(kinds, &value, &value))
            add_value(kinds, value);
    }
}

static bool make_levels(Kinds *kinds, Cuts *cuts)
{
    Claim *claim = kinds->claim;
    vec_each (Chain, chain, &claim->seen)
        if (!cut_by(chain, cuts))
            return false;
    uint64_t product = 1;
    for (unsigned bits = 1; bits <= claim->full.bits; bits++)
        make_level(kinds, bits, &cuts[bits]);
    keep_range(&kinds->levels[kinds->count - 1], claim->narrow);
    for (unsigned k = 0; k < kinds->count && product <= MOST_KINDS; k++)
        product *= kinds->levels[k].pieces.len;
    return product <= MOST_KINDS;
}

bool claim_find_values(Claim *claim)
{
    Kinds *kinds = memory_alloc(sizeof *kinds);
    Cuts *cuts = memory_alloc(65 * sizeof *cuts);
    kinds->claim = claim;
    claim->values.len = 0;
    bool exact = make_levels(kinds, cuts);
    if (exact)
        add_kinds(kinds, kinds->count - 1);
    exact = exact && kinds->work <= MOST_WORK;
    for (unsigned k = 0; k < kinds->count; k++)
        vec_free(&kinds->levels[k].pieces);
    for (unsigned k = 0; k < 65; k++)
        vec_free(&cuts[k]);
    vec_free(&kinds->hashes);
    memory_free(kinds);
    memory_free(cuts);
    return exact && claim->values.len > 0;
}

void claim_free(Claim *claim)
{
    vec_free(&claim->ways);
    vec_free(&claim->never);
    vec_free(&claim->seen);
    vec_free(&claim->values);
}
