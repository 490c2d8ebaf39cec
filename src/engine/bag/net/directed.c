/* directed.c -- forward, the most promising marking first.
 *
 * M. Blondin, C. Haase, P. Offtermatt, "Directed reachability for infinite-state systems", TACAS
 * 2021.  How promising a marking is says the state inequation: the least sum of firing counts with
 * which it could lead above a target.  A marking for which the inequation has no solution is
 * dropped.
 *
 * Finds bugs only: an empty list proves nothing here, since what was dropped was dropped on the
 * word of floating-point numbers. */
#include "engine/bag/net/directed.h"

#include <math.h>

#include "engine/bag/net/refute.h"

static const double positive = 1e-7;
static const double depth_weight = 0.5; /* how much a firing done counts, beside one to be done */
static const double detour = 1;         /* a step that the inequation does not propose */

/* Solves the inequation from the marking to the demand; keeps the transitions of the solution if it
 * is the best so far. */
static void solve(Directed *d, Bag marking, Bag demand)
{
    const Core *core = d->core;
    memset(d->lower, 0, core->places * sizeof *d->lower);
    for (uint32_t i = 0; i < demand.len; i++)
        d->lower[demand.at[i].place] = demand.at[i].count;
    for (uint32_t i = 0; i < marking.len; i++)
        d->lower[marking.at[i].place] -= marking.at[i].count;
    for (uint32_t p = 0; p < core->places; p++)
        lp_set_row(d->lp, p, d->lower[p]);
    uint64_t before = lp_pivots(d->lp);
    LpResult result = lp_solve(d->lp);
    d->solved++;
    d->work += lp_work(core, lp_pivots(d->lp) - before);
    if (result == LP_FAILED)
        d->far = fmin(d->far, 1e6);
    if (result != LP_OPTIMAL || lp_value(d->lp) >= d->far)
        return;
    d->far = lp_value(d->lp);
    const double *x = lp_columns(d->lp);
    for (uint32_t t = 0; t < core->transitions; t++)
        d->helpful[t] = x[t] > positive;
}

/* About how many firings are missing; INFINITY: no number is enough. */
static double distance(Directed *d, Bag marking)
{
    d->far = INFINITY;
    vec_each (CoreTarget, target, &d->core->targets)
        if (!target->refuted)
            solve(d, marking, core_target(d->core, target));
    return d->far;
}

static bool covers_target(const Directed *d, Bag marking)
{
    vec_each (CoreTarget, target, &d->core->targets)
        if (!target->refuted && bag_below(core_target(d->core, target), marking))
            return true;
    return false;
}

/* How far a new marking is, is guessed until its turn comes. */
static bool put(void *to, uint32_t label, Bag marking)
{
    Directed *d = to;
    if (bagset_met(&d->markings, marking) || bagset_find_above(&d->markings, marking) != BAG_NONE)
        return true;
    uint32_t id = bagset_add(&d->markings, marking);
    uint32_t depth = d->at == BAG_NONE ? 0 : d->depth.at[d->at] + 1;
    assert(id == d->nodes.len && (d->at == BAG_NONE || d->at < id));
    vec_push(&d->nodes, ((CutNode){d->at, label}));
    vec_push(&d->depth, depth);
    vec_push(&d->delayed, false);
    if (covers_target(d, marking)) {
        d->found = id;
        return false;
    }
    double far = d->at == BAG_NONE ? 0 : d->far + (d->helpful[label] ? -1 : detour);
    heap_push(&d->todo, far + depth_weight * depth, id);
    return true;
}

void directed_begin(Directed *d, const Core *core, Steps *steps)
{
    *d = (Directed){.core = core, .steps = steps, .at = BAG_NONE, .found = BAG_NONE};
    d->lp = refuter_state_lp(core);
    d->lower = memory_alloc(core->places * sizeof *d->lower);
    d->helpful = memory_alloc(core->transitions * sizeof *d->helpful);
    bagset_begin(&d->markings, core->places);
    Items init = {0};
    for (uint32_t p = 0; p < core->places; p++)
        if (core->init[p])
            vec_push(&init, ((Item){p, core->init[p]}));
    put(d, 0, bag_of(&init));
    vec_free(&init);
}

void directed_free(Directed *d)
{
    lp_free(d->lp);
    memory_free(d->lower);
    memory_free(d->helpful);
    bagset_free(&d->markings);
    vec_free(&d->nodes);
    vec_free(&d->depth);
    vec_free(&d->delayed);
    vec_free(&d->todo);
    vec_free(&d->now);
}

uint64_t directed_work(const Directed *d)
{
    return d->steps->work + d->markings.looked + d->work;
}

/* Takes the successors of the most promising marking, unless it is worse than it seemed. */
static void expand(Directed *d)
{
    double key = d->todo.at[0].key;
    d->at = heap_pop(&d->todo);
    if (!bagset_has(&d->markings, d->at))
        return;
    items_copy(&d->now, bagset_get(&d->markings, d->at));
    double now = distance(d, bag_of(&d->now)) + depth_weight * d->depth.at[d->at];
    if (isinf(now))
        return;
    if (now > key && !d->delayed.at[d->at]) {
        d->delayed.at[d->at] = true;
        heap_push(&d->todo, now, d->at);
        return;
    }
    d->looked++;
    d->steps->after(d->steps->self, bag_of(&d->now), put, d);
}

Progress directed_run(Directed *d, uint64_t work)
{
    uint64_t end = directed_work(d) + work;
    while (d->found == BAG_NONE) {
        if (directed_work(d) >= end)
            return PROGRESS_RUNNING;
        if (!d->todo.len)
            return PROGRESS_STUCK;
        expand(d);
    }
    return PROGRESS_FOUND;
}

void directed_trace(const Directed *d, Labels *labels)
{
    Cut path = {.found = d->found};
    path.nodes.at = d->nodes.at;
    cut_trace(&path, labels);
}
