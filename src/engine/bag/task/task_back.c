/* task_back.c -- backward, over upward-closed sets given by their minimal elements.
 *
 * K. Sen, M. Viswanathan, "Model checking multithreaded programs with asynchronous atomic methods",
 * CAV 2006, section 4.2.
 *
 *   V = CL({(q, {gamma})})    for each unit that goes wrong, what must be there task_back_begin
 *   U_{i+1} = PRE(U_i) + U_i  demands, of which none is above another                 put
 *   MIN(PRE(U)), Lemma 2      the unit is summarized with the unmet part of the       before
 *                             demand in its control state (runs.h)
 *   (q0, {gamma0}) in U       found                                                   put
 *   U_{i+1} = U_i             no work is left                                         task_back_run
 *
 * Control states and units are those of a forward over-approximation; a demand that it does not
 * cover can never be met, and is left out.  Terminates always (Dickson's lemma). */
#include "engine/bag/task/task_back.h"

static double size_of(const Tallies *t, Tally a)
{
    double size = 0;
    for (uint32_t k = 0; k < tally_len(t, a); k++)
        size += tally_number(t, a, k);
    return size;
}

static void put(TaskBack *b, TaskDemand demand)
{
    const Controls *c = b->controls;
    if (tally_set_find_below(&b->least, demand.q.ix, demand.tasks) != NO_ENTRY)
        return;
    if (!task_cut_covers(b->over, demand.q, demand.tasks)) {
        c->job->stats.refuted++;
        return;
    }
    tally_set_remove_above(&b->least, demand.q.ix, demand.tasks);
    uint32_t id = tally_set_add(&b->least, demand.q.ix, demand.tasks);
    assert(id == b->demands.len && (demand.parent == NO_RUN || demand.parent < id));
    vec_push(&b->demands, demand);
    if (check_is_due(b->demands.len))
        tally_set_check(&b->least, true);
    if (demand.q.ix == c->initial.ix && tally_below(&c->tallies, demand.tasks, c->posted))
        b->found = id;
    heap_push(&b->work, size_of(&c->tallies, demand.tasks), id);
}

void task_back_begin(TaskBack *b, Controls *controls, TaskCut *over)
{
    *b = (TaskBack){.controls = controls, .over = over, .found = NO_RUN};
    tally_set_begin(&b->least, &controls->tallies);
    assert(!over->wrong.len || over->whole); /* all that can happen is known */
    vec_resize(&b->into, controls_count(controls) + 2);
    for (uint32_t k = 0; k < over->edges.len; k++) {
        assert(over->edges.at[k].to.ix < b->into.len);
        uint32_t *last = &b->into.at[over->edges.at[k].to.ix];
        vec_push(&b->others, *last);
        *last = k + 1;
    }
    vec_each (TaskWrong, wrong, &over->wrong) {
        bool task = unit_is_task(controls, wrong->unit);
        Tally tasks = task ? tally_one(&controls->tallies, unit_task(controls, wrong->unit)) : 0;
        if (b->found == NO_RUN)
            put(b,
                (TaskDemand){.q = wrong->q, .tasks = tasks, .parent = NO_RUN, .unit = wrong->unit});
    }
}

void task_back_free(TaskBack *b)
{
    vec_free(&b->demands);
    tally_set_free(&b->least);
    vec_free(&b->into);
    vec_free(&b->others);
    vec_free(&b->work);
}

/* The least demands from which the unit leads to this one. */
static void before(TaskBack *b, Runs *runs, uint32_t id, TaskEdge edge)
{
    Controls *c = b->controls;
    uint32_t entry;
    TaskDemand demand = b->demands.at[id];
    const Cap none = {.all = UINT32_MAX};
    if (!unit_runs(c, runs, edge.from, edge.unit, &entry) || c->stepper.stopped)
        return;
    for (size_t k = 0; k < runs->entries.at[entry].exits.len && b->found == NO_RUN; k++) {
        uint32_t exit = runs->entries.at[entry].exits.at[k];
        if (runs_throws(runs, exit) ||
            unit_after(c, runs, edge.from, edge.unit, exit).ix != demand.q.ix)
            continue;
        Tally unmet = tally_unmet(&c->tallies, demand.tasks, runs->nodes.at[exit].tally);
        if (unit_is_task(c, edge.unit))
            unmet = tally_add_one(&c->tallies, unmet, unit_task(c, edge.unit), &none);
        put(b, (TaskDemand){.q = edge.from, .tasks = unmet, .parent = id, .unit = edge.unit});
    }
}

static void expand(TaskBack *b, uint32_t id)
{
    Controls *c = b->controls;
    Runs runs;
    Cap cap = {.each = true, .tallies = &c->tallies, .tally = b->demands.at[id].tasks};
    runs_begin(&runs, &c->stepper, &c->tallies, cap, 0);
    c->job->stats.demands++;
    for (uint32_t k = b->into.at[b->demands.at[id].q.ix]; k && b->found == NO_RUN;
         k = b->others.at[k - 1])
        before(b, &runs, id, b->over->edges.at[k - 1]);
    b->steps += runs.steps;
    runs_free(&runs);
}

bool task_back_run(TaskBack *b, uint64_t work)
{
    uint64_t end = b->steps + b->least.looked + work;
    while (b->work.len && b->found == NO_RUN) {
        if (b->steps + b->least.looked >= end || b->controls->stepper.stopped)
            return false;
        uint32_t id = heap_pop(&b->work);
        if (tally_set_has(&b->least, id))
            expand(b, id);
    }
    return !b->controls->stepper.stopped;
}
