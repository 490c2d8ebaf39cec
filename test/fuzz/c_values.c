/* c_values.c -- are there values of an input that heddle should have tried, and did not?
 *
 *   c_values [--seed=S] [--count=N] [--print]
 *
 * Makes random C programs with one input that goes, widened, cut and computed with, through
 * variables, members, unions, bit-fields, parameters, globals and a thread, is compared with
 * constants near the ends of types, and sends the program to its end, with handlers or without.
 * The oracle is the processor: clang compiles the program with a main that runs it for all values
 * of an input of 8 or 16 bits, and for thousands of others.  A program that fails there is not
 * safe; one that fails for no value of all is no bug.  And each claim that heddle makes about the
 * input (front/c/input/claim.h) is checked by itself (c_claims.c). */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_claims.h"
#include "c_subject.h"

enum { MOST_SECONDS = 4, MOST_VARIABLES = 4, A_FILE = 24 };

typedef struct Kind {
    const char *type, *function;
    int bits;
} Kind;
static const Kind kinds[] = {
    {"unsigned char", "uchar", 8},
    {"signed char", "char", 8},
    {"unsigned short", "ushort", 16},
    {"short", "short", 16},
    {"unsigned short", "ushort", 16},
    {"short", "short", 16},
    {"unsigned", "uint", 32},
    {"int", "int", 32},
    {"unsigned long long", "ulong", 64},
    {"long long", "long", 64},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct Fuzz {
    uint64_t seed, dice;
    FILE *out;
    const Kind *kind;
    int variables; /* v0 to ... */
    bool handlers, in_thread;
    bool late;  /* what the handler looks for happens at the end: who exits before fails */
    bool plain; /* the input is only widened and cut, and compared with constants */
    bool alone; /* it is printed by itself */
    CGoal goal;
    char folder[32];
    Claims claims;
    uint64_t safe, bugs, open;
} Fuzz;

#define PICK(f, ...) DICE_PICK(&(f)->dice, __VA_ARGS__)

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->dice, below);
}

/* ---- a program ---- */

static const char *a_type(Fuzz *f)
{
    return PICK(f, "unsigned char", "signed char", "unsigned short", "short", "int", "unsigned",
                "int", "unsigned", "long long", "unsigned long long", "_Bool");
}

static const char *a_number(Fuzz *f)
{
    static const char *const numbers[] = {
        "0",      "1",           "2",           "3",           "5",           "7",
        "10",     "100",         "-1",          "-2",          "126",         "127",
        "128",    "129",         "-127",        "-128",        "-129",        "200",
        "254",    "255",         "256",         "257",         "1000",        "32766",
        "32767",  "32768",       "32769",       "-32768",      "-32769",      "40000",
        "65534",  "65535",       "65536",       "65537",       "100000",      "300",
        "0x7f00", "0xff00",      "0x1234",      "-32767",      "2147483647",  "(-2147483647 - 1)",
        "50",     "-2147483647", "2147483648u", "3000000000u", "4294967295u", "4294967296ll",
        "-100"};
    uint32_t most = f->kind->bits == 8 ? 24 : f->kind->bits == 16 ? 40 : 49;
    return numbers[draw(f, draw(f, 4) ? most : 49)];
}

/* An earlier value, or the input. */
static void put_name(Fuzz *f)
{
    int which = (int)draw(f, (uint32_t)f->variables + 1);
    if (which == f->variables)
        fputs("x", f->out);
    else
        fprintf(f->out, "v%d", which);
}

/* Something computed from one value. */
static void put_expression(Fuzz *f, int depth)
{
    uint32_t form = depth ? draw(f, 18) : 17;
    if (form == 17) {
        put_name(f);
        return;
    }
    static const char *const before[] = {"(", "(", "(", "(",  "(",  "(",     "(",     "(",
                                         "(", "(", "(", "~(", "-(", "pass(", "pick(", "twice("};
    if (form == 16)
        fprintf(f->out, "(%s)(", a_type(f));
    else
        fputs(before[form], f->out);
    put_expression(f, depth - 1);
    if (form < 2)
        fprintf(f->out, " %s %s)", form ? "-" : "+", a_number(f));
    else if (form == 2)
        fprintf(f->out, " * %s)", PICK(f, "2", "3", "5", "-1", "-3", "4", "6", "17", "256"));
    else if (form == 3)
        fprintf(f->out, " / %s)", PICK(f, "2", "3", "5", "7", "10", "16", "100", "256u", "1000"));
    else if (form == 4)
        fprintf(f->out, " %% %s)", PICK(f, "2", "3", "5", "8", "10", "16", "256", "4u", "1000u"));
    else if (form <= 7)
        fprintf(f->out, " %s %s)", form == 5 ? "&" : form == 6 ? "|" : "^", a_number(f));
    else if (form == 8)
        fprintf(f->out, " << %s)", PICK(f, "1", "2", "3", "7", "8"));
    else if (form <= 10)
        fprintf(f->out, " >> %s)", PICK(f, "1", "2", "3", "7", "8", "15"));
    else
        fputs(")", f->out);
}

