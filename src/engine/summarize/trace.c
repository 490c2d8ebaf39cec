/* trace.c -- from an edge or a state back to the run that leads to it.
 *
 * An edge keeps the edge before it, how many actions ended since, and the choices made in the last
 * of them.  Paths through calls are expanded: an edge behind a call is preceded by the path to the
 * call and that of the callee.  The script of choices is then played from the initial state, action
 * by action. */
#include "engine/summarize/internal.h"

enum { MOST_TOKENS = 1 << 22 };
#define END UINT32_MAX /* an action ends */

/* A thread runs for a while. */
typedef struct Leg {
    Tid tid;
    uint32_t end; /* of its tokens */
} Leg;

typedef VEC(uint32_t) Numbers;

typedef struct Script {
    Summarizer *s;
    Numbers tokens; /* choices, and END behind each action */
    VEC(Leg) legs;
    Numbers work; /* edges: 2 * edge: its path; 2 * edge + 1: what came last */
    State state;  /* where the play has come to */
    Outcomes out;
    uint32_t transaction; /* that is being played: a leg is one */
    Split split;          /* the play ends with the step that does this; pc 0: none */
} Script;

static bool is_too_long(const Script *p)
{
    return p->tokens.len > MOST_TOKENS;
}

static void end_leg(Script *p, Tid tid)
{
    assert(!p->legs.len || vec_last(&p->legs).end <= p->tokens.len);
    vec_push(&p->legs, ((Leg){tid, (uint32_t)p->tokens.len}));
}

/* What was done between the edge before it and this one. */
static void add_moves(Script *p, uint32_t edge)
{
    const Edge *e = &p->s->edges.at[edge];
    Progress progress;
    edge_part(p->s, edge, &progress);
    bool ends_last = e->via == NONE && !progress.mid && e->ends;
    for (uint32_t k = 0; k + ends_last < e->ends; k++)
        vec_push(&p->tokens, END);
    for (uint32_t k = 0; e->choices && k < p->s->choices.at[e->choices]; k++)
        vec_push(&p->tokens, p->s->choices.at[e->choices + 1 + k]);
    if (ends_last)
        vec_push(&p->tokens, END);
}

/* The path from the edge's entry to its node. */
static void add_path(Script *p, uint32_t edge)
{
    p->work.len = 0;
    vec_push(&p->work, 2 * edge);
    while (p->work.len && !is_too_long(p)) {
        uint32_t item = vec_pop(&p->work);
        const Edge *e = &p->s->edges.at[item / 2];
        if (item % 2) {
            add_moves(p, item / 2);
            continue;
        }
        vec_push(&p->work, item + 1);
        if (e->via != NONE)
            vec_push(&p->work, 2 * e->via);
        if (e->parent != NONE)
            vec_push(&p->work, 2 * e->parent);
    }
}

static void add_hops(Script *p, uint32_t hop)
{
    Numbers edges = {0};
    for (; hop != NONE; hop = p->s->hops.at[hop].before) {
        assert(p->s->hops.at[hop].before == NONE || p->s->hops.at[hop].before < hop);
        vec_push(&edges, p->s->hops.at[hop].edge);
    }
    while (edges.len)
        add_path(p, vec_pop(&edges));
    vec_free(&edges);
}

static void add_state(Script *p, uint32_t state)
{
    const Summarizer *s = p->s;
    Numbers path = {0};
    for (; s->arrivals.at[state].parent != NONE; state = s->arrivals.at[state].parent) {
        assert(s->arrivals.at[state].parent < state);
        vec_push(&path, state);
    }
    while (path.len) {
        const Arrival *arrival = &s->arrivals.at[vec_pop(&path)];
        add_hops(p, arrival->hop);
        if (arrival->ended)
            vec_push(&p->tokens, END);
        end_leg(p, arrival->tid);
    }
    vec_free(&path);
}

/* All that leads to an entry; the last leg is still open.  Its thread. */
static Tid add_entry(Script *p, uint32_t entry)
{
    const Summarizer *s = p->s;
    Numbers calls = {0};
    const Origin *from = &s->entries.at[entry].from;
    for (; from->call != NONE; from = &s->entries.at[entry].from) {
        vec_push(&calls, s->calls.at[from->call].edge);
        entry = edge_entry(s, vec_last(&calls));
    }
    add_state(p, from->state);
    add_hops(p, from->hop);
    Tid tid = from->tid;
    while (calls.len)
        add_path(p, vec_pop(&calls));
    vec_free(&calls);
    return tid;
}

/* ---- the play ---- */

static void push_step(Script *p, Bug *bug, Tid tid, const uint32_t *choices, size_t count,
                      uint32_t commit)
{
    const char *name = machine_thread_name(p->s->m, tid);
    TraceStep step = {.thread = arena_copy(&p->s->job->arena, name, strlen(name)),
                      .commit = commit,
                      .transaction = p->transaction};
    for (size_t k = 0; k < count; k++)
        vec_push(&step.choices, choices[k]);
    vec_push(&bug->steps, step);
}

