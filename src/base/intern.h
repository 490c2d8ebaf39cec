/* intern.h -- equal things get equal numbers.  Three tables over one index:
 *
 *   Records   sequences of 64-bit words                 -> 1, 2, 3 ...
 *   Pairs     pairs of 32-bit numbers                   -> 0, 1, 2 ...  (dense, in the order added)
 *   Tree      vectors of 32-bit numbers, as trees of interned nodes with four children, so that two
 * vectors that differ in one place share all but one path; (all zero) -> 0
 *
 * Numbers stay valid for ever, and so do pointers to records. */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

#include "base/index.h"
#include "base/share.h"
#include "base/vec.h"

/* Of a table that several processes add to, in their shared memory: see intern_share.c. */
typedef struct Shared {
    uint64_t len;        /* numbers given out; atomic */
    uint64_t words;      /* of records, given out; atomic */
    uint64_t most;       /* numbers below this have room */
    uint64_t most_words; /* idem */
    bool later;          /* an index that grows need not be sorted at once */
    bool unsorted;       /* it has to be, by others: see .._sort_part */
} __attribute__((aligned(64))) Shared;

/* What one process knows of it. */
typedef struct Joint {
    Shared *with; /* NULL: the table is its own */
    bool helps;   /* it must not grow the table: it ends instead, with status SHARE_NO_ROOM */
} Joint;

enum { RECORD_CHUNK = 1 << 16 }; /* words */

typedef struct Records {
    VEC(uint64_t *) chunks; /* of RECORD_CHUNK words; a long record takes several neighbours */
    uint64_t used;          /* words given out, over all chunks */
    VEC(uint32_t) start;    /* id -> word, in units of one word; start[0] unused */
    VEC(uint32_t) words;    /* id -> length; of one that was dropped: 0 */
    uint64_t hole;          /* the place of the one that was dropped last */
    uint64_t hole_words;
    bool dropped; /* some were */
    Index index;
    Joint joint;
} Records;

uint32_t records_add(Records *records, const uint64_t *words, size_t len);
/* Nobody has the number any more: the next record of about that length may get its place. */
void records_drop(Records *records, uint32_t id);
void records_free(Records *records);
uint64_t records_bytes(const Records *records);
void records_check(const Records *records); /* a walker, see check.h; so are the other two */
static inline uint32_t records_count(const Records *records)
{
    return records->start.len ? (uint32_t)records->start.len - 1 : 0;
}
static inline const uint64_t *records_get(const Records *records, uint32_t id)
{
    hard_assert(id && (id < records->start.len || records->joint.with));
    uint32_t start = records->start.at[id];
    return records->chunks.at[start / RECORD_CHUNK] + start % RECORD_CHUNK;
}
static inline uint32_t records_len(const Records *records, uint32_t id)
{
    hard_assert(id && (id < records->words.len || records->joint.with));
    return records->words.at[id];
}

typedef struct Pairs {
    VEC(uint64_t) at; /* id -> left << 32 | right */
    Index index;
    Joint joint;
} Pairs;

/* The id of the pair; *is_new tells whether it was added. */
uint32_t pairs_add(Pairs *pairs, uint32_t left, uint32_t right, bool *is_new);
/* Bring what pairs_add will look at into the cache: first the bucket, some time later the pair. */
void pairs_prefetch_bucket(Pairs *pairs, uint32_t left, uint32_t right);
void pairs_prefetch_pair(Pairs *pairs, uint32_t left, uint32_t right);
void pairs_free(Pairs *pairs);
uint64_t pairs_bytes(const Pairs *pairs);
void pairs_check(const Pairs *pairs);
static inline uint32_t pairs_left(const Pairs *pairs, uint32_t id)
{
    hard_assert(id < pairs->at.len || pairs->joint.with);
    return (uint32_t)(pairs->at.at[id] >> 32);
}
static inline uint32_t pairs_right(const Pairs *pairs, uint32_t id)
{
    hard_assert(id < pairs->at.len || pairs->joint.with);
    return (uint32_t)pairs->at.at[id];
}

/* A node of level h covers 4^h numbers; its children are nodes of level h - 1, for h = 1 the
 * numbers themselves.  Each level has a table of its own: the lower ones are small, and stay in the
 * cache. */
enum { TREE_LEVELS = 15, TREE_LEVEL_SHIFT = 28 };
typedef struct Quad {
    uint32_t child[4];
} Quad;

typedef struct Quads {
    VEC(Quad) at; /* node - 1 -> its children */
    Index index;
    Joint joint;
} Quads;

typedef struct Tree {
    Quads level[TREE_LEVELS];
} Tree;

