/* task_net.c -- see task_net.h.
 *
 * P. Ganty, R. Majumdar, "Algorithmic verification of asynchronous programs", TOPLAS 2012: such a
 * program is a Petri net.  What goes wrong is monotone, so of the bags that a unit can post only
 * what is below them counts, and that is given by finitely many bags in which some tasks come in
 * any number (runs.h, exact search); no grammar has to be made a net.
 *
 *   a place            a control state; a task, with a token for each that is pending; a unit that
 *                      posts any number of some tasks, while it does so
 *   a transition       a unit in a control state, by one of its exits              add_exit
 *                      one more of what it posts any number of, and the last one   add_repeats
 *   a target           a control state and a unit that goes wrong there            add_targets
 *
 * Control states, and the units that can run there, are those of a forward over-approximation. */
#include "engine/bag/task/task_net.h"

enum { MOST_NODES = 1 << 20, MOST_ARCS = 1 << 22, UNITS_A_TURN = 64 };

void task_net_begin(TaskNet *n, Controls *controls, const TaskCut *over, const char *method)
{
    *n = (TaskNet){.controls = controls, .over = over};
    runs_begin_exact(&n->runs, &controls->stepper, &controls->tallies, MOST_NODES);
    n->net = memory_alloc(sizeof *n->net);
    n->options = *controls->job->options;
    n->options.method = method;
}

void task_net_free(TaskNet *n)
{
    if (n->race)
        net_race_free(n->race);
    n->controls->job->budget.work += n->job.budget.work;
    if (n->net)
        net_free(n->net);
    runs_free(&n->runs);
    vec_free(&n->control_place);
    vec_free(&n->task_place);
    vec_free(&n->firings);
    vec_free(&n->arcs);
    job_free(&n->job);
}

/* ---- the net ---- */

static uint32_t add_place(TaskNet *n, const char *what, uint32_t number, uint32_t init)
{
    const char *name = arena_print(&n->net->arena, "%s%u", what, number);
    vec_push(&n->net->places, ((Place){.name = name, .init = init}));
    return (uint32_t)n->net->places.len - 1;
}

static uint32_t place_of_control(TaskNet *n, Control q)
{
    if (n->control_place.len <= q.ix)
        vec_resize(&n->control_place, q.ix + 1);
    if (!n->control_place.at[q.ix]) {
        bool initial = q.ix == n->controls->initial.ix;
        n->control_place.at[q.ix] = add_place(n, "state", q.ix, initial) + 1;
    }
    return n->control_place.at[q.ix] - 1;
}

static uint32_t place_of_task(TaskNet *n, TaskId task)
{
    const Controls *c = n->controls;
    if (n->task_place.len <= task.ix)
        vec_resize(&n->task_place, task.ix + 1);
    if (!n->task_place.at[task.ix]) {
        uint32_t init = tally_count(&c->tallies, c->posted, task);
        n->task_place.at[task.ix] = add_place(n, "task", task.ix, init) + 1;
    }
    return n->task_place.at[task.ix] - 1;
}

static void add_arc(TaskNet *n, uint32_t place, uint32_t need, int32_t change)
{
    vec_each (Arc, arc, &n->arcs)
        if (arc->place == place) {
            arc->need += need;
            arc->change += change;
            return;
        }
    vec_push(&n->arcs, ((Arc){place, need, change}));
}

static void take(TaskNet *n, uint32_t place)
{
    add_arc(n, place, 1, -1);
}

static void end_transition(TaskNet *n, TaskFiring firing)
{
    net_add_transition(n->net, n->arcs.at, n->arcs.len, (Pos){0});
    assert(n->net->transitions.len == n->firings.len + 1);
    vec_push(&n->firings, firing);
    n->arcs.len = 0;
}

/* In the place the unit has run, and posts any number of some tasks. */
static void add_repeats(TaskNet *n, TaskFiring firing, uint32_t place, Tally posted)
{
    const Tallies *t = &n->controls->tallies;
    firing.kind = FIRING_REPEAT;
    for (uint32_t k = 0; k < tally_len(t, posted); k++) {
        if (tally_number(t, posted, k) != ANY_NUMBER)
            continue;
        firing.task = tally_task(t, posted, k);
        add_arc(n, place, 1, 0);
        add_arc(n, place_of_task(n, firing.task), 0, 1);
        end_transition(n, firing);
    }
    firing.kind = FIRING_LEAVE;
    take(n, place);
    add_arc(n, place_of_control(n, firing.to), 0, 1);
    end_transition(n, firing);
}

