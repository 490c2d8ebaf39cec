/* closed.c -- is nothing wrong in what a program can reach?  See replay.h.
 *
 * The certificate of a safe program is the set of its states: closed, and without an error.  It is
 * made again here, from the initial state on, and nothing is shared with the engine but the
 * machine.  After each action the thread goes on as long as what it does is of no interest to
 * others: one outcome, nothing touched, nobody created (go_on).  Such an action can neither be
 * prevented by others nor prevent them, so it may as well be done at once.  (Engines do it the
 * other way round: before an action.)  Threads are put in order where their numbers have no
 * meaning. */
#include "base/budget.h"
#include "check/replay.h"
#include "machine/part.h"
#include "machine/schedule.h"
#include "machine/states.h"

enum { MOST_LOCAL = 1000, FEW_ACTIONS = 20000, CHECK_EVERY = 256 };

typedef struct Closed {
    Job *job;
    Machine *m;
    States states;
    State state, next;
    Outcomes out, more;
    bool permutes;
    VEC(uint32_t) order;
    VEC(Touch) touches; /* that are about to happen in the state, thread by thread */
    uint64_t actions, most;
    const char *wrong; /* what is wrong; NULL: nothing so far */
} Closed;

/* Thread t gets number order[t]. */
static void find_order(Closed *c, const State *state)
{
    c->order.len = 0;
    each_thread (t, state) {
        const StateThread *a = &state->threads.at[t];
        uint32_t smaller = 0;
        each_thread (u, state) {
            const StateThread *b = &state->threads.at[u];
            bool less = a->l.ix != b->l.ix   ? b->l.ix < a->l.ix
                        : a->s.ix != b->s.ix ? b->s.ix < a->s.ix
                                             : u < t;
            smaller += less;
        }
        vec_push(&c->order, smaller);
    }
}

static bool is_private(const Outcomes *out)
{
    const Outcome *o = &out->all.at[0];
    return out->len == 1 && o->kind == OUTCOME_STEP && !o->touched.len && !o->forked.len &&
           !o->choices.len;
}

/* The thread does all that concerns nobody else. */
static void go_on(Closed *c, State *state, size_t index)
{
    for (int k = 0; k < MOST_LOCAL && state_is_live(state, index); k++) {
        if (state_chooser(c->m, state) >= 0)
            return;
        state_step(c->m, state, index, &c->more);
        c->actions++;
        if (!is_private(&c->more))
            return;
        state_apply(state, index, &c->more.all.at[0]);
        state_canonicalise(c->m, state);
    }
}

static void add_state(Closed *c)
{
    bool is_new;
    if (c->permutes) {
        find_order(c, &c->next);
        state_permute(c->m, &c->next, c->order.at);
    }
    state_canonicalise(c->m, &c->next);
    states_add(&c->states, &c->next, &is_new);
}

/* What the thread can do; true: it can do something, or need not. */
static bool step(Closed *c, size_t index, bool *waits)
{
    bool runs = false;
    state_step(c->m, &c->state, index, &c->out);
    c->actions++;
    for (size_t k = 0; k < c->out.len; k++) {
        const Outcome *o = &c->out.all.at[k];
        *waits |= o->kind == OUTCOME_BLOCKED;
        runs |= o->kind != OUTCOME_BLOCKED && o->kind != OUTCOME_IDLE;
        if (o->kind == OUTCOME_WRONG && (c->job->properties & error_info[o->error].property))
            c->wrong = "a run of the program goes wrong";
        if (!outcome_has_successor(o))
            continue;
        state_copy(&c->next, &c->state);
        state_apply(&c->next, index, o);
        state_canonicalise(c->m, &c->next);
        go_on(c, &c->next, index);
        add_state(c);
    }
    return runs;
}

/* The touches of the thread that has just stepped, against those of the threads before it. */
static void add_touches(Closed *c)
{
    size_t others = c->touches.len;
    for (size_t k = 0; k < c->out.len; k++)
        vec_each (Touch, touch, &c->out.all.at[k].touched)
            if (touch_may_race(touch, c->job->properties) && machine_layout(c->m, touch->object))
                vec_push(&c->touches, *touch);
    for (size_t a = 0; a < others; a++)
        for (size_t b = others; b < c->touches.len; b++)
            if (touch_conflicts(&c->touches.at[a], &c->touches.at[b]))
                c->wrong = "two threads race";
}

static void expand(Closed *c, uint32_t id)
{
    bool runs = false, waits = false;
    states_load(&c->states, (StateId){id}, &c->state);
    ptrdiff_t chooser = state_chooser(c->m, &c->state);
    c->touches.len = 0;
    each_turn (t, &c->state, chooser) {
        runs |= step(c, t, &waits);
        if (chooser < 0 && (c->job->properties & PROPERTY_RACE)) {
            machine_open(c->m, c->state.g);
            add_touches(c);
        }
    }
    if (waits && !runs && (c->job->properties & PROPERTY_DEADLOCK))
        c->wrong = "a run of the program ends in a deadlock";
}

static ClosedCheck check_states(Closed *c)
{
    bool is_new;
    machine_initial(c->m, &c->out);
    const Outcome *o = &c->out.all.at[0];
    if (o->kind == OUTCOME_WRONG)
        return CLOSED_FAILS;
    state_initial(c->m, o, &c->state);
    states_add(&c->states, &c->state, &is_new);
    for (uint32_t id = 0; id < states_count(&c->states) && !c->wrong; id++) {
        if (c->actions > c->most || (id % CHECK_EVERY == 0 && budget_exhausted(&c->job->budget))) {
            c->job->budget.reason = NULL; /* the answer is there */
            return CLOSED_TOO_LARGE;
        }
        expand(c, id);
    }
    return c->wrong ? CLOSED_FAILS : CLOSED_HOLDS;
}

ClosedCheck check_closed(Job *job, char *why, size_t size)
{
    MachineOptions options = {.number_threads = true,
                              .touches = true,
                              .predicates = (job->properties & PROPERTY_ACCESS) != 0};
    Closed c = {.job = job, .m = machine_new(job->program, options)};
    c.states.m = c.m;
    c.permutes = !job->options->no_symmetry && machine_can_permute(c.m);
    c.most = FEW_ACTIONS + 20 * job->stats.steps_run;
    ClosedCheck check = check_states(&c);
    if (check == CLOSED_TOO_LARGE && check_windows(job, c.most))
        check = CLOSED_HOLDS;
    if (check == CLOSED_FAILS)
        snprintf(why, size, "the answer was safe, but %s",
                 c.wrong ? c.wrong : "the program goes wrong at once");
    states_free(&c.states);
    state_free(&c.state);
    state_free(&c.next);
    outcomes_free(&c.out);
    outcomes_free(&c.more);
    vec_free(&c.order);
    vec_free(&c.touches);
    machine_free(c.m);
    return check;
}
