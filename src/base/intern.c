/* intern.c -- see intern.h. */
#include "base/intern.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static uint64_t hash_pair(uint64_t pair)
{
    return XXH3_64bits(&pair, sizeof pair);
}

/* ---- records ---- */

typedef struct RecordKey {
    const uint64_t *words;
    size_t len;
} RecordKey;

static bool same_record(const void *table, uint32_t id, const void *key)
{
    const Records *records = table;
    const RecordKey *k = key;
    return records_len(records, id) == k->len &&
           (k->len == 0 ||
            memcmp(records_get(records, id), k->words, k->len * sizeof *k->words) == 0);
}

static uint64_t hash_record(const void *table, uint32_t id)
{
    const Records *records = table;
    return XXH3_64bits(records_get(records, id), records_len(records, id) * sizeof(uint64_t));
}

/* Room for a record: in the last chunk, or in as many new neighbouring chunks as it needs. */
static uint64_t *place_record(Records *records, size_t len)
{
    uint64_t room = records->chunks.len * (uint64_t)RECORD_CHUNK - records->used;
    if (room < len || !room) { /* an empty record has a place too */
        size_t chunks = len / RECORD_CHUNK + 1;
        uint64_t *block = memory_alloc(chunks * RECORD_CHUNK * sizeof *block);
        records->used = records->chunks.len * (uint64_t)RECORD_CHUNK;
        for (size_t i = 0; i < chunks; i++)
            vec_push(&records->chunks, block + i * RECORD_CHUNK);
    }
    uint64_t start = records->used;
    records->used += len;
    if (records->used > UINT32_MAX)
        memory_exhausted();
    vec_push(&records->start, (uint32_t)start);
    vec_push(&records->words, (uint32_t)len);
    return records->chunks.at[start / RECORD_CHUNK] + start % RECORD_CHUNK;
}

uint32_t records_add(Records *records, const uint64_t *words, size_t len)
{
    uint64_t hash = XXH3_64bits(words, len * sizeof *words);
    RecordKey key = {words, len};
    uint32_t id = index_find(&records->index, hash, same_record, records, &key);
    if (id != INDEX_NONE)
        return id;
    if (!records->start.len) {
        vec_push(&records->start, 0);
        vec_push(&records->words, 0);
    }
    id = (uint32_t)records->start.len;
    uint64_t *place = place_record(records, len);
    if (len)
        memcpy(place, words, len * sizeof *words);
    index_add(&records->index, hash, id, hash_record, records);
    return id;
}

void records_free(Records *records)
{
    /* Neighbouring chunks are one block: free only those that start one. */
    for (size_t i = 0; i < records->chunks.len; i++)
        if (i == 0 || records->chunks.at[i] != records->chunks.at[i - 1] + RECORD_CHUNK)
            memory_free(records->chunks.at[i]);
    vec_free(&records->chunks);
    vec_free(&records->start);
    vec_free(&records->words);
    index_free(&records->index);
    records->used = 0;
}

uint64_t records_bytes(const Records *records)
{
    return records->chunks.len * (uint64_t)RECORD_CHUNK * sizeof(uint64_t) +
           records->start.cap * sizeof(uint32_t) * 2 + index_bytes(&records->index);
}

/* ---- pairs ---- */

static bool same_pair(const void *table, uint32_t id, const void *key)
{
    return ((const Pairs *)table)->at.at[id] == *(const uint64_t *)key;
}

static uint64_t hash_pair_at(const void *table, uint32_t id)
{
    return hash_pair(((const Pairs *)table)->at.at[id]);
}

uint32_t pairs_add(Pairs *pairs, uint32_t left, uint32_t right, bool *is_new)
{
    uint64_t key = (uint64_t)left << 32 | right;
    uint64_t hash = hash_pair(key);
    uint32_t id = index_find(&pairs->index, hash, same_pair, pairs, &key);
    *is_new = id == INDEX_NONE;
    if (!*is_new)
        return id;
    id = (uint32_t)pairs->at.len;
    if (id == INDEX_NONE)
        memory_exhausted();
    vec_push(&pairs->at, key);
    index_add(&pairs->index, hash, id, hash_pair_at, pairs);
    return id;
}

void pairs_prefetch_bucket(Pairs *pairs, uint32_t left, uint32_t right)
{
    index_prefetch(&pairs->index, hash_pair((uint64_t)left << 32 | right));
}

void pairs_prefetch_pair(Pairs *pairs, uint32_t left, uint32_t right)
{
    uint32_t id = index_guess(&pairs->index, hash_pair((uint64_t)left << 32 | right));
    if (id != INDEX_NONE)
        __builtin_prefetch(&pairs->at.at[id]);
}

void pairs_free(Pairs *pairs)
{
    vec_free(&pairs->at);
    index_free(&pairs->index);
}

uint64_t pairs_bytes(const Pairs *pairs)
{
    return pairs->at.cap * sizeof(uint64_t) + index_bytes(&pairs->index);
}

/* ---- trees ---- */

static uint32_t node(Tree *tree, unsigned level, uint64_t children)
{
    bool is_new;
    if (!children)
        return 0;
    return 1 +
           pairs_add(&tree->level[level], (uint32_t)(children >> 32), (uint32_t)children, &is_new);
}

