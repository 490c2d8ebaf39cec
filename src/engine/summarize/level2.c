/* level2.c -- Ruleset 3: summarization inside a transaction, without stacks.
 *
 *   CFL STEP   cfl_step    the machine runs on from the edge's node; each outcome is an edge
 *   CFL PUSH   cfl_push    at a call: an edge from the callee's entry to itself
 *   CFL POP    cfl_pop     a call and an edge of its callee that returns: on behind the call
 *   CFL SUM-   cfl_sum_minus  an edge whose node is about to return
 *   CFL SUM    cfl_sum     an edge whose node is a scheduling point
 *   CFL SUM+   cfl_sum_plus  a call whose callee is marked
 *
 * Edges are taken in the order in which they were added.  Each rule with two premises is applied
 * when the second of them comes, to what the lists of the entry hold of the first. */
#include "engine/summarize/internal.h"

enum { MOST_EDGES = 1 << 23 }; /* in one go */

static Edge *edge_at(Summarizer *s, uint32_t edge)
{
    return &s->edges.at[edge];
}

static void learn(Summarizer *s, uint32_t entry, uint32_t facts)
{
    vec_push(&s->learning, ((Lesson){entry, facts}));
}

/* (CFL SUM+) The call is a Sum+ edge once its callee is marked, and then its caller is too.  The
 * other facts go the same way. */
static void cfl_sum_plus(Summarizer *s, uint32_t call, uint32_t facts)
{
    learn(s, edge_entry(s, s->calls.at[call].edge), facts);
}

static void pass_on(Summarizer *s, uint32_t entry, uint32_t facts)
{
    for (uint32_t c = entry_at(s, entry)->callers; c != NONE; c = s->calls.at[c].next_caller)
        cfl_sum_plus(s, c, facts);
}

void level2_learn(Summarizer *s, uint32_t entry, uint32_t facts)
{
    uint32_t more = facts & ~entry_at(s, entry)->facts;
    if (!more)
        return;
    s->entries.at[entry].facts |= more;
    pass_on(s, entry, more);
    for (uint32_t f = entry_at(s, entry)->followers; f != NONE; f = entry_at(s, f)->follows)
        pass_on(s, f, more);
}

/* (CFL SUM) The transaction ends here. */
void cfl_sum(Summarizer *s, uint32_t edge)
{
    uint32_t entry = edge_entry(s, edge);
    if (edge_at(s, edge)->kind == EDGE_SUM)
        return;
    assert(edge_at(s, edge)->kind == EDGE_PATH);
    edge_at(s, edge)->kind = EDGE_SUM;
    edge_at(s, edge)->next = entry_at(s, entry)->sums;
    s->entries.at[entry].sums = edge;
    s->job->stats.sum_edges++;
    learn(s, entry, FACT_MARK | FACT_RUNS);
}

/* (CFL POP) The callee returns through the edge `exit`. */
static void cfl_pop(Summarizer *s, uint32_t call, uint32_t exit)
{
    uint32_t edge = s->calls.at[call].edge, entry = edge_entry(s, edge);
    Progress progress, at_call;
    assert(edge_at(s, exit)->kind == EDGE_EXIT);
    assert(edge_entry(s, exit) == entry_at(s, s->calls.at[call].callee)->model);
    Part part = share_part(s, s->calls.at[call].callee, exit, &progress);
    Part caller = edge_part(s, edge, &at_call);
    part.s = caller.s;
    part.forks = forks_join(s->m, caller.forks, part.forks);
    bool same = progress.mid && progress.frames == FRAMES_UNKNOWN; /* the action of the call */
    if (same)
        progress.frames = at_call.frames;
    else if (at_call.mid && at_call.frames < 0 && progress.mid && progress.frames < 0)
        same = true; /* it began in a frame that is gone, as the action of the call did: perhaps it
                        is that */
    machine_tidy(s->m, entry_at(s, entry)->tid, entry_at(s, entry)->g, &part);
    edge_add(s, entry, &part, progress, (Edge){.parent = edge, .via = exit, .same = same});
}

static void pop_callers(Summarizer *s, uint32_t entry, uint32_t exit)
{
    for (uint32_t c = entry_at(s, entry)->callers; c != NONE; c = s->calls.at[c].next_caller)
        cfl_pop(s, c, exit);
}

/* (CFL SUM-) The path is about to return, to whatever frame. */
static void cfl_sum_minus(Summarizer *s, uint32_t edge)
{
    uint32_t entry = edge_entry(s, edge);
    assert(edge_at(s, edge)->kind == EDGE_PATH);
    edge_at(s, edge)->kind = EDGE_EXIT;
    edge_at(s, edge)->next = entry_at(s, entry)->exits;
    s->entries.at[entry].exits = edge;
    s->job->stats.exit_edges++;
    pop_callers(s, entry, edge);
    for (uint32_t f = entry_at(s, entry)->followers; f != NONE; f = entry_at(s, f)->follows)
        pop_callers(s, f, edge);
}

