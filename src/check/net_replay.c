/* net_replay.c -- fires a run of a net again; see net.h. */
#include "check/net.h"
#include "check/refuse.h"

#include <inttypes.h>

typedef struct NetReplay {
    Job *job;
    const Net *net;
    Bug *bug;
    int64_t *tokens;  /* by place: more than at the beginning; of closed places: all of them */
    int64_t *lacking; /* by place: tokens that an open place needs at the beginning */
    Why why;
} NetReplay;

/* Whether the place has so many tokens; an open one then gets them. */
static bool has(NetReplay *r, uint32_t place, uint32_t need)
{
    int64_t missing = (int64_t)need - r->tokens[place];
    if (r->net->places.at[place].open) {
        if (missing > r->lacking[place])
            r->lacking[place] = missing;
        return true;
    }
    return missing <= 0;
}

static bool fire(NetReplay *r, size_t number, const TraceStep *step)
{
    const Net *net = r->net;
    if (step->choices.len != 1 || step->choices.at[0] >= net->transitions.len)
        return refuse(r->why, "step %zu is not a transition of the net", number);
    uint32_t t = step->choices.at[0];
    const Arc *arcs = net_arcs(net, t);
    for (uint32_t i = 0; i < net->transitions.at[t].arcs; i++) {
        uint32_t place = arcs[i].place;
        if (!has(r, place, arcs[i].need))
            return refuse(r->why, "step %zu: transition %u cannot fire: %s has %" PRId64 " tokens",
                          number, t + 1, net->places.at[place].name, r->tokens[place]);
        r->tokens[place] += arcs[i].change;
    }
    return true;
}

/* The target that the bug is about, if it says so; else the first that is covered. */
static const NetBag *covered_target(NetReplay *r)
{
    Pos where = r->bug->where;
    vec_each (NetBag, target, &r->net->targets) {
        if (where.line && (target->pos.line != where.line || target->pos.column != where.column))
            continue;
        Bag bag = net_bag(r->net, target);
        uint32_t i = 0;
        while (i < bag.len && (r->net->places.at[bag.at[i].place].open ||
                               r->tokens[bag.at[i].place] >= bag.at[i].count))
            i++;
        if (i < bag.len)
            continue;
        for (i = 0; i < bag.len; i++)
            has(r, bag.at[i].place, bag.at[i].count);
        return target;
    }
    return NULL;
}

/* ---- what people want to know of it ---- */

static TraceValue value_of(NetReplay *r, uint32_t place)
{
    Arena *arena = &r->job->arena;
    return (TraceValue){r->net->places.at[place].name,
                        arena_print(arena, "%" PRId64, r->tokens[place]), 0, false};
}

/* Once more from the beginning, now with all tokens that are needed. */
static void describe_run(NetReplay *r)
{
    const Net *net = r->net;
    for (uint32_t p = 0; p < net->places.len; p++) {
        r->tokens[p] = net->places.at[p].init;
        if (net->places.at[p].open && r->lacking[p] > 0)
            r->tokens[p] += r->lacking[p];
        if (r->tokens[p])
            vec_push(&r->bug->start, value_of(r, p));
    }
    uint32_t count = 0;
    vec_each (TraceStep, step, &r->bug->steps) {
        uint32_t t = step->choices.at[0];
        const Arc *arcs = net_arcs(net, t);
        step->thread = "net";
        step->entry = "net";
        step->proc = arena_print(&r->job->arena, "transition %u", t + 1);
        step->pos = net->transitions.at[t].pos;
        step->context = ++count;
        step->values.len = 0;
        for (uint32_t i = 0; i < net->transitions.at[t].arcs; i++) {
            r->tokens[arcs[i].place] += arcs[i].change;
            if (arcs[i].change)
                vec_push(&step->values, value_of(r, arcs[i].place));
        }
    }
}

static void describe_target(NetReplay *r, const NetBag *target)
{
    Bag bag = net_bag(r->net, target);
    const char *text = "the target can be covered:";
    for (uint32_t i = 0; i < bag.len; i++)
        text = arena_print(&r->job->arena, "%s%s %s >= %" PRIu32, text, i ? "," : "",
                           r->net->places.at[bag.at[i].place].name, bag.at[i].count);
    r->bug->message = bag.len ? text : "the target is covered by every marking";
    r->bug->where = target->pos;
    r->bug->proc = "target";
}

static bool run(NetReplay *r)
{
    const Net *net = r->net;
    for (uint32_t p = 0; p < net->places.len; p++)
        r->tokens[p] = net->places.at[p].init;
    for (size_t i = 0; i < r->bug->steps.len; i++)
        if (!fire(r, i + 1, &r->bug->steps.at[i]))
            return false;
    if (r->bug->error != ERR_TARGET)
        return refuse(r->why, "a net cannot go wrong with '%s'", error_info[r->bug->error].key);
    const NetBag *target = covered_target(r);
    if (!target)
        return refuse(r->why, "the run ends without covering a target");
    r->bug->start.len = 0;
    describe_run(r);
    describe_target(r, target);
    return true;
}

bool check_net_replay(Job *job, Bug *bug, char *why, size_t size)
{
    size_t places = job->net->places.len;
    NetReplay r = {.job = job, .net = job->net, .bug = bug, .why = {why, size}};
    r.tokens = memory_alloc(places * sizeof *r.tokens);
    r.lacking = memory_alloc(places * sizeof *r.lacking);
    bool ok = run(&r);
    memory_free(r.tokens);
    memory_free(r.lacking);
    return ok;
}
