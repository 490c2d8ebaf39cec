/* c_modular.c -- is what is proved for any number of threads true for a few?
 *
 *   c_modular [--seed=S] [--count=N] [--print]
 *
 * Random C programs of the kind that the engine `modular` is for: locks of the program's own and
 * of the library, atomic functions, counters, flags, small arrays, inputs, and threads that are
 * created in a loop or one by one; for every fourth seed, arrays that are filled, copied and looked at in
 * loops, in globals, locals and on the heap, one element too far or too few here and there; for another fourth, arrays of which an arbitrary element is
 * followed, and threads that are joined, some of them twice, and created again; and, for every third of the others, threads
 * that count themselves, whose proofs need the number of threads at a place.  Where it says safe, the
 * search without reduction must not find a bug.  Such a program is printed; then the exit status is 1. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_subject.h"

enum { MODULAR_SECONDS = 6, PLAIN_SECONDS = 10 };

typedef struct Fuzz {
    uint64_t seed, dice;
    FILE *out;
    int depth;
    char folder[32];
    uint64_t safe, open, checked;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->dice, below);
}
#define PICK(f, ...) DICE_PICK(&(f)->dice, __VA_ARGS__)

static const char *shared(Fuzz *f)
{
    return PICK(f, "a", "a", "b", "b", "c", "d", "flag", "s.x", "s.y");
}

static const char *local(Fuzz *f)
{
    return PICK(f, "v", "v", "w", "k");
}

static const char *number(Fuzz *f)
{
    return PICK(f, "0", "0", "1", "1", "2", "3", "-1", "254u", "0u-1");
}

static const char *value(Fuzz *f)
{
    return draw(f, 3) ? (draw(f, 2) ? shared(f) : local(f)) : number(f);
}

static void put_condition(Fuzz *f)
{
    const char *left = draw(f, 2) ? shared(f) : local(f);
    fprintf(f->out, "%s %s %s", left, PICK(f, "==", "!=", "<", "<=", ">", ">="), value(f));
    if (draw(f, 5) == 0)
        fprintf(f->out, " %s flag == %s", PICK(f, "||", "&&"), PICK(f, "0", "1"));
}

static void put_assignment(Fuzz *f)
{
    const char *to = draw(f, 3) ? shared(f) : local(f);
    switch (draw(f, 9)) {
    case 0:
        fprintf(f->out, "%s = v + 1;\n", to);
        break;
    case 1:
        fprintf(f->out, "v = %s;\n", shared(f));
        break;
    case 2:
        fprintf(f->out, "%s = %s %s %s;\n", to, value(f), PICK(f, "+", "-", "*", "&", "^", "%"),
                PICK(f, "1", "2", "3"));
        break;
    case 3:
        fprintf(f->out, "%s%s;\n", shared(f), PICK(f, "++", "--"));
        break;
    case 4:
        fprintf(f->out, "array[%s] = %s;\n",
                PICK(f, "0", "1", "v & 1", "k & 1", "w & 1", "v & 1", "v & 3"), value(f));
        break;
    case 5:
        fprintf(f->out, "%s = array[%s];\n", to, PICK(f, "0", "1", "w & 1", "k & 1"));
        break;
    case 6:
        fprintf(f->out, "%s = (int)heddle_choose(0, %u);\n", to, draw(f, 3));
        break;
    case 7:
        fprintf(f->out, "%s = %s;\n", to, number(f));
        break;
    default:
        fprintf(f->out, "%s = %s;\n", to, value(f));
        break;
    }
}

static void put_assertion(Fuzz *f)
{
    fputs("assert(", f->out);
    put_condition(f);
    fputs(");\n", f->out);
}

static void put_block(Fuzz *f, uint32_t count);

static void put_section(Fuzz *f)
{
    bool own = draw(f, 2) == 0;
    fputs(own ? "__VERIFIER_atomic_take();\n" : "pthread_mutex_lock(&mutex);\n", f->out);
    put_block(f, 1 + draw(f, 2));
    if (draw(f, 12) != 0)
        fputs(own ? "__VERIFIER_atomic_give();\n" : "pthread_mutex_unlock(&mutex);\n", f->out);
}

static void put_statement(Fuzz *f)
{
    if (++f->depth > 3) {
        put_assignment(f);
    } else {
        switch (draw(f, 10)) {
        case 0:
        case 1:
            put_section(f);
            break;
        case 2:
            fputs("if (", f->out);
            put_condition(f);
            fputs(") {\n", f->out);
            put_block(f, 1);
            fprintf(f->out, "}%s\n", PICK(f, "", " else return 0;"));
            break;
        case 3:
            fprintf(f->out,
                    "do { v = %s; w = v + 1; __VERIFIER_atomic_swap(&%s, v, w, &done); } "
                    "while (!done);\n",
                    PICK(f, "a", "b"), PICK(f, "a", "b"));
            break;
        case 4:
            fprintf(f->out, "for (k = 0; k < %u; k++) {\n", 1 + draw(f, 3));
            put_block(f, 1);
            fputs("}\n", f->out);
            break;
        case 5:
            fputs("__VERIFIER_atomic_begin();\n", f->out);
            put_assignment(f);
            put_assignment(f);
            fputs("__VERIFIER_atomic_end();\n", f->out);
            break;
        case 6:
            fprintf(f->out, "__VERIFIER_assume(%s == %s);\n", shared(f), PICK(f, "0", "1", "v"));
            break;
        case 7:
            if (draw(f, 3) == 0)
                put_assertion(f);
            break;
        default:
            put_assignment(f);
            break;
        }
    }
    f->depth--;
}

static void put_block(Fuzz *f, uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        put_statement(f);
}

static void put_thread(Fuzz *f, int number_of)
{
    fprintf(f->out,
            "static void *run%d(void *argument)\n{\nunsigned v = 0, w = 0, done = 0;\n"
            "int k = 0;\n(void)argument;\n",
            number_of);
    put_block(f, 1 + draw(f, 3));
    if (draw(f, 2))
        put_assertion(f);
    fputs("return 0;\n}\n", f->out);
}

/* One thread after the other, or in a loop; joined, or not. */
static void put_main(Fuzz *f)
{
    bool joins = draw(f, 4) == 0, loop = draw(f, 2) == 0;
    fprintf(f->out,
            "int main(void)\n{\nunsigned v = 0, w = 0, done = 0; int k = 0;\n"
            "pthread_t t0, t1;\n(void)v; (void)w; (void)done; (void)k;\n%s",
            PICK(f, "", "", "a = 1;\n", "flag = 1; b = 2;\n"));
    if (loop)
        fprintf(f->out,
                "for (int i = 0; i < %u; i++) pthread_create(&t0, 0, run0, 0);\n"
                "pthread_create(&t1, 0, run1, 0);\n",
                2 + draw(f, 2));
    else
        fprintf(f->out,
                "pthread_create(&t0, 0, run0, 0);\n%s"
                "pthread_create(&t1, 0, %s, 0);\n",
                PICK(f, "", "b = 1;\n", "assert(a == 0);\n"), PICK(f, "run0", "run1"));
    if (joins)
        fprintf(f->out, "pthread_join(t1, 0);\n%s", loop ? "" : "pthread_join(t0, 0);\n");
    put_block(f, draw(f, 3));
    if (draw(f, 4) == 0)
        put_assertion(f);
    fputs("return 0;\n}\n", f->out);
}

