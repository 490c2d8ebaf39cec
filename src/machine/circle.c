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
    if (m->pc != m->repeat.pc || m->frames.len != m->repeat.depth)
        return false;
    snapshot_frames(m);
    size_t len = m->repeat.words.len;
    return m->scratch.len == len &&
           memcmp(m->scratch.at, m->repeat.words.at, len * sizeof(uint64_t)) == 0 &&
           store_intern(m).ix == m->repeat.g.ix;
}

static void take_snapshot(Machine *m)
{
    m->repeat.pc = m->pc;
    m->repeat.depth = m->frames.len;
    m->repeat.g = store_intern(m);
    m->repeat.actions = m->ends.len;
    snapshot_frames(m);
    m->repeat.words.len = 0;
    vec_each (uint64_t, word, &m->scratch)
        vec_push(&m->repeat.words, *word);
}

/* An action is endless if it comes back to where it was.  The place to compare with is taken anew
 * each time the action has become twice as long (Brent's algorithm). */
void circle_check(Machine *m)
{
    uint32_t here = m->pc;
    if (m->length >= LONGEST_ACTION)
        run_fail(
            m, ERR_INTERNAL_LIMIT,
            "%d instructions in a row touch nothing that another thread could notice, which is "
            "longer than heddle goes on: let the loop here have fewer rounds",
            LONGEST_ACTION);
    else if ((m->length & (m->length - 1)) == 0)
        take_snapshot(m);
    else if (is_back(m) && m->repeat.actions == m->ends.len && (m->has_tasks || m->serial))
        run_cut(m); /* no other task ever sees what it did */
    else if (is_back(m) && m->repeat.actions == m->ends.len)
        run_fail(m, ERR_ENDLESS, "an atomic region that does not end: it runs in a circle");
    else if (m->repeat.actions != m->ends.len && is_back(m)) {
        m->stop_next = m->watcher->circle(m->watcher->self);
        m->status = m->stop_next ? RUNNING : CUT_OFF;
    }
    if (m->status == FAILED)
        m->pc = (m->error == ERR_ENDLESS ? m->action : here) + 1; /* where the error is, plus one */
}

/* A serial call cannot stop in its middle: what was before it would be forgotten.  Those that come
 * back to where they chose before do nothing that shorter ones do not. */
bool circle_may_choose(Machine *m, uint64_t combinations)
{
    if (m->chosen && is_back(m))
        run_cut(m);
    else if (combinations > MOST_COMBINATIONS)
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a call that is compared with its performs chooses too often");
    else if ((m->chosen & (m->chosen - 1)) == 0)
        take_snapshot(m);
    m->chosen++;
    return m->status == RUNNING;
}
