/* c_native.c -- does heddle compute what the processor computes?
 *
 *   c_native [--seed=S] [--count=N] [--cases=K] [--model=lp64|ilp32] [--case=C] [--print]
 * [--sanitize]
 *
 * Makes the programs of the seeds S, S + 1 ... (N of them; 0: for ever), each with K cases
 * (native.h), runs them natively, and gives them to heddle together with the values that came: it
 * must compute the same, and reach the end.  Every third program is one for 32 bits, unless told.
 * With --sanitize, and in every 50th program, it is first seen that they have no undefined
 * behaviour.  A program that differs is cut down to the case, and to the lines of it, that still
 * do, and is printed (not with --terse); then the exit status is 1. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_subject.h"
#include "check/replay.h"
#include "engine/explore/explore.h"
#include "native.h"

enum { CASES = 80, MOST_SECONDS = 600, MOST_VALUES = 1 << 20, SANITIZED = 50 };

#define EMBED(name, file)                                                                          \
    __asm__(".section .rodata\n"                                                                   \
            "native_" #name "_text: .incbin \"test/fuzz/native/" file "\"\n"                       \
            ".byte 0\n"                                                                            \
            ".previous\n");                                                                        \
    extern const char native_##name##_text[]
EMBED(prelude, "prelude.h");
EMBED(runtime, "runtime.c");

typedef struct Fuzz {
    uint64_t seed, count;
    int cases, only; /* -1: all */
    bool print, sanitize, terse, lp64, ilp32;
    bool narrow; /* this program is one for 32 bits */
    char folder[32], runtime[2][48];
    uint64_t *values, *others;
    size_t value_count;
    const char *what; /* heddle said when it differed */
    uint64_t programs, compared, compared_cases;
    VEC(const char *) lines; /* while it is made smaller */
    Arena arena;
} Fuzz;

static const char *path(Fuzz *f, const char *name)
{
    return arena_print(&f->arena, "%s/%s", f->folder, name);
}

static void write_text(const char *name, const char *text)
{
    FILE *out = fopen(name, "w");
    if (!out || fputs(text, out) < 0 || fclose(out) != 0) {
        perror(name);
        exit(2);
    }
}

/* ---- the program ---- */

static void write_program(Fuzz *f, const char *name, int only)
{
    Gen g = {.ilp32 = f->narrow};
    g.out = fopen(name, "w");
    if (!g.out) {
        perror(name);
        exit(2);
    }
    fprintf(g.out, "#include \"prelude.h\"\n");
    for (int k = 0; k < f->cases; k++) {
        if (only >= 0 && k != only)
            continue;
        g.dice = (f->seed * 1000003 + (uint64_t)k) * 0x9e3779b97f4a7c15u + 1;
        g.number = k;
        case_write(&g);
    }
    fprintf(g.out, "int main(void)\n{\n    begin();\n");
    for (int k = 0; k < f->cases; k++)
        if (only < 0 || k == only)
            fprintf(g.out, "    f%d();\n", k);
    fprintf(g.out, "    return 0;\n}\n");
    fclose(g.out);
    arena_free(&g.arena);
}

/* ---- natively ---- */

/* Most programs have the one that is done soonest. */
static const char *const wide_compilers[] = {"gcc -w -O0", "clang-19 -w -O1", "gcc -w -O0",
                                             "gcc -w -O1", "gcc -w -O2"};
static const char quick_compiler[] = "clang-19 -w -O0";
static const char narrow_compiler[] = "clang-19 -w -m32 -O0 -msse2 -mfpmath=sse -ffreestanding "
                                      "-fno-builtin -fno-pic -no-pie -nostdlib "
                                      "-static";
static const char sanitizer[] =
    "gcc -O0 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all";
static const char traps[] = " -fsanitize=undefined -fsanitize-trap=undefined";
static const char strict[] = " -Wno-all -Werror=return-type -Werror=uninitialized";

static const char *compiler_of(const Fuzz *f)
{
    enum { COMPILERS = sizeof wide_compilers / sizeof *wide_compilers };
    if (f->narrow)
        return narrow_compiler;
    return f->seed % 3 == 1 ? wide_compilers[f->seed / 3 % COMPILERS] : quick_compiler;
}

static bool make_runtime(Fuzz *f)
{
    write_text(path(f, "runtime.c"), native_runtime_text);
    write_text(path(f, "prelude.h"), native_prelude_text);
    const char *command = arena_print(&f->arena,
                                      "gcc -O1 -c -w -o %1$s/64.o %1$s/runtime.c && %2$s -c -w -o "
                                      "%1$s/32.o %1$s/runtime.c 2>/dev/null",
                                      f->folder, narrow_compiler);
    return system(command) == 0;
}

/* The values that the program computes; their number, or -1.  The library computes what is its
 * own: compilers that know its functions are wrong now and then (gcc 12 about "%.0hhd"). */
