/* level1.c -- Ruleset 2: reachability over whole states, with explicit stacks.
 *
 *   INIT       level1_begin
 *   CFL START  cfl_start   level II begins where a thread stands, and all others are outside
 *   STEP       step        a Sum edge: to the scheduling point at which the transaction ends
 *   PUSH       push        a Sum+ edge: the caller's frame comes onto the stack
 *   POP        pop         a Sum- edge: the frame on top is taken off the stack
 *
 * The states that are kept are those in which no thread is inside a transaction.  Between PUSH, POP
 * and the STEP that ends it, a transaction passes through Visits.  After a PUSH the callee's own
 * Sum- edges are not followed: what comes of them is known to the caller (CFL POP). */
#include "engine/summarize/internal.h"

typedef struct Visit {
    uint32_t entry;
    StackId rest; /* the stack below what the entry knows */
    ForkId forks; /* threads started so far */
    uint32_t hop;
    bool pushed;
} Visit;

/* One thread of the state that is being expanded. */
typedef struct Turn {
    Summarizer *s;
    uint32_t state;
    size_t index;
    Tid tid;  /* its name */
    Tid self; /* as what it is seen in level II */
    VEC(Visit) visits;
    uint32_t facts;
} Turn;

enum { FEW_VISITS = 8 }; /* that are looked through one by one; the others are in a table */

static bool is_among_first(const Turn *t, const Visit *visit)
{
    for (size_t k = 0; k < t->visits.len && k < FEW_VISITS; k++) {
        const Visit *v = &t->visits.at[k];
        if (v->entry == visit->entry && v->rest.ix == visit->rest.ix &&
            v->forks.ix == visit->forks.ix && v->pushed == visit->pushed)
            return true;
    }
    return false;
}

static bool is_visited(Turn *t, const Visit *visit)
{
    Summarizer *s = t->s;
    uint64_t words[2] = {visit->entry | (uint64_t)visit->rest.ix << 32,
                         visit->forks.ix | (uint64_t)visit->pushed << 32};
    uint32_t id = records_add(&s->visits, words, 2);
    if (id >= s->visited.len)
        vec_resize(&s->visited, id + 1);
    bool before = s->visited.at[id] == s->visit_time;
    s->visited.at[id] = s->visit_time;
    return before;
}

static void put_visit(Turn *t, Visit visit)
{
    if (!is_among_first(t, &visit) && (t->visits.len < FEW_VISITS || !is_visited(t, &visit)))
        vec_push(&t->visits, visit);
}

static uint32_t add_hop(Summarizer *s, uint32_t before, uint32_t edge)
{
    vec_push(&s->hops, ((Hop){before, edge}));
    return (uint32_t)s->hops.len - 1;
}

/* ---- stacks ---- */

/* The frames of the part, on top of the rest; as those of the thread itself. */
static StackId put_frames(Turn *t, StackId frames, StackId rest)
{
    Machine *m = t->s->m;
    if (!frames.ix)
        return rest;
    rest = put_frames(t, machine_pop(m, frames), rest);
    return machine_push(m, machine_frame_as_thread(m, t->tid, machine_top(m, frames)), rest);
}

static bool in_library(const Summarizer *s, LocalId l)
{
    const Program *program = s->job->program;
    return program->procs.at[program_proc_at(program, machine_local_pc(s->m, l))].library;
}

/* The frames on top down to the first that is not of a library, which is run as a part of its
 * callers; `*rest` is what is below them. */
static StackId take_frames(Turn *t, StackId stack, StackId *rest)
{
    Machine *m = t->s->m;
    *rest = stack;
    if (!stack.ix)
        return stack;
    LocalId frame = machine_top(m, stack);
    StackId below = {0};
    *rest = machine_pop(m, stack);
    if (in_library(t->s, frame))
        below = take_frames(t, *rest, rest);
    return machine_push(m, machine_frame_as_self(m, t->tid, frame), below);
}

/* The state in which the thread has come to the part, with this stack below it, through the edge.
 */
