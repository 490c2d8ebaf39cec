/* answer.c -- which engine answers, and whether its answer holds.  An engine is a row in a table.
 */
#include "check/net.h"
#include "check/replay.h"
#include "command/asks.h"
#include "command/auto.h"
#include "command/cegar.h"
#include "command/checkpoint.h"
#include "command/next.h"
#include "command/session.h"
#include "command/sliced.h"
#include "command/symbolic.h"
#include "command/tally.h"
#include "engine/bag/net/search.h"
#include "engine/bag/crowd/crowd.h"
#include "engine/bag/task/task.h"
#include "engine/bound/bound.h"
#include "engine/explore/explore.h"
#include "engine/hunt/hunt.h"
#include "engine/modular/modular.h"
#include "engine/modular/modular.h"
#include "engine/summarize/summarize.h"
#include "ir/serial.h"
#include "ir/tries.h"
#include "ir/verify.h"

#include <unistd.h>

static ProgressForm progress_form(const Options *options)
{
    const char *form = options->progress;
    if (strcmp(form, "json") == 0)
        return PROGRESS_JSON;
    bool terminal = session_is_terminal(STDERR_FILENO) && !options->json && !options->quiet;
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
    session_take_asks(s);
    list = s->options.property;
    s->job.properties = property_parse(&list, races);
    if (!s->job.properties)
        return session_complain(
            s,
            "--property: '%.*s' is not one of assert, deadlock, race, memory, lock, access, "
            "undefined, hang, livelock, termination, all",
            (int)strcspn(list, ","), list);
    if (*s->options.ltl)
        s->job.properties = strcmp(s->options.property, "all") == 0
                                ? PROPERTY_LTL
                                : s->job.properties | PROPERTY_LTL;
    if (!s->program || !program_is_c(s->program)) /* other languages leave nothing undefined */
        s->job.properties &= s->job.properties == PROPERTY_UNDEFINED
                                 ? PROPERTY_UNDEFINED
                                 : ~(uint32_t)PROPERTY_UNDEFINED;
    budget_begin(&s->job.budget, s->options.time_limit, s->options.memory_limit,
                 progress_form(&s->options));
    s->job.budget.cpu_limit = (double)s->options.cpu_limit;
    budget_count(&s->job.budget, s->start);
    int64_t trial = s->options.trial_longer ? TRIAL_WORK * TRIAL_LONGER : TRIAL_WORK;
    if (s->options.trial)
        s->job.budget.most_work =
            strcmp(engine, engine_hunt.name) == 0 ? trial / HUNT_SHARE : trial;
    else
        s->job.budget.most_work = (uint64_t)s->options.work_limit;
    return 0;
}

static const Engine *const engines[] = {&engine_explore,  &engine_summarize, &engine_tasks,
                                        &engine_crowd,    &engine_net,       &engine_bound,
                                        &engine_modular,  &engine_hunt,      &engine_cegar,
                                        &engine_symbolic, &engine_tally};
enum { ENGINES = sizeof engines / sizeof *engines };

bool session_has_engine(const char *name)
{
    bool has = false;
    for (size_t i = 0; i < ENGINES; i++)
        has |= strcmp(name, engines[i]->name) == 0;
    return has;
}

int session_check_choices(Session *s)
{
    const Options *options = &s->options;
    static const char *const methods[] = {"all", "backward", "forward", "accelerated", "directed",
                                          "net", "depth",    "random",  "preemptions"};
    if (strcmp(options->engine, "auto") != 0 && !session_has_engine(options->engine))
        return session_complain(s, "--engine: there is no engine '%s'", options->engine);
    bool explores =
        strcmp(options->engine, "auto") == 0 || strcmp(options->engine, engine_explore.name) == 0;
    if (options->hash_compaction && !explores)
        return session_complain(s, "--hash-compaction is for --engine=explore");
    if (options->zing_counting &&
        (strcmp(options->engine, "bound") == 0 || strcmp(options->engine, "hunt") == 0))
        return session_complain(s,
                                "--zing-counting: %s does not count as Zing does; "
                                "--engine=explore does",
                                options->engine);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(options->method, methods[i]) == 0)
            return 0;
    return session_complain(
        s,
        "--method: '%s' is not one of all, backward, forward, accelerated, directed, net (bag), "
        "depth, random, preemptions (hunt)",
        options->method);
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

/* A region that runs in a circle, but for data that nobody looks at, does not come back to where it was
 * before these have taken all their values. */
static bool replay_circle(Job *job, Bug *bug, char *why, size_t size)
{
    Sliced sliced;
    sliced_begin(&sliced, job);
    bool shown = check_replay(job, bug, why, size);
    sliced_end(&sliced);
    return shown;
}

bool session_replay(Job *job, Bug *bug, char *why, size_t size)
{
    switch (job->input) {
    case INPUT_PROGRAM:
        return bug->error == ERR_ENDLESS ? replay_circle(job, bug, why, size)
                                         : check_replay(job, bug, why, size);
    case INPUT_NET:
        return check_net_replay(job, bug, why, size);
    case INPUT_MODEL:
        return check_replay_model(job, bug, why, size);
    }
    return false;
}

