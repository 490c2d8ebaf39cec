/* intern.c -- see intern.h. */
#include "base/intern.h"

#include <string.h>

#include "base/intern_keys.h"

/* ---- records ---- */

/* Room for a record: in the last chunk, or in as many new neighbouring chunks as it needs. */
static uint64_t *place_record(Records *records, size_t len)
{
    if (records->hole_words >= len && len > records->hole_words / 2) {
        uint64_t hole = records->hole;
        records->hole_words = 0;
        vec_push(&records->start, (uint32_t)hole);
        vec_push(&records->words, (uint32_t)len);
        return records->chunks.at[hole / RECORD_CHUNK] + hole % RECORD_CHUNK;
    }
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
    assert(records->used <= records->chunks.len * (uint64_t)RECORD_CHUNK);
    vec_push(&records->start, (uint32_t)start);
    vec_push(&records->words, (uint32_t)len);
    return records->chunks.at[start / RECORD_CHUNK] + start % RECORD_CHUNK;
}

uint32_t records_add(Records *records, const uint64_t *words, size_t len)
{
    if (records->joint.with)
        return records_meet(records, words, len);
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
    if (check_is_due(id))
        records_check(records);
    return id;
}

/* The index keeps the number, and finds it no more: no record has its length. */
void records_drop(Records *records, uint32_t id)
{
    hard_assert(!records->joint.with && id && id < records->start.len);
    if (!records->words.at[id])
        return;
    records->hole = records->start.at[id];
    records->hole_words = records->words.at[id];
    records->words.at[id] = 0;
    records->dropped = true;
}

void records_check(const Records *records)
{
    uint32_t count = records_count(records);
    uint64_t used = 0;
    if (records->dropped)
        return;
    for (uint32_t id = 1; id <= count; id++) {
        uint64_t start = records->start.at[id], end = start + records_len(records, id);
        assert(used <= start && end <= records->used);
        for (uint64_t chunk = start / RECORD_CHUNK; (chunk + 1) * RECORD_CHUNK < end; chunk++)
            assert(records->chunks.at[chunk + 1] == records->chunks.at[chunk] + RECORD_CHUNK);
        used = end;
    }
    assert(records->words.len == records->start.len);
    index_check(&records->index, 1, count, hash_record, records);
}

void records_free(Records *records)
{
    /* Neighbouring chunks are one block: free only those that start one. */
    for (size_t i = 0; i < records->chunks.len; i++)
        if (i == 0 || records->chunks.at[i] != records->chunks.at[i - 1] + RECORD_CHUNK)
            vec_release(records->chunks.at[i]);
    vec_free(&records->chunks);
    vec_free(&records->start);
    vec_free(&records->words);
    index_free(&records->index);
    records->used = records->hole_words = 0;
    records->dropped = false;
    records->joint = (Joint){0};
}

uint64_t records_bytes(const Records *records)
{
    return records->chunks.len * (uint64_t)RECORD_CHUNK * sizeof(uint64_t) +
           records->start.cap * sizeof(uint32_t) * 2 + index_bytes(&records->index);
}

/* ---- pairs ---- */

uint32_t pairs_add(Pairs *pairs, uint32_t left, uint32_t right, bool *is_new)
{
    uint64_t key = (uint64_t)left << 32 | right;
    if (pairs->joint.with)
        return pairs_meet(pairs, key, is_new);
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
    if (check_is_due(pairs->at.len))
        pairs_check(pairs);
    return id;
}

void pairs_check(const Pairs *pairs)
{
    index_check(&pairs->index, 0, pairs->at.len, hash_pair_at, pairs);
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
    pairs->joint = (Joint){0};
}

uint64_t pairs_bytes(const Pairs *pairs)
{
    return pairs->at.cap * sizeof(uint64_t) + index_bytes(&pairs->index);
}

/* ---- trees ---- */

static uint32_t node(Tree *tree, unsigned level, Quad children)
{
    Quads *quads = &tree->level[level];
    hard_assert(level > 0 && level < TREE_LEVELS);
    if (!(children.child[0] | children.child[1] | children.child[2] | children.child[3]))
        return 0;
    if (quads->joint.with)
        return 1 + quads_meet(quads, children);
    uint64_t hash = hash_quad(children);
    uint32_t id = index_find(&quads->index, hash, same_quad, quads, &children);
    if (id == INDEX_NONE) {
        id = (uint32_t)quads->at.len;
        vec_push(&quads->at, children);
        index_add(&quads->index, hash, id, hash_quad_at, quads);
        if (check_is_due(quads->at.len))
            tree_check(tree, level);
    }
    return 1 + id;
}

uint32_t tree_put(Tree *tree, unsigned level, Quad children)
{
    return node(tree, level, children);
}

void tree_check(const Tree *tree, uint32_t level)
{
    const Quads *quads = &tree->level[level];
    vec_each (const Quad, quad, &quads->at) {
        const uint32_t *child = quad->child;
        assert(child[0] | child[1] | child[2] | child[3]);
        for (unsigned k = 0; k < 4 && level > 1; k++)
            assert(child[k] <= tree->level[level - 1].at.len);
    }
    index_check(&quads->index, 0, quads->at.len, hash_quad_at, quads);
}