static void put_state(Turn *t, Part part, StackId stack, uint32_t before, uint32_t edge)
{
    Summarizer *s = t->s;
    stack = put_frames(t, part.s, stack);
    part.s = (StackId){0};
    machine_see_as_thread(s->m, t->tid, &part);
    Outcome o = {.g = part.g, .l = part.l, .s = stack, .renames = machine_changes_heap(s->m)};
    bool is_new;
    while (part.forks.ix) {
        Forked forked;
        part.forks = forks_take(s->m, part.forks, &forked);
        vec_push(&o.forked, forked);
    }
    states_add_step(&s->states, &s->state, t->index, &o, &is_new);
    vec_free(&o.forked);
    s->job->stats.transitions++;
    assert(s->arrivals.len + is_new == states_count(&s->states));
    if (is_new)
        vec_push(&s->arrivals, ((Arrival){t->state, t->tid, add_hop(s, before, edge), !part.l.ix}));
}

static uint32_t enter(Turn *t, const Part *part, Progress progress, uint32_t hop)
{
    Origin from = {.call = NONE, .state = t->state, .tid = t->tid, .hop = hop};
    return entry_add(t->s, t->self, part, progress, from);
}

/* (STEP) */
static void step(Turn *t, const Visit *v, uint32_t edge)
{
    Progress progress;
    Part part = share_part(t->s, v->entry, edge, &progress);
    part.forks = forks_join(t->s->m, v->forks, part.forks);
    put_state(t, part, v->rest, v->hop, edge);
}

/* (PUSH) */
static void push(Turn *t, const Visit *v, uint32_t call)
{
    Machine *m = t->s->m;
    Progress progress;
    uint32_t edge = t->s->calls.at[call].edge, hop = add_hop(t->s, v->hop, edge);
    Part part = share_part(t->s, v->entry, edge, &progress);
    StackId rest = put_frames(t, part.s, v->rest);
    ForkId forks = forks_join(m, v->forks, part.forks);
    if (!t->s->grows.text)
        t->s->grows = grow_reason(t->s, t->tid, rest);
    Part callee = {.g = part.g, .l = part.l};
    if (progress.mid && progress.frames > 0)
        progress.frames = FRAMES_UNKNOWN;
    put_visit(t, (Visit){enter(t, &callee, progress, hop), rest, forks, hop, true});
}

/* The thread returns from its last frame. */
static void end_thread(Turn *t, const Visit *v, const Part *part, Progress progress, uint32_t edge)
{
    Summarizer *s = t->s;
    parts_run(&s->parts, t->self, part->g, part->l, (StackId){0}, progress, false, &s->out);
    s->unshared |= machine_unshares(s->m, t->tid);
    if (s->unshared)
        return;
    t->facts |= FACT_RUNS;
    for (size_t k = 0; k < s->out.len; k++) {
        const Outcome *o = &s->out.all.at[k];
        Split split = progress.split ? s->splits.at[progress.split - 1] : o->split;
        if (o->kind == OUTCOME_ENDED && split.pc)
            trace_report_last_split(s, t->state, t->tid, add_hop(s, v->hop, edge), split);
        if (o->kind == OUTCOME_ENDED)
            put_state(t, (Part){o->g, {0}, {0}, forks_join(s->m, v->forks, part->forks)},
                      (StackId){0}, v->hop, edge);
        else if (o->kind == OUTCOME_WRONG)
            trace_report_end(s, t->state, t->tid, add_hop(s, v->hop, edge), o);
    }
}

/* (POP) */
static void pop(Turn *t, const Visit *v, uint32_t edge)
{
    Machine *m = t->s->m;
    Progress progress;
    Part part = share_part(t->s, v->entry, edge, &progress);
    if (!v->rest.ix) {
        end_thread(t, v, &part, progress, edge);
        return;
    }
    uint32_t hop = add_hop(t->s, v->hop, edge);
    Part back = {.g = part.g, .l = part.l};
    StackId rest;
    back.s = take_frames(t, v->rest, &rest);
    ForkId forks = forks_join(m, v->forks, part.forks);
    put_visit(t, (Visit){enter(t, &back, progress, hop), rest, forks, hop, false});
}

static bool is_marked(const Summarizer *s, uint32_t call)
{
    const Entry *callee = &s->entries.at[s->calls.at[call].callee];
    return s->entries.at[callee->model].facts & FACT_MARK;
}

