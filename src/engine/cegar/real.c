/* real.c -- a run of the abstraction that the program may have, on the machine.
 *
 * The course says which instructions each thread passes, in which order, and the solver what is chosen.  The program is
 * run along them: of all that the thread can do next, that is taken which passes these instructions. */
#include "engine/cegar/internal.h"

#include "machine/schedule.h"

enum { MOST_TRIES = 20000 };

typedef struct Real {
    Course *path;
    Cegar *c;
    Program program; /* every instruction is a landmark */
    Machine *machine;
    Bug *bug;
    uint32_t tries;
} Real;

/* Not told of by runs of the abstraction, or not always. */
static bool is_silent(const Cegar *c, uint32_t pc)
{
    const Instr *i = &c->program->code.at[pc];
    return i->op == OP_POINT || i->op == OP_YIELD || (i->op == OP_DOUBT && i->flags & FLAG_ALL) ||
           c->data.pure.at[program_proc_at(c->program, pc)];
}

void course_want(Course *path, const char *thread, uint32_t pc)
{
    const Wanted *last = path->wanted.len ? &vec_last(&path->wanted) : NULL;
    if (is_silent(path->c, pc) || (last && last->pc == pc && strcmp(last->thread, thread) == 0))
        return;
    vec_push(&path->wanted, ((Wanted){.thread = thread, .pc = pc}));
}

static void open_program(Real *r)
{
    const Program *p = r->c->program;
    r->program = *p;
    memset(&r->program.passes, 0, sizeof r->program.passes);
    vec_resize(&r->program.passes, p->code.len);
    for (uint32_t pc = 1; pc < p->code.len; pc++)
        if (!is_silent(r->c, pc))
            r->program.passes.at[pc] = pc << 2 | PASS_REACHES;
}

/* How many of the wanted instructions the outcome passes, from this one on; -1: others. */
static ptrdiff_t passes(const Real *r, size_t from, const Outcome *o)
{
    size_t at = from;
    assert(from < r->path->wanted.len);
    const char *thread = r->path->wanted.at[from].thread;
    vec_each (Event, event, &o->events) {
        if (event->kind != EVENT_PASSES)
            continue;
        uint32_t pc = (uint32_t)event->place >> 2;
        if (at > from && r->path->wanted.at[at - 1].pc == pc)
            continue;
        if (at == r->path->wanted.len || r->path->wanted.at[at].pc != pc ||
            strcmp(r->path->wanted.at[at].thread, thread) != 0)
            return -1;
        at++;
    }
    return (ptrdiff_t)(at - from);
}

static StateThread *find_thread(Real *r, State *state, const char *name)
{
    each_live (t, state)
        if (strcmp(machine_thread_name(r->machine, state->threads.at[t].tid), name) == 0)
            return &state->threads.at[t];
    return NULL;
}

static void push_step(Real *r, const char *thread, const Outcome *o)
{
    Arena *arena = &r->c->job->arena;
    vec_push(&r->bug->steps, (TraceStep){.thread = arena_copy(arena, thread, strlen(thread))});
    vec_each (uint32_t, choice, &o->choices)
        vec_push(&vec_last(&r->bug->steps).choices, *choice);
}

/* Is the error one that was asked for?  Then it is the bug, whatever the abstraction has said. */
static bool is_asked(const Real *r, const Outcome *o)
{
    return o->kind == OUTCOME_WRONG && error_info[o->error].property & r->c->job->properties;
}

static bool go_on(Real *r, const State *state, size_t at, bool input);

static bool take(Real *r, const State *state, size_t index, size_t at, const Outcome *o)
{
    size_t before = r->bug->steps.len;
    push_step(r, r->path->wanted.at[at].thread, o);
    ptrdiff_t passed = passes(r, at, o);
    if (is_asked(r, o)) {
        r->bug->error = o->error;
        r->bug->where = r->c->program->pos.at[o->pc];
        return true;
    }
    if (passed >= 0 && outcome_has_successor(o)) {
        State next = {0};
        state_copy(&next, state);
        state_apply(&next, index, o);
        bool found = go_on(r, &next, at + (size_t)passed, o->alternatives == UINT32_MAX);
        state_free(&next);
        if (found)
            return true;
    }
    for (size_t k = before; k < r->bug->steps.len; k++)
        vec_free(&r->bug->steps.at[k].choices);
    assert(r->bug->steps.len == before + 1); /* who went on has taken its steps back */
    r->bug->steps.len = before;
    return false;
}

/* The rest of the run, from here; `input`: the thread is to choose one. */
static bool go_on(Real *r, const State *state, size_t at, bool input)
{
    assert(at <= r->path->wanted.len);
    if (at == r->path->wanted.len)
        return r->bug->error == ERR_DEADLOCK || r->bug->error == ERR_RACE;
    const Wanted *wanted = &r->path->wanted.at[at];
    State here = {0};
    Outcomes out = {0};
    bool found = false;
    state_copy(&here, state);
    StateThread *thread = find_thread(r, &here, wanted->thread);
    if (thread && r->tries++ < MOST_TRIES) {
        size_t index = (size_t)(thread - here.threads.at);
        uint32_t halves[] = {(uint32_t)wanted->chosen, (uint32_t)(wanted->chosen >> 32)};
        machine_give(r->machine, halves, input ? 2 : 0);
        machine_step(r->machine, thread->tid, here.g, thread->l, thread->s, &out);
        for (size_t k = 0; k < out.len && !found; k++)
            found = take(r, &here, index, at, &out.all.at[k]);
    }
    outcomes_free(&out);
    state_free(&here);
    return found;
}

bool course_run(Course *path, Bug *bug)
{
    Real r = {.path = path, .c = path->c, .bug = bug};
    const Job *job = path->c->job;
    Outcomes out = {0};
    State state = {0};
    open_program(&r);
    r.machine = machine_new(&r.program,
                            (MachineOptions){.predicates = (job->properties & PROPERTY_ACCESS) != 0,
                                             .record = true,
                                             .inputs = true});
    machine_initial(r.machine, &out);
    bool found = false;
    bug->inputs = true;
    if (out.len == 1 && outcome_has_successor(&out.all.at[0])) {
        state_initial(r.machine, &out.all.at[0], &state);
        found = go_on(&r, &state, 0, false);
    }
    outcomes_free(&out);
    state_free(&state);
    machine_free(r.machine);
    vec_free(&r.program.passes);
    return found;
}
