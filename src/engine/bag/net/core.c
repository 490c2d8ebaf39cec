/* core.c -- see core.h. */
#include "engine/bag/net/core.h"

#include <xxhash.h>

/* Transitions by place: the lists of a place p are at[first[p]] .. at[first[p + 1]]. */
typedef struct Lists {
    size_t *first;
    uint32_t *at;
} Lists;

typedef bool ArcTest(const Arc *arc);

static bool arc_needs(const Arc *arc)
{
    return arc->need > 0;
}

static bool arc_gives(const Arc *arc)
{
    return arc->change > 0;
}

static Lists lists_make(uint32_t places, uint32_t transitions, const size_t *arc_first,
                        const Arc *arcs, ArcTest *test)
{
    Lists lists = {.first = memory_alloc((places + 2) * sizeof *lists.first)};
    size_t *fill = lists.first + 1;
    for (size_t i = 0; transitions && i < arc_first[transitions]; i++)
        if (test(&arcs[i]))
            fill[arcs[i].place + 1]++;
    for (uint32_t p = 0; p < places; p++)
        fill[p + 1] += fill[p];
    lists.at = memory_alloc(fill[places] * sizeof *lists.at);
    for (uint32_t t = 0; t < transitions; t++)
        for (size_t i = arc_first[t]; i < arc_first[t + 1]; i++)
            if (test(&arcs[i]))
                lists.at[fill[arcs[i].place]++] = t;
    for (uint32_t p = 0; p < places; p++)
        assert(lists.first[p] <= lists.first[p + 1]);
    return lists;
}

static void lists_free(Lists *lists)
{
    memory_free(lists->first);
    memory_free(lists->at);
}

/* ---- sign analysis ---- */

typedef struct Signs {
    Core *core;
    const size_t *arc_first;
    uint32_t *unmet; /* by transition: arcs whose need is above the bound */
    VEC(uint32_t) fireable;
    Lists takers;
} Signs;

/* The place can have any number of tokens now: some transitions can fire that could not. */
static void raise_bound(Signs *s, uint32_t place)
{
    const Net *net = s->core->net;
    uint32_t old = s->core->bounds[place];
    assert(old != OMEGA); /* each is raised once, so the needs are met once */
    s->core->bounds[place] = OMEGA;
    for (size_t i = s->takers.first[place]; i < s->takers.first[place + 1]; i++) {
        uint32_t t = s->takers.at[i];
        const Arc *arcs = net_arcs(net, t);
        for (uint32_t k = 0; k < net->transitions.at[t].arcs; k++)
            if (arcs[k].place == place && arcs[k].need > old && --s->unmet[t] == 0)
                vec_push(&s->fireable, t);
    }
}

/* Fills bounds; fires[t]: no bound forbids t. */
static void sign_analysis(Core *core, const size_t *arc_first, bool *fires)
{
    const Net *net = core->net;
    uint32_t places = (uint32_t)net->places.len, count = (uint32_t)net->transitions.len;
    Signs s = {.core = core, .arc_first = arc_first};
    s.takers = lists_make(places, count, arc_first, net->arcs.at, arc_needs);
    s.unmet = memory_alloc(count * sizeof *s.unmet);
    for (uint32_t p = 0; p < places; p++)
        core->bounds[p] = net->places.at[p].open ? OMEGA : net->places.at[p].init;
    for (uint32_t t = 0; t < count; t++) {
        for (size_t i = arc_first[t]; i < arc_first[t + 1]; i++)
            s.unmet[t] += net->arcs.at[i].need > core->bounds[net->arcs.at[i].place];
        if (!s.unmet[t])
            vec_push(&s.fireable, t);
    }
    while (s.fireable.len) {
        uint32_t t = vec_pop(&s.fireable);
        fires[t] = true;
        for (size_t i = arc_first[t]; i < arc_first[t + 1]; i++) {
            const Arc *arc = &net->arcs.at[i];
            if (arc->change > 0 && core->bounds[arc->place] != OMEGA)
                raise_bound(&s, arc->place);
        }
    }
    lists_free(&s.takers);
    memory_free(s.unmet);
    vec_free(&s.fireable);
}

