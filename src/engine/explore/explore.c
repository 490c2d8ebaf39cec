/* explore.c -- the states of the program, transaction by transaction, or action by action.
 *
 * Ruleset 1 of "Summarizing procedures in concurrent programs" (POPL 2004): inside a transaction no
 * other thread is scheduled (movers/).  With --no-reduction every action is followed by a
 * scheduling point: the oracle that all other engines are tested against.
 *
 *   put the initial state                                   begin
 *   take the states in the order in which they were put:    run
 *     for each thread, for each outcome of its step:        expand, search_step (STEP, PUSH, POP)
 *       wrong:  a bug                                       report_errors
 *       else:   put the state after it, unless it was there states_put_step, states_flush
 *     no thread can run and one waits: a deadlock           report_errors
 *
 * An access that breaks the assumed discipline weakens it, and the search begins again (restart).
 * Without reduction movers are asked only if there are procedures that claim to be atomic.
 * Breadth-first, so the first bug found has the fewest transactions (without reduction: actions).
 * A state keeps only its parent; the trace is found again by running the parents' steps (trace_to).
 * Decides every program with finitely many states; others run until a limit. */
#include "engine/explore/explore.h"

#include "base/log.h"
#include "engine/explore/cluster.h"
#include "engine/explore/compact.h"
#include "engine/explore/count.h"
#include "live/questions.h"
#include "engine/explore/search.h"

enum { CHECK_EVERY = 1024 };   /* steps between two looks at the budget */
enum { MOST_WAITED = 1000 };   /* steps in which not all threads run; then all do */
enum { RESTART_AFTER = 1024 }; /* states that a broken search goes on, to find what else breaks, */
enum { RESTART_SOON = 8 };     /* ... if there is a lock that it does not know */
enum { SHORTER_FACTOR = 2, SHORTER_LEAST = 1000 }; /* see look_shorter */

void search_step(Search *s, const State *state, size_t index)
{
    if (s->watches)
        transaction_run(&s->movers, state, index, &s->out);
    else if (s->hangs.on)
        hang_step(s, state, index);
    else
        state_step(s->m, state, index, &s->out);
}

void search_action(Search *s, const State *state, size_t index)
{
    /* A memory model that finds data races keeps nothing of what keeps to a discipline. */
    if (!s->movers.claims && !(s->watches && s->finds_races)) {
        state_step(s->m, state, index, &s->out);
        return;
    }
    transaction_ask(&s->movers, state, index, (TransactionAsk){.one_action = true}, &s->out);
}

/* ---- errors ---- */

static void note_error(Search *s, Tid tid, ErrorKind error, const Outcome *o)
{
    bool threads = error == ERR_THREADS || error == ERR_TASKS;
    s->odd = true;
    if (error_info[error].property == PROPERTY_NONE &&
        (!s->limit.text || (s->job->many_threads && !threads))) {
        s->limit = job_limit(s->job, o->message, o->pc);
        LOG(SEARCH, "a limit, so not safe: %s (line %u)", s->limit.text, s->limit.where.line);
        s->job->many_threads = threads;
    }
    s->dropped |= error_info[error].property == PROPERTY_NONE && error != ERR_HISTORY;
    if (!(s->job->properties & error_properties(s->job->program, error))) {
        job_note_undefined(s->job, error, o ? s->job->program->pos.at[o->pc] : (Pos){0});
        return;
    }
    if (search_is_stale(s))
        return;
    s->job->errors++;
    Wrong wrong = {.error = error, .tid = tid, .pc = o ? o->pc : 0};
    if (o) {
        wrong.where = s->job->program->pos.at[o->pc];
        choices_copy(&wrong.choices, o->choices.at, o->choices.len);
        choices_copy(&wrong.ends, o->ends.at, o->ends.len);
    }
    vec_push(&s->wrong, wrong);
}

/* A procedure that claims to be atomic is not; the run goes on. */
static void note_split(Search *s, Tid tid, const Outcome *o)
{
    if (search_is_stale(s))
        return;
    s->job->errors++;
    Wrong wrong = {.error = ERR_NOT_ATOMIC, .tid = tid, .pc = o->split.pc};
    wrong.region = o->split.region;
    wrong.where = s->job->program->pos.at[o->split.shown];
    choices_copy(&wrong.choices, o->choices.at, o->split.choices);
    choices_copy(&wrong.ends, o->ends.at, o->split.action);
    vec_push(&s->wrong, wrong);
}

