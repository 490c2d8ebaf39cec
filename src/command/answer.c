/* answer.c -- which engine answers, and whether its answer holds.  An engine is a row in a table.
 */
#include "check/net.h"
#include "check/replay.h"
#include "command/session.h"
#include "engine/bag/bag.h"
#include "engine/bag/crowd.h"
#include "engine/bag/task.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/summarize/summarize.h"

static const Engine *const engines[] = {&engine_explore, &engine_summarize, &engine_tasks,
                                        &engine_crowd,   &engine_bag,       &engine_bound};
enum { ENGINES = sizeof engines / sizeof *engines };

bool session_has_engine(const char *name)
{
    bool has = false;
    for (size_t i = 0; i < ENGINES; i++)
        has |= strcmp(name, engines[i]->name) == 0;
    return has;
}

const Engine *session_choose_engine(const Session *s)
{
    const char *name = s->options.engine;
    bool any = strcmp(name, "auto") == 0;
    for (size_t i = 0; i < ENGINES; i++)
        if (engines[i]->reads == s->front->makes && (any || strcmp(name, engines[i]->name) == 0))
            return engines[i];
    session_complain("--engine=%s does not read %s", name, s->front->what);
    return NULL;
}

bool session_replay(Job *job, Bug *bug, char *why, size_t size)
{
    switch (job->input) {
    case INPUT_PROGRAM:
        return check_replay(job, bug, why, size);
    case INPUT_NET:
        return check_net_replay(job, bug, why, size);
    case INPUT_MODEL:
        return check_replay_model(job, bug, why, size);
    }
    return false;
}

static int confirm(Job *job)
{
    char why[256];
    vec_each (Bug, bug, &job->bugs)
        if (!session_replay(job, bug, why, sizeof why))
            return session_complain_internal(why);
    if (job->input == INPUT_MODEL && job->verdict == VERDICT_SAFE)
        return check_certificate(job, why, sizeof why) ? 0 : session_complain_internal(why);
    if (job->input != INPUT_NET || job->verdict != VERDICT_SAFE)
        return 0;
    ProofCheck check = check_net_proof(job->net, &job->proof, why, sizeof why);
    job->proof.checked = check == PROOF_HOLDS;
    return check == PROOF_FAILS ? session_complain_internal(why) : 0;
}

static void run_engine(Job *job, const Engine *engine)
{
    job_clear(job);
    job->engine = engine->name;
    engine->run(job);
}

/* Summaries first; explore decides what they leave open. */
static void run_first(Job *job)
{
    const char *why = "the first choice";
    if (summarize_fits(job)) {
        run_engine(job, &engine_summarize);
        job->why = why;
        bool limited = job->budget.time_limit > 0 || job->budget.memory_limit;
        if (job->verdict != VERDICT_UNKNOWN || job->budget.reason || (job->grows && !limited))
            return;
        why = arena_print(&job->arena, "summarize gave up: %s", job->reason);
    }
    run_engine(job, &engine_explore);
    job->why = why;
}

/* A program that posts tasks; false: another engine must answer. */
static bool run_tasks(Job *job)
{
    if (!tasks_posted(job->program) || tasks_refuse(job) || job->options->no_reduction)
        return false;
    run_engine(job, &engine_tasks);
    job->why = "the program posts tasks";
    return job->verdict != VERDICT_UNKNOWN || job->budget.reason || job->grows;
}

/* Programs, when no engine was named.  Tasks are a bag.  All threads, if they are few; otherwise a
 * bag of threads, which can prove; otherwise more and more threads, which can find bugs. */
static void run_auto(Job *job)
{
    enum { FEW_THREADS = 4, CONCURRENT_TASKS = 8, CROWD_SECONDS = 2 };
    if (run_tasks(job))
        return;
    if (job->options->concurrent) { /* a task is a thread there */
        job->most_threads = CONCURRENT_TASKS;
        run_engine(job, &engine_explore);
        job->why = "is every asynchronous method atomic?";
        if (job->verdict == VERDICT_BOUNDED)
            job->reason = arena_print(&job->arena,
                                      "every asynchronous method is atomic in all runs of at most "
                                      "%d tasks, and there are longer ones",
                                      CONCURRENT_TASKS);
        return;
    }
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

int session_answer(Session *s, const Engine *engine)
{
    if (strcmp(s->options.engine, "auto") == 0 && engine == &engine_explore)
        run_auto(&s->job);
    else
        engine->run(&s->job);
    s->job.seconds = budget_elapsed(&s->job.budget);
    return confirm(&s->job);
}
