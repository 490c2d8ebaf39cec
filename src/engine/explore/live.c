/* live.c -- properties of whole runs: formulas of linear temporal logic, livelock, termination.
 *
 * A run that comes to an end, or to a deadlock, stays in its last state for ever.  So all runs are infinite, and one
 * breaks the formula if the Büchi automaton of its negation (ltl/) accepts the word of the conditions that hold in its states.
 * Termination is the formula `F end`.  A livelock is a run in which from some state on a thread that has not ended
 * shows nothing to others any more (Outcome.shows, as of hangs), and the run itself goes on.
 *
 *   all states and actions of the program, without any reduction            build
 *   ... with the states of the automaton                                    build_nodes
 *   a component that accepts and that a fair run can stay in                component.c
 *   the way there, and a round in it                                        lasso.c
 *
 * Only fair runs count (--fairness):
 *   weak    a thread that can run all the time does so at some time;
 *   locks   also: a thread that waits runs at some time if it can do so again and again, and so does a
 *           read-modify-write of an atomic that can come out in some way again and again: locks that programs
 *           write themselves;
 *   strong  so does every action without choices. */
#include "engine/explore/live.h"

#include "engine/explore/explore.h"
#include "machine/part.h"

#define TOO_LARGE                                                                                  \
    "the formula is too large: it has more than 64 parts, or its automaton too many states"

enum { MOST_TIDS = 64, CHECK_EVERY = 1024 };

/* ---- all states ---- */

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
        turn.ends |= aborts || (o->kind == OUTCOME_CUT && ends_process(l, thread));
        turn.waits |= o->kind == OUTCOME_BLOCKED || o->kind == OUTCOME_IDLE;
        if (o->kind == OUTCOME_BLOCKED && o->awaits)
            at->joins |= live_bit(tid);
        if (!outcome_has_successor(o))
            continue;
        turn.runs = true;
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

