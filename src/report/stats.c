/* stats.c -- --stats: every counter with its unit and meaning. */
#include "report/report.h"

void report_stats(const Job *job, FILE *out)
{
    fprintf(out, "statistics:\n");
#define STAT(name, unit, what)                                                                     \
    fprintf(out, "  %-18s %14llu %-12s %s\n", #name, (unsigned long long)job->stats.name, unit,    \
            what);
#include "base/stat.def"
#undef STAT
    fprintf(out, "  %-18s %14.2f %-12s %s\n", "seconds", job->seconds, "s", "time of the engine");
    fprintf(out, "  %-18s %14llu %-12s %s\n", "peak_kb", (unsigned long long)memory_peak_kb(), "KB",
            "most memory the process had at once");
    if (job->predicates.len)
        fprintf(out, "predicates%s%s%s:\n", job->predicates_note ? " (" : "",
                job->predicates_note ? job->predicates_note : "", job->predicates_note ? ")" : "");
    vec_each (const char *, text, &job->predicates)
        fprintf(out, "  %s\n", *text);
}