/* The outcome that made some of the choices, or all of them if it is the end of an action. */
static const Outcome *find_outcome(const Script *p, const uint32_t *choices, size_t count)
{
    for (size_t k = 0; k < p->out.len; k++) {
        const Outcome *o = &p->out.all.at[k];
        size_t len = o->choices.len;
        if ((o->kind == OUTCOME_CHOICE ? len <= count : len == count) &&
            (!len || memcmp(o->choices.at, choices, len * sizeof *choices) == 0))
            return o;
    }
    return NULL;
}

/* All that the thread can do in one action; with the phases of procedures annotated as atomic. */
static void run_action(Script *p, size_t index)
{
    Movers *v = &p->s->movers;
    if (!v->claims) {
        state_step(p->s->m, &p->state, index, &p->out);
        return;
    }
    v->real = p->state.threads.at[index].tid;
    transaction_ask(v, &p->state, index, (Ask){.one_action = true}, &p->out);
}

/* One action, in as many steps as the machine needs; false: it has no successor. */
static bool play_action(Script *p, Bug *bug, Tid tid, const uint32_t *choices, size_t count)
{
    for (;;) {
        ptrdiff_t index = state_find(&p->state, tid);
        if (index < 0 || !state_is_live(&p->state, (size_t)index))
            return false;
        run_action(p, (size_t)index);
        const Outcome *o = find_outcome(p, choices, count);
        push_step(p, bug, tid, choices, o ? o->choices.len : count, o ? o->commit : 0);
        if (!o || !outcome_has_successor(o) || (p->split.pc && o->split.pc == p->split.pc))
            return false;
        choices += o->choices.len;
        count -= o->choices.len;
        bool whole = o->kind != OUTCOME_CHOICE;
        state_apply(&p->state, (size_t)index, o);
        state_canonicalise(p->s->m, &p->state);
        if (whole)
            return true;
    }
}

/* Turns the script into the steps of the bug.  (What does not fit shows when it is replayed.) */
static void play(Script *p, Bug *bug)
{
    size_t at = 0;
    machine_initial(p->s->m, &p->out);
    state_initial(p->s->m, &p->out.all.at[0], &p->state);
    vec_each (Leg, leg, &p->legs) {
        p->transaction++;
        while (at < leg->end) {
            size_t end = at;
            while (end < leg->end && p->tokens.at[end] != END)
                end++;
            if (!play_action(p, bug, leg->tid, p->tokens.at + at, end - at))
                return;
            at = end + 1;
        }
    }
}

/* Every thread goes on to where it waits. */
static void play_deadlock(Script *p, Bug *bug)
{
    each_thread (t, &p->state) {
        Tid tid = p->state.threads.at[t].tid;
        p->transaction++;
        while (state_is_live(&p->state, t)) {
            state_step(p->s->m, &p->state, t, &p->out);
            if (p->out.len != 1 || !outcome_has_successor(&p->out.all.at[0]))
                break;
            push_step(p, bug, tid, NULL, 0, 0);
            state_apply(&p->state, t, &p->out.all.at[0]);
            state_canonicalise(p->s->m, &p->state);
        }
    }
}

/* ---- bugs ---- */

static bool is_wanted(Summarizer *s, ErrorKind error, Pos where)
{
    Job *job = s->job;
    if (!(job->properties & error_properties(job->program, error))) {
        job_note_undefined(job, error, where);
        return false;
    }
    if (s->done)
        return false;
    job->errors++;
    return !job_has_bug(job, error, where);
}

/* Why the last action splits a procedure annotated as atomic, and where that had committed. */
static void add_reason(Summarizer *s, Bug *bug, Split split)
{
    Arena arena = {0};
    const char *reason = split_reason(&s->movers, split.pc, split.region, &arena);
    bug->reason = arena_copy(&s->job->arena, reason, strlen(reason));
    for (size_t k = bug->steps.len - 1; k > 0 && !bug->commit.line; k--) {
        const TraceStep *step = &bug->steps.at[k - 1];
        if (step->commit && strcmp(step->thread, vec_last(&bug->steps).thread) == 0)
            bug->commit = s->job->program->pos.at[step->commit];
    }
    arena_free(&arena);
}