/* ---- threads that count themselves ---- */

/* By so much, at once, or with a gap between reading and writing. */
static void put_count(Fuzz *f)
{
    const char *what = PICK(f, "a", "a", "b"), *by = PICK(f, "+ 1", "+ 1", "+ 1", "+ 2", "- 1");
    if (draw(f, 4))
        fprintf(f->out, "__VERIFIER_atomic_begin(); %s = %s %s; __VERIFIER_atomic_end();\n", what,
                what, by);
    else
        fprintf(f->out, "v = %s; %s = v %s;\n", what, what, by);
}

static void put_counted(Fuzz *f)
{
    fprintf(f->out,
            "__VERIFIER_atomic_begin(); v = a; w = b; __VERIFIER_atomic_end();\nassert(%s);\n",
            PICK(f, "v <= n", "v <= n", "w <= n", "w <= v", "w < v", "v >= 1", "v > 0", "w != 0",
                 "v <= 2 * n", "v <= n + 1", "v < n", "v + w <= 2 * n"));
}

static void put_counting_thread(Fuzz *f, int number_of, bool counts)
{
    fprintf(f->out,
            "static void *run%d(void *argument)\n{\nunsigned v = 0, w = 0;\n"
            "(void)argument; (void)v; (void)w;\n",
            number_of);
    for (uint32_t k = 1 + draw(f, 2); k && counts; k--) {
        put_count(f);
        if (draw(f, 6) == 0)
            put_counted(f);
    }
    if (!counts || draw(f, 2))
        put_counted(f);
    if (counts && draw(f, 3) == 0)
        put_count(f);
    fputs("return 0;\n}\n", f->out);
}