/* The input itself, widened or cut once or twice: a mistake in one extension is not hidden by others. */
static void put_plain_condition(Fuzz *f)
{
    fputs("(", f->out);
    if (draw(f, 2))
        fprintf(f->out, "(%s)", a_type(f));
    fprintf(f->out, "(%s)x %s %s)", PICK(f, "int", "TYPE", "unsigned", "long long", "PT"),
            PICK(f, "==", "!=", "<", ">", "<=", ">="), a_number(f));
}

static void put_condition(Fuzz *f)
{
    if (f->plain) {
        put_plain_condition(f);
        return;
    }
    if (draw(f, 8) == 0)
        fputs("!(", f->out);
    else
        fputs("(", f->out);
    bool turned = draw(f, 6) == 0;
    if (turned)
        fprintf(f->out, "%s %s ", a_number(f), PICK(f, "==", "<", ">", "<=", ">="));
    put_expression(f, 1 + (int)draw(f, 2));
    if (!turned && draw(f, 12))
        fprintf(f->out, " %s %s", PICK(f, "==", "!=", "<", ">", "<=", ">=", "=="), a_number(f));
    fputs(")", f->out);
}

/* v<n>: a value that took some way. */
static void put_definition(Fuzz *f)
{
    const char *type = a_type(f);
    int n = f->variables;
    switch (draw(f, 8)) {
    case 0:
        fprintf(f->out, "    %s v%d; g%d = ", PICK(f, "int", "long long", "GT"), n, n);
        put_expression(f, 2);
        fprintf(f->out, "; v%d = g%d;\n", n, n);
        break;
    case 1:
        fprintf(f->out, "    struct { %s a; %s b; } s%d; s%d.a = 1; s%d.b = ", type,
                draw(f, 2) ? type : a_type(f), n, n, n);
        put_expression(f, 2);
        fprintf(f->out, "; int v%d = s%d.b;\n", n, n);
        break;
    case 2:
        fprintf(f->out, "    union { %s a; %s b; } u%d; u%d.b = 0; u%d.a = ", type, a_type(f), n, n,
                n);
        put_expression(f, 2);
        fprintf(f->out, "; int v%d = u%d.%s;\n", n, n, PICK(f, "a", "a", "b"));
        break;
    case 3:
        fprintf(f->out, "    struct { %s a : %d; int b : 5; } f%d; f%d.b = 3; f%d.a = ",
                PICK(f, "unsigned", "int"), 1 + (int)draw(f, 12), n, n, n);
        put_expression(f, 2);
        fprintf(f->out, "; int v%d = f%d.a;\n", n, n);
        break;
    case 4:
        fprintf(f->out, "    %s a%d[2] = {1, 1}; a%d[1] = ", type, n, n);
        put_expression(f, 2);
        fprintf(f->out, "; %s v%d = a%d[%s];\n", a_type(f), n, n, PICK(f, "1", "1", "g9 & 1"));
        break;
    default:
        fprintf(f->out, "    %s v%d = ", type, n);
        put_expression(f, 2);
        fputs(";\n", f->out);
    }
    f->variables++;
}

static const char *an_end(Fuzz *f)
{
    return f->in_thread ? PICK(f, "exit(0);", "STOP();", "return 0;")
                        : PICK(f, "exit(0);", "return 0;", "STOP();", "return 0;");
}

