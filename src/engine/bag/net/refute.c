/* refute.c -- see refute.h.
 *
 *   state inequation          init + C x >= b, x >= 0      refuter_state_lp, try_state
 *   maximal support           of its solutions             support_lp, shrink_support
 *   what of it can fire       from init                    fireable
 *
 * E. Fraca and S. Haddad, "Complexity analysis of continuous Petri nets" (the support loop);
 * T. Geffroy, J. Leroux, G. Sutre, "Occam's razor applied to the Petri net coverability problem"
 * (invariants as filters of the backward search). */
#include "engine/bag/net/refute.h"

#include "engine/bag/net/exact.h"

static const double positive = 1e-7;      /* a firing count above this is not zero */
static const double support_scale = 1000; /* so many times the demand: makes room for all to fire */
enum { MOST_STAGES = 32 };

/* ---- the linear programs ---- */

typedef struct Columns {
    VEC(int) first, row;
    VEC(double) value;
} Columns;

static void add_columns(const Core *core, Columns *c)
{
    for (uint32_t t = 0; t < core->transitions; t++) {
        for (size_t i = core->arc_first[t]; i < core->arc_first[t + 1]; i++)
            if (core->arcs.at[i].change) {
                vec_push(&c->row, (int)core->arcs.at[i].place);
                vec_push(&c->value, core->arcs.at[i].change);
            }
        vec_push(&c->first, (int)c->row.len);
    }
}

/* `copies` columns for each transition; cost and upper bound of the second copy are given. */
static Lp *make_lp(const Core *core, uint32_t copies, const double cost[2], const double upper[2])
{
    Columns c = {0};
    uint32_t columns = copies * core->transitions;
    double *costs = memory_alloc(columns * sizeof *costs);
    double *least = memory_alloc(columns * sizeof *least);
    double *uppers = memory_alloc(columns * sizeof *uppers);
    vec_push(&c.first, 0);
    for (uint32_t k = 0; k < copies; k++) {
        add_columns(core, &c);
        for (uint32_t t = 0; t < core->transitions; t++) {
            costs[k * core->transitions + t] = cost[k];
            uppers[k * core->transitions + t] = upper[k];
        }
    }
    LpMatrix matrix = {(int)core->places, (int)columns, c.first.at, c.row.at, c.value.at};
    Lp *lp = lp_new(&matrix, costs, least, uppers);
    memory_free(costs);
    memory_free(least);
    memory_free(uppers);
    vec_free(&c.first);
    vec_free(&c.row);
    vec_free(&c.value);
    return lp;
}

/* minimise sum x */
Lp *refuter_state_lp(const Core *core)
{
    return make_lp(core, 1, (double[]){1, 0}, (double[]){-1, 0});
}

/* x + z takes the place of x, z <= 1; maximise sum z: z is 1 where the firing count can be. */
static Lp *support_lp(const Core *core)
{
    return make_lp(core, 2, (double[]){0, -1}, (double[]){-1, 1});
}

void refuter_begin(Refuter *r, const Core *core)
{
    *r = (Refuter){.core = core};
    r->state = refuter_state_lp(core);
    r->ray = memory_alloc(core->places * sizeof *r->ray);
    r->lower = memory_alloc(core->places * sizeof *r->lower);
    r->weights = memory_alloc(core->places * sizeof *r->weights);
    r->active = memory_alloc(core->transitions * sizeof *r->active);
    r->next = memory_alloc(core->transitions * sizeof *r->next);
}

static void free_stages(Stages *stages)
{
    vec_each (Stage, stage, stages)
        memory_free(stage->weights);
    vec_free(stages);
}

void refuter_free(Refuter *r)
{
    vec_each (Refutation, refutation, &r->known)
        free_stages(&refutation->stages);
    vec_free(&r->known);
    vec_free(&r->order);
    lp_free(r->state);
    lp_free(r->support);
    memory_free(r->ray);
    memory_free(r->lower);
    memory_free(r->weights);
    memory_free(r->active);
    memory_free(r->next);
}

/* ---- stages ---- */

/* No active transition increases the weighted sum. */
static bool never_increases(const Refuter *r)
{
    for (uint32_t t = 0; t < r->core->transitions; t++)
        if (r->active[t] && exact_change(r->core, r->weights, t) > 0)
            return false;
    return true;
}

