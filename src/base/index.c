/* index.c -- see index.h. */
#include "base/index.h"

#include <stdlib.h>
#include <string.h>

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
    free(old.buckets);
}

void index_free(Index *index)
{
    for (unsigned i = 0; i < INDEX_SEGMENTS; i++)
        free(index->segment[i].buckets);
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
