/* summarize.c -- procedure summaries for concurrent programs.
 *
 * Qadeer, Rajamani, Rehof, "Summarizing procedures in concurrent programs", POPL 2004, section 5.
 *
 * Level I explores whole states, with explicit stacks, from scheduling point to scheduling point
 * (Ruleset 2, level1.c).  Level II summarizes procedures inside a transaction, without stacks
 * (Ruleset 3, level2.c).  Condition C3' is commit.c.  internal.h has the relations.
 *
 *   take the states in the order in which they were put:   run
 *     for each thread: CFL START, level II, then STEP, PUSH and POP    level1_expand
 *
 * The movers come from movers/: an access that breaks the assumed discipline weakens it, and all
 * begins again (restart).  So it does when an action that was already half done, in another
 * procedure, turns out to need a scheduling point before it (Parts.again).
 *
 * Decides every program with finite data whose recursive procedures are transactions (Theorem 3);
 * for one thread that is all of them.  Gives up when the stack of a thread grows (grow.c). */
#include "engine/summarize/summarize.h"

#include "engine/summarize/internal.h"

enum { RESTART_AFTER = 256 };  /* states that a broken search goes on, to find what else breaks */
enum { CHECK_EVERY = 64 };     /* questions between two looks at the budget */
enum { STEPS_A_QUESTION = 1 }; /* about as much work */

bool is_exhausted(Summarizer *s)
{
    if (++s->questions % CHECK_EVERY == 0) {
        uint64_t done = machine_work(s->m) - s->work;
        s->work += done;
        s->exhausted |= budget_spend(&s->job->budget, done + CHECK_EVERY * STEPS_A_QUESTION);
    }
    return s->exhausted;
}

static void restart(Summarizer *s)
{
    Stats *stats = &s->job->stats;
    job_drop_splits(s->job);
    tables_free(s);
    s->states = (States){.m = s->m};
    s->taken = s->checked = s->settled = s->visit_time = 0;
    s->broken_for = 0;
    s->forced = s->unshared = false;
    s->limit = s->grows = (Reason){0};
    s->job->many_threads = false;
    if (s->job->deepest < stats->depth)
        s->job->deepest = stats->depth;
    stats->depth = stats->transitions = stats->followers = stats->forced = 0;
    stats->sum_edges = stats->exit_edges = 0;
    s->job->errors = 0;
    stats->restarts++;
    movers_start(&s->movers);
    parts_start(&s->parts);
    level1_begin(s);
}

static void show_progress(Summarizer *s, uint32_t state)
{
    uint32_t count = states_count(&s->states);
    budget_show_progress(&s->job->budget, &(Headway){.unit = "states",
                                                     .count = count,
                                                     .todo = count - state,
                                                     .more = "edges",
                                                     .more_count = s->edges.len});
}

/* Takes the states in turn, until there are no more or it does not make sense to go on. */
static void take_states(Summarizer *s)
{
    uint32_t level_end = 0;
    for (uint32_t id = 0; id < states_count(&s->states) && !is_over(s); id++) {
        if (id == level_end) {
            s->job->stats.depth += id > 0;
            level_end = states_count(&s->states);
        }
        if (id % CHECK_EVERY == 0 && budget_progress_due(&s->job->budget))
            show_progress(s, id);
        level1_expand(s, id);
        if (is_broken(s) && ++s->broken_for > RESTART_AFTER)
            return;
    }
    if (HARD_CHECKS && !is_over(s))
        tables_check(s);
}

