/* c_memory.c -- does the reduction know who touches what in raw memory?
 *
 *   c_memory [--seed=S] [--count=N] [--print] [--theme=T] [--ilp32]
 *
 * Random C programs with two or three threads: locks in structs, in arrays and on the heap, locks
 * that are replaced or initialised again, pointers that move, structs that are assigned, passed and
 * returned, memcpy, memmove, memset, trylock, reader-writer locks, atomics, assumes (memory.c).
 * For some of the properties each the search without reduction, the reduced one and summarize must
 * say the same, and bugs must replay.
 *
 * All of them share the points at which threads may be interrupted.  So each program is there
 * twice, the second time (SPLIT; every other program) with copies that are written out scalar by
 * scalar, and with a point before each access: the search without reduction must say the same of
 * both.  Then assertions are taken away, so that there is data that nobody looks at any more: all that
 * reduces works on the slice (flow/slice.h), the search without reduction does not, and they must
 * still say the same.  A program on which something differs is printed; then the exit status is 1.
 *
 * Most of the time would be clang's, so a file has many programs; each is lowered by itself.  Every
 * third file is for 32 bits (--ilp32: all), where pointers are half as wide. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "blind.h"
#include "c_points.h"
#include "c_subject.h"
#include "memory.h"

enum { MOST_SECONDS = 1, A_FILE = 24 };

typedef struct Fuzz {
    uint64_t seed;
    uint32_t theme; /* all programs are about it; 0: about any */
    bool ilp32;     /* all are for 32 bits; else those of every third file */
    bool narrow;    /* this file is */
    char folder[32];
    uint64_t programs, safe, bugs, open;
} Fuzz;

/* ---- asking heddle ---- */

static const uint32_t rows[] = {
    PROPERTY_ASSERT,
    PROPERTY_DEADLOCK,
    PROPERTY_MEMORY | PROPERTY_LOCK,
    PROPERTY_RACE,
    PROPERTY_ASSERT,
    PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK,
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool agree(Fuzz *f, uint32_t properties, VerdictKind plain, const char *who,
                  VerdictKind other)
{
    bool open = plain == VERDICT_UNKNOWN || other == VERDICT_UNKNOWN;
    f->open += open;
    f->safe += !open && plain == VERDICT_SAFE;
    f->bugs += !open && plain == VERDICT_BUG;
    if (open || plain == other)
        return true;
    fprintf(stderr, "seed %" PRIu64 "%s, properties %x: unreduced %s, %s %s\n", f->seed,
            f->narrow ? " --ilp32" : "", properties, verdict_name(plain), who, verdict_name(other));
    return false;
}

static bool check_row(Fuzz *f, const Subject *s, const Subject *split, uint32_t properties)
{
    VerdictKind plain, other;
    if (!subject_search(s, f->seed, properties, PLAIN, MOST_SECONDS, &plain) ||
        !subject_search(s, f->seed, properties, REDUCED, MOST_SECONDS, &other))
        return false;
    bool right = agree(f, properties, plain, "reduced", other);
    if (right && f->seed % 4 == 0)
        right = subject_search(s, f->seed, properties, SUMMARIZED, MOST_SECONDS, &other) &&
                agree(f, properties, plain, "summarize", other);
    if (right && split)
        right = subject_search(split, f->seed, properties, PLAIN, MOST_SECONDS, &other) &&
                agree(f, properties, plain, "split", other);
    return right;
}

static bool load(Fuzz *f, Subject *s, const char *name, const SubjectFile *file, bool split)
{
    char entry[64];
    memory_main(entry, sizeof entry, f->seed, split);
    return subject_load_part(s, f->seed, name, file, entry);
}

/* Actions that touch more: in atomic regions, and where pointers to what is gone may lead to a later
 * variable, which is then not its thread's own. */
static bool has_large_actions(const MemoryProgram *program)
{
    static const char *const texts[] = {"= &l",    "= &w",  "= &own",
                                        "= &mine", "free(", "atomic_begin"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (strstr(program->text, texts[k]))
            return true;
    return false;
}

static bool check_program(Fuzz *f, const char *name, const SubjectFile *file,
                          const MemoryProgram *program)
{
    Subject s = {0}, split = {0};
    f->seed = program->seed;
    f->programs++;
    bool twice = f->seed % 2;
    bool right = load(f, &s, name, file, false) && (!twice || load(f, &split, name, file, true));
    right = right && (has_large_actions(program) || points_check(s.program, f->seed));
    for (uint32_t k = 0; right && k < 2; k++) {
        uint32_t row = rows[(f->seed / 2 + 3 * k) % ROWS];
        bool waits = program->assumes && (row & PROPERTY_DEADLOCK); /* no assume is a deadlock */
        right = check_row(f, &s, k == 0 && twice && !waits ? &split : NULL, row);
    }
    if (right)
        blind_program(s.program, f->seed * UINT64_C(0x9e3779b97f4a7c15));
    right = right && check_row(f, &s, NULL, rows[f->seed % ROWS]);
    subject_free(&s);
    subject_free(&split);
    if (!right)
        memory_print(stdout, program);
    return right;
}

static bool check_file(Fuzz *f, uint64_t seed, uint32_t count)
{
    char name[64];
    MemoryProgram programs[A_FILE];
    SubjectFile file = {0};
    snprintf(name, sizeof name, "%s/random.c", f->folder);
    FILE *out = fopen(name, "w");
    if (!out) {
        perror(name);
        exit(2);
    }
    for (uint32_t k = 0; k < count; k++)
        programs[k] = memory_make(seed + k, f->theme);
    memory_write(out, programs, count);
    fclose(out);
    const char *flags[] = {"-w"};
    f->narrow = f->ilp32 || seed / A_FILE % 3 == 1;
    COptions options = {.flags = flags, .flag_count = 1, .no_assert = true, .ilp32 = f->narrow};
    bool right = subject_compile(&file, seed, name, &options);
    for (uint32_t k = 0; right && k < count; k++)
        right = check_program(f, name, &file, &programs[k]);
    for (uint32_t k = 0; k < count; k++)
        free(programs[k].text);
    subject_file_free(&file);
    unlink(name);
    return right;
}

static void print_programs(uint64_t seed, uint64_t count, uint32_t theme)
{
    for (uint64_t k = 0; k < count; k++) {
        MemoryProgram program = memory_make(seed + k, theme);
        memory_print(stdout, &program);
        free(program.text);
    }
}

int main(int argc, char **argv)
{
    Fuzz f = {.folder = "/tmp/c_memory-XXXXXX"};
    uint64_t seed = 1, count = 1;
    bool print = false, right = true;
    SubjectOptions options = {&seed, &count, &print, f.folder};
    if (argc > 1 && strcmp(argv[argc - 1], "--ilp32") == 0)
        f.ilp32 = argc--;
    if (argc > 1 && sscanf(argv[argc - 1], "--theme=%" SCNu32, &f.theme) == 1)
        argc--;
    if (!subject_begin(&options, argc, argv))
        return 2;
    if (print)
        print_programs(seed, count, f.theme);
    for (uint64_t k = 0; !print && right && (!count || k < count); k += A_FILE)
        right =
            check_file(&f, seed + k, count && count - k < A_FILE ? (uint32_t)(count - k) : A_FILE);
    rmdir(f.folder);
    if (!print)
        printf("%" PRIu64 " programs: safe %" PRIu64 ", bug %" PRIu64 ", open %" PRIu64 "\n",
               f.programs, f.safe, f.bugs, f.open);
    return !right;
}
