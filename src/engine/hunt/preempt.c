/* preempt.c -- iterative preemption bounding.
 *
 * "Iterative context bounding for systematic testing of multithreaded programs" (Musuvathi, Qadeer,
 * PLDI 2007): all runs without a preemption, then all with one, and so on.  A preemption is a switch
 * from a thread that can go on; switches from threads that wait or have ended are free.  Threads are
 * interrupted between two transactions (--no-reduction: two actions).
 *
 * A node is a state and the thread that ran last.  The runs with c preemptions are a search of its
 * own from the nodes that are reached by a preemption from those with c - 1; a node that was looked
 * at with fewer or as many preemptions is not looked at again. */
#include "engine/hunt/internal.h"

#include "base/log.h"

#define NO_NODE UINT32_MAX

void preempts_free(Preempts *p)
{
    states_free(&p->states);
    vec_free(&p->nodes);
    vec_free(&p->words);
    pairs_free(&p->seen);
    vec_free(&p->now);
    vec_free(&p->next);
}

static void begin(Hunt *h)
{
    bool is_new;
    Preempts *p = &h->preempts;
    preempts_free(p);
    *p = (Preempts){.begun = true, .states.m = h->m};
    StateId first = states_add(&p->states, &h->first, &is_new);
    assert(is_new);
    vec_push(&p->nodes, ((Node){.state = first.ix, .parent = NO_NODE}));
    vec_push(&p->now, 0);
}

/* ---- nodes ---- */

/* The choices of a step: how many actions without one, how many there are in the next action, which
 * ones, and so on. */
static void pack(Words *words, const Outcome *o)
{
    uint32_t done = 0, skipped = 0;
    for (size_t k = 0; k <= o->ends.len; k++) {
        uint32_t end = k < o->ends.len ? o->ends.at[k] : (uint32_t)o->choices.len;
        if (end == done) {
            skipped++;
            continue;
        }
        vec_push(words, skipped);
        vec_push(words, end - done);
        for (; done < end; done++)
            vec_push(words, o->choices.at[done]);
        skipped = 0;
    }
}

static void unpack(const Preempts *p, const Node *node, Route *path)
{
    size_t at = node->words,
           end = (node + 1 < p->nodes.at + p->nodes.len) ? node[1].words : p->words.len;
    uint32_t done = 0;
    while (at < end) {
        for (uint32_t skipped = p->words.at[at]; skipped; skipped--, done++)
            route_push(path, node->tid, NULL, 0);
        route_push(path, node->tid, p->words.at + at + 2, p->words.at[at + 1]);
        at += 2 + p->words.at[at + 1];
        done++;
    }
    assert(at == end && done <= node->actions);
    for (; done < node->actions; done++)
        route_push(path, node->tid, NULL, 0);
}

static void path_to(Hunt *h, uint32_t node)
{
    const Preempts *p = &h->preempts;
    Words way = {0};
    route_clear(&h->path);
    for (; p->nodes.at[node].parent != NO_NODE; node = p->nodes.at[node].parent)
        vec_push(&way, node);
    while (way.len)
        unpack(p, &p->nodes.at[vec_pop(&way)], &h->path);
    vec_free(&way);
}

static void add_successors(Hunt *h, uint32_t node, size_t t, Words *queue)
{
    bool is_new;
    Preempts *p = &h->preempts;
    for (size_t k = 0; k < h->out.len; k++) {
        const Outcome *o = &h->out.all.at[k];
        if (!outcome_has_successor(o))
            continue;
        StateId id = states_add_step(&p->states, &h->state, t, o, &is_new);
        vec_push(queue, (uint32_t)p->nodes.len);
        vec_push(&p->nodes, ((Node){.state = id.ix,
                                    .parent = node,
                                    .tid = h->state.threads.at[t].tid,
                                    .words = (uint32_t)p->words.len,
                                    .actions = (uint32_t)o->ends.len + 1}));
        pack(&p->words, o);
        h->job->stats.transitions++;
    }
}

/* ---- the search ---- */

typedef struct Enabled {
    bool waits, can_run;
} Enabled;

/* True: the thread can go on. */
static bool expand_thread(Hunt *h, uint32_t node, size_t t, Words *queue, Enabled *enabled)
{
    bool goes_on = false;
    hunt_step(h, &h->state, t);
    for (size_t k = 0; k < h->out.len; k++) {
        const Outcome *o = &h->out.all.at[k];
        enabled->waits |= o->kind == OUTCOME_BLOCKED;
        enabled->can_run |= o->kind != OUTCOME_BLOCKED && o->kind != OUTCOME_IDLE;
        goes_on |= outcome_has_successor(o);
    }
    if (!h->found.is)
        add_successors(h, node, t, queue);
    return goes_on;
}

static void expand(Hunt *h, uint32_t number)
{
    Preempts *p = &h->preempts;
    const Node node = p->nodes.at[number];
    Enabled enabled = {0};
    bool goes_on = false;
    states_load(&p->states, (StateId){node.state}, &h->state);
    ptrdiff_t only = state_chooser(h->m, &h->state);
    ptrdiff_t last = node.parent == NO_NODE ? -1 : state_find(&h->state, node.tid);
    if (last >= 0 && state_is_live(&h->state, (size_t)last) && (only < 0 || only == last))
        goes_on = expand_thread(h, number, (size_t)last, &p->now, &enabled);
    each_turn (t, &h->state, only)
        if ((ptrdiff_t)t != last && !h->found.is)
            expand_thread(h, number, t, goes_on ? &p->next : &p->now, &enabled);
    if (!h->found.is && only < 0)
        hunt_races(h, &h->state);
    if (!h->found.is && enabled.waits && !enabled.can_run && !h->movers.broken)
        hunt_deadlock(h);
    if (h->found.is) {
        path_to(h, number);
        route_finish(h, &h->path, &h->state);
    }
}

/* All runs with so many preemptions are known. */
static void end_level(Hunt *h)
{
    Preempts *p = &h->preempts;
    assert(!p->now.len);
    p->completed++;
    p->ended = !p->next.len;
    Words empty = p->now;
    p->now = p->next;
    p->next = empty;
    LOG(SEARCH, "all runs with fewer than %u preemptions are known: %u states", p->completed,
        states_count(&p->states));
}

void hunt_preempts(Hunt *h, uint64_t work)
{
    bool is_new;
    Preempts *p = &h->preempts;
    uint64_t until = hunt_work(h) + work;
    while (!p->ended && !h->found.is && hunt_work(h) < until && !hunt_is_over(h)) {
        if (!p->begun || h->movers.broken) {
            hunt_restart(h);
            begin(h);
        }
        if (!p->now.len) {
            end_level(h);
            continue;
        }
        uint32_t number = vec_pop(&p->now);
        const Node *node = &p->nodes.at[number];
        uint32_t ran = node->parent == NO_NODE ? UINT32_MAX : node->tid.ix;
        pairs_add(&p->seen, node->state, ran, &is_new);
        if (is_new)
            expand(h, number);
    }
}
