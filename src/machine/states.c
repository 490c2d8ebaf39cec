/* states.c -- see states.h. */
#include "machine/states.h"

#include "base/intern_share.h"
#include "machine/internal.h"
#include "machine/schedule.h"
#include "machine/symmetry.h"

/* A thread as one number: most have no stack, and then the local store says it all. */
static uint32_t thread_leaf(States *states, LocalId l, StackId s)
{
    bool is_new;
    assert(l.ix < 1u << 31);
    assert(l.ix || !s.ix); /* who has ended has no stack */
    if (!s.ix)
        return 2 * l.ix;
    return 2 * pairs_add(&states->suspended, l.ix, s.ix, &is_new) + 1;
}

static StateThread thread_of_leaf(const States *states, uint32_t tid, uint32_t leaf)
{
    if (leaf % 2 == 0)
        return (StateThread){{tid}, {leaf / 2}, {0}};
    return (StateThread){{tid},
                         {pairs_left(&states->suspended, leaf / 2)},
                         {pairs_right(&states->suspended, leaf / 2)}};
}

static uint32_t intern_threads(States *states, const State *state)
{
    states->leaves.len = 0;
    each_thread (t, state) {
        hard_assert(!t || state->threads.at[t - 1].tid.ix < state->threads.at[t].tid.ix);
        vec_push(&states->leaves,
                 thread_leaf(states, state->threads.at[t].l, state->threads.at[t].s));
    }
    return tree_intern(&states->threads, states->leaves.at, (uint32_t)states->leaves.len);
}

StateId states_add(States *states, const State *state, bool *is_new)
{
    uint32_t threads = intern_threads(states, state);
    return (StateId){pairs_add(&states->states, state->g.ix, threads, is_new)};
}

/* For the hard build: what was taken apart is, put together, the same state; a thread has ended in
 * the record of the threads exactly if it has no local store, unless nobody has one: then the process
 * has ended, whatever threads did. */
static void check_loaded(States *states, StateId id, const State *state)
{
    const Machine *m = states->m;
    assert(intern_threads(states, state) == pairs_right(&states->states, id.ix));
    bool over = state_live_from(state, 0) == state->threads.len;
    each_thread (t, state)
        assert(over || m->store.threads.at[t].ended == !state_is_live(state, t));
}

void states_load(States *states, StateId id, State *state)
{
    Machine *m = states->m;
    state->g = (GlobalId){pairs_left(&states->states, id.ix)};
    store_load(m, state->g);
    store_load_threads(m);
    uint32_t count = count_threads(m);
    tree_load(&states->threads, &states->view, pairs_right(&states->states, id.ix), count);
    const uint32_t *leaves = tree_leaves(&states->view);
    vec_reserve(&state->threads, count);
    state->threads.len = count;
    for (uint32_t t = 0; t < count; t++)
        state->threads.at[t] = thread_of_leaf(states, m->store.threads.at[t].tid, leaves[t]);
    states->alike = states->normalise && symmetry_may_be(m, state);
    if (HARD_CHECKS)
        check_loaded(states, id, state);
}

/* The tree of threads, and the global store, of the state after a step. */
static PendingState after_step(States *states, const State *state, size_t index, const Outcome *o)
{
    assert(index < state->threads.len && state->threads.len == states->view.len);
    bool normalises = states->normalise && (states->alike || o->forked.len);
    if (!o->renames && !o->forked.len && !normalises) {
        TreeChange change = {(uint32_t)index, thread_leaf(states, o->l, o->s)};
        Quad children = tree_change_below(&states->threads, &states->view, &change, 1);
        return (PendingState){.g = o->g.ix, .children = children};
    }
    State *next = &states->next;
    state_copy(next, state);
    state_apply(next, index, o);
    assert(next->threads.len >= state->threads.len);
    if (o->renames)
        state_canonicalise(states->m, next);
    if (normalises)
        states->normalise(states->self, next);
    return (PendingState){.g = next->g.ix, .threads = intern_threads(states, next), .known = true};
}

