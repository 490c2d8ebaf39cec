/* knowledge.c -- has anything been found out since? */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "movers/movers.h"

static uint64_t add(uint64_t hash, const void *at, size_t bytes)
{
    return bytes ? XXH3_64bits_withSeed(at, bytes, hash) : hash * 3 + 1;
}
#define ADD(hash, v) add(hash, (v)->at, (v)->len * sizeof *(v)->at)

/* Each value for itself: there may be anything between the fields. */
static uint64_t add_numbers(uint64_t hash, size_t count, const uint64_t *numbers)
{
    return add(hash, numbers, count * sizeof *numbers);
}
#define ADD_NUMBERS(hash, ...)                                                                     \
    add_numbers(hash, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t),                        \
                (uint64_t[]){__VA_ARGS__})

static uint64_t add_rule(uint64_t hash, const Rule *r)
{
    hash = ADD_NUMBERS(hash, r->kind, r->is_lock, r->looked, r->exclusive, r->touched, r->changed,
                       r->steers, r->doubted, r->shares, r->may_race, r->broken.pc, r->breaker.ix,
                       r->guards.len, r->rival.pc, r->rival_tid.ix);
    vec_each (const Guard, g, &r->guards)
        hash = ADD_NUMBERS(hash, g->kind, g->object, (uint32_t)g->offset, (uint32_t)g->inner, g->rw,
                           g->layout, g->own, g->rows.count, (uint32_t)g->rows.pitch,
                           (uint32_t)g->rows.step);
    return hash;
}

static uint64_t add_own(uint64_t hash, const OwnLock *l)
{
    hash = ADD_NUMBERS(hash, l->layout, (uint32_t)l->offset, l->bytes, l->region, l->free, l->tried,
                       l->lost, l->is_new, l->guards, l->odd, l->counts, l->found, l->ticket,
                       l->blocks, l->cell, l->served_object, (uint32_t)l->served, l->served_layout,
                       l->served_region);
    return ADD(hash, &l->taken);
}

/* A search begins again after a discipline was broken or a lock of the program's own was found.  What becomes an
 * annotation (`moved`) is no part of the knowledge. */
bool movers_can_share(const Movers *v)
{
    return !v->broken && !v->own.finds && !v->tells;
}

uint64_t movers_knowledge(const Movers *v)
{
    uint64_t hash = ADD_NUMBERS(1, v->broken, v->overwritten, v->marks, v->races_first,
                                v->waits_first, v->order.on, v->in_parts, v->most_forks, v->own.on,
                                v->own.finds, v->own.all.len, v->locks.len, v->words.at.len);
    vec_each (const Rule, rule, &v->rules)
        hash = add_rule(hash, rule);
    vec_each (const LockCell, l, &v->locks)
        hash = ADD_NUMBERS(hash, l->layout, (uint32_t)l->offset, l->rw, l->tried, l->overwritten);
    vec_each (const OwnLock, lock, &v->own.all)
        hash = add_own(hash, lock);
    vec_each (const Kin, kin, &v->kin)
        hash = ADD_NUMBERS(hash, kin->made, kin->guards);
    hash = ADD(hash, &v->heeded);
    hash = ADD(hash, &v->may_wait);
    hash = ADD(hash, &v->yields);
    hash = ADD(hash, &v->firsts);
    hash = ADD(hash, &v->word_owner);
    hash = ADD(hash, &v->word_counts);
    return ADD(hash, &v->own.looks);
}
