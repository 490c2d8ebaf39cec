/* c_programs.c -- is what heddle says of random C programs true?
 *
 *   c_programs [--seed=S] [--count=N] [--print]
 *
 * Checks the programs of the seeds S, S + 1 ... (N of them; 0: for ever).  Those of odd seeds have
 * threads (see c_threads.h): for each property the search without reduction, the reduced one and
 * summarize must say the same, for several properties at once also bound and the crowd, where they
 * answer, and each bug must replay.  Those of even seeds have one thread,
 * which computes with integers of all sizes, arrays, structs, unions, bit-fields and pointers: they
 * are compiled and run, and heddle must find the same sum, and not another.  A program on which
 * something differs is printed; then the exit status is 1. */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "c_subject.h"
#include "c_threads.h"

enum { MOST_SECONDS = 20, CONTEXTS_SECONDS = 2, MOST_SUMMANDS = 6 };

typedef struct Fuzz {
    uint64_t seed, random;
    FILE *out;       /* the program that is made */
    int depth;       /* of the expression or statement */
    int loops;       /* variables of loops that are in use */
    char folder[32]; /* for files */
    uint64_t safe, bugs, open, sums;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->random, below);
}
#define PICK(f, ...) DICE_PICK(&(f)->random, __VA_ARGS__)

/* ---- one thread: sums ---- */

static void put_value(Fuzz *f)
{
    if (++f->depth > 4 || draw(f, 4) == 0) {
        switch (draw(f, 4)) {
        case 0:
            fprintf(f->out, "%s",
                    PICK(f, "0", "1", "7", "-1", "255u", "65535", "2147483647", "-3L",
                         "0x80000000u", "4294967296L"));
            break;
        case 1:
            fprintf(f->out, "%s[(unsigned)(%s) %% 4]", PICK(f, "bytes", "words", "longs", "s.tab"),
                    PICK(f, "a", "b", "c"));
            break;
        default:
            fprintf(f->out, "%s",
                    PICK(f, "a", "b", "c", "d", "s.small", "s.wide", "s.bits", "s.flag", "p->wide",
                         "*q", "u.whole", "u.half[1]", "t.s.small"));
            break;
        }
    } else if (draw(f, 5) == 0) {
        fprintf(
            f->out, "(%s)(",
            PICK(f, "signed char", "unsigned char", "short", "unsigned", "long", "int", "_Bool"));
        put_value(f);
        fprintf(f->out, ")");
    } else if (draw(f, 4) == 0) {
        fprintf(f->out, "(");
        put_value(f);
        fprintf(f->out, " %s ", PICK(f, "<", "<=", "==", "!=", "&&", "||"));
        put_value(f);
        fprintf(f->out, " ? ");
        put_value(f);
        fprintf(f->out, " : ");
        put_value(f);
        fprintf(f->out, ")");
    } else { /* arithmetic without a sign: no overflow */
        const char *op = PICK(f, "+", "-", "*", "&", "|", "^", "/", "%", "<<", ">>");
        bool shift = op[0] == '<' || op[0] == '>', divides = op[0] == '/' || op[0] == '%';
        const char *type = PICK(f, "unsigned", "unsigned long");
        fprintf(f->out, "((%s)(", type);
        put_value(f);
        fprintf(f->out, ") %s %s(%s)(", op, divides ? "(1 | " : shift ? "(31 & " : "(", type);
        put_value(f);
        fprintf(f->out, ")))");
    }
    f->depth--;
}

static void put_place(Fuzz *f)
{
    if (draw(f, 3) == 0)
        fprintf(f->out, "%s[(unsigned)(%s) %% 4]", PICK(f, "bytes", "words", "longs", "t.s.tab"),
                PICK(f, "a", "b", "d"));
    else
        fprintf(f->out, "%s",
                PICK(f, "a", "b", "c", "d", "s.small", "s.wide", "s.bits", "s.flag", "p->small",
                     "*q", "u.whole", "u.half[0]", "t.s.wide"));
}

static void put_sum_block(Fuzz *f, int statements);

