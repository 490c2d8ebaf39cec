/* c_memory.c -- does the reduction know who touches what in raw memory?
 *
 *   c_memory [--seed=S] [--count=N] [--print]
 *
 * Random C programs with two threads: locks in structs, in arrays and on the heap, locks that are
 * replaced or initialised again, pointers that move, structs that are assigned, passed and
 * returned, memcpy, memmove, memset, trylock.  For some of the properties each the search without
 * reduction, the reduced one and summarize must say the same, and bugs must replay.
 *
 * All of them share the points at which threads may be interrupted.  So each program is there
 * twice, the second time (SPLIT) with copies that are written out scalar by scalar, and with a
 * point before each access: the search without reduction must say the same of both.  A program on
 * which something differs is printed; then the exit status is 1. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_subject.h"

enum { MOST_SECONDS = 20 };

typedef struct Fuzz {
    uint64_t seed, random;
    FILE *out;
    bool tame;   /* threads lock and do nothing that could break a lock */
    bool narrow; /* it is about few places and locks: threads meet more often */
    char folder[32];
    uint64_t safe, bugs, open;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->random, below);
}
#define PICK(f, ...) DICE_PICK(&(f)->random, __VA_ARGS__)

/* ---- programs ---- */

static const char head[] =
    "#include <assert.h>\n#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "#include <stddef.h>\nvoid __heddle_point(void);\n"
    "struct data { int a, b; long c; short d; };\n"
    "struct cell { pthread_mutex_t lock; struct data data; long x; };\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_mutex_t row[2], *lp = &m;\n"
    "static struct data g, h, *dp = &g; static struct cell cells[2], *heap;\n"
    "static long x, y, arr[3], brr[3], *ip = &x;\n"
    "#ifdef SPLIT\n"
    "#define P __heddle_point();\n"
    "#define COPY(to, from) { struct data *t_ = &(to), *f_ = &(from);\\\n"
    "    int a_ = f_->a; P t_->a = a_; P int b_ = f_->b; P t_->b = b_; P\\\n"
    "    long c_ = f_->c; P t_->c = c_; P short d_ = f_->d; P t_->d = d_; }\n"
    "#define HALF(to, from) { struct data *t_ = &(to), *f_ = &(from);\\\n"
    "    int a_ = f_->a; P t_->a = a_; P int b_ = f_->b; P t_->b = b_; }\n"
    "#define ZERO(to) { struct data *t_ = &(to);\\\n"
    "    t_->a = 0; P t_->b = 0; P t_->c = 0; P t_->d = 0; }\n"
    "#define PASS(function, from) { struct data p_; COPY(p_, from) P function(p_); }\n"
    "#define MADE(to, k) { struct data r_ = make(k); P COPY(to, r_) }\n"
    "#define WORDS(to, from) { long *t_ = (to), *f_ = (from);\\\n"
    "    for (int k_ = 0; k_ < 3; k_++) { long v_ = f_[k_]; P t_[k_] = v_; P } }\n"
    "#define SHIFT(at) { long *t_ = (at), v_ = t_[1]; P t_[2] = v_; P v_ = t_[0]; P t_[1] = v_; }\n"
    "#define CLEAR(at) { long *t_ = (at); t_[0] = 0; P t_[1] = 0; P t_[2] = 0; }\n"
    "#else\n#define P\n"
    "#define COPY(to, from) { (to) = (from); }\n"
    "#define HALF(to, from) { memcpy(&(to), &(from), offsetof(struct data, c)); }\n"
    "#define ZERO(to) { memset(&(to), 0, offsetof(struct data, d) + sizeof(short)); }\n"
    "#define PASS(function, from) { function(from); }\n"
    "#define MADE(to, k) { (to) = make(k); }\n"
    "#define WORDS(to, from) { memcpy((to), (from), 3 * sizeof(long)); }\n"
    "#define SHIFT(at) { long *t_ = (at); memmove(t_ + 1, t_, 2 * sizeof(long)); }\n"
    "#define CLEAR(at) { memset((at), 0, 3 * sizeof(long)); }\n"
    "#endif\n"
    "static void use(struct data v) { assert(v.a == v.b || v.c == 0); }\n"
    "static void look(struct data v) { if (v.a != v.c) y = v.d; }\n"
    "static struct data make(int k) { struct data v = {k, k, k, 1}; return v; }\n"
    "static struct cell *fresh(int k)\n{\n    struct cell *c = malloc(sizeof *c);\n"
    "    pthread_mutex_init(&c->lock, 0); c->data = make(k); c->x = k;\n    return c;\n}\n";

