/* net_steps.c -- see net_steps.h. */
#include "engine/bag/net/net_steps.h"

static void load(NetSteps *s, Bag bag)
{
    for (uint32_t i = 0; i < bag.len; i++) {
        hard_assert(!s->marking[bag.at[i].place]); /* the bag before was unloaded */
        s->marking[bag.at[i].place] = bag.at[i].count;
    }
}

static void unload(NetSteps *s, Bag bag)
{
    for (uint32_t i = 0; i < bag.len; i++)
        s->marking[bag.at[i].place] = 0;
}

/* Puts the bag at hand, with one transition's places replaced, into items.  `count` gives the new
 * count; false: one was too large, and is COUNT_MOST instead. */
static bool merge(NetSteps *s, Bag bag, uint32_t t, int64_t (*count)(uint32_t old, const Arc *arc))
{
    const Arc *arc = s->core->arcs.at + s->core->arc_first[t];
    const Arc *end = s->core->arcs.at + s->core->arc_first[t + 1];
    Items *items = &s->items;
    uint32_t i = 0;
    bool fits = true;
    items->len = 0;
    vec_reserve(items, bag.len + (size_t)(end - arc));
    s->steps.work += bag.len + (size_t)(end - arc);
    while (i < bag.len || arc < end) {
        if (arc == end || (i < bag.len && bag.at[i].place < arc->place)) {
            items->at[items->len++] = bag.at[i++];
            continue;
        }
        bool both = i < bag.len && bag.at[i].place == arc->place;
        uint32_t old = both ? bag.at[i].count : 0;
        int64_t now = old == OMEGA ? OMEGA : count(old, arc);
        if (now > COUNT_MOST && old != OMEGA) {
            fits = false;
            now = COUNT_MOST;
        }
        if (now > 0)
            items->at[items->len++] = (Item){arc->place, (uint32_t)now};
        i += both;
        arc++;
    }
    hard_assert(bag_is_sorted(bag_of(items)));
    return fits;
}

static int64_t demand_before(uint32_t old, const Arc *arc)
{
    int64_t rest = (int64_t)old - arc->change;
    return rest > arc->need ? rest : arc->need;
}

static int64_t tokens_after(uint32_t old, const Arc *arc)
{
    assert(old >= arc->need && (int64_t)old + arc->change >= 0);
    return (int64_t)old + arc->change;
}

static void before(void *self, Bag demand, StepSink *sink, void *to)
{
    NetSteps *s = self;
    const Core *core = s->core;
    s->stamp++;
    for (uint32_t i = 0; i < demand.len; i++) {
        uint32_t place = demand.at[i].place;
        for (size_t g = core->giver_first[place]; g < core->giver_first[place + 1]; g++) {
            uint32_t t = core->givers[g];
            if (s->seen[t] == s->stamp)
                continue;
            s->seen[t] = s->stamp;
            if (!merge(s, demand, t, demand_before))
                s->steps.overflow = true;
            else if (!sink(to, t, bag_of(&s->items)))
                return;
        }
    }
}

static bool enabled(const NetSteps *s, uint32_t t)
{
    const Core *core = s->core;
    for (size_t i = core->arc_first[t]; i < core->arc_first[t + 1]; i++)
        if (s->marking[core->arcs.at[i].place] < core->arcs.at[i].need)
            return false;
    return true;
}

static bool step_after(NetSteps *s, Bag marking, uint32_t t, StepSink *sink, void *to)
{
    s->steps.work += 4;
    if (!enabled(s, t))
        return true;
    if (!merge(s, marking, t, tokens_after))
        s->steps.overflow = true;
    return sink(to, t, bag_of(&s->items));
}

static void after(void *self, Bag marking, StepSink *sink, void *to)
{
    NetSteps *s = self;
    bool more = true;
    load(s, marking);
    for (size_t i = 0; more && i < s->needless.len; i++)
        more = step_after(s, marking, s->needless.at[i], sink, to);
    for (uint32_t i = 0; more && i < marking.len; i++) {
        uint32_t place = marking.at[i].place;
        for (uint32_t k = s->file_first[place]; more && k < s->file_first[place + 1]; k++)
            more = step_after(s, marking, s->filed[k], sink, to);
    }
    unload(s, marking);
}

/* The place that the transition needs and that the fewest transitions need: seldom marked, one
 * hopes.  UINT32_MAX: it needs nothing. */
static uint32_t file_place(const Core *core, uint32_t t)
{
    uint32_t best = UINT32_MAX;
    size_t least = SIZE_MAX;
    for (size_t i = core->arc_first[t]; i < core->arc_first[t + 1]; i++) {
        uint32_t place = core->arcs.at[i].place;
        size_t takers = core->taker_first[place + 1] - core->taker_first[place];
        if (core->arcs.at[i].need && takers < least) {
            best = place;
            least = takers;
        }
    }
    return best;
}

/* Files each transition under one place. */
static void file_transitions(NetSteps *s)
{
    const Core *core = s->core;
    s->file_first = memory_alloc((core->places + 2) * sizeof *s->file_first);
    s->filed = memory_alloc(core->transitions * sizeof *s->filed);
    uint32_t *fill = s->file_first + 1;
    for (uint32_t t = 0; t < core->transitions; t++) {
        uint32_t place = file_place(core, t);
        if (place != UINT32_MAX)
            fill[place + 1]++;
        else
            vec_push(&s->needless, t);
    }
    for (uint32_t p = 0; p < core->places; p++)
        fill[p + 1] += fill[p];
    for (uint32_t t = 0; t < core->transitions; t++) {
        uint32_t place = file_place(core, t);
        if (place != UINT32_MAX)
            s->filed[fill[place]++] = t;
    }
}

void net_steps_begin(NetSteps *s, const Core *core)
{
    *s = (NetSteps){.core = core};
    s->steps = (Steps){.self = s, .places = core->places, .before = before, .after = after};
    s->marking = memory_alloc(core->places * sizeof *s->marking);
    s->seen = memory_alloc(core->transitions * sizeof *s->seen);
    file_transitions(s);
}

void net_steps_free(NetSteps *s)
{
    memory_free(s->marking);
    memory_free(s->seen);
    memory_free(s->file_first);
    memory_free(s->filed);
    vec_free(&s->needless);
    vec_free(&s->items);
}
