/* circle.c -- actions that never end: they come back to where they were. */
#include "machine/internal.h"

enum { LONGEST_ACTION = 1 << 26, MOST_COMBINATIONS = 1 << 16 };

/* The frames and registers as one sequence of words. */
static void snapshot_frames(Machine *m)
{
    m->scratch.len = 0;
    vec_each (Frame, frame, &m->frames) {
        size_t count = m->program->procs.at[frame->proc].registers.len;
        vec_push(&m->scratch, (uint64_t)frame->proc << 32 | frame->pc);
        for (size_t k = 0; k < count; k++)
            vec_push(&m->scratch, m->registers.at[frame->base + k]);
        for (size_t k = 0; m->masked && k < count; k++)
            vec_push(&m->scratch, m->masks.at[frame->base + k]);
    }
    vec_push(&m->scratch, (uint64_t)m->below.ix << 32 | m->pc);
}

/* The running step is back where it was when the snapshot was taken: at the same place, with the
 * same frames and the same global store. */
static bool is_back(Machine *m)
{
    if (m->pc != m->run.repeat.pc || m->frames.len != m->run.repeat.depth)
        return false;
    snapshot_frames(m);
    size_t len = m->run.repeat.words.len;
    return m->scratch.len == len &&
           memcmp(m->scratch.at, m->run.repeat.words.at, len * sizeof(uint64_t)) == 0 &&
           store_intern(m).ix == m->run.repeat.g.ix;
}

static void take_snapshot(Machine *m)
{
    m->run.repeat.due = false;
    m->run.repeat.pc = m->pc;
    m->run.repeat.depth = m->frames.len;
    m->run.repeat.g = store_intern(m);
    m->run.repeat.actions = m->run.ends.len;
    snapshot_frames(m);
    m->run.repeat.words.len = 0;
    vec_each (uint64_t, word, &m->scratch)
        vec_push(&m->run.repeat.words, *word);
}

/* An action is endless if it comes back to where it was.  The place to compare with is taken anew
 * each time the action has become twice as long (Brent's algorithm), but not between the two halves of
 * an update: which message a memory model has read is not in the store. */
void circle_check(Machine *m)
{
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
    else if (m->run.rounds) /* of a loop: the action ends at the next of many rounds */
        return;
    else if (is_back(m) && m->run.repeat.actions == m->run.ends.len &&
             (m->facts.has_tasks || m->serial.runs))
        run_cut(m); /* no other task ever sees what it did */
    else if (is_back(m) && m->run.repeat.actions == m->run.ends.len)
        run_fail(m, ERR_ENDLESS, "an atomic region that does not end: it runs in a circle");
    else if (m->run.repeat.actions != m->run.ends.len && is_back(m)) {
        hard_assert(m->watcher && m->run.repeat.actions < m->run.ends.len);
        m->run.stop_next = m->watcher->circle(m->watcher->self);
        m->status = m->run.stop_next ? RUNNING : CUT_OFF;
    }
    if (m->status == FAILED)
        m->pc = (m->result.error == ERR_ENDLESS ? m->run.action : here) +
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
