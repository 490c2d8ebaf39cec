/* stuck.c -- which threads of a state can never get on?
 *
 * All that can happen from the state on is looked at, action by action and without any reduction.  A thread
 * gets on if in one of these actions it ends, or others could notice something of it but for locks that
 * it takes and gives back; all of them do if the process can end.  Who comes to wait for the end of a
 * thread that does not itself wait for an end is not to blame.  The rest are stuck.  (The engine asks this of all states at once, backward and
 * over transactions.)  Where there are very many states, only the first of them are looked at. */
#include "check/stuck.h"

#include "machine/part.h"
#include "machine/schedule.h"
#include "machine/states.h"

enum { MOST_STATES = 20000, MOST_NUMBERS = 64 };

typedef struct Stuck {
    Machine *m;
    States states;
    State state, next;
    Outcomes out;
    uint64_t can; /* get on */
    uint8_t
        joins[MOST_NUMBERS]; /* thread -> for whose end it waits in the state, plus one; 0: none */
} Stuck;

static uint64_t bit_of(uint32_t tid)
{
    return (uint64_t)1 << tid % MOST_NUMBERS;
}

/* Could others notice it?  The store is still the one before the action.  What would have to wait, or is refused by the
 * memory model, has not happened. */
static bool shows(Stuck *s, const Outcome *o)
{
    if (!outcome_has_successor(o))
        return false;
    bool found = o->shows || o->kind == OUTCOME_ENDED;
    vec_each (Touch, touch, &o->touched)
        found = found || ((touch->kind != TOUCH_DATA || machine_layout(s->m, touch->object)) &&
                          machine_will_change(s->m, touch));
    return found;
}

static void take(Stuck *s, size_t index, const Outcome *o)
{
    uint32_t tid = s->state.threads.at[index].tid.ix;
    bool is_new;
    if (o->kind == OUTCOME_WRONG || (o->kind == OUTCOME_CUT && !o->dropped)) {
        s->can = ~(uint64_t)0;
        return;
    }
    if (o->kind == OUTCOME_IDLE)
        s->can |= bit_of(tid);
    if (o->kind == OUTCOME_BLOCKED && o->awaits)
        s->joins[tid % MOST_NUMBERS] = (uint8_t)((o->awaits - 1) % MOST_NUMBERS + 1);
    if (!outcome_has_successor(o))
        return;
    state_copy(&s->next, &s->state);
    state_apply(&s->next, index, o);
    state_canonicalise(s->m, &s->next);
    states_add(&s->states, &s->next, &is_new);
}

/* Who waits for one who does not wait for an end is not to blame. */
static void excuse(Stuck *s)
{
    for (uint32_t tid = 0; tid < MOST_NUMBERS; tid++) {
        uint32_t at = tid, steps = 0;
        while (s->joins[at] && steps++ < MOST_NUMBERS)
            at = s->joins[at] - 1u;
        if (at != tid && !s->joins[at])
            s->can |= bit_of(tid);
    }
    memset(s->joins, 0, sizeof s->joins);
}

static void expand(Stuck *s, uint32_t id)
{
    states_load(&s->states, (StateId){id}, &s->state);
    ptrdiff_t only = state_chooser(s->m, &s->state);
    each_turn (t, &s->state, only) {
        uint32_t tid = s->state.threads.at[t].tid.ix;
        state_step(s->m, &s->state, t, &s->out);
        machine_open(s->m, s->state.g);
        for (size_t k = 0; k < s->out.len; k++)
            s->can |= shows(s, &s->out.all.at[k]) ? bit_of(tid) : 0;
        for (size_t k = 0; k < s->out.len; k++)
            take(s, t, &s->out.all.at[k]);
    }
    excuse(s);
}

static bool is_named(const char *list, const char *name)
{
    size_t len = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == len && strncmp(at, name, len) == 0)
            return true;
    return false;
}

uint64_t check_stuck(Machine *m, const State *state, const char *daemons, bool *whole)
{
    Stuck s = {.m = m, .states.m = m};
    uint64_t live = 0;
    bool is_new;
    uint32_t id = 0;
    each_live (t, state)
        if (!is_named(daemons, machine_thread_entry(m, state->threads.at[t].tid)))
            live |= bit_of(state->threads.at[t].tid.ix);
    state_copy(&s.next, state);
    state_canonicalise(m, &s.next);
    states_add(&s.states, &s.next, &is_new);
    for (; id < states_count(&s.states) && id < MOST_STATES && live & ~s.can; id++)
        expand(&s, id);
    *whole = id == states_count(&s.states);
    states_free(&s.states);
    state_free(&s.state);
    state_free(&s.next);
    outcomes_free(&s.out);
    return live & ~s.can;
}
