/* choose.c -- the choices of an action: all of them are tried, unless there are too many; then it stops. */
#include "machine/memory.h"

enum {
    MOST_CHOICES = 6,
    MOST_COMBINATIONS = 256,
    MOST_ALTERNATIVES = 1 << 21,
    MOST_HERE = 1 << 12
};

static bool stops_to_choose(const Machine *m, uint64_t count)
{
    if (m->options.stop_at_choice)
        return !(m->run.fresh && m->run.start == m->pc - 1);
    size_t before = m->choosing.choice - (m->run.ends.len ? vec_last(&m->run.ends) : 0);
    return before > 0 &&
           (before >= MOST_CHOICES || m->choosing.action_combinations * count > MOST_COMBINATIONS);
}

void machine_give(Machine *m, const uint32_t *choices, size_t len)
{
    m->choosing.given = choices;
    m->choosing.given_len = choices ? len : 0;
}

static bool is_given(const Machine *m)
{
    return m->choosing.choice < m->choosing.given_len;
}

/* The next of the choices that are given; UINT32_MAX: there is no such one. */
static uint32_t choose_given(Machine *m, uint64_t count)
{
    Choosing *c = &m->choosing;
    if (!is_given(m) || c->given[c->choice] >= count) {
        run_fail(m, ERR_INTERNAL_LIMIT, "the choices that were given are not those of this action");
        return UINT32_MAX;
    }
    uint32_t taken = c->given[c->choice];
    if (c->choice == c->choices.len)
        vec_push(&c->choices, ((Choice){taken, taken + 1, false}));
    c->choice++;
    return taken;
}

bool machine_is_wide(uint64_t count)
{
    return count > MOST_COMBINATIONS || !count;
}

/* An input that nobody has given: the action stops before it. */
static void stop_for_input(Machine *m)
{
    if (m->run.fresh && m->run.start == m->pc - 1) {
        run_fail(m, ERR_INTERNAL_LIMIT, "an input is missing");
        return;
    }
    m->pc--;
    m->choosing.alternatives = UINT32_MAX;
    m->status = CHOOSING;
}

bool run_choose_word(Machine *m, uint64_t count, uint64_t *taken)
{
    enum { WORD = 32 };
    uint64_t most = count - 1; /* of 2^64 count is 0 */
    bool guard = vec_last(&m->frames).flags & FRAME_GUARD;
    if (!m->options.inputs || !machine_is_wide(count) || guard || m->serial.runs) {
        uint32_t one = run_choose(m, count);
        *taken = one;
        return one != UINT32_MAX;
    }
    if (!is_given(m)) {
        stop_for_input(m);
        return false;
    }
    uint64_t low = choose_given(m, (uint64_t)1 << WORD);
    uint64_t high = m->status == RUNNING ? choose_given(m, (most >> WORD) + 1) : 0;
    *taken = high << WORD | low;
    if (m->status == RUNNING && *taken > most)
        run_fail(m, ERR_INTERNAL_LIMIT, "the choices that were given are not those of this action");
    return m->status == RUNNING;
}

static uint32_t choose_now(Machine *m, uint32_t count, bool of_fork)
{
    if (m->choosing.choice == m->choosing.choices.len)
        vec_push(&m->choosing.choices, ((Choice){0, count, of_fork}));
    m->choosing.combinations *= count;
    m->choosing.action_combinations *= count;
    const Choice *choice = &m->choosing.choices.at[m->choosing.choice++];
    /* A run that is taken again comes to the same choices. */
    hard_assert(choice->count == count && choice->of_fork == of_fork);
    hard_assert(choice->taken < count);
    return choice->taken;
}

uint32_t run_choose(Machine *m, uint64_t count)
{
    if (vec_last(&m->frames).flags & FRAME_GUARD) {
        run_fail(m, ERR_GUARD_CHOICE, "a wait condition must not choose");
        return UINT32_MAX;
    }
    if (is_given(m))
        return choose_given(m, count);
    if (count > MOST_ALTERNATIVES || !count) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "choose has more alternatives than heddle handles: give it a smaller range");
        return UINT32_MAX;
    }
    if (m->serial.runs && !circle_may_choose(m, m->choosing.action_combinations * count))
        return UINT32_MAX;
    if (m->serial.runs)
        return choose_now(m, (uint32_t)count, false);
    if (stops_to_choose(m, count) && m->run.ends.len && !m->watcher->note) {
        m->watcher->first(m->watcher->self, m->run.action);
        m->status = GIVEN_UP;
        return UINT32_MAX;
    }
    if (stops_to_choose(m, count)) {
        m->pc--;
        m->choosing.alternatives = (uint32_t)count;
        m->status = CHOOSING;
        return UINT32_MAX;
    }
    return choose_now(m, (uint32_t)count, false);
}

/* It never stops for this: forks are few. */
bool run_choose_ghost(Machine *m)
{
    return choose_now(m, 2, true);
}

uint32_t run_choose_here(Machine *m, uint32_t count)
{
    if (is_given(m))
        return choose_given(m, count);
    if (m->choosing.action_combinations * count > MOST_HERE) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "there are too many combinations of what is chosen in one action: look at fewer "
                 "bits of "
                 "addresses at a time");
        return UINT32_MAX;
    }
    return choose_now(m, count, false);
}

/* Nor for this: the instruction may be the last of several accesses that a model has a say in. */
uint32_t memory_choose(Machine *m, uint32_t count)
{
    return choose_now(m, count, false);
}