static void put_statement(Fuzz *f)
{
    if (f->plain && f->handlers) { /* only the handler sees what becomes of it */
        fputs("    if (", f->out);
        put_condition(f);
        fputs(f->late ? ") exit(0);\n" : ") { done = 0; exit(0); }\n", f->out);
        return;
    }
    switch (f->plain ? 0 : draw(f, 7)) {
    case 0:
    case 1:
        fputs("    if (", f->out);
        put_condition(f);
        fprintf(f->out, ") { %s%s }\n", PICK(f, "", "", "done = 0; ", "g9 = 1; "), an_end(f));
        break;
    case 2:
        fputs("    assume(", f->out);
        put_condition(f);
        fprintf(f->out, "%s", draw(f, 2) ? " && " : " || ");
        put_condition(f);
        fputs(");\n", f->out);
        break;
    case 3:
        fputs("    done = ", f->out);
        put_condition(f);
        fputs(";\n", f->out);
        break;
    case 4:
        fputs("    switch (", f->out);
        put_expression(f, 1);
        fprintf(f->out, ") { case %s: %s default: g9 ^= 1; }\n",
                PICK(f, "0", "1", "127", "128", "255", "256", "-1", "32768", "65535"),
                PICK(f, "return 0;", "done ^= 1; break;", "g9++; break;", "exit(0);"));
        break;
    default:
        put_definition(f);
    }
}

static void put_fail(Fuzz *f)
{
    if (f->plain && f->handlers && draw(f, 4))
        return;
    fputs("    if (", f->out);
    put_condition(f);
    for (uint32_t k = f->plain ? 0 : 1 + draw(f, 2); k--;) {
        fputs(" && ", f->out);
        put_condition(f);
    }
    fputs(") FAIL();\n", f->out);
}

static void put_end(Fuzz *f)
{
    put_fail(f);
    fprintf(f->out, "%s    return 0;\n}\n", f->late ? "    done = 1;\n" : "");
}

/* What differs natively. */
static const char head[] =
    "#ifdef NATIVE\n"
    "#include <setjmp.h>\n#include <stdio.h>\n"
    "#define IN() current\n#define FAIL() (failed = 1, longjmp(end, 1))\n"
    "#define exit(n) leave()\n#define atexit(h) (handler = (h))\n#define STOP() longjmp(end, 1)\n"
    "#define RUN(f) f(0)\n"
    "#else\n#include <pthread.h>\n#include <stdlib.h>\n"
    "extern void reach_error(void); extern void __VERIFIER_assume(int);\n"
    "#define FAIL() reach_error()\n#define STOP() __VERIFIER_assume(0)\n"
    "#define RUN(f) do { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); } while "
    "(0)\n#endif\n";

/* What each program of a file has for itself. */
static const char *const own[] = {"g0",      "g1",    "g2",     "g3",   "g4",     "g5",   "g6",
                                  "g7",      "g9",    "given",  "done", "assume", "pass", "pick",
                                  "twice",   "last",  "thread", "end",  "failed", "run",  "current",
                                  "handler", "leave", "all",    "near"};
static const char *const settings[] = {"TYPE", "GT", "PT", "QT", "START", "program"};

static const char first[] =
    "#ifdef NATIVE\n"
    "static jmp_buf end; static int failed; static TYPE current; static void (*handler)(void);\n"
    "static void leave(void)\n"
    "{ void (*h)(void) = handler; handler = 0; if (h) h(); longjmp(end, 1); }\n"
    "#else\nextern TYPE IN(void);\n#endif\n"
    "static GT g0, g1, g2, g3, g4, g5, g6, g7; static TYPE given; static int g9, done;\n"
    "static void assume(int c) { if (!c) STOP(); }\n"
    "static PT pass(PT v) { return v; }\n"
    "static int pick(int v) { return v > 100 ? 100 : v; }\n"
    "static QT twice(QT v) { return pass(v); }\n"
    "static void last(void) { if (!done) FAIL(); }\n";

