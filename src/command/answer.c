/* answer.c -- which engine answers, and whether its answer holds.  An engine is a row in a table.
 */
#include "check/net.h"
#include "check/replay.h"
#include "command/session.h"
#include "engine/bag/bag.h"
#include "engine/bag/crowd.h"
#include "engine/bag/task.h"
#include "engine/bag/task_apart.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/modular/modular.h"
#include "engine/summarize/summarize.h"
#include "ir/serial.h"
#include "ir/verify.h"

#include <unistd.h>

static ProgressForm progress_form(const Options *options)
{
    const char *form = options->progress;
    if (strcmp(form, "json") == 0)
        return PROGRESS_JSON;
    bool terminal = isatty(STDERR_FILENO) && !options->json && !options->quiet;
    bool line = strcmp(form, "auto") == 0 ? terminal : strcmp(form, "line") == 0;
    return line ? PROGRESS_LINE : PROGRESS_NONE;
}

int session_begin_job(Session *s, const char *engine, bool races)
{
    const char *list = s->options.property;
    s->job.input = s->front->makes;
    s->job.program = s->program;
    s->job.net = s->net;
    s->job.model = s->model;
    s->job.serialized = s->serialized;
    s->job.sources = &s->sources;
    s->job.options = &s->options;
    s->job.engine = engine;
    s->job.properties = property_parse(&list, races);
    if (!s->job.properties)
        return session_complain(
            s,
            "--property: '%.*s' is not one of assert, deadlock, race, memory, lock, access, "
            "undefined, all",
            (int)strcspn(list, ","), list);
    if (!s->program || !program_is_c(s->program)) /* other languages leave nothing undefined */
        s->job.properties &= s->job.properties == PROPERTY_UNDEFINED
                                 ? PROPERTY_UNDEFINED
                                 : ~(uint32_t)PROPERTY_UNDEFINED;
    budget_begin(&s->job.budget, s->options.time_limit, s->options.memory_limit,
                 progress_form(&s->options));
    budget_count(&s->job.budget, s->start);
    return 0;
}

static const Engine *const engines[] = {&engine_explore, &engine_summarize, &engine_tasks,
                                        &engine_crowd,   &engine_bag,       &engine_bound,
                                        &engine_modular};
enum { ENGINES = sizeof engines / sizeof *engines };

bool session_has_engine(const char *name)
{
    bool has = false;
    for (size_t i = 0; i < ENGINES; i++)
        has |= strcmp(name, engines[i]->name) == 0;
    return has;
}

static bool reads(const Engine *engine, InputKind input)
{
    return engine->reads == input || (engine->programs && input == INPUT_PROGRAM);
}

const Engine *session_choose_engine(Session *s)
{
    const char *name = s->options.engine;
    bool any = strcmp(name, "auto") == 0;
    if (any && s->options.contexts && s->front->makes == INPUT_PROGRAM)
        return &engine_bound;
    for (size_t i = 0; i < ENGINES; i++)
        if (reads(engines[i], s->front->makes) && (any || strcmp(name, engines[i]->name) == 0))
            return engines[i];
    session_complain(s, "--engine=%s does not read %s", name, s->front->what);
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
    if (job->input == INPUT_PROGRAM && job->verdict == VERDICT_SAFE && job->bound.counts) {
        ClosedCheck check = check_closed(job, why, sizeof why);
        job->bound.checked = check == CLOSED_HOLDS;
        if (job->bound.checked)
            job->covered = arena_print(&job->arena, "%s; checked once more", job->covered);
        return check == CLOSED_FAILS ? session_complain_internal(why) : 0;
    }
    if (job->input == INPUT_MODEL && job->verdict == VERDICT_SAFE)
        return check_certificate(job, why, sizeof why) ? 0 : session_complain_internal(why);
    const Net *net = job->input == INPUT_NET ? job->net : job->translation;
    if (!net || job->verdict != VERDICT_SAFE)
        return 0;
    ProofCheck check = check_net_proof(net, &job->proof, why, sizeof why);
    job->proof.checked = check == PROOF_HOLDS;
    return check == PROOF_FAILS ? session_complain_internal(why) : 0;
}

