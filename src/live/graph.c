/* graph.c -- the states of a program and its actions, without any reduction: all of them, or those that random runs come to.
 *
 * A state is expanded when it is known what each of its threads can do.  In a search of all states every one is; where
 * runs are followed (walk.c) those that were visited are, and what leads to others is known, but not what comes behind. */
#include "live/live.h"

#include "machine/part.h"

enum { CHECK_EVERY = 1024 };

/* ---- what an action is ---- */

/* Is it a read-modify-write, whatever it wrote? */
static bool is_update(const Outcome *o)
{
    vec_each (Touch, write, &o->touched)
        vec_each (Touch, read, &o->touched)
            if (read < write && write->kind == TOUCH_DATA && read->kind == TOUCH_DATA &&
                write->write && write->atomic && read->atomic && !read->write &&
                read->object == write->object && read->offset == write->offset)
                return true;
    return false;
}

/* What others could notice, as of hangs.  The store is the one before the action. */
static bool shows(LiveSearch *l, const Outcome *o)
{
    bool found = o->shows || o->kind == OUTCOME_ENDED;
    vec_each (Touch, touch, &o->touched)
        found = found || ((touch->kind != TOUCH_DATA || machine_layout(l->m, touch->object)) &&
                          machine_will_change(l->m, touch));
    return found;
}

/* The thread, where it stands and where it goes to. */
static uint32_t rule_of(LiveSearch *l, const StateThread *thread, const Outcome *o)
{
    bool asked =
        l->fairness == FAIR_STRONG ? !o->choices.len : l->fairness == FAIR_LOCKS && is_update(o);
    uint64_t words[] = {thread->tid.ix, (uint64_t)thread->l.ix << 32 | thread->s.ix,
                        (uint64_t)o->l.ix << 32 | o->s.ix};
    return asked ? records_add(&l->rules, words, sizeof words / sizeof *words) : 0;
}

/* Where `exit`, or the end of main, ends the process: an assumption that is plainly false, in an action of its own. */
static bool ends_process(const LiveSearch *l, const StateThread *thread)
{
    const Program *program = l->job->program;
    uint32_t pc = machine_local_pc(l->m, thread->l);
    while (program->code.at[pc].op == OP_POINT)
        pc++;
    const Instr *i = &program->code.at[pc];
    return i->op == OP_ASSUME && i->a < 0 && !program->constants.at[~i->a];
}

static void note_wrong(LiveSearch *l, const Outcome *o)
{
    if (l->walks) /* whoever looks at all states tells that */
        return;
    if (error_info[o->error].property != PROPERTY_NONE) {
        job_note_undefined(l->job, o->error, l->job->program->pos.at[o->pc]);
        if (!l->limit.text)
            l->limit = job_limit(l->job,
                                 "a run goes wrong here, and nobody knows how it goes on: "
                                 "check the other properties first",
                                 o->pc);
    } else if (!l->limit.text)
        l->limit = job_limit(l->job, o->message, o->pc);
    l->dropped = true;
}

/* What the turn of a thread came to. */
typedef struct Turn {
    bool runs, waits, ends;
} Turn;

static Turn take_turn(LiveSearch *l, size_t t, LiveState *at)
{
    Turn turn = {0};
    bool is_new;
    const StateThread *thread = &l->state.threads.at[t];
    uint32_t tid = thread->tid.ix;
    uint8_t shown[256] = {0};
    state_step(l->m, &l->state, t, &l->out);
    l->returned.len = 0;
    for (size_t k = 0; k < l->out.len; k++)
        vec_push(&l->returned, promise_returned(l->m, k));
    machine_open(l->m, l->state.g);
    for (size_t k = 0; k < l->out.len && k < sizeof shown; k++)
        shown[k] = shows(l, &l->out.all.at[k]);
    for (size_t k = 0; k < l->out.len; k++) {
        const Outcome *o = &l->out.all.at[k];
        bool aborts = o->kind == OUTCOME_WRONG && o->error == ERR_ABORTED;
        if (o->kind == OUTCOME_WRONG && !aborts)
            note_wrong(l, o);
        if (o->kind == OUTCOME_WRONG || (o->kind == OUTCOME_CUT && !o->dropped))
            at->gets_on = ~(uint64_t)0;
        else if (o->kind == OUTCOME_IDLE)
            at->gets_on |= live_bit(tid);
        turn.ends |= aborts || (o->kind == OUTCOME_CUT && ends_process(l, thread));
        turn.waits |= o->kind == OUTCOME_BLOCKED || o->kind == OUTCOME_IDLE;
        if (o->kind == OUTCOME_BLOCKED && o->awaits) {
            at->joins |= live_bit(tid);
            l->awaits[tid % MOST_TIDS] = (uint8_t)((o->awaits - 1) % MOST_TIDS + 1);
        }
        if (!outcome_has_successor(o))
            continue;
        turn.runs = true;
        at->gets_on |= k >= sizeof shown || shown[k] ? live_bit(tid) : 0;
        uint32_t rule = rule_of(l, thread, o);
        uint32_t to = states_add_step(&l->table, &l->state, t, o, &is_new).ix;
        vec_push(&l->edges, ((LiveEdge){.to = to,
                                        .rule = rule,
                                        .tid = (uint8_t)tid,
                                        .shows = k >= sizeof shown || shown[k],
                                        .inside = (at->inside & live_bit(tid)) != 0,
                                        .returns = l->returned.at[k]}));
    }
    if (turn.runs || turn.ends)
        at->can |= live_bit(tid);
    else if (turn.waits)
        at->cannot |= live_bit(tid);
    return turn;
}