static void add_exit(TaskNet *n, TaskFiring firing)
{
    const Controls *c = n->controls;
    Tally posted = n->runs.nodes.at[firing.exit].tally;
    bool repeats = false;
    if (unit_is_task(c, firing.unit))
        take(n, place_of_task(n, unit_task(c, firing.unit)));
    take(n, place_of_control(n, firing.from));
    for (uint32_t k = 0; k < tally_len(&c->tallies, posted); k++) {
        uint32_t number = tally_number(&c->tallies, posted, k);
        if (number != ANY_NUMBER)
            add_arc(n, place_of_task(n, tally_task(&c->tallies, posted, k)), 0, (int32_t)number);
        repeats |= number == ANY_NUMBER;
    }
    uint32_t last = repeats ? add_place(n, "exit", firing.exit, 0) : place_of_control(n, firing.to);
    add_arc(n, last, 0, 1);
    end_transition(n, firing);
    if (repeats)
        add_repeats(n, firing, last, posted);
}

static void add_unit(TaskNet *n, Control q, Unit unit)
{
    uint32_t entry;
    if (!unit_runs(n->controls, &n->runs, q, unit, &entry) || runs_gave_up(&n->runs))
        return;
    for (size_t k = 0; k < n->runs.entries.at[entry].exits.len; k++) {
        TaskFiring firing = {.from = q, .unit = unit};
        firing.exit = n->runs.entries.at[entry].exits.at[k];
        if (runs_throws(&n->runs, firing.exit))
            continue;
        firing.to = unit_after(n->controls, &n->runs, q, unit, firing.exit);
        add_exit(n, firing);
    }
}

static void add_targets(TaskNet *n)
{
    const Controls *c = n->controls;
    vec_each (TaskWrong, wrong, &n->over->wrong) {
        Item items[2] = {{place_of_control(n, wrong->q), 1}};
        bool task = unit_is_task(c, wrong->unit);
        if (task)
            items[1] = (Item){place_of_task(n, unit_task(c, wrong->unit)), 1};
        vec_push(&n->net->targets, net_add_bag(n->net, items, task ? 2 : 1, (Pos){0}));
    }
}

/* All tasks that are posted at the beginning have a place. */
static void add_initial(TaskNet *n)
{
    const Controls *c = n->controls;
    place_of_control(n, c->initial);
    for (uint32_t k = 0; k < tally_len(&c->tallies, c->posted); k++)
        place_of_task(n, tally_task(&c->tallies, c->posted, k));
}

static Progress begin_race(TaskNet *n)
{
    const Job *job = n->controls->job;
    add_initial(n);
    add_targets(n);
    n->job.input = INPUT_NET;
    n->job.net = n->net;
    n->job.options = &n->options;
    n->job.budget = job->budget;
    n->job.budget.work = 0;
    n->race = net_race_begin(&n->job);
    return n->race ? PROGRESS_RUNNING : PROGRESS_STUCK;
}

static Progress make_net(TaskNet *n)
{
    const Stepper *s = &n->controls->stepper;
    size_t end = n->next + UNITS_A_TURN;
    for (; n->next < n->over->effected.len && n->next < end && !s->stopped; n->next++)
        if (n->over->effected.at[n->next].known && n->over->effected.at[n->next].entry != NO_RUN)
            add_unit(n, (Control){pairs_left(&n->over->units, (uint32_t)n->next)},
                     (Unit){pairs_right(&n->over->units, (uint32_t)n->next)});
    if (runs_gave_up(&n->runs) || n->net->arcs.len > MOST_ARCS)
        return PROGRESS_STUCK;
    return n->next < n->over->effected.len || s->stopped ? PROGRESS_RUNNING : begin_race(n);
}

Progress task_net_run(TaskNet *n)
{
    if (!n->race)
        return make_net(n);
    n->job.budget.time_limit = n->controls->job->budget.time_limit;
    n->job.budget.cpu_limit = n->controls->job->budget.cpu_limit;
    if (!net_race_turn(n->race))
        return PROGRESS_RUNNING;
    switch (n->job.verdict) {
    case VERDICT_SAFE:
        return PROGRESS_CLOSED;
    case VERDICT_BUG:
        return PROGRESS_FOUND;
    case VERDICT_BOUNDED:
    case VERDICT_UNKNOWN:
        break;
    }
    return PROGRESS_STUCK;
}

