/* play.c -- a run of the engine, played from the initial state as a run of actions.
 *
 * The engine's threads are numbers, and their objects have other names; but a run is determined by
 * who acts and by the choices that are made.  Threads that the engine did not name are created, and
 * never run. */
#include "engine/bound/program.h"

typedef struct Play {
    Job *job;
    Machine *m;
    State state;
    Outcomes out;
    VEC(Tid) names; /* the engine's number of a thread -> its name in the program */
    Bug bug;
    /* the action at hand */
    VEC(uint32_t) choices;
    VEC(uint32_t) forks;
} Play;

static void add_action(Play *p, Tid tid, const Outcome *o)
{
    const char *name = machine_thread_name(p->m, tid);
    TraceStep step = {.thread = arena_copy(&p->job->arena, name, strlen(name))};
    vec_each (const uint32_t, choice, &o->choices)
        vec_push(&step.choices, *choice);
    vec_push(&p->bug.steps, step);
}

/* The outcome that makes the choices from number `done` on, all of them or the first ones. */
static const Outcome *find_outcome(const Play *p, size_t done)
{
    for (size_t k = 0; k < p->out.len; k++) {
        const Outcome *o = &p->out.all.at[k];
        size_t left = p->choices.len - done;
        bool fits = o->kind == OUTCOME_CHOICE ? o->choices.len <= left : o->choices.len == left;
        for (size_t c = 0; fits && c < o->choices.len; c++)
            fits = o->choices.at[c] == p->choices.at[done + c];
        if (fits)
            return o;
    }
    return NULL;
}

static void name_forked(Play *p, const Outcome *o, size_t *forked)
{
    vec_each (const Forked, f, &o->forked) {
        uint32_t number = *forked < p->forks.len ? p->forks.at[*forked] : TID_GHOST.ix;
        ++*forked;
        if (number == TID_GHOST.ix)
            continue;
        if (number >= p->names.len)
            vec_resize(&p->names, number + 1);
        p->names.at[number] = f->tid;
    }
}

/* The action at hand, perhaps in several pieces.  False: there is no such one. */
static bool act(Play *p, uint32_t thread)
{
    size_t done = 0, forked = 0;
    for (;;) {
        ptrdiff_t index = thread < p->names.len ? state_find(&p->state, p->names.at[thread]) : -1;
        if (index < 0 || !state_is_live(&p->state, (size_t)index))
            return false;
        Tid tid = p->state.threads.at[index].tid;
        state_step(p->m, &p->state, (size_t)index, &p->out);
        const Outcome *o = find_outcome(p, done);
        if (!o || !(outcome_has_successor(o) || o->kind == OUTCOME_WRONG))
            return false;
        add_action(p, tid, o);
        done += o->choices.len;
        if (o->kind == OUTCOME_WRONG) { /* in the library, it is shown where that was called */
            p->bug.where = p->job->program->pos.at[o->pc];
            return o->error == p->bug.error;
        }
        name_forked(p, o, &forked);
        state_apply(&p->state, (size_t)index, o);
        state_canonicalise(p->m, &p->state);
        if (o->kind != OUTCOME_CHOICE)
            return true;
    }
}

static bool play_steps(Play *p, const ProgramRun *run)
{
    uint32_t thread = 0;
    bool open = false;
    vec_each (const ProgramStep, step, &run->steps) {
        thread = step->thread;
        open = true;
        for (uint32_t k = step->first; k < step->first + step->count; k++) {
            const Cue *cue = &run->cues.at[k];
            if (cue->kind == CUE_CHOICE)
                vec_push(&p->choices, cue->value);
            else if (cue->kind == CUE_FORK)
                vec_push(&p->forks, cue->value);
            else if (!act(p, thread))
                return false;
            else
                p->choices.len = p->forks.len = 0;
            open = cue->kind != CUE_END;
        }
    }
    bool of_state = run->error == ERR_DEADLOCK || run->error == ERR_RACE;
    return of_state || !open || act(p, thread);
}

static void begin(Play *p)
{
    machine_initial(p->m, &p->out);
    state_initial(p->m, &p->out.all.at[0], &p->state);
    vec_each (Forked, forked, &p->out.all.at[0].forked)
        vec_push(&p->names, forked->tid);
}

bool play_run(Job *job, const ProgramRun *run)
{
    MachineOptions options = {.predicates = (job->properties & PROPERTY_ACCESS) != 0};
    Play p = {.job = job, .m = machine_new(job->program, options)};
    p.bug = (Bug){.error = run->error};
    begin(&p);
    bool ok = play_steps(&p, run);
    if (ok)
        vec_push(&job->bugs, p.bug);
    else
        bug_free(&p.bug);
    vec_free(&p.names);
    vec_free(&p.choices);
    vec_free(&p.forks);
    state_free(&p.state);
    outcomes_free(&p.out);
    machine_free(p.m);
    return ok;
}
