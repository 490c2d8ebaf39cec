/* intern_share.c -- the tables of intern.h in memory that several processes share (share.h).
 *
 * One process, the first, moves a table there, forks others, and from then on all may add to it at
 * once (index_meet).  Which number a thing gets then depends on who is faster; that equal things have
 * equal numbers does not.  A table grows while only the first process runs (.._prepare): its arrays
 * never move, so the others need only follow (share_follow).  Where a process that was forked finds
 * no room it ends with the status SHARE_NO_ROOM, and has claimed nothing.  When the first process adds
 * something it is alone, and makes room at once.
 *
 * Fresh pairs: states of the next level.  The table of all older ones stays as it is; new pairs share its
 * index, but have numbers of their own until it is known in which order they come (fresh_settle). */
#include <unistd.h>

#include "base/intern_keys.h"
#include "base/intern_share.h"

enum { LEAST_LOG = 6 };    /* of a segment of an index */
enum { MANY = 1 << 14 };   /* numbers in an index, for which it is worth to let others sort it */
enum { SPARE = 1 << 10 };  /* numbers that are free for those who look at the same time */
enum { WORDS_ROOM = 256 }; /* for each record, on the average, when there is to be room for some */

static uint64_t now(const uint64_t *at)
{
    return __atomic_load_n(at, __ATOMIC_RELAXED);
}

static uint64_t take(uint64_t *at, uint64_t count)
{
    return __atomic_fetch_add(at, count, __ATOMIC_RELAXED);
}

static bool is_full(const Joint *joint)
{
    return now(&joint->with->len) + SPARE >= joint->with->most;
}

static void need_growth(const Joint *joint)
{
    if (joint->helps)
        _exit(SHARE_NO_ROOM);
}

/* So many buckets that an index for so many numbers is at most three quarters full. */
static uint32_t log_for(uint64_t most)
{
    uint32_t log = LEAST_LOG;
    while ((uint64_t)INDEX_SEGMENTS * BUCKET_IDS * 3 / 4 << log < most)
        log++;
    return log;
}

/* Room for twice as many numbers as there are. */
static uint64_t twice(uint64_t len)
{
    return 2 * len + 4 * SPARE;
}

/* What is likely to be there soon. */
static uint64_t with_some_more(uint64_t len)
{
    return len + len / 8;
}

/* An index for `most` numbers: a new one if the old one is too small, or not there. */
static void widen(Index *index, Share *share, Shared *with, uint32_t first, IndexHash *hash_of,
                  const void *table)
{
    uint32_t log = log_for(with->most), count = (uint32_t)now(&with->len) - first;
    Bucket *buckets = index->segment[0].buckets;
    if (!share && log == index->segment[0].log)
        return;
    assert(share || log > index->segment[0].log);
    size_t bytes = sizeof(Bucket) * INDEX_SEGMENTS << log;
    if (share) {
        index_free(index);
        buckets = share_array(share, bytes);
    } else
        share_extend(buckets, bytes);
    share_enlarge(buckets, bytes);
    with->unsorted = with->later && count >= MANY;
    if (with->unsorted)
        index_lay_out(index, buckets, log);
    else
        index_spread(index, buckets, log, first, count, hash_of, table);
}

/* The index as it is now; numbers have room below `most`, and that tells how large it is. */
static void follow(Index *index, const Joint *joint)
{
    uint32_t log = log_for(joint->with->most);
    Bucket *buckets = index->segment[0].buckets;
    for (uint32_t i = 0; i < INDEX_SEGMENTS; i++) {
        index->segment[i].buckets = buckets + ((size_t)i << log);
        index->segment[i].log = log;
    }
}

void records_follow(Records *records)
{
    follow(&records->index, &records->joint);
}

void pairs_follow(Pairs *pairs)
{
    follow(&pairs->index, &pairs->joint);
}

void tree_follow(Tree *tree)
{
    for (unsigned h = 1; h < TREE_LEVELS; h++)
        follow(&tree->level[h].index, &tree->level[h].joint);
}

static void sort_part(Index *index, const Shared *with, unsigned part, unsigned parts,
                      uint32_t first, IndexHash *hash_of, const void *table)
{
    if (with->unsorted)
        index_spread_part(index, part, parts, first, (uint32_t)now(&with->len) - first, hash_of,
                          table);
}

