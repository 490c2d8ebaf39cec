/* control.c -- see control.h. */
#include "engine/bag/task/control.h"

/* The thread that takes tasks runs them. */
static bool takes_tasks(const Program *program, uint32_t proc)
{
    const Proc *p = &program->procs.at[proc];
    for (uint32_t pc = p->begin; pc < p->end; pc++)
        if (program->code.at[pc].op == OP_TAKE)
            return true;
    return false;
}

static void add_first_thread(Controls *c, const Forked *forked)
{
    uint32_t actor = stepper_actor(&c->stepper, forked->l, (StackId){0}, forked->tid);
    vec_push(&c->tids, forked->tid);
    vec_push(&c->first, actor + 1);
    c->threads++;
}

static void pin(Controls *c, TaskId task)
{
    enum { MOST = 64 };
    uint32_t objects[MOST];
    size_t len = machine_task_objects(c->stepper.m, task, objects, MOST);
    for (size_t k = 0; k < len; k++) {
        bool known = false;
        vec_each (uint32_t, object, &c->pinned)
            known |= *object == objects[k];
        if (!known) {
            vec_push(&c->pinned, objects[k]);
            c->stale = true;
        }
    }
}

bool controls_begin(Controls *c, Job *job, Machine *m)
{
    Outcomes out = {0};
    *c = (Controls){.job = job};
    machine_initial(m, &out);
    const Outcome *o = &out.all.at[0];
    const Cap all = {.all = UINT32_MAX};
    Tid tasks = {UINT32_MAX};
    for (size_t k = 0; k < o->forked.len; k++)
        if (takes_tasks(job->program, job->program->threads.at[k].proc))
            tasks = o->forked.at[c->loop = k].tid;
    stepper_begin(&c->stepper, m, job, tasks);
    vec_push(&c->first, o->g.ix);
    for (size_t k = 0; k < o->forked.len; k++)
        if (o->forked.at[k].tid.ix != tasks.ix)
            add_first_thread(c, &o->forked.at[k]);
    for (size_t k = 0; k < o->posted.len; k++) {
        c->posted = tally_add_one(&c->tallies, c->posted, o->posted.at[k], &all);
        vec_push(&c->first_posted, o->posted.at[k]);
        pin(c, o->posted.at[k]);
    }
    bool good = o->kind != OUTCOME_WRONG;
    c->error = o->error;
    outcomes_free(&out);
    return good;
}

void controls_free(Controls *c)
{
    stepper_free(&c->stepper);
    tallies_free(&c->tallies);
    records_free(&c->records);
    vec_free(&c->tids);
    vec_free(&c->first);
    vec_free(&c->first_posted);
    vec_free(&c->pinned);
    vec_free(&c->words);
    state_free(&c->state);
}

/* The control state in c->words, without what nobody can reach. */
static Control intern_control(Controls *c)
{
    assert(c->words.len == 1 + c->threads);
    c->state.g = (GlobalId){(uint32_t)c->words.at[0]};
    c->state.threads.len = 0;
    for (uint32_t k = 0; k < c->threads; k++) {
        uint32_t actor = (uint32_t)c->words.at[1 + k];
        StateThread thread = {.tid = c->tids.at[k]};
        if (actor) {
            thread.l = stepper_local(&c->stepper, actor - 1);
            thread.s = stepper_stack(&c->stepper, actor - 1);
        }
        vec_push(&c->state.threads, thread);
    }
    state_sweep(c->stepper.m, &c->state, c->pinned.at, c->pinned.len);
    c->words.at[0] = c->state.g.ix;
    return (Control){records_add(&c->records, c->words.at, c->words.len)};
}

static void copy_words(Controls *c, const uint64_t *words, size_t len)
{
    c->words.len = 0;
    for (size_t k = 0; k < len; k++)
        vec_push(&c->words, words[k]);
}

void controls_start(Controls *c)
{
    c->stale = false;
    copy_words(c, c->first.at, c->first.len);
    c->initial = intern_control(c);
}

GlobalId control_store(const Controls *c, Control q)
{
    return (GlobalId){(uint32_t)records_get(&c->records, q.ix)[0]};
}

Unit unit_of_task(const Controls *c, TaskId task)
{
    return (Unit){c->threads + task.ix};
}

bool unit_is_task(const Controls *c, Unit unit)
{
    return unit.ix >= c->threads;
}

TaskId unit_task(const Controls *c, Unit unit)
{
    assert(unit_is_task(c, unit));
    return (TaskId){unit.ix - c->threads};
}

bool unit_runs(Controls *c, Runs *runs, Control q, Unit unit, uint32_t *entry)
{
    uint32_t actor;
    if (unit_is_task(c, unit)) {
        LocalId l = machine_task_entry(c->stepper.m, unit_task(c, unit));
        actor = stepper_actor(&c->stepper, l, (StackId){0}, c->stepper.tasks);
    } else {
        actor = (uint32_t)records_get(&c->records, q.ix)[1 + unit.ix];
        if (!actor--)
            return false;
    }
    *entry = runs_of(runs, control_store(c, q), actor);
    for (; c->looked < c->stepper.posted.len; c->looked++)
        pin(c, c->stepper.posted.at[c->looked]);
    return true;
}

Control unit_after(Controls *c, const Runs *runs, Control q, Unit unit, uint32_t exit)
{
    const RunNode *node = &runs->nodes.at[exit];
    assert(exit < runs->nodes.len && records_len(&c->records, q.ix) == 1 + c->threads);
    copy_words(c, records_get(&c->records, q.ix), records_len(&c->records, q.ix));
    c->words.at[0] = node->g.ix;
    if (!unit_is_task(c, unit))
        c->words.at[1 + unit.ix] = stepper_local(&c->stepper, node->actor).ix ? node->actor + 1 : 0;
    return intern_control(c);
}

uint32_t controls_count(const Controls *c)
{
    return (uint32_t)records_count(&c->records);
}
