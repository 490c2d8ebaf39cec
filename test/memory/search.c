/* search.c -- all states of a program under a memory model, without any reduction. */
#include <stdio.h>

#include "machine/memory.h"
#include "machine/schedule.h"
#include "machine/states.h"
#include "models.h"

enum { MOST_STATES = 1 << 16 };

typedef struct Search {
    Machine *m;
    States states;
    State state;
    Outcomes out;
    char *answer; /* empty: not known yet */
} Search;

static void answer(Search *s, const char *error)
{
    snprintf(s->answer, ANSWER, "bug %s", error);
}

/* One thread of the loaded state; true: it can run. */
static bool take(Search *s, size_t t, bool *waits)
{
    bool runs = false, is_new;
    state_step(s->m, &s->state, t, &s->out);
    for (size_t k = 0; k < s->out.len; k++) {
        const Outcome *o = &s->out.all.at[k];
        if (o->kind == OUTCOME_WRONG)
            answer(s, error_info[o->error].key);
        *waits |= o->kind == OUTCOME_BLOCKED;
        runs |= outcome_has_successor(o) || o->kind == OUTCOME_CUT;
        if (outcome_has_successor(o))
            states_add_step(&s->states, &s->state, t, o, &is_new);
    }
    return runs;
}

static void expand(Search *s)
{
    bool runs = false, waits = false;
    ptrdiff_t chooser = state_chooser(s->m, &s->state);
    each_turn (t, &s->state, chooser)
        runs |= take(s, t, &waits);
    if (!*s->answer && waits && !runs)
        answer(s, "deadlock");
}

uint32_t search(const Program *program, const MemoryModel *model, char text[ANSWER])
{
    bool is_new;
    Search s = {.m = machine_new(program, (MachineOptions){.memory = model}), .answer = text};
    *text = 0;
    s.states.m = s.m;
    machine_initial(s.m, &s.out);
    if (s.out.all.at[0].kind == OUTCOME_WRONG) {
        answer(&s, error_info[s.out.all.at[0].error].key);
    } else {
        state_initial(s.m, &s.out.all.at[0], &s.state);
        states_add(&s.states, &s.state, &is_new);
    }
    for (uint32_t id = 0; id < states_count(&s.states) && !*text; id++) {
        states_load(&s.states, (StateId){id}, &s.state);
        expand(&s);
        if (id == MOST_STATES)
            snprintf(text, ANSWER, "too many states");
    }
    if (!*text)
        snprintf(text, ANSWER, "safe");
    uint32_t count = states_count(&s.states);
    states_free(&s.states);
    state_free(&s.state);
    outcomes_free(&s.out);
    machine_free(s.m);
    return count;
}
