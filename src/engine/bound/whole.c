/* whole.c -- programs whose contexts are finite: the loop of search.c over whole states.
 *
 *   R(0) := the initial state                                  begin
 *   R(k+1): from the states that are new in R(k),              run_level
 *     each thread that did not come there itself               start_contexts
 *     runs as far as it can                                    continue_contexts
 *
 * Whole states have canonical names for their objects, so that the heap is no obstacle; and where
 * nobody looks at the numbers of threads, these are canonical too: interchangeable threads are
 * explored once (find_order).  A state is
 * expanded once a thread at most: in its own level by those that came there (marks), in the next
 * one by the others.  Where a thread must choose in the midst of an action nobody else runs. */
#include "engine/bound/program.h"

typedef struct Visit { /* a thread came to a state */
    uint32_t state, parent;
    uint32_t from, thread; /* its number in the state before, and in this one */
} Visit;

/* One of two threads that race, and the local actions that it has before that. */
typedef struct Racer {
    uint32_t thread, locals;
} Racer;

typedef struct Whole {
    Task *task;
    const BoundOptions *options;
    BoundResult *result;
    States states;
    VEC(uint64_t) marks; /* state -> threads that came to it in its level; a bit each */
    VEC(uint32_t) first; /* state -> its first visit */
    VEC(Visit) visits;
    uint32_t level, level_begin;
    State state; /* that is being expanded */
    State next;  /* scratch */
    bool symmetric;
    VEC(uint32_t) permutation; /* number of a thread before -> after it was put in order */
    uint32_t ticks;
    uint64_t work; /* of the machine, when the budget was looked at */
    /* the error that was found */
    uint32_t hit; /* the visit from which the last step goes wrong; for a deadlock: to the state */
    uint32_t hit_thread;
    Racer racers[2];
    Cues last; /* the script of the last step */
    ErrorKind error;
    bool stop;
} Whole;

enum { NO_VISIT = UINT32_MAX, CHECK_EVERY = 256, MOST_MARKS = 64 };

static void reach(Whole *w, ErrorKind error, uint32_t visit)
{
    w->error = error;
    w->hit = visit;
    w->stop = true;
    w->result->answer = BOUND_REACHED;
    w->result->contexts = w->level;
    w->result->stuck = error == ERR_DEADLOCK;
}

/* The numbers of threads are of no meaning: the one with the smallest local store and stack becomes
 * the first.  (That is not the same order for all states that differ in names only, but nearly.) */
static bool find_order(Whole *w, const State *state)
{
    bool moved = false;
    const StateThread *threads = state->threads.at;
    w->permutation.len = 0;
    each_thread (t, state) {
        uint32_t place = 0;
        each_thread (u, state) {
            uint64_t a = (uint64_t)threads[u].l.ix << 32 | threads[u].s.ix;
            uint64_t b = (uint64_t)threads[t].l.ix << 32 | threads[t].s.ix;
            place += a < b || (a == b && u < t);
        }
        vec_push(&w->permutation, place);
        moved |= place != t;
        for (uint32_t u = 0; u < t; u++)
            hard_assert(w->permutation.at[u] != place);
    }
    return moved;
}

/* The state after a step; w->permutation says how its threads were renamed. */
static uint32_t add_state(Whole *w, size_t index, const Outcome *o, bool *is_new)
{
    Machine *m = w->task->m;
    w->permutation.len = 0;
    if (!w->symmetric)
        return states_add_step(&w->states, &w->state, index, o, is_new).ix;
    state_copy(&w->next, &w->state);
    state_apply(&w->next, index, o);
    if (find_order(w, &w->next)) {
        state_permute(m, &w->next, w->permutation.at);
        state_canonicalise(m, &w->next);
    } else if (o->renames)
        state_canonicalise(m, &w->next);
    return states_add(&w->states, &w->next, is_new).ix;
}

static uint32_t renumbered(const Whole *w, uint32_t thread)
{
    return thread < w->permutation.len ? w->permutation.at[thread] : thread;
}