static void add_bug(Search *s, Wrong *wrong, uint32_t id)
{
    Bug bug = {.error = wrong->error,
               .memory = s->job->runs_in,
               .where = wrong->where,
               .rounds = machine_passes_rounds(s->m)};
    State end = {0};
    if (cluster_is_spread(s))
        id = cluster_bring(s, id);
    if (compact_is_on(s) && !compact_bring(s, id, &id))
        return;
    assert(!s->parent.len || id < s->parent.len);
    if (s->parent.len)
        trace_add_path(s, &bug, id, &end);
    if (s->parent.len && s->symmetric && !s->lost)
        s->lost = !symmetric_find(s, &end, wrong);
    if (wrong->error == ERR_DEADLOCK && !s->lost)
        trace_add_deadlock(s, &bug, &end);
    if (wrong->error == ERR_HANG && s->hangs.waits_late && !s->lost)
        trace_add_hang(s, &bug, &end);
    if (wrong->error == ERR_RACE && !wrong->pc && !s->lost)
        trace_add_race(s, &bug, &end, wrong);
    state_free(&end);
    if (wrong->pc && s->parent.len)
        trace_add_step(s, &bug, wrong->tid, &wrong->choices, &wrong->ends);
    if (wrong->error == ERR_NOT_ATOMIC && !search_is_stale(s))
        trace_add_reason(s, &bug, wrong->pc, wrong->region);
    bool early = wrong->error == ERR_HANG && s->movers.broken; /* transactions were too long */
    if (search_is_stale(s) || early) {                         /* since its run was looked for */
        bug_free(&bug);
        return;
    }
    LOG(SEARCH, "%s at line %u, in a run to state %u", error_info[bug.error].key, bug.where.line,
        id);
    vec_push(&s->job->bugs, bug);
    s->done = !s->job->options->all_errors;
}

/* A data race waits until all states of its depth are looked at: another error there tells more. */
static void report_held(Search *s)
{
    if (s->race_state != NO_STATE && !s->done && !search_is_stale(s))
        add_bug(s, &s->race, s->race_state);
    s->race_state = NO_STATE;
}

static bool holds_back(Search *s, const Wrong *wrong, uint32_t id)
{
    if (wrong->error != ERR_RACE || wrong->pc || s->job->options->all_errors)
        return false;
    if (s->race_state == NO_STATE) {
        s->race_state = id;
        s->race = *wrong;
    }
    return true;
}

/* Each new error becomes a bug with the run that leads to state `id` and then goes wrong. */
static void report_errors(Search *s, uint32_t id)
{
    Job *job = s->job;
    vec_each (Wrong, wrong, &s->wrong) {
        if (!s->done && !search_is_stale(s) && !job_has_bug(job, wrong->error, wrong->where) &&
            !holds_back(s, wrong, id))
            add_bug(s, wrong, id);
        vec_free(&wrong->choices);
        vec_free(&wrong->ends);
    }
    s->wrong.len = 0;
}

/* ---- data races ---- */

static void note_race(void *self, const RacePair *pair)
{
    Search *s = self;
    const RaceHalf *first = &pair->half[0], *second = &pair->half[1];
    s->job->errors++;
    vec_push(&s->wrong, ((Wrong){.error = ERR_RACE,
                                 .where = s->job->program->pos.at[first->touch.pc],
                                 .race = {{pair->thread[0], first->actions},
                                          {pair->thread[1], second->actions}}}));
}

/* ---- the search ---- */

/* Some of the threads of a state can run, some wait. */
typedef struct Turns {
    bool can_run, waits;
    bool goes_on; /* not only runs that are dropped */
    bool some;    /* that is all: others need not run */
} Turns;