static __int128 at_start(const Refuter *r)
{
    __int128 sum = 0;
    for (uint32_t p = 0; p < r->core->places; p++)
        sum += (__int128)r->weights[p] * r->core->init[p];
    return sum;
}

static void push_stage(Refuter *r, Stages *stages)
{
    size_t bytes = r->core->places * sizeof *r->weights;
    hard_assert(never_increases(r));
    Stage stage = {.weights = memory_alloc(bytes), .start = at_start(r)};
    memcpy(stage.weights, r->weights, bytes);
    vec_push(stages, stage);
}

static void add_known(Refuter *r, Stages stages)
{
    assert(stages.len && r->order.len == r->known.len);
    vec_push(&r->order, (uint32_t)r->known.len);
    vec_push(&r->known, ((Refutation){stages}));
}

static bool refutes(const Refutation *refutation, Bag demand)
{
    vec_each (Stage, stage, &refutation->stages) {
        __int128 sum = exact_product(stage->weights, demand);
        if (sum != stage->start)
            return sum > stage->start;
    }
    return false;
}

bool refuter_knows(Refuter *r, Bag demand)
{
    for (size_t i = 0; i < r->order.len; i++) {
        uint32_t index = r->order.at[i];
        r->work += demand.len;
        if (!refutes(&r->known.at[index], demand))
            continue;
        if (i) {
            r->order.at[i] = r->order.at[i / 2];
            r->order.at[i / 2] = index;
        }
        return true;
    }
    return false;
}

void refuter_add_invariants(Refuter *r)
{
    const Core *core = r->core;
    memset(r->active, true, core->transitions * sizeof *r->active);
    vec_each (NetBag, invariant, &core->net->invariants) {
        Bag bag = net_bag(core->net, invariant);
        memset(r->weights, 0, core->places * sizeof *r->weights);
        for (uint32_t i = 0; i < bag.len; i++) {
            uint32_t place = core->core_place[bag.at[i].place];
            if (place != UINT32_MAX)
                r->weights[place] = bag.at[i].count;
        }
        if (!never_increases(r))
            continue;
        Stages stages = {0};
        push_stage(r, &stages);
        add_known(r, stages);
    }
}

/* ---- the support loop ---- */

/* Of the transitions in `next` those stay that can fire when no others do: their needs are within
 * the initial tokens or produced by one of them. */
static void fireable(Refuter *r)
{
    const Core *core = r->core;
    bool *given = memory_alloc(core->places * sizeof *given);
    bool *fires = memory_alloc(core->transitions * sizeof *fires);
    for (bool more = true; more;) {
        more = false;
        for (uint32_t t = 0; t < core->transitions; t++) {
            if (!r->next[t] || fires[t])
                continue;
            const Arc *arc = core->arcs.at + core->arc_first[t];
            const Arc *end = core->arcs.at + core->arc_first[t + 1];
            while (arc < end && (arc->need <= core->init[arc->place] || given[arc->place]))
                arc++;
            if (arc < end)
                continue;
            fires[t] = more = true;
            for (arc = core->arcs.at + core->arc_first[t]; arc < end; arc++)
                given[arc->place] |= arc->change > 0;
        }
        r->work += core->arcs.len;
    }
    memcpy(r->next, fires, core->transitions * sizeof *fires);
    memory_free(given);
    memory_free(fires);
}

/* Measured against the work of comparing two bags. */
uint64_t lp_work(const Core *core, uint64_t pivots)
{
    return 20000 + 20 * core->arcs.len + pivots * (1000 + 8 * core->arcs.len);
}

static void set_rows(Refuter *r, Lp *lp, double factor)
{
    for (uint32_t p = 0; p < r->core->places; p++)
        lp_set_row(lp, p, factor * r->lower[p]);
}

static LpResult solve(Refuter *r, Lp *lp)
{
    uint64_t before = lp_pivots(lp);
    LpResult result = lp_solve(lp);
    r->solved++;
    r->work += lp_work(r->core, lp_pivots(lp) - before);
    return result;
}

