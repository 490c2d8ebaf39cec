/* live.c -- properties of whole runs: formulas of linear temporal logic, livelock, termination.
 *
 * A run that comes to an end, or to a deadlock, stays in its last state for ever.  So all runs are infinite, and one
 * breaks the formula if the Büchi automaton of its negation (ltl/) accepts the word of the conditions that hold in its states.
 * Termination is the formula `F end`.  A livelock is a run in which from some state on a thread that has not ended
 * shows nothing to others any more (Outcome.shows, as of hangs), and the run itself goes on.
 *
 *   all states and actions of the program, without any reduction            graph.c
 *   ... or those that random runs come to (hunt)                            walk.c
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
#include "live/live.h"

#define TOO_LARGE                                                                                  \
    "the formula is too large: it has more than 64 parts, or its automaton too many states"

enum { CHECK_EVERY = 1024 };

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
        if (!l->states.at[to].expanded ||
            !buchi_allows(&l->buchi.states.at[automaton], l->states.at[to].letter))
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
        for (uint32_t e = l->states.at[state].first; e < l->states.at[state].end; e++)
            follow(l, node, e);
    }
    vec_push(&l->nodes, ((LiveNode){.first = (uint32_t)l->links.len}));
    return true;
}

/* An automaton that accepts all words. */
static void accept_all(LiveSearch *l)
{
    if (l->buchi.states.len)
        return;
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
        l->starving = l->daemons & live_bit(tid) || !(l->seen & live_bit(tid)) ? 0 : tid + 1;
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
        if (l->seen & live_bit(tid))
            look(l, ERR_LTL);
    }
    l->claimant = 0;
}

/* False: the formula is too large. */
static bool look_for_word(LiveSearch *l, ErrorKind error, bool *whole)
{
    if (!l->buchi.states.len &&
        !buchi_make(&l->buchi, &l->ltl, ltl_normal(&l->ltl, l->ltl.root, true)))
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

static void look_for_hangs(LiveSearch *l, bool *whole)
{
    accept_all(l);
    *whole = build_nodes(l);
    if (*whole)
        live_find_stuck(l);
}

static void look_for(LiveSearch *l, bool *whole, const char **why)
{
    if (l->property == PROPERTY_HANG)
        look_for_hangs(l, whole);
    else if (l->property == PROPERTY_LIVELOCK)
        look_for_livelocks(l, whole);
    else if (l->promise.kind)
        look_for_claim(l, whole);
    else if (!look_for_word(l, l->property == PROPERTY_LTL ? ERR_LTL : ERR_NO_END, whole))
        *why = TOO_LARGE;
}

/* A search of its own for each question, because a formula has conditions of its own. */
static void begin(LiveSearch *l, Job *job, uint32_t property, const char *question,
                  const char **why)
{
    bool hangs = property == PROPERTY_HANG;
    MachineOptions options = {.track_owners = true,
                              .reached = job->reached,
                              .coverage = job->options->coverage,
                              .touches = true,
                              .most_calls = hangs ? job_most_calls(job) : 0,
                              .most_threads = job->most_threads,
                              .most_tasks = (uint32_t)job->options->tasks};
    if (property == PROPERTY_LTL) {
        options.watched[0] = job->options->condition;
        options.watched[1] = job->options->ltl;
    }
    *l = (LiveSearch){.job = job,
                      .m = machine_new(job->program, options),
                      .fairness = fairness_of(job),
                      .property = property};
    l->table.m = l->m;
    *why = hangs || property == PROPERTY_LIVELOCK ? NULL : read_question(l, question);
    l->conditions = (Conditions){.m = l->m,
                                 .definitions = job->options->condition,
                                 .atoms = l->ltl.atoms.at,
                                 .count = l->ltl.atoms.len};
}

static void ask(Job *job, uint32_t property, const char *question)
{
    LiveSearch l;
    const char *why;
    begin(&l, job, property, question, &why);
    bool whole = why || live_build(&l);
    if (!why)
        why = l.conditions.why;
    if (why)
        why = arena_copy(&job->arena, why, strlen(why));
    if (!why && l.too_many)
        why = "runs of more than 64 threads are not followed to their end";
    if (whole && !why && l.states.len)
        look_for(&l, &whole, &why);
    budget_clear_line(&job->budget);
    give_verdict(&l, whole, why);
    live_free(&l);
}

/* ---- random runs ---- */

/* Who can get on is known if nothing was merely tried. */
static bool look_now(LiveSearch *l)
{
    bool whole;
    const char *why = NULL;
    if (l->property != PROPERTY_HANG || !machine_doubt(l->m))
        look_for(l, &whole, &why);
    return why || l->job->bugs.len || l->job->budget.reason;
}

/* True: all states were visited. */
static bool hunt_for(Job *job, uint32_t property, const char *question, const LiveDice *dice,
                     uint64_t work)
{
    LiveSearch l;
    const char *why;
    begin(&l, job, property, question, &why);
    l.walks = true;
    bool all = why || live_walk(&l, dice, work, look_now);
    job->stats.transitions += l.edges.len;
    job->budget.work += machine_work(l.m) - l.spent;
    live_free(&l);
    return all;
}

bool live_hunt(Job *job, uint32_t properties, const LiveDice *dice, uint64_t work)
{
    const char *question;
    bool all = true;
    if (properties & PROPERTY_HANG)
        all &= hunt_for(job, PROPERTY_HANG, NULL, dice, work);
    if (properties & PROPERTY_LIVELOCK && !job->bugs.len)
        all &= hunt_for(job, PROPERTY_LIVELOCK, NULL, dice, work);
    if (properties & PROPERTY_TERMINATION && !job->bugs.len)
        all &= hunt_for(job, PROPERTY_TERMINATION, "F end", dice, work);
    for (size_t k = 0; properties & PROPERTY_LTL && !job->bugs.len &&
                       (question = promise_question(job->options->ltl, k, &job->arena));
         k++)
        all &= hunt_for(job, PROPERTY_LTL, question, dice, work);
    return all;
}

/* ---- what is asked ---- */

/* Of all conditions in the initial state. */
static const char *check_conditions(const Program *program, const Options *options, const Ltl *ltl,
                                    Arena *arena)
{
    Machine *m =
        machine_new(program, (MachineOptions){.track_owners = true,
                                              .watched = {options->condition, options->ltl}});
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

const char *live_check_formula(const Program *program, const Options *options, Arena *arena)
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
