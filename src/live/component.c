/* component.c -- a strongly connected component that accepts, and in which a fair run can stay.
 *
 * The components of a set of nodes, one after the other (base/connect.h).  In each:
 *   - a set of the automaton that it does not meet: no run that stays here is accepted;
 *   - a thread that never moves here and could do so in every state: no fair run stays here (weak fairness);
 *   - a thread that never moves here and can do so in some states, or an action of a fair rule that is possible in
 *     some states and never taken: a fair run that stays here keeps away from these states for ever.  They are
 *     taken out, and the components of the rest are looked at (Lichtenstein and Pnueli, POPL 1985). */
#include "base/connect.h"
#include "live/live.h"

#include <stdlib.h>

typedef struct Judge {
    LiveSearch *l;
    Connect connect;
    VEC(LiveIds) todo; /* sets of nodes */
    LiveIds *found;
    bool done;
} Judge;

bool live_allows(const LiveSearch *l, uint32_t node, const LiveLink *link)
{
    const LiveEdge *edge = &l->edges.at[link->edge];
    if (l->part.at[node] != l->part.at[link->to])
        return false;
    if (l->promise.kind == PROMISE_LOCKFREE)
        return !edge->returns && edge->tid != NOBODY;
    if (l->claimant)
        return !(edge->tid == l->claimant - 1 && edge->returns);
    return !l->starving || (edge->tid != NOBODY && !(edge->tid == l->starving - 1 && edge->shows));
}

/* What happens in a component. */
typedef struct Sum {
    uint64_t moved, can, cannot, joins, sets;
    bool goes_on; /* it has a step at all */
    bool inside;  /* ... of a thread that is inside a claimed function */
} Sum;

static Sum sum_up(LiveSearch *l, const uint32_t *nodes, size_t len, uint32_t id)
{
    Sum sum = {0};
    for (size_t k = 0; k < len; k++) {
        const LiveState *state = live_state(l, nodes[k]);
        sum.can |= state->can;
        sum.cannot |= state->cannot;
        sum.joins |= state->joins;
        sum.sets |= l->buchi.states.at[l->nodes.at[nodes[k]].automaton].sets;
        for (uint32_t n = l->nodes.at[nodes[k]].first; n < l->nodes.at[nodes[k] + 1].first; n++) {
            const LiveEdge *edge = &l->edges.at[l->links.at[n].edge];
            if (!live_allows(l, nodes[k], &l->links.at[n]))
                continue;
            sum.goes_on = true;
            sum.inside |= edge->inside;
            sum.moved |= edge->tid == NOBODY ? 0 : live_bit(edge->tid);
            l->marks.at[edge->rule] = id;
        }
    }
    return sum;
}

/* A fair run that stays in the component leaves this state alone. */
static bool is_avoided(const LiveSearch *l, uint32_t node, const Sum *sum, uint32_t id)
{
    uint32_t state = l->nodes.at[node].state;
    if (l->fairness < FAIR_LOCKS)
        return false;
    if (l->states.at[state].can & ~sum->moved)
        return true;
    for (uint32_t e = l->states.at[state].first; e < l->states.at[state].end; e++)
        if (l->edges.at[e].rule && l->marks.at[l->edges.at[e].rule] != id)
            return true;
    return false;
}

/* Who waits for the end of another one is not to blame. */
static bool is_excused(const LiveSearch *l, const Sum *sum)
{
    uint64_t bit = l->starving ? live_bit(l->starving - 1) : 0;
    return sum->joins & bit && !(sum->moved & bit);
}

/* Of a promise: somebody runs inside, and comes to no end. */
static bool is_refuted(const LiveSearch *l, const Sum *sum)
{
    if (l->promise.kind == PROMISE_LOCKFREE)
        return sum->inside;
    return l->promise.kind != PROMISE_WAITFREE || sum->moved & live_bit(l->claimant - 1);
}

/* False: it is what was sought. */
static bool judge(void *self, const uint32_t *nodes, size_t len)
{
    Judge *t = self;
    LiveSearch *l = t->l;
    LiveIds rest = {0};
    uint32_t id = ++l->parts;
    for (size_t k = 0; k < len; k++)
        l->part.at[nodes[k]] = id;
    Sum sum = sum_up(l, nodes, len, id);
    bool fair = l->fairness == FAIR_NONE || !~(sum.moved | sum.cannot);
    if (!sum.goes_on || l->buchi.sets & ~sum.sets || !fair || is_excused(l, &sum) ||
        !is_refuted(l, &sum))
        return true;
    for (size_t k = 0; k < len; k++)
        if (!is_avoided(l, nodes[k], &sum, id))
            vec_push(&rest, nodes[k]);
    if (rest.len == len) {
        t->done = true;
        for (size_t k = 0; k < len; k++)
            vec_push(t->found, nodes[k]);
        vec_free(&rest);
    } else
        vec_push(&t->todo, rest);
    return !t->done;
}

/* Judged components are in parts of their own. */
static bool next(void *self, uint32_t node, uint32_t *link, uint32_t *to)
{
    LiveSearch *l = ((Judge *)self)->l;
    uint32_t first = l->nodes.at[node].first, count = l->nodes.at[node + 1].first - first;
    while (*link < count && !live_allows(l, node, &l->links.at[first + *link]))
        (*link)++;
    if (*link == count)
        return false;
    *to = l->links.at[first + (*link)++].to;
    return true;
}

/* The components of one set of nodes. */
static void take_set(Judge *t, const LiveIds *nodes)
{
    uint32_t id = ++t->l->parts;
    for (size_t k = 0; k < nodes->len; k++)
        t->l->part.at[nodes->at[k]] = id;
    connect_find(&t->connect, nodes->at, nodes->len);
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

bool live_find(LiveSearch *l, LiveIds *nodes)
{
    Judge t = {.l = l, .found = nodes};
    LiveIds all = {0};
    size_t count = l->nodes.len - 1;
    l->part.len = 0;
    vec_resize(&l->part, count);
    vec_resize(&l->marks, records_count(&l->rules) + 1);
    t.connect.self = &t;
    t.connect.next = next;
    t.connect.found = judge;
    connect_begin(&t.connect, count);
    for (uint32_t node = 0; node < count; node++)
        if (l->claimant ? (live_state(l, node)->inside & live_bit(l->claimant - 1)) != 0
                        : !l->starving || live_state(l, node)->live & live_bit(l->starving - 1))
            vec_push(&all, node);
    vec_push(&t.todo, all);
    while (t.todo.len && !t.done) {
        LiveIds set = vec_pop(&t.todo);
        take_set(&t, &set);
        vec_free(&set);
    }
    vec_each (LiveIds, set, &t.todo)
        vec_free(set);
    vec_free(&t.todo);
    connect_free(&t.connect);
    if (t.done)
        qsort(nodes->at, nodes->len, sizeof *nodes->at, compare);
    return t.done;
}