/* The values near numbers that occur, and what cuts and shifts make of them. */
static const char tail[] =
    "#ifdef NATIVE\n"
    "static int run(unsigned long long value)\n{\n    current = (TYPE)value; handler = 0;\n"
    "    g0 = g1 = g2 = g3 = g4 = g5 = g6 = g7 = 0; g9 = 0; done = START; given = 0;\n"
    "    if (!_setjmp(end)) { program(); leave(); }\n    return failed;\n}\n"
    "static int all(void)\n{\n    unsigned long long dice = 1;\n"
    "    static const unsigned long long near[] = {0, 127, 128, 255, 256, 1000, 32767, 32768, "
    "40000,"
    " 65535, 65536, 100000, 300, 0x7f00, 0xff00, 0x1234, 2147483647, 2147483648, 3000000000,"
    " 4294967295, 4294967296, 0x7fffffffffffffff, 200, 100, 50};\n"
    "    if (sizeof(TYPE) <= 2) {\n"
    "        for (unsigned v = 0; v < 1u << 8 * sizeof(TYPE); v++) if (run(v)) return 1;\n"
    "        return 0;\n    }\n"
    "    for (unsigned k = 0; k < sizeof near / sizeof *near; k++)\n"
    "        for (int off = -12; off <= 12; off++)\n"
    "            for (int up = 0; up <= 16; up++)\n"
    "                for (int how = 0; how < 6; how++) {\n"
    "                    unsigned long long v = how & 1 ? -near[k] : near[k];\n"
    "                    v = how < 2 ? (v + off) << up : how < 4 ? v / (up + 1) + off :\n"
    "                        v + off + ((unsigned long long)up << (how == 4 ? 8 : 32));\n"
    "                    if (run(v)) return 1;\n                }\n"
    "    for (int k = 0; k < 30000; k++) {\n"
    "        dice = dice * 6364136223846793005u + 1442695040888963407u;\n"
    "        if (run(dice >> dice % 64)) return 1;\n    }\n    return 0;\n}\n#endif\n";

static void make(Fuzz *f)
{
    f->dice = f->seed * 0x9e3779b97f4a7c15u + 1;
    f->kind = &kinds[draw(f, KINDS)];
    f->variables = 0;
    f->plain = f->seed % 3 == 0;
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        fprintf(f->out, "#define %s %s_%" PRIu64 "\n", own[k], own[k], f->seed);
    f->handlers = draw(f, 4) == 0;
    f->late = f->plain && f->handlers && draw(f, 2);
    f->in_thread = draw(f, 4) == 0;
    fprintf(f->out,
            "#define TYPE %s\n#define GT %s\n#define PT %s\n#define QT %s\n#define START %s\n",
            f->kind->type, a_type(f), a_type(f), a_type(f),
            f->late    ? "0"
            : f->plain ? "1"
                       : PICK(f, "0", "1"));
    fprintf(f->out, "#define program %s_%" PRIu64 "\n", f->alone ? "main" : "program", f->seed);
    fprintf(f->out, "#ifndef NATIVE\n#undef IN\n#define IN __VERIFIER_nondet_%s\n#endif\n%s",
            f->kind->function, first);
    uint32_t statements = f->plain ? draw(f, 3) : 1 + draw(f, 4);
    if (f->in_thread) {
        fputs("static void *thread(void *argument)\n{\n    TYPE x = given;\n", f->out);
        while (statements--)
            put_statement(f);
        put_end(f);
        f->variables = 0;
        f->in_thread = false;
        statements = draw(f, 2);
        fputs("int program(void)\n{\n    done = START;\n    TYPE x = IN();\n", f->out);
        if (f->handlers)
            fputs("    atexit(last);\n", f->out);
        while (statements--)
            put_statement(f);
        fputs("    given = x;\n    RUN(thread);\n    return 0;\n}\n", f->out);
    } else {
        fprintf(f->out, "int program(void)\n{\n    done = START;\n%s",
                f->handlers ? "    atexit(last);\n" : "");
        fputs("    TYPE x = IN();\n", f->out);
        while (statements--)
            put_statement(f);
        put_end(f);
    }
    fputs(tail, f->out);
    f->goal = draw(f, 3) ? C_GOAL_ALL : C_GOAL_REACH;
    for (size_t k = 0; k < sizeof own / sizeof *own; k++)
        fprintf(f->out, "#undef %s\n", own[k]);
    for (size_t k = 0; k < sizeof settings / sizeof *settings; k++)
        fprintf(f->out, "#undef %s\n", settings[k]);
}

static void make_file(Fuzz *f, uint64_t seed, uint32_t count)
{
    fputs(head, f->out);
    if (f->alone)
        fprintf(f->out, "#ifndef NATIVE\n#define main_%" PRIu64 " main\n#endif\n", seed);
    for (uint32_t k = 0; k < count; k++) {
        f->seed = seed + k;
        make(f);
    }
    fputs("#ifdef NATIVE\nint main(void)\n{\n", f->out);
    for (uint32_t k = 0; k < count; k++)
        fprintf(f->out, "    putchar('0' + all_%" PRIu64 "());\n", seed + k);
    fputs("    return 0;\n}\n#endif\n", f->out);
}

/* ---- the comparison ---- */