static long run_native(Fuzz *f, const char *compiler, const char *name, uint64_t *values, bool loud)
{
    const char *command = arena_print(
        &f->arena,
        "{ %s -Wno-packed-bitfield-compat -fno-strict-aliasing -fno-builtin -ffp-contract=off "
        "-DNATIVE -I%s -o %s/native %s "
        "%s/%s.o %s && "
        "timeout 60 %s/native; } %s",
        compiler, f->folder, f->folder, name, f->folder, f->narrow ? "32" : "64",
        f->narrow ? "" : "-lm", f->folder, loud ? "" : "2>/dev/null");
    FILE *in = popen(command, "r");
    long count = in ? (long)fread(values, sizeof *values, MOST_VALUES, in) : 0;
    if (!in || pclose(in) != 0)
        return -1;
    return count;
}

static void write_values(Fuzz *f)
{
    FILE *out = fopen(path(f, "values.h"), "w");
    fprintf(out, "static const unsigned long long values[] = {");
    for (size_t k = 0; k < f->value_count; k++)
        fprintf(out, "%s 0x%" PRIx64 "ull", k ? "," : "", f->values[k]);
    fprintf(out, "};\n");
    fclose(out);
}

/* ---- heddle ---- */

typedef enum Answer { SAME, OTHER, FAILED } Answer;

/* What heddle says; NULL: what it must. */
static const char *complaint(Fuzz *f, const Job *job)
{
    if (!job->bugs.len)
        return arena_print(&f->arena, "%s: %s", verdict_name(job->verdict),
                           job->reason ? job->reason : "");
    const Bug *bug = &job->bugs.at[0];
    return strstr(bug->message, "the end") ? NULL : arena_print(&f->arena, "bug: %s", bug->message);
}

static Answer judge(Fuzz *f, const Job *job, bool loud)
{
    const char *what = complaint(f, job);
    if (!what)
        return SAME;
    if (!loud)
        return f->what && strncmp(f->what, what, 24) != 0 ? FAILED : OTHER;
    f->what = what;
    fprintf(stderr, "seed %" PRIu64 ": heddle says %s\n", f->seed, what);
    vec_each (Bug, bug, &job->bugs)
        fprintf(stderr, "  at line %u in %s\n", bug->where.line, bug->proc);
    return OTHER;
}

static Answer ask_heddle(Fuzz *f, const char *name, bool loud)
{
    const char *flags[] = {"-w", arena_print(&f->arena, "-I%s", f->folder),
                           "-DVALUES=\"values.h\""};
    COptions options = {.flags = flags, .flag_count = 3, .ilp32 = f->narrow};
    Subject s = {0};
    if (!subject_load(&s, f->seed, name, &options)) {
        subject_free(&s);
        return FAILED;
    }
    Options defaults = option_defaults();
    defaults.no_reduction = f->seed % 4 == 1;
    Job job = {.program = s.program, .options = &defaults};
    job.properties = PROPERTY_ASSERT | PROPERTY_MEMORY | PROPERTY_UNDEFINED;
    budget_begin(&job.budget, MOST_SECONDS, 0, false);
    engine_run(&engine_explore, &job);
    char why[256];
    vec_each (Bug, bug, &job.bugs)
        if (!check_replay(&job, bug, why, sizeof why))
            bug->message = arena_print(&f->arena, "what does not replay: %s", why);
    Answer answer = judge(f, &job, loud);
    job_free(&job);
    subject_free(&s);
    return answer;
}

/* Does heddle compute the same as the processor? */
static Answer compare(Fuzz *f, const char *name, bool loud)
{
    long count = run_native(f, compiler_of(f), name, f->values, loud);
    if (count <= 0)
        return FAILED;
    f->value_count = (size_t)count;
    write_values(f);
    return ask_heddle(f, name, loud);
}

/* Do the sanitizers say nothing, and does another compiler agree? */
static bool defined(Fuzz *f, const char *name, bool loud)
{
    long count;
    const char *first = f->narrow ? narrow_compiler : sanitizer;
    const char *compiler =
        arena_print(&f->arena, "%s%s%s", first, f->narrow ? traps : "", loud ? " -w" : strict);
    count = run_native(f, compiler, name, f->others, loud);
    if (count < 0 || (size_t)count != f->value_count) {
        if (loud)
            fprintf(stderr, "seed %" PRIu64 ": the program has undefined behaviour\n", f->seed);
        return false;
    }
    for (long k = 0; k < count; k++)
        if (f->others[k] != f->values[k]) {
            if (loud)
                fprintf(stderr, "seed %" PRIu64 ": compilers disagree about value %ld\n", f->seed,
                        k);
            return false;
        }
    return true;
}

/* ---- smaller ---- */

static void read_lines(Fuzz *f, const char *name)
{
    char line[1 << 16];
    FILE *in = fopen(name, "r");
    f->lines.len = 0;
    while (in && fgets(line, sizeof line, in))
        vec_push(&f->lines, arena_copy(&f->arena, line, strlen(line)));
    if (in)
        fclose(in);
}

