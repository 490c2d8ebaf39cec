/* tally.c -- a search of the program in which the rounds of all threads are counted together.
 *
 * engine/tally makes it, and says why each run of the program is one of it; explore decides it.  If that is
 * safe the program is; if it is not nothing is known: the run that goes wrong may be one of no program. */
#include "command/tally.h"

#include "base/log.h"
#include "engine/explore/explore.h"
#include "engine/tally/tally.h"
#include "ir/verify.h"

enum { MOST_THREADS = 64 };

/* Inputs that a search tries with a few values only. */
static bool has_inputs(const Program *p)
{
    bool has = false;
    vec_each (Instr, i, &p->code)
        has |= (i->op == OP_MOV || i->op == OP_CHOOSE) && i->flags & FLAG_ALL;
    return has;
}

static bool has_laps(const Program *p)
{
    Laps laps = {0};
    laps_find(p, &laps);
    bool has = laps.len != 0;
    vec_free(&laps);
    return has;
}

static bool accepts(const Job *job, Reason *why)
{
    const Program *p = job->program;
    *why = (Reason){0};
    if (!program_is_c(p))
        why->text = "tally reads C programs";
    else if (job->memory != MEMORY_SC || job->runs_in != MEMORY_SC || program_is_weak(p))
        why->text = "tally runs programs in sequentially consistent memory only";
    else if (job->options->all_errors || job->options->zing_counting || job->infers ||
             job->wants_summaries || job->serialized || *job->options->states ||
             job->options->peers)
        why->text = "tally answers whether all runs are right, and nothing else";
    else if (job->properties & (PROPERTY_LIVE | PROPERTY_ACCESS) && p->accesses.len)
        why->text = "tally does not ask who may access what, nor about whole runs";
    else if (!(job->properties & ~(uint32_t)(PROPERTY_HANG | PROPERTY_LIVELOCK)))
        why->text = "tally does not judge hangs: who goes on there may be stuck in the program";
    else if (program_is_serial(p))
        why->text = "tally does not compare what calls do";
    else if (has_inputs(p))
        why->text = "tally does not search all values of an input";
    else if (!has_laps(p))
        why->text = "no thread has a loop with a counter of its own that is used for nothing else";
    else
        return !job_asks_claim(job, why);
    return false;
}

/* What the search of the other program says of this one.  Its bugs are none that anybody could replay. */
static void judge(Job *job)
{
    job->disciplines.len = job->movers.len = 0; /* of regions that the program has not */
    bool all = !job->many_threads && !job->undefined.text && !job->stats.weak_pairs;
    bool wrong = job->verdict == VERDICT_BUG;
    const char *reason = job->budget.reason ? job->budget.reason : job->reason;
    if (job->verdict == VERDICT_SAFE && all)
        return;
    while (job->bugs.len) {
        Bug bug = vec_pop(&job->bugs);
        bug_free(&bug);
    }
    job->verdict = VERDICT_UNKNOWN;
    job->where = (Pos){0};
    job->where_proc = NULL;
    job->many_threads = job->grows = false;
    job->undefined = (Reason){0};
    job->stats.weak_pairs = 0;
    job->errors = 0;
    job->reason = wrong || !reason ? "if only the rounds of all threads together are counted "
                                     "something may go wrong"
                                   : arena_copy(&job->arena, reason, strlen(reason));
}

/* By the same job, so that it takes the turns of this engine. */
static void search(Job *job, const Program *abstract)
{
    const Program *program = job->program;
    uint32_t properties = job->properties, threads = job->most_threads;
    uint8_t *reached = job->reached;
    Checkpoint *checkpoint = job->checkpoint;
    job->program = abstract;
    job->properties &= ~(uint32_t)(PROPERTY_HANG | PROPERTY_LIVELOCK);
    job->most_threads = MOST_THREADS;
    job->reached = NULL;
    job->checkpoint = NULL;
    engine_explore.run(job);
    job->program = program;
    job->properties = properties;
    job->most_threads = threads;
    job->reached = reached;
    job->checkpoint = checkpoint;
    judge(job);
}

static void run(Job *job)
{
    Laps laps = {0};
    char text[256];
    uint32_t pc;
    laps_find(job->program, &laps);
    Program *abstract = tally_abstract(job->program, &laps);
    if (ir_verify(abstract, text, sizeof text, &pc)) {
        search(job, abstract);
        LOG(AUTO, "tally: %zu loops, %llu states: %s", laps.len,
            (unsigned long long)job->stats.states,
            job->verdict == VERDICT_SAFE ? "safe" : job->reason);
    } else {
        LOG(AUTO, "tally: malformed at %u: %s", pc, text);
        job->verdict = VERDICT_UNKNOWN;
        job_give_reason(job, (Reason){.text = "what was made is malformed: please report"});
    }
    program_free(abstract);
    vec_free(&laps);
}

const Engine engine_tally = {
    .name = "tally",
    .help = "proofs for threads that go round loops: the rounds of all are counted together",
    .reads = INPUT_PROGRAM,
    .accepts = accepts,
    .run = run,
};
