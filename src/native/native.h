/* native.h -- replay --native: a run of a C program is forced on its real binary.
 *
 *   trace -> schedule.c -> schedule -> build.c -> binary -> watch.c -> what really happens
 *
 * The trace has been replayed by heddle before.  Nothing here decides about a verdict of heddle's.
 */
#ifndef NATIVE_NATIVE_H
#define NATIVE_NATIVE_H

#include "front/c/c.h"
#include "native/schedule.h"

/* What looks at the binary. */
typedef struct NativeWay {
    const char *sanitize; /* a list of sanitizers, "": none */
    bool memcheck;        /* it runs under valgrind */
} NativeWay;

typedef struct Native {
    const Job *job; /* its first bug was replayed, with landmarks */
    const Bug *bug;
    Sources *sources;
    const int *files;
    size_t file_count;
    COptions options;
    const char *output; /* the binary is kept there; "": it is not */
    Diag *diag;
    Arena arena;
    const char *folder; /* a temporary one */
    const char *binary;
    const char *sanitize; /* a list of sanitizers, "": none */
    bool memcheck;        /* it runs under valgrind */
    const char *missing;  /* why it is not looked at more closely, or NULL */
    NativeWay told;       /* that the report is about */
    Schedule schedule;
} Native;

/* A thread of the binary when everything came to rest. */
typedef struct NativeThread {
    const char *name;  /* "": the schedule does not know it */
    uint32_t landmark; /* that it came to last; 0: none */
    bool held;         /* its turn never came: heddle let it wait */
    bool spins;        /* it is called stuck, and goes round */
    bool ended;
} NativeThread;

/* What became of the binary. */
typedef struct NativeOutcome {
    bool rests;                /* all its threads wait for each other */
    bool spins;                /* it hangs: somebody has gone round SCHEDULE_ROUNDS times */
    bool endless;              /* it took more processor time than it was given */
    int exit_status;           /* or 128 + signal */
    int signal;                /* 0: it ended by itself */
    int passed;                /* events of the schedule that it has passed */
    bool free;                 /* it has passed all, and went on by itself */
    const char *said;          /* on standard error */
    VEC(NativeThread) threads; /* if it rests */
} NativeOutcome;

/* build.c: makes a folder to work in, then native->binary, in a way that may show the error; there
 * are several.  False: diag says why not, or there is no other way. */
bool native_begin(Native *native);
bool native_build(Native *native, int way);
void native_clean(Native *native);

/* watch.c: runs the binary; false: diag says why not. */
bool native_watch(Native *native, NativeOutcome *outcome);
void native_outcome_free(NativeOutcome *outcome);

/* native.c: all of it, and says what came of it.  1: it happened again; 3: it did not; 2: diag says
 * what is wrong. */
int native_replay(Native *native, FILE *out);

#endif