static void put_sum_statement(Fuzz *f)
{
    uint32_t kind = f->depth > 1 ? draw(f, 3) : draw(f, 10);
    f->depth++;
    if (kind < 5) {
        fprintf(f->out, "    ");
        put_place(f);
        fprintf(f->out, " = ");
        put_value(f);
        fprintf(f->out, ";\n");
    } else if (kind == 5) {
        fprintf(f->out, "    p = %s; q = %s;\n", PICK(f, "&s", "&t.s"),
                PICK(f, "&c", "&longs[2]", "&t.s.wide", "&p->wide"));
    } else if (kind == 6) {
        fprintf(f->out, "    t.s = s; %s\n",
                PICK(f, "memcpy(longs, &longs[2], sizeof longs / 2);", "memset(bytes, a, 3);",
                     "s = t.s;", "memmove(words + 1, words, 3 * sizeof *words);"));
    } else if (kind == 7) {
        int k = f->loops++;
        fprintf(f->out, "    for (int i%d = 0; i%d < %u; i%d++) {\n", k, k, 1 + draw(f, 3), k);
        put_sum_block(f, 2);
        fprintf(f->out, "        if (%s) %s;\n    }\n", PICK(f, "a == b", "c & 1", "s.flag"),
                PICK(f, "break", "continue"));
    } else if (kind == 8) {
        fprintf(f->out, "    switch ((unsigned)(");
        put_value(f);
        fprintf(f->out, ") %% 3) {\n    case 0:\n");
        put_sum_block(f, 1);
        fprintf(f->out, "    %s\n    default:\n", PICK(f, "break;", "/* falls */"));
        put_sum_block(f, 1);
        fprintf(f->out, "    }\n");
    } else {
        fprintf(f->out, "    if (");
        put_value(f);
        fprintf(f->out, ") {\n");
        put_sum_block(f, 2);
        fprintf(f->out, "    }\n");
    }
    f->depth--;
}

static void put_sum_block(Fuzz *f, int statements)
{
    for (int k = 0; k < statements; k++)
        put_sum_statement(f);
}

static const char sum_head[] =
    "#include <assert.h>\n#include <stdio.h>\n#include <string.h>\n"
    "struct s { signed char small; long wide; unsigned bits : 5; int flag : 2; short tab[4]; };\n"
    "static struct s s; static struct { char c; struct s s; } t;\n"
    "static union { unsigned long whole; unsigned half[2]; } u;\n"
    "static unsigned char bytes[4] = {1, 2, 3, 250}; static int words[4] = {5, -6};\n"
    "static long longs[4] = {9}; static int a = 3; static unsigned b = 4; static long c; static "
    "short d;\n"
    "static unsigned long sum;\n"
    "static void add(unsigned long x) { sum = sum * 31 + x; }\n";

/* main adds up what the variables are in the end. */
static const char sum_tail[] =
    "    add(a), add(b), add(c), add(d), add(s.small), add(s.wide), add(s.bits), add(s.flag);\n"
    "    add(u.whole), add(t.s.small), add(t.s.wide), add(t.s.bits), add(t.s.tab[3]);\n"
    "    for (int k = 0; k < 4; k++) add(bytes[k]), add(words[k]), add(longs[k]), add(s.tab[k]);\n"
    "#ifdef SUM\n    assert(sum == SUM);\n#else\n    printf(\"%lu\", sum);\n#endif\n    return "
    "0;\n}\n";

static void make_sum(Fuzz *f)
{
    fputs(sum_head, f->out);
    int functions = 1 + (int)draw(f, 3);
    for (int k = 0; k < functions; k++) {
        fprintf(
            f->out,
            "static long f%d(long x, struct s *p)\n{\n    long *q = &c;\n    a += (int)x %% 100;\n",
            k);
        put_sum_block(f, 4);
        fprintf(f->out, "    (void)q;\n    return (long)(unsigned)(");
        put_value(f);
        fprintf(f->out, ");\n}\n");
    }
    fprintf(f->out, "int main(void)\n{\n");
    for (int k = 0; k < MOST_SUMMANDS; k++)
        fprintf(f->out, "    add(f%u(%u, %s));\n", draw(f, (uint32_t)functions), draw(f, 100),
                PICK(f, "&s", "&t.s"));
    fputs(sum_tail, f->out);
}

/* ---- asking heddle ---- */

static bool load(Fuzz *f, Subject *s, const char *name, const char *flag)
{
    const char *flags[] = {"-w", flag};
    COptions options = {.flags = flags, .flag_count = flag ? 2 : 1};
    return subject_load(s, f->seed, name, &options);
}

static const uint32_t rows[] = {
    PROPERTY_ASSERT,
    PROPERTY_DEADLOCK,
    PROPERTY_MEMORY | PROPERTY_LOCK,
    PROPERTY_ACCESS,
    PROPERTY_RACE,
    PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK | PROPERTY_ACCESS,
};

