/* asks.c -- see asks.h. */
#include "command/asks.h"

#include "engine/bound/bound.h"
#include "engine/cegar/cegar.h"
#include "engine/summarize/summarize.h"

bool asks_reduction(const Job *job)
{
    return !job->options->no_reduction;
}

bool asks_weak(const Job *job)
{
    return job->runs_in != MEMORY_SC;
}

bool asks_bug(const Job *job)
{
    const Options *options = job->options;
    return !options->all_errors && !options->zing_counting && !*options->states && !job->infers &&
           !job->wants_summaries;
}

bool asks_weak_bug(const Job *job)
{
    return asks_bug(job) && asks_weak(job);
}

bool asks_recursion(const Job *job)
{
    return asks_reduction(job) && !job->options->zing_counting && bound_is_worth_it(job);
}

bool asks_inputs(const Job *job)
{
    bool wide = false;
    vec_each (Instr, i, &job->program->code)
        wide |= i->op == OP_MOV && i->flags & FLAG_ALL;
    return wide && asks_bug(job);
}

bool asks_truths(const Job *job)
{
    enum { MANY = 12 };
    return cegar_truths(job->program) >= MANY && asks_bug(job);
}

bool asks_calls(const Job *job)
{
    bool calls = false;
    vec_each (Instr, i, &job->program->code)
        calls |= i->op == OP_CALL || i->op == OP_CALLPTR;
    return calls;
}

bool asks_covered(const Job *job)
{
    bool tries = (job->properties & PROPERTY_RACE) && job->stats.failed_tries;
    bool open = job->verdict == VERDICT_UNKNOWN || job->verdict == VERDICT_BOUNDED;
    return open && job->budget.reason && !tries && !job->bound.counts && !job->covered;
}

bool asks_more_bugs(const Job *job)
{
    return job->engine == engine_summarize.name && job->options->all_errors && job->bugs.len &&
           job->reason && !job->budget.reason;
}

bool asks_pairs(const Job *job)
{
    return job->memory != MEMORY_SC && job->stats.weak_pairs && job->verdict != VERDICT_BUG;
}
