/* c.h -- the front end for C: files in, Program out, through clang and LLVM.
 *
 * doc/c.md says what of C is understood and how it becomes a program. */
#ifndef FRONT_C_C_H
#define FRONT_C_C_H

#include "ir/program.h"

struct Claim; /* claim.h */

/* Which calls and operations are errors besides those that always are. */
typedef enum CGoal {
    C_GOAL_ALL,      /* a user's program: every failed assertion */
    C_GOAL_REACH,    /* SV-COMP: calls of reach_error only; a failed assertion just ends the run */
    C_GOAL_OVERFLOW, /* SV-COMP: signed overflow; neither of the two */
    C_GOAL_RACE,     /* SV-COMP: data races; neither of the two */
    C_GOAL_MEMORY,   /* SV-COMP: memory safety; neither of the two */
    C_GOAL_END       /* SV-COMP: termination; neither of the two */
} CGoal;

/* A program out of a file of many that was compiled before, by c_compile. */
typedef struct CPart {
    const char *text; /* the bitcode */
    size_t len;
    const char *entry; /* the function that is its main */
} CPart;

/* For clang, of one file. */
typedef struct CFileFlags {
    const char *const *at;
    size_t count;
} CFileFlags;

typedef struct COptions {
    const char *const *flags; /* for clang, behind `--` */
    size_t flag_count;
    const CFileFlags *file_flags; /* by source: besides those; the first so many have some */
    size_t file_flag_count;
    bool ilp32;            /* data model: int, long and pointers of 32 bits; else LP64 */
    bool overflow;         /* signed overflow is an error */
    bool memory;           /* what breaks the property `memory` is asked for */
    bool undefined;        /* ... and `undefined` */
    bool no_assert;        /* ... but not `assert`: a failed assertion only ends the run */
    bool lock_leaks;       /* a thread that ends with a lock is an error */
    const char *arguments; /* for main, with blanks between them; NULL or empty: none */
    bool malloc_may_fail;  /* malloc and the like may return null */
    bool native;           /* for replay --native: landmarks are wanted */
    bool included;         /* the names of headers go to sources->included */
    const char *sanitize; /* compile the files as they are, with this sanitizer; NULL: for heddle */
    bool call_types; /* and clang checks calls through pointers, which adds accesses of its own */
    bool all;        /* what main does not lead to is in the program, too, and there need not be
                            a main: all functions, abstractions of models, whole layouts (doc/ir.md) */
    bool sc;         /* every atomic access is seq_cst */
    bool plain_volatile; /* accesses to volatile objects are plain, and not relaxed atomics */
    CGoal goal;
    bool *has_asks;    /* of c_compile: becomes true if a comment asks for a check (`ltl`), which is
                          not in the bitcode; NULL: nobody wants to know */
    const char *entry; /* the function with which the program begins; NULL: main */
    const CPart *part; /* instead of compiling; the file still names the source; NULL: compile */
    /* Is called for each input with why the values that are tried are enough (claim.h); NULL:
     * nobody asks. */
    void (*on_claim)(void *data, const struct Claim *claim);
    void *claim_data;
} COptions;

/* Compiles, links and lowers the files (indices into sources) as one program.  Headers and the
 * files of the models are added to sources as positions name them.  Messages of clang go to
 * standard error as they are, others to diag; returns NULL if there was an error. */
Program *c_load(Sources *sources, const int *files, size_t count, const COptions *options,
                Diag *diag);

/* The headers that the first so many sources include with quotes, directly or through each other, become sources, too: so
 * they can be changed before they are compiled. */
void c_read_headers(Sources *sources, const COptions *options, size_t files);

/* Compiles a file to bitcode in another, and no more: a file of many small programs is compiled
 * once, and then lowered program by program (options->part).  False: it has been shown why not, or
 * is in diag. */
bool c_compile(Sources *sources, int file, const COptions *options, const char *bitcode,
               Diag *diag);

/* What bitcode in a file defines for others, and what it uses of others.  Names go to the arena. */
typedef struct CSymbols {
    VEC(const char *) defined, used;
} CSymbols;
bool c_symbols(const char *bitcode, Arena *arena, CSymbols *symbols);

/* For replay --native: compiles the files once more, as they are but with options->sanitize, for a
 * binary that calls heddle_turn(n) before it passes landmark n of the program, and functions of
 * lib/native/replay.c where it calls their like.  The bitcode goes to a file; found[n] tells
 * whether landmark n is in it.  False: diag says why not. */
bool c_instrument(Sources *sources, const int *files, size_t count, const COptions *options,
                  const Landmarks *landmarks, bool *found, const char *bitcode, Diag *diag);
/* The text of lib/native/replay.c. */
const char *c_replay_runtime(void);

/* A client of a library: what it is to call, and how. */
typedef struct ClientAsk {
    const int *headers; /* sources: functions whose names stand there; none: all with a body */
    size_t header_count;
    const char *const *includes; /* files that the client includes */
    size_t include_count;
    const char *calls, *first, *last, *values; /* as the options of these names; "": none */
    uint32_t threads, most_calls;
} ClientAsk;

/* Writes one: its text, in the arena, and the names of the functions that it calls.  The files are
 * compiled to find these.  NULL: diag says why not. */
const char *c_client(Sources *sources, const int *files, size_t count, const COptions *options,
                     const ClientAsk *ask, Arena *arena, const char **functions, Diag *diag);

/* `19.1.7`; false: the library is not there. */
bool c_version(char *text, size_t size);

#endif