static void take_outcomes(Search *s, size_t t, const Outcomes *out, Turns *turns)
{
    for (size_t k = 0; k < out->len; k++) {
        const Outcome *o = &out->all.at[k];
        if (outcome_is_split(o))
            note_split(s, s->state.threads.at[t].tid, o);
        turns->waits |= o->kind == OUTCOME_BLOCKED;
        turns->can_run |= o->kind != OUTCOME_BLOCKED && o->kind != OUTCOME_IDLE;
        turns->goes_on |= outcome_has_successor(o) || o->kind == OUTCOME_WRONG;
        s->hangs.name = 0;
        if (outcome_has_successor(o)) {
            states_put_step(&s->states, &s->state, t, o);
            s->job->stats.transitions++;
        } else if (o->kind == OUTCOME_WRONG)
            note_error(s, s->state.threads.at[t].tid, o->error, o);
        if (s->hangs.on)
            hang_note(s, s->state.threads.at[t].tid, o);
    }
}

/* It waits for all of these, and so for the first one. */
static void take_delayed(Search *s, size_t t, Turns *turns)
{
    turns->waits = true;
    uint64_t others = s->hangs.on ? search_delayers(s, &s->state, t) : 0;
    if (others)
        hang_wait(s, s->state.threads.at[t].tid, (Tid){(uint32_t)__builtin_ctzll(others)});
}

static bool is_delayed(void *self, const State *state, size_t index, uint64_t *threads)
{
    *threads = search_delayers(self, state, index);
    return *threads != 0;
}

static void take_candidate(Search *s, size_t t, Turns *turns)
{
    Persistent *p = &s->persistent;
    const Outcomes *out = persistent_outcomes(p, &s->state, t);
    if (p->threads.at[t].delayed)
        take_delayed(s, t, turns);
    take_outcomes(s, t, out, turns);
}

/* Some successors are expanded after this state, or lead on in the end. */
static bool leads_on(Search *s, uint32_t id)
{
    bool later = states_flush(&s->states) > id;
    return s->finds_races
               ? persistent_leads_on(&s->persistent, id, s->states.first.at, s->states.first.len)
               : later;
}

/* The threads of a persistent set first.  They are enough if they lead to a state that will be
 * expanded after this one (movers/persistent.c). */
static void take_some(Search *s, uint32_t id, Turns *turns)
{
    Persistent *p = &s->persistent;
    bool some = persistent_find(p, &s->state);
    each_live (t, &s->state)
        if (some && p->threads.at[t].chosen)
            take_candidate(s, t, turns);
    if (some && leads_on(s, id)) {
        turns->some = true;
        return;
    }
    each_live (t, &s->state)
        if (!some || !p->threads.at[t].chosen)
            take_candidate(s, t, turns);
}

/* Whoever begins does so at once. */
static bool take_prelude(Search *s, uint32_t id, Turns *turns)
{
    each_live (t, &s->state)
        if (prelude_run(s, &s->state, t)) {
            take_outcomes(s, t, &s->out, turns);
            return leads_on(s, id);
        }
    return false;
}

/* In a process that helps: that there is something to report is all. */
static void forget_errors(Search *s)
{
    s->odd = true;
    vec_each (Wrong, wrong, &s->wrong) {
        vec_free(&wrong->choices);
        vec_free(&wrong->ends);
    }
    s->wrong.len = 0;
}

void search_expand(Search *s, uint32_t id)
{
    Turns turns = {0};
    assert(!s->wrong.len && s->parent.len == states_count(&s->states));
    states_load(&s->states, (StateId){id}, &s->state);
    if (s->hangs.on)
        hang_open(s);
    ptrdiff_t only = state_chooser(s->m, &s->state);
    bool all = only >= 0 || s->movers.order.on; /* of whom each is to be tried */
    order_open(&s->movers);
    if (!all && s->persistent.on && take_prelude(s, id, &turns))
        turns.some = true;
    else if (!all && persistent_is_due(&s->persistent, id) && s->waited.at[id] < MOST_WAITED &&
             state_live_from(&s->state, state_live_from(&s->state, 0) + 1) < s->state.threads.len)
        take_some(s, id, &turns);
    else
        each_turn (t, &s->state, only) {
            if (search_is_delayed(s, &s->state, t)) {
                take_delayed(s, t, &turns);
                continue;
            }
            search_step(s, &s->state, t);
            take_outcomes(s, t, &s->out, &turns);
        }
    states_flush(&s->states);
    if (s->hangs.on)
        hang_close(s);
    s->some = turns.some;
    while (s->parent.len < states_count(&s->states)) {
        vec_push(&s->parent, id);
        if (s->persistent.on)
            vec_push(&s->waited, turns.some ? s->waited.at[id] + 1 : 0);
    }
    if (only < 0 && !s->finds_races)
        races_find(&s->races, &s->state, note_race, s);
    if (turns.can_run && !turns.goes_on)
        own_stuck(&s->movers);
    /* A thread that waits behind both movers counts as waiting only while the discipline holds. */
    if (turns.waits && !turns.can_run && !s->movers.broken && !machine_may_wait(s->m, s->state.g))
        note_error(s, (Tid){0}, ERR_DEADLOCK, NULL);
    if (s->wrong.len && s->helps)
        forget_errors(s);
    else if (s->wrong.len)
        report_errors(s, search_is_elsewhere(s) ? s->at.id : id);
}