static uint32_t root_of(Tree *tree, uint32_t height, Quad children)
{
    uint32_t root = node(tree, height, children);
    if (root >> TREE_LEVEL_SHIFT)
        memory_exhausted();
    return root ? root | height << TREE_LEVEL_SHIFT : 0;
}

/* Every vector has at least one node, so that the number of a vector is never one of its elements.
 */
static uint32_t height_for(uint32_t len)
{
    uint32_t height = 1;
    while (height < TREE_LEVELS && (uint64_t)1 << 2 * height < len)
        height++;
    if (height == TREE_LEVELS)
        memory_exhausted();
    return height;
}

static Quad intern_children(Tree *tree, const uint32_t *leaves, uint32_t len, uint32_t height);

static uint32_t intern_part(Tree *tree, const uint32_t *leaves, uint32_t len, uint32_t height)
{
    if (height == 0)
        return leaves[0];
    return node(tree, height, intern_children(tree, leaves, len, height));
}

static Quad intern_children(Tree *tree, const uint32_t *leaves, uint32_t len, uint32_t height)
{
    Quad children = {{0}};
    uint32_t part = 1u << 2 * (height - 1);
    for (unsigned k = 0; k < 4 && k * part < len; k++) {
        uint32_t rest = len - k * part;
        children.child[k] =
            intern_part(tree, leaves + k * part, rest < part ? rest : part, height - 1);
    }
    return children;
}

uint32_t tree_intern(Tree *tree, const uint32_t *leaves, uint32_t len)
{
    uint32_t height = height_for(len);
    return root_of(tree, height, intern_children(tree, leaves, len, height));
}

void tree_load(const Tree *tree, TreeView *view, uint32_t root, uint32_t len)
{
    uint32_t height = height_for(len);
    size_t total = 0, count = 1;
    for (uint32_t h = 0; h <= height; h++)
        total += (size_t)1 << 2 * h;
    vec_reserve(&view->nodes, total);
    *view = (TreeView){root, len, height, {view->nodes.at, total, view->nodes.cap}};
    hard_assert(!root || tree_height(root) == height);
    uint32_t *parents = view->nodes.at + total - 1;
    *parents = root & ((1u << TREE_LEVEL_SHIFT) - 1);
    for (uint32_t h = height; h > 0; h--) {
        uint32_t *children = parents - 4 * count;
        for (size_t i = 0; i < count; i++)
            if (parents[i])
                memcpy(children + 4 * i, &tree->level[h].at.at[parents[i] - 1], sizeof(Quad));
            else
                memset(children + 4 * i, 0, sizeof(Quad));
        parents = children;
        count *= 4;
    }
}

uint32_t tree_leaf(const Tree *tree, uint32_t root, uint32_t place)
{
    uint32_t height = tree_height(root), at = root & ((1u << TREE_LEVEL_SHIFT) - 1);
    if (place >> 2 * height)
        return 0;
    for (uint32_t h = height; h > 0 && at; h--)
        at = tree->level[h].at.at[at - 1].child[place >> 2 * (h - 1) & 3];
    return at;
}

Quad tree_change_below(Tree *tree, const TreeView *view, TreeChange *changes, size_t count)
{
    const uint32_t *nodes = view->nodes.at;
    Quad children;
    for (uint32_t h = 0; h + 1 < view->height; h++) {
        size_t parents = 0;
        for (size_t i = 0; i < count; parents++) {
            uint32_t parent = changes[i].place / 4;
            hard_assert(!parents || changes[parents - 1].place < parent);
            memcpy(&children, nodes + 4 * (size_t)parent, sizeof children);
            for (; i < count && changes[i].place / 4 == parent; i++)
                children.child[changes[i].place % 4] = changes[i].value;
            changes[parents] = (TreeChange){parent, node(tree, h + 1, children)};
        }
        count = parents;
        nodes += (size_t)1 << 2 * (view->height - h);
    }
    memcpy(&children, nodes, sizeof children);
    for (size_t i = 0; i < count; i++) {
        hard_assert(changes[i].place < 4);
        children.child[changes[i].place] = changes[i].value;
    }
    return children;
}

void tree_prefetch_bucket(Tree *tree, const TreeView *view, Quad children)
{
    index_prefetch(&tree->level[view->height].index, hash_quad(children));
}

void tree_prefetch_root(Tree *tree, const TreeView *view, Quad children)
{
    Quads *quads = &tree->level[view->height];
    uint32_t id = index_guess(&quads->index, hash_quad(children));
    if (id != INDEX_NONE)
        __builtin_prefetch(&quads->at.at[id]);
}

uint32_t tree_root(Tree *tree, const TreeView *view, Quad children)
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
    for (unsigned h = 0; h < TREE_LEVELS; h++) {
        vec_free(&tree->level[h].at);
        index_free(&tree->level[h].index);
        tree->level[h].joint = (Joint){0};
    }
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
        bytes += tree->level[h].at.cap * sizeof(Quad) + index_bytes(&tree->level[h].index);
    return bytes;
}