/* The script is complete; `split`: of a procedure annotated as atomic. */
static void finish(Script *p, ErrorKind error, Pos where, bool starts, Split split)
{
    Summarizer *s = p->s;
    Tid real = s->movers.real;
    p->split = split;
    Bug bug = {.error = error, .where = where, .rounds = machine_passes_rounds(s->m)};
    if (is_too_long(p))
        s->limit.text = "an error was found, but the run that leads to it has millions of actions";
    else {
        if (starts)
            play(p, &bug);
        if (error == ERR_DEADLOCK)
            play_deadlock(p, &bug);
        if (error == ERR_NOT_ATOMIC && !s->movers.broken)
            add_reason(s, &bug, split);
        if (error == ERR_NOT_ATOMIC && s->movers.broken) /* by the play: it begins again */
            bug_free(&bug);
        else {
            vec_push(&s->job->bugs, bug);
            s->done = !s->job->options->all_errors;
        }
    }
    s->movers.real = real;
    vec_free(&p->tokens);
    vec_free(&p->legs);
    vec_free(&p->work);
    state_free(&p->state);
    outcomes_free(&p->out);
}

static void note_limit(Summarizer *s, const Outcome *o)
{
    Job *job = s->job;
    bool threads = o->error == ERR_THREADS;
    if (o->kind != OUTCOME_WRONG || error_info[o->error].property != PROPERTY_NONE ||
        (s->limit.text && (threads || !job->many_threads)))
        return;
    s->limit = job_limit(job, o->message, o->pc);
    job->many_threads = threads;
}

void trace_report(Summarizer *s, ErrorKind error, Pos where, uint32_t state)
{
    Script p = {.s = s};
    if (!is_wanted(s, error, where))
        return;
    if (state != NONE)
        add_state(&p, state);
    finish(&p, error, where, state != NONE, (Split){0});
}

/* A thread that waits alone is a deadlock; the action that it waits in is not part of the run. */
/* The init procedure goes wrong: there is no run at all, and nothing is known. */
void trace_report_initial(Summarizer *s, const Outcome *o)
{
    note_limit(s, o);
    trace_report(s, o->error, s->job->program->pos.at[o->pc], NONE);
}

void trace_report_edge(Summarizer *s, uint32_t edge, const Outcome *o)
{
    Script p = {.s = s};
    bool waits = o->kind == OUTCOME_BLOCKED;
    ErrorKind error = waits ? ERR_DEADLOCK : o->error;
    Pos where = waits ? (Pos){0} : s->job->program->pos.at[o->pc];
    note_limit(s, o);
    if (!is_wanted(s, error, where))
        return;
    Tid tid = add_entry(&p, edge_entry(s, edge));
    add_path(&p, edge);
    size_t done = 0;
    vec_each (uint32_t, end, &o->ends) {
        for (; done < *end; done++)
            vec_push(&p.tokens, o->choices.at[done]);
        vec_push(&p.tokens, END);
    }
    for (; !waits && done < o->choices.len; done++)
        vec_push(&p.tokens, o->choices.at[done]);
    if (!waits)
        vec_push(&p.tokens, END);
    end_leg(&p, tid);
    finish(&p, error, where, true, (Split){0});
}

void trace_report_end(Summarizer *s, uint32_t state, Tid tid, uint32_t hop, const Outcome *o)
{
    Script p = {.s = s};
    Pos where = s->job->program->pos.at[o->pc];
    note_limit(s, o);
    if (!is_wanted(s, o->error, where))
        return;
    add_state(&p, state);
    add_hops(&p, hop);
    vec_push(&p.tokens, END);
    end_leg(&p, tid);
    finish(&p, o->error, where, true, (Split){0});
}

/* ---- procedures annotated as atomic ---- */

/* It may be none where whole states are known, see movers/enclosed.c. */
static bool is_split_wanted(Summarizer *s, Split split)
{
    if (s->movers.broken)
        return false;
    if (enclosed_may_be(s->job->program)) {
        if (!s->limit.text)
            s->limit.text =
                "whether a procedure is atomic depends on which objects are inside others, "
                "which summarize does not see; --engine=explore does";
        return false;
    }
    return is_wanted(s, ERR_NOT_ATOMIC, s->job->program->pos.at[split.shown]);
}

void trace_report_split(Summarizer *s, uint32_t edge, const Outcome *o, Split split,
                        uint32_t action)
{
    Script p = {.s = s};
    if (!is_split_wanted(s, split))
        return;
    Tid tid = add_entry(&p, edge_entry(s, edge));
    add_path(&p, edge);
    for (size_t k = 0, done = 0; k <= action; k++) {
        size_t end = k < o->ends.len ? o->ends.at[k] : o->choices.len;
        for (; done < end; done++)
            vec_push(&p.tokens, o->choices.at[done]);
        vec_push(&p.tokens, END);
    }
    end_leg(&p, tid);
    finish(&p, ERR_NOT_ATOMIC, s->job->program->pos.at[split.shown], true, split);
}

void trace_report_last_split(Summarizer *s, uint32_t state, Tid tid, uint32_t hop, Split split)
{
    Script p = {.s = s};
    if (!is_split_wanted(s, split))
        return;
    add_state(&p, state);
    add_hops(&p, hop);
    vec_push(&p.tokens, END);
    end_leg(&p, tid);
    finish(&p, ERR_NOT_ATOMIC, s->job->program->pos.at[split.shown], true, split);
}