/* The process ends: nobody is left. */
static uint32_t add_end(LiveSearch *l)
{
    bool is_new;
    state_copy(&l->next, &l->state);
    each_thread (t, &l->next)
        l->next.threads.at[t] = (StateThread){.tid = l->next.threads.at[t].tid};
    return states_add(&l->table, &l->next, &is_new).ix;
}

static uint64_t find_daemons(LiveSearch *l)
{
    uint64_t daemons = 0;
    const char *list = l->job->options->daemon;
    each_thread (t, &l->state) {
        const char *entry = machine_thread_entry(l->m, l->state.threads.at[t].tid);
        size_t len = strlen(entry);
        for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
            if (strcspn(at, ",") == len && strncmp(at, entry, len) == 0)
                daemons |= live_bit(l->state.threads.at[t].tid.ix);
    }
    return daemons;
}

/* Who waits for the end of one who does not wait for an end can get on, as far as he is concerned. */
static void excuse(LiveSearch *l, LiveState *at)
{
    for (uint32_t tid = 0; tid < MOST_TIDS; tid++) {
        uint32_t last = tid, steps = 0;
        while (l->awaits[last] && steps++ < MOST_TIDS)
            last = l->awaits[last] - 1u;
        if (l->awaits[tid] && !l->awaits[last])
            at->gets_on |= live_bit(tid);
    }
}

void live_expand(LiveSearch *l, uint32_t id)
{
    LiveState at = {.first = (uint32_t)l->edges.len, .expanded = true};
    bool lasts = true;
    uint8_t ends[MOST_TIDS] = {0};
    memset(l->awaits, 0, sizeof l->awaits);
    states_load(&l->table, (StateId){id}, &l->state);
    ptrdiff_t only = state_chooser(l->m, &l->state);
    each_live (t, &l->state) {
        uint32_t tid = l->state.threads.at[t].tid.ix;
        l->too_many |= tid >= MOST_TIDS;
        at.live |= live_bit(tid);
    }
    at.chooses = only >= 0;
    at.cannot = ~at.live;
    if (l->promise.kind)
        at.inside = promise_inside(&l->promise, l->m, &l->state);
    each_turn (t, &l->state, only) {
        Turn turn = take_turn(l, t, &at);
        lasts &= turn.waits && !turn.runs && !turn.ends;
        ends[l->state.threads.at[t].tid.ix % MOST_TIDS] = turn.ends;
    }
    for (uint32_t tid = 0; tid < MOST_TIDS; tid++)
        if (ends[tid])
            vec_push(
                &l->edges,
                ((LiveEdge){.to = add_end(l), .tid = (uint8_t)tid, .shows = true, .ends = true}));
    if (lasts)
        vec_push(&l->edges, ((LiveEdge){.to = id, .tid = NOBODY}));
    if (l->has_formula) {
        states_load(&l->table, (StateId){id}, &l->state);
        at.letter = conditions_of(&l->conditions, &l->state);
    }
    excuse(l, &at);
    at.end = (uint32_t)l->edges.len;
    l->seen |= at.live;
    l->daemons |= find_daemons(l);
    vec_resize(&l->states, states_count(&l->table));
    l->states.at[id] = at;
    l->expanded++;
}

bool live_spend(LiveSearch *l)
{
    uint64_t done = machine_work(l->m) - l->spent;
    if (done < CHECK_EVERY)
        return true;
    l->spent += done;
    if (budget_progress_due(&l->job->budget))
        budget_show_progress(&l->job->budget,
                             &(Headway){.unit = "states",
                                        .count = states_count(&l->table),
                                        .todo = states_count(&l->table) - l->expanded,
                                        .level = "depth"});
    return !budget_spend(&l->job->budget, done);
}

bool live_begin(LiveSearch *l)
{
    bool is_new;
    machine_initial(l->m, &l->out);
    if (l->out.all.at[0].kind == OUTCOME_WRONG) {
        note_wrong(l, &l->out.all.at[0]);
        return false;
    }
    state_initial(l->m, &l->out.all.at[0], &l->state);
    states_add(&l->table, &l->state, &is_new);
    return true;
}

bool live_build(LiveSearch *l)
{
    if (!live_begin(l))
        return true;
    for (uint32_t id = 0; id < states_count(&l->table); id++) {
        if (!live_spend(l))
            return false;
        live_expand(l, id);
        if (l->conditions.why || l->too_many)
            return true;
    }
    return true;
}