/* What was found for another thread counts for this one, if nothing in it is that one's alone. */
static void reuse(Turn *t, uint32_t model)
{
    Summarizer *s = t->s;
    const Entry *e = &s->entries.at[model];
    size_t len;
    if (!s->movers.stands_for_others || is_broken(s) ||
        (e->real.ix == t->tid.ix && !(e->facts & FACT_MIXED)))
        return;
    const uint64_t *places = share_places(s, model, &len);
    for (size_t k = len; k-- > 0 && places[k] >= WORD_PLACE;)
        private_reuse(&s->movers, t->tid, (uint32_t)places[k] & ~WORD_PLACE);
}

static void follow(Turn *t, Visit v)
{
    Summarizer *s = t->s;
    uint32_t model = s->entries.at[v.entry].model;
    assert(model != NONE && s->entries.at[model].model == model);
    reuse(t, model);
    t->facts |= s->entries.at[model].facts;
    for (uint32_t e = s->entries.at[model].sums; e != NONE; e = s->edges.at[e].next)
        step(t, &v, e);
    for (uint32_t c = s->entries.at[model].calls; c != NONE; c = s->calls.at[c].next)
        if (is_marked(s, c))
            push(t, &v, c);
    if (v.pushed)
        return;
    for (uint32_t e = s->entries.at[model].exits; e != NONE; e = s->edges.at[e].next)
        pop(t, &v, e);
}

/* (CFL START) All that thread number `index` can do in one transaction. */
static uint32_t cfl_start(Summarizer *s, uint32_t state, size_t index)
{
    const StateThread *thread = &s->state.threads.at[index];
    Turn t = {.s = s, .state = state, .index = index, .tid = thread->tid};
    t.self = machine_seen_as(s->m, t.tid);
    Part part = {.g = s->state.g, .l = thread->l};
    StackId rest = thread->s;
    assert(thread->l.ix);
    bool alone = machine_is_alone_in(s->m, thread->tid, s->state.g);
    machine_see_as_self(s->m, t.tid, &part);
    if (in_library(s, thread->l))
        part.s = take_frames(&t, thread->s, &rest);
    s->visit_time++;
    s->movers.real = t.tid;
    put_visit(&t, (Visit){enter(&t, &part, progress_start(&s->movers, alone), NONE), rest,
                          (ForkId){0}, NONE, false});
    for (size_t k = 0; k < t.visits.len && !s->done && !s->grows.text; k++) {
        if (is_exhausted(s) || !level2_run(s))
            break;
        follow(&t, t.visits.at[k]);
    }
    vec_free(&t.visits);
    return t.facts;
}

/* ---- data races ---- */

static void report_race(void *self, const RacePair *pair)
{
    Summarizer *s = self;
    trace_report(s, ERR_RACE, s->job->program->pos.at[pair->half[0].touch.pc], s->racing);
}

/* ---- states ---- */

void level1_expand(Summarizer *s, uint32_t state)
{
    bool can_run = false, waits = false;
    states_load(&s->states, (StateId){state}, &s->state);
    each_live (t, &s->state) {
        if (is_over(s))
            return;
        uint32_t facts = cfl_start(s, state, t);
        waits |= (facts & FACT_WAITS) != 0;
        can_run |= (facts & FACT_RUNS) || !(facts & (FACT_WAITS | FACT_IDLES));
    }
    if (is_over(s))
        return;
    if (check_is_due((uint64_t)state + 1))
        tables_check(s);
    s->racing = state;
    races_find(&s->races, &s->state, report_race, s);
    if (waits && !can_run && (s->job->properties & PROPERTY_DEADLOCK) && !is_broken(s))
        trace_report(s, ERR_DEADLOCK, (Pos){0}, state);
}

/* (INIT) */
void level1_begin(Summarizer *s)
{
    bool is_new;
    machine_initial(s->m, &s->out);
    const Outcome *o = &s->out.all.at[0];
    if (o->kind == OUTCOME_WRONG) {
        trace_report_initial(s, o);
        return;
    }
    state_initial(s->m, o, &s->state);
    states_add(&s->states, &s->state, &is_new);
    vec_push(&s->arrivals, ((Arrival){.parent = NONE, .hop = NONE}));
}
