/* commit.c -- C3': a committed transaction must be able to finish.
 *
 * After the fixpoint every committed path edge must lead to a Sum, Sum+ or Sum- edge of its entry.
 * One that does not (it loops, or its callee never returns) would hide what was committed from the
 * other threads: a scheduling point is put behind it.  The edges found last are tried first, so
 * that those before them, which lead there, need none. */
#include "engine/summarize/internal.h"

/* Flow, from the end to the beginning: the edges before edge `first + k` are froms[starts[k] ..].
 */
typedef struct Backward {
    uint32_t first;
    VEC(uint32_t) starts, froms, work;
} Backward;

static bool is_checked(const Summarizer *s, uint32_t edge)
{
    Progress progress;
    edge_part(s, edge, &progress);
    return progress.committed && !progress.alone;
}

static void turn_flow(Summarizer *s, Backward *b)
{
    b->first = s->checked;
    uint32_t count = (uint32_t)s->edges.len - b->first;
    vec_resize(&b->starts, count + 1);
    vec_resize(&b->froms, s->flow.len);
    vec_each (Flow, flow, &s->flow)
        if (flow->to >= b->first)
            b->starts.at[flow->to - b->first]++;
    for (uint32_t k = 0, sum = 0; k <= count; k++) {
        sum += b->starts.at[k];
        b->starts.at[k] = sum;
    }
    vec_each (Flow, flow, &s->flow)
        if (flow->to >= b->first)
            b->froms.at[--b->starts.at[flow->to - b->first]] = flow->from;
    assert(!b->starts.at[0]); /* each place was filled once */
}

/* The edge leads to an end, and so do all that lead to it. */
static void set_good(Summarizer *s, Backward *b, uint32_t edge)
{
    vec_push(&b->work, edge);
    while (b->work.len) {
        uint32_t e = vec_pop(&b->work);
        if (e < b->first || s->edges.at[e].good)
            continue;
        s->edges.at[e].good = true;
        uint32_t k = e - b->first;
        assert(k + 1 < b->starts.len);
        for (uint32_t i = b->starts.at[k]; i < b->starts.at[k + 1]; i++)
            vec_push(&b->work, b->froms.at[i]);
    }
}

static bool is_end(const Summarizer *s, uint32_t edge)
{
    const Edge *e = &s->edges.at[edge];
    switch ((EdgeKind)e->kind) {
    case EDGE_SUM:
    case EDGE_EXIT:
        return true;
    case EDGE_CALL: {
        const Entry *callee = &s->entries.at[s->calls.at[e->next].callee];
        return s->entries.at[callee->model].facts & FACT_MARK;
    }
    case EDGE_PATH:
        return false;
    }
    return false;
}

static void find_ends(Summarizer *s, Backward *b)
{
    for (uint32_t e = b->first; e < s->edges.len; e++)
        if (is_end(s, e))
            set_good(s, b, e);
}

/* Puts a scheduling point behind the last edge that needs one and can have one; false: none. */
static bool force_one(Summarizer *s, Backward *b, uint32_t *last)
{
    while (*last > b->first) {
        uint32_t e = --*last;
        Progress progress;
        Part part = edge_part(s, e, &progress);
        if (s->edges.at[e].good || !is_checked(s, e) || progress.mid ||
            s->edges.at[e].kind != EDGE_PATH)
            continue;
        parts_stop_at(&s->parts, machine_local_pc(s->m, part.l));
        s->forced = true;
        cfl_sum(s, e);
        share_settle(s);
        s->job->stats.forced++;
        return true;
    }
    return false;
}

/* The others get theirs where their actions begin; the search begins again.  An action that begins
 * there already, and goes on for ever, cannot be stopped anywhere. */
static void force_others(Summarizer *s, const Backward *b)
{
    for (uint32_t e = (uint32_t)s->edges.len; e-- > b->first && !is_broken(s);) {
        if (s->edges.at[e].good || !is_checked(s, e))
            continue;
        Progress progress;
        Part part = edge_part(s, e, &progress);
        uint32_t pc = progress.mid ? progress.begin : machine_local_pc(s->m, part.l);
        if (pc && parts_stop_at(&s->parts, pc)) {
            s->parts.again = true;
            s->job->stats.forced++;
        } else
            s->limit = program_reason(
                s->job->program, "an action that has changed shared memory may go on for ever", pc);
    }
}

/* A walker: C3' holds, or it will be looked at again, or the answer is left open. */
static void check_good(const Summarizer *s, const Backward *b)
{
    for (uint32_t e = b->first; e < s->edges.len; e++)
        assert(s->edges.at[e].good || !is_checked(s, e) || is_broken(s) || s->limit.text);
}

void commit_check(Summarizer *s)
{
    Backward b = {0};
    bool some = false;
    for (uint32_t e = s->checked; e < s->edges.len && !some; e++)
        some = is_checked(s, e);
    if (some) {
        uint32_t last = (uint32_t)s->edges.len;
        turn_flow(s, &b);
        do
            find_ends(s, &b);
        while (force_one(s, &b, &last));
        force_others(s, &b);
        if (HARD_CHECKS)
            check_good(s, &b);
    }
    s->flow.len = 0;
    s->checked = (uint32_t)s->edges.len;
    vec_free(&b.starts);
    vec_free(&b.froms);
    vec_free(&b.work);
}