/* ---- the run ---- */

/* A run of the unit that posts at least that. */
static void add_path(TaskNet *n, const TaskFiring *firing, Tally posted, RunPath *path)
{
    Controls *c = n->controls;
    Cap cap = {.each = true, .tallies = &c->tallies, .tally = posted};
    Runs runs;
    uint32_t entry;
    bool found = false;
    runs_begin(&runs, &c->stepper, &c->tallies, cap, 0);
    if (unit_runs(c, &runs, firing->from, firing->unit, &entry))
        for (size_t k = 0; k < runs.entries.at[entry].exits.len && !found; k++) {
            uint32_t exit = runs.entries.at[entry].exits.at[k];
            found = !runs_throws(&runs, exit) && runs.nodes.at[exit].tally == posted &&
                    unit_after(c, &runs, firing->from, firing->unit, exit).ix == firing->to.ix;
            if (found)
                runs_path(&runs, exit, path);
        }
    runs_free(&runs);
}

static const TaskFiring *firing_at(const TaskNet *n, const Bug *bug, size_t step)
{
    assert(bug->steps.at[step].choices.at[0] < n->firings.len);
    return &n->firings.at[bug->steps.at[step].choices.at[0]];
}

/* Adds the unit that runs at the step, and goes on behind what it posts. */
static void add_run(TaskNet *n, const Bug *bug, size_t *step, TraceUnits *units)
{
    const Cap all = {.all = UINT32_MAX};
    Tallies *t = &n->controls->tallies;
    const TaskFiring *firing = firing_at(n, bug, *step);
    assert(firing->kind == FIRING_RUN);
    TraceUnit unit = {.unit = firing->unit};
    Tally whole = n->runs.nodes.at[firing->exit].tally,
          posted = tally_without(t, whole, ANY_NUMBER);
    while (++*step < bug->steps.len && firing_at(n, bug, *step)->kind != FIRING_RUN)
        if (firing_at(n, bug, *step)->kind == FIRING_REPEAT)
            posted = tally_add_one(t, posted, firing_at(n, bug, *step)->task, &all);
    if (tally_without(t, whole, ANY_NUMBER) == whole)
        runs_path(&n->runs, firing->exit, &unit.path);
    else
        add_path(n, firing, posted, &unit.path);
    vec_push(units, unit);
}

/* The tokens of the net after the run. */
static uint32_t *final_marking(const TaskNet *n, const Bug *bug)
{
    uint32_t *tokens = memory_alloc(n->net->places.len * sizeof *tokens);
    for (size_t p = 0; p < n->net->places.len; p++)
        tokens[p] = n->net->places.at[p].init;
    vec_each (TraceStep, step, &bug->steps) {
        const Arc *arcs = net_arcs(n->net, step->choices.at[0]);
        for (uint32_t k = 0; k < n->net->transitions.at[step->choices.at[0]].arcs; k++)
            tokens[arcs[k].place] += (uint32_t)arcs[k].change;
        for (uint32_t k = 0; k < n->net->transitions.at[step->choices.at[0]].arcs; k++)
            assert(tokens[arcs[k].place] < UINT32_MAX / 2); /* nothing is taken that is not there */
    }
    return tokens;
}

static void add_wrong(const TaskNet *n, const Bug *bug, TraceUnits *units)
{
    const TaskCut *over = n->over;
    uint32_t *tokens = final_marking(n, bug);
    const TaskWrong *wrong = NULL;
    for (size_t k = 0; k < over->wrong.len && !wrong; k++) {
        Bag target = net_bag(n->net, &n->net->targets.at[k]);
        bool covered = true;
        for (uint32_t i = 0; i < target.len; i++)
            covered &= tokens[target.at[i].place] >= target.at[i].count;
        if (covered)
            wrong = &over->wrong.at[k];
    }
    memory_free(tokens);
    if (!wrong)
        return;
    TraceUnit last = {.unit = wrong->unit};
    if (wrong->exit == NO_RUN)
        runs_wrong_path(&over->runs, wrong->entry, &last.path);
    else
        runs_path(&over->runs, wrong->exit, &last.path);
    vec_push(units, last);
}

void task_net_trace(TaskNet *n, TraceUnits *units)
{
    const Bug *bug = &n->job.bugs.at[0];
    for (size_t step = 0; step < bug->steps.len;)
        add_run(n, bug, &step, units);
    add_wrong(n, bug, units);
}
