/* job.c -- see job.h. */
#include "result/job.h"

void bug_free(Bug *bug)
{
    vec_each (TraceStep, step, &bug->steps) {
        vec_free(&step->choices);
        vec_free(&step->values);
        vec_free(&step->texts);
    }
    vec_free(&bug->steps);
    vec_free(&bug->waiters);
}

void job_free(Job *job)
{
    vec_each (ProofCheck, check, &job->checks) {
        vec_free(&check->path);
        vec_free(&check->inferred);
    }
    vec_free(&job->checks);
    vec_each (Bug, bug, &job->bugs)
        bug_free(bug);
    vec_free(&job->bugs);
    vec_free(&job->disciplines);
    arena_free(&job->arena);
}
