/* directed.c -- forward, the most promising marking first.
 *
 * M. Blondin, C. Haase, P. Offtermatt, "Directed reachability for infinite-state systems", TACAS
 * 2021.  How promising a marking is says the state inequation: the least sum of firing counts with
 * which it could lead above a target.  A marking for which the inequation has no solution is
 * dropped.
 *
 * Finds bugs only: an empty list proves nothing here, since what was dropped was dropped on the
 * word of floating-point numbers. */
#include "engine/bag/directed.h"

#include <math.h>

#include "engine/bag/refute.h"

/* About how many firings are missing; INFINITY: no number is enough. */
static double distance(Directed *d, Bag marking)
{
    const Core *core = d->core;
    double best = INFINITY;
    vec_each (CoreTarget, target, &core->targets) {
        if (target->refuted)
            continue;
        Bag demand = core_target(core, target);
        if (bag_below(demand, marking))
            return 0;
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
        d->work += core->arcs.len + (lp_pivots(d->lp) - before) * (core->places + 64);
        if (result == LP_OPTIMAL)
            best = fmin(best, fmax(lp_value(d->lp), 0.5)); /* not 0: it does not cover it yet */
        else if (result == LP_FAILED)
            best = fmin(best, 1e6);
    }
    return best;
}

static bool put(void *to, uint32_t label, Bag marking)
{
    Directed *d = to;
    if (bagset_find_above(&d->markings, marking) != BAG_NONE)
        return true;
    double far = distance(d, marking);
    if (isinf(far))
        return true;
    bagset_remove_below(&d->markings, marking);
    uint32_t id = bagset_add(&d->markings, marking);
    vec_push(&d->nodes, ((CutNode){d->at, label}));
    vec_push(&d->depth, d->at == BAG_NONE ? 0 : d->depth.at[d->at] + 1);
    if (far == 0) {
        d->found = id;
        return false;
    }
    heap_push(&d->todo, far, id);
    return true;
}

void directed_begin(Directed *d, const Core *core, Steps *steps)
{
    *d = (Directed){.core = core, .steps = steps, .at = BAG_NONE, .found = BAG_NONE};
    d->lp = refuter_state_lp(core);
    d->lower = memory_alloc(core->places * sizeof *d->lower);
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
    bagset_free(&d->markings);
    vec_free(&d->nodes);
    vec_free(&d->depth);
    vec_free(&d->todo);
    vec_free(&d->now);
}

static uint64_t work_done(const Directed *d)
{
    return d->steps->work + d->markings.looked + d->work;
}

Progress directed_run(Directed *d, uint64_t work)
{
    uint64_t end = work_done(d) + work;
    while (d->found == BAG_NONE) {
        if (work_done(d) >= end)
            return PROGRESS_RUNNING;
        if (!d->todo.len)
            return PROGRESS_STUCK;
        d->at = heap_pop(&d->todo);
        if (!bagset_has(&d->markings, d->at))
            continue;
        d->looked++;
        items_copy(&d->now, bagset_get(&d->markings, d->at));
        d->steps->after(d->steps->self, bag_of(&d->now), put, d);
    }
    return PROGRESS_FOUND;
}

void directed_trace(const Directed *d, Labels *labels)
{
    Cut path = {.found = d->found};
    path.nodes.at = d->nodes.at;
    cut_trace(&path, labels);
}
