/* asks.c -- see asks.h. */
#include "command/asks.h"

#include "engine/bound/bound.h"
#include "engine/cegar/cegar.h"

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
