/* trace.c -- a run of the program from a model of the solver.
 *
 * The notes whose guards hold in the model are what each thread does; the actions among them that touch
 * what is shared are put in the order of their times, others are done before the next one of their
 * thread.  The machine takes the steps, so that their threads have the right names; whether the run is
 * one, and goes wrong, check/replay.c finds out. */
#include "engine/symbolic/model.h"

#include "base/log.h"
#include "machine/machine.h"
#include "machine/schedule.h"

enum { MOST_EXTRA = 100000 };

typedef struct Act {
    uint32_t runner, pc;
    bool timed, stopped; /* stopped: it does not happen, its thread waits */
    int64_t time;
    VEC(uint32_t) choices;
    VEC(uint32_t) forks;
    uint32_t fail; /* the first; NO_INDEX: none */
} Act;

typedef struct Acts {
    VEC(Act) at; /* thread by thread */
    VEC(uint32_t) order;
} Acts;

static bool value_of(Model *x, Term term, int64_t *value)
{
    return solver_value(x->solver, term, value);
}

static void add_choice(Model *x, const Note *n, Act *act)
{
    int64_t value = 0;
    if (!value_of(x, n->value, &value))
        return;
    vec_push(&act->choices, (uint32_t)value);
    if (n->wide)
        vec_push(&act->choices, (uint32_t)((uint64_t)value >> 32));
}

/* Which of the guards that hold is taken; if there is only one nobody chooses. */
static void add_select(Model *x, const Note *n, Act *act)
{
    int64_t pick = 0, holds;
    uint32_t enabled = 0, rank = 0;
    value_of(x, n->value, &pick);
    for (uint32_t k = 0; k < n->count; k++) {
        holds = 0;
        value_of(x, x->conditions.at[n->first + k], &holds);
        rank += holds && k < pick;
        enabled += holds != 0;
    }
    if (enabled > 1)
        vec_push(&act->choices, rank);
}

static void add_note(Model *x, const Note *n, Acts *acts)
{
    if (n->did == DID_BEGIN) {
        vec_push(&acts->at, ((Act){.runner = n->thread, .pc = n->pc, .fail = NO_INDEX}));
        return;
    }
    Act *act = acts->at.len ? &vec_last(&acts->at) : NULL;
    if (!act || act->runner != n->thread || act->stopped)
        return;
    switch (n->did) {
    case DID_CLOCK:
        act->timed = value_of(x, n->value, &act->time);
        break;
    case DID_CHOOSE:
        add_choice(x, n, act);
        break;
    case DID_SELECT:
        add_select(x, n, act);
        break;
    case DID_FORK:
        assert(n->child < x->threads.len && x->threads.at[n->child]);
        vec_push(&act->forks, n->child);
        break;
    case DID_FAIL:
        assert(n->failed < x->fails.len);
        act->fail = act->fail == NO_INDEX ? n->failed : act->fail;
        break;
    case DID_STOP:
        act->stopped = act->fail == NO_INDEX;
        break;
    case DID_BEGIN:
        break;
    }
}

/* Thread by thread, in the order of each: notes that were added at the end come late. */
static void collect(Model *x, Acts *acts)
{
    VEC(Term) guards = {0};
    VEC(int8_t) truths = {0};
    vec_each (Note, n, &x->notes)
        vec_push(&guards, n->guard);
    vec_resize(&truths, guards.len);
    solver_truths(x->solver, guards.at, guards.len, truths.at);
    for (uint32_t runner = 0; runner < x->threads.len; runner++)
        for (size_t k = 0; k < x->notes.len; k++)
            if (x->notes.at[k].thread == runner && truths.at[k] == 1)
                add_note(x, &x->notes.at[k], acts);
    vec_free(&guards);
    vec_free(&truths);
}

/* Those with a time, in that order; one that fails without one follows the one before it. */
static void put_in_order(Model *x, Acts *acts)
{
    int64_t last = 0;
    for (uint32_t k = 0; k < acts->at.len; k++) {
        Act *act = &acts->at.at[k];
        bool same = k && acts->at.at[k - 1].runner == act->runner;
        if (act->timed)
            last = act->time;
        else if (!same && !value_of(x, x->threads.at[act->runner]->fork_clock, &last))
            last = 0;
        act->time = last;
        if (!act->stopped && (act->timed || act->fail != NO_INDEX))
            vec_push(&acts->order, k);
    }
    for (size_t i = 1; i < acts->order.len; i++) /* equal ones stay: threads in their order */
        for (size_t k = i; k > 0; k--) {
            uint32_t *a = &acts->order.at[k - 1], *b = &acts->order.at[k];
            if (acts->at.at[*a].time <= acts->at.at[*b].time)
                break;
            uint32_t swap = *a;
            *a = *b;
            *b = swap;
        }
}

