/* c_undefined.c -- does heddle see what the sanitizers see?
 *
 *   c_undefined [--seed=S] [--count=N] [--print]
 *
 * Small random functions that do one thing that may be undefined, with numbers near the ends:
 * divisions, shifts, conversions of floats, indices of inner arrays, accesses and library calls
 * around the bounds of objects of all kinds, memory that is freed, gone or constant, values of
 * functions that have none, bytes and bits that were never written.  They run natively, each in a
 * process of its own, with the sanitizers for addresses and undefined behaviour, and with the one
 * for memory that was never written; where one of them stops a function, heddle must say bug, and
 * where none does, it must not.  The machine and the solver (symbolic) are asked, which share nothing
 * but the front end.  One on which they differ is printed; then the exit status is 1. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_subject.h"

enum { A_FILE = 64, MOST_SECONDS = 5 };

typedef struct Fuzz {
    uint64_t dice;
    FILE *out;
    char folder[32];
    uint64_t functions, safe, bugs, open;
    uint64_t solved; /* those that symbolic decides */
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->dice, below);
}
#define PICK(f, ...) DICE_PICK(&(f)->dice, __VA_ARGS__)

static void put(Fuzz *f, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(f->out, format, args);
    va_end(args);
}

/* ---- functions ---- */

static const char head[] = "#include <stdlib.h>\n#include <string.h>\n"
                           "static volatile long long sink; static int yes = 1;\n"
                           "static void *opaque(void *p) { return yes ? p : 0; }\n";

static const char *integer(Fuzz *f)
{
    return PICK(f, "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned",
                "long", "unsigned long", "long long");
}

static const char *edge(Fuzz *f)
{
    return PICK(f, "0", "1", "-1", "-1", "2", "-2147483647 - 1", "2147483647",
                "-9223372036854775807 - 1", "-128", "-32768", "7");
}

static void put_division(Fuzz *f)
{
    put(f, "    static %s a = %s; static %s b = %s;\n", integer(f), edge(f), integer(f), edge(f));
    if (draw(f, 3) == 0)
        put(f, "    a %s= b; sink = a;\n", PICK(f, "/", "%"));
    else
        put(f, "    sink = a %s %s;\n", PICK(f, "/", "%"), PICK(f, "b", "b", "-1", "-1ll"));
}

static void put_shift(Fuzz *f)
{
    const char *amount = PICK(f, "0", "1", "-1", "7", "8", "15", "16", "31", "32", "33", "63", "64",
                              "65", "-32", "127", "-128", "4294967296", "4294967297");
    /* Clang's sanitizer looks at the low 32 bits only of what something is shifted to the right by. */
    const char *way = strlen(amount) > 9 ? "<<" : PICK(f, "<<", ">>");
    put(f, "    static %s a = %s; static %s b = %s;\n", integer(f), PICK(f, "0", "1", "77"),
        integer(f), amount);
    if (draw(f, 4) == 0)
        put(f, "    static struct { %s c : %u; } s = {1}; sink = s.c %s b;\n",
            PICK(f, "int", "unsigned", "long", "unsigned long"), 1 + draw(f, 31), way);
    else if (draw(f, 3) == 0)
        put(f, "    a %s= b; sink = a;\n", way);
    else
        put(f, "    sink = a %s b;\n", way);
}

static void put_float(Fuzz *f)
{
    put(f, "    static %s a = %s%s; sink = (%s)a;\n", PICK(f, "float", "double"), PICK(f, "", "-"),
        PICK(f, "0.5", "1.0", "127.5", "128.0", "128.5", "129.0", "255.9", "256.0", "32768.0",
             "32769.0", "65535.5", "65536.0", "2147483647.0", "2147483648.0", "2147483649.0",
             "4294967295.0", "4294967296.0", "9223372036854775807.0", "9.3e18",
             "18446744073709551615.0", "1e30", "0.0 / 0.0", "1.0 / 0.0"),
        integer(f));
}

