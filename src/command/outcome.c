/* outcome.c -- what a command prints and writes at its end, and its exit status. */
#include <errno.h>
#include <string.h>

#include "base/guard.h"
#include "base/peers.h"
#include "command/session.h"
#include "report/report.h"

bool session_asks_races(const Session *s)
{
    return s->program && program_is_c(s->program);
}

static int exit_status(VerdictKind verdict)
{
    switch (verdict) {
    case VERDICT_SAFE:
        return EXIT_SAFE;
    case VERDICT_BUG:
        return EXIT_BUG;
    case VERDICT_UNKNOWN:
    case VERDICT_BOUNDED:
        return EXIT_OPEN;
    }
    return EXIT_INTERNAL;
}

int session_write_files(Session *s)
{
    if (s->options.peers && s->options.peers->number) /* number 0 writes them */
        return exit_status(s->job.verdict);
    const char *failed = report_files(&s->job);
    if (failed)
        return session_complain(s, "cannot write %s: %s", failed, strerror(errno));
    int status = *s->options.abstraction ? session_write_abstraction(s) : 0;
    return status ? status : exit_status(s->job.verdict);
}

int session_report(Session *s)
{
    const Job *job = &s->job;
    guard_end();
    s->job.config = s->config_text;
    report_name_values(&s->job);
    if (s->options.json)
        report_json(job, stdout);
    else
        report_text(job, session_wants_color(s), stdout);
    if (s->options.stats && !s->options.json)
        report_stats(job, stdout);
    return session_write_files(s);
}