void records_sort_part(Records *records, unsigned part, unsigned parts)
{
    sort_part(&records->index, records->joint.with, part, parts, 1, hash_record, records);
}

void pairs_sort_part(Pairs *pairs, unsigned part, unsigned parts)
{
    sort_part(&pairs->index, pairs->joint.with, part, parts, 0, hash_pair_at, pairs);
}

void tree_sort_part(Tree *tree, unsigned part, unsigned parts)
{
    for (unsigned h = 1; h < TREE_LEVELS; h++) {
        Quads *quads = &tree->level[h];
        sort_part(&quads->index, quads->joint.with, part, parts, 0, hash_quad_at, quads);
    }
}

/* ---- records ---- */

static uint32_t make_record(void *table, const void *key)
{
    Records *records = table;
    const RecordKey *k = key;
    uint64_t start = take(&records->joint.with->words, k->len);
    uint32_t id = (uint32_t)take(&records->joint.with->len, 1);
    records->start.at[id] = (uint32_t)start;
    records->words.at[id] = (uint32_t)k->len;
    if (k->len)
        memcpy(records->chunks.at[start / RECORD_CHUNK] + start % RECORD_CHUNK, k->words,
               k->len * sizeof *k->words);
    if (!records->joint.helps)
        records->start.len = records->words.len = id + (size_t)1;
    return id;
}

void records_recount(Records *records)
{
    records->start.len = records->words.len = now(&records->joint.with->len);
    records->used = now(&records->joint.with->words);
}

/* All chunks from it on are one array. */
static size_t first_shared_chunk(const Records *records)
{
    size_t begin = records->chunks.len;
    while (begin && share_has(records->chunks.at[begin - 1]))
        begin--;
    return begin;
}

static void grow_records(Records *records, uint64_t most, uint64_t words)
{
    Shared *with = records->joint.with;
    size_t first = records->chunks.len, begin = first_shared_chunk(records);
    records_recount(records);
    if (words > UINT32_MAX)
        words = UINT32_MAX;
    vec_reserve(&records->start, most);
    vec_reserve(&records->words, most);
    uint64_t *block = records->chunks.at[begin];
    size_t chunks = (size_t)(words / RECORD_CHUNK) + 1;
    if (chunks > first)
        share_extend(block, (chunks - begin) * RECORD_CHUNK * sizeof *block);
    for (size_t k = first; k < chunks; k++)
        vec_push(&records->chunks, block + (k - begin) * RECORD_CHUNK);
    with->most_words = records->chunks.len * (uint64_t)RECORD_CHUNK;
    with->most = most > with->most ? most : with->most;
    widen(&records->index, NULL, with, 1, hash_record, records);
}

static bool room_for_record(void *table, const void *key)
{
    Records *records = table;
    const Shared *with = records->joint.with;
    uint64_t words = ((const RecordKey *)key)->len + (uint64_t)SPARE * WORDS_ROOM;
    if (!is_full(&records->joint) && now(&with->words) + words < with->most_words)
        return true;
    need_growth(&records->joint);
    if (now(&with->words) + words > UINT32_MAX)
        memory_exhausted();
    grow_records(records, twice(now(&with->len)), now(&with->words) + 4 * words);
    return false;
}

static __attribute__((noinline)) uint32_t meet_record(Records *records, uint64_t hash,
                                                      const RecordKey *key)
{
    bool is_new;
    return index_meet(&records->index, hash, same_record, make_record, room_for_record, records,
                      key, &is_new);
}

uint32_t records_meet(Records *records, const uint64_t *words, size_t len)
{
    RecordKey key = {words, len};
    uint64_t hash = XXH3_64bits(words, len * sizeof *words);
    uint32_t id = index_seek(&records->index, hash, same_record, records, &key);
    return id != INDEX_NONE ? id : meet_record(records, hash, &key);
}

/* The records that are there stay where they are: they do not change, and those who are forked see
 * them. */