static void make_counting(Fuzz *f)
{
    bool first = draw(f, 2);
    const char *other = "pthread_create(&t1, 0, run1, 0);\n";
    fputs("#include <assert.h>\n#include <pthread.h>\n#include <heddle.h>\n"
          "void __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n"
          "static unsigned a, b, n;\n",
          f->out);
    put_counting_thread(f, 0, true);
    put_counting_thread(f, 1, draw(f, 4) == 0);
    fprintf(f->out,
            "int main(void)\n{\npthread_t t0, t1;\nn = %u + (unsigned)heddle_choose(0, 1);\n%s"
            "for (unsigned i = 0; i < n%s; i++)\npthread_create(&t0, 0, run0, 0);\n%s"
            "return 0;\n}\n",
            1 + draw(f, 2), first ? other : "", PICK(f, "", "", "", " + 1"), first ? "" : other);
}

/* ---- arrays, and threads that are joined ---- */

static const char *element_index(Fuzz *f)
{
    return PICK(f, "0", "2", "v", "v", "w", "k", "top", "v & 1", "(k + 1) % 3", "w + 1");
}

static void put_element_access(Fuzz *f)
{
    switch (draw(f, 9)) {
    case 0:
    case 1:
        fprintf(f->out, "if (v < 3 && w < 3 && k < 3 && top < 3) array[%s] = %s;\n",
                element_index(f),
                PICK(f, "1", "2", "w", "v", "array[0]", "top", "array[v]", "k + 1", "top + 1"));
        break;
    case 2:
    case 3:
        fprintf(f->out, "if (v < 3 && w < 2 && top < 3) w = array[%s];\n",
                PICK(f, "v", "w", "top", "w + 1"));
        break;
    case 4:
        fprintf(f->out, "if (top %s) top%s;\n", PICK(f, "< 3", "> 0", "< 2", "!= 0"),
                PICK(f, "++", "--"));
        break;
    case 5:
        fprintf(f->out, "v = (unsigned)heddle_choose(0, %u);\n", 1 + draw(f, 3));
        break;
    case 6:
        fprintf(f->out, "%s\n",
                PICK(f, "((unsigned char *)array)[v & 3] = 1;", "array[1] = top;",
                     "{ unsigned *at = &array[v & 1]; top = 0; *at = 2; w = *at; assert(w == 2 || "
                     "top); }",
                     "{ unsigned *at = &array[v & 1]; at++; *at = k; }"));
        break;
    case 7:
        fprintf(f->out, "w = k;\n");
        break;
    default:
        fprintf(f->out, "if (v < 3) assert(array[v] %s);\n",
                PICK(f, "<= 2", "< 3", "<= 1", "<= top", "!= 3", "< 4", "== 0 || top"));
        break;
    }
}

static void put_element_thread(Fuzz *f, int number_of)
{
    bool locks = draw(f, 3) != 0;
    fprintf(f->out,
            "static void *run%d(void *argument)\n{\nunsigned v = 0, w = 0, k;\n(void)argument;\n"
            "for (k = 0; k < %u; k++) {\n%s",
            number_of, 1 + draw(f, 3), locks ? "pthread_mutex_lock(&mutex);\n" : "");
    for (uint32_t n = 1 + draw(f, 4); n; n--)
        put_element_access(f);
    fprintf(f->out, "%s}\n", locks ? "pthread_mutex_unlock(&mutex);\n" : "");
    if (draw(f, 2))
        put_element_access(f);
    fputs("(void)w;\nreturn 0;\n}\n", f->out);
}