static void put(Whole *w, uint32_t visit, size_t index, const Outcome *o)
{
    bool is_new;
    uint32_t from = w->state.threads.at[index].tid.ix;
    w->result->moves++;
    uint32_t id = add_state(w, index, o, &is_new), thread = renumbered(w, from);
    if (is_new) {
        vec_push(&w->marks, 0);
        vec_push(&w->first, (uint32_t)w->visits.len);
    }
    assert(visit < w->visits.len && thread < MOST_MARKS);
    assert(w->marks.len == states_count(&w->states));
    if (id < w->level_begin || w->marks.at[id] >> thread & 1)
        return;
    w->marks.at[id] |= (uint64_t)1 << thread;
    vec_push(&w->visits, ((Visit){id, visit, from, thread}));
}

/* One outcome of the thread; the loaded state is w->state. */
static void take_outcome(Whole *w, uint32_t visit, size_t index, const Outcome *o)
{
    if (outcome_has_successor(o))
        put(w, visit, index, o);
    else if (o->kind == OUTCOME_WRONG && task_is_asked(w->task, o) && !w->stop) {
        w->last.len = 0;
        cues_add(&w->last, o);
        w->hit_thread = w->state.threads.at[index].tid.ix;
        reach(w, o->error, visit);
    }
}

/* Since the last time. */
static uint64_t work_done(Whole *w)
{
    uint64_t done = machine_work(w->task->m) - w->work;
    w->work += done;
    return done;
}

static void tick(Whole *w)
{
    Budget *budget = &w->task->job->budget;
    if (++w->ticks % CHECK_EVERY || w->stop)
        return;
    if (w->task->denied || budget_spend(budget, work_done(w))) {
        w->result->answer = BOUND_EXHAUSTED;
        w->stop = true;
    } else if (budget_progress_due(budget))
        budget_show_progress(budget, &(Headway){.unit = "states",
                                                .count = states_count(&w->states),
                                                .level = "contexts",
                                                .reached = w->level});
}

/* All steps of one thread from the state of a visit. */
static uint32_t run_thread(Whole *w, uint32_t visit, size_t index)
{
    Task *task = w->task;
    runner_step(&task->runner, &w->state, index, &task->out);
    uint32_t status = outcomes_status(&task->out);
    for (size_t k = 0; k < task->out.len && !w->stop; k++)
        take_outcome(w, visit, index, &task->out.all.at[k]);
    tick(w);
    return status;
}

static uint32_t status_of(Whole *w, size_t index)
{
    runner_step(&w->task->runner, &w->state, index, &w->task->out);
    return outcomes_status(&w->task->out);
}

static void check_deadlock(Whole *w, uint32_t id)
{
    uint32_t status = 0;
    Task *task = w->task;
    if (!(task->job->properties & PROPERTY_DEADLOCK) || w->stop)
        return;
    each_live (t, &w->state)
        if (!(status & STATUS_RUNS))
            status |= status_of(w, t);
    if (!(status & STATUS_RUNS))
        status |= task_ghosts(task, w->state.g);
    if ((status & STATUS_WAITS) && !(status & STATUS_RUNS))
        reach(w, ERR_DEADLOCK, w->first.at[id]);
}

/* What the thread touches in its next action that is not local. */
typedef struct NextTouch {
    Touch touch;
    uint32_t locals; /* actions before it */
} NextTouch;
typedef VEC(NextTouch) NextTouches;

/* ... of data, but for objects that it creates there. */
static void next_touches(Whole *w, size_t index, NextTouches *touches)
{
    Task *task = w->task;
    runner_look(&task->runner, &w->state, index, &task->out);
    for (size_t k = 0; k < task->out.len; k++) {
        const Outcome *o = &task->out.all.at[k];
        vec_each (Touch, touch, &o->touched)
            if (touch_may_race(touch, task->job->properties) &&
                machine_layout(task->m, touch->object))
                vec_push(touches, ((NextTouch){*touch, (uint32_t)o->ends.len}));
    }
}

/* Two threads at once: the first pair of touches that conflicts. */
static bool find_race(Whole *w, const NextTouches *touches, size_t t, size_t u)
{
    const Task *task = w->task;
    vec_each (NextTouch, x, &touches[t])
        vec_each (NextTouch, y, &touches[u])
            if (machine_races(task->m, &x->touch, &y->touch, task->job->properties)) {
                w->racers[0] = (Racer){w->state.threads.at[t].tid.ix, x->locals};
                w->racers[1] = (Racer){w->state.threads.at[u].tid.ix, y->locals};
                return true;
            }
    return false;
}

