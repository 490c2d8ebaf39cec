/* c_inputs.c -- do the few values with which heddle tries an input stand for all?
 *
 *   c_inputs [--seed=S] [--count=N] [--print] [--small]
 *
 * Makes random C programs that pass inputs of all widths through variables, calls, pointers,
 * atomics and other threads, and test, mask, shift and compare them.  Each is checked as it is, and
 * once more (-DALL) with inputs that are drawn from a table: all values of 8 bits, or those near
 * the constants of the program, in each of its widths, and some others.  Where that has a bug, the
 * program is not safe, nor can it be proved with inputs that are any value; where the table has all
 * values, the verdicts are the same.  A program on which they are not is printed; then the exit
 * status is 1.
 *
 * Every other program (--small: each) is a small one: two or three inputs and a test or two, about
 * one step of the argument why a few values are enough.  heddle has an answer for most of these,
 * and a mistake in that step makes it a wrong one. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_claims.h"
#include "c_subject.h"

enum {
    MOST_SECONDS = 4,
    MOST_DEPTH = 5,
    MOST_INPUTS = 2,
    CONSTANTS = 3,
    MOST_VALUES = 130,
    FEW_VALUES = 30, /* where there are three inputs */
    RULES = 14,
    MOST_TEXTS = 40
};

typedef struct Kind {
    const char *type, *function;
    int bits;
    bool is_signed;
} Kind;
static const Kind kinds[] = {
    {"unsigned char", "uchar", 8, false},
    {"signed char", "char", 8, true},
    {"unsigned char", "uchar", 8, false},
    {"signed char", "char", 8, true},
    {"int", "int", 32, true},
    {"unsigned", "uint", 32, false},
    {"int", "int", 32, true},
    {"unsigned", "uint", 32, false},
    {"short", "short", 16, true},
    {"unsigned short", "ushort", 16, false},
    {"long", "long", 64, true},
    {"unsigned long", "ulong", 64, false},
};

enum { NARROW = 4 /* the first of them */, KINDS = sizeof kinds / sizeof *kinds };

/* What is asked, and with which options; the reference is asked the same, or everything. */
typedef struct Question {
    const char *name;
    CGoal goal, reference;
    uint32_t properties;
    const char *error; /* that the program may run into */
} Question;
static const Question questions[] = {
    {"all", C_GOAL_ALL, C_GOAL_ALL,
     PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK, "reach_error()"},
    {"all", C_GOAL_ALL, C_GOAL_ALL, PROPERTY_ASSERT | PROPERTY_MEMORY, "reach_error()"},
    {"reach", C_GOAL_REACH, C_GOAL_ALL, PROPERTY_ASSERT, "reach_error()"},
    {"reach", C_GOAL_REACH, C_GOAL_ALL, PROPERTY_ASSERT, "reach_error()"},
    {"reach", C_GOAL_REACH, C_GOAL_ALL, PROPERTY_ASSERT, "reach_error()"},
    {"race", C_GOAL_RACE, C_GOAL_RACE, PROPERTY_RACE, "(void)(spoilt = 1)"},
    {"overflow", C_GOAL_OVERFLOW, C_GOAL_OVERFLOW, PROPERTY_ASSERT, "(void)(most + 1)"},
    {"memory", C_GOAL_MEMORY, C_GOAL_MEMORY, PROPERTY_MEMORY, "(void)(*nothing = 1)"},
};

typedef struct Fuzz {
    uint64_t seed, dice;
    FILE *out; /* the program that is made */
    const Kind *kind;
    bool small;                            /* all programs are */
    const char *shape;                     /* of a small one; NULL: it is none */
    int inputs;                            /* made so far */
    const char *texts[RULES][MOST_TEXTS];  /* those of the grammar that are used */
    uint32_t counts[RULES], simple[RULES]; /* ... and how many; at a certain depth */
    char folder[32];
    uint64_t safe, bugs, open, proved, solved;
    Claims claims;
} Fuzz;

/* ---- a program ----
 *
 * Rules of a grammar: @x stands for any of the texts of rule x.  Below a certain depth only those
 * before the empty text are used. */