/* The number of a thread is copied, handed on, given again. */
static void put_joins(Fuzz *f)
{
    static const char *const last[] = {
        "pthread_join(t0, 0);\npthread_join(t1, 0);\n",
        "pthread_join(t1, 0);\npthread_join(t0, 0);\n",
        "t2 = t0;\npthread_join(t2, 0);\npthread_join(t1, 0);\n",
        "t2 = t0;\npthread_join(t2, 0);\npthread_join(t0, 0);\n",
        "pthread_join(t0, 0);\npthread_create(&t2, 0, run0, 0);\nassert(t2 != t1);\n"
        "pthread_join(t1, 0);\npthread_join(t2, 0);\n",
        "pthread_join(t0, 0);\npthread_create(&t2, 0, run0, 0);\nassert(t2 != "
        "t0);\npthread_join(t1, 0);\n",
        "t2 = t0;\npthread_join(t0, 0);\npthread_create(&t1, 0, run0, 0);\nassert(t2 != t1);\n",
        "shared = t0;\npthread_join(shared, 0);\npthread_create(&t2, 0, run0, 0);\nassert(t2 != "
        "t0);\n",
        "if (top) pthread_join(t0, 0);\npthread_join(t0, 0);\n",
        "t2 = top ? t0 : t1;\npthread_join(t2, 0);\npthread_join(t1, 0);\n",
        "pthread_detach(t0);\npthread_join(t1, 0);\n",
        "assert(t0 != t1 && t0 && t1);\npthread_join(t1, 0);\n",
        "for (k = 0; k < 2; k++) { pthread_create(&t2, 0, run1, 0); pthread_join(t2, 0); }\n"
        "pthread_join(t1, 0);\npthread_join(t0, 0);\n",
    };
    fputs(last[draw(f, sizeof last / sizeof *last)], f->out);
}

static void make_elements(Fuzz *f)
{
    fprintf(f->out,
            "#include <assert.h>\n#include <pthread.h>\n#include <heddle.h>\n"
            "static unsigned array[3]%s, top;\nstatic pthread_t shared;\n"
            "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n",
            PICK(f, "", "", " = {1, 2}", " = {0, 0, 3}"));
    put_element_thread(f, 0);
    put_element_thread(f, 1);
    fputs("int main(void)\n{\nunsigned v = 0, w = 0, k = 0;\npthread_t t0, t1, t2 = 0;\n"
          "(void)v; (void)w; (void)k; (void)t2; (void)shared;\n"
          "pthread_create(&t0, 0, run0, 0);\npthread_create(&t1, 0, run1, 0);\n",
          f->out);
    if (draw(f, 3))
        put_joins(f);
    if (draw(f, 2))
        put_element_access(f);
    fputs("return 0;\n}\n", f->out);
}

/* ---- arrays in loops ---- */

static const char *filled(Fuzz *f)
{
    return PICK(f, "0", "1", "i", "i + 1", "7", "n", "(i & 1)", "limit - i", "x");
}

/* From where to where; sometimes too far. */
static void put_range(Fuzz *f)
{
    if (draw(f, 8) == 0)
        fprintf(f->out, "for (i = %s - 1; i %s 0; i--) ", PICK(f, "n", "limit"),
                PICK(f, ">=", ">"));
    else
        fprintf(f->out, "for (i = %s; i < %s; i++) ", PICK(f, "0", "0", "0", "0", "1"),
                PICK(f, "n", "n", "n", "n", "n", "limit", "n - 1", "n + 1"));
}

static void put_look(Fuzz *f, const char *array)
{
    fprintf(f->out, "assert(%s[i] %s %s);\n", array, PICK(f, "==", "==", "<=", "!=", ">="),
            draw(f, 4) ? filled(f) : PICK(f, "8", "b[i]", "a[i]", "b[i] + 1"));
}