/* Nobody has shown that memory allows this run. */
static Reason explain_unjudged(const Bug *bug)
{
    return (Reason){"a run goes wrong here that is too long to be judged by the axioms of memory: "
                    "let loops go round less often, or ask for --memory-model=sc",
                    bug->where, bug->proc};
}

/* Runs all bugs again: what is not shown is not told. */
static int confirm_bugs(Job *job)
{
    char why[256];
    size_t kept = 0;
    Reason open = {0};
    vec_each (Bug, bug, &job->bugs) {
        if (session_replay(job, bug, why, sizeof why)) {
            job->bugs.at[kept++] = *bug;
        } else if (bug->unjudged) {
            open = explain_unjudged(bug);
            bug_free(bug);
        } else {
            return session_complain_internal(why);
        }
    }
    job->bugs.len = kept;
    if (!open.text || kept)
        return 0;
    job->errors = 0;
    job->verdict = VERDICT_UNKNOWN;
    job_give_reason(job, open);
    return 0;
}

/* What the engine says of the program that it was asked about. */
static int confirm_safe(Job *job)
{
    char why[256];
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

static int confirm(Job *job, Sliced *sliced)
{
    sliced_whole(sliced);
    int status = confirm_bugs(job);
    sliced_again(sliced);
    if (!status)
        status = confirm_safe(job);
    sliced_whole(sliced);
    return status;
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
    engine_run(&engine_explore, &second);
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
    return job->verdict == VERDICT_BUG ? confirm_bugs(job) : 0;
}

static void doubt_tries(Job *job, const Job *second)
{
    const Bug *race = second->bugs.len ? &second->bugs.at[0] : NULL;
    if (race)
        job->reason = arena_print(
            &job->arena,
            "there is a data race at %s:%u (%s), unless a lock that was tried in vain puts the "
            "accesses in order, as it does in every interleaving; neither C nor POSIX promises "
            "that; --memory-model=sc asks for interleavings only",
            source_name(job->sources, race->where), race->where.line, race->message);
    else
        job->reason = arena_print(
            &job->arena,
            "nothing is wrong in any interleaving, but locks are tried in vain, which puts nothing "
            "in order, and the search for data races without that order did not come to an end: "
            "%s",
            second->reason);
    job->verdict = VERDICT_UNKNOWN;
}

static const Engine *engine_of(const Job *job)
{
    for (size_t i = 0; i < ENGINES; i++)
        if (strcmp(engines[i]->name, job->engine) == 0)
            return engines[i];
    return &engine_explore;
}

/* Of a program without data races in which locks are tried in vain.  By the rules of C and POSIX
 * nothing happens before such a try, though in an interleaving the holder of the lock has come so
 * far.  If the accesses of some run are not ordered by what happens before what, then there is a
 * run in which both are next and the try has failed for no reason (Boehm and Adve, PLDI 2008): a
 * second search has these runs, too.  A run of POSIX need not exist for what it finds: then nobody
 * knows. */
static int compare_tries(Session *s)
{
    char why[256];
    Job *job = &s->job;
    bool good = job->verdict == VERDICT_SAFE || job->verdict == VERDICT_BOUNDED;
    bool tried = job->stats.failed_tries || engine_of(job) == &engine_modular ||
                 engine_of(job) == &engine_cegar || engine_of(job) == &engine_tally ||
                 engine_of(job) == &engine_bound; /* they do not know */
    if (!s->program || !good || !(job->properties & PROPERTY_RACE) || !tried ||
        job->runs_in != MEMORY_SC || !ir_fail_tries(s->program, true))
        return 0;
    Job second = {.input = job->input,
                  .program = job->program,
                  .sources = job->sources,
                  .options = job->options,
                  .properties = PROPERTY_RACE,
                  .most_threads = job->most_threads,
                  .engine = job->engine,
                  .budget = job->budget};
    Sliced sliced;
    sliced_begin(&sliced, &second);
    engine_run(engine_of(job), &second);
    sliced_end(&sliced);
    bool replayed =
        !second.bugs.len || session_replay(&second, &second.bugs.at[0], why, sizeof why);
    ir_fail_tries(s->program, false);
    job->budget = second.budget;
    if (second.verdict != job->verdict && second.verdict != VERDICT_SAFE)
        doubt_tries(job, &second);
    else if (job->options->hash_compaction)
        job->reason =
            arena_print(&job->arena, "%s; in a second search, where locks are tried in vain, %s",
                        job->reason, second.reason);
    job_free(&second);
    return replayed ? 0 : session_complain_internal(why);
}

/* May more calls be open than --stack-limit says?  Without recursion each procedure is open once at most. */
static bool asks_depth(const Job *job)
{
    uint32_t most = job_most_calls(job);
    return most && (asks_recursion(job) || most < job->program->procs.len);
}

/* What nobody has asked yet of a program in which nothing else is wrong: whether threads hang, and whether
 * too many calls are open (the engines that take stacks as they come do not see that). */
static uint32_t open_properties(const Session *s)
{
    const Job *job = &s->job;
    uint32_t open = job->properties & PROPERTY_HANG & ~job->judged;
    bool keeps_stacks = engine_of(job) == &engine_explore || engine_of(job) == &engine_hunt ||
                        engine_of(job) == &engine_modular || engine_of(job) == &engine_tally;
    if (!keeps_stacks && asks_depth(job))
        open |= PROPERTY_MEMORY;
    return open;
}

static void note_recursion(Job *job, uint32_t open)
{
    if (!(open & PROPERTY_MEMORY))
        return;
    job->unfollowed = true;
    const char *text = asks_recursion(job)
                           ? "nobody has followed the recursion to its end: the "
                             "stack may overflow (--stack-limit)"
                           : "nobody has counted the calls that are open at once: the "
                             "stack may overflow (--stack-limit)";
    vec_push(&job->notes, ((Reason){.text = text}));
}

/* Auto has a row for that.  If it comes to no end, the answer says what was not judged. */
static int look_for_the_rest(Session *s)
{
    Job *job = &s->job;
    uint32_t open = s->program && job->verdict == VERDICT_SAFE ? open_properties(s) : 0;
    if (open && strcmp(s->options.engine, "auto") != 0)
        note_recursion(job, open);
    if (!open || strcmp(s->options.engine, "auto") != 0)
        return 0;
    Job second = {.input = job->input,
                  .program = job->program,
                  .sources = job->sources,
                  .options = job->options,
                  .memory = job->memory,
                  .runs_in = job_is_weak(job) ? job->memory : MEMORY_SC,
                  .properties = open,
                  .why = open & PROPERTY_HANG ? "hangs are looked for" : "recursion is followed",
                  .budget = job->budget};
    Sliced sliced;
    sliced_begin(&sliced, &second);
    uint64_t before = job->budget.work, all_work = job->stats.work;
    auto_look_further(&second);
    sliced_end(&sliced);
    uint64_t work = second.budget.work;
    bool all = !second.many_threads; /* else runs were left out in which somebody could get on */
    bool hangs = second.bugs.len && second.bugs.at[0].error == ERR_HANG;
    if (second.verdict == VERDICT_BUG && (all || !hangs)) {
        Job first = *job;
        second.properties = job->properties;
        *job = second;
        second = first;
    } else if (all && second.verdict == VERDICT_SAFE)
        job->judged |= open;
    else
        note_recursion(job, open);
    job->budget.work = work;
    job->stats.work = all_work + work - before;
    job_free(&second);
    return job->verdict == VERDICT_BUG ? confirm_bugs(job) : 0;
}

/* Nothing else is open than what was tried, and that was meant so. */
static void take_as_tried(Job *job)
{
    if (!job->options->as_tried || !job->doubted || job->verdict != VERDICT_UNKNOWN)
        return;
    vec_each (Spec, spec, &job->program->specs)
        if (spec->performs.len &&
            (job->properties & PROPERTY_ACCESS)) /* that is not compared yet */
            return;
    job->verdict = VERDICT_BOUNDED;
    job->covered = "nothing goes wrong in the runs that were tried, as far as heddle follows them";
}

/* A search that was stopped: what might shorten it. */
static void add_advice(Job *job)
{
    const char *advice = job->input == INPUT_PROGRAM ? job->program->advice : NULL;
    if (advice && !auto_is_answer(job) && job->budget.reason && job->reason)
        job->reason = arena_print(&job->arena, "%s; %s", job->reason, advice);
}

int session_answer(Session *s, const Engine *engine)
{
    if (s->program)
        ir_unserialize(s->program); /* another client was explored before */
    Sliced sliced;
    sliced_mark(s->program, &s->job);
    sliced_begin(&sliced, &s->job);
    int status = checkpoint_name(s);
    if (status) {
        sliced_end(&sliced);
        return status;
    }
    if (strcmp(s->options.engine, "auto") == 0 && engine == &engine_explore &&
        !(s->job.properties & PROPERTY_LIVE && s->options.concurrent))
        auto_run(&s->job, (AutoPause){AUTO_LONG, next_try_early, s});
    else {
        engine_run(engine, &s->job);
        s->job.stats.work = s->job.budget.work;
    }
    add_advice(&s->job);
    take_as_tried(&s->job);
    status = checkpoint_status(s);
    if (!status)
        status = confirm(&s->job, &sliced);
    sliced_end(&sliced);
    if (!status)
        status = compare_performs(s);
    if (!status)
        status = compare_tries(s);
    if (!status)
        status = look_for_the_rest(s);
    s->job.seconds = budget_elapsed(&s->job.budget);
    return status;
}