void search_show(Search *s, uint32_t count, uint32_t next)
{
    budget_show_progress(&s->job->budget, &(Headway){.unit = "states",
                                                     .count = count,
                                                     .todo = count - next,
                                                     .level = "depth",
                                                     .reached = s->job->stats.depth,
                                                     .by_level = true,
                                                     .level_todo = s->level_end - next});
}

static void begin(Search *s)
{
    bool is_new;
    s->at.id = s->at.begin = 0;
    s->at.broken = UINT32_MAX;
    machine_initial(s->m, &s->out);
    const Outcome *o = &s->out.all.at[0];
    if (o->kind == OUTCOME_WRONG) {
        note_error(s, (Tid){0}, o->error, o);
        report_errors(s, 0);
        return;
    }
    state_initial(s->m, o, &s->state);
    StateId first = states_add(&s->states, &s->state, &is_new);
    assert(is_new && !first.ix && !s->parent.len);
    vec_push(&s->parent, 0);
    vec_push(&s->waited, 0);
    s->level_end = 1;
}

/* Everything again from the initial state, with the discipline as it is now. */
static void begin_again(Search *s)
{
    job_drop_splits(s->job);
    cluster_forget(s);
    compact_forget(s);
    crew_forget(s);
    states_free(&s->states);
    s->parent.len = s->waited.len = s->persistent.onward.len = 0;
    if (s->job->deepest < s->job->stats.depth)
        s->job->deepest = s->job->stats.depth;
    s->job->stats.transitions = s->job->stats.depth = 0;
    s->job->errors = 0;
    s->job->stats.restarts += s->movers.broken;
    s->symmetric &= !s->lost;
    s->lost = false;
    movers_start(&s->movers);
    symmetric_begin(s);
    hang_begin(s);
    begin(s);
}

static void restart(Search *s)
{
    LOG(SEARCH, "begin again after %u states: a discipline was broken (log topic guard)",
        states_count(&s->states));
    begin_again(s);
}

/* What states were met depends on what is known now, and was not then. */
static bool is_to_begin_again(const Search *s, bool broken)
{
    return (broken && s->movers.broken) || s->lost || (s->symmetric && symmetry_is_stale(s->m));
}

/* So much was done since the last time; true: the budget is exhausted. */
static bool spend(Search *s, uint64_t done)
{
    Job *job = s->job;
    s->spent += done;
    crew_count(s);
    if (budget_spend(&job->budget, done)) {
        checkpoint_write(s);
        return true;
    }
    if (budget_progress_due(&job->budget))
        search_show(s, (uint32_t)search_count(s), s->at.id);
    if (checkpoint_is_due(s))
        checkpoint_write(s);
    return false;
}

/* Is it time to look at the budget again, after so much work? */
static bool is_time(const Search *s, uint64_t done)
{
    const Checkpoint *c = s->job->checkpoint;
    return done >= CHECK_EVERY || s->at.id == 0 || (c && done >= c->every);
}

bool search_is_stopped(Search *s)
{
    uint64_t done = machine_work(s->m) - s->spent;
    return is_time(s, done) && spend(s, done);
}

bool search_begins_level(Search *s)
{
    report_held(s);
    s->job->stats.depth += !s->done;
    return !s->done;
}

/* The states of the next level follow; false: the search has an answer. */
static bool begin_level(Search *s)
{
    if (!search_begins_level(s))
        return false;
    s->level_end = states_count(&s->states);
    assert(s->level_end > s->at.id);
    s->at.begin = s->at.id;
    return true;
}