/* The verdicts of all methods on one row; false if they contradict each other. */
static bool check_row(Fuzz *f, const Subject *s, uint32_t properties)
{
    VerdictKind plain = VERDICT_UNKNOWN, other;
    bool many = properties & (properties - 1);
    for (int method = PLAIN; method < METHODS; method++) {
        bool solves = method == SYMBOLIC && properties == PROPERTY_ASSERT;
        if (method >= CONTEXTS && !many && !solves)
            continue;
        double seconds = method < CONTEXTS ? MOST_SECONDS : CONTEXTS_SECONDS;
        if (!subject_search(s, f->seed, properties, (Method)method, seconds, &other))
            return false;
        if (method == PLAIN)
            plain = other;
        bool open = plain == VERDICT_UNKNOWN || other == VERDICT_UNKNOWN;
        f->open += open;
        f->safe += !open && plain == VERDICT_SAFE;
        f->bugs += !open && plain == VERDICT_BUG;
        if (open || plain == other)
            continue;
        fprintf(stderr, "seed %" PRIu64 ", properties %x: unreduced %s, %s %s\n", f->seed,
                properties, verdict_name(plain), method_name((Method)method), verdict_name(other));
        return false;
    }
    return true;
}

static bool check_threads(Fuzz *f, const char *name)
{
    Subject s = {0};
    bool right = load(f, &s, name, NULL);
    for (size_t k = 0; right && k < sizeof rows / sizeof *rows; k++)
        right = check_row(f, &s, rows[k]);
    subject_free(&s);
    return right;
}

/* What the compiled program prints. */
static bool run_native(Fuzz *f, const char *name, char *sum, size_t size)
{
    char command[160];
    snprintf(command, sizeof command, "cc -w -o %s/native %s && %s/native", f->folder, name,
             f->folder);
    FILE *in = popen(command, "r");
    bool read = in && fgets(sum, (int)size, in);
    if (in && pclose(in) != 0)
        read = false;
    snprintf(command, sizeof command, "%s/native", f->folder);
    unlink(command);
    if (!read)
        fprintf(stderr, "seed %" PRIu64 ": the program cannot be compiled and run\n", f->seed);
    return read;
}

static bool check_sum(Fuzz *f, const char *name)
{
    char sum[32], flag[64];
    if (!run_native(f, name, sum, sizeof sum))
        return false;
    bool off = draw(f, 4) == 0, right;
    snprintf(flag, sizeof flag, "-DSUM=(%suL + %d)", sum, off);
    Subject s = {0};
    VerdictKind verdict = VERDICT_UNKNOWN;
    right = load(f, &s, name, flag) &&
            subject_search(&s, f->seed, PROPERTY_ASSERT | PROPERTY_MEMORY,
                           (Method)draw(f, CONTEXTS), MOST_SECONDS, &verdict);
    subject_free(&s);
    f->sums++;
    if (right && verdict == (off ? VERDICT_BUG : VERDICT_SAFE))
        return true;
    fprintf(stderr, "seed %" PRIu64 ": compiled it prints %s; with %s heddle says %s\n", f->seed,
            sum, flag, verdict_name(verdict));
    return false;
}

/* ---- the loop ---- */

static bool check_seed(Fuzz *f, bool print)
{
    char name[64];
    snprintf(name, sizeof name, "%s/random.c", f->folder);
    f->random = f->seed * 0x9e3779b97f4a7c15u + 1;
    f->depth = f->loops = 0;
    f->out = fopen(name, "w");
    if (!f->out) {
        perror(name);
        exit(2);
    }
    if (f->seed % 2)
        threads_write(&f->random, f->out);
    else
        make_sum(f);
    fclose(f->out);
    bool right = print || (f->seed % 2 ? check_threads(f, name) : check_sum(f, name));
    if (!right || print)
        subject_print(name);
    unlink(name);
    return right;
}

int main(int argc, char **argv)
{
    Fuzz f = {.seed = 1, .folder = "/tmp/c_programs-XXXXXX"};
    uint64_t count = 1;
    bool print = false, right = true;
    SubjectOptions options = {&f.seed, &count, &print, f.folder};
    if (!subject_begin(&options, argc, argv))
        return 2;
    for (uint64_t k = 0; right && (!count || k < count); k++, f.seed++)
        right = check_seed(&f, print);
    rmdir(f.folder);
    if (!print)
        printf("sums %" PRIu64 "; of the others safe %" PRIu64 ", bug %" PRIu64 ", open %" PRIu64
               "\n",
               f.sums, f.safe, f.bugs, f.open);
    return !right;
}
