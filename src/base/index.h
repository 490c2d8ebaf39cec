/* index.h -- the hash index below every interning table: from a hash to the ids of records.
 *
 * The records live elsewhere; the index keeps 32-bit ids in buckets of one cache line, with a byte
 * of the hash beside each id, so that a look-up costs one miss here and one at the record.  It is
 * split into segments by the hash's upper bits; each grows alone, so no insertion waits for a
 * rehash of everything, and the peak of memory is one segment above the need.  Nothing is ever
 * removed.
 *
 * The callbacks are constants at every call and are inlined. */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/check.h"
#include "base/memory.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BUCKET_IDS = 12, INDEX_SEGMENTS = 16 };

typedef struct Bucket {
    uint8_t tag[16]; /* 0: empty; the last four are never used */
    uint32_t id[BUCKET_IDS];
} Bucket;

typedef struct Segment {
    Bucket *buckets; /* 1 << log of them; NULL: empty */
    uint32_t log, count;
} Segment;

typedef struct Index {
    Segment segment[INDEX_SEGMENTS];
} Index;

#define INDEX_NONE UINT32_MAX
typedef bool IndexSame(const void *table, uint32_t id, const void *key);
typedef uint64_t IndexHash(const void *table, uint32_t id);

void index_free(Index *index);
uint64_t index_bytes(const Index *index);
void index_grow(Segment *segment, IndexHash *hash_of, const void *table);
/* A walker: the index has the ids first .. first + count - 1, each once, where a look-up for its
 * hash comes by. */
void index_check(const Index *index, uint32_t first, uint64_t count, IndexHash *hash_of,
                 const void *table);

static inline uint8_t index_tag(uint64_t hash)
{
    uint8_t tag = (uint8_t)hash;
    return tag ? tag : 1;
}

/* Bit i is set where byte i of the bucket's tags equals `tag`. */
static inline unsigned index_match(const Bucket *bucket, uint8_t tag)
{
#ifdef __SSE2__
    __m128i tags = _mm_loadu_si128((const __m128i *)bucket->tag);
    unsigned equal = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(tags, _mm_set1_epi8((char)tag)));
    return equal & ((1u << BUCKET_IDS) - 1);
#else
    unsigned equal = 0;
    for (unsigned i = 0; i < BUCKET_IDS; i++)
        equal |= (unsigned)(bucket->tag[i] == tag) << i;
    return equal;
#endif
}

static inline Segment *index_segment(Index *index, uint64_t hash)
{
    return &index->segment[hash >> 60];
}

static inline uint32_t index_bucket(const Segment *segment, uint64_t hash)
{
    return (uint32_t)(hash >> 8) & ((1u << segment->log) - 1);
}

/* Brings the bucket of a hash into the cache. */
static inline void index_prefetch(const Index *index, uint64_t hash)
{
    const Segment *segment = &index->segment[hash >> 60];
    if (segment->buckets)
        __builtin_prefetch(&segment->buckets[index_bucket(segment, hash)]);
}

/* The first id with the right tag in the bucket of a hash, to bring its record into the cache. */
static inline uint32_t index_guess(const Index *index, uint64_t hash)
{
    const Segment *segment = &index->segment[hash >> 60];
    if (!segment->buckets)
        return INDEX_NONE;
    const Bucket *bucket = &segment->buckets[index_bucket(segment, hash)];
    unsigned match = index_match(bucket, index_tag(hash));
    return match ? bucket->id[__builtin_ctz(match)] : INDEX_NONE;
}

