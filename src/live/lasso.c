/* lasso.c -- the shortest way to a component, and a short fair round in it.
 *
 * What the round must meet: each set of the automaton; each thread must move, or be unable to.  From the node at
 * which the component is entered, the round goes to the nearest step that meets something that is missing, and so
 * on, and back at last.  If a thread that waits can run in a state of the round and does not, or an action of a fair rule is
 * possible and not taken, the round must meet that, too, and is looked for again. */
#include "live/live.h"

typedef enum NeedKind { NEED_SET, NEED_THREAD, NEED_MOVE, NEED_RULE, NEED_INSIDE } NeedKind;
typedef struct Need {
    NeedKind kind;
    uint32_t number;
    bool met;
} Need;

typedef struct Lasso {
    LiveSearch *l;
    uint32_t id; /* the part that is the component */
    uint32_t entry;
    VEC(Need) needs;
    LiveIds links;       /* of the round */
    VEC(uint32_t) came;  /* node -> the link to it, plus one; scratch of a search */
    LiveIds queue, from; /* ... and where that link begins */
} Lasso;

static bool node_meets(const LiveSearch *l, const Need *need, uint32_t node)
{
    if (need->kind == NEED_SET)
        return l->buchi.states.at[l->nodes.at[node].automaton].sets >> need->number & 1;
    return need->kind == NEED_THREAD && live_state(l, node)->cannot & live_bit(need->number);
}

static bool link_meets(const LiveSearch *l, const Need *need, const LiveLink *link)
{
    const LiveEdge *edge = &l->edges.at[link->edge];
    switch (need->kind) {
    case NEED_SET:
        break;
    case NEED_THREAD:
    case NEED_MOVE:
        if (edge->tid == need->number)
            return true;
        break;
    case NEED_RULE:
        return edge->rule == need->number;
    case NEED_INSIDE:
        return edge->inside;
    }
    return node_meets(l, need, link->to);
}

/* Something is missing that the step meets; or nothing is, and it leads back. */
static bool is_wanted(const Lasso *x, const LiveLink *link)
{
    bool missing = false;
    vec_each (Need, need, &x->needs) {
        if (!need->met && link_meets(x->l, need, link))
            return true;
        missing |= !need->met;
    }
    return !missing && link->to == x->entry;
}

static bool is_inside(const Lasso *x, uint32_t node, const LiveLink *link)
{
    return x->l->part.at[node] == x->id && live_allows(x->l, node, link);
}

/* Adds the path that ends with this link. */
static void add_path(Lasso *x, uint32_t start, uint32_t node, uint32_t link)
{
    LiveIds path = {0};
    vec_push(&path, link);
    while (node != start) {
        uint32_t came = x->came.at[node] - 1;
        vec_push(&path, came);
        node = x->from.at[node];
    }
    while (path.len) {
        uint32_t next = vec_pop(&path);
        vec_push(&x->links, next);
        vec_each (Need, need, &x->needs)
            need->met |= link_meets(x->l, need, &x->l->links.at[next]);
    }
    vec_free(&path);
}

/* Goes to the nearest step that is wanted; returns where that leads to. */
static uint32_t go_on(Lasso *x, uint32_t start)
{
    LiveSearch *l = x->l;
    size_t count = l->nodes.len - 1;
    x->came.len = 0;
    vec_resize(&x->came, count);
    vec_resize(&x->from, count);
    x->queue.len = 0;
    vec_push(&x->queue, start);
    for (size_t k = 0; k < x->queue.len; k++) {
        uint32_t node = x->queue.at[k];
        for (uint32_t n = l->nodes.at[node].first; n < l->nodes.at[node + 1].first; n++) {
            const LiveLink *link = &l->links.at[n];
            if (!is_inside(x, node, link))
                continue;
            if (is_wanted(x, link)) {
                add_path(x, start, node, n);
                return link->to;
            }
            if (x->came.at[link->to] || link->to == start)
                continue;
            x->came.at[link->to] = n + 1;
            x->from.at[link->to] = node;
            vec_push(&x->queue, link->to);
        }
    }
    assert(!"a component is connected, and has all that a fair round needs");
    return start;
}

static bool all_met(const Lasso *x)
{
    vec_each (Need, need, &x->needs)
        if (!need->met)
            return false;
    return true;
}

static void make_round(Lasso *x)
{
    uint32_t at = x->entry;
    x->links.len = 0;
    vec_each (Need, need, &x->needs)
        need->met = node_meets(x->l, need, at);
    do
        at = go_on(x, at);
    while (at != x->entry || !all_met(x));
}

static bool need(Lasso *x, NeedKind kind, uint32_t number)
{
    vec_each (Need, other, &x->needs)
        if (other->kind == kind && other->number == number)
            return false;
    vec_push(&x->needs, ((Need){kind, number, false}));
    return true;
}

