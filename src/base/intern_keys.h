/* intern_keys.h -- when things are equal, and their hashes: for intern.c, intern_share.c and intern_save.c only. */
#ifndef BASE_INTERN_KEYS_H
#define BASE_INTERN_KEYS_H

#include "base/intern.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t hash_pair(uint64_t pair)
{
    return XXH3_64bits(&pair, sizeof pair);
}

typedef struct RecordKey {
    const uint64_t *words;
    size_t len;
} RecordKey;

static inline bool same_record(const void *table, uint32_t id, const void *key)
{
    const Records *records = table;
    const RecordKey *k = key;
    return records_len(records, id) == k->len &&
           (k->len == 0 ||
            memcmp(records_get(records, id), k->words, k->len * sizeof *k->words) == 0);
}

static inline uint64_t hash_record(const void *table, uint32_t id)
{
    const Records *records = table;
    return XXH3_64bits(records_get(records, id), records_len(records, id) * sizeof(uint64_t));
}

static inline bool same_pair(const void *table, uint32_t id, const void *key)
{
    return ((const Pairs *)table)->at.at[id] == *(const uint64_t *)key;
}

static inline uint64_t hash_pair_at(const void *table, uint32_t id)
{
    return hash_pair(((const Pairs *)table)->at.at[id]);
}

static inline uint64_t hash_quad(Quad quad)
{
    return XXH3_64bits(&quad, sizeof quad);
}

static inline bool same_quad(const void *table, uint32_t id, const void *key)
{
    return memcmp(&((const Quads *)table)->at.at[id], key, sizeof(Quad)) == 0;
}

static inline uint64_t hash_quad_at(const void *table, uint32_t id)
{
    return hash_quad(((const Quads *)table)->at.at[id]);
}

/* intern.c: the number of a node with these children, plus one; 0: they are all zero. */
uint32_t tree_put(Tree *tree, unsigned level, Quad children);
/* intern_share.c: the same for tables that others add to. */
uint32_t records_meet(Records *records, const uint64_t *words, size_t len);
uint32_t pairs_meet(Pairs *pairs, uint64_t pair, bool *is_new);
uint32_t quads_meet(Quads *quads, Quad children);

#endif