void records_share(Records *records, Share *share, Shared *with)
{
    if (!records->start.len) {
        vec_push(&records->start, 0);
        vec_push(&records->words, 0);
    }
    uint64_t most = twice(records->start.len);
    vec_move_to(share, &records->start, most);
    vec_move_to(share, &records->words, most);
    vec_move_to(share, &records->chunks, records->chunks.len + 1);
    records->used = records->chunks.len * (uint64_t)RECORD_CHUNK;
    vec_push(&records->chunks, share_array(share, RECORD_CHUNK * sizeof(uint64_t)));
    *with = (Shared){.len = records->start.len,
                     .words = records->used,
                     .most = most,
                     .most_words = records->chunks.len * (uint64_t)RECORD_CHUNK};
    records->joint = (Joint){.with = with};
    widen(&records->index, share, with, 1, hash_record, records);
}

void records_prepare(Records *records)
{
    const Shared *with = records->joint.with;
    uint64_t len = now(&with->len), words = now(&with->words);
    if (3 * len / 2 + 2 * SPARE > with->most ||
        3 * words / 2 + 2 * SPARE * WORDS_ROOM > with->most_words)
        grow_records(records, twice(len), 2 * words + 4 * SPARE * WORDS_ROOM);
    records_recount(records);
    share_enlarge(records->start.at, with_some_more(len) * sizeof *records->start.at);
    share_enlarge(records->words.at, with_some_more(len) * sizeof *records->words.at);
    uint64_t *block = records->chunks.at[first_shared_chunk(records)];
    uint64_t before = first_shared_chunk(records) * (uint64_t)RECORD_CHUNK;
    share_enlarge(block, with_some_more(words - before) * sizeof *block);
}

/* ---- pairs ---- */

uint32_t pairs_find(Pairs *pairs, uint32_t left, uint32_t right)
{
    uint64_t pair = (uint64_t)left << 32 | right;
    assert(!pairs->joint.with);
    return index_find(&pairs->index, hash_pair(pair), same_pair, pairs, &pair);
}

static uint32_t make_pair(void *table, const void *key)
{
    Pairs *pairs = table;
    uint32_t id = (uint32_t)take(&pairs->joint.with->len, 1);
    pairs->at.at[id] = *(const uint64_t *)key;
    if (!pairs->joint.helps)
        pairs->at.len = id + (size_t)1;
    return id;
}

static void grow_pairs(Pairs *pairs, uint64_t most)
{
    pairs->at.len = now(&pairs->joint.with->len);
    if (pairs->at.len + SPARE >= FRESH)
        memory_exhausted();
    vec_reserve(&pairs->at, most);
    pairs->joint.with->most = most;
    widen(&pairs->index, NULL, pairs->joint.with, 0, hash_pair_at, pairs);
}

static bool room_for_pair(void *table, const void *key)
{
    Pairs *pairs = table;
    (void)key;
    if (!is_full(&pairs->joint))
        return true;
    need_growth(&pairs->joint);
    grow_pairs(pairs, twice(now(&pairs->joint.with->len)));
    return false;
}

static __attribute__((noinline)) uint32_t meet_pair(Pairs *pairs, uint64_t hash, uint64_t pair,
                                                    bool *is_new)
{
    return index_meet(&pairs->index, hash, same_pair, make_pair, room_for_pair, pairs, &pair,
                      is_new);
}

uint32_t pairs_meet(Pairs *pairs, uint64_t pair, bool *is_new)
{
    uint64_t hash = hash_pair(pair);
    uint32_t id = index_seek(&pairs->index, hash, same_pair, pairs, &pair);
    *is_new = false;
    return id != INDEX_NONE ? id : meet_pair(pairs, hash, pair, is_new);
}

void pairs_share(Pairs *pairs, Share *share, Shared *with)
{
    uint64_t most = twice(pairs->at.len);
    vec_move_to(share, &pairs->at, most);
    *with = (Shared){.len = pairs->at.len, .most = most};
    pairs->joint = (Joint){.with = with};
    widen(&pairs->index, share, with, 0, hash_pair_at, pairs);
}

void pairs_prepare(Pairs *pairs, uint64_t more)
{
    uint64_t len = now(&pairs->joint.with->len);
    more = more > len / 2 ? more : len / 2;
    if (len + more + 2 * SPARE > pairs->joint.with->most)
        grow_pairs(pairs, more > len ? len + more + 4 * SPARE : twice(len));
    pairs->at.len = len;
    share_enlarge(pairs->at.at, with_some_more(len) * sizeof *pairs->at.at);
}

void pairs_recount(Pairs *pairs)
{
    pairs->at.len = now(&pairs->joint.with->len);
}

