/* performs.c -- does `heddle check` compare `performs` with what calls do, no more and no less?
 *
 *   performs [--seed=S] [--count=N] [--print]
 *
 * Makes random programs whose methods have a performs of one action, or of one of several, which is
 * often right (serial_case.h).  They are run here, by code of their own: every order of their
 * threads, and at each call the method by itself.  The search must find a call that does something
 * else exactly if there is one, with reduction and without; and where there is one, prove must not
 * prove all methods.  The exit status is 1 if it does; then the program is printed. */
#include <inttypes.h>
#include <stdlib.h>

#include "check/replay.h"
#include "engine/explore/explore.h"
#include "engine/prove/prove.h"
#include "ir/serial.h"
#include "proving.h"
#include "serial_case.h"

enum { PROVED_OF = 8 }; /* one in so many wrong ones is asked of prove */

typedef struct Tally {
    uint64_t calls, wrong, asked;
} Tally;

static void say_tally(uint64_t cases, const void *context, FILE *out)
{
    const Tally *tally = context;
    fprintf(out,
            "%" PRIu64 " programs, %" PRIu64 " with a wrong performs; %" PRIu64
            " calls compared; %" PRIu64 " of the wrong ones are not proved\n",
            cases, tally->wrong, tally->calls, tally->asked);
}

/* Does the search say what is true? */
static bool agrees(const Proven *proven, Options options, bool reduced, bool breaks)
{
    options.no_reduction = !reduced;
    Job job = {.program = proven->program,
               .options = &options,
               .sources = proven->program->sources,
               .properties = PROPERTY_ACCESS};
    char why[300] = "";
    budget_begin(&job.budget, 0, 0, false);
    engine_run(&engine_explore, &job);
    bool bug = job.verdict == VERDICT_BUG;
    bool right = bug == breaks && (bug || job.verdict == VERDICT_SAFE);
    if (right && bug)
        right = job.bugs.at[0].error == ERR_PERFORMS &&
                check_replay(&job, &job.bugs.at[0], why, sizeof why);
    if (!right)
        printf("a call %s, and %s search says: %s (%s%s)\n",
               breaks ? "does what no action says" : "never does what no action says",
               reduced ? "the" : "the unreduced", bug ? "wrong" : "not wrong",
               bug          ? error_info[job.bugs.at[0].error].key
               : job.reason ? job.reason
                            : "safe",
               why);
    job_free(&job);
    return right;
}

static bool try_case(Proving *p, uint64_t seed, void *context)
{
    Tally *tally = context;
    Case *c = case_new(seed);
    Proven proven;
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    case_print(c, false, out);
    fclose(out);
    bool breaks = case_breaks(c, &tally->calls), right = proven_load(&proven, text, &p->options);
    tally->wrong += breaks;
    if (p->print)
        printf("%s// seed %" PRIu64 ": %s\n", text, seed, breaks ? "wrong" : "right");
    if (right && breaks && seed % PROVED_OF == 0) {
        prove_run(&proven.job);
        right = proven.job.verdict != VERDICT_SAFE;
        tally->asked++;
        if (!right)
            puts("it is proved, and a call does what no action says");
    }
    if (right && ir_serialize(proven.program))
        right =
            agrees(&proven, p->options, false, breaks) && agrees(&proven, p->options, true, breaks);
    if (!right)
        printf("seed %" PRIu64 ":\n%s", seed, text);
    proven_free(&proven);
    free(text);
    free(c);
    return right;
}

int main(int argc, char **argv)
{
    Proving p;
    Tally tally = {0};
    if (!proving_begin(&p, "performs", argc, argv))
        return 2;
    return proving_run(&p, try_case, say_tally, &tally);
}
