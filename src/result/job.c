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
    vec_each (Bug, bug, &job->bugs)
        bug_free(bug);
    vec_free(&job->bugs);
    vec_free(&job->disciplines);
    vec_each (Summary, summary, &job->summaries) {
        vec_each (SummaryRow, row, &summary->rows) {
            vec_free(&row->before);
            vec_free(&row->after);
        }
        vec_free(&summary->rows);
        vec_free(&summary->variables);
        vec_free(&summary->splits);
    }
    vec_free(&job->summaries);
    arena_free(&job->arena);
}
