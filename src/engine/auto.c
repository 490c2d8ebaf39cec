/* auto.c -- the engines, a row each, and --engine=auto.
 *
 *   summarize, if the program and the questions are for it
 *   with recursion: bound and explore in turns, each time for longer; bound first if summarize has
 *   seen stacks that grow without end
 *   without: explore with few threads, which ends if there are no more
 *   else a bag of threads, which can prove; else more and more threads, which can find bugs */
#include "engine/auto.h"

#include "engine/bag/bag.h"
#include "engine/bag/crowd.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/summarize/summarize.h"

static const Engine *const engines[] = {&engine_explore, &engine_summarize, &engine_crowd,
                                        &engine_bag, &engine_bound};
enum { ENGINES = sizeof engines / sizeof *engines };

enum { FEW_THREADS = 4 };

const Engine *engine_find(const char *name)
{
    for (size_t i = 0; i < ENGINES; i++)
        if (strcmp(name, engines[i]->name) == 0)
            return engines[i];
    return NULL;
}

static bool reads(const Engine *engine, InputKind input)
{
    return engine->reads == input || (engine->programs && input == INPUT_PROGRAM);
}

const Engine *engine_choose(const Options *options, InputKind input)
{
    bool any = strcmp(options->engine, "auto") == 0;
    if (any && options->contexts && input == INPUT_PROGRAM)
        return &engine_bound;
    for (size_t i = 0; i < ENGINES; i++)
        if (reads(engines[i], input) && (any || strcmp(options->engine, engines[i]->name) == 0))
            return engines[i];
    return NULL;
}

static void run_engine(Job *job, const Engine *engine)
{
    job_clear(job);
    job->engine = engine->name;
    engine->run(job);
}

/* One engine for some seconds, or half of what is left.  True: it has come to an end, or the whole
 * run has. */
static bool run_for(Job *job, const Engine *engine, double seconds, const char *why)
{
    double whole = budget_slice(&job->budget, seconds);
    run_engine(job, engine);
    job->why = why;
    bool open = job->budget.reason && !job->bugs.len;
    return budget_restore(&job->budget, whole) || !open;
}

static bool is_answer(const Job *job)
{
    return job->verdict == VERDICT_SAFE || job->verdict == VERDICT_BUG;
}

/* What bound has explored counts, if nobody knows the answer. */
static void answer_bounded(Job *job, const JobBound *best, const char *why)
{
    const char *reason = job->reason;
    job_clear(job);
    job->engine = engine_bound.name;
    job->why = why;
    job->verdict = VERDICT_BOUNDED;
    job->reason = reason;
    job->bound = *best;
}

/* No run was dropped for its number of threads, or that does not matter. */
static bool is_complete(const Job *job)
{
    return !job->many_threads || job->bugs.len;
}

/* All threads, if they are few. */
static bool run_few(Job *job, const char *why)
{
    job->most_threads = FEW_THREADS;
    run_engine(job, &engine_explore);
    job->why = why;
    return is_complete(job);
}

/* Recursion: the stacks of explore may have no end, and the contexts of bound neither.  They take
 * turns.  True: one of them has answered. */
static bool run_in_turns(Job *job, const char *why)
{
    enum { FIRST_SECONDS = 1, TIMES = 3 };
    JobBound best = {0};
    const char *bound_why =
        job->grows ? why : "explore did not come to an end, and there is recursion";
    bool first_bound = job->grows;
    for (double seconds = FIRST_SECONDS;; seconds *= TIMES) {
        job->most_threads = FEW_THREADS;
        if (!first_bound && run_for(job, &engine_explore, seconds, why) && !job->budget.reason)
            return is_complete(job);
        first_bound = false;
        if (job->budget.reason)
            break;
        job->most_threads = 0;
        bool over = run_for(job, &engine_bound, seconds, bound_why);
        if (is_answer(job))
            return true;
        if (over && !job->budget.reason)
            return run_few(job, why);
        if (job->bound.has_contexts && job->bound.contexts > best.contexts)
            best = job->bound;
        if (job->budget.reason)
            break;
    }
    if (best.contexts && !is_answer(job))
        answer_bounded(job, &best, bound_why);
    return true;
}

void engine_run_auto(Job *job)
{
    enum { CROWD_SECONDS = 2 };
    const char *why = "the first choice";
    if (summarize_fits(job)) {
        run_engine(job, &engine_summarize);
        job->why = why;
        if (job->verdict != VERDICT_UNKNOWN || job->budget.reason)
            return;
        why = arena_print(&job->arena, "summarize gave up: %s", job->reason);
    }
    if (bound_fits(job) ? run_in_turns(job, why) : run_few(job, why))
        return;
    double whole = budget_slice(&job->budget, CROWD_SECONDS);
    run_engine(job, &engine_crowd);
    bool interrupted = budget_restore(&job->budget, whole);
    if ((job->verdict == VERDICT_SAFE && !job->undefined) || interrupted)
        return;
    do {
        job->most_threads += 1 + job->most_threads / 4;
        run_engine(job, &engine_explore);
    } while (job->many_threads && !job->bugs.len && !job->budget.reason);
}
