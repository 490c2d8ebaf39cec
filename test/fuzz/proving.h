/* proving.h -- what the random tests of specifications share: options, chance, counting, and asking
 * prove. */
#ifndef TEST_FUZZ_PROVING_H
#define TEST_FUZZ_PROVING_H

#include "result/job.h"

typedef struct Proving {
    const char *name; /* of the program */
    uint64_t seed, count;
    bool print; /* every case and its answer */
    Options options;
} Proving;

/* --seed=S --count=N --print; false, and a message: the command line is wrong. */
bool proving_begin(Proving *p, const char *name, int argc, char **argv);
/* One case; false: it is wrong, and a message says so. */
typedef bool ProvingCase(Proving *p, uint64_t seed, void *tally);
/* What was compared so far, and with what: a line. */
typedef void ProvingSay(uint64_t cases, const void *tally, FILE *out);
/* The cases S to S+N-1, or without end; the exit status.  Says on standard error every now and
 * then, and on standard output at the end, what was compared. */
int proving_run(Proving *p, ProvingCase *one, ProvingSay *say, void *tally);

/* A number below this one. */
uint32_t proving_draw(uint64_t *random, uint32_t below);

/* A Zing program and, if it was asked, what prove says about it. */
typedef struct Proven {
    Sources sources;
    Diag diag;
    Program *program;
    Job job;
} Proven;

/* False, and a message: it cannot be loaded. */
bool proven_load(Proven *proven, const char *text, const Options *options);
bool proven_make(Proven *proven, const char *text, const Options *options);
void proven_free(Proven *proven);

#endif
