/* reason.c -- why there is no answer, and what in the source is the cause: said in one way to
 * everybody. */
#include "report/report.h"

const char *report_reason(const Job *job, Arena *arena)
{
    return job_placed_reason(job, arena);
}

void report_reason_statement(const Job *job, FILE *out, Arena *arena)
{
    if (!job->where.line)
        return;
    const char *statement = report_statement(job->sources, job->where, arena);
    bool named = job->where_proc && *job->where_proc != '('; /* not (init) */
    if (named)
        fprintf(out, "  in %s%s%s\n", job->where_proc, *statement ? ": " : "", statement);
    else if (*statement)
        fprintf(out, "  %s\n", statement);
}