static void find_root(States *states, PendingState *p)
{
    if (!p->known)
        p->threads = tree_root(&states->threads, &states->view, p->children);
}

StateId states_add_step(States *states, const State *state, size_t index, const Outcome *o,
                        bool *is_new)
{
    PendingState p = after_step(states, state, index, o);
    find_root(states, &p);
    return (StateId){pairs_add(&states->states, p.g, p.threads, is_new)};
}

void states_put_step(States *states, const State *state, size_t index, const Outcome *o)
{
    PendingState p = after_step(states, state, index, o);
    p.first = states->tells_first && outcome_is_first(o);
    if (!p.known)
        tree_prefetch_bucket(&states->threads, &states->view, p.children);
    vec_push(&states->pending, p);
}

static uint32_t put(States *states, const PendingState *p)
{
    bool is_new;
    if (!states->fresh)
        return pairs_add(&states->states, p->g, p->threads, &is_new);
    uint32_t id = fresh_add(states->fresh, p->g, p->threads, states->mark);
    if (id & FRESH)
        vec_push(&states->met, id);
    return id;
}

uint32_t states_flush(States *states)
{
    uint32_t last = 0;
    vec_each (PendingState, p, &states->pending)
        if (!p->known)
            tree_prefetch_root(&states->threads, &states->view, p->children);
    vec_each (PendingState, p, &states->pending) {
        find_root(states, p);
        pairs_prefetch_bucket(&states->states, p->g, p->threads);
    }
    if (states->fresh)
        vec_each (PendingState, p, &states->pending)
            fresh_prefetch_pair(states->fresh, p->g, p->threads);
    else
        vec_each (PendingState, p, &states->pending)
            pairs_prefetch_pair(&states->states, p->g, p->threads);
    states->first.len = 0;
    vec_each (PendingState, p, &states->pending) {
        uint32_t id = put(states, p);
        last = id > last ? id : last;
        if (states->tells)
            vec_push(&states->told, id);
        if (states->tells_first && p->first)
            vec_push(&states->first, id);
    }
    states->pending.len = 0;
    return last;
}

uint64_t states_nodes(const States *states)
{
    return tree_nodes(&states->threads);
}

uint64_t states_shared_bytes(const States *states)
{
    return tree_bytes(&states->threads) + pairs_bytes(&states->suspended);
}

uint64_t states_bytes(const States *states)
{
    return pairs_bytes(&states->states);
}

void states_share(States *states, Share *share, Shared with[STATES_TABLES])
{
    tree_share(&states->threads, share, with);
    pairs_share(&states->suspended, share, &with[TREE_LEVELS]);
    pairs_share(&states->states, share, &with[TREE_LEVELS + 1]);
}

void states_prepare(States *states, uint64_t more)
{
    tree_prepare(&states->threads);
    pairs_prepare(&states->suspended, 0);
    pairs_prepare(&states->states, more);
}

void states_recount(States *states)
{
    tree_recount(&states->threads);
    pairs_recount(&states->suspended);
    pairs_recount(&states->states);
}

void states_help(States *states)
{
    tree_help(&states->threads);
    states->suspended.joint.helps = states->states.joint.helps = true;
}

void states_follow(States *states)
{
    tree_follow(&states->threads);
    pairs_follow(&states->suspended);
    pairs_follow(&states->states);
}

void states_sort_part(States *states, unsigned part, unsigned parts)
{
    tree_sort_part(&states->threads, part, parts);
    pairs_sort_part(&states->suspended, part, parts);
    pairs_sort_part(&states->states, part, parts);
}

void states_free(States *states)
{
    vec_free(&states->met);
    tree_free(&states->threads);
    pairs_free(&states->states);
    pairs_free(&states->suspended);
    tree_view_free(&states->view);
    state_free(&states->next);
    vec_free(&states->leaves);
    vec_free(&states->pending);
    vec_free(&states->told);
    vec_free(&states->first);
}