/* What is known of the callee, to one of its callers. */
static void deliver(Summarizer *s, uint32_t call)
{
    const Entry *model = entry_at(s, entry_at(s, s->calls.at[call].callee)->model);
    uint32_t caller = edge_entry(s, s->calls.at[call].edge);
    bool mixed = entry_at(s, caller)->real.ix != model->real.ix;
    share_grow_by(s, caller, model->shape);
    cfl_sum_plus(s, call, model->facts | (mixed ? FACT_MIXED : 0));
    for (uint32_t exit = model->exits; exit != NONE; exit = edge_at(s, exit)->next)
        cfl_pop(s, call, exit);
}

void level2_deliver(Summarizer *s, uint32_t entry)
{
    for (uint32_t c = entry_at(s, entry)->callers; c != NONE; c = s->calls.at[c].next_caller)
        deliver(s, c);
}

/* (CFL PUSH) The callee's summary begins at its entry. */
static void cfl_push(Summarizer *s, uint32_t edge)
{
    uint32_t entry = edge_entry(s, edge), call = (uint32_t)s->calls.len;
    Progress progress;
    assert(edge_at(s, edge)->kind == EDGE_PATH);
    Part part = edge_part(s, edge, &progress);
    part.s = (StackId){0};
    part.forks = (ForkId){0};
    if (progress.mid && progress.frames > 0)
        progress.frames = FRAMES_UNKNOWN;
    Tid tid = entry_at(s, entry)->tid;
    vec_push(&s->calls, ((Call){edge, NONE, entry_at(s, entry)->calls, NONE}));
    s->entries.at[entry].calls = call;
    edge_at(s, edge)->kind = EDGE_CALL;
    edge_at(s, edge)->next = call;
    uint32_t callee = entry_add(s, tid, &part, progress, (Origin){.call = call});
    s->calls.at[call].callee = callee;
    s->calls.at[call].next_caller = entry_at(s, callee)->callers;
    s->entries.at[callee].callers = call;
    deliver(s, call);
}

/* ---- CFL STEP ---- */

static uint32_t keep_choices(Summarizer *s, const Outcome *o)
{
    if (!o->choices.len)
        return 0;
    if (!s->choices.len)
        vec_push(&s->choices, 0);
    uint32_t at = (uint32_t)s->choices.len;
    vec_push(&s->choices, (uint32_t)o->choices.len);
    vec_each (uint32_t, choice, &o->choices)
        vec_push(&s->choices, *choice);
    return at;
}

static void note_touches(Summarizer *s, uint32_t edge, const Outcome *o)
{
    vec_resize(&s->written, s->job->program->regions.len);
    vec_each (Touch, touch, &o->touched) {
        s->written.at[touch->region] |= touch->write;
        vec_push(&s->seen, ((Seen){edge, touch->region}));
    }
}

static void continue_path(Summarizer *s, uint32_t edge, const Part *from, const Outcome *o,
                          Progress after)
{
    uint32_t entry = edge_entry(s, edge);
    const Entry *e = entry_at(s, entry);
    Part to = {o->g, o->l, o->s, from->forks};
    for (size_t k = 0; k < o->forked.len; k++)
        to.forks = forks_add(s->m, to.forks, o->forked.at[k].tid, o->forked.at[k].l);
    if (o->renames)
        machine_tidy(s->m, e->tid, e->g, &to);
    if (!after.both)
        learn(s, entry, FACT_RUNS);
    Edge how = {.parent = edge,
                .via = NONE,
                .choices = keep_choices(s, o),
                .ends = (uint32_t)o->ends.len + !after.mid,
                .same = after.mid && !o->ends.len && !o->choices.len};
    size_t count = s->edges.len;
    uint32_t next = edge_add(s, entry, &to, after, how);
    if (s->job->wants_summaries && next == count)
        note_touches(s, next, o);
}

/* The path cannot go on; its first action was not even done. */
static void stop_here(Summarizer *s, uint32_t edge)
{
    Progress progress;
    edge_part(s, edge, &progress);
    if (!progress.mid) /* else parts.again tells where to stop the next time */
        cfl_sum(s, edge);
}

static uint32_t keep_split(Summarizer *s, Split split)
{
    uint32_t k = 0;
    while (k < s->splits.len &&
           (s->splits.at[k].pc != split.pc || s->splits.at[k].shown != split.shown ||
            s->splits.at[k].region != split.region))
        k++;
    if (k == s->splits.len)
        vec_push(&s->splits, split);
    return k + 1;
}