static void fill_stats(Summarizer *s)
{
    Stats *stats = &s->job->stats;
    s->job->budget.work += machine_work(s->m) - s->work; /* the rest */
    machine_stats(s->m, stats);
    stats->states = states_count(&s->states);
    stats->entries = s->entries.len;
    stats->edges = s->edges.len;
    stats->actions = s->movers.actions + stats->transitions;
    for (uint32_t c = 0; c < s->calls.len; c++)
        if (s->calls.at[c].callee != NONE) {
            const Entry *callee = &s->entries.at[s->calls.at[c].callee];
            if (callee->model != NONE && s->entries.at[callee->model].facts & FACT_MARK)
                stats->push_edges++;
        }
    stats->state_bytes = states_bytes(&s->states) + s->arrivals.cap * sizeof *s->arrivals.at;
    stats->shared_bytes += states_shared_bytes(&s->states);
    if (stats->states)
        stats->bytes_per_state = stats->state_bytes / stats->states;
    if (stats->edges)
        stats->bytes_per_edge = tables_bytes(s) / stats->edges;
    double seconds = budget_elapsed(&s->job->budget);
    stats->states_per_second = seconds > 0 ? (uint64_t)((double)stats->states / seconds) : 0;
    if (stats->steps_run)
        stats->ns_per_step = (uint64_t)(seconds * 1e9 / (double)stats->steps_run);
}

/* Why there may be more to find; NULL: all is known. */
static Reason open_reason(Summarizer *s)
{
    Job *job = s->job;
    const Reason *doubt = machine_doubt(s->m);
    if (s->exhausted)
        return (Reason){.text = job->budget.reason};
    if (job->stats.weak_pairs) /* that will not change */
        return *doubt;
    if (s->grows.text || s->limit.text)
        return s->grows.text ? s->grows : s->limit;
    if (job->undefined.text && program_is_c(job->program))
        return job->undefined;
    return doubt ? *doubt : (Reason){0};
}

static void search(Summarizer *s)
{
    Job *job = s->job;
    level1_begin(s);
    take_states(s);
    while ((is_broken(s) || (s->grows.text && s->forced)) && !s->done && !s->exhausted) {
        restart(s);
        take_states(s);
    }
    assert(s->done || s->exhausted || !is_broken(s));
    budget_clear_line(&job->budget);
    fill_stats(s);
    if (job->wants_summaries)
        list_summaries(s);
    Reason reason = open_reason(s);
    bool bounded = job->many_threads && reason.text == s->limit.text && !machine_doubt(s->m);
    job_give_reason(job, reason);
    job->verdict = job->bugs.len ? VERDICT_BUG
                   : bounded     ? VERDICT_BOUNDED
                   : job->reason ? VERDICT_UNKNOWN
                                 : VERDICT_SAFE;
    job->grows = s->grows.text != NULL;
}

static void finish(Summarizer *s)
{
    tables_free(s);
    state_free(&s->state);
    outcomes_free(&s->out);
    parts_end(&s->parts);
    races_free(&s->races);
    movers_end(&s->movers);
    machine_free(s->m);
}

static bool accepts(const Job *job, Reason *why)
{
    if (!job->options->zing_counting)
        return !job_asks_objects(job, why);
    *why = (Reason){.text = "summarize does not count as Zing does; --engine=explore does"};
    return false;
}

static void run(Job *job)
{
    MachineOptions options = {.track_owners = true,
                              .footprints = true,
                              .reached = job->reached,
                              .coverage = job->options->coverage,
                              .share = true,
                              .rounds = job_passes_rounds(job),
                              .keep_dead = job->wants_summaries,
                              .most_threads = job->most_threads,
                              .claims = program_claim(job->program, job->properties) != NULL,
                              .predicates = (job->properties & PROPERTY_ACCESS) != 0,
                              .touches = job->wants_summaries};
    Summarizer s = {.job = job, .m = machine_new(job->program, options)};
    s.states.m = s.m;
    movers_begin(&s.movers, s.m, job->program, job->properties);
    s.movers.stands_for_others = machine_shares(s.m, &(Tid){0});
    s.movers.in_parts = true;
    s.races = (Races){.m = s.m, .v = &s.movers, .properties = job->properties};
    parts_begin(&s.parts, &s.movers);
    search(&s);
    finish(&s);
}

const Engine engine_summarize = {
    .name = "summarize",
    .help = "procedure summaries inside transactions; decides recursion",
    .memory = ENGINE_TELLS_PAIRS,
    .accepts = accepts,
    .run = run,
};