void pairs_cut(Pairs *pairs, uint32_t count)
{
    assert(pairs->joint.with && !pairs->joint.helps && count <= pairs->at.len);
    for (uint32_t id = (uint32_t)pairs->at.len; id-- > count;)
        index_drop(&pairs->index, hash_pair_at(pairs, id), id);
    pairs->at.len = pairs->joint.with->len = count;
}

uint32_t pairs_append(Pairs *pairs, uint64_t pair)
{
    assert(pairs->joint.with && !pairs->joint.helps);
    while (!room_for_pair(pairs, &pair))
        continue;
    return make_pair(pairs, &pair);
}

void pairs_sort_in(Pairs *pairs)
{
    index_spread(&pairs->index, pairs->index.segment[0].buckets, pairs->index.segment[0].log, 0,
                 (uint32_t)pairs->at.len, hash_pair_at, pairs);
}

/* ---- trees ---- */

static uint32_t make_quad(void *table, const void *key)
{
    Quads *quads = table;
    uint32_t id = (uint32_t)take(&quads->joint.with->len, 1);
    quads->at.at[id] = *(const Quad *)key;
    if (!quads->joint.helps)
        quads->at.len = id + (size_t)1;
    return id;
}

static void grow_quads(Quads *quads, uint64_t most)
{
    quads->at.len = now(&quads->joint.with->len);
    vec_reserve(&quads->at, most);
    quads->joint.with->most = most;
    widen(&quads->index, NULL, quads->joint.with, 0, hash_quad_at, quads);
}

static bool room_for_quad(void *table, const void *key)
{
    Quads *quads = table;
    (void)key;
    if (!is_full(&quads->joint))
        return true;
    need_growth(&quads->joint);
    grow_quads(quads, twice(now(&quads->joint.with->len)));
    return false;
}

static __attribute__((noinline)) uint32_t meet_quad(Quads *quads, uint64_t hash, Quad children)
{
    bool is_new;
    return index_meet(&quads->index, hash, same_quad, make_quad, room_for_quad, quads, &children,
                      &is_new);
}

uint32_t quads_meet(Quads *quads, Quad children)
{
    uint64_t hash = hash_quad(children);
    uint32_t id = index_seek(&quads->index, hash, same_quad, quads, &children);
    return id != INDEX_NONE ? id : meet_quad(quads, hash, children);
}

void tree_share(Tree *tree, Share *share, Shared with[TREE_LEVELS])
{
    for (unsigned h = 1; h < TREE_LEVELS; h++) {
        Quads *quads = &tree->level[h];
        uint64_t most = twice(quads->at.len);
        vec_move_to(share, &quads->at, most);
        with[h] = (Shared){.len = quads->at.len, .most = most};
        quads->joint = (Joint){.with = &with[h]};
        widen(&quads->index, share, &with[h], 0, hash_quad_at, quads);
    }
}

void tree_prepare(Tree *tree)
{
    for (unsigned h = 1; h < TREE_LEVELS; h++) {
        Quads *quads = &tree->level[h];
        uint64_t len = now(&quads->joint.with->len);
        if (3 * len / 2 + 2 * SPARE > quads->joint.with->most)
            grow_quads(quads, twice(len));
        quads->at.len = len;
        share_enlarge(quads->at.at, with_some_more(len) * sizeof *quads->at.at);
    }
}

void tree_recount(Tree *tree)
{
    for (unsigned h = 1; h < TREE_LEVELS; h++)
        tree->level[h].at.len = now(&tree->level[h].joint.with->len);
}

/* ---- fresh pairs ---- */

static bool same_fresh(const void *table, uint32_t id, const void *key)
{
    const FreshPairs *fresh = table;
    const uint64_t *at = id & FRESH ? fresh->at : fresh->old->at.at;
    return at[id & ~FRESH] == *(const uint64_t *)key;
}

static uint32_t make_fresh(void *table, const void *key)
{
    FreshPairs *fresh = table;
    uint32_t id = (uint32_t)take(&fresh->joint.with->len, 1);
    fresh->at[id] = *(const uint64_t *)key;
    return id | FRESH;
}

static bool room_for_fresh(void *table, const void *key)
{
    const FreshPairs *fresh = table;
    (void)key;
    if (is_full(&fresh->joint))
        _exit(SHARE_NO_ROOM);
    return true;
}