/* An action that splits a procedure annotated as atomic is told when it has ended. */
static void follow_split(Summarizer *s, uint32_t edge, const Outcome *o, Progress *after)
{
    Progress before;
    edge_part(s, edge, &before);
    bool goes_on = after->mid && outcome_has_successor(o);
    bool ends = outcome_has_successor(o) && !goes_on;
    uint32_t last = (uint32_t)o->ends.len;
    if (before.split && (last || ends))
        trace_report_split(s, edge, o, s->splits.at[before.split - 1], 0);
    else if (before.split && goes_on)
        after->split = before.split;
    if (o->split.pc && (o->split.action < last || ends))
        trace_report_split(s, edge, o, o->split, o->split.action);
    else if (o->split.pc && goes_on)
        after->split = keep_split(s, o->split);
}

static void take_outcome(Summarizer *s, uint32_t edge, const Part *from, const Outcome *o)
{
    uint32_t entry = edge_entry(s, edge);
    Progress after = progress_unpack(o->note);
    if (s->movers.claims)
        follow_split(s, edge, o, &after);
    switch (o->kind) {
    case OUTCOME_STEP:
    case OUTCOME_CHOICE:
        continue_path(s, edge, from, o, after);
        return;
    case OUTCOME_BLOCKED:
        if (after.alone)
            trace_report_edge(s, edge, o);
        learn(s, entry, FACT_WAITS);
        return;
    case OUTCOME_IDLE:
        learn(s, entry, FACT_IDLES);
        return;
    case OUTCOME_CUT:
        if (after.gave_up)
            stop_here(s, edge);
        learn(s, entry, FACT_RUNS);
        return;
    case OUTCOME_WRONG:
        trace_report_edge(s, edge, o);
        learn(s, entry, FACT_RUNS);
        return;
    case OUTCOME_ENDED: /* not while there are frames below */
        break;
    }
    assert(!"a thread ends in the midst of its stack");
}

/* (CFL STEP) */
static void cfl_step(Summarizer *s, uint32_t edge)
{
    uint32_t entry = edge_entry(s, edge);
    Progress progress;
    size_t len;
    Part part = edge_part(s, edge, &progress);
    s->movers.met_words.len = 0;
    parts_run(&s->parts, entry_at(s, entry)->tid, part.g, part.l, part.s, progress, true, &s->out);
    s->unshared |= machine_unshares(s->m, s->movers.real);
    if (s->unshared)
        return;
    const uint32_t *looked = machine_looked(s->m, &len);
    share_grow(s, entry, looked, len);
    vec_each (uint32_t, word, &s->movers.met_words)
        *word |= WORD_PLACE;
    share_grow(s, entry, s->movers.met_words.at, s->movers.met_words.len);
    share_settle(s);
    for (size_t k = 0; k < s->out.len && !s->done; k++)
        take_outcome(s, edge, &part, &s->out.all.at[k]);
}

static bool is_exit(const Summarizer *s, const Part *part, Progress progress)
{
    Op op = s->job->program->code.at[machine_local_pc(s->m, part->l)].op;
    return progress.mid && !part->s.ix && (op == OP_RETURN || op == OP_THROW);
}

static bool is_scheduling_point(const Summarizer *s, const Part *part, Progress progress)
{
    return progress.inside && !progress.mid &&
           progress_yields(&s->movers, progress, machine_local_pc(s->m, part->l));
}

static void take(Summarizer *s, uint32_t edge)
{
    Progress progress;
    Part part = edge_part(s, edge, &progress);
    if (progress.called)
        cfl_push(s, edge);
    else if (is_exit(s, &part, progress))
        cfl_sum_minus(s, edge);
    else if (is_scheduling_point(s, &part, progress))
        cfl_sum(s, edge);
    else
        cfl_step(s, edge);
    share_settle(s);
}

bool level2_run(Summarizer *s)
{
    uint32_t first = s->taken;
    assert(s->checked <= s->taken && s->settled <= s->entries.len);
    for (; s->taken < s->edges.len && !s->done; s->taken++) {
        if (is_exhausted(s))
            return false;
        if (s->taken - first > MOST_EDGES) {
            s->grows.text =
                "the transactions of one thread have millions of path edges, without end";
            return false;
        }
        take(s, s->taken);
        if (s->unshared)
            return false;
    }
    assert(!s->growing.len && !s->leaving.len && !s->learning.len);
    commit_check(s);
    endless_check(s);
    s->settled = (uint32_t)s->entries.len;
    return true;
}
