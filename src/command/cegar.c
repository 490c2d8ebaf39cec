/* cegar.c -- abstraction, check, refinement.
 *
 * The abstraction is a program, and an engine decides it: if it is safe the program is.  A bug of it is
 * replayed there, and followed in the program; if the program has no such run there are new predicates.
 * If it may have it, the run is replayed in the program before anybody sees it. */
#include "command/cegar.h"

#include "base/log.h"
#include "check/abstraction.h"
#include "check/replay.h"
#include "command/asks.h"
#include "engine/bag/crowd/crowd.h"
#include "engine/bag/task/task.h"
#include "engine/cegar/cegar.h"
#include "engine/explore/explore.h"
#include "engine/summarize/summarize.h"

enum { MOST_ROUNDS = 100, MOST_PREDICATES = 200, MOST_THREADS = 8 };

typedef enum Round { ROUND_AGAIN, ROUND_ANSWER, ROUND_OVER } Round;

typedef struct Loop {
    Job *job;
    Cegar *cegar;
    uint32_t rounds;
    Reason why;
} Loop;

static Job question(const Job *job, const Program *program)
{
    return (Job){.input = INPUT_PROGRAM,
                 .program = program,
                 .sources = job->sources,
                 .options = job->options,
                 .memory = job->memory,
                 .runs_in = MEMORY_SC,
                 .properties = job->properties,
                 .most_threads = MOST_THREADS,
                 .budget = job->budget};
}

/* Whoever accepts it, in this order, until one has an answer. */
static void decide(Job *job, Job *second, Reason *why)
{
    static const Engine *const engines[] = {&engine_tasks, &engine_crowd, &engine_summarize,
                                            &engine_explore};
    bool tasks = tasks_posted(second->program), many = cegar_starts_many(second->program);
    for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
        bool bag = engines[k] == &engine_tasks;
        bool crowd = engines[k] == &engine_crowd && !many;
        bool raw = program_is_raw(second->program) && engines[k] == &engine_summarize;
        if (bag != tasks || raw || crowd || !engine_accepts(engines[k], second, why))
            continue;
        *why = (Reason){0};
        job_clear(second);
        second->engine = engines[k]->name;
        engine_run(engines[k], second);
        job->budget = second->budget;
        if (second->verdict == VERDICT_SAFE || second->verdict == VERDICT_BUG || job->budget.reason)
            return;
    }
}

static Round show_bug(Loop *l, Bug *real)
{
    char why[256];
    Job *job = l->job;
    if (!check_replay(job, real, why, sizeof why)) {
        LOG(AUTO, "cegar: a run is not the program's: %s", why);
        bug_free(real);
        l->why.text = "there may be a bug, but no run was found that shows it";
        return ROUND_OVER;
    }
    vec_push(&job->bugs, *real);
    job->errors = 1;
    job->verdict = VERDICT_BUG;
    return ROUND_ANSWER;
}

/* A guard over numbers is chosen in the abstraction, again whenever the thread looks: what waits because of it
 * may also go on, so that there is a deadlock for some and none for others. */
static const char CHOSEN_WAIT[] = "whether a thread waits depends on numbers that predicates stand "
                                  "for: without deadlocks it may be decided, "
                                  "see --property";

static Round follow(Loop *l, Job *second)
{
    char why[256];
    Bug *bug = &second->bugs.at[0], real;
    if (!check_replay(second, bug, why, sizeof why)) {
        LOG(AUTO, "cegar: a run of the abstraction is not replayed: %s", why);
        l->why.text = bug->error == ERR_DEADLOCK
                          ? CHOSEN_WAIT
                          : "a run of the abstraction could not be replayed: please report";
        return ROUND_OVER;
    }
    switch (cegar_follow(l->cegar, bug, &real, &l->why)) {
    case FOLLOWED_REFINED:
        return ROUND_AGAIN;
    case FOLLOWED_REAL:
        return show_bug(l, &real);
    case FOLLOWED_STUCK:
        break;
    }
    return ROUND_OVER;
}

/* Every run of the program is one of the abstraction, and the abstraction is safe: both are looked at once more. */
static Round confirm(Loop *l, Job *second)
{
    char why[256] = "";
    uint64_t questions;
    Job *job = l->job;
    AbstractionCheck check =
        check_abstraction(cegar_claims(l->cegar), &job->budget, &questions, why, sizeof why);
    LOG(AUTO, "cegar: the proof %s after %llu questions%s%s",
        check == ABSTRACTION_HOLDS   ? "holds"
        : check == ABSTRACTION_FAILS ? "does not hold"
                                     : "was not checked",
        (unsigned long long)questions, *why ? ": " : "", why);
    if (check == ABSTRACTION_FAILS) {
        l->why.text = arena_print(&job->arena, "a proof does not hold: please report: %s", why);
        return ROUND_OVER;
    }
    job->predicates_note =
        check == ABSTRACTION_HOLDS
            ? arena_print(&job->arena, "checked once more, with %llu questions to the solver",
                          (unsigned long long)questions)
            : arena_print(&job->arena, "not checked once more: %s", why);
    job->verdict = VERDICT_SAFE;
    job->stats.states = second->stats.states;
    return ROUND_ANSWER;
}

