/* count.c -- the counting rule of the original Zing checker, as an oracle.
 *
 * It stores, and counts, the initial state, the execution states of programs that have created two
 * threads or more, and the choice states with two alternatives or more; but no terminal state (an
 * error, a failed assumption, no thread that can run).  A state that is not stored is explored
 * again each time it is reached.  Transitions are the successors generated, terminal ones left out.
 * So that both numbers come out the same, choices are states of their own here, local stores keep
 * dead variables, and threads are named in the order of their creation. */
#include "engine/explore/count.h"

#include "machine/schedule.h"
#include "machine/states.h"

enum { LONGEST_CHAIN = 1000000 }; /* states that are not stored, one after the other */

typedef struct Count {
    Job *job;
    Machine *m;
    States states;
    VEC(State) todo; /* not stored, and still to be explored */
    Outcomes out, test;
} Count;

/* No thread can run; *waits: and one waits where it should not. */
static bool is_terminal(Count *c, const State *state, bool *waits)
{
    *waits = false;
    each_live (t, state) {
        state_step(c->m, state, t, &c->test);
        assert(c->test.len);
        OutcomeKind kind = c->test.all.at[0].kind;
        if (kind != OUTCOME_BLOCKED && kind != OUTCOME_IDLE)
            return false;
        *waits |= kind == OUTCOME_BLOCKED;
    }
    return true;
}

/* A successor: counted unless it is terminal, then stored or put aside to be explored at once. */
static void reach(Count *c, State *next, const Outcome *o)
{
    bool waits, is_new, choosing = o->kind == OUTCOME_CHOICE;
    if (!choosing && is_terminal(c, next, &waits)) {
        c->job->errors += waits;
        return;
    }
    c->job->stats.transitions++;
    if (choosing ? o->alternatives >= 2 : next->threads.len >= 2) {
        states_add(&c->states, next, &is_new);
        return;
    }
    State copy = {0};
    state_copy(&copy, next);
    vec_push(&c->todo, copy);
}

static void expand(Count *c, const State *state)
{
    State next = {0};
    ptrdiff_t only = state_chooser(c->m, state);
    each_turn (t, state, only) {
        state_step(c->m, state, t, &c->out);
        for (size_t k = 0; k < c->out.len; k++) {
            const Outcome *o = &c->out.all.at[k];
            c->job->errors += o->kind == OUTCOME_WRONG;
            if (!outcome_has_successor(o))
                continue;
            state_copy(&next, state);
            state_apply(&next, t, o);
            if (o->renames)
                state_canonicalise(c->m, &next);
            reach(c, &next, o);
        }
    }
    state_free(&next);
}

/* Explores a stored state, and all states behind it up to the next stored ones. */
static bool expand_chain(Count *c, State *state)
{
    uint64_t chain = 0;
    expand(c, state);
    while (c->todo.len) {
        State next = vec_pop(&c->todo);
        expand(c, &next);
        state_free(&next);
        if (++chain < LONGEST_CHAIN)
            continue;
        c->job->reason = "a single thread runs on without end, and --zing-counting does not store "
                         "its states";
        return false;
    }
    return true;
}

static bool count_all(Count *c)
{
    bool is_new, ok = true;
    State state = {0};
    machine_initial(c->m, &c->out);
    if (c->out.all.at[0].kind == OUTCOME_WRONG)
        return true;
    state_initial(c->m, &c->out.all.at[0], &state);
    states_add(&c->states, &state, &is_new);
    for (uint32_t id = 0; ok && id < states_count(&c->states); id++) {
        ok = !budget_exhausted(&c->job->budget);
        if (!ok)
            c->job->reason = c->job->budget.reason;
        states_load(&c->states, (StateId){id}, &state);
        ok = ok && expand_chain(c, &state);
    }
    state_free(&state);
    return ok;
}

bool count_states(Job *job)
{
    MachineOptions options = {.stop_at_choice = true, .keep_dead = true, .number_threads = true};
    Count c = {.job = job, .m = machine_new(job->program, options)};
    c.states.m = c.m;
    bool ok = count_all(&c);
    job->stats.states = states_count(&c.states);
    vec_each (State, state, &c.todo)
        state_free(state);
    vec_free(&c.todo);
    outcomes_free(&c.out);
    outcomes_free(&c.test);
    states_free(&c.states);
    machine_free(c.m);
    return ok;
}
