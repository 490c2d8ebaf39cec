/* symbolic.c -- see symbolic.h. */
#include "command/symbolic.h"

#include "base/log.h"
#include "check/replay.h"
#include "engine/symbolic/symbolic.h"

static void run(Job *job)
{
    char why[256];
    symbolic_run(job);
    if (job->verdict != VERDICT_BUG || check_replay(job, &job->bugs.at[0], why, sizeof why))
        return;
    LOG(AUTO, "symbolic: a run is not the program's: %s", why);
    bug_free(&job->bugs.at[0]);
    job->bugs.len = 0;
    job->errors = 0;
    job->verdict = VERDICT_UNKNOWN;
    job_give_reason(job,
                    (Reason){.text = "there may be a bug, but no run was found that shows it"});
}

const Engine engine_symbolic = {
    .name = "symbolic",
    .help = "bugs and proofs for all inputs where loops end: a solver chooses inputs and order",
    .reads = INPUT_PROGRAM,
    .accepts = symbolic_accepts,
    .run = run,
};
