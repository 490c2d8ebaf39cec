/* pump.c -- forward, with exact accelerations.
 *
 * R. M. Karp, R. E. Miller, "Parallel program schemata", 1969.  A marking above one of its
 * ancestors can be reached with any number of tokens where it is greater: the steps between the two
 * can be repeated.  Only ancestors with tokens in the same places are looked at: a path without end
 * comes by one of those, too.  Of the markings reached only the maximal ones are kept.
 *
 * Ends always, with the exact answer: whatever a marking covers can be covered; and when nothing is
 * left the markings contain the initial one and are closed under steps.  (A new marking below one
 * that is there is dropped, and so is an old one below a new one; but descendants stay.)
 *
 * The run to a target is put together from its end (pump_trace): going back along the path with the
 * demand, each loop is repeated as often as the demand needs it. */
#include "engine/bag/net/pump.h"

enum { LONGEST_RUN = 200000, NEAR = 128 };

static bool covers_target(const Pump *pump, Bag marking)
{
    vec_each (CoreTarget, target, &pump->core->targets)
        if (!target->refuted && bag_below(core_target(pump->core, target), marking))
            return true;
    return false;
}

/* Where `now` has more tokens than the ancestor below it, it gets any number.  False: it has more
 * nowhere. */
static bool raise(Bag ancestor, Items *now)
{
    bool raised = false;
    uint32_t k = 0;
    vec_each (Item, item, now) {
        while (k < ancestor.len && ancestor.at[k].place < item->place)
            k++;
        bool both = k < ancestor.len && ancestor.at[k].place == item->place;
        uint32_t old = both ? ancestor.at[k].count : 0;
        if (item->count != OMEGA && item->count > old) {
            item->count = OMEGA;
            raised = true;
        }
    }
    return raised;
}

/* Tries the ancestors with tokens in the same places, the nearest first.  Long paths are gone back
 * to their beginning now and then only. */
static uint32_t accelerate(Pump *pump, const PumpNode *node)
{
    uint32_t loops = 0, left = node->depth % NEAR ? NEAR : UINT32_MAX;
    for (uint32_t up = pump->at; up != BAG_NONE && left; up = pump->nodes.at[up].parent, left--) {
        pump->work++;
        if (pump->nodes.at[up].places != node->places)
            continue;
        Bag ancestor = bagset_get(&pump->markings, up);
        pump->work += 4;
        if (!bag_below(ancestor, bag_of(&pump->items)))
            continue;
        pump->work += ancestor.len;
        if (raise(ancestor, &pump->items)) {
            hard_assert(bag_below(ancestor, bag_of(&pump->items)));
            vec_push(&pump->ancestors, up);
            loops++;
        }
    }
    return loops;
}

static bool put(void *to, uint32_t label, Bag bag)
{
    Pump *pump = to;
    if (bagset_met(&pump->markings, bag) || bagset_find_above(&pump->markings, bag) != BAG_NONE)
        return true;
    PumpNode node = {.parent = pump->at, .label = label, .first = (uint32_t)pump->ancestors.len};
    items_copy(&pump->items, bag);
    node.places = bag_key(bag).places;
    node.depth = pump->at == BAG_NONE ? 0 : pump->nodes.at[pump->at].depth + 1;
    node.loops = accelerate(pump, &node);
    Bag marking = bag_of(&pump->items);
    bagset_remove_below(&pump->markings, marking);
    uint32_t id = bagset_add(&pump->markings, marking);
    assert(id == pump->nodes.len && (pump->at == BAG_NONE || pump->at < id));
    assert(node.first + node.loops == pump->ancestors.len);
    vec_push(&pump->nodes, node);
    if (covers_target(pump, marking)) {
        pump->found = id;
        return false;
    }
    heap_push(&pump->todo, -(double)bag_sum(marking), id);
    return pump->at == BAG_NONE || bagset_has(&pump->markings, pump->at);
}

void pump_begin(Pump *pump, const Core *core, Steps *steps)
{
    *pump = (Pump){.core = core, .steps = steps, .at = BAG_NONE, .found = BAG_NONE};
    bagset_begin(&pump->markings, core->places);
    pump->markings.lazy = true;
    Items init = {0};
    for (uint32_t p = 0; p < core->places; p++)
        if (core->init[p])
            vec_push(&init, ((Item){p, core->init[p]}));
    put(pump, 0, bag_of(&init));
    vec_free(&init);
}

void pump_free(Pump *pump)
{
    bagset_free(&pump->markings);
    vec_free(&pump->nodes);
    vec_free(&pump->ancestors);
    vec_free(&pump->todo);
    vec_free(&pump->items);
    vec_free(&pump->now);
}

uint64_t pump_work(const Pump *pump)
{
    return pump->steps->work + pump->markings.looked + pump->work;
}

Progress pump_run(Pump *pump, uint64_t work)
{
    uint64_t end = pump_work(pump) + work;
    while (pump->found == BAG_NONE) {
        if (pump_work(pump) >= end)
            return PROGRESS_RUNNING;
        if (!pump->todo.len)
            return pump->steps->overflow ? PROGRESS_STUCK : PROGRESS_CLOSED;
        pump->at = heap_pop(&pump->todo);
        if (!bagset_has(&pump->markings, pump->at))
            continue;
        pump->looked++;
        items_copy(&pump->now, bagset_get(&pump->markings, pump->at));
        pump->steps->after(pump->steps->self, bag_of(&pump->now), put, pump);
    }
    return PROGRESS_FOUND;
}

