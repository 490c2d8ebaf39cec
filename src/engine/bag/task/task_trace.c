/* task_trace.c -- see task_trace.h.
 *
 * The searches run tasks one by one; the program has an event loop that takes them from bags.  Both
 * make the same choices inside a task.  Which of the pending tasks the event loop takes is found by
 * following, side by side, what the searches call a task and what it is in the program: objects may
 * have other names there. */
#include "engine/bag/task/task_trace.h"

/* ---- the units of a run ---- */

void task_cut_trace(const TaskCut *t, TraceUnits *units)
{
    const TaskWrong *wrong = &t->wrong.at[0];
    VEC(uint32_t) states = {0};
    for (uint32_t id = wrong->state; t->states.at[id].parent != NO_RUN;
         id = t->states.at[id].parent)
        vec_push(&states, id);
    while (states.len) {
        const TaskState *state = &t->states.at[vec_pop(&states)];
        TraceUnit unit = {.unit = state->unit};
        runs_path(&t->runs, state->exit, &unit.path);
        vec_push(units, unit);
    }
    TraceUnit last = {.unit = wrong->unit};
    if (wrong->exit == NO_RUN)
        runs_wrong_path(&t->runs, wrong->entry, &last.path);
    else
        runs_path(&t->runs, wrong->exit, &last.path);
    vec_push(units, last);
    vec_free(&states);
}

/* The exit by which the unit of the demand leads to its parent; of the last one, by which it goes
 * wrong.  NO_RUN: the entry is wrong. */
static uint32_t find_exit(TaskBack *b, Runs *runs, const TaskDemand *demand, uint32_t entry)
{
    Controls *c = b->controls;
    const Cap none = {.all = UINT32_MAX};
    const TaskDemand *parent = demand->parent == NO_RUN ? NULL : &b->demands.at[demand->parent];
    for (size_t k = 0; k < runs->entries.at[entry].exits.len; k++) {
        uint32_t exit = runs->entries.at[entry].exits.at[k];
        if (!parent && runs_throws_wrong(runs, exit))
            return exit;
        if (!parent || runs_throws(runs, exit))
            continue;
        if (unit_after(c, runs, demand->q, demand->unit, exit).ix != parent->q.ix)
            continue;
        Tally unmet = tally_unmet(&c->tallies, parent->tasks, runs->nodes.at[exit].tally);
        if (unit_is_task(c, demand->unit))
            unmet = tally_add_one(&c->tallies, unmet, unit_task(c, demand->unit), &none);
        if (tally_below(&c->tallies, unmet, demand->tasks))
            return exit;
    }
    return NO_RUN;
}

static void add_demand(TaskBack *b, uint32_t id, TraceUnits *units)
{
    Controls *c = b->controls;
    TaskDemand demand = b->demands.at[id];
    Tally asked = demand.parent == NO_RUN ? 0 : b->demands.at[demand.parent].tasks;
    Cap cap = {.each = true, .tallies = &c->tallies, .tally = asked};
    TraceUnit unit = {.unit = demand.unit};
    Runs runs;
    uint32_t entry;
    runs_begin(&runs, &c->stepper, &c->tallies, cap, c->job->properties);
    if (unit_runs(c, &runs, demand.q, demand.unit, &entry)) {
        bool wrong = demand.parent == NO_RUN && runs.entries.at[entry].wrong;
        uint32_t exit = wrong ? NO_RUN : find_exit(b, &runs, &demand, entry);
        if (wrong)
            runs_wrong_path(&runs, entry, &unit.path);
        else if (exit != NO_RUN)
            runs_path(&runs, exit, &unit.path);
    }
    vec_push(units, unit);
    runs_free(&runs);
}

void task_back_trace(TaskBack *b, TraceUnits *units)
{
    for (uint32_t id = b->found; id != NO_RUN; id = b->demands.at[id].parent)
        add_demand(b, id, units);
}

void task_trace_free(TraceUnits *units)
{
    vec_each (TraceUnit, unit, units)
        run_path_free(&unit->path);
    vec_free(units);
}

/* ---- the run of the program ---- */

typedef struct Pending {
    TaskId search, program; /* the same task, there and here */
} Pending;

typedef struct Tracer {
    const Controls *controls;
    Machine *m;
    State state;
    Outcomes out;
    Bug bug;
    VEC(Pending) pending;
    size_t loop;   /* the event loop, among the threads of the state */
    size_t posts;  /* of the unit that were seen */
    size_t passed; /* choices of the unit */
    bool wrong;
} Tracer;

/* How many choices the event loop makes to take the task: which bag, which task in it. */
static size_t loop_choices(const Tracer *t, TaskId task)
{
    uint32_t bag = machine_task_bag(t->m, task);
    bool bags = false, tasks = false;
    vec_each (Pending, pending, &t->pending) {
        bags |= machine_task_bag(t->m, pending->program) != bag;
        tasks |= machine_task_bag(t->m, pending->program) == bag && pending->program.ix != task.ix;
    }
    return (size_t)bags + tasks;
}