/* What is possible in the state again and again, and never done.  True: the round must be another one. */
static bool need_more(Lasso *x, uint32_t node)
{
    LiveSearch *l = x->l;
    const LiveState *state = live_state(l, node);
    uint32_t id = l->nodes.at[node].state;
    uint64_t moved = 0;
    bool more = false;
    vec_each (uint32_t, link, &x->links)
        moved |= live_bit(l->edges.at[l->links.at[*link].edge].tid);
    for (uint32_t tid = 0; tid < 64; tid++)
        if (state->can & ~moved & live_bit(tid))
            more |= need(x, NEED_MOVE, tid);
    for (uint32_t e = l->states.at[id].first; e < l->states.at[id].end; e++) {
        bool taken = !l->edges.at[e].rule;
        vec_each (uint32_t, link, &x->links)
            taken |= l->edges.at[l->links.at[*link].edge].rule == l->edges.at[e].rule;
        if (!taken)
            more |= need(x, NEED_RULE, l->edges.at[e].rule);
    }
    return more;
}

static void find_round(Lasso *x)
{
    LiveSearch *l = x->l;
    bool more = true;
    if (l->promise.kind == PROMISE_LOCKFREE)
        need(x, NEED_INSIDE, 0);
    if (l->promise.kind == PROMISE_WAITFREE)
        need(x, NEED_MOVE, l->claimant - 1);
    for (uint32_t k = 0; k < 64; k++) {
        if (l->buchi.sets >> k & 1)
            need(x, NEED_SET, k);
        if (l->fairness != FAIR_NONE)
            need(x, NEED_THREAD, k);
    }
    while (more) {
        make_round(x);
        more = false;
        vec_each (uint32_t, link, &x->links)
            if (l->fairness >= FAIR_LOCKS)
                more |= need_more(x, l->links.at[*link].to);
    }
}

/* ---- as a bug ---- */

/* The outcome of an action again, with its choices. */
static void push_step(LiveSearch *l, Bug *bug, uint32_t from, const LiveEdge *edge)
{
    bool is_new;
    if (edge->tid == NOBODY || edge->ends)
        return;
    states_load(&l->table, (StateId){from}, &l->state);
    ptrdiff_t index = state_find(&l->state, (Tid){edge->tid});
    assert(index >= 0);
    state_step(l->m, &l->state, (size_t)index, &l->out);
    for (size_t k = 0; k < l->out.len; k++) {
        const Outcome *o = &l->out.all.at[k];
        if (!outcome_has_successor(o) || promise_returned(l->m, k) != edge->returns ||
            states_add_step(&l->table, &l->state, (size_t)index, o, &is_new).ix != edge->to)
            continue;
        const char *name = machine_thread_name(l->m, (Tid){edge->tid});
        TraceStep step = {.thread = arena_copy(&l->job->arena, name, strlen(name))};
        vec_each (uint32_t, choice, &o->choices)
            vec_push(&step.choices, *choice);
        vec_push(&bug->steps, step);
        return;
    }
    assert(!"the action leads there");
}

static void push_way(LiveSearch *l, Bug *bug, uint32_t node)
{
    LiveIds path = {0};
    for (; l->nodes.at[node].parent != node; node = l->nodes.at[node].parent)
        vec_push(&path, node);
    while (path.len) {
        uint32_t to = vec_pop(&path), n = l->nodes.at[node].first;
        while (l->links.at[n].to != to)
            n++;
        push_step(l, bug, l->nodes.at[node].state, &l->edges.at[l->links.at[n].edge]);
        node = to;
    }
    vec_free(&path);
}

void live_add_way(LiveSearch *l, uint32_t node, ErrorKind error)
{
    Bug bug = {.error = error, .memory = MEMORY_SC};
    push_way(l, &bug, node);
    if (error_info[error].property & PROPERTY_LIVE)
        bug.round = (uint32_t)bug.steps.len + 1;
    l->job->errors++;
    vec_push(&l->job->bugs, bug);
}

void live_add_lasso(LiveSearch *l, const LiveIds *nodes, ErrorKind error)
{
    Lasso x = {.l = l, .entry = nodes->at[0], .id = l->part.at[nodes->at[0]]};
    Bug bug = {.error = error, .memory = MEMORY_SC};
    uint32_t node = x.entry;
    find_round(&x);
    push_way(l, &bug, x.entry);
    bug.round = (uint32_t)bug.steps.len + 1;
    vec_each (uint32_t, link, &x.links) {
        push_step(l, &bug, l->nodes.at[node].state, &l->edges.at[l->links.at[*link].edge]);
        node = l->links.at[*link].to;
    }
    l->job->errors++;
    vec_push(&l->job->bugs, bug);
    vec_free(&x.needs);
    vec_free(&x.links);
    vec_free(&x.came);
    vec_free(&x.queue);
    vec_free(&x.from);
}