static const char *pick_data(Fuzz *f)
{
    if (f->narrow)
        return PICK(f, "g", "g", "g", "l", "c->data");
    return PICK(f, "g", "g", "h", "cells[0].data", "cells[i].data", "c->data", "*dp", "l", "l");
}

static const char *pick_scalar(Fuzz *f)
{
    if (f->narrow)
        return PICK(f, "x", "g.a", "g.c", "g.d", "arr[0]", "arr[2]", "c->x", "l.a");
    return PICK(f, "x", "y", "g.a", "g.d", "h.b", "cells[0].data.a", "cells[i].x", "cells[1].x",
                "c->x", "c->data.c", "dp->b", "arr[0]", "arr[i]", "arr[2]", "brr[1]", "*ip", "l.a");
}

static const char *pick_words(Fuzz *f)
{
    return f->narrow ? PICK(f, "arr", "arr", "w") : PICK(f, "arr", "brr", "w");
}

static void put_check(Fuzz *f)
{
    fprintf(f->out, "    P assert(%s %s %s);\n", pick_scalar(f), PICK(f, "==", "!=", "<="),
            pick_scalar(f));
}

static void put_work(Fuzz *f)
{
    const char *a = pick_data(f), *b = pick_data(f);
    switch (draw(f, 12)) {
    case 0:
    case 1:
        fprintf(f->out, "    P COPY(%s, %s)\n", a, b);
        break;
    case 2:
        fprintf(f->out, "    P HALF(%s, %s)\n", a, b);
        break;
    case 3:
        fprintf(f->out, "    P ZERO(%s)\n", a);
        break;
    case 4:
        fprintf(f->out, "    P PASS(%s, %s)\n", PICK(f, "use", "look"), a);
        break;
    case 5:
        fprintf(f->out, "    P MADE(%s, %u)\n", a, draw(f, 3));
        break;
    case 6:
        fprintf(f->out, "    P %s(%s%s%s)\n", PICK(f, "WORDS"), pick_words(f), ", ", pick_words(f));
        break;
    case 7:
        fprintf(f->out, "    P %s(%s)\n", PICK(f, "SHIFT", "CLEAR"), pick_words(f));
        break;
    case 8:
    case 9:
        fprintf(f->out, "    P %s = %u;\n", pick_scalar(f), draw(f, 3));
        break;
    case 10: {
        const char *from = pick_scalar(f);
        fprintf(f->out, "    { P long v_ = %s; P %s = v_; }\n", from, pick_scalar(f));
        break;
    }
    default:
        put_check(f);
    }
}

/* What moves pointers and locks. */
static const char *const moves[] = {
    "dp = &h;",
    "dp = &cells[i].data;",
    "ip = &arr[2];",
    "lp = &n;",
    "lp = &row[i];",
    "lp = &heap->lock;",
    "heap = fresh(1);",
    "{ struct cell *k_ = fresh(2); P heap = k_; }",
    "pthread_mutex_lock(&n); P heap = fresh(1); P pthread_mutex_unlock(&n);",
    "pthread_mutex_lock(&n); P c = heap; P pthread_mutex_unlock(&n);",
    "c = heap;",
    "q = lp;",
    "c = fresh(0);",
};
static const char *const wild[] = {
    "pthread_mutex_init(&m, 0);",
    "pthread_mutex_init(&c->lock, 0);",
    "pthread_mutex_destroy(&row[i]); P pthread_mutex_init(&row[i], 0);",
    "memset(&row[0], 0, sizeof row[0]);",
    "row[0] = row[1];",
    "free(heap);",
    "{ P struct cell *k_ = heap; P heap = 0; P free(k_); }",
};