/* ---- cone of influence ---- */

static bool target_possible(const Core *core, Bag target)
{
    for (uint32_t i = 0; i < target.len; i++)
        if (target.at[i].count > core->bounds[target.at[i].place])
            return false;
    return true;
}

typedef struct Cone {
    Core *core;
    VEC(uint32_t) work; /* places that matter, not yet looked at */
} Cone;

static void want(Cone *cone, uint32_t place)
{
    Core *core = cone->core;
    if (core->core_place[place] != UINT32_MAX || core->net->places.at[place].open)
        return;
    core->core_place[place] = 0;
    vec_push(&cone->work, place);
}

static void want_targets(Cone *cone)
{
    const Net *net = cone->core->net;
    vec_each (NetBag, target, &net->targets) {
        Bag bag = net_bag(net, target);
        for (uint32_t i = 0; i < bag.len && target_possible(cone->core, bag); i++)
            want(cone, bag.at[i].place);
    }
}

/* keep: the transitions that can fire; afterwards those that a target depends on.  Places that
 * matter get a number in core_place. */
static void cone_of_influence(Core *core, const size_t *arc_first, bool *keep)
{
    const Net *net = core->net;
    uint32_t places = (uint32_t)net->places.len, count = (uint32_t)net->transitions.len;
    Lists givers = lists_make(places, count, arc_first, net->arcs.at, arc_gives);
    bool *wanted = memory_alloc(count * sizeof *wanted);
    Cone cone = {.core = core};
    for (uint32_t p = 0; p < places; p++)
        core->core_place[p] = UINT32_MAX;
    want_targets(&cone);
    while (cone.work.len) {
        uint32_t place = vec_pop(&cone.work);
        for (size_t g = givers.first[place]; g < givers.first[place + 1]; g++) {
            uint32_t t = givers.at[g];
            if (!keep[t] || wanted[t])
                continue;
            wanted[t] = true;
            for (size_t i = arc_first[t]; i < arc_first[t + 1]; i++)
                if (net->arcs.at[i].need)
                    want(&cone, net->arcs.at[i].place);
        }
    }
    memcpy(keep, wanted, count * sizeof *keep);
    vec_free(&cone.work);
    memory_free(wanted);
    lists_free(&givers);
}

/* ---- the core ---- */

static void number_places(Core *core)
{
    const Net *net = core->net;
    for (uint32_t p = 0; p < net->places.len; p++)
        core->places += core->core_place[p] != UINT32_MAX;
    core->net_place = memory_alloc(core->places * sizeof *core->net_place);
    core->init = memory_alloc(core->places * sizeof *core->init);
    for (uint32_t p = 0, n = 0; p < net->places.len; p++)
        if (core->core_place[p] != UINT32_MAX) {
            core->core_place[p] = n;
            core->init[n] = net->places.at[p].init;
            core->net_place[n++] = p;
        }
}

/* Whether the last transition equals an earlier one; if not it is entered into the table. */
static bool is_twin(const Core *core, uint32_t *table, size_t mask, uint32_t t)
{
    const Arc *arcs = core->arcs.at + core->arc_first[t];
    size_t len = core->arc_first[t + 1] - core->arc_first[t];
    size_t slot = XXH3_64bits(arcs, len * sizeof *arcs) & mask;
    for (; table[slot]; slot = (slot + 1) & mask) {
        uint32_t u = table[slot] - 1;
        if (core->arc_first[u + 1] - core->arc_first[u] == len &&
            memcmp(core->arcs.at + core->arc_first[u], arcs, len * sizeof *arcs) == 0)
            return true;
    }
    table[slot] = t + 1;
    return false;
}