static void put_inner(Fuzz *f)
{
    uint32_t kind = draw(f, 5), local = draw(f, 2);
    const char *index = PICK(f, "-1", "0", "1", "2", "3", "4", "5", "6");
    put(f, "    static %s i = %s; %s struct { int c; int a[3]; int b[3]; } s = {0};\n",
        PICK(f, "int", "signed char", "long", "unsigned"), index, local ? "" : "static");
    put(f, "    %s int m[2][3] = {{0}};\n", local ? "" : "static");
    if (kind == 0)
        put(f, "    sink = s.a[i];\n");
    else if (kind == 1)
        put(f, "    s.b[i] = 3; sink = s.a[0];\n");
    else if (kind == 2)
        put(f, "    sink = m[%s][i];\n", PICK(f, "0", "1"));
    else if (kind == 3)
        put(f, "    m[i][%u] = 1; sink = m[0][0];\n", draw(f, 3));
    else
        put(f, "    int *p = &s.a[i]; sink = p == &s.c;\n");
}

/* An object of `size` bytes, p. */
static void put_object(Fuzz *f, uint32_t size)
{
    switch (draw(f, 4)) {
    case 0:
        put(f, "    char *p = malloc(%u); if (!p) return 0; memset(p, 1, %u);\n", size, size);
        break;
    case 1:
        put(f, "    char o[%u]; char *p = opaque(o); memset(p, 1, %u);\n", size, size);
        break;
    case 2:
        put(f, "    static char o[%u]; char *p = opaque(o); memset(p, 1, %u);\n", size, size);
        break;
    default:
        put(f, "    char *p = calloc(%u, 1); if (!p) return 0; p = realloc(p, %u);\n", size + 3,
            size);
        put(f, "    if (!p) return 0; memset(p, 1, %u);\n", size);
    }
}

static void put_access(Fuzz *f)
{
    uint32_t size = 1 + draw(f, 12);
    int at = (int)draw(f, size + 4) - 2;
    uint32_t n = draw(f, 9);
    put_object(f, size);
    put(f, "    static long i = %d; static size_t n = %u; char t[32] = {0}; (void)n; (void)t;\n",
        at, n);
    switch (draw(f, 8)) {
    case 0:
        put(f, "    sink = p[i];\n");
        break;
    case 1:
        put(f, "    p[i] = 2; sink = p[0];\n");
        break;
    case 2:
        put(f, "    memcpy(t, p + i, n); sink = t[0];\n");
        break;
    case 3:
        put(f, "    memcpy(p + i, t, n); sink = t[0];\n");
        break;
    case 4:
        put(f, "    memset(p + i, 3, n); sink = t[0];\n");
        break;
    case 5:
        put(f, "    memmove(p + i, p, n); sink = t[0];\n");
        break;
    case 6:
        put(f, "    sink = memcmp(p + i, t, n) == 0;\n");
        break;
    default: {
        const char *type = PICK(f, "short", "int", "long");
        put(f, "    struct { %s v; } __attribute__((packed)) v; memcpy(&v, p + i, sizeof v);\n",
            type);
        put(f, "    sink = v.v;\n");
    }
    }
}

static void put_string(Fuzz *f)
{
    uint32_t size = 1 + draw(f, 8), len = draw(f, 9);
    put(f, "    static char s[12] = \"%.*s\"; char t[10] = \"ab\"; (void)t;\n", (int)len,
        "xyzxyzxyz");
    put_object(f, size);
    switch (draw(f, 8)) {
    case 0:
        put(f, "    strcpy(p, s); sink = p[0];\n");
        break;
    case 1:
        put(f, "    strncpy(p, s, %u); sink = p[0];\n", draw(f, 10));
        break;
    case 2:
        put(f, "    p[0] = 0; strcat(p, s); sink = p[0];\n");
        break;
    case 3:
        put(f, "    %s; sink = (long)strlen(p);\n", draw(f, 2) ? "p[0] = 0" : "(void)s");
        break;
    case 4:
        put(f, "    sink = memchr(p, %s, %u) != 0;\n", PICK(f, "1", "2"), draw(f, 10));
        break;
    case 5:
        put(f, "    t[%u] = 'c'; sink = strcmp(t, p) == 0;\n", draw(f, 10));
        break;
    case 6:
        put(f, "    p[%u] = 0; char *q = strdup(p); sink = q && q[0]; free(q);\n", draw(f, size));
        break;
    default:
        put(f, "    sink = strchr(p, %s) != 0;\n", PICK(f, "1", "2"));
    }
}