static void write_lines(const Fuzz *f, const char *name, size_t from, size_t to)
{
    FILE *out = fopen(name, "w");
    for (size_t k = 0; k < f->lines.len; k++)
        if (k < from || k >= to)
            fputs(f->lines.at[k], out);
    fclose(out);
}

/* Leaves out lines as long as it is well defined and heddle still differs. */
static void shrink(Fuzz *f, const char *name)
{
    read_lines(f, name);
    for (size_t size = f->lines.len / 2; size; size /= 2)
        for (size_t from = 0; from < f->lines.len;) {
            size_t to = from + size < f->lines.len ? from + size : f->lines.len;
            write_lines(f, name, from, to);
            if (compare(f, name, false) == OTHER && defined(f, name, false)) {
                memmove(f->lines.at + from, f->lines.at + to,
                        (f->lines.len - to) * sizeof *f->lines.at);
                f->lines.len -= to - from;
            } else {
                from += size;
            }
        }
    write_lines(f, name, f->lines.len, f->lines.len);
    compare(f, name, true);
}

/* Which case is it? */
static void report(Fuzz *f, const char *name)
{
    for (int k = 0; k < f->cases; k++) {
        write_program(f, name, k);
        if (compare(f, name, false) != OTHER)
            continue;
        bool fair = defined(f, name, true);
        fprintf(stderr, "seed %" PRIu64 ", case %d%s: heddle differs\n", f->seed, k,
                f->narrow ? " (32 bits)" : "");
        if (fair)
            shrink(f, name);
        subject_print(name);
        return;
    }
    fprintf(stderr, "seed %" PRIu64 ": heddle differs, but in no case alone\n", f->seed);
}

static bool check_seed(Fuzz *f)
{
    const char *name = path(f, "random.c");
    f->narrow = f->ilp32 && (!f->lp64 || f->seed % 3 == 0);
    write_program(f, name, f->only);
    if (f->print) {
        subject_print(name);
        return true;
    }
    f->what = NULL;
    Answer answer = compare(f, name, true);
    if (answer == SAME) {
        f->programs++;
        f->compared += f->value_count;
        f->compared_cases += (uint64_t)(f->only < 0 ? f->cases : 1);
        if (!f->sanitize && f->seed % SANITIZED)
            return true;
        return defined(f, name, true);
    }
    if (answer == OTHER && !f->terse)
        report(f, name);
    else if (answer == FAILED)
        fprintf(stderr, "seed %" PRIu64 ": the program cannot be compiled and run\n", f->seed);
    return false;
}

static bool read_option(Fuzz *f, const char *text)
{
    if (strcmp(text, "--print") == 0)
        f->print = true;
    else if (strcmp(text, "--sanitize") == 0)
        f->sanitize = true;
    else if (strcmp(text, "--terse") == 0)
        f->terse = true;
    else if (strcmp(text, "--model=lp64") == 0)
        f->ilp32 = false;
    else if (strcmp(text, "--model=ilp32") == 0)
        f->lp64 = false;
    else
        return sscanf(text, "--seed=%" SCNu64, &f->seed) == 1 ||
               sscanf(text, "--count=%" SCNu64, &f->count) == 1 ||
               sscanf(text, "--cases=%d", &f->cases) == 1 ||
               sscanf(text, "--case=%d", &f->only) == 1;
    return true;
}

int main(int argc, char **argv)
{
    Fuzz f = {.seed = 1, .count = 1, .cases = CASES, .only = -1, .lp64 = true, .ilp32 = true};
    for (int k = 1; k < argc; k++)
        if (!read_option(&f, argv[k])) {
            fprintf(stderr, "%s: cannot use %s\n", argv[0], argv[k]);
            return 2;
        }
    strcpy(f.folder, "/tmp/c_native-XXXXXX");
    if (!mkdtemp(f.folder)) {
        perror(f.folder);
        return 2;
    }
    f.values = memory_alloc(2 * MOST_VALUES * sizeof *f.values);
    f.others = f.values + MOST_VALUES;
    if (!make_runtime(&f)) {
        fprintf(stderr,
                "programs for 32 bits cannot be made here: only those for 64 are compared\n");
        f.ilp32 = false;
    }
    bool right = true;
    for (uint64_t k = 0; right && (!f.count || k < f.count); k++, f.seed++)
        right = check_seed(&f);
    if (!f.print)
        printf("%" PRIu64 " programs, %" PRIu64 " cases, %" PRIu64 " values are the same\n",
               f.programs, f.compared_cases, f.compared);
    const char *clean = arena_print(&f.arena, "rm -rf %s", f.folder);
    if (right && system(clean) != 0)
        right = false;
    arena_free(&f.arena);
    memory_free(f.values);
    vec_free(&f.lines);
    return !right;
}