static void put_pass(Fuzz *f)
{
    const char *array = PICK(f, "a", "a", "b");
    switch (draw(f, 10)) {
    case 0:
    case 1:
    case 2:
        put_range(f);
        fprintf(f->out, "%s[i] = %s;\n", array, filled(f));
        break;
    case 3:
        put_range(f);
        fprintf(f->out, "%s;\n",
                PICK(f, "b[i] = a[i]", "a[i] = b[i]", "b[i] = a[i] + 1", "a[n - 1 - i] = b[i]",
                     "x = a[i]", "if (a[i] > x) x = a[i]", "x += b[i] & 1"));
        break;
    case 4:
        fprintf(f->out, "i = (%s)heddle_choose(0, 3);\nif (i < %s) %s[i] = %s;\n", "int",
                PICK(f, "n", "n", "limit", "n + 1"), array, filled(f));
        break;
    case 5:
        fprintf(f->out, "x = %s;\n", PICK(f, "n", "0", "a[0]", "b[2]", "limit"));
        break;
    case 6:
        if (draw(f, 2))
            fprintf(f->out, "i = %s;\n", PICK(f, "0", "n", "n - 1", "x"));
        else
            fprintf(f->out, "if (n > 0) %s[%s] = 3;\n", array, PICK(f, "0", "n - 1", "n", "n / 2"));
        break;
    case 7:
        put_range(f);
        put_look(f, array);
        break;
    default:
        fprintf(f->out, "i = (int)heddle_choose(0, 3);\nif (i < %s) ",
                PICK(f, "n", "n", "n", "limit"));
        put_look(f, array);
        break;
    }
}

/* An array is filled, and what was filled in is looked at: how many passes are to follow. */
static uint32_t put_filled(Fuzz *f)
{
    const char *value = filled(f), *array = PICK(f, "a", "a", "b");
    const char *bound = PICK(f, "n", "n", "limit");
    fprintf(f->out, "for (i = 0; i < %s; i++) %s[i] = %s;\n", bound, array, value);
    if (draw(f, 4) == 0)
        put_pass(f);
    if (draw(f, 3) == 0) {
        fprintf(f->out, "for (i = 0; i < %s; i++) %s[i] = %s[i];\n", bound,
                array[0] == 'a' ? "b" : "a", array);
        array = draw(f, 2) ? "a" : "b";
    }
    if (draw(f, 2))
        fprintf(f->out, "for (i = 0; i < %s; i++) ", bound);
    else
        fprintf(f->out, "i = (int)heddle_choose(0, 3);\nif (i < %s) ", bound);
    fprintf(f->out, "assert(%s[i] == %s);\n", array, value);
    return draw(f, 2);
}

static void put_array(Fuzz *f, const char *name, bool global)
{
    const char *type = PICK(f, "int", "int", "unsigned char", "long");
    if (global)
        fprintf(f->out, "static %s %s[3]%s;\n", type, name,
                PICK(f, "", "", " = {1, 1}", " = {0, 2}"));
    else if (draw(f, 2))
        fprintf(f->out, "%s %s[3]%s;\n", type, name, PICK(f, "", "", " = {0}"));
    else
        fprintf(f->out, "%s *%s = %s;\n", type, name,
                draw(f, 2)
                    ? PICK(f, "malloc(sizeof *a * (unsigned long)limit)",
                           "malloc(sizeof *a * (unsigned long)n)", "malloc(sizeof *a * 3)")
                    : PICK(f, "calloc((unsigned long)n, sizeof *a)", "calloc(3, sizeof *a)"));
}

/* A thread does what main does, under the same lock. */
static void make_loops(Fuzz *f)
{
    bool globals = draw(f, 2), beside = globals && draw(f, 3) == 0;
    fputs("#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <heddle.h>\n"
          "enum { limit = 3 };\nstatic int n, x;\n"
          "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n",
          f->out);
    if (globals) {
        put_array(f, "a", true);
        put_array(f, "b", true);
    }
    if (beside) {
        fputs("static void *run(void *argument)\n{\nint i;\n(void)argument;\n"
              "pthread_mutex_lock(&mutex);\n",
              f->out);
        put_pass(f);
        fputs("pthread_mutex_unlock(&mutex);\nreturn 0;\n}\n", f->out);
    }
    fprintf(f->out,
            "int main(void)\n{\nint i = 0;\npthread_t id = 0;\n(void)id; (void)i; (void)mutex;\n"
            "n = (int)heddle_choose(%s, %s);\n",
            PICK(f, "0", "0", "1"), PICK(f, "3", "3", "2"));
    if (!globals) {
        put_array(f, "a", false);
        put_array(f, "b", draw(f, 4) == 0);
    }
    fputs(beside ? "pthread_create(&id, 0, run, 0);\npthread_mutex_lock(&mutex);\n" : "", f->out);
    for (uint32_t k = draw(f, 3) ? put_filled(f) : 2 + draw(f, 3); k; k--)
        put_pass(f);
    fputs(beside ? "pthread_mutex_unlock(&mutex);\n" : "", f->out);
    fputs("return 0;\n}\n", f->out);
}

