/* index.c -- see index.h. */
#include "base/index.h"

#include <stdlib.h>
#include <string.h>

#include "base/share.h"

void index_grow(Segment *segment, IndexHash *hash_of, const void *table)
{
    Segment old = *segment;
    segment->log = old.buckets ? old.log + 1 : TABLE_LOG;
    segment->buckets = memory_alloc_table(sizeof(Bucket) << segment->log, sizeof(Bucket));
    segment->count = 0;
    for (uint32_t i = 0; old.buckets && i < 1u << old.log; i++)
        for (unsigned slot = 0; slot < BUCKET_IDS; slot++)
            if (old.buckets[i].tag[slot])
                index_put(segment, hash_of(table, old.buckets[i].id[slot]),
                          old.buckets[i].id[slot]);
    assert(segment->count == old.count);
    free(old.buckets);
}

/* No empty place lies between the bucket of a hash and bucket `at`: a look-up does not end
 * before. */
static bool is_on_the_way(const Segment *segment, uint64_t hash, uint32_t at)
{
    uint32_t mask = (1u << segment->log) - 1;
    for (uint32_t i = index_bucket(segment, hash); i != at; i = (i + 1) & mask)
        if (index_match(&segment->buckets[i], 0))
            return false;
    return true;
}

typedef struct IndexWalk {
    const Index *index;
    IndexHash *hash_of;
    const void *table;
    uint32_t first;
    uint64_t count;
    uint8_t *seen; /* id - first -> is it there? */
} IndexWalk;

static void check_segment(IndexWalk *walk, unsigned number)
{
    const Segment *segment = &walk->index->segment[number];
    uint32_t count = 0;
    for (uint32_t i = 0; segment->buckets && i < 1u << segment->log; i++)
        for (unsigned slot = 0; slot < BUCKET_IDS; slot++) {
            const Bucket *bucket = &segment->buckets[i];
            uint64_t place = (uint64_t)bucket->id[slot] - walk->first;
            if (!bucket->tag[slot])
                continue;
            assert(place < walk->count && !walk->seen[place]);
            uint64_t hash = walk->hash_of(walk->table, bucket->id[slot]);
            assert(hash >> 60 == number && index_tag(hash) == bucket->tag[slot]);
            assert(is_on_the_way(segment, hash, i));
            walk->seen[place] = 1;
            count++;
        }
    assert(count == segment->count);
    assert(!count || count <= (uint64_t)(BUCKET_IDS - 2) << segment->log);
}

void index_check(const Index *index, uint32_t first, uint64_t count, IndexHash *hash_of,
                 const void *table)
{
    IndexWalk walk = {index, hash_of, table, first, count, memory_alloc(count)};
    uint64_t sum = 0;
    for (unsigned i = 0; i < INDEX_SEGMENTS; i++) {
        check_segment(&walk, i);
        sum += index->segment[i].count;
    }
    assert(sum == count);
    memory_free(walk.seen);
}

void index_lay_out(Index *index, Bucket *buckets, uint32_t log)
{
    for (uint32_t i = 0; i < INDEX_SEGMENTS; i++)
        index->segment[i] = (Segment){.buckets = buckets + ((size_t)i << log), .log = log};
}

typedef struct Batch {
    uint64_t hashes[64];
    uint32_t ids[64];
    uint32_t count;
} Batch;

static void put_batch(Index *index, Batch *batch)
{
    for (uint32_t k = 0; k < batch->count; k++)
        index_prefetch(index, batch->hashes[k]);
    for (uint32_t k = 0; k < batch->count; k++)
        index_put(index_segment(index, batch->hashes[k]), batch->hashes[k], batch->ids[k]);
    batch->count = 0;
}

static void clear_segment(const Segment *segment)
{
    for (uint32_t k = 0; k < 1u << segment->log; k++) {
        memset(segment->buckets[k].tag, 0, sizeof segment->buckets[k].tag);
        memset(segment->buckets[k].id, 0xff, sizeof segment->buckets[k].id);
    }
}

/* Those of a segment are put there in the order of their numbers.  Whose a number is cannot be foreseen, so there
 * is no branch for it. */
void index_spread_part(Index *index, unsigned part, unsigned parts, uint32_t first, uint32_t count,
                       IndexHash *hash_of, const void *table)
{
    Batch batch = {.count = 0};
    uint32_t mine = 0;
    for (uint32_t i = part; i < INDEX_SEGMENTS; i += parts) {
        clear_segment(&index->segment[i]);
        mine |= 1u << i;
    }
    for (uint32_t id = first; mine && id - first < count; id++) {
        uint64_t hash = hash_of(table, id);
        batch.hashes[batch.count] = hash;
        batch.ids[batch.count] = id;
        batch.count += mine >> (hash >> 60) & 1;
        if (batch.count == sizeof batch.ids / sizeof *batch.ids)
            put_batch(index, &batch);
    }
    put_batch(index, &batch);
}

void index_spread(Index *index, Bucket *buckets, uint32_t log, uint32_t first, uint32_t count,
                  IndexHash *hash_of, const void *table)
{
    index_lay_out(index, buckets, log);
    index_spread_part(index, 0, 1, first, count, hash_of, table);
}

void index_free(Index *index)
{
    for (unsigned i = 0; i < INDEX_SEGMENTS; i++)
        if (!share_has(index->segment[i].buckets))
            free(index->segment[i].buckets);
    if (share_has(index->segment[0].buckets))
        share_release(index->segment[0].buckets);
    memset(index, 0, sizeof *index);
}

uint64_t index_bytes(const Index *index)
{
    uint64_t bytes = sizeof *index;
    for (unsigned i = 0; i < INDEX_SEGMENTS; i++)
        if (index->segment[i].buckets)
            bytes += (uint64_t)sizeof(Bucket) << index->segment[i].log;
    return bytes;
}