typedef struct Rule {
    char name;
    const char *texts[MOST_TEXTS];
} Rule;
static const Rule rules[RULES] = {
    {'p', /* a place */
     {"g0", "g1", "l0", "l1", "w", "s.x", "*q", "ar[0]", "tl", "b.f", "u.whole", "ar[l0 & 1]",
      "s.y", "*(&l1)", "at"}},
    {'v', /* a value that comes from another */
     {"@p",
      "@p",
      "pass_on(@p)",
      "@c ? @p : @p",
      "",
      "IN()",
      "wrap()",
      "pass_on(@v)",
      "fp(@v)",
      "(@t)(@v)",
      "@c ? @v : @n",
      "atomic_exchange(&at, @v)",
      "atomic_fetch_add(&at, @n)",
      "*(unsigned char *)@a",
      "larger(@p, @v)",
      "@p @o @n",
      "@p >> @d",
      "@p @o @p",
      "u.part",
      "~@p",
      "@c",
      "@n"}},
    {'c', /* a condition of any kind */
     {"@p @r @n", "@p @r @n", "@p", "", "!@p", "(@p & @m) == @d", "@p == @p", "@c && @c",
      "@c || @c", "(@t)@p @r @n", "IN()", "IN() @r @n", "(@p >> @d) @r @n"}},
    {'k', /* a condition that few values fulfil */
     {"@p == @n",
      "(@p & @m) == @d && @p @r @n",
      "@p > LOW && @p < HIGH",
      "(@p >> @d) == @n",
      "(TYPE)(@p >> @d) == (TYPE)@n",
      "(@t)@p == @n",
      "(@p @o @n) == @n",
      "@p == @p && @p @r @n",
      "@p != @p && @p @r @n",
      "@p < @p && @p @r @n",
      "@p > LOW && @p < HIGH",
      "(@p & @n) == @n && @p != @n",
      "@p % 3 == 2",
      "larger(@p, @n) == @n && @p @r @n",
      "(unsigned)@p > HIGH && @p != -1",
      "@p * 2 == @n",
      "(@p & @m) == (@p & @m) && @p @r @n",
      "-@p @r @n",
      "pass_on(@p) == (TYPE)@n",
      "@c && @k",
      "*(unsigned char *)@a == (unsigned char)@n"}},
    {'f', /* where it goes wrong */
     {"if (@k) FAIL();", "if (@k) FAIL();", "check(!(@k));",
      "switch (@p) { case K0: FAIL(); break; default: break; }",
      "switch (@p & @m) { case 2: if (@k) FAIL(); break; default: break; }", "while (@k) FAIL();"}},
    {'r', {"==", "!=", "<", ">", "<=", ">="}},
    {'o', {"+", "-", "^", "&", "|", "*"}},
    {'n', {"K0", "K1", "K2", "K0", "K1", "K2", "1", "0"}},
    {'m', {"1", "3", "7"}},
    {'d', {"1", "2", "0", "3"}},
    {'t', {"unsigned char", "short", "int", "unsigned", "long", "TYPE", "_Bool"}},
    {'a', {"&g0", "&g1", "&l1", "&ar[1]", "&s.x", "q"}},
    {'e', {"STOP;", "exit(1);", "return 0;"}},
    {'s', /* a statement */
     {"@p = @v;",
      "@p = @p;",
      "@p = @v;",
      "put(@a, @v);",
      "",
      "if (@c) { @s }",
      "if (@c) { @s } else { @s }",
      "assume(@c);",
      "if (@c) { @e }",
      "check(@p == @p);",
      "switch (@p) { case K0: @s break; case (TYPE)(K0 + 1): @s break; default: @s }",
      "for (int i = 0; i < (@p & @m); i++) { @s }",
      "memcpy(&g0, @a, sizeof g0);",
      "s2 = s; s = s2;",
      "q = @c ? @a : @a;",
      "fp = @c ? pass_on : opposite;",
      "pthread_mutex_lock(&m); @s pthread_mutex_unlock(&m);",
      "__VERIFIER_atomic_begin(); @s __VERIFIER_atomic_end();",
      "{ TYPE old = @n; atomic_compare_exchange_strong(&at, &old, @p); @s }",
      "w = 100 / (@p | 1);",
      "ar[@p & 3] = @v;",
      "l0 = IN(); assume(l0 @r @n && l0 @r @n);",
      "{ TYPE n = IN(); if (n @r @n) @p = n; }",
      "{ TYPE n = IN(); if (n @r @n) @p = @n; assume(n @r @n); @p = n; }",
      "{ TYPE n = IN(); if (n @r @n) { @e } @p = n; if (n > HIGH) { @e } }",
      "(@p)++;",
      "w = table[@p & 1];"}},
};