/* The number of a vector has its height in the upper bits: vectors of different height differ. */
static inline uint32_t tree_height(uint32_t root)
{
    return root >> TREE_LEVEL_SHIFT;
}

/* A vector taken apart: all its nodes, level by level. */
typedef struct TreeView {
    uint32_t root, len;  /* what is loaded; len counts leaves */
    uint32_t height;     /* 4^height >= len */
    VEC(uint32_t) nodes; /* leaves (4^height of them, zeros behind len), then their parents ... */
} TreeView;

typedef struct TreeChange {
    uint32_t place, value;
} TreeChange;

uint32_t tree_intern(Tree *tree, const uint32_t *leaves, uint32_t len);
/* Takes the vector `root` of `len` numbers apart; what the view held before is reused. */
void tree_load(const Tree *tree, TreeView *view, uint32_t root, uint32_t len);
static inline const uint32_t *tree_leaves(const TreeView *view)
{
    return view->nodes.at;
}
/* One number of a vector; 0 behind its end. */
uint32_t tree_leaf(const Tree *tree, uint32_t root, uint32_t place);
/* The number of the loaded vector with some places changed (sorted by place; `changes` is scratch).
 */
uint32_t tree_change(Tree *tree, const TreeView *view, TreeChange *changes, size_t count);
/* The same in two parts: all but the root, as the children of the root; then the root. */
Quad tree_change_below(Tree *tree, const TreeView *view, TreeChange *changes, size_t count);
void tree_prefetch_bucket(Tree *tree, const TreeView *view, Quad children);
void tree_prefetch_root(Tree *tree, const TreeView *view, Quad children);
uint32_t tree_root(Tree *tree, const TreeView *view, Quad children);
void tree_view_free(TreeView *view);
void tree_free(Tree *tree);
uint64_t tree_count(const Tree *tree, uint32_t height); /* of vectors of this height */
uint64_t tree_nodes(const Tree *tree);
uint64_t tree_bytes(const Tree *tree);
void tree_check(const Tree *tree, uint32_t level); /* the nodes of one level */

/* ---- tables that processes share ---- */

enum { SHARE_NO_ROOM = 77 }; /* the status of a process that found a table full */

/* Moves the table there; `with` lies in the shared memory, too. */
void records_share(Records *records, Share *share, Shared *with);
void pairs_share(Pairs *pairs, Share *share, Shared *with);
void tree_share(Tree *tree, Share *share, Shared with[TREE_LEVELS]);
/* While nobody else adds anything: lengths as they are, and room for half as much again. */
void records_prepare(Records *records);
void pairs_prepare(Pairs *pairs, uint64_t more); /* and for so many more */
void tree_prepare(Tree *tree);
/* In forked processes, of tables that have grown and are `unsorted`: each puts its part of the numbers into the index. */
void records_sort_part(Records *records, unsigned part, unsigned parts);
void pairs_sort_part(Pairs *pairs, unsigned part, unsigned parts);
void tree_sort_part(Tree *tree, unsigned part, unsigned parts);
/* In a forked process. */
static inline void tree_help(Tree *tree)
{
    for (unsigned h = 0; h < TREE_LEVELS; h++)
        tree->level[h].joint.helps = true;
}
/* Puts all pairs into the index again, and nothing else. */
void pairs_sort_in(Pairs *pairs);

/* Pairs that are new, beside a table that is not changed meanwhile: they have numbers of their own,
 * with FRESH in them, in no order.  Each has a mark, the least of all who add it. */
#define FRESH (1u << 31)
typedef struct FreshPairs {
    Pairs *old;
    uint64_t *at;    /* number -> the pair */
    uint32_t *marks; /* number -> ~mark; 0: none yet */
    uint32_t *final; /* number -> its place behind the old ones, see fresh_settle */
    Joint joint;
} FreshPairs;
void fresh_share(FreshPairs *fresh, Pairs *old, Share *share, Shared *with);
void fresh_prepare(FreshPairs *fresh); /* none are there; the old table is prepared */
void fresh_free(FreshPairs *fresh);
uint32_t fresh_add(FreshPairs *fresh, uint32_t left, uint32_t right, uint32_t mark);
static inline uint32_t fresh_mark(const FreshPairs *fresh, uint32_t id)
{
    return ~fresh->marks[id & ~FRESH];
}
/* Brings into the cache what fresh_add will look at, behind pairs_prefetch_bucket; and what fresh_settle will. */
void fresh_prefetch_pair(const FreshPairs *fresh, uint32_t left, uint32_t right);
void fresh_prefetch_bucket(const FreshPairs *fresh, uint32_t id);
/* The pair gets this number, in the index of the old ones, where there is room for it. */
void fresh_settle(FreshPairs *fresh, uint32_t id, uint32_t final);

#endif