static void run_engine(Job *job, const Engine *engine)
{
    job_clear(job);
    job->engine = engine->name;
    engine->run(job);
}

typedef VEC(Bug) Bugs;

/* The bugs that an engine has found and that the next one may not find: set aside, and added to
 * what that one finds. */
static Bugs set_bugs_aside(Job *job)
{
    Bugs bugs = {0};
    while (job->bugs.len)
        vec_push(&bugs, vec_pop(&job->bugs));
    return bugs;
}

static void add_bugs(Job *job, Bugs *bugs)
{
    while (bugs->len) {
        Bug bug = vec_pop(bugs);
        if (job_has_bug(job, bug.error, bug.where))
            bug_free(&bug);
        else
            vec_push(&job->bugs, bug);
    }
    vec_free(bugs);
    if (job->bugs.len)
        job->verdict = VERDICT_BUG;
}

/* With --all-errors: there are bugs, and perhaps others that this engine does not see. */
static bool may_have_more_bugs(const Job *job)
{
    return job->options->all_errors && job->bugs.len && job->reason && !job->budget.reason;
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

/* Nobody can say more than that orders below seq_cst matter, either. */
static bool is_answer(const Job *job)
{
    return job->verdict == VERDICT_SAFE || job->verdict == VERDICT_BUG || job->stats.weak_pairs;
}

/* What bound has explored counts, if nobody knows the answer. */
static void answer_bounded(Job *job, const JobBound *best, const char *why)
{
    Reason reason = {job->reason, job->where, job->where_proc};
    job_clear(job);
    job->engine = engine_bound.name;
    job->why = why;
    job->verdict = VERDICT_BOUNDED;
    job_give_reason(job, reason);
    job->bound = *best;
}

static void run_explore(Job *job, const char *why)
{
    run_engine(job, &engine_explore);
    job->why = why;
}

/* Bound for some seconds; 0: as long as there is time.  It remembers what was explored.  True: it
 * has come to an end, or the whole run has. */
static bool turn_bound(Job *job, double seconds, JobBound *best, const char *why)
{
    uint32_t most_threads = job->most_threads;
    bool over = true;
    job->most_threads = 0;
    if (seconds > 0)
        over = run_for(job, &engine_bound, seconds, why);
    else
        run_engine(job, &engine_bound);
    job->why = why;
    job->most_threads = most_threads;
    if (job->bound.has_contexts && job->bound.contexts > best->contexts)
        *best = job->bound;
    return over;
}

/* Recursion: the stacks of explore may have no end, and the contexts of bound neither.  They take
 * turns, and then one of them gets the rest: bound if the stacks are known to grow, which also has
 * the first turn then. */
static void run_in_turns(Job *job, bool grows, const char *why)
{
    enum { FIRST_SECONDS = 1, TIMES = 3, MOST_SECONDS = 30 };
    JobBound best = {0};
    const char *bound_why = grows ? why : "explore did not come to an end, and there is recursion";
    bool ended = grows && turn_bound(job, FIRST_SECONDS, &best, bound_why);
    bool by_bound = ended;
    for (double seconds = FIRST_SECONDS; seconds < MOST_SECONDS && !ended; seconds *= TIMES) {
        by_bound = false;
        ended = run_for(job, &engine_explore, seconds, why);
        if (ended)
            break;
        by_bound = true;
        ended = turn_bound(job, seconds, &best, bound_why);
    }
    bool gave_up = by_bound && ended && !is_answer(job);
    if (!job->budget.reason && (!ended || gave_up)) {
        if (grows && !gave_up)
            turn_bound(job, 0, &best, bound_why);
        else
            run_explore(job, why);
    }
    if (best.contexts && job->budget.reason && !is_answer(job))
        answer_bounded(job, &best, bound_why);
}

/* Summaries first; explore or bound decides what they leave open.  On C explore is the faster one,
 * where it comes to an end; with recursion it may not. */
static void run_first(Job *job)
{
    enum { EXPLORE_SECONDS = 10 };
    const char *why = "the first choice";
    Bugs bugs = {0};
    bool grows = false, recursive = bound_fits(job);
    if (program_is_raw(job->program) && !recursive &&
        run_for(job, &engine_explore, EXPLORE_SECONDS, why))
        return;
    if (summarize_fits(job)) {
        run_engine(job, &engine_summarize);
        job->why = why;
        bool more = may_have_more_bugs(job);
        if (!more &&
            (job->verdict != VERDICT_UNKNOWN || job->budget.reason || job->stats.weak_pairs))
            return;
        grows = job->grows;
        why =
            arena_print(&job->arena, "summarize gave up: %s", job_placed_reason(job, &job->arena));
        bugs = set_bugs_aside(job);
    }
    if (recursive)
        run_in_turns(job, grows, why);
    else
        run_explore(job, why);
    add_bugs(job, &bugs);
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

/* Tasks interleave.  If those of different thread objects keep apart that is enough; otherwise a
 * task is a thread, of which explore can have so many. */
static void run_concurrent(Job *job)
{
    enum { CONCURRENT_TASKS = 8, APART_SECONDS = 5 };
    double whole = budget_slice(&job->budget, APART_SECONDS);
    job_clear(job);
    const char *why = job->serialized ? tasks_apart(job) : "they are no tasks of SPL";
    if (!budget_restore(&job->budget, whole) && !why) {
        job->engine = engine_tasks.name;
        job->verdict = VERDICT_SAFE;
        job->why = "every asynchronous method is atomic: thread objects share only what is read";
        return;
    }
    job->most_threads = CONCURRENT_TASKS;
    run_engine(job, &engine_explore);
    job->why = "is every asynchronous method atomic?";
    if (job->verdict == VERDICT_BOUNDED)
        job->reason = arena_print(&job->arena,
                                  "every asynchronous method is atomic in all runs of at most %d "
                                  "tasks, and there are longer ones, of which this is not known: "
                                  "%s",
                                  CONCURRENT_TASKS, why);
}

/* A bag of threads for some seconds.  True: it proves that nothing goes wrong, or the whole run is
 * over.  *open: it needs more time. */
static bool turn_crowd(Job *job, double seconds, bool *open)
{
    double whole = budget_slice(&job->budget, seconds);
    run_engine(job, &engine_crowd);
    job->why = arena_print(&job->arena, "more than %u threads are created", job->most_threads);
    *open = job->budget.reason != NULL;
    bool stop = budget_restore(&job->budget, whole);
    return stop || job->stats.weak_pairs || (job->verdict == VERDICT_SAFE && !job->undefined.text);
}

/* A proof for any number of threads and all inputs, for some seconds.  True: it is there, or the
 * whole run is over.  If not, the answer so far stands. */
static bool turn_modular(Job *job)
{
    enum { MODULAR_SECONDS = 9 };
    if (!modular_reads(job) || is_answer(job))
        return false;
    Job before = *job;
    double whole = budget_slice(&job->budget, MODULAR_SECONDS);
    engine_modular.run(job);
    bool stop = budget_restore(&job->budget, whole);
    if (job->verdict == VERDICT_SAFE) {
        job->engine = engine_modular.name;
        job->why = "no search comes to an end, or not all inputs were tried";
        return true;
    }
    job->verdict = before.verdict;
    job_give_reason(job, (Reason){before.reason, before.where, before.where_proc});
    return stop;
}

/* Programs, when no engine was named.  Tasks are a bag.  All threads, if they are few; otherwise a
 * bag of threads, which can prove, and more and more threads, which can find bugs, by turns that
 * become longer.  Where the bag may help it gets its turn soon.  C programs whose states or inputs
 * are too many get a proof by invariants, if there is one. */
static void run_auto(Job *job)
{
    enum { FEW_THREADS = 4, FIRST_SECONDS = 2, CROWD_SECONDS = 4 };
    if (run_tasks(job))
        return;
    if (job->options->concurrent) {
        run_concurrent(job);
        return;
    }
    bool open = crowd_reads(job->program), proof = modular_reads(job);
    job->most_threads = FEW_THREADS;
    for (double seconds = FIRST_SECONDS;; seconds *= 2) {
        bool first = seconds == FIRST_SECONDS;
        double whole = open || (first && proof) ? budget_slice(&job->budget, seconds) : 0;
        run_first(job);
        bool finished = !job->budget.reason;
        bool over = open || (first && proof) ? budget_restore(&job->budget, whole) : !finished;
        bool few = finished && (!job->many_threads || job->stats.weak_pairs);
        if (over || job->bugs.len || (few && is_answer(job)))
            return;
        if ((first && turn_modular(job)) || few)
            return;
        if ((open || first) && turn_crowd(job, first ? CROWD_SECONDS : seconds, &open))
            return;
        if (finished)
            job->most_threads += 1 + job->most_threads / 4;
    }
}

/* While what `performs` says is compared nobody asks whether procedures are atomic: that has been
 * answered, and a predicate that looks at a lock would be taken for somebody who can tell whether
 * it is held. */
static void exchange_atomic(Program *program, bool *atomic)
{
    for (size_t i = 0; i < program->procs.len; i++) {
        bool was = program->procs.at[i].atomic;
        program->procs.at[i].atomic = atomic[i];
        atomic[i] = was;
    }
}

/* Of a safe program: what `performs` says is compared with what calls do that nobody interrupts, in
 * a search of its own.  What that finds is the answer then. */
static int compare_performs(Session *s)
{
    char why[256];
    uint32_t pc;
    Job *job = &s->job;
    if (!s->program || job->verdict != VERDICT_SAFE || !(job->properties & PROPERTY_ACCESS) ||
        !ir_serialize(s->program))
        return 0;
    if (!ir_verify(s->program, why, sizeof why, &pc))
        return session_complain_internal(why);
    Job second = {.input = job->input,
                  .program = job->program,
                  .sources = job->sources,
                  .options = job->options,
                  .properties = PROPERTY_ACCESS,
                  .most_threads = job->most_threads,
                  .engine = engine_explore.name,
                  .why = "what performs says is compared",
                  .budget = job->budget};
    bool *atomic = arena_array(&job->arena, bool, s->program->procs.len + 1);
    exchange_atomic(s->program, atomic);
    engine_explore.run(&second);
    exchange_atomic(s->program, atomic);
    job->budget = second.budget;
    if (second.verdict == VERDICT_BUG) {
        Job first = *job;
        *job = second;
        second = first;
        job->seconds = budget_elapsed(&job->budget);
    } else if (second.verdict != VERDICT_SAFE) {
        job->verdict = VERDICT_UNKNOWN;
        const char *text = arena_print(&job->arena,
                                       "nothing else is wrong, but what `performs` says was not "
                                       "compared in every run: %s",
                                       second.reason);
        job_give_reason(job, (Reason){text, second.where, second.where_proc});
    }
    job_free(&second);
    return job->verdict == VERDICT_BUG ? confirm(job) : 0;
}

/* A search that was stopped: what might shorten it. */
static void add_advice(Job *job)
{
    const char *advice = job->input == INPUT_PROGRAM ? job->program->advice : NULL;
    if (advice && !is_answer(job) && job->budget.reason && job->reason)
        job->reason = arena_print(&job->arena, "%s; %s", job->reason, advice);
}

int session_answer(Session *s, const Engine *engine)
{
    if (s->program)
        ir_unserialize(s->program); /* another client was explored before */
    if (strcmp(s->options.engine, "auto") == 0 && engine == &engine_explore)
        run_auto(&s->job);
    else
        engine->run(&s->job);
    add_advice(&s->job);
    int status = confirm(&s->job);
    if (!status)
        status = compare_performs(s);
    s->job.seconds = budget_elapsed(&s->job.budget);
    return status;
}