static size_t find_rule(char name)
{
    for (size_t k = 0; k < RULES; k++)
        if (rules[k].name == name)
            return k;
    abort();
}

/* Each program has some of the texts only: what is done somewhere concerns all.  It has two or
 * three places, so that what is written is also read. */
static void choose_texts(Fuzz *f)
{
    for (size_t rule = 0; rule < RULES; rule++) {
        bool places = rules[rule].name == 'p';
        uint32_t share = 2 + dice_draw(&f->dice, 4), least = places ? 2 : 1;
        for (f->counts[rule] = 0; f->counts[rule] < least || (places && f->counts[rule] > 3);) {
            f->counts[rule] = f->simple[rule] = 0;
            bool leaf = true;
            for (size_t k = 0; k < MOST_TEXTS && rules[rule].texts[k]; k++)
                if (!*rules[rule].texts[k]) {
                    f->simple[rule] = f->counts[rule];
                    leaf = false;
                } else if (dice_draw(&f->dice, share) < (places ? 1 : 2))
                    f->texts[rule][f->counts[rule]++] = rules[rule].texts[k];
            f->simple[rule] = leaf ? f->counts[rule] : f->simple[rule];
        }
    }
}

static void expand(Fuzz *f, const char *text, int depth)
{
    for (; *text; text++) {
        if (*text == '@') {
            size_t rule = find_rule(*++text);
            uint32_t count = depth > 0 ? f->counts[rule] : f->simple[rule];
            expand(f, count ? f->texts[rule][dice_draw(&f->dice, count)] : rules[rule].texts[0],
                   depth - 1);
            continue;
        }
        bool input = strncmp(text, "IN()", 4) == 0 || strncmp(text, "wrap()", 6) == 0;
        bool many = input && f->inputs++ >= MOST_INPUTS;
        fputs(many ? "g1" : (char[]){*text, 0}, f->out);
        text += !many ? 0 : *text == 'I' ? 3 : 5;
    }
}

static void put(Fuzz *f, const char *text)
{
    fputs("    ", f->out);
    expand(f, text, MOST_DEPTH - (int)dice_draw(&f->dice, 3));
    fputs("\n", f->out);
}

static void put_block(Fuzz *f, uint32_t statements)
{
    while (statements--)
        put(f, dice_draw(&f->dice, 3) ? "@p = @v;" : "@s");
}

static uint64_t cut(const Fuzz *f, uint64_t value)
{
    unsigned unused = 64u - (unsigned)f->kind->bits;
    return f->kind->is_signed ? (uint64_t)((int64_t)(value << unused) >> unused)
                              : value << unused >> unused;
}

typedef VEC(uint64_t) Table;

static void add_value(const Fuzz *f, Table *table, uint64_t value)
{
    value = cut(f, value);
    vec_each (uint64_t, known, table)
        if (*known == value)
            return;
    if (table->len < (f->shape && strstr(f->shape, " c)") ? FEW_VALUES : MOST_VALUES))
        vec_push(table, value);
}

