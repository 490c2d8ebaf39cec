/* private.c -- what a thread without a name has for itself: the locks that it holds, its own word,
 * and the objects that only it can reach.
 *
 * None of this is part of the global store, so threads that differ in nothing else are alike. While
 * a thread runs, its objects lie in the slots behind the globals, which are empty in every global
 * store.  An object is private until a pointer to it gets out; from then on all objects of its
 * layout are shared from the start, and what was found out so far must be found out again. */
#include "machine/internal.h"

enum { MOST_PRIVATE = 24 }; /* objects of a thread; more are shared */

static uint32_t first_private(const Machine *m)
{
    return (uint32_t)m->program->globals.len;
}

uint32_t private_reserved(const Machine *m)
{
    return m->options.anonymous && m->facts.has_heap ? MOST_PRIVATE : 0;
}

bool private_has(const Machine *m, uint32_t object)
{
    return object >= first_private(m) && object - first_private(m) < private_reserved(m);
}

void private_begin(Machine *m)
{
    bool is_new;
    vec_resize(&m->nameless.shared_layouts, m->program->layouts.len);
    m->options.track_owners |= private_reserved(m) > 0;
    for (uint32_t k = 0; k < private_reserved(m); k++)
        pairs_add(&m->tables.names, UINT32_MAX, k, &is_new);
}

uint32_t private_free(Machine *m, uint32_t layout)
{
    if (m->tid.ix || m->nameless.shared_layouts.at[layout])
        return 0;
    for (uint32_t k = 0; k < private_reserved(m); k++)
        if (!store_object(m, first_private(m) + k))
            return first_private(m) + k;
    return 0;
}

void private_give(Machine *m, uint32_t object)
{
    assert(private_has(m, object) && m->store.slots.at[object].layout);
    m->nameless.shared_layouts.at[m->store.slots.at[object].layout] = m->nameless.shares_more =
        true;
    run_fail(m, ERR_INTERNAL_LIMIT, "a thread without a name shows its memory to others");
}

bool machine_shares_more(Machine *m)
{
    bool more = m->nameless.shares_more;
    m->nameless.shares_more = false;
    return more;
}

/* A record: the own word, how many slots there are, their leaves, and the locks. */
void private_load(Machine *m, HeldId held)
{
    const uint64_t *words = held.ix ? records_get(&m->tables.helds, held.ix) : NULL;
    uint32_t len = held.ix ? records_len(&m->tables.helds, held.ix) : 2;
    uint32_t slots = words ? (uint32_t)words[1] : 0;
    hard_assert(slots <= private_reserved(m) && 2 + slots <= len);
    m->nameless.own = words ? words[0] : 0;
    for (uint32_t k = 0; k < private_reserved(m); k++)
        m->store.slots.at[first_private(m) + k] =
            (Slot){.leaf = k < slots ? (uint32_t)words[2 + k] : 0};
    m->nameless.held.len = 0;
    for (uint32_t k = 2 + slots; k < len; k++)
        vec_push(&m->nameless.held, words[k]);
}

HeldId private_intern(Machine *m)
{
    uint32_t slots = private_reserved(m), first = first_private(m);
    uint32_t leaves[MOST_PRIVATE];
    if (slots)
        state_traverse_running(m);
    for (uint32_t k = 0; k < slots; k++)
        leaves[k] =
            m->naming.number.at[k] && store_object(m, first + k) ? store_leaf(m, first + k) : 0;
    while (slots && !leaves[slots - 1])
        slots--;
    if (!slots && !m->nameless.held.len && !m->nameless.own)
        return (HeldId){0};
    m->scratch.len = 0;
    vec_push(&m->scratch, m->nameless.own);
    vec_push(&m->scratch, slots);
    for (uint32_t k = 0; k < slots; k++)
        vec_push(&m->scratch, leaves[k]);
    vec_each (uint64_t, lock, &m->nameless.held) {
        hard_assert(lock == m->nameless.held.at || lock[-1] <= *lock);
        vec_push(&m->scratch, *lock);
    }
    return (HeldId){records_add(&m->tables.helds, m->scratch.at, m->scratch.len)};
}
