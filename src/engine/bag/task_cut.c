/* task_cut.c -- forward, with counters cut at c = 1, 2, 3 ...
 *
 * R. Jhala, R. Majumdar, "Interprocedural analysis of asynchronous programs", POPL 2007.
 *
 *   TASK_DROP   a count above c becomes c: what goes wrong does go wrong
 *   TASK_FILL   a count above c becomes c + 1, which is many and never becomes less: what does not
 *               go wrong never does
 *
 * A state stands for all with fewer tasks, so one that another one covers needs no successors. */
#include "engine/bag/task_cut.h"

static uint32_t many(const TaskCut *t)
{
    return t->kind == TASK_FILL ? t->c + 1 : UINT32_MAX;
}

static void put(TaskCut *t, TaskState state)
{
    if (tally_set_find_above(&t->largest, state.q.ix, state.bag, UINT32_MAX) != NO_ENTRY)
        return;
    tally_set_remove_below(&t->largest, state.q.ix, state.bag);
    vec_push(&t->work, tally_set_add(&t->largest, state.q.ix, state.bag));
    vec_push(&t->states, state);
}

static void note_wrong(TaskCut *t, TaskWrong wrong)
{
    bool is_new;
    pairs_add(&t->wrong_at, wrong.q.ix, wrong.unit.ix, &is_new);
    if (is_new)
        vec_push(&t->wrong, wrong);
}

static void note_edge(TaskCut *t, TaskEdge edge)
{
    bool is_new;
    uint32_t start = pairs_add(&t->starts, edge.from.ix, edge.unit.ix, &is_new);
    pairs_add(&t->ends, start, edge.to.ix, &is_new);
    if (is_new)
        vec_push(&t->edges, edge);
}

/* The unit runs to one of its exits. */
static void leave(TaskCut *t, uint32_t id, Unit unit, Tally rest, uint32_t exit)
{
    Controls *c = t->controls;
    TaskState state = {.parent = id, .unit = unit, .exit = exit};
    Control from = t->states.at[id].q;
    if (runs_throws(&t->runs, exit)) {
        note_wrong(t, (TaskWrong){from, unit, id, NO_RUN, exit});
        return;
    }
    state.q = unit_after(c, &t->runs, from, unit, exit);
    state.bag = tally_add(&c->tallies, rest, t->runs.nodes.at[exit].tally, &t->runs.cap);
    c->job->stats.transitions++;
    note_edge(t, (TaskEdge){from, state.q, unit});
    put(t, state);
}

static void take_unit(TaskCut *t, uint32_t id, Unit unit)
{
    Controls *c = t->controls;
    uint32_t entry;
    TaskState state = t->states.at[id];
    if (!unit_runs(c, &t->runs, state.q, unit, &entry) || c->stepper.stopped || c->stale)
        return;
    Tally rest = state.bag;
    if (unit_is_task(c, unit))
        rest = tally_remove(&c->tallies, rest, unit_task(c, unit), many(t));
    if (t->runs.entries.at[entry].wrong)
        note_wrong(t, (TaskWrong){state.q, unit, id, entry, NO_RUN});
    for (size_t k = 0; k < t->runs.entries.at[entry].exits.len; k++)
        leave(t, id, unit, rest, t->runs.entries.at[entry].exits.at[k]);
}

static void expand(TaskCut *t, uint32_t id)
{
    Controls *c = t->controls;
    Tally bag = t->states.at[id].bag;
    for (uint32_t k = 0; k < c->threads; k++)
        take_unit(t, id, (Unit){k});
    for (uint32_t k = 0; k < tally_len(&c->tallies, bag); k++)
        take_unit(t, id, unit_of_task(c, tally_task(&c->tallies, bag, k)));
}

void task_cut_begin(TaskCut *t, Controls *controls, TaskCutKind kind, uint32_t c)
{
    Cap cap = {.all = kind == TASK_FILL ? c + 1 : c};
    *t = (TaskCut){.controls = controls, .kind = kind, .c = c};
    tally_set_begin(&t->largest, &controls->tallies);
    runs_begin(&t->runs, &controls->stepper, &controls->tallies, cap, controls->job->properties);
    put(t, (TaskState){.q = controls->initial,
                       .bag = tally_add(&controls->tallies, controls->posted, 0, &cap),
                       .parent = NO_RUN,
                       .exit = NO_RUN});
}

void task_cut_free(TaskCut *t)
{
    runs_free(&t->runs);
    vec_free(&t->states);
    tally_set_free(&t->largest);
    vec_free(&t->work);
    vec_free(&t->wrong);
    pairs_free(&t->wrong_at);
    vec_free(&t->edges);
    pairs_free(&t->starts);
    pairs_free(&t->ends);
}

/* What drops finds short traces, breadth-first; what fills goes for the large states. */
static uint32_t next(TaskCut *t)
{
    if (t->kind == TASK_FILL)
        return vec_pop(&t->work);
    return t->work.at[t->taken++];
}

uint64_t task_cut_work(const TaskCut *t)
{
    return t->runs.steps + t->largest.looked + t->states.len;
}

bool task_cut_run(TaskCut *t, uint64_t work)
{
    const Controls *c = t->controls;
    uint64_t end = task_cut_work(t) + work;
    while (t->taken < t->work.len && (t->whole || !t->wrong.len)) {
        if (task_cut_work(t) >= end || c->stepper.stopped || c->stale)
            return false;
        uint32_t id = next(t);
        if (!tally_set_has(&t->largest, id))
            continue;
        t->controls->job->stats.markings++;
        expand(t, id);
    }
    return !c->stepper.stopped && !c->stale;
}

bool task_cut_covers(TaskCut *t, Control q, Tally demand)
{
    return tally_set_find_above(&t->largest, q.ix, demand, many(t)) != NO_ENTRY;
}