static void expand(LiveSearch *l, uint32_t id)
{
    LiveState at = {.first = (uint32_t)l->edges.len};
    bool lasts = true;
    uint8_t ends[MOST_TIDS] = {0};
    states_load(&l->table, (StateId){id}, &l->state);
    ptrdiff_t only = state_chooser(l->m, &l->state);
    each_live (t, &l->state) {
        uint32_t tid = l->state.threads.at[t].tid.ix;
        l->too_many |= tid >= MOST_TIDS;
        at.live |= live_bit(tid);
    }
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
    vec_push(&l->states, at);
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

static bool spend(LiveSearch *l)
{
    uint64_t done = machine_work(l->m) - l->spent;
    if (done < CHECK_EVERY)
        return true;
    l->spent += done;
    if (budget_progress_due(&l->job->budget))
        budget_show_progress(&l->job->budget,
                             &(Headway){.unit = "states",
                                        .count = states_count(&l->table),
                                        .todo = states_count(&l->table) - l->states.len,
                                        .level = "depth"});
    return !budget_spend(&l->job->budget, done);
}

/* False: a limit was reached. */
static bool build(LiveSearch *l)
{
    bool is_new;
    machine_initial(l->m, &l->out);
    if (l->out.all.at[0].kind == OUTCOME_WRONG) {
        note_wrong(l, &l->out.all.at[0]);
        return true;
    }
    state_initial(l->m, &l->out.all.at[0], &l->state);
    states_add(&l->table, &l->state, &is_new);
    for (uint32_t id = 0; id < states_count(&l->table); id++) {
        if (!spend(l))
            return false;
        expand(l, id);
        l->daemons |= find_daemons(l);
        if (l->conditions.why || l->too_many)
            return true;
    }
    vec_push(&l->states, ((LiveState){.first = (uint32_t)l->edges.len}));
    return true;
}

/* ---- with the automaton ---- */

static void add_node(LiveSearch *l, uint32_t state, uint32_t automaton, uint32_t parent,
                     uint32_t *id)
{
    bool is_new;
    *id = pairs_add(&l->pairs, state, automaton, &is_new);
    if (is_new)
        vec_push(&l->nodes, ((LiveNode){state, automaton, parent == UINT32_MAX ? *id : parent, 0}));
}

static void follow(LiveSearch *l, uint32_t node, uint32_t edge)
{
    uint32_t id, to = l->edges.at[edge].to;
    const BuchiState *from = &l->buchi.states.at[l->nodes.at[node].automaton];
    for (uint32_t k = from->first; k < from->end; k++) {
        uint32_t automaton = l->buchi.to.at[k];
        if (!buchi_allows(&l->buchi.states.at[automaton], l->states.at[to].letter))
            continue;
        add_node(l, to, automaton, node, &id);
        vec_push(&l->links, ((LiveLink){id, edge}));
    }
}

/* False: a limit was reached. */
static bool build_nodes(LiveSearch *l)
{
    uint32_t id;
    l->nodes.len = l->links.len = 0;
    pairs_free(&l->pairs);
    vec_each (uint32_t, first, &l->buchi.initial)
        if (buchi_allows(&l->buchi.states.at[*first], l->states.at[0].letter))
            add_node(l, 0, *first, UINT32_MAX, &id);
    for (uint32_t node = 0; node < l->nodes.len; node++) {
        uint32_t state = l->nodes.at[node].state;
        if (node % CHECK_EVERY == CHECK_EVERY - 1 && budget_spend(&l->job->budget, CHECK_EVERY))
            return false;
        l->nodes.at[node].first = (uint32_t)l->links.len;
        for (uint32_t e = l->states.at[state].first; e < l->states.at[state + 1].first; e++)
            follow(l, node, e);
    }
    vec_push(&l->nodes, ((LiveNode){.first = (uint32_t)l->links.len}));
    return true;
}

/* An automaton that accepts all words. */
static void accept_all(LiveSearch *l)
{
    vec_push(&l->buchi.states, ((BuchiState){.first = 0, .end = 1}));
    vec_push(&l->buchi.to, 0);
    vec_push(&l->buchi.initial, 0);
}

/* ---- the questions ---- */

static void look(LiveSearch *l, ErrorKind error)
{
    LiveIds nodes = {0};
    if (!l->job->bugs.len && live_find(l, &nodes))
        live_add_lasso(l, &nodes, error);
    vec_free(&nodes);
}

/* Each thread on its own. */
static void look_for_livelocks(LiveSearch *l, bool *whole)
{
    accept_all(l);
    *whole = build_nodes(l);
    for (uint32_t tid = 0; *whole && tid < MOST_TIDS; tid++) {
        l->starving = l->daemons & live_bit(tid) ? 0 : tid + 1;
        if (l->starving)
            look(l, ERR_LIVELOCK);
    }
    l->starving = 0;
}

/* Who waits inside makes no step, and comes to no end, if the others do not run. */
static void look_for_waiting(LiveSearch *l)
{
    for (uint32_t node = 0; node + 1 < l->nodes.len && !l->job->bugs.len; node++)
        if (live_state(l, node)->inside & live_state(l, node)->cannot)
            live_add_way(l, node, ERR_LTL);
}

static void look_for_claim(LiveSearch *l, bool *whole)
{
    accept_all(l);
    *whole = build_nodes(l);
    if (!*whole)
        return;
    if (l->promise.kind != PROMISE_STARVATIONFREE)
        look_for_waiting(l);
    if (l->promise.kind == PROMISE_LOCKFREE)
        look(l, ERR_LTL);
    for (uint32_t tid = 0; l->promise.kind != PROMISE_LOCKFREE && tid < MOST_TIDS; tid++) {
        l->claimant = tid + 1;
        look(l, ERR_LTL);
    }
    l->claimant = 0;
}

/* False: the formula is too large. */
static bool look_for_word(LiveSearch *l, ErrorKind error, bool *whole)
{
    if (!buchi_make(&l->buchi, &l->ltl, ltl_normal(&l->ltl, l->ltl.root, true)))
        return false;
    *whole = build_nodes(l);
    if (*whole)
        look(l, error);
    return true;
}

static void give_verdict(LiveSearch *l, bool whole, const char *why)
{
    Job *job = l->job;
    job->stats.states = states_count(&l->table);
    job->stats.transitions = l->edges.len;
    machine_stats(l->m, &job->stats);
    job->verdict = VERDICT_UNKNOWN;
    if (job->bugs.len)
        job->verdict = VERDICT_BUG;
    else if (why)
        job_give_reason(job, (Reason){.text = why});
    else if (!whole)
        job_give_reason(job, (Reason){.text = job->budget.reason});
    else if (l->dropped)
        job_give_reason(job, l->limit);
    else if (machine_doubt(l->m))
        job_give_reason(job, *machine_doubt(l->m));
    else
        job->verdict = VERDICT_SAFE;
    if (job->verdict == VERDICT_SAFE)
        job->judged |= job->properties & PROPERTY_LIVE;
}

static void live_free(LiveSearch *l)
{
    vec_free(&l->states);
    vec_free(&l->edges);
    vec_free(&l->returned);
    promise_free(&l->promise);
    vec_free(&l->nodes);
    vec_free(&l->links);
    vec_free(&l->part);
    vec_free(&l->marks);
    conditions_free(&l->conditions);
    ltl_free(&l->ltl);
    buchi_free(&l->buchi);
    pairs_free(&l->pairs);
    records_free(&l->rules);
    states_free(&l->table);
    state_free(&l->state);
    state_free(&l->next);
    outcomes_free(&l->out);
    machine_free(l->m);
}

static Fairness fairness_of(const Job *job)
{
    static const char *const kinds[] = {"none", "weak", "locks", "strong"};
    for (Fairness k = FAIR_NONE; k <= FAIR_STRONG; k++)
        if (strcmp(job->options->fairness, kinds[k]) == 0)
            return k;
    return FAIR_LOCKS;
}

/* The formula or the promise; what is wrong with it. */
static const char *read_question(LiveSearch *l, const char *text)
{
    const char *why = promise_read(&l->promise, l->job->program, text, &l->job->arena);
    if (l->promise.kind && !why)
        promise_watch(&l->promise, l->m);
    if (l->promise.kind == PROMISE_LOCKFREE || l->promise.kind == PROMISE_WAITFREE)
        l->fairness = FAIR_NONE;
    l->has_formula = !l->promise.kind;
    return why || l->promise.kind ? why : ltl_parse(&l->ltl, text);
}

static void look_for(LiveSearch *l, uint32_t property, bool *whole, const char **why)
{
    if (property == PROPERTY_LIVELOCK)
        look_for_livelocks(l, whole);
    else if (l->promise.kind)
        look_for_claim(l, whole);
    else if (!look_for_word(l, property == PROPERTY_LTL ? ERR_LTL : ERR_NO_END, whole))
        *why = TOO_LARGE;
}

/* One question: a search of its own, because a formula has conditions of its own. */
static void ask(Job *job, uint32_t property, const char *question)
{
    MachineOptions options = {.track_owners = true,
                              .reached = job->reached,
                              .coverage = job->options->coverage,
                              .touches = true,
                              .most_threads = job->most_threads,
                              .most_tasks = (uint32_t)job->options->tasks};
    LiveSearch l = {
        .job = job, .m = machine_new(job->program, options), .fairness = fairness_of(job)};
    l.table.m = l.m;
    const char *why = property == PROPERTY_LIVELOCK ? NULL : read_question(&l, question);
    l.conditions = (Conditions){.m = l.m,
                                .definitions = job->options->condition,
                                .atoms = l.ltl.atoms.at,
                                .count = l.ltl.atoms.len};
    bool whole = why || build(&l);
    if (!why)
        why = l.conditions.why;
    if (why)
        why = arena_copy(&job->arena, why, strlen(why));
    if (!why && l.too_many)
        why = "runs of more than 64 threads are not followed to their end";
    if (whole && !why && l.states.len)
        look_for(&l, property, &whole, &why);
    budget_clear_line(&job->budget);
    give_verdict(&l, whole, why);
    live_free(&l);
}

/* Of all conditions in the initial state. */
static const char *check_conditions(const Program *program, const Options *options, const Ltl *ltl,
                                    Arena *arena)
{
    Machine *m = machine_new(program, (MachineOptions){.track_owners = true});
    Outcomes out = {0};
    State state = {0};
    Conditions conditions = {
        .m = m, .definitions = options->condition, .atoms = ltl->atoms.at, .count = ltl->atoms.len};
    machine_initial(m, &out);
    if (out.all.at[0].kind != OUTCOME_WRONG) {
        state_initial(m, &out.all.at[0], &state);
        conditions_check(&conditions, &state);
    }
    const char *why = conditions.why;
    if (why)
        why = arena_copy(arena, why, strlen(why));
    conditions_free(&conditions);
    state_free(&state);
    outcomes_free(&out);
    machine_free(m);
    return why;
}

static const char *check_question(const Program *program, const Options *options,
                                  const char *question, Arena *arena)
{
    Ltl ltl = {0};
    Buchi buchi = {0};
    Promise promise = {0};
    const char *why = promise_read(&promise, program, question, arena);
    bool formula = !promise.kind;
    if (formula)
        why = ltl_parse(&ltl, question);
    if (formula && !why && !buchi_make(&buchi, &ltl, ltl_normal(&ltl, ltl.root, true)))
        why = TOO_LARGE;
    if (why)
        why = arena_copy(arena, why, strlen(why));
    else
        why = check_conditions(program, options, &ltl, arena);
    buchi_free(&buchi);
    ltl_free(&ltl);
    promise_free(&promise);
    return why;
}

const char *explore_check_formula(const Program *program, const Options *options, Arena *arena)
{
    const char *why = NULL, *question;
    if (!promise_question(options->ltl, 0, arena))
        why = check_question(program, options, options->ltl, arena);
    for (size_t k = 0; !why && (question = promise_question(options->ltl, k, arena)); k++)
        why = check_question(program, options, question, arena);
    return why;
}

void live_run(Job *job)
{
    const char *question;
    job->verdict = VERDICT_SAFE;
    if (job->properties & PROPERTY_LIVELOCK)
        ask(job, PROPERTY_LIVELOCK, NULL);
    if (job->properties & PROPERTY_TERMINATION && job->verdict == VERDICT_SAFE)
        ask(job, PROPERTY_TERMINATION, "F end");
    for (size_t k = 0; job->properties & PROPERTY_LTL && job->verdict == VERDICT_SAFE &&
                       (question = promise_question(job->options->ltl, k, &job->arena));
         k++)
        ask(job, PROPERTY_LTL, question);
}