static void put_gone(Fuzz *f)
{
    put(f, "    int *p = malloc(8), *q = p; if (!p) return 0; p[0] = p[1] = 1;\n");
    switch (draw(f, 8)) {
    case 0:
        put(f, "    if (%s) free(q); sink = p[%u];\n", PICK(f, "yes", "!yes"), draw(f, 2));
        break;
    case 1:
        put(f, "    free(p); if (%s) free(q);\n", PICK(f, "yes", "!yes"));
        break;
    case 2:
        put(f, "    { int k = 1; if (%s) q = &k; } *q = 2; sink = *p;\n", PICK(f, "yes", "!yes"));
        break;
    case 3:
        put(f, "    free(%s);\n", PICK(f, "p", "p + 1", "(char *)p + yes", "0"));
        break;
    case 4:
        put(f, "    q = yes ? %s : p; sink = *q;\n", PICK(f, "0", "p", "p + 1", "p + 2"));
        break;
    case 5:
        put(f, "    static const int k[2] = {1, 2}; q = opaque((void *)%s); q[%u] = 3;\n",
            PICK(f, "k", "p"), draw(f, 2));
        break;
    case 6:
        put(f, "    char *s = opaque(%s); s[0] = 'x'; sink = s[0];\n",
            PICK(f, "\"abc\"", "(char[]){\"abc\"}", "p"));
        break;
    default:
        put(f, "    q = realloc(p, %u); if (!q) return 0; sink = q[%u];\n", 4 * (1 + draw(f, 4)),
            draw(f, 4));
    }
}

static void put_overlap(Fuzz *f)
{
    put(f, "    static char o[24]; static size_t a = %u, b = %u, n = %u;\n", draw(f, 8), draw(f, 8),
        draw(f, 7));
    put(f, "    %s(o + a, o + b, n); sink = o[3];\n", PICK(f, "memcpy", "memcpy", "memmove"));
}

/* Bits that were never written: kept, cut off, or looked at. */
static void put_unwritten(Fuzz *f)
{
    uint32_t fields = draw(f, 2), written = draw(f, 16), heap = draw(f, 2);
    const char *type = fields ? "struct { unsigned a : 3, b : 7, c : 9; int d : 13; }"
                              : "struct { char a; short b; int c; unsigned char d; }";
    put(f, "    typedef %s T; T o%s; ", type, heap ? "; T *p = malloc(sizeof *p)" : ", *p = &o");
    put(f, "(void)o; if (!p) return 0;\n");
    for (uint32_t k = 0; k < 4; k++)
        if (written >> k & 1)
            put(f, "    p->%c = %u;\n", "abcd"[k], draw(f, 4));
    if (draw(f, 3) == 0)
        put(f, "    T w = *p; p = &w;\n");
    else if (draw(f, 3) == 0)
        put(f, "    T w; memcpy(&w, p, sizeof w); p = &w;\n");
    char a = "abcd"[draw(f, 4)], b = "abcd"[draw(f, 4)];
    switch (draw(f, 6)) {
    case 0:
        put(f, "    if (p->%c == %u) sink = 1;\n", a, draw(f, 3));
        break;
    case 1:
        put(f, "    if ((p->%c & %u) == 0) sink = 1;\n", a, draw(f, 2));
        break;
    case 2:
        put(f, "    p->%c = p->%c; if (p->%c) sink = 1;\n", a, b, a);
        break;
    case 3:
        put(f, "    unsigned v = (unsigned)(p->%c << 8) | (p->%c & 255); if (v >> 8) sink = 1;\n",
            a, b);
        break;
    case 4:
        put(f, "    unsigned v = p->%c ^ p->%c; if ((unsigned char)(v | 255) == 255) sink = 1;\n",
            a, b);
        break;
    default:
        put(f, "    unsigned char *q = (void *)p; if (q[%u]) sink = 1;\n",
            draw(f, fields ? 4 : 12));
    }
}