static void put_move(Fuzz *f)
{
    bool is_wild = !f->tame && draw(f, 4) == 0;
    fprintf(f->out, "    P %s\n",
            is_wild ? dice_pick(&f->random, wild, sizeof wild / sizeof *wild)
                    : dice_pick(&f->random, moves, sizeof moves / sizeof *moves));
}

static void put_section(Fuzz *f)
{
    static const char *const locks[][2] = {
        {"&m", "&m"},
        {"&m", "&m"},
        {"&row[i]", "&row[i]"},
        {"&row[0]", "&row[0]"},
        {"&cells[i].lock", "&cells[i].lock"},
        {"&cells[0].lock", "&cells[0].lock"},
        {"q = lp", "q"},
        {"lp", "lp"},
        {"&c->lock", "&c->lock"},
        {"&(c = heap)->lock", "&c->lock"},
    };
    static const uint32_t few[] = {0, 0, 6, 9};
    const char *const *lock = locks[f->narrow ? few[draw(f, sizeof few / sizeof *few)]
                                              : draw(f, sizeof locks / sizeof *locks)];
    uint32_t kind = draw(f, 8);
    if (f->narrow && draw(f, 3) == 0) { /* the lock may be replaced while someone holds it */
        bool takes = draw(f, 2);
        fprintf(f->out, "    %s\n    P pthread_mutex_unlock(&n);%s\n",
                takes ? "P pthread_mutex_lock(&n); P c = heap; P pthread_mutex_lock(&c->lock);"
                      : "c = fresh(1); P pthread_mutex_lock(&n); P heap = c;",
                takes ? "" : " P pthread_mutex_lock(&c->lock);");
        put_work(f);
        put_work(f);
        fprintf(f->out, "    P pthread_mutex_unlock(&c->lock);\n");
    } else if (kind < 2 && f->narrow) { /* the last word of what others take as a whole */
        fprintf(f->out, "    P %s\n", PICK(f, "arr[2] = 1;", "g.d = 2;", "w[0] = arr[2];"));
    } else if (kind == 0) {
        put_work(f);
    } else if (kind < 3) {
        put_move(f);
    } else if (kind == 3) {
        fprintf(f->out, "    P if (pthread_mutex_trylock(%s) == 0) {\n", lock[0]);
        put_work(f);
        fprintf(f->out, "    P pthread_mutex_unlock(%s);\n    }\n", lock[1]);
    } else {
        fprintf(f->out, "    P pthread_mutex_lock(%s);\n", lock[0]);
        for (uint32_t k = 1 + draw(f, 2); k; k--)
            put_work(f);
        fprintf(f->out, "    P pthread_mutex_unlock(%s);\n", lock[1]);
    }
}

static const char locals[] =
    "    int i = argument != 0; long w[3] = {0};\n    struct data l = make(1);\n"
    "    struct cell *c = &cells[i]; pthread_mutex_t *q = &m;\n"
    "    (void)i, (void)w, (void)l, (void)c, (void)q;\n";