static void make(Fuzz *f)
{
    if (f->seed % 4 == 1) {
        make_loops(f);
        return;
    }
    if (f->seed % 4 == 3) {
        make_elements(f);
        return;
    }
    if (f->seed % 3 == 2) {
        make_counting(f);
        return;
    }
    fputs("#include <assert.h>\n#include <pthread.h>\n#include <heddle.h>\n"
          "void __VERIFIER_assume(int);\nvoid __VERIFIER_atomic_begin(void);\n"
          "void __VERIFIER_atomic_end(void);\n"
          "static unsigned a, b;\nstatic unsigned char c;\nstatic int d, m;\n"
          "static _Bool flag;\nstatic struct { short x; long y; } s;\n"
          "static unsigned array[2];\n"
          "static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;\n"
          "void __VERIFIER_atomic_take(void) { __VERIFIER_assume(m == 0); m = 1; }\n"
          "void __VERIFIER_atomic_give(void) { __VERIFIER_assume(m == 1); m = 0; }\n"
          "void __VERIFIER_atomic_swap(unsigned *p, unsigned e, unsigned n, unsigned *r)\n"
          "{ if (*p == e) { *p = n; *r = 1; } else *r = 0; }\n",
          f->out);
    put_thread(f, 0);
    put_thread(f, 1);
    put_main(f);
}

/* ---- the comparison ---- */

static bool compare(Fuzz *f, const char *name)
{
    static const char *const flags[] = {"-w"};
    static const uint32_t rows[] = {PROPERTY_ASSERT,
                                    PROPERTY_ASSERT | PROPERTY_MEMORY | PROPERTY_LOCK};
    COptions options = {.flags = flags, .flag_count = 1};
    uint32_t properties = rows[draw(f, 2)];
    Subject s = {0};
    VerdictKind proved = VERDICT_UNKNOWN, plain = VERDICT_UNKNOWN;
    bool right = subject_load(&s, f->seed, name, &options) &&
                 subject_search(&s, f->seed, properties, MODULAR, MODULAR_SECONDS, &proved);
    if (right && proved == VERDICT_SAFE)
        right = subject_search(&s, f->seed, properties, PLAIN, PLAIN_SECONDS, &plain);
    subject_free(&s);
    f->open += proved != VERDICT_SAFE;
    f->safe += proved == VERDICT_SAFE;
    f->checked += plain == VERDICT_SAFE;
    if (!right || plain != VERDICT_BUG)
        return right;
    fprintf(stderr, "seed %" PRIu64 ", properties %x: modular says safe, and there is a bug\n",
            f->seed, properties);
    return false;
}

static bool check_seed(Fuzz *f, bool print)
{
    char name[64];
    snprintf(name, sizeof name, "%s/modular.c", f->folder);
    f->dice = f->seed * 0x9e3779b97f4a7c15u + 1;
    f->out = fopen(name, "w");
    if (!f->out) {
        perror(name);
        exit(2);
    }
    make(f);
    fclose(f->out);
    bool right = print || compare(f, name);
    if (!right || print)
        subject_print(name);
    unlink(name);
    return right;
}

int main(int argc, char **argv)
{
    uint64_t count = 100;
    bool print = false, right = true;
    Fuzz f = {.seed = 1, .folder = "/tmp/c_modular.XXXXXX"};
    SubjectOptions options = {&f.seed, &count, &print, f.folder};
    if (!subject_begin(&options, argc, argv))
        return 2;
    for (uint64_t k = 0; right && (!count || k < count); k++, f.seed++)
        right = check_seed(&f, print);
    rmdir(f.folder);
    if (!print)
        printf("safe %" PRIu64 " (of these %" PRIu64 " searched to the end), open %" PRIu64 "\n",
               f.safe, f.checked, f.open);
    return !right;
}