/* The values near the constants, and those that look like them once they are cut or shifted. */
static void put_table(Fuzz *f, const int64_t *constants)
{
    Table table = {0};
    for (uint64_t k = 0; k < 9; k++)
        add_value(f, &table, k - 1);
    for (int k = 0; k < CONSTANTS; k++)
        for (int off = -1; off <= 1; off++) {
            uint64_t value = (uint64_t)constants[k] + (uint64_t)off;
            add_value(f, &table, value);
            for (int bits = 1; bits <= 3; bits++) {
                add_value(f, &table, value << bits);
                add_value(f, &table, (value << bits) + (1u << bits) - 1);
            }
            add_value(f, &table, value + (1u << 8));
            add_value(f, &table, value + (1u << 16));
            add_value(f, &table, value + ((uint64_t)1 << 32));
            add_value(f, &table, -value);
        }
    for (int off = -1; off <= 1; off++)
        for (int bits = 7; bits <= 63; bits += bits == 31 ? 32 : bits == 15 ? 16 : 8)
            add_value(f, &table, ((uint64_t)1 << bits) + (uint64_t)off);
    for (int k = 0; k < 20; k++)
        add_value(f, &table,
                  (uint64_t)dice_draw(&f->dice, 1u << 31) << dice_draw(&f->dice, 33) >>
                      dice_draw(&f->dice, 31));
    fprintf(f->out, "static const TYPE values[] = {");
    vec_each (uint64_t, value, &table)
        fprintf(f->out, "(TYPE)%" PRIu64 "u, ", *value);
    fprintf(f->out, "};\nstatic TYPE IN(void) { return values[heddle_choose(0, %zu)]; }\n",
            table.len - 1);
    vec_free(&table);
}

static void put_head(Fuzz *f, const Question *question)
{
    static const int64_t numbers[] = {2,     3,     5,     7,     10,     100,       99,  127,
                                      128,   200,   255,   -1,    -2,     -128,      256, 1000,
                                      32767, 32768, 65535, 65536, 100000, 2147483647};
    int64_t constants[CONSTANTS];
    fprintf(f->out,
            "#include <pthread.h>\n#include <stdatomic.h>\n"
            "#include <stdlib.h>\n#include <string.h>\n#include <heddle.h>\n"
            "#define TYPE %s\n#define U unsigned %s\n#define TYPE2 %s\n#define ERROR %s\n"
            "extern TYPE __VERIFIER_nondet_%s(void); extern void reach_error(void);\n"
            "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
            "extern void __VERIFIER_assume(int);\n",
            f->kind->type, f->kind->bits == 64 ? "long" : "int",
            DICE_PICK(&f->dice, "unsigned char", "short", "int", "unsigned", "long", "TYPE"),
            question->error, f->kind->function);
    for (int k = 0; k < CONSTANTS; k++) {
        uint32_t all = sizeof numbers / sizeof *numbers;
        uint32_t most = dice_draw(&f->dice, 3) ? 7 : f->kind->bits == 8 ? 14 : all;
        constants[k] = numbers[dice_draw(&f->dice, most)];
        fprintf(f->out, "#define K%d (%" PRId64 ")\n", k, constants[k]);
    }
    fputs("#define LOW (K0 < K1 ? K0 : K1)\n#define HIGH (K0 < K1 ? K1 : K0)\n#ifdef ALL\n",
          f->out);
    if (f->kind->bits == 8)
        fputs("static TYPE IN(void) { return (TYPE)heddle_choose(0, 255); }\n", f->out);
    else
        put_table(f, constants);
    fprintf(f->out,
            "#else\n#define IN() __VERIFIER_nondet_%s()\n#endif\n"
            "#ifdef ENDS\n#define STOP abort()\n#else\n#define STOP __VERIFIER_assume(0)\n#endif\n",
            f->kind->function);
}

static const char helpers[] =
    "static volatile int most = 2147483647, *nothing; static int spoilt;\n"
    "#define FAIL() do { ERROR; STOP; } while (0)\n"
    "static void check(int c) { if (!c) FAIL(); }\n"
    "static void assume(int c) { if (!c) STOP; }\n"
    "static TYPE wrap(void) { return IN(); }\n"
    "static TYPE pass_on(TYPE v) { return v; }\n"
    "static TYPE opposite(TYPE v) { return (TYPE)~v; }\n"
    "static TYPE larger(TYPE x, TYPE y) { return x < y ? y : x; }\n"
    "static TYPE (*fp)(TYPE) = pass_on;\n"
    "static TYPE g0, g1 = K0, ar[3], h; static TYPE2 w; static _Atomic TYPE at;\n"
    "static _Thread_local TYPE tl; static const int table[2] = {K1, 1};\n"
    "static struct { TYPE x; int y; } s, s2; static struct { unsigned f : 3; int rest : 6; } b;\n"
    "static union { TYPE whole; unsigned char part; } u;\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    "static void put(TYPE *p, TYPE v) { *p = v; }\n";