/* The id of the record that equals `key`, or INDEX_NONE. */
static inline __attribute__((always_inline)) uint32_t
index_find(Index *index, uint64_t hash, IndexSame *same, const void *table, const void *key)
{
    Segment *segment = index_segment(index, hash);
    if (!segment->buckets)
        return INDEX_NONE;
    uint32_t mask = (1u << segment->log) - 1;
    for (uint32_t i = index_bucket(segment, hash);; i = (i + 1) & mask) {
        const Bucket *bucket = &segment->buckets[i];
        for (unsigned m = index_match(bucket, index_tag(hash)); m; m &= m - 1) {
            uint32_t id = bucket->id[__builtin_ctz(m)];
            if (same(table, id, key))
                return id;
        }
        if (index_match(bucket, 0))
            return INDEX_NONE;
    }
}

static inline void index_put(Segment *segment, uint64_t hash, uint32_t id)
{
    uint32_t mask = (1u << segment->log) - 1;
    uint32_t i = index_bucket(segment, hash);
    unsigned empty;
    while (!(empty = index_match(&segment->buckets[i], 0)))
        i = (i + 1) & mask;
    unsigned slot = (unsigned)__builtin_ctz(empty);
    hard_assert(slot < BUCKET_IDS && !segment->buckets[i].tag[slot]);
    segment->buckets[i].tag[slot] = index_tag(hash);
    segment->buckets[i].id[slot] = id;
    segment->count++;
}

/* Adds an id that is not there yet. */
static inline void index_add(Index *index, uint64_t hash, uint32_t id, IndexHash *hash_of,
                             const void *table)
{
    Segment *segment = index_segment(index, hash);
    /* At most 5/6 full, and always one empty place, so that look-ups end. */
    if (!segment->buckets || segment->count + 1 > ((uint64_t)(BUCKET_IDS - 2) << segment->log))
        index_grow(segment, hash_of, table);
    hard_assert(id != INDEX_NONE && hash_of(table, id) == hash);
    index_put(segment, hash, id);
}

/* ---- many at once ----
 *
 * In memory that processes share (share.h), or among threads.  All segments have the same size; a free
 * place has INDEX_NONE as its id.  Who adds a record claims the first free place on the way of its hash
 * by its tag, makes the record and only then writes the id there.  Whoever meets the tag of his own
 * hash without an id waits for it: it may become the record that he is about to add himself.  Two
 * who add equal records come by the same places, and so one of them waits for the other. */
typedef uint32_t IndexMake(void *table, const void *key);
/* Before a place is claimed: is there room for one more?  False: there is now, and places are others. */
typedef bool IndexRoom(void *table, const void *key);

/* Makes room in `buckets` for all segments, 1 << log buckets each, and puts these ids there. */
void index_spread(Index *index, Bucket *buckets, uint32_t log, uint32_t first, uint32_t count,
                  IndexHash *hash_of, const void *table);
/* The same in two steps, of which the second is done in parts: by several who each have the index. */
void index_lay_out(Index *index, Bucket *buckets, uint32_t log);
void index_spread_part(Index *index, unsigned part, unsigned parts, uint32_t first, uint32_t count,
                       IndexHash *hash_of, const void *table);

/* The tags of a bucket as they are now.  Places are claimed in their order, so what lies before the first
 * free one of a copy will not change. */
#ifdef __SSE2__
typedef __m128i
    IndexTags; /* not by way of memory: a load of sixteen bytes waits for two stores of eight */
#else
typedef Bucket IndexTags;
#endif

static inline IndexTags index_tags(const Bucket *bucket)
{
    typedef uint64_t __attribute__((may_alias)) Eight;
    const Eight *tags = (const Eight *)(const void *)bucket->tag;
    uint64_t low = __atomic_load_n(tags, __ATOMIC_RELAXED);
    uint64_t high = __atomic_load_n(tags + 1, __ATOMIC_RELAXED);
#ifdef __SSE2__
    return _mm_set_epi64x((long long)high, (long long)low);
#else
    Bucket copy;
    memcpy(copy.tag, (uint64_t[]){low, high}, sizeof copy.tag);
    return copy;
#endif
}

static inline unsigned index_match_tags(IndexTags tags, uint8_t tag)
{
#ifdef __SSE2__
    unsigned equal = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(tags, _mm_set1_epi8((char)tag)));
    return equal & ((1u << BUCKET_IDS) - 1);