static void check_race(Whole *w, uint32_t id)
{
    size_t count = w->state.threads.len;
    if (!machine_compares(w->task->m, w->task->job->properties) || w->stop ||
        state_chooser(w->task->m, &w->state) >= 0)
        return;
    NextTouches *touches = memory_alloc(count * sizeof *touches);
    bool found = false;
    each_live (t, &w->state) {
        next_touches(w, t, &touches[t]);
        for (size_t u = 0; u < t && !found; u++)
            found = find_race(w, touches, u, t);
    }
    each_thread (t, &w->state)
        vec_free(&touches[t]);
    memory_free(touches);
    if (found)
        reach(w, ERR_RACE, w->first.at[id]);
}

/* ---- levels ---- */

/* From a state of the last level every thread runs that has not run there already. */
static void start_contexts(Whole *w, uint32_t id)
{
    uint64_t marks = w->marks.at[id];
    states_load(&w->states, (StateId){id}, &w->state);
    if (state_chooser(w->task->m, &w->state) >= 0)
        return;
    each_live (t, &w->state)
        if (!w->stop && !(marks >> w->state.threads.at[t].tid.ix & 1))
            run_thread(w, w->first.at[id], t);
}

/* Who came to a state in this level goes on. */
static void continue_contexts(Whole *w, uint32_t first_visit)
{
    for (uint32_t v = first_visit; v < w->visits.len && !w->stop; v++) {
        Visit visit = w->visits.at[v];
        uint32_t status = 0;
        states_load(&w->states, (StateId){visit.state}, &w->state);
        if (w->first.at[visit.state] == v)
            check_race(w, visit.state);
        ptrdiff_t t = state_find(&w->state, (Tid){visit.thread});
        if (t >= 0 && state_is_live(&w->state, (size_t)t) && !w->stop)
            status = run_thread(w, v, (size_t)t);
        if (!(status & STATUS_RUNS) && w->first.at[visit.state] == v)
            check_deadlock(w, visit.state);
    }
}

static void run_level(Whole *w)
{
    uint32_t begin = w->level_begin, first_visit = (uint32_t)w->visits.len;
    w->level++;
    w->level_begin = states_count(&w->states);
    for (uint32_t id = begin; id < w->level_begin && !w->stop; id++)
        start_contexts(w, id);
    continue_contexts(w, first_visit);
}

static void begin(Whole *w)
{
    bool is_new;
    Task *task = w->task;
    w->states.m = task->m;
    state_initial(task->m, &task->out.all.at[0], &w->state);
    states_add(&w->states, &w->state, &is_new);
    vec_push(&w->marks, 0);
    vec_push(&w->first, 0);
    vec_push(&w->visits, ((Visit){0, NO_VISIT, 0, 0}));
    check_race(w, 0);
    check_deadlock(w, 0);
}

static void search(Whole *w)
{
    begin(w);
    while (!w->stop) {
        if (w->options->contexts && w->level == w->options->contexts) {
            w->result->answer = BOUND_BOUNDED;
            return;
        }
        run_level(w);
        if (w->stop)
            return;
        w->result->contexts = w->level;
        if (states_count(&w->states) == w->level_begin) {
            w->result->answer = BOUND_CLOSED;
            w->result->contexts = w->level - 1;
            return;
        }
    }
}

/* ---- the run that leads to an error ---- */

/* Numbers for the threads of a run: they do not change. */
typedef struct Cast {
    VEC(uint32_t) of; /* number in the state at hand -> in the run */
    uint32_t count;
} Cast;

/* A step of the thread; it creates others. */
static void add_cues(ProgramRun *run, Cast *cast, uint32_t thread, const Cues *cues)
{
    vec_push(&run->steps,
             ((ProgramStep){cast->of.at[thread], (uint32_t)run->cues.len, (uint32_t)cues->len}));
    vec_each (const Cue, cue, cues) {
        Cue copy = *cue;
        if (cue->kind == CUE_FORK && cue->value != TID_GHOST.ix) {
            if (cue->value >= cast->of.len)
                vec_resize(&cast->of, cue->value + 1);
            cast->of.at[cue->value] = copy.value = cast->count++;
        }
        vec_push(&run->cues, copy);
    }
}

