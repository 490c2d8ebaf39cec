/* share.c -- see share.h. */
#include "machine/share.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/intern_share.h"
#include "machine/internal.h"

/* The monitor of a library numbers what it meets for itself, and all the time. */
bool machine_can_share(const Machine *m)
{
    return !m->program->linear;
}

void machine_share(Machine *m, Share *share, Shared with[MACHINE_TABLES])
{
    Tables *t = &m->tables;
    bool is_new;
    if (!t->stacks.at.len)
        pairs_add(&t->stacks, 0, 0, &is_new); /* as stack_push */
    tree_share(&t->globals, share, with);
    records_share(&t->objects, share, &with[TREE_LEVELS]);
    records_share(&t->locals, share, &with[TREE_LEVELS + 1]);
    records_share(&t->memories, share, &with[TREE_LEVELS + 2]);
    pairs_share(&t->stacks, share, &with[TREE_LEVELS + 3]);
    pairs_share(&t->bit_masks, share, &with[TREE_LEVELS + 4]);
}

void machine_prepare_tables(Machine *m)
{
    Tables *t = &m->tables;
    tree_prepare(&t->globals);
    records_prepare(&t->objects);
    records_prepare(&t->locals);
    records_prepare(&t->memories);
    pairs_prepare(&t->stacks, 0);
    pairs_prepare(&t->bit_masks, 0);
}

void machine_recount(Machine *m)
{
    Tables *t = &m->tables;
    tree_recount(&t->globals);
    records_recount(&t->objects);
    records_recount(&t->locals);
    records_recount(&t->memories);
    pairs_recount(&t->stacks);
    pairs_recount(&t->bit_masks);
}

void machine_help(Machine *m)
{
    Tables *t = &m->tables;
    tree_help(&t->globals);
    t->objects.joint.helps = t->locals.joint.helps = t->memories.joint.helps = true;
    t->stacks.joint.helps = t->bit_masks.joint.helps = true;
}

void machine_follow(Machine *m)
{
    Tables *t = &m->tables;
    tree_follow(&t->globals);
    records_follow(&t->objects);
    records_follow(&t->locals);
    records_follow(&t->memories);
    pairs_follow(&t->stacks);
    pairs_follow(&t->bit_masks);
}

void machine_sort_part(Machine *m, unsigned part, unsigned parts)
{
    Tables *t = &m->tables;
    tree_sort_part(&t->globals, part, parts);
    records_sort_part(&t->objects, part, parts);
    records_sort_part(&t->locals, part, parts);
    records_sort_part(&t->memories, part, parts);
    pairs_sort_part(&t->stacks, part, parts);
    pairs_sort_part(&t->bit_masks, part, parts);
}

static uint64_t add(uint64_t hash, const void *at, size_t bytes)
{
    return bytes ? XXH3_64bits_withSeed(at, bytes, hash) : hash * 3 + 1;
}
#define ADD(hash, v) add(hash, (v)->at, (v)->len * sizeof *(v)->at)

/* What was named, or otherwise is numbered by each machine for itself. */
static uint64_t numbered(const Machine *m)
{
    const Tables *t = &m->tables;
    uint64_t counts[] = {t->families.at.len,         t->names.at.len, records_count(&t->helds),
                         records_count(&t->tasks),   t->forks.at.len, t->forked_as.at.len,
                         m->sharing.renamings.at.len};
    return add(1, counts, sizeof counts);
}

static uint64_t hash_text(const char *text)
{
    return text ? XXH3_64bits(text, strlen(text)) : 0;
}

/* Facts.demands, Foreseen and Recall keep what would be found again. */
uint64_t machine_knowledge(const Machine *m)
{
    const Symmetry *y = &m->symmetry;
    uint64_t hash = numbered(m);
    uint64_t flags[] = {m->facts.holds,
                        m->doubts.weak_pair,
                        m->doubts.failed_try,
                        hash_text(m->doubts.reason.text),
                        m->doubts.reason.where.line,
                        m->nameless.shares_more,
                        m->sharing.name_asked,
                        m->sharing.new_lock_word,
                        y->on,
                        y->blind,
                        y->stale,
                        y->peeks,
                        y->used,
                        y->moved,
                        y->fixed};
    hash = add(hash, flags, sizeof flags);
    hash = ADD(hash, &m->entries);
    hash = ADD(hash, &m->nameless.shared_layouts);
    hash = ADD(hash, &m->sharing.lock_words);
    hash = ADD(hash, &m->sharing.named);
    hash = ADD(hash, &y->kinds);
    vec_each (const Alikes, kin, &y->kin) {
        uint64_t known[] = {kin->ties, kin->vain, kin->ties || kin->vain ? 0 : kin->sorted};
        hash = add(hash, known, sizeof known);
    }
    vec_each (const NameCell, cell,
              &y->cells) { /* field by field: there is something behind the last */
        uint32_t known[] = {cell->layout, cell->offset, cell->bytes, cell->kind};
        hash = add(hash, known, sizeof known);
    }
    return ADD(hash, &y->has_cells);
}

void machine_begin_news(Machine *m)
{
    SymmetryNews *news = &m->symmetry.news;
    news->on = true;
    news->unsure = false;
    news->list.len = 0;
    pairs_free(&news->keys);
}

void machine_mark_news(Machine *m, uint32_t mark)
{
    m->symmetry.news.mark = mark;
}

const MetKey *machine_news(const Machine *m, size_t *len, bool *unsure)
{
    *len = m->symmetry.news.list.len;
    *unsure = m->symmetry.news.unsure;
    return m->symmetry.news.list.at;
}

bool machine_learn_key(Machine *m, uint64_t key)
{
    bool is_new;
    pairs_add(&m->symmetry.orders, (uint32_t)key, (uint32_t)(key >> 32), &is_new);
    return is_new;
}

uint64_t machine_keys(const Machine *m)
{
    return m->symmetry.orders.at.len;
}

uint32_t machine_masks(const Machine *m)
{
    const Pairs *masks = &m->tables.bit_masks;
    return (uint32_t)(masks->joint.with ? __atomic_load_n(&masks->joint.with->len, __ATOMIC_RELAXED)
                                        : masks->at.len);
}

void machine_cut_masks(Machine *m, uint32_t count)
{
    pairs_recount(&m->tables.bit_masks);
    pairs_cut(&m->tables.bit_masks, count);
}

MachineTally machine_tally(const Machine *m)
{
    return (MachineTally){m->steps_run, m->long_work, m->recall.found};
}

void machine_add(Machine *m, const MachineTally *more)
{
    m->steps_run += more->steps_run;
    m->long_work += more->long_work;
    m->recall.found += more->recalled;
}

void machine_unload(Machine *m)
{
    m->store.loaded = false;
}