/* A digit for each program: 1: it fails for some value, 0: for none that was tried. */
static bool run_native(const Fuzz *f, const char *name, char *fails, uint32_t count)
{
    char command[256];
    snprintf(command, sizeof command,
             "clang -O0 -fwrapv -w -DNATIVE -o %s/native %s && timeout 900 %s/native", f->folder,
             name, f->folder);
    FILE *in = popen(command, "r");
    size_t got = in ? fread(fails, 1, count, in) : 0;
    return in && pclose(in) == 0 && got == count;
}

static bool compare(Fuzz *f, const char *name, SubjectFile *file, bool fails)
{
    char entry[64];
    COptions options = *file->options;
    options.goal = f->goal;
    options.on_claim = claims_check;
    options.claim_data = &f->claims;
    SubjectFile own_file = {&options, file->sources};
    Subject s = {0};
    VerdictKind verdict = VERDICT_UNKNOWN;
    uint64_t wrong = f->claims.wrong;
    snprintf(entry, sizeof entry, "program_%" PRIu64, f->seed);
    bool asked = subject_load_part(&s, f->seed, name, &own_file, entry) &&
                 subject_search(&s, f->seed, PROPERTY_ASSERT, REDUCED, MOST_SECONDS, &verdict);
    subject_free(&s);
    f->safe += verdict == VERDICT_SAFE;
    f->bugs += verdict == VERDICT_BUG;
    f->open += verdict == VERDICT_UNKNOWN;
    if (!asked || f->claims.wrong > wrong) {
        fprintf(stderr, "seed %" PRIu64 ": a claim does not hold\n", f->seed);
        return false;
    }
    bool all = f->kind->bits <= 16;
    bool right = verdict == VERDICT_UNKNOWN || fails == (verdict == VERDICT_BUG) ||
                 (!fails && !all && verdict == VERDICT_BUG);
    if (!right)
        fprintf(stderr, "seed %" PRIu64 ": heddle says %s, and natively it %s\n", f->seed,
                verdict_name(verdict), fails ? "fails" : "fails for no value");
    return right;
}

static void print_program(Fuzz *f, uint64_t seed)
{
    f->out = stdout;
    f->alone = true;
    make_file(f, seed, 1);
    f->alone = false;
}

static bool check_file(Fuzz *f, uint64_t seed, uint32_t count)
{
    char name[64], binary[64], fails[A_FILE];
    SubjectFile file = {0};
    const char *flags[] = {"-w"};
    COptions options = {.flags = flags, .flag_count = 1};
    snprintf(name, sizeof name, "%s/value.c", f->folder);
    snprintf(binary, sizeof binary, "%s/native", f->folder);
    f->out = fopen(name, "w");
    if (!f->out) {
        perror(name);
        exit(2);
    }
    make_file(f, seed, count);
    fclose(f->out);
    bool right = run_native(f, name, fails, count) && subject_compile(&file, seed, name, &options);
    if (!right)
        fprintf(stderr, "seed %" PRIu64 ": the programs cannot be compiled and run\n", seed);
    FILE *nowhere = fopen("/dev/null", "w");
    for (uint32_t k = 0; right && k < count; k++) {
        f->out = nowhere; /* once more, for what it drew */
        f->seed = seed + k;
        make(f);
        right = compare(f, name, &file, fails[k] == '1');
        if (!right)
            print_program(f, seed + k);
    }
    fclose(nowhere);
    subject_file_free(&file);
    unlink(name);
    unlink(binary);
    return right;
}

int main(int argc, char **argv)
{
    Fuzz f = {.folder = "/tmp/c_values-XXXXXX"};
    uint64_t seed = 1, count = 1;
    bool print = false, right = true;
    SubjectOptions options = {&seed, &count, &print, f.folder};
    if (!subject_begin(&options, argc, argv))
        return 2;
    for (uint64_t k = 0; print && k < count; k++)
        print_program(&f, seed + k);
    for (uint64_t k = 0; !print && right && (!count || k < count); k += A_FILE)
        right =
            check_file(&f, seed + k, count && count - k < A_FILE ? (uint32_t)(count - k) : A_FILE);
    rmdir(f.folder);
    if (!print)
        printf("safe %" PRIu64 ", bug %" PRIu64 ", open %" PRIu64 ", claims %" PRIu64
               " (solved %" PRIu64 ", open %" PRIu64 "), wrong %d\n",
               f.safe, f.bugs, f.open, f.claims.checked, f.claims.solved, f.claims.open, !right);
    return !right;
}