bool search_is_at_end(Search *s)
{
    if (s->movers.broken && s->at.broken == UINT32_MAX)
        s->at.broken = s->at.id + RESTART_AFTER;
    if (s->movers.own.finds && s->at.broken > s->at.id + RESTART_SOON)
        s->at.broken = s->at.id + RESTART_SOON;
    return s->at.id >= s->at.broken || is_to_begin_again(s, false);
}

/* Takes the states in turn, from s->at.id on; false: the budget is exhausted. */
static bool take_states(Search *s)
{
    uint32_t *id = &s->at.id;
    for (; !s->done && *id < states_count(&s->states); ++*id) {
        if (*id == s->level_end && !begin_level(s))
            return true;
        if (search_is_stopped(s))
            return false;
        if (compact_is_due(s))
            return compact_search(s);
        if (s->most_states && states_count(&s->states) > s->most_states)
            return false;
        if (s->at.begin == *id && cluster_is_due(s, *id))
            return cluster_search(s, *id);
        CrewAnswer answer = s->at.begin == *id ? crew_takes(s, *id) : CREW_DID_NOT;
        if (answer == CREW_DIED)
            return false;
        if (answer == CREW_DID) {
            *id = (uint32_t)s->level_end - 1;
            continue;
        }
        if ((*id - s->at.begin) % CREW_CHUNK == 0)
            machine_unload(s->m); /* each chunk costs the same whoever comes before it */
        search_expand(s, *id);
        if (check_is_due((uint64_t)*id + 1))
            search_check(s);
        if (search_is_at_end(s))
            break;
    }
    return true;
}

/* As often as the discipline breaks; see take_states. */
static bool take_all(Search *s)
{
    bool whole = take_states(s);
    report_held(s);
    while (whole && is_to_begin_again(s, true) && !s->done) {
        restart(s);
        whole = take_states(s);
        report_held(s);
    }
    return whole;
}

/* All states are there: is somebody stuck in one?  Where a thread stands that waits for a ticket lock
 * is not known, so these are given up first.  What is not known of the program may help him. */
static bool find_hangs(Search *s)
{
    uint32_t at;
    bool whole = true;
    Job *job = s->job;
    while (whole && !s->done && s->hangs.on && !s->hangs.too_many && !machine_doubt(s->m)) {
        job->judged |= PROPERTY_HANG;
        if (!hang_find(s, &at))
            break;
        own_forsake(&s->movers);
        if (!s->movers.broken) {
            Wrong wrong = {.error = ERR_HANG};
            job->errors++;
            add_bug(s, &wrong, at);
        }
        if (is_to_begin_again(s, true)) {
            restart(s);
            whole = take_all(s);
        } else
            break;
    }
    return whole;
}

/* Threads that go first without need make the run of a bug longer.  Where all threads run in every
 * state the first bug has the shortest one: it is looked for, but not for long. */
static void look_shorter(Search *s)
{
    Job *job = s->job;
    Bugs bugs = job->bugs;
    uint64_t errors = job->errors;
    job->bugs = (Bugs){0};
    s->most_states = SHORTER_FACTOR * states_count(&s->states) + SHORTER_LEAST;
    s->persistent.on = s->done = false;
    begin_again(s);
    take_all(s);
    if (!job->bugs.len) {
        job->bugs = bugs;
        job->errors = errors;
        s->done = true;
        return;
    }
    vec_each (Bug, bug, &bugs)
        bug_free(bug);
    vec_free(&bugs);
}

/* Whoever means the runs as they were tried knows all of them, if any began. */
static bool may_be_taken_so(const Job *job)
{
    return job->stats.states > 0 && !job->stats.weak_pairs && !job->undefined.text;
}