/* Returns nothing where the argument is small; written before the function that uses it. */
static void put_fall_helper(Fuzz *f, uint64_t seed)
{
    put(f, "static int fall_%" PRIu64 "(int x)\n{\n    if (x > %u)\n        return 3;\n}\n", seed,
        draw(f, 3));
}

static void put_fall(Fuzz *f, uint64_t seed)
{
    put(f, "    static int a = %u;\n", draw(f, 4));
    put(f, draw(f, 2) ? "    if (fall_%" PRIu64 "(a)) sink = 1;\n" : "    fall_%" PRIu64 "(a);\n",
        seed);
}

static void put_function(Fuzz *f, uint64_t seed)
{
    static void (*const kinds[])(Fuzz *) = {put_division, put_shift,     put_float,    put_inner,
                                            put_access,   put_access,    put_string,   put_gone,
                                            put_overlap,  put_unwritten, put_unwritten};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    f->dice = seed * 0x9e3779b97f4a7c15u + 1;
    draw(f, 2);
    uint32_t kind = draw(f, KINDS + 1);
    if (kind == KINDS)
        put_fall_helper(f, seed);
    put(f, "int main_%" PRIu64 "(void)\n{\n", seed);
    if (kind == KINDS)
        put_fall(f, seed);
    else
        kinds[kind](f);
    put(f, "    return 0;\n}\n");
}

static void put_file(Fuzz *f, uint64_t seed, uint32_t count)
{
    put(f, "%s", head);
    for (uint32_t k = 0; k < count; k++)
        put_function(f, seed + k);
    put(f, "#ifdef NATIVE\n#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n"
           "static int (*const all[])(void) = {");
    for (uint32_t k = 0; k < count; k++)
        put(f, "main_%" PRIu64 ", ", seed + k);
    put(f, "};\nint main(void)\n{\n    for (unsigned k = 0; k < sizeof all / sizeof *all; k++) {\n"
           "        int status = 0;\n        fflush(stdout);\n        pid_t child = fork();\n"
           "        if (!child) {\n            close(2), all[k](), _exit(0);\n        }\n"
           "        waitpid(child, &status, 0);\n        putchar(status ? '1' : '0');\n    }\n"
           "    return 0;\n}\n#endif\n");
}

/* ---- natively ---- */

/* What C allows, or heddle calls by another name: overflow, alignment, values of _Bool. */
static const char *const sanitizers[] = {
    "-fsanitize=address,undefined,float-cast-overflow -fno-sanitize=signed-integer-overflow,"
    "alignment,shift-base,pointer-overflow,bool,enum -fno-sanitize-recover=all",
    "-fsanitize=memory",
};

/* A digit for each function: does the sanitizer stop it? */
static bool run_native(Fuzz *f, const char *name, const char *sanitizer, char *stopped,
                       uint32_t count)
{
    char command[1024];
    snprintf(command, sizeof command,
             "clang -w -O0 -fno-builtin -DNATIVE %s -o %s/native %s && "
             "ASAN_OPTIONS=detect_leaks=0 timeout 900 %s/native",
             sanitizer, f->folder, name, f->folder);
    FILE *in = popen(command, "r");
    size_t got = in ? fread(stopped, 1, count, in) : 0;
    return in && pclose(in) == 0 && got == count;
}

static bool has_sanitizers(Fuzz *f)
{
    char command[1024];
    bool all = true;
    for (int k = 0; k < 2 && all; k++) {
        snprintf(command, sizeof command,
                 "echo 'int main(void) { return 0; }' | clang -x c %s -o %s/native - 2>/dev/null",
                 sanitizers[k], f->folder);
        all = system(command) == 0;
    }
    snprintf(command, sizeof command, "%s/native", f->folder);
    unlink(command);
    return all;
}

/* ---- heddle ---- */

