/* c_subject.h -- a random C program under test: how it is loaded, and what searches say of it. */
#ifndef TEST_FUZZ_C_SUBJECT_H
#define TEST_FUZZ_C_SUBJECT_H

#include "front/c/c.h"
#include "result/job.h"

/* ---- chance ---- */

uint32_t dice_draw(uint64_t *dice, uint32_t below);
const char *dice_pick(uint64_t *dice, const char *const *texts, size_t count);
#define DICE_PICK(dice, ...)                                                                       \
    dice_pick(dice, (const char *const[]){__VA_ARGS__},                                            \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* ---- the command line ---- */

typedef struct SubjectOptions {
    uint64_t *seed, *count;
    bool *print;
    char *folder; /* for files: made, its last letters chosen */
} SubjectOptions;

/* --seed=S --count=N --print; false, and a message: it is wrong, or there is no folder. */
bool subject_begin(const SubjectOptions *options, int argc, char **argv);

/* ---- programs ---- */

typedef struct Subject {
    Sources sources;
    Diag diag;
    Program *program;
} Subject;

/* False, and a message: it cannot be loaded, or is not well-formed. */
bool subject_load(Subject *s, uint64_t seed, const char *name, const COptions *options);

/* A file of many programs, compiled once; each is loaded by itself, from its main on. */
typedef struct SubjectFile {
    const COptions *options;
    Sources sources; /* the bitcode */
} SubjectFile;
bool subject_compile(SubjectFile *file, uint64_t seed, const char *name, const COptions *options);
bool subject_load_part(Subject *s, uint64_t seed, const char *name, const SubjectFile *file,
                       const char *entry);
void subject_file_free(SubjectFile *file);
void subject_free(Subject *s);

typedef enum Method {
    PLAIN,
    REDUCED,
    SUMMARIZED,
    CONTEXTS,
    CROWD,
    MODULAR,
    SYMBOLIC,
    TALLY,
    METHODS
} Method;
const char *method_name(Method method);
const char *verdict_name(VerdictKind verdict);

/* False, and a message: a bug does not replay. */
bool subject_search(const Subject *s, uint64_t seed, uint32_t properties, Method method,
                    double seconds, VerdictKind *verdict);

/* The file on standard output. */
void subject_print(const char *name);

#endif
