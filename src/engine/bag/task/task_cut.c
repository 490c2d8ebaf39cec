/* task_cut.c -- forward, with counters cut at c = 1, 2, 3 ...
 *
 * R. Jhala, R. Majumdar, "Interprocedural analysis of asynchronous programs", POPL 2007.
 *
 *   TASK_DROP   a count above c becomes c: what goes wrong does go wrong
 *   TASK_FILL   a count above c becomes c + 1, which is many and never becomes less: what does not
 *               go wrong never does
 *
 * A state stands for all with fewer tasks, so one that another one covers needs no successors.  It
 * is not looked for among very many: each state is taken once, and there are finitely many. */
#include "engine/bag/task/task_cut.h"

enum { MOST_LOOKS = 64 };

static uint32_t many(const TaskCut *t)
{
    return t->kind == TASK_FILL ? t->c + 1 : UINT32_MAX;
}

static void put(TaskCut *t, TaskState state)
{
    if (!tally_set_meet(&t->largest, state.q.ix, state.bag) ||
        tally_set_find_above(&t->largest, state.q.ix, state.bag, UINT32_MAX) != NO_ENTRY)
        return;
    tally_set_remove_below(&t->largest, state.q.ix, state.bag);
    uint32_t id = tally_set_add(&t->largest, state.q.ix, state.bag);
    assert(id == t->states.len && (state.parent == NO_RUN || state.parent < id));
    vec_push(&t->work, id);
    vec_push(&t->states, state);
    if (check_is_due(t->states.len))
        tally_set_check(&t->largest, false);
}

static void note_wrong(TaskCut *t, TaskWrong wrong)
{
    bool is_new;
    pairs_add(&t->wrong_at, wrong.q.ix, wrong.unit.ix, &is_new);
    if (is_new)
        vec_push(&t->wrong, wrong);
}

/* A task that only posts itself again does nothing. */
static bool is_idle(TaskCut *t, Control q, Unit unit, const TaskEffect *effect)
{
    Controls *c = t->controls;
    return effect->to.ix == q.ix && unit_is_task(c, unit) &&
           effect->posted == tally_one(&c->tallies, unit_task(c, unit));
}

/* Is it the first time that this one is seen to lead there? */
static bool is_first(TaskCut *t, Control to, uint32_t number)
{
    if (t->met.len <= to.ix)
        vec_resize(&t->met, to.ix + 1);
    bool first = t->met.at[to.ix] != number + 1;
    t->met.at[to.ix] = number + 1;
    return first;
}

static void add_effect(TaskCut *t, Control q, Unit unit, TaskEffects *effects, uint32_t exit)
{
    if (runs_throws(&t->runs, exit)) {
        if (runs_throws_wrong(&t->runs, exit))
            effects->throws = exit;
        return;
    }
    TaskEffect effect = {.posted = t->runs.nodes.at[exit].tally, .exit = exit};
    effect.to = unit_after(t->controls, &t->runs, q, unit, exit);
    if (is_idle(t, q, unit, &effect))
        return;
    bool is_new; /* it is not: effects_of has added it */
    if (is_first(t, effect.to, pairs_add(&t->units, q.ix, unit.ix, &is_new)))
        vec_push(&t->edges, ((TaskEdge){q, effect.to, unit}));
    vec_push(&t->effects, effect);
    effects->len++;
}

/* What the unit does in the control state; not known if the search is stopped. */
static TaskEffects effects_of(TaskCut *t, Control q, Unit unit)
{
    Controls *c = t->controls;
    bool is_new;
    uint32_t id = pairs_add(&t->units, q.ix, unit.ix, &is_new);
    if (is_new)
        vec_push(&t->effected, (TaskEffects){0});
    assert(id < t->effected.len);
    if (t->effected.at[id].known)
        return t->effected.at[id];
    TaskEffects effects = {.first = (uint32_t)t->effects.len, .entry = NO_RUN, .throws = NO_RUN};
    uint32_t entry;
    bool runs = unit_runs(c, &t->runs, q, unit, &entry);
    if (c->stepper.stopped || c->stale)
        return effects;
    effects.known = true;
    if (runs)
        effects.entry = entry;
    for (size_t k = 0; runs && k < t->runs.entries.at[entry].exits.len; k++)
        add_effect(t, q, unit, &effects, t->runs.entries.at[entry].exits.at[k]);
    t->effected.at[id] = effects;
    return effects;
}

static void take_unit(TaskCut *t, uint32_t id, Unit unit)
{
    Controls *c = t->controls;
    TaskState state = t->states.at[id];
    TaskEffects effects = effects_of(t, state.q, unit);
    if (!effects.known || effects.entry == NO_RUN)
        return;
    Tally rest = state.bag;
    if (unit_is_task(c, unit))
        rest = tally_remove(&c->tallies, rest, unit_task(c, unit), many(t));
    if (t->runs.entries.at[effects.entry].wrong)
        note_wrong(t, (TaskWrong){state.q, unit, id, effects.entry, NO_RUN});
    if (effects.throws != NO_RUN)
        note_wrong(t, (TaskWrong){state.q, unit, id, NO_RUN, effects.throws});
    for (uint32_t k = 0; k < effects.len; k++) {
        TaskEffect effect = t->effects.at[effects.first + k];
        TaskState next = {.q = effect.to, .parent = id, .unit = unit, .exit = effect.exit};
        next.bag = tally_add(&c->tallies, rest, effect.posted, &t->runs.cap);
        hard_assert(tally_below(&c->tallies, rest, next.bag));
        c->job->stats.transitions++;
        t->steps++;
        put(t, next);
    }
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
    t->largest.most = MOST_LOOKS;
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
    pairs_free(&t->units);
    vec_free(&t->effected);
    vec_free(&t->met);
    vec_free(&t->effects);
}

/* What drops finds short traces, breadth-first; what fills goes for the large states. */
static uint32_t next(TaskCut *t)
{
    assert(t->kind == TASK_DROP || !t->taken);
    if (t->kind == TASK_FILL)
        return vec_pop(&t->work);
    return t->work.at[t->taken++];
}

uint64_t task_cut_work(const TaskCut *t)
{
    return t->runs.steps + t->largest.looked + t->steps;
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
    t->largest.most = 0;
    return tally_set_find_above(&t->largest, q.ix, demand, many(t)) != NO_ENTRY;
}