/* The active transitions only. */
static void set_columns(Refuter *r)
{
    uint32_t count = r->core->transitions;
    for (uint32_t t = 0; t < count; t++) {
        lp_set_upper(r->state, t, r->active[t] ? -1 : 0);
        if (r->support) {
            lp_set_upper(r->support, t, r->active[t] ? -1 : 0);
            lp_set_upper(r->support, count + t, r->active[t] ? 1 : 0);
        }
    }
}

/* Whether all transitions that the solution of the state inequation uses can fire. */
static bool solution_fires(Refuter *r)
{
    uint32_t count = r->core->transitions, used = 0, kept = 0;
    const double *x = lp_columns(r->state);
    for (uint32_t t = 0; t < count; t++)
        used += r->next[t] = r->active[t] && x[t] > positive;
    fireable(r);
    for (uint32_t t = 0; t < count; t++)
        kept += r->next[t];
    return kept == used;
}

/* From T_i to T_{i+1}: adds a stage if the weights leave transitions out.  False: none is left out.
 */
static bool shrink_support(Refuter *r, Bag demand, Stages *stages)
{
    uint32_t count = r->core->transitions;
    if (!r->support) {
        r->support = support_lp(r->core);
        set_columns(r);
    }
    set_rows(r, r->support, support_scale);
    if (solve(r, r->support) != LP_OPTIMAL)
        return false;
    if (!exact_weights(lp_row_duals(r->support), r->core->places, r->weights))
        memset(r->weights, 0, r->core->places * sizeof *r->weights);
    if (!never_increases(r) || exact_product(r->weights, demand) < at_start(r))
        memset(r->weights, 0, r->core->places * sizeof *r->weights);
    for (uint32_t t = 0; t < count; t++)
        r->next[t] = r->active[t] && exact_change(r->core, r->weights, t) == 0;
    fireable(r);
    if (memcmp(r->next, r->active, count * sizeof *r->next) == 0)
        return false;
    push_stage(r, stages);
    memcpy(r->active, r->next, count * sizeof *r->next);
    return true;
}

/* The state inequation with the active transitions. */
static LpResult try_state(Refuter *r, Bag demand, Stages *stages)
{
    set_rows(r, r->state, 1);
    LpResult result = solve(r, r->state);
    if (result != LP_INFEASIBLE)
        return result;
    if (lp_ray(r->state, r->ray) && exact_weights(r->ray, r->core->places, r->weights) &&
        never_increases(r) && exact_product(r->weights, demand) > at_start(r)) {
        push_stage(r, stages);
        return LP_INFEASIBLE;
    }
    r->inexact++;
    return LP_FAILED;
}

static void set_demand(Refuter *r, Bag demand)
{
    for (uint32_t p = 0; p < r->core->places; p++)
        r->lower[p] = -(double)r->core->init[p];
    for (uint32_t i = 0; i < demand.len; i++)
        r->lower[demand.at[i].place] += demand.at[i].count;
}

/* The support loop is dear: where it seldom helps it is seldom tried. */
static bool loop_worthwhile(Refuter *r)
{
    r->loops++;
    return r->loops < 32 || r->gains * 8 > r->loops || r->loops % 32 == 0;
}

bool refuter_try(Refuter *r, Bag demand, double *value)
{
    Stages stages = {0};
    set_demand(r, demand);
    memset(r->active, true, r->core->transitions * sizeof *r->active);
    LpResult result = try_state(r, demand, &stages);
    *value = result == LP_OPTIMAL ? lp_value(r->state) : 0;
    bool shrunk = false, worthwhile = result == LP_OPTIMAL && loop_worthwhile(r);
    while (worthwhile && result == LP_OPTIMAL && stages.len < MOST_STAGES && !solution_fires(r) &&
           shrink_support(r, demand, &stages)) {
        shrunk = true;
        set_columns(r);
        result = try_state(r, demand, &stages);
    }
    if (shrunk) {
        r->gains += result == LP_INFEASIBLE;
        memset(r->active, true, r->core->transitions * sizeof *r->active);
        set_columns(r);
    }
    if (result == LP_INFEASIBLE) {
        add_known(r, stages);
        assert(refutes(&vec_last(&r->known), demand));
    } else
        free_stages(&stages);
    return result == LP_INFEASIBLE;
}