static void put_function(Fuzz *f, const char *head, uint32_t statements)
{
    fprintf(f->out, "%s\n{\n    TYPE l0 = (TYPE)%s, l1 = 1, *q = %s;\n    (void)l0, (void)q;\n",
            head, DICE_PICK(&f->dice, "0", "K1", "g0"),
            DICE_PICK(&f->dice, "&g0", "&ar[2]", "&l1", "&s.x"));
    put(f, "@p = IN();");
    put_block(f, statements);
}

/* ---- small ones ---- */

/* Each is about one step of the argument that a few values stand for all (front/c/input/observe.c). */
static const char *const shapes[] = {
    "check(a == b);",
    "if (a @r @n && b @r @n) check(a == b);",
    "if ((a & @m) == 1 && (b & @m) == 1) check(a == b);",
    "if (a != b) STOP; if (a @r @n && b @r @n) FAIL();",
    "if (a != b) STOP; if (b != c) STOP; if (a != c) FAIL();",
    "if (a != b) ; else STOP; if (b != c) ; else STOP; check(a == c);",
    "if (a == b) STOP; if (b == c) STOP; if (a == c) STOP; FAIL();",
    "TYPE x = g1 ? a : (TYPE)@n; if (x != b) STOP; if (!g1) FAIL();",
    "TYPE x = g1 ? a : (TYPE)@n; if (x == b) ; else STOP; if (x > @n) FAIL();",
    "TYPE x = a + 1; if (x != b) STOP; if (b == @n) FAIL();",
    "TYPE x = (TYPE)(g1 + @n); if (x != b) STOP; FAIL();",
    "assume(a @r @n); if (a != b) STOP; if (b == @n) FAIL();",
    "assume(a @r @n); check(a == b);",
    "if (((U)a >> @d) == @n) FAIL();",
    "if (((U)a >> @d) > LOW && ((U)a >> @d) < HIGH) FAIL();",
    "U x = (U)a >> 2; if ((x >> 1) == @n) FAIL();",
    "U x = (U)a >> 3; if ((x & 3) == @d && x > @n) FAIL();",
    "U x = g1 ? (U)a >> 1 : (U)a >> 3; if (x == @n) FAIL();",
    "g0 = a; if (g1) g0 = a >> @d; if (g0 > LOW && g0 < HIGH) FAIL();",
    "U x = (U)a >> 2, y = (U)b >> 2; check(x == y);",
    "TYPE x = a & 7; if (x == @d && a > HIGH) FAIL();",
    "@t x = a; if (x @r @n && a @r @n) FAIL();",
    "@t x = a; if (x > LOW && x < HIGH) FAIL();",
    "@t x = a; @t y = a; check(x == y);",
    "long x = (@t)a; long y = (@t)a; check(x == y);",
    "long x = (int)a, y = (unsigned)a; if (x != y) FAIL();",
    "g0 = a; long x = (int)g0, y = (unsigned)g0; check(x == y);",
    "unsigned char x = a; if (x == @n && a > 255) FAIL();",
    "if (a > LOW && a < HIGH) FAIL();",
    "if (a > HIGH || a < LOW) return 0; if (a != LOW && a != HIGH) FAIL();",
    "if (a == @n || a == @n) return 0; if (a < @n && b < @n) FAIL();",
    "switch (a) { case K0: if (b == @n) FAIL(); break; default: if (b > HIGH) check(a == b); }",
    "double x = (double)a / 2; if (x > LOW && x < HIGH) FAIL();",
    "int x = a / 3; if (x == @n) FAIL();",
    "u.whole = a; if (u.part == @n && a != @n) FAIL();",
    "put(&g0, a); put(&h, b); check(g0 == h);",
    "s.x = a; s2 = s; check(s2.x == pass_on(b));",
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static void put_small(Fuzz *f)
{
    fprintf(f->out,
            "int main(void)\n{\n    TYPE a = IN(), b = %s, c = %s;\n"
            "    (void)b, (void)c;\n    g1 = %s;\n",
            DICE_PICK(&f->dice, "IN()", "IN()", "IN()", "a"),
            strstr(f->shape, " c)") ? "IN()" : "0", DICE_PICK(&f->dice, "0", "1", "a == K0"));
    put(f, f->shape);
    fputs("    return 0;\n}\n", f->out);
}

/* There is one place, or two, where it may go wrong. */
static void make(Fuzz *f, const Question *question)
{
    bool threads = dice_draw(&f->dice, 3) == 0, early = dice_draw(&f->dice, 4) == 0;
    const char *argument = DICE_PICK(&f->dice, "0", "0", "(void *)(long)g0", "&g1");
    bool small =
        f->small || f->seed % 2; /* of 8 bits all values are tried: nothing is to be seen there */
    f->kind =
        &kinds[small ? NARROW + dice_draw(&f->dice, KINDS - NARROW) : dice_draw(&f->dice, KINDS)];
    f->inputs = small ? -MOST_INPUTS : 0;
    f->shape = small ? shapes[dice_draw(&f->dice, SHAPES)] : NULL;
    choose_texts(f);
    put_head(f, question);
    fputs(helpers, f->out);
    if (small) {
        put_small(f);
        return;
    }
    if (threads) {
        put_function(f, "static void *run(void *argument)", dice_draw(&f->dice, 3));
        fputs("    spoilt = 2;\n", f->out);
        if (early)
            put(f, "@f");
        fprintf(f->out, "    return %s;\n}\n",
                DICE_PICK(&f->dice, "0", "0", "argument", "(void *)(long)g1"));
    }
    put_function(f, "int main(void)", 1 + dice_draw(&f->dice, 3));
    if (threads) {
        fprintf(f->out,
                "    pthread_t thread; void *result = 0;\n"
                "    pthread_create(&thread, 0, run, %s);\n",
                argument);
        put_block(f, dice_draw(&f->dice, 2));
        fprintf(f->out, "    pthread_join(thread, &result);\n%s",
                DICE_PICK(&f->dice, "", "", "    g0 = (TYPE)(long)result;\n"));
    }
    put_block(f, dice_draw(&f->dice, 2));
    put(f, "@f");
    fputs("    return 0;\n}\n", f->out);
}

/* ---- the comparison ---- */

static bool ask(Fuzz *f, const char *name, const Question *q, bool all, Method method,
                VerdictKind *verdict)
{
    const char *flags[3] = {"-w"};
    COptions options = {.flags = flags, .flag_count = 1, .overflow = q->goal == C_GOAL_OVERFLOW};
    options.goal = all ? q->reference : q->goal;
    options.on_claim = claims_check;
    options.claim_data = &f->claims;
    if (all)
        flags[options.flag_count++] = "-DALL";
    if (options.goal != C_GOAL_ALL)
        flags[options.flag_count++] = "-DENDS";
    Subject s = {0};
    uint64_t wrong = f->claims.wrong;
    bool asked = subject_load(&s, f->seed, name, &options) && f->claims.wrong == wrong &&
                 subject_search(&s, f->seed, q->properties, method, MOST_SECONDS, verdict);
    subject_free(&s);
    return asked;
}

/* What a solver says of all values; deadlocks, for which it is not asked, there are none. */
static bool solve(Fuzz *f, const char *name, const Question *q, VerdictKind *few)
{
    Question question = *q;
    VerdictKind solved = VERDICT_UNKNOWN;
    question.properties &= ~(uint32_t)PROPERTY_DEADLOCK;
    if (!ask(f, name, &question, false, SYMBOLIC, &solved))
        return false;
    f->solved += solved != VERDICT_UNKNOWN;
    if (solved != VERDICT_UNKNOWN && *few != VERDICT_UNKNOWN && solved != *few) {
        fprintf(stderr, "seed %" PRIu64 ", %s: symbolic says %s, and others say %s\n", f->seed,
                q->name, verdict_name(solved), verdict_name(*few));
        return false;
    }
    if (*few == VERDICT_UNKNOWN)
        *few = solved;
    return true;
}

static bool compare(Fuzz *f, const char *name, const Question *q)
{
    VerdictKind few = VERDICT_UNKNOWN, all = VERDICT_UNKNOWN, proved = VERDICT_UNKNOWN;
    if (!ask(f, name, q, false, REDUCED, &few) || !ask(f, name, q, false, MODULAR, &proved) ||
        !solve(f, name, q, &few))
        return false;
    bool exact = f->kind->bits == 8;
    if (proved == VERDICT_SAFE && few == VERDICT_UNKNOWN)
        few = VERDICT_SAFE;
    if (proved == VERDICT_SAFE && few == VERDICT_BUG) {
        fprintf(stderr, "seed %" PRIu64 ", %s: modular says safe, and there is a bug\n", f->seed,
                q->name);
        return false;
    }
    f->proved += proved == VERDICT_SAFE;
    if (few == VERDICT_UNKNOWN || (few == VERDICT_BUG && !exact)) {
        f->open += few == VERDICT_UNKNOWN;
        f->bugs += few == VERDICT_BUG; /* it was replayed */
        return true;
    }
    if (!ask(f, name, q, true, REDUCED, &all))
        return false;
    f->open += all == VERDICT_UNKNOWN;
    f->safe += all == VERDICT_SAFE;
    f->bugs += all == VERDICT_BUG;
    if (all == VERDICT_UNKNOWN || all == few)
        return true;
    fprintf(stderr, "seed %" PRIu64 ", %s: heddle says %s, and with all values %s\n", f->seed,
            q->name, verdict_name(few), verdict_name(all));
    return false;
}

static bool check_seed(Fuzz *f, bool print)
{
    char name[64];
    snprintf(name, sizeof name, "%s/input.c", f->folder);
    f->dice = f->seed * 0x9e3779b97f4a7c15u + 1;
    f->out = fopen(name, "w");
    if (!f->out) {
        perror(name);
        exit(2);
    }
    const Question *question =
        &questions[dice_draw(&f->dice, sizeof questions / sizeof *questions)];
    make(f, question);
    fclose(f->out);
    bool right = print || compare(f, name, question);
    if (!right || print)
        subject_print(name);
    unlink(name);
    return right;
}

int main(int argc, char **argv)
{
    Fuzz f = {.seed = 1, .folder = "/tmp/c_inputs-XXXXXX"};
    uint64_t count = 1, wrong = 0;
    bool print = false, all = false;
    for (int k = 1; k < argc; k++)
        if (strcmp(argv[k], "--print") == 0)
            print = true;
        else if (strcmp(argv[k], "--small") == 0)
            f.small = true;
        else if (strcmp(argv[k], "--go-on") == 0)
            all = true;
        else if (sscanf(argv[k], "--seed=%" SCNu64, &f.seed) != 1 &&
                 sscanf(argv[k], "--count=%" SCNu64, &count) != 1) {
            fprintf(stderr, "c_inputs: cannot use %s\n", argv[k]);
            return 2;
        }
    if (!mkdtemp(f.folder)) {
        perror(f.folder);
        return 2;
    }
    for (uint64_t k = 0; (all || !wrong) && (!count || k < count); k++, f.seed++)
        wrong += !check_seed(&f, print);
    rmdir(f.folder);
    if (!print)
        printf("safe %" PRIu64 ", bug %" PRIu64 ", open %" PRIu64 ", proved %" PRIu64
               ", solved %" PRIu64 ", wrong %" PRIu64 "\n",
               f.safe, f.bugs, f.open, f.proved, f.solved, wrong);
    return wrong > 0;
}