static void copy_transitions(Core *core, const bool *keep)
{
    const Net *net = core->net;
    size_t count = 0, mask = 15;
    for (size_t t = 0; t < net->transitions.len; t++)
        count += keep[t];
    while (mask < 2 * count)
        mask = mask * 2 + 1;
    uint32_t *table = memory_alloc((mask + 1) * sizeof *table);
    core->net_transition = memory_alloc(count * sizeof *core->net_transition);
    core->arc_first = memory_alloc((count + 2) * sizeof *core->arc_first);
    for (uint32_t t = 0; t < net->transitions.len; t++) {
        if (!keep[t])
            continue;
        const Arc *arcs = net_arcs(net, t);
        for (uint32_t i = 0; i < net->transitions.at[t].arcs; i++) {
            uint32_t place = core->core_place[arcs[i].place];
            if (place != UINT32_MAX)
                vec_push(&core->arcs, ((Arc){place, arcs[i].need, arcs[i].change}));
        }
        core->arc_first[core->transitions + 1] = core->arcs.len;
        for (size_t i = core->arc_first[core->transitions] + 1; i < core->arcs.len; i++)
            assert(core->arcs.at[i - 1].place < core->arcs.at[i].place);
        if (is_twin(core, table, mask, core->transitions))
            core->arcs.len = core->arc_first[core->transitions];
        else
            core->net_transition[core->transitions++] = t;
    }
    memory_free(table);
}

static void copy_targets(Core *core)
{
    const Net *net = core->net;
    for (uint32_t n = 0; n < net->targets.len; n++) {
        Bag bag = net_bag(net, &net->targets.at[n]);
        if (!target_possible(core, bag))
            continue;
        CoreTarget target = {.first = core->items.len, .number = n};
        for (uint32_t i = 0; i < bag.len; i++) {
            uint32_t place = core->core_place[bag.at[i].place];
            if (place != UINT32_MAX)
                vec_push(&core->items, ((Item){place, bag.at[i].count}));
        }
        target.len = (uint32_t)(core->items.len - target.first);
        assert(bag_is_sorted(core_target(core, &target)));
        vec_push(&core->targets, target);
    }
}

void core_make(Core *core, const Net *net)
{
    size_t places = net->places.len, count = net->transitions.len;
    *core = (Core){.net = net};
    core->bounds = memory_alloc(places * sizeof *core->bounds);
    core->core_place = memory_alloc(places * sizeof *core->core_place);
    size_t *arc_first = memory_alloc((count + 1) * sizeof *arc_first);
    bool *keep = memory_alloc(count * sizeof *keep);
    for (size_t t = 0; t < count; t++)
        arc_first[t] = net->transitions.at[t].first;
    arc_first[count] = net->arcs.len;
    sign_analysis(core, arc_first, keep);
    cone_of_influence(core, arc_first, keep);
    number_places(core);
    copy_transitions(core, keep);
    copy_targets(core);
    Lists givers =
        lists_make(core->places, core->transitions, core->arc_first, core->arcs.at, arc_gives);
    Lists takers =
        lists_make(core->places, core->transitions, core->arc_first, core->arcs.at, arc_needs);
    core->giver_first = givers.first;
    core->givers = givers.at;
    core->taker_first = takers.first;
    core->takers = takers.at;
    memory_free(arc_first);
    memory_free(keep);
}

void core_free(Core *core)
{
    memory_free(core->bounds);
    memory_free(core->net_place);
    memory_free(core->core_place);
    memory_free(core->net_transition);
    memory_free(core->arc_first);
    memory_free(core->init);
    memory_free(core->giver_first);
    memory_free(core->taker_first);
    memory_free(core->givers);
    memory_free(core->takers);
    vec_free(&core->arcs);
    vec_free(&core->items);
    vec_free(&core->targets);
}

bool core_starts_above(const Core *core, Bag bag)
{
    for (uint32_t i = 0; i < bag.len; i++)
        if (core->init[bag.at[i].place] < bag.at[i].count)
            return false;
    return true;
}