typedef struct Play {
    Model *x;
    Machine *machine;
    State state;
    Outcomes out;
    Bug *bug;
    VEC(Tid) tids; /* of the threads */
    VEC(bool) known;
    uint32_t *next; /* runner -> its next act */
} Play;

/* One step of the machine; false: it does not go on. */
static bool take_step(Play *p, size_t index, const uint32_t *choices, size_t len)
{
    const StateThread *t = &p->state.threads.at[index];
    assert(state_is_live(&p->state, index));
    TraceStep step = {.thread = machine_thread_name(p->machine, t->tid)};
    step.thread = arena_copy(&p->x->job->arena, step.thread, strlen(step.thread));
    for (size_t k = 0; k < len; k++)
        vec_push(&step.choices, choices[k]);
    vec_push(&p->bug->steps, step);
    machine_give(p->machine, choices, len);
    machine_step(p->machine, t->tid, p->state.g, t->l, t->s, &p->out);
    const Outcome *o = &p->out.all.at[0];
    if (!outcome_has_successor(o) || o->choices.len != len)
        return false;
    state_apply(&p->state, index, o);
    return true;
}

static bool play_act(Play *p, const Act *act)
{
    if (act->runner >= p->known.len || !p->known.at[act->runner])
        return false;
    for (uint32_t extra = 0; extra < MOST_EXTRA; extra++) {
        ptrdiff_t index = state_find(&p->state, p->tids.at[act->runner]);
        if (index < 0 || !state_is_live(&p->state, (size_t)index))
            return false;
        bool there = machine_local_pc(p->machine, p->state.threads.at[index].l) == act->pc;
        if (!there) { /* in the midst of what is copied piece by piece */
            if (!take_step(p, (size_t)index, NULL, 0))
                return false;
            continue;
        }
        if (!take_step(p, (size_t)index, act->choices.at, act->choices.len))
            return false;
        const Outcome *o = &p->out.all.at[0];
        for (size_t k = 0; k < act->forks.len && k < o->forked.len; k++) {
            p->tids.at[act->forks.at[k]] = o->forked.at[k].tid;
            p->known.at[act->forks.at[k]] = true;
        }
        return true;
    }
    return false;
}

/* All acts of the thread up to this one. */
static bool play_until(Play *p, Acts *acts, uint32_t number, uint32_t *fail)
{
    uint32_t runner = acts->at.at[number].runner;
    while (p->next[runner] <= number) {
        const Act *act = &acts->at.at[p->next[runner]++];
        bool goes = play_act(p, act);
        if (!goes && act->fail == NO_INDEX)
            LOG(SYMBOLIC, "thread %u does not do what was expected in line %u: %s", runner,
                p->x->program->pos.at[act->pc].line,
                p->out.len && p->out.all.at[0].message ? p->out.all.at[0].message : "it waits");
        if (act->fail != NO_INDEX)
            *fail = act->fail;
        if (!goes || act->fail != NO_INDEX)
            return false;
    }
    return true;
}

static void play(Play *p, Acts *acts, uint32_t *fail)
{
    machine_initial(p->machine, &p->out);
    const Outcome *initial = &p->out.all.at[0];
    if (p->out.len != 1 || initial->kind == OUTCOME_WRONG || !initial->forked.len)
        return;
    state_initial(p->machine, initial, &p->state);
    p->tids.at[0] = p->state.threads.at[0].tid;
    p->known.at[0] = true;
    vec_each (uint32_t, number, &acts->order)
        if (!play_until(p, acts, *number, fail))
            return;
}

bool trace_make(Model *x, Bug *bug, uint32_t *fail)
{
    Acts acts = {0};
    Play p = {.x = x, .bug = bug};
    collect(x, &acts);
    put_in_order(x, &acts);
    p.machine = machine_new(x->program, (MachineOptions){.inputs = true});
    vec_resize(&p.tids, x->threads.len);
    vec_resize(&p.known, x->threads.len);
    p.next = arena_array(&x->pass, uint32_t, x->threads.len + 1);
    for (uint32_t k = (uint32_t)acts.at.len; k-- > 0;)
        p.next[acts.at.at[k].runner] = k;
    *fail = NO_INDEX;
    *bug = (Bug){.inputs = true};
    play(&p, &acts, fail);
    if (*fail != NO_INDEX)
        bug->error = x->fails.at[*fail].error;
    vec_each (Act, act, &acts.at) {
        vec_free(&act->choices);
        vec_free(&act->forks);
    }
    vec_free(&acts.at);
    vec_free(&acts.order);
    vec_free(&p.tids);
    vec_free(&p.known);
    state_free(&p.state);
    outcomes_free(&p.out);
    machine_free(p.machine);
    return *fail != NO_INDEX;
}