static Round answer(Loop *l, Job *second)
{
    if (second->verdict == VERDICT_BUG && second->bugs.len)
        return follow(l, second);
    if (second->verdict == VERDICT_SAFE && !second->undefined.text)
        return confirm(l, second);
    if (!l->why.text)
        l->why = second->undefined.text
                     ? second->undefined
                     : (Reason){second->reason, second->where, second->where_proc};
    return ROUND_OVER;
}

static void keep(Job *job, Program *abstraction)
{
    if (job->abstraction)
        program_free(job->abstraction);
    job->abstraction = abstraction;
}

static Round go_round(Loop *l)
{
    char text[256];
    uint32_t pc;
    Program *abstraction = cegar_abstract(l->cegar, &l->why);
    if (!abstraction)
        return ROUND_OVER;
    if (!ir_verify(abstraction, text, sizeof text, &pc)) {
        LOG(AUTO, "cegar: malformed at %u: %s", pc, text);
        l->why.text = "the abstraction is malformed: please report";
        program_free(abstraction);
        return ROUND_OVER;
    }
    Job second = question(l->job, abstraction);
    decide(l->job, &second, &l->why);
    Round round = answer(l, &second);
    LOG(AUTO, "cegar: round %u, %u predicates, %s: %s", l->rounds, cegar_predicates(l->cegar),
        second.engine ? second.engine : "nobody",
        round == ROUND_AGAIN    ? "refined"
        : round == ROUND_ANSWER ? "answered"
                                : l->why.text);
    if (l->why.text)
        l->why = job_keep(l->job, l->why);
    job_free(&second);
    if (*l->job->options->abstraction)
        keep(l->job, abstraction);
    else
        program_free(abstraction);
    return round;
}

static void tell(Loop *l)
{
    Job *job = l->job;
    uint32_t count = cegar_predicates(l->cegar);
    for (uint32_t k = 0; k < count; k++)
        vec_push(&job->predicates, cegar_predicate(l->cegar, k, &job->arena));
}

static Reason refine(Job *job, const Program *program, bool all)
{
    Loop l = {.job = job};
    Round round = ROUND_AGAIN;
    l.cegar = cegar_new(job, program, all, &l.why);
    while (l.cegar && round == ROUND_AGAIN && !budget_exhausted(&job->budget)) {
        l.rounds++;
        if (l.rounds > MOST_ROUNDS || cegar_predicates(l.cegar) > MOST_PREDICATES) {
            l.why.text = "ever more predicates are needed";
            break;
        }
        round = go_round(&l);
    }
    if (l.cegar) {
        tell(&l);
        cegar_free(l.cegar);
    }
    return l.why;
}

static bool is_decided(const Job *job)
{
    return job->verdict == VERDICT_SAFE || job->verdict == VERDICT_BUG;
}

/* Many truth values that vary independently have too many combinations for a search: predicates may stand for
 * them, too. */
static void refine_truths(Job *job, Reason *why)
{
    bool asked = strcmp(job->options->engine, "cegar") == 0 && cegar_truths(job->program);
    Program *wide = asked || asks_truths(job) ? cegar_widen(job->program) : NULL;
    if (!wide)
        return;
    LOG(AUTO, "cegar: again, with numbers for %u truth values", cegar_truths(job->program));
    job->predicates.len = 0;
    *why = refine(job, wide, true);
    if (!*job->options->abstraction) {
        program_free(wide);
        return;
    }
    if (job->widened)
        program_free(job->widened);
    job->widened = wide;
}

static void run(Job *job)
{
    Reason why = refine(job, job->program, false);
    if (!is_decided(job) && !budget_exhausted(&job->budget))
        refine_truths(job, &why);
    if (is_decided(job))
        return;
    job->verdict = VERDICT_UNKNOWN;
    bool over = budget_exhausted(&job->budget); /* then the solver has given up because of that */
    job_give_reason(job, over || !why.text ? (Reason){.text = job->budget.reason} : why);
}

const Engine engine_cegar = {
    .name = "cegar",
    .help =
        "proofs for all numbers: predicates stand for them, and are added until they are enough",
    .reads = INPUT_PROGRAM,
    .accepts = cegar_accepts,
    .run = run,
};