/* The outcome that makes the next choices of the unit, behind `skip` of its own. */
static const Outcome *find_outcome(const Tracer *t, const TraceUnit *unit, TaskId task, size_t skip)
{
    assert(t->passed <= unit->path.choices.len);
    size_t left = unit->path.choices.len - t->passed;
    for (size_t k = 0; k < t->out.len; k++) {
        const Outcome *o = &t->out.all.at[k];
        bool same =
            o->taken.ix == task.ix && o->choices.len >= skip && o->choices.len - skip <= left;
        for (size_t n = skip; same && n < o->choices.len; n++)
            same = o->choices.at[n] == unit->path.choices.at[t->passed + n - skip];
        if (same)
            return o;
    }
    return NULL;
}

static void add_step(Tracer *t, size_t index, const Outcome *o)
{
    Job *job = t->controls->job;
    const char *name = machine_thread_name(t->m, t->state.threads.at[index].tid);
    TraceStep step = {.thread = arena_copy(&job->arena, name, strlen(name))};
    for (size_t k = 0; k < o->choices.len; k++)
        vec_push(&step.choices, o->choices.at[k]);
    vec_push(&t->bug.steps, step);
}

static void note_posts(Tracer *t, const TraceUnit *unit, const Outcome *o)
{
    for (size_t k = 0; k < o->posted.len && t->posts < unit->path.posted.len; k++)
        vec_push(&t->pending, ((Pending){unit->path.posted.at[t->posts++], o->posted.at[k]}));
}

/* One step of the thread; false: it cannot do what the unit does. */
static bool take_step(Tracer *t, const TraceUnit *unit, size_t index, TaskId task, bool *more)
{
    StateThread thread = t->state.threads.at[index];
    size_t skip = task.ix ? loop_choices(t, task) : 0;
    machine_step(t->m, thread.tid, t->state.g, thread.l, thread.s, &t->out);
    const Outcome *o = find_outcome(t, unit, task, skip);
    if (!o)
        return false;
    t->passed += o->choices.len - skip;
    add_step(t, index, o);
    note_posts(t, unit, o);
    *more = o->kind == OUTCOME_CHOICE;
    if (o->kind == OUTCOME_WRONG) {
        t->wrong = true;
        t->bug.error = o->error;
        t->bug.where = t->controls->job->program->pos.at[o->pc];
        return true;
    }
    if (!outcome_has_successor(o))
        return false;
    state_apply(&t->state, index, o);
    return true;
}

/* Takes the task out of the pending ones: what it is in the program. */
static TaskId take_pending(Tracer *t, TaskId task, size_t *at)
{
    for (*at = 0; *at < t->pending.len; ++*at)
        if (t->pending.at[*at].search.ix == task.ix)
            return t->pending.at[*at].program;
    return (TaskId){0};
}

static size_t thread_index(const Tracer *t, Unit unit)
{
    size_t index = unit.ix;
    return index >= t->loop ? index + 1 : index;
}

static bool run_unit(Tracer *t, const TraceUnit *unit)
{
    const Controls *c = t->controls;
    bool more = true;
    size_t index = t->loop, at = 0;
    TaskId task = {0};
    t->posts = t->passed = 0;
    if (unit_is_task(c, unit->unit)) {
        task = take_pending(t, unit_task(c, unit->unit), &at);
        if (!task.ix)
            return false;
    } else {
        index = thread_index(t, unit->unit);
    }
    while (more && !t->wrong) {
        if (!take_step(t, unit, index, task, &more))
            return false;
        if (task.ix) /* it is pending no more */
            t->pending.at[at] = vec_pop(&t->pending);
        task = (TaskId){0};
    }
    return true;
}

/* The tasks that are posted at the beginning are the same in both. */
static bool begin(Tracer *t)
{
    const Controls *c = t->controls;
    machine_initial(t->m, &t->out);
    const Outcome *o = &t->out.all.at[0];
    if (o->kind == OUTCOME_WRONG)
        return false;
    state_initial(t->m, o, &t->state);
    assert(o->posted.len == c->first_posted.len);
    for (size_t k = 0; k < o->posted.len; k++)
        vec_push(&t->pending, ((Pending){c->first_posted.at[k], o->posted.at[k]}));
    t->loop = c->loop;
    return true;
}

bool task_trace_bug(const Controls *c, const TraceUnits *units)
{
    Job *job = c->job;
    MachineOptions options = {
        .number_threads = job->options->zing_counting,
        .predicates = (job->properties & PROPERTY_ACCESS) != 0,
        .tasks = true,
    };
    Tracer t = {.controls = c, .m = machine_new(job->program, options)};
    bool good = begin(&t);
    for (size_t k = 0; good && !t.wrong && k < units->len; k++)
        good = run_unit(&t, &units->at[k]);
    good = good && t.wrong && !job_has_bug(job, t.bug.error, t.bug.where);
    if (good)
        vec_push(&job->bugs, t.bug);
    else
        bug_free(&t.bug);
    vec_free(&t.pending);
    state_free(&t.state);
    outcomes_free(&t.out);
    machine_free(t.m);
    return good;
}
