/* auto.c -- the engines, a row each, and --engine=auto.
 *
 * With few threads:
 *   summarize, if the program and the questions are for it
 *   else, with recursion: bound and explore in turns, each time for longer; bound first if
 * summarize has seen stacks that grow without end else explore If there are more threads: a bag of
 * threads, which can prove; otherwise more and more threads, which can find bugs. */
#include "engine/auto.h"

#include "engine/bag/bag.h"
#include "engine/bag/crowd.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/summarize/summarize.h"

static const Engine *const engines[] = {&engine_explore, &engine_summarize, &engine_crowd,
                                        &engine_bag, &engine_bound};
enum { ENGINES = sizeof engines / sizeof *engines };

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

static void run_explore(Job *job, const char *why)
{
    run_engine(job, &engine_explore);
    job->why = why;
}

/* Recursion: the stacks of explore may have no end, and the contexts of bound neither.  They take
 * turns, bound first if the stacks are known to grow. */
static void run_in_turns(Job *job, bool grows, const char *why)
{
    enum { FIRST_SECONDS = 1, TIMES = 3 };
    JobBound best = {0};
    uint32_t most_threads = job->most_threads;
    const char *bound_why = grows ? why : "explore did not come to an end, and there is recursion";
    for (double seconds = FIRST_SECONDS;; seconds *= TIMES, grows = false) {
        job->most_threads = most_threads;
        if (!grows && run_for(job, &engine_explore, seconds, why))
            break;
        job->most_threads = 0;
        bool over = run_for(job, &engine_bound, seconds, bound_why);
        job->most_threads = most_threads;
        if (is_answer(job))
            return;
        if (job->bound.has_contexts && job->bound.contexts > best.contexts)
            best = job->bound;
        if (over && !job->budget.reason)
            run_explore(job, why);
        if (over)
            break;
    }
    if (best.contexts && job->budget.reason && !is_answer(job))
        answer_bounded(job, &best, bound_why);
}

/* Summaries first; explore or bound decides what they leave open. */
static void run_first(Job *job)
{
    const char *why = "the first choice";
    bool grows = false;
    if (summarize_fits(job)) {
        run_engine(job, &engine_summarize);
        job->why = why;
        if (job->verdict != VERDICT_UNKNOWN || job->budget.reason)
            return;
        grows = job->grows;
        why = arena_print(&job->arena, "summarize gave up: %s", job->reason);
    }
    if (bound_fits(job))
        run_in_turns(job, grows, why);
    else
        run_explore(job, why);
}

void engine_run_auto(Job *job)
{
    enum { FEW_THREADS = 4, CROWD_SECONDS = 2 };
    job->most_threads = FEW_THREADS;
    run_first(job);
    if (!job->many_threads || job->bugs.len)
        return;
    double whole = budget_slice(&job->budget, CROWD_SECONDS);
    run_engine(job, &engine_crowd);
    job->why = arena_print(&job->arena, "more than %u threads are created", job->most_threads);
    bool interrupted = budget_restore(&job->budget, whole);
    if ((job->verdict == VERDICT_SAFE && !job->undefined) || interrupted)
        return;
    do {
        job->most_threads += 1 + job->most_threads / 4;
        run_first(job);
    } while (job->many_threads && !job->bugs.len && !job->budget.reason);
}
