/* survey.c -- all states of a program under a memory model, without any reduction, with transactions or
 * with persistent sets of these, and what is there where nobody can go on. */
#include <stdlib.h>

#include "machine/memory.h"
#include "machine/schedule.h"
#include "machine/states.h"
#include "models.h"
#include "movers/persistent.h"

typedef struct Surveyor {
    Machine *m;
    States states;
    State state;
    Outcomes out;
    Survey *survey;
    SurveyKind kind;
    Movers movers; /* of SURVEY_TRANSACTIONS, */
    Persistent persistent;
    VEC(uint32_t) complete, blocked;
} Surveyor;

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The values of all globals that are numbers. */
static uint64_t outcome_of(Surveyor *s)
{
    const Program *program = s->m->program;
    uint64_t hash = SURVEY_NOTHING, value;
    store_load(s->m, s->state.g);
    for (uint32_t g = 1; g < program->globals.len; g++)
        vec_each (Field, field, &program->layouts.at[program->globals.at[g].layout].fields)
            if (field->type.kind != TYPE_PTR && field->type.kind != TYPE_TID &&
                machine_peek(s->m, g, (int32_t)field->offset, field->type, &value))
                hash = survey_add(hash, value);
    return hash;
}

static bool add_once(uint32_t graph, uint32_t *at, size_t len)
{
    for (size_t k = 0; k < len; k++)
        if (at[k] == graph)
            return false;
    return true;
}

/* Has the thread ended, or does it but wait for the others before the program does? */
static bool is_done(Surveyor *s, size_t t)
{
    const Program *program = s->m->program;
    const StateThread *thread = &s->state.threads.at[t];
    if (!thread->l.ix)
        return true;
    const Proc *proc =
        &program->procs.at[program_proc_at(program, machine_local_pc(s->m, thread->l))];
    return !thread->s.ix && proc->library && strcmp(proc->name, "(start)") == 0;
}

/* Nobody can go on. */
static void end(Surveyor *s)
{
    bool done = true;
    each_thread (t, &s->state)
        done &= is_done(s, t);
    store_load(s->m, s->state.g);
    store_load_threads(s->m);
    uint32_t graph = s->m->store.common;
    assert(s->kind != SURVEY_GRAPHS || enumerate_is_consistent(s->m));
    if (!done) {
        if (add_once(graph, s->blocked.at, s->blocked.len))
            vec_push(&s->blocked, graph);
        return;
    }
    vec_push(&s->survey->outcomes, outcome_of(s));
    if (add_once(graph, s->complete.at, s->complete.len))
        vec_push(&s->complete, graph);
}

static void wrong(Surveyor *s, const Outcome *o)
{
    if (o->error == ERR_RACE)
        s->survey->racy = true;
    else
        s->survey->error = error_info[o->error].key;
}

/* True: there is something that can be done. */
static bool take(Surveyor *s, size_t t, const Outcomes *out)
{
    bool runs = false;
    for (size_t k = 0; k < out->len; k++) {
        const Outcome *o = &out->all.at[k];
        if (o->kind == OUTCOME_WRONG)
            wrong(s, o);
        runs |= outcome_has_successor(o) || o->kind == OUTCOME_WRONG;
        if (outcome_has_successor(o))
            states_put_step(&s->states, &s->state, t, o);
    }
    return runs;
}

/* The threads that go first; true: they are enough. */
static bool expand_some(Surveyor *s, uint32_t id)
{
    Persistent *p = &s->persistent;
    if (!persistent_find(p, &s->state))
        return false;
    each_live (t, &s->state)
        if (p->threads.at[t].chosen)
            take(s, t, persistent_outcomes(p, &s->state, t));
    states_flush(&s->states);
    return persistent_leads_on(p, id, s->states.first.at, s->states.first.len);
}

static void expand(Surveyor *s, uint32_t id)
{
    bool runs = false;
    ptrdiff_t chooser = state_chooser(s->m, &s->state);
    if (s->kind == SURVEY_PERSISTENT && chooser < 0 && expand_some(s, id))
        return;
    each_turn (t, &s->state, chooser) {
        if (s->kind == SURVEY_TRANSACTIONS || s->kind == SURVEY_PERSISTENT)
            transaction_run(&s->movers, &s->state, t, &s->out);
        else
            state_step(s->m, &s->state, t, &s->out);
        runs |= take(s, t, &s->out);
    }
    states_flush(&s->states);
    if (!runs)
        end(s);
}

void survey_sort(Survey *survey)
{
    size_t kept = 0;
    if (survey->outcomes.len)
        qsort(survey->outcomes.at, survey->outcomes.len, sizeof(uint64_t), compare_numbers);
    for (size_t k = 0; k < survey->outcomes.len; k++)
        if (!k || survey->outcomes.at[k] != survey->outcomes.at[k - 1])
            survey->outcomes.at[kept++] = survey->outcomes.at[k];
    survey->outcomes.len = kept;
}

/* From the initial state on; false: a discipline was broken, and all must be done again. */
static bool search_all(Surveyor *s, uint32_t most_states)
{
    bool is_new;
    uint32_t id = 0;
    s->states = (States){.m = s->m, .tells_first = true};
    s->persistent.onward.len = 0;
    s->complete.len = s->blocked.len = s->survey->outcomes.len = 0;
    *s->survey = (Survey){.outcomes = s->survey->outcomes};
    machine_initial(s->m, &s->out);
    if (s->out.all.at[0].kind == OUTCOME_WRONG) {
        wrong(s, &s->out.all.at[0]);
    } else {
        state_initial(s->m, &s->out.all.at[0], &s->state);
        states_add(&s->states, &s->state, &is_new);
    }
    for (; id < states_count(&s->states) && states_count(&s->states) <= most_states; id++) {
        states_load(&s->states, (StateId){id}, &s->state);
        expand(s, id);
    }
    s->survey->too_many = id < states_count(&s->states);
    s->survey->states = states_count(&s->states);
    states_free(&s->states);
    return !s->movers.broken;
}

Survey survey(const Program *program, const struct MemoryModel *model, SurveyKind kind,
              uint32_t most_states)
{
    Survey result = {0};
    bool reduces = kind == SURVEY_TRANSACTIONS || kind == SURVEY_PERSISTENT;
    MachineOptions options = {.memory = model, .track_owners = reduces};
    Surveyor s = {.m = machine_new(program, options), .survey = &result, .kind = kind};
    if (reduces) {
        movers_begin(&s.movers, s.m, program, 0);
        s.movers.whole = true;
        persistent_begin(&s.persistent, &s.movers, &options);
        hard_assert(kind != SURVEY_PERSISTENT || s.persistent.on);
        movers_start(&s.movers);
    }
    while (!search_all(&s, most_states))
        movers_start(&s.movers);
    result.complete = s.complete.len;
    result.blocked = s.blocked.len;
    survey_sort(&result);
    persistent_end(&s.persistent);
    if (reduces)
        movers_end(&s.movers);
    vec_free(&s.complete);
    vec_free(&s.blocked);
    state_free(&s.state);
    outcomes_free(&s.out);
    machine_free(s.m);
    return result;
}

void survey_free(Survey *survey)
{
    vec_free(&survey->outcomes);
}

const struct MemoryModel *survey_machine(bool c11)
{
    return machine_memory(c11 ? MEMORY_C11 : MEMORY_RC11);
}