#else
    return index_match(&tags, tag);
#endif
}

static inline uint32_t index_await(const uint32_t *id)
{
    uint32_t known;
    for (unsigned k = 1; (known = __atomic_load_n(id, __ATOMIC_ACQUIRE)) == INDEX_NONE; k++)
        if (k % 64 == 0)
            sched_yield();
    return known;
}

/* The id of the record that equals `key`; INDEX_NONE: it is not there, or not yet.  Most look-ups end here. */
static inline __attribute__((always_inline)) uint32_t
index_seek(const Index *index, uint64_t hash, IndexSame *same, const void *table, const void *key)
{
    const Segment *segment = &index->segment[hash >> 60];
    uint32_t mask = (1u << segment->log) - 1;
    for (uint32_t i = index_bucket(segment, hash);; i = (i + 1) & mask) {
        const Bucket *bucket = &segment->buckets[i];
        IndexTags tags = index_tags(bucket);
        for (unsigned m = index_match_tags(tags, index_tag(hash)); m; m &= m - 1) {
            uint32_t id = __atomic_load_n(&bucket->id[__builtin_ctz(m)], __ATOMIC_ACQUIRE);
            if (id == INDEX_NONE)
                return INDEX_NONE;
            if (same(table, id, key))
                return id;
        }
        if (index_match_tags(tags, 0))
            return INDEX_NONE;
    }
}

/* The id of the record that equals `key`, which is made if it is not there. */
static inline __attribute__((always_inline)) uint32_t index_meet(Index *index, uint64_t hash,
                                                                 IndexSame *same, IndexMake *make,
                                                                 IndexRoom *room, void *table,
                                                                 const void *key, bool *is_new)
{
    uint8_t tag = index_tag(hash);
    *is_new = false;
begin:;
    Segment *segment = index_segment(index, hash);
    uint32_t mask = (1u << segment->log) - 1;
    for (uint32_t i = index_bucket(segment, hash);;) {
        Bucket *bucket = &segment->buckets[i];
        IndexTags tags = index_tags(bucket);
        for (unsigned m = index_match_tags(tags, tag); m; m &= m - 1) {
            uint32_t id = index_await(&bucket->id[__builtin_ctz(m)]);
            if (same(table, id, key))
                return id;
        }
        unsigned empty = index_match_tags(tags, 0); /* of the same copy */
        if (!empty) {
            i = (i + 1) & mask;
            continue;
        }
        if (!room(table, key))
            goto begin;
        unsigned slot = (unsigned)__builtin_ctz(empty);
        uint8_t none = 0;
        if (!__atomic_compare_exchange_n(&bucket->tag[slot], &none, tag, false, __ATOMIC_RELAXED,
                                         __ATOMIC_RELAXED))
            continue; /* somebody was faster: perhaps with the same record */
        uint32_t id = make(table, key);
        __atomic_store_n(&bucket->id[slot], id, __ATOMIC_RELEASE);
        *is_new = true;
        return id;
    }
}

/* Takes an id away that was added after all that stay; nobody else looks at the index.  If it is not there nothing
 * happens.  (Places before it may be free already: they were those of others that went.) */
static inline void index_drop(Index *index, uint64_t hash, uint32_t id)
{
    Segment *segment = index_segment(index, hash);
    uint32_t mask = (1u << segment->log) - 1, first = index_bucket(segment, hash), i = first;
    do {
        Bucket *bucket = &segment->buckets[i];
        for (unsigned m = index_match(bucket, index_tag(hash)); m; m &= m - 1) {
            unsigned slot = (unsigned)__builtin_ctz(m);
            if (bucket->id[slot] != id)
                continue;
            bucket->tag[slot] = 0;
            bucket->id[slot] = INDEX_NONE;
            return;
        }
        i = (i + 1) & mask;
    } while (i != first);
}

#endif