/* ---- the run ---- */

typedef struct Unroll {
    const Pump *pump;
    int64_t *demand;  /* by place: what must be there */
    int64_t *reached; /* by place: what is there, before the accelerations of the node at hand */
    Labels *labels;   /* last step first */
    bool *fresh;      /* by place: the loop at hand gives it any number of tokens */
} Unroll;

/* The demand before the step. */
static void step_back(Unroll *u, uint32_t label)
{
    const Core *core = u->pump->core;
    for (size_t i = core->arc_first[label]; i < core->arc_first[label + 1]; i++) {
        const Arc *arc = &core->arcs.at[i];
        int64_t rest = u->demand[arc->place] - arc->change;
        u->demand[arc->place] = rest > arc->need ? rest : arc->need;
    }
    vec_push(u->labels, label);
}

static void loop_back(Unroll *u, uint32_t node, uint32_t ancestor)
{
    for (; node != ancestor; node = u->pump->nodes.at[node].parent) {
        assert(node > ancestor && node != BAG_NONE); /* the loop begins at an ancestor */
        step_back(u, u->pump->nodes.at[node].label);
    }
}

static bool lacks(const Unroll *u)
{
    for (uint32_t p = 0; p < u->pump->core->places; p++)
        if (u->fresh[p] && u->demand[p] > u->reached[p])
            return true;
    return false;
}

/* What the node had before its loop number `count` was found. */
static void rebuild(Unroll *u, uint32_t id, uint32_t count)
{
    const Pump *pump = u->pump;
    const Core *core = pump->core;
    const PumpNode *node = &pump->nodes.at[id];
    assert(node->parent < id && count <= node->loops);
    Bag parent = bagset_get(&pump->markings, node->parent);
    memset(u->reached, 0, core->places * sizeof *u->reached);
    for (uint32_t i = 0; i < parent.len; i++)
        u->reached[parent.at[i].place] = parent.at[i].count;
    for (size_t i = core->arc_first[node->label]; i < core->arc_first[node->label + 1]; i++) {
        const Arc *arc = &core->arcs.at[i];
        if (u->reached[arc->place] != OMEGA)
            u->reached[arc->place] += arc->change;
    }
    for (uint32_t n = 0; n < count; n++) {
        Bag ancestor = bagset_get(&pump->markings, pump->ancestors.at[node->first + n]);
        for (uint32_t p = 0; p < core->places; p++)
            if (u->reached[p] > bag_count(ancestor, p))
                u->reached[p] = OMEGA;
    }
}

/* The node's loops, the last one first, each as often as it is needed.  False: too often. */
static bool unroll_node(Unroll *u, uint32_t id)
{
    const Pump *pump = u->pump;
    const PumpNode *node = &pump->nodes.at[id];
    for (uint32_t n = node->loops; n-- > 0;) {
        uint32_t from = pump->ancestors.at[node->first + n];
        Bag ancestor = bagset_get(&pump->markings, from);
        rebuild(u, id, n);
        for (uint32_t p = 0; p < pump->core->places; p++)
            u->fresh[p] = u->reached[p] != OMEGA && u->reached[p] > bag_count(ancestor, p);
        while (lacks(u)) {
            loop_back(u, id, from);
            if (u->labels->len > LONGEST_RUN)
                return false;
        }
    }
    return true;
}

static bool unroll(Unroll *u, Bag target)
{
    const Core *core = u->pump->core;
    memset(u->demand, 0, core->places * sizeof *u->demand);
    for (uint32_t i = 0; i < target.len; i++)
        u->demand[target.at[i].place] = target.at[i].count;
    u->labels->len = 0;
    for (uint32_t id = u->pump->found; u->pump->nodes.at[id].parent != BAG_NONE;
         id = u->pump->nodes.at[id].parent) {
        if (!unroll_node(u, id))
            return false;
        step_back(u, u->pump->nodes.at[id].label);
    }
    for (uint32_t p = 0; p < core->places; p++)
        if (u->demand[p] > core->init[p])
            return false;
    for (size_t i = 0, k = u->labels->len; i + 1 < k; i++) {
        uint32_t label = u->labels->at[i];
        u->labels->at[i] = u->labels->at[--k];
        u->labels->at[k] = label;
    }
    return true;
}

bool pump_trace(const Pump *pump, Labels *labels)
{
    const Core *core = pump->core;
    Unroll u = {.pump = pump, .labels = labels};
    u.demand = memory_alloc(core->places * sizeof *u.demand);
    u.reached = memory_alloc(core->places * sizeof *u.reached);
    u.fresh = memory_alloc(core->places * sizeof *u.fresh);
    bool done = false;
    vec_each (CoreTarget, target, &core->targets)
        if (!done && !target->refuted &&
            bag_below(core_target(core, target), bagset_get(&pump->markings, pump->found)))
            done = unroll(&u, core_target(core, target));
    memory_free(u.demand);
    memory_free(u.reached);
    memory_free(u.fresh);
    return done;
}
