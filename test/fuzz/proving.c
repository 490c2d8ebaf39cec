/* proving.c -- see proving.h. */
#include "proving.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/prove/prove.h"
#include "front/zing/zing.h"

enum { OFTEN = 500 }; /* so many cases, and it says how far it has come */

bool proving_begin(Proving *p, const char *name, int argc, char **argv)
{
    *p = (Proving){.name = name, .seed = 1, .count = 200, .options = option_defaults()};
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--seed=", 7) == 0)
            p->seed = strtoull(argv[i] + 7, NULL, 10);
        else if (strncmp(argv[i], "--count=", 8) == 0)
            p->count = strtoull(argv[i] + 8, NULL, 10);
        else if (strcmp(argv[i], "--print") == 0)
            p->print = true;
        else {
            fprintf(stderr, "%s: unknown option %s\n", name, argv[i]);
            return false;
        }
    }
    return true;
}

int proving_run(Proving *p, ProvingCase *one, ProvingSay *say, void *tally)
{
    uint64_t done = 0;
    bool right = true;
    while (right && (done < p->count || !p->count)) {
        right = one(p, p->seed + done, tally);
        done++;
        if (done % OFTEN == 0 && done != p->count)
            say(done, tally, stderr);
    }
    say(done, tally, stdout);
    return !right;
}

uint32_t proving_draw(uint64_t *random, uint32_t below)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*random >> 33) % below;
}

bool proven_load(Proven *proven, const char *text, const Options *options)
{
    ZingOptions zing = {0};
    *proven = (Proven){0};
    proven->diag.sources = &proven->sources;
    int file = source_add(&proven->sources, "random.zing", text, strlen(text));
    proven->program = zing_load(&proven->sources, &file, 1, &zing, &proven->diag);
    if (!proven->program) {
        diag_print(&proven->diag, stderr);
        return false;
    }
    proven->job = (Job){.program = proven->program, .options = options};
    budget_begin(&proven->job.budget, 0, 0, false);
    return true;
}

bool proven_make(Proven *proven, const char *text, const Options *options)
{
    if (!proven_load(proven, text, options))
        return false;
    prove_run(&proven->job);
    return true;
}

void proven_free(Proven *proven)
{
    if (proven->program) {
        job_free(&proven->job);
        program_free(proven->program);
    }
    diag_free(&proven->diag);
    source_free(&proven->sources);
}
