/* circle.c -- actions that never end: they come back to where they were. */
#include "machine/internal.h"

enum { LONGEST_ACTION = 1 << 26, MOST_COMBINATIONS = 1 << 16 };

/* Are `count` words at `at` those at `*was`?  Moves on there. */
static bool is_same(const uint64_t *at, size_t count, const uint64_t **was)
{
    bool same = memcmp(at, *was, count * sizeof *at) == 0;
    *was += count;
    return same;
}

/* The frames and registers are those of the snapshot; most differ soon. */
static bool is_same_stack(const Machine *m)
{
    const uint64_t *was = m->run.repeat.words.at;
    const uint64_t last = (uint64_t)m->below.ix << 32 | m->pc;
    vec_each (const Frame, frame, &m->frames) {
        size_t count = m->program->procs.at[frame->proc].registers.len;
        uint64_t place = (uint64_t)frame->proc << 32 | frame->pc;
        if (!is_same(&place, 1, &was) || !is_same(m->registers.at + frame->base, count, &was) ||
            (m->masked && !is_same(m->masks.at + frame->base, count, &was)))
            return false;
    }
    return is_same(&last, 1, &was);
}

/* The running step is back where it was when the snapshot was taken: at the same place, with the
 * same frames and the same global store. */
static bool is_back(Machine *m)
{
    const Repeat *repeat = &m->run.repeat;
    return m->pc == repeat->pc && m->frames.len == repeat->depth && m->masked == repeat->masked &&
           is_same_stack(m) && store_intern(m).ix == repeat->g.ix;
}

/* The frames and registers as one sequence of words. */
static void take_snapshot(Machine *m)
{
    Repeat *repeat = &m->run.repeat;
    repeat->due = false;
    repeat->masked = m->masked;
    repeat->pc = m->pc;
    repeat->depth = m->frames.len;
    repeat->g = store_intern(m);
    repeat->actions = m->run.ends.len;
    repeat->rounds = m->run.rounds;
    repeat->words.len = 0;
    vec_each (const Frame, frame, &m->frames) {
        size_t count = m->program->procs.at[frame->proc].registers.len;
        vec_push(&repeat->words, (uint64_t)frame->proc << 32 | frame->pc);
        for (size_t k = 0; k < count; k++)
            vec_push(&repeat->words, m->registers.at[frame->base + k]);
        for (size_t k = 0; m->masked && k < count; k++)
            vec_push(&repeat->words, m->masks.at[frame->base + k]);
    }
    vec_push(&repeat->words, (uint64_t)m->below.ix << 32 | m->pc);
}

/* An action is endless if it comes back to where it was.  The place to compare with is taken anew
 * each time the action has become twice as long (Brent's algorithm), but not between the two halves of
 * an update: which message a memory model has read is not in the store. */
void circle_check(Machine *m)
{
    const Repeat *repeat = &m->run.repeat;
    uint32_t here = m->pc;
    hard_assert(m->status == RUNNING);
    m->run.repeat.due |= (m->run.length & (m->run.length - 1)) == 0;
    if (m->run.length >= LONGEST_ACTION)
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "%d instructions in a row touch nothing that another thread could notice, which is "
            "longer than heddle goes on: let the loop here have fewer rounds",
            LONGEST_ACTION);
    else if (m->result.updates)
        return;
    else if (m->run.repeat.due)
        take_snapshot(m);
    else if (m->run.rounds != repeat->rounds) /* the action ends after many rounds of a loop */
        return;
    else if (!is_back(m))
        return;
    else if (m->run.repeat.actions == m->run.ends.len && (m->facts.has_tasks || m->serial.runs))
        run_cut(m); /* no other task ever sees what it did */
    else if (m->run.repeat.actions == m->run.ends.len)
        run_fail(m, ERR_ENDLESS, "an atomic region that does not end: it runs in a circle");
    else {
        hard_assert(m->watcher && m->run.repeat.actions < m->run.ends.len);
        m->run.stop_next = m->watcher->circle(m->watcher->self);
        m->status = m->run.stop_next ? RUNNING : CUT_OFF;
    }
    if (m->status == FAILED)
        m->pc = (m->result.error == ERR_ENDLESS ? m->run.passed : here) +
                1; /* where the error is, plus one */
}

/* A serial call cannot stop in its middle: what was before it would be forgotten.  Those that come
 * back to where they chose before do nothing that shorter ones do not. */
bool circle_may_choose(Machine *m, uint64_t combinations)
{
    hard_assert(m->serial.runs);
    if (m->serial.chosen && is_back(m))
        run_cut(m);
    else if (combinations > MOST_COMBINATIONS)
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a call that is compared with its performs chooses too often");
    else if ((m->serial.chosen & (m->serial.chosen - 1)) == 0)
        take_snapshot(m);
    m->serial.chosen++;
    return m->status == RUNNING;
}