/* Does this method say what the sanitizers say, where it answers? */
static bool check_method(Fuzz *f, const Subject *s, uint64_t seed, Method method, bool stopped)
{
    VerdictKind verdict;
    if (!subject_search(s, seed, PROPERTY_MEMORY | PROPERTY_UNDEFINED, method, MOST_SECONDS,
                        &verdict))
        return false;
    f->solved += method == SYMBOLIC && verdict != VERDICT_UNKNOWN;
    if (method == REDUCED) {
        f->open += verdict == VERDICT_UNKNOWN;
        f->safe += verdict == VERDICT_SAFE;
        f->bugs += verdict == VERDICT_BUG;
    }
    if (verdict == VERDICT_UNKNOWN || (verdict == VERDICT_BUG) == stopped)
        return true;
    fprintf(stderr, "seed %" PRIu64 ": %s says %s, and the sanitizers %s\n", seed,
            method_name(method), verdict_name(verdict), stopped ? "stop it" : "let it run");
    return false;
}

static bool check_function(Fuzz *f, uint64_t seed, const char *name, const SubjectFile *file,
                           bool stopped)
{
    Subject s = {0};
    char entry[64];
    snprintf(entry, sizeof entry, "main_%" PRIu64, seed);
    f->functions++;
    bool right = subject_load_part(&s, seed, name, file, entry) &&
                 check_method(f, &s, seed, REDUCED, stopped) &&
                 check_method(f, &s, seed, SYMBOLIC, stopped);
    subject_free(&s);
    return right;
}

static void write_file(Fuzz *f, const char *name, uint64_t seed, uint32_t count)
{
    f->out = fopen(name, "w");
    if (!f->out) {
        perror(name);
        exit(2);
    }
    put_file(f, seed, count);
    fclose(f->out);
}

static bool check_file(Fuzz *f, uint64_t seed, uint32_t count)
{
    char name[64], binary[64], stopped[2][A_FILE];
    SubjectFile file = {0};
    snprintf(name, sizeof name, "%s/random.c", f->folder);
    snprintf(binary, sizeof binary, "%s/native", f->folder);
    write_file(f, name, seed, count);
    const char *flags[] = {"-w"};
    COptions options = {.flags = flags, .flag_count = 1, .memory = true, .undefined = true};
    bool right = run_native(f, name, sanitizers[0], stopped[0], count) &&
                 run_native(f, name, sanitizers[1], stopped[1], count) &&
                 subject_compile(&file, seed, name, &options);
    if (!right)
        fprintf(stderr, "seed %" PRIu64 ": the functions cannot be compiled and run\n", seed);
    for (uint32_t k = 0; right && k < count; k++) {
        right =
            check_function(f, seed + k, name, &file, stopped[0][k] == '1' || stopped[1][k] == '1');
        if (!right) {
            f->out = stdout;
            put_file(f, seed + k, 1);
        }
    }
    subject_file_free(&file);
    unlink(name);
    unlink(binary);
    return right;
}

int main(int argc, char **argv)
{
    Fuzz f = {.folder = "/tmp/c_undefined-XXXXXX"};
    uint64_t seed = 1, count = 1;
    bool print = false, right = true;
    SubjectOptions options = {&seed, &count, &print, f.folder};
    if (!subject_begin(&options, argc, argv))
        return 2;
    f.out = stdout;
    if (print) {
        put_file(&f, seed, (uint32_t)count);
    } else if (!has_sanitizers(&f)) {
        fprintf(stderr, "clang has not all sanitizers here: nothing is compared\n");
        rmdir(f.folder);
        return 0;
    }
    for (uint64_t k = 0; !print && right && (!count || k < count); k += A_FILE)
        right =
            check_file(&f, seed + k, count && count - k < A_FILE ? (uint32_t)(count - k) : A_FILE);
    rmdir(f.folder);
    if (!print)
        printf("%" PRIu64 " functions: safe %" PRIu64 ", bug %" PRIu64 ", open %" PRIu64
               "; symbolic decides %" PRIu64 "\n",
               f.functions, f.safe, f.bugs, f.open, f.solved);
    return !right;
}