/* The threads of the state got other numbers. */
static void cast_permute(const Whole *w, Cast *cast)
{
    VEC(uint32_t) before = {0};
    vec_each (uint32_t, number, &cast->of)
        vec_push(&before, *number);
    for (uint32_t t = 0; t < before.len; t++)
        cast->of.at[renumbered(w, t)] = before.at[t];
    vec_free(&before);
}

/* The outcome that leads from the loaded state to another; its script goes to w->last. */
static void find_step(Whole *w, uint32_t thread, uint32_t to)
{
    Task *task = w->task;
    size_t index = (size_t)state_find(&w->state, (Tid){thread});
    assert(index < w->state.threads.len);
    runner_step(&task->runner, &w->state, index, &task->out);
    for (size_t k = 0; k < task->out.len; k++) {
        const Outcome *o = &task->out.all.at[k];
        bool is_new;
        if (!outcome_has_successor(o) || add_state(w, index, o, &is_new) != to)
            continue;
        w->last.len = 0;
        cues_add(&w->last, o);
        if (o->kind != OUTCOME_CHOICE)
            vec_push(&w->last, ((Cue){CUE_END, 0}));
        return;
    }
    assert(!"a step that was there before is there again");
}

/* Local actions behind the last step of the thread, where they can be done as well. */
static void add_locals(ProgramRun *run, uint32_t thread, uint32_t count)
{
    ProgramStep step = {thread, (uint32_t)run->cues.len, count};
    size_t place = run->steps.len;
    if (!count)
        return;
    while (place && run->steps.at[place - 1].thread != thread)
        place--;
    assert(place);
    for (uint32_t k = 0; k < count; k++)
        vec_push(&run->cues, ((Cue){CUE_END, 0}));
    vec_push(&run->steps, step);
    for (size_t k = run->steps.len - 1; k > place; k--)
        run->steps.at[k] = run->steps.at[k - 1];
    run->steps.at[place] = step;
}

static void fill_run(Whole *w, ProgramRun *run)
{
    VEC(uint32_t) path = {0};
    Cast cast = {0};
    Cues last = w->last;
    w->last = (Cues){0};
    for (; cast.count < w->task->initial; cast.count++)
        vec_push(&cast.of, cast.count);
    for (uint32_t v = w->hit; v != NO_VISIT; v = w->visits.at[v].parent)
        vec_push(&path, v);
    for (size_t k = path.len - 1; k-- > 0;) {
        Visit visit = w->visits.at[path.at[k]];
        assert(visit.parent == path.at[k + 1] && visit.parent < path.at[k]);
        states_load(&w->states, (StateId){w->visits.at[visit.parent].state}, &w->state);
        find_step(w, visit.from, visit.state);
        add_cues(run, &cast, visit.from, &w->last);
        cast_permute(w, &cast);
    }
    if (w->error != ERR_DEADLOCK && w->error != ERR_RACE)
        add_cues(run, &cast, w->hit_thread, &last);
    for (size_t k = 0; k < 2 && w->error == ERR_RACE; k++)
        add_locals(run, cast.of.at[w->racers[k].thread], w->racers[k].locals);
    run->error = w->error;
    vec_free(&last);
    vec_free(&path);
    vec_free(&cast.of);
}

void whole_explore(Task *task, const BoundOptions *options, BoundResult *result, ProgramRun *run)
{
    assert(task->threads <= MOST_MARKS);
    Whole w = {.task = task, .options = options, .result = result};
    w.symmetric = !options->no_symmetry && machine_can_permute(task->m);
    *result = (BoundResult){0};
    search(&w);
    budget_clear_line(&task->job->budget);
    if (result->answer == BOUND_REACHED)
        fill_run(&w, run);
    task->job->budget.work += work_done(&w); /* the rest */
    result->states = states_count(&w.states);
    result->bytes = states_bytes(&w.states) + w.visits.cap * sizeof *w.visits.at;
    task->job->stats.shared_bytes += states_shared_bytes(&w.states);
    states_free(&w.states);
    vec_free(&w.marks);
    vec_free(&w.first);
    vec_free(&w.visits);
    vec_free(&w.last);
    state_free(&w.state);
    state_free(&w.next);
    vec_free(&w.permutation);
}