static void search(Search *s)
{
    Job *job = s->job;
    if (job->checkpoint && job->checkpoint->from) {
        if (!checkpoint_load(s))
            return;
    } else
        begin(s);
    bool whole = take_all(s);
    if (!whole && job->options->peers && !cluster_is_spread(s))
        job->options->peers->apart = true;
    if (s->done && s->persistent.wins && !(job->judged & PROPERTY_HANG))
        look_shorter(s);
    if (whole && !s->done)
        whole = find_hangs(s);
    if (HARD_CHECKS && !search_is_elsewhere(s))
        search_check(s);
    /* What is called safe was looked at to the end, with a discipline that held. */
    assert(!whole || s->done ||
           (s->at.id == states_count(&s->states) && !is_to_begin_again(s, true)));
    assert(s->race_state == NO_STATE && !s->wrong.len);
    budget_clear_line(&job->budget);
    search_fill_stats(s);
    LOG(SEARCH, "%s with %llu states, %u of them expanded", whole ? "ends" : "is stopped",
        (unsigned long long)job->stats.states, s->at.id);
    if (machine_doubt(s->m))
        LOG(SEARCH, "a doubt, so not safe: %s", machine_doubt(s->m)->text);
    if (job->undefined.text)
        LOG(SEARCH, "an error that nobody asked for, so not safe: %s", job->undefined.text);
    discipline_fill(s);
    if (job->options->stats && whole && !job->bugs.len && !search_is_elsewhere(s))
        job->stats.interleavings = interleavings_count(s);
    if (*job->options->states && whole)
        graph_fill(s);
    if (job->bugs.len)
        job->verdict = VERDICT_BUG;
    else if (s->limit.text || !whole) {
        bool bounded = whole && (job->many_threads || !s->dropped) && !machine_doubt(s->m);
        job->verdict = bounded ? VERDICT_BOUNDED : VERDICT_UNKNOWN;
        job->doubted = whole && !bounded && may_be_taken_so(job);
        job_give_reason(job, !whole ? (Reason){.text = checkpoint_reason(s, job->budget.reason)}
                             : job->stats.weak_pairs ? *machine_doubt(s->m)
                                                     : s->limit);
    } else if (job->undefined.text && program_is_c(job->program)) {
        job->verdict = VERDICT_UNKNOWN;
        job_give_reason(job, job->undefined);
    } else if (machine_doubt(s->m)) {
        job->verdict = VERDICT_UNKNOWN;
        job->doubted = may_be_taken_so(job);
        job_give_reason(job, *machine_doubt(s->m));
    } else
        job->verdict = VERDICT_SAFE;
    if (compact_is_on(s))
        compact_judge(s);
}

/* What a claim is about are transactions of sequentially consistent memory. */
static bool accepts(const Job *job, Reason *why)
{
    if (job->properties & PROPERTY_LIVE && search_has_tasks(job->program)) {
        *why = (Reason){
            .text = "whole runs (livelock, termination, ltl) are looked at of threads only, "
                    "and not of tasks"};
        return false;
    }
    const char *compact = job->options->hash_compaction ? compact_refusal(job) : NULL;
    if (compact) {
        *why = (Reason){.text = compact};
        return false;
    }
    const Proc *claim = program_claim(job->program, job->properties);
    if (job->runs_in == MEMORY_SC || !claim)
        return true;
    *why = (Reason){"whether procedures are atomic is known of sequentially consistent runs only: "
                    "--memory-model=sc asks for these",
                    claim->pos, claim->name};
    return false;
}

static void begin_persistent(Search *s, const MachineOptions *options)
{
    if (s->reduces && !s->job->options->no_persistent && !s->job->options->all_errors &&
        !*s->job->options->states && !s->job->options->peers && !s->job->options->hash_compaction)
        persistent_begin(&s->persistent, &s->movers, options);
    s->movers.whole = s->finds_races && s->persistent.on; /* one process searches */
    s->persistent.delayed = is_delayed;
    s->persistent.self = s;
}

static void begin_movers(Search *s)
{
    Job *job = s->job;
    if (s->watches)
        movers_begin(&s->movers, s->m, job->program, job->properties);
    s->movers.hangs = s->hangs.on;
    s->movers.plain = !s->reduces;
    s->races = (Races){.m = s->m,
                       .v = s->reduces ? &s->movers : NULL,
                       .behind = s->reduces,
                       .properties = job->properties};
    s->movers.tells = job->infers;
    if (s->reduces && job->program->linear && s->movers.waits_first && machine_is_sc(s->m) &&
        !s->movers.claims)
        order_begin(&s->movers);
}

static void search_free(Search *s)
{
    cluster_free(s);
    compact_free(s);
    crew_forget(s);
    symmetric_free(s);
    hang_free(s);
    persistent_end(&s->persistent);
    races_free(&s->races);
    movers_end(&s->movers);
    vec_free(&s->places);
    vec_free(&s->wrong);
    states_free(&s->states);
    state_free(&s->state);
    vec_free(&s->parent);
    vec_free(&s->waited);
    outcomes_free(&s->out);
    machine_free(s->m);
    crew_free(s);
}