static void make_program(Fuzz *f)
{
    fputs(head, f->out);
    f->tame = draw(f, 2);
    f->narrow = draw(f, 2);
    for (int k = 0; k < 2; k++) {
        fprintf(f->out, "static void *run%d(void *argument)\n{\n%s", k, locals);
        for (uint32_t n = 1 + draw(f, 3); n; n--)
            put_section(f);
        fprintf(f->out, "    return 0;\n}\n");
    }
    fprintf(f->out,
            "int main(void)\n{\n    void *argument = 0; pthread_t a, b;\n%s"
            "    pthread_mutex_init(&row[0], 0), pthread_mutex_init(&row[1], 0);\n"
            "    pthread_mutex_init(&cells[0].lock, 0);\n"
            "    pthread_mutex_init(&cells[1].lock, 0);\n    heap = fresh(0);\n",
            locals);
    if (draw(f, 2))
        fprintf(f->out, "    %s\n",
                PICK(f, "lp = &heap->lock;", "lp = &row[1];", "ip = &arr[1];", "dp = &heap->data;",
                     "ip = &heap->x;"));
    fprintf(f->out, "    pthread_create(&a, 0, run0, 0);\n    pthread_create(&b, 0, run%u, &b);\n",
            draw(f, 3) != 0);
    fprintf(f->out, "    pthread_join(a, 0);\n    pthread_join(b, 0);\n");
    put_check(f);
    fprintf(f->out, "    return 0;\n}\n");
}

/* ---- asking heddle ---- */

static bool load(Fuzz *f, Subject *s, const char *name, bool split)
{
    const char *flags[] = {"-w", "-DSPLIT"};
    COptions options = {.flags = flags, .flag_count = split ? 2 : 1};
    return subject_load(s, f->seed, name, &options);
}

static const uint32_t rows[] = {
    PROPERTY_ASSERT,
    PROPERTY_DEADLOCK,
    PROPERTY_MEMORY | PROPERTY_LOCK,
    PROPERTY_RACE,
    PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK,
};

static bool agree(Fuzz *f, uint32_t properties, VerdictKind plain, const char *who,
                  VerdictKind other)
{
    bool open = plain == VERDICT_UNKNOWN || other == VERDICT_UNKNOWN;
    f->open += open;
    f->safe += !open && plain == VERDICT_SAFE;
    f->bugs += !open && plain == VERDICT_BUG;
    if (open || plain == other)
        return true;
    fprintf(stderr, "seed %" PRIu64 ", properties %x: unreduced %s, %s %s\n", f->seed, properties,
            verdict_name(plain), who, verdict_name(other));
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
    if (right)
        right = subject_search(split, f->seed, properties, PLAIN, MOST_SECONDS, &other) &&
                agree(f, properties, plain, "split", other);
    return right;
}

static bool check_program(Fuzz *f, const char *name)
{
    Subject s = {0}, split = {0};
    bool right = load(f, &s, name, false) && load(f, &split, name, true);
    uint32_t first = draw(f, sizeof rows / sizeof *rows);
    for (uint32_t k = 0; right && k < 2; k++)
        right = check_row(f, &s, &split, rows[(first + k) % (sizeof rows / sizeof *rows)]);
    subject_free(&s);
    subject_free(&split);
    return right;
}

static bool check_seed(Fuzz *f, bool print)
{
    char name[64];
    snprintf(name, sizeof name, "%s/random.c", f->folder);
    f->random = f->seed * 0x9e3779b97f4a7c15u + 1;
    f->out = fopen(name, "w");
    if (!f->out) {
        perror(name);
        exit(2);
    }
    make_program(f);
    fclose(f->out);
    bool right = print || check_program(f, name);
    if (!right || print)
        subject_print(name);
    unlink(name);
    return right;
}

int main(int argc, char **argv)
{
    Fuzz f = {.seed = 1, .folder = "/tmp/c_memory-XXXXXX"};
    uint64_t count = 1;
    bool print = false, right = true;
    SubjectOptions options = {&f.seed, &count, &print, f.folder};
    if (!subject_begin(&options, argc, argv))
        return 2;
    for (uint64_t k = 0; right && (!count || k < count); k++, f.seed++)
        right = check_seed(&f, print);
    rmdir(f.folder);
    if (!print)
        printf("safe %" PRIu64 ", bug %" PRIu64 ", open %" PRIu64 "\n", f.safe, f.bugs, f.open);
    return !right;
}