static uint64_t children_of(uint32_t left, uint32_t right)
{
    return (uint64_t)left << 32 | right;
}

static uint32_t root_of(Tree *tree, uint32_t height, uint64_t children)
{
    uint32_t root = node(tree, height, children);
    if (root >> TREE_LEVEL_SHIFT || height >= TREE_LEVELS)
        memory_exhausted();
    return root ? root | height << TREE_LEVEL_SHIFT : 0;
}

/* Every vector has at least one node, so that the number of a vector is never one of its elements.
 */
static uint32_t height_for(uint32_t len)
{
    uint32_t height = 1;
    while (1u << height < len)
        height++;
    return height;
}

static uint32_t intern_part(Tree *tree, const uint32_t *leaves, uint32_t len, uint32_t height)
{
    if (!len)
        return 0;
    if (height == 0)
        return leaves[0];
    uint32_t half = 1u << (height - 1);
    uint32_t left = intern_part(tree, leaves, len < half ? len : half, height - 1);
    uint32_t right = len > half ? intern_part(tree, leaves + half, len - half, height - 1) : 0;
    return node(tree, height, children_of(left, right));
}

uint32_t tree_intern(Tree *tree, const uint32_t *leaves, uint32_t len)
{
    uint32_t height = height_for(len), half = 1u << (height - 1);
    uint32_t left = intern_part(tree, leaves, len < half ? len : half, height - 1);
    uint32_t right = len > half ? intern_part(tree, leaves + half, len - half, height - 1) : 0;
    return root_of(tree, height, children_of(left, right));
}

/* The nodes of level h start here in a view. */
static uint32_t level_start(const TreeView *view, uint32_t h)
{
    return (2u << view->height) - (2u << (view->height - h));
}

void tree_load(const Tree *tree, TreeView *view, uint32_t root, uint32_t len)
{
    view->root = root;
    view->len = len;
    view->height = height_for(len);
    vec_reserve(&view->nodes, 2u << view->height);
    view->nodes.len = 2u << view->height;
    uint32_t *nodes = view->nodes.at;
    nodes[level_start(view, view->height)] = root & ((1u << TREE_LEVEL_SHIFT) - 1);
    for (uint32_t h = view->height; h > 0; h--) {
        const uint32_t *parents = nodes + level_start(view, h);
        uint32_t *children = nodes + level_start(view, h - 1);
        for (uint32_t i = 0; i < 1u << (view->height - h); i++) {
            uint64_t pair = parents[i] ? tree->level[h].at.at[parents[i] - 1] : 0;
            children[2 * i] = (uint32_t)(pair >> 32);
            children[2 * i + 1] = (uint32_t)pair;
        }
    }
}

uint64_t tree_change_below(Tree *tree, const TreeView *view, TreeChange *changes, size_t count)
{
    const uint32_t *nodes = view->nodes.at;
    for (uint32_t h = 0; h + 1 < view->height; h++) {
        size_t parents = 0;
        for (size_t i = 0; i < count; parents++) {
            uint32_t parent = changes[i].place >> 1;
            uint32_t left = nodes[2 * parent], right = nodes[2 * parent + 1];
            for (; i < count && changes[i].place >> 1 == parent; i++)
                *(changes[i].place & 1 ? &right : &left) = changes[i].value;
            changes[parents] = (TreeChange){parent, node(tree, h + 1, children_of(left, right))};
        }
        count = parents;
        nodes += (size_t)1 << (view->height - h);
    }
    uint32_t children[2] = {nodes[0], nodes[1]};
    for (size_t i = 0; i < count; i++)
        children[changes[i].place] = changes[i].value;
    return children_of(children[0], children[1]);
}

void tree_prefetch_bucket(Tree *tree, const TreeView *view, uint64_t children)
{
    pairs_prefetch_bucket(&tree->level[view->height], (uint32_t)(children >> 32),
                          (uint32_t)children);
}

void tree_prefetch_root(Tree *tree, const TreeView *view, uint64_t children)
{
    pairs_prefetch_pair(&tree->level[view->height], (uint32_t)(children >> 32), (uint32_t)children);
}

uint32_t tree_root(Tree *tree, const TreeView *view, uint64_t children)
{
    return root_of(tree, view->height, children);
}

uint32_t tree_change(Tree *tree, const TreeView *view, TreeChange *changes, size_t count)
{
    if (!count)
        return view->root;
    return tree_root(tree, view, tree_change_below(tree, view, changes, count));
}

void tree_view_free(TreeView *view)
{
    vec_free(&view->nodes);
}

void tree_free(Tree *tree)
{
    for (unsigned h = 0; h < TREE_LEVELS; h++)
        pairs_free(&tree->level[h]);
}

uint64_t tree_count(const Tree *tree, uint32_t height)
{
    return tree->level[height].at.len;
}

uint64_t tree_nodes(const Tree *tree)
{
    uint64_t nodes = 0;
    for (unsigned h = 0; h < TREE_LEVELS; h++)
        nodes += tree->level[h].at.len;
    return nodes;
}

uint64_t tree_bytes(const Tree *tree)
{
    uint64_t bytes = 0;
    for (unsigned h = 0; h < TREE_LEVELS; h++)
        bytes += pairs_bytes(&tree->level[h]);
    return bytes;
}
