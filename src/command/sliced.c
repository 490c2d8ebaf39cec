/* sliced.c -- see sliced.h. */
#include "command/sliced.h"

/* Does the question leave room for it?  States are counted and drawn as they are, and calls that nobody
 * interrupts are compared by all that they leave behind. */
static bool may_slice(const Job *job)
{
    const Options *options = job->options;
    return job->input == INPUT_PROGRAM && !options->no_slicing && !options->zing_counting &&
           !*options->states && !job->serialized && !(job->properties & PROPERTY_LIVE) &&
           !job->wants_summaries && !program_is_serial(job->program);
}

void sliced_mark(Program *program, const Job *job)
{
    bool asked = job->properties & (PROPERTY_HANG | PROPERTY_LIVELOCK);
    if (program && asked && program_is_c(program) && job->runs_in == MEMORY_SC &&
        !program_is_weak(program) && !program_is_serial(program))
        flow_quiet(program);
}

void sliced_begin(Sliced *s, Job *job)
{
    *s = (Sliced){.job = job, .whole = job->program};
    if (!may_slice(job))
        return;
    bool strong = job->runs_in == MEMORY_SC && !program_is_weak(job->program);
    flow_slice(job->program, strong, &s->slice);
    sliced_again(s);
}

void sliced_again(Sliced *s)
{
    if (s->slice.program)
        s->job->program = s->slice.program;
}

void sliced_whole(Sliced *s)
{
    s->job->program = s->whole;
}

void sliced_end(Sliced *s)
{
    sliced_whole(s);
    slice_free(&s->slice);
}