void fresh_share(FreshPairs *fresh, Pairs *old, Share *share, Shared *with)
{
    *with = (Shared){0};
    *fresh = (FreshPairs){.old = old,
                          .at = share_array(share, 1),
                          .marks = share_array(share, 1),
                          .final = share_array(share, 1),
                          .joint = {.with = with}};
}

/* As many as the old table has room for. */
void fresh_prepare(FreshPairs *fresh)
{
    Shared *with = fresh->joint.with;
    uint64_t count = now(&with->len), most = fresh->old->joint.with->most - fresh->old->at.len;
    memset(fresh->marks, 0, count * sizeof *fresh->marks);
    memset(fresh->final, 0, count * sizeof *fresh->final);
    share_extend(fresh->at, most * sizeof *fresh->at);
    share_extend(fresh->marks, most * sizeof *fresh->marks);
    share_extend(fresh->final, most * sizeof *fresh->final);
    share_enlarge(fresh->at, with_some_more(count) * sizeof *fresh->at);
    share_enlarge(fresh->marks, with_some_more(count) * sizeof *fresh->marks);
    share_enlarge(fresh->final, with_some_more(count) * sizeof *fresh->final);
    with->most = most;
    with->len = 0;
}

void fresh_free(FreshPairs *fresh)
{
    vec_release(fresh->at);
    vec_release(fresh->marks);
    vec_release(fresh->final);
    *fresh = (FreshPairs){0};
}

static __attribute__((noinline)) uint32_t meet_fresh(FreshPairs *fresh, uint64_t hash,
                                                     uint64_t pair)
{
    bool is_new;
    return index_meet(&fresh->old->index, hash, same_fresh, make_fresh, room_for_fresh, fresh,
                      &pair, &is_new);
}

/* As pairs_prefetch_pair; some are fresh. */
void fresh_prefetch_pair(const FreshPairs *fresh, uint32_t left, uint32_t right)
{
    uint32_t id = index_guess(&fresh->old->index, hash_pair((uint64_t)left << 32 | right));
    if (id == INDEX_NONE)
        return;
    if (id & FRESH)
        __builtin_prefetch(&fresh->marks[id & ~FRESH]);
    __builtin_prefetch(id & FRESH ? &fresh->at[id & ~FRESH] : &fresh->old->at.at[id]);
}

uint32_t fresh_add(FreshPairs *fresh, uint32_t left, uint32_t right, uint32_t mark)
{
    uint64_t pair = (uint64_t)left << 32 | right, hash = hash_pair(pair);
    uint32_t id = index_seek(&fresh->old->index, hash, same_fresh, fresh, &pair);
    if (id == INDEX_NONE)
        id = meet_fresh(fresh, hash, pair);
    if (!(id & FRESH))
        return id;
    uint32_t *at = &fresh->marks[id & ~FRESH];
    uint32_t known = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (known < ~mark && !__atomic_compare_exchange_n(at, &known, ~mark, true, __ATOMIC_RELAXED,
                                                         __ATOMIC_RELAXED))
        ;
    return id;
}

void fresh_prefetch_bucket(const FreshPairs *fresh, uint32_t id)
{
    uint64_t hash = hash_pair(fresh->at[id & ~FRESH]);
    const Segment *segment = &fresh->old->index.segment[hash >> 60];
    __builtin_prefetch(&segment->buckets[index_bucket(segment, hash)], 1);
}

void fresh_settle(FreshPairs *fresh, uint32_t id, uint32_t final)
{
    uint64_t pair = fresh->at[id & ~FRESH], hash = hash_pair(pair);
    Segment *segment = index_segment(&fresh->old->index, hash);
    uint32_t mask = (1u << segment->log) - 1;
    fresh->old->at.at[final] = pair;
    for (uint32_t i = index_bucket(segment, hash);; i = (i + 1) & mask) {
        Bucket *bucket = &segment->buckets[i];
        IndexTags tags = index_tags(bucket);
        for (unsigned m = index_match_tags(tags, index_tag(hash)); m; m &= m - 1) {
            uint32_t *at = &bucket->id[__builtin_ctz(m)];
            if (__atomic_load_n(at, __ATOMIC_RELAXED) == id) {
                __atomic_store_n(at, final, __ATOMIC_RELAXED);
                return;
            }
        }
        assert(!index_match_tags(tags, 0));
    }
}