static void run_search(Job *job)
{
    uint32_t where;
    bool reduces = !job->options->no_reduction && !job->options->zing_counting &&
                   !program_asks_objects(job->program, &where);
    bool claims = program_claim(job->program, job->properties) != NULL;
    bool hangs = job->properties & PROPERTY_HANG && !hang_refusal(job) && !job->options->peers &&
                 !job->options->hash_compaction;
    MachineOptions options = {.memory = machine_memory(job->runs_in),
                              .history = (uint32_t)job->options->history,
                              .reached = job->reached,
                              .coverage = job->options->coverage,
                              .number_threads = job->options->zing_counting,
                              /* a claim is judged by the discipline, which knows threads by name */
                              .symmetry = reduces && !job->options->no_symmetry && !job->infers &&
                                          !*job->options->states && !claims,
                              .track_owners = reduces || claims || hangs,
                              .rounds = reduces && job_passes_rounds(job),
                              .recalls = !reduces && !job->options->no_recall &&
                                         !job->options->hash_compaction,
                              .most_threads = job->most_threads,
                              .most_calls = job_most_calls(job),
                              .most_tasks = (uint32_t)job->options->tasks,
                              .claims = claims,
                              .predicates = (job->properties & PROPERTY_ACCESS) != 0};
    if (job->options->zing_counting && !count_states(job)) {
        job->verdict = VERDICT_UNKNOWN;
        return;
    }
    Stats counted = job->stats;
    uint64_t counted_errors = job->errors;
    job->errors = 0;
    Search s = {.job = job, .m = machine_new(job->program, options), .race_state = NO_STATE};
    s.symmetric = machine_is_symmetric(s.m);
    s.reduces = reduces;
    s.finds_races = machine_finds_races(s.m);
    s.watches = reduces || claims;
    s.hangs.on = hangs;
    begin_movers(&s);
    begin_persistent(&s, &options);
    symmetric_begin(&s);
    hang_begin(&s);
    search(&s);
    search_free(&s);
    if (job->options->zing_counting) {
        job->stats.states = counted.states;
        job->stats.transitions = counted.transitions;
        job->errors = counted_errors;
    }
}

/* Are all runs sequentially consistent?  They are if in those that are there is no data race, and no two
 * threads are about to do accesses at once that conflict, one of them with an order below seq_cst. */
static bool are_runs_sc(Job *job)
{
    Job second = {.input = job->input,
                  .program = job->program,
                  .sources = job->sources,
                  .options = job->options,
                  .memory = job->memory,
                  .runs_in = MEMORY_SC,
                  .properties = PROPERTY_RACE,
                  .engine = job->engine,
                  .most_threads = job->most_threads,
                  .budget = job->budget};
    run_search(&second);
    bool sc = second.verdict == VERDICT_SAFE && !second.stats.weak_pairs;
    job->budget = second.budget;
    job_free(&second);
    return sc;
}

/* Whole runs are followed in sequentially consistent memory. */
static void run_live(Job *job)
{
    if (job->runs_in == MEMORY_SC || are_runs_sc(job)) {
        job->runs_in = MEMORY_SC;
        job->judged |= job->properties & PROPERTY_LIVE;
        live_run(job);
        return;
    }
    job->verdict = VERDICT_UNKNOWN;
    job_give_reason(
        job, (Reason){.text = "nothing else is wrong, but whole runs (livelock, termination, ltl) "
                              "are not judged: they are looked at in sequentially consistent "
                              "memory only, and this program has others: --memory-model=sc"});
}

/* What single states and actions break comes first; then whole runs. */
static void run(Job *job)
{
    uint32_t live = job->properties & PROPERTY_LIVE;
    if (job->properties != live) {
        job->properties &= ~live;
        run_search(job);
        job->properties |= live;
        if (job->verdict != VERDICT_SAFE)
            return;
    }
    if (live)
        run_live(job);
}

const Engine engine_explore = {
    .name = "explore",
    .help = "every interleaving, breadth-first; exact, shortest traces",
    .memory = ENGINE_RUNS_MODELS,
    .accepts = accepts,
    .run = run,
};
