/* c_schedule.c -- is a C program with threads that heddle calls safe safe on a processor?
 *
 *   c_schedule [--seed=S] [--count=N] [--rounds=R] [--print]
 *
 * Makes the programs of the seeds S, S + 1 ... (N of them; 0: for ever).  Their threads work on
 * what locks guard; some take no lock, the wrong one, or let go of it too early.  What heddle calls
 * safe, for all properties and data races, is run natively, R times with random delays before each
 * access (native/schedule.c), and some also with gcc's sanitizers for threads and for addresses.  A
 * program that fails there is printed; then the exit status is 1. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "c_subject.h"

enum { COUNTERS = 5, MOST_SECTIONS = 4, MOST_SECONDS = 10, SANITIZED = 3 };

__asm__(".section .rodata\n"
        "schedule_text: .incbin \"test/fuzz/native/schedule.c\"\n"
        ".byte 0\n"
        ".previous\n");
extern const char schedule_text[];

typedef struct Fuzz {
    uint64_t seed, random, rounds;
    FILE *out;
    char folder[32];
    int totals[COUNTERS]; /* what the counters must be in the end */
    int added[COUNTERS];  /* by the thread that is written */
    uint64_t safe, bugs, open;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->random, below);
}
#define PICK(f, ...) DICE_PICK(&(f)->random, __VA_ARGS__)

/* ---- the program ---- */

static const char head[] =
    "#include <assert.h>\n#include <pthread.h>\n#include <sched.h>\n#include <semaphore.h>\n"
    "#include <stdatomic.h>\n#include <stdlib.h>\n#include <string.h>\n"
    "struct item { int key; struct item *next; };\n"
    "struct part { signed char tag; long wide; };\n"
    "struct box { pthread_mutex_t lock; int sum, a, b; unsigned f : 3, g : 5; struct part part;\n"
    "    struct item *items; };\n"
    "static struct box boxes[2] = {{PTHREAD_MUTEX_INITIALIZER}, {PTHREAD_MUTEX_INITIALIZER}};\n"
    "static struct box *heap;\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
    "static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\n"
    "static pthread_cond_t ready = PTHREAD_COND_INITIALIZER; static sem_t sem;\n"
    "static atomic_flag busy = ATOMIC_FLAG_INIT; static int go, x, cells[3], passed;\n"
    "static atomic_int count; static _Thread_local int own;\n"
    "static long weigh(struct part p) { return p.wide - 3 * p.tag; }\n"
    "static void both(struct box *b, int k) { b->a += k; b->b += k; }\n";

/* The counters, and the locks that guard them; count needs none. */
static const char *const counters[COUNTERS] = {"x", "boxes[0].sum", "boxes[1].sum", "heap->sum",
                                               "count"};
static const char *const guards[COUNTERS] = {"&m", "&boxes[0].lock", "&boxes[1].lock",
                                             "&heap->lock", "&n"};

/* Adds to a counter, mostly as one should. */
static void put_count(Fuzz *f)
{
    uint32_t c = draw(f, COUNTERS), kind = draw(f, 24);
    int by = 1 + (int)draw(f, 3);
    const char *name = counters[c], *lock = guards[c];
    f->added[c] += by;
    if (c == COUNTERS - 1 && kind < 22) {
        fprintf(f->out,
                kind % 2 ? "    atomic_fetch_add(&count, %d);\n"
                         : "    { int o = count; while (!atomic_compare_exchange_strong(&count, &o,"
                           " o + %d)) ; }\n",
                by);
        return;
    }
    if (kind == 22) { /* lets go too early */
        fprintf(f->out,
                "    pthread_mutex_lock(%1$s); t = %2$s; pthread_mutex_unlock(%1$s);\n"
                "    pthread_mutex_lock(%1$s); %2$s = t + %3$d; pthread_mutex_unlock(%1$s);\n",
                lock, name, by);
        return;
    }
    if (kind == 23)
        lock = guards[draw(f, COUNTERS)];
    const char *work = PICK(f, "%2$s += %3$d;", "t = %2$s; %2$s = t + %3$d;",
                            "int *p = (int *)&%2$s; *p += %3$d;");
    fprintf(f->out, "    { ");
    if (kind == 21)
        fprintf(f->out, "while (pthread_mutex_trylock(%s)) sched_yield(); ", lock);
    else if (kind)
        fprintf(f->out, "pthread_mutex_lock(%s); ", lock);
    for (const char *at = work; *at; at++)
        if (*at != '%')
            fputc(*at, f->out);
        else if (*++at == '2')
            fputs(name, f->out), at += 2;
        else
            fprintf(f->out, "%d", by), at += 2;
    fprintf(f->out, kind ? " pthread_mutex_unlock(%s); }\n" : " }\n", lock);
}

/* % is a box.  A line that begins with ! is wrong in some programs. */
static const char *const sections[] = {
    "pthread_mutex_lock(&%->lock); both(%, 1); pthread_mutex_unlock(&%->lock);",
    "pthread_mutex_lock(&%->lock); assert(%->a == %->b); pthread_mutex_unlock(&%->lock);",
    "pthread_mutex_lock(&%->lock); %->part = (struct part){2, 6}; pthread_mutex_unlock(&%->lock);",
    "pthread_mutex_lock(&%->lock); p = %->part; pthread_mutex_unlock(&%->lock);\n"
    "    assert(p.wide == 3 * p.tag);",
    "pthread_mutex_lock(&%->lock); assert(weigh(%->part) == 0); pthread_mutex_unlock(&%->lock);",
    "pthread_mutex_lock(&%->lock); memcpy(&p, &%->part, sizeof p); "
    "pthread_mutex_unlock(&%->lock);\n"
    "    assert(weigh(p) == 0);",
    "pthread_mutex_lock(&%->lock); memset(&%->part, 0, sizeof p); pthread_mutex_unlock(&%->lock);",
    "pthread_mutex_lock(&%->lock); %->f++; %->g += 2; assert(%->g % 2 == 0);\n"
    "    pthread_mutex_unlock(&%->lock);",
    "e = malloc(sizeof *e); e->key = 3; pthread_mutex_lock(&%->lock); e->next = %->items;\n"
    "    %->items = e; pthread_mutex_unlock(&%->lock);",
    "pthread_mutex_lock(&%->lock); e = %->items; if (e) %->items = e->next;\n"
    "    pthread_mutex_unlock(&%->lock); if (e) { assert(e->key == 3); free(e); }",
    "pthread_mutex_lock(&boxes[0].lock); pthread_mutex_lock(&boxes[1].lock);\n"
    "    boxes[0].b = boxes[0].a; boxes[1].part = boxes[0].part;\n"
    "    pthread_mutex_unlock(&boxes[1].lock); pthread_mutex_unlock(&boxes[0].lock);",
    "pthread_rwlock_wrlock(&rw); cells[0]++; cells[1]++; pthread_rwlock_unlock(&rw);",
    "pthread_rwlock_rdlock(&rw); assert(cells[0] == cells[1]); pthread_rwlock_unlock(&rw);",
    "pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&ready, &m);\n"
    "    pthread_mutex_unlock(&m);",
    "sem_wait(&sem); t = passed; passed = 1 - t; sem_post(&sem);",
    "while (atomic_flag_test_and_set(&busy)) sched_yield();\n"
    "    cells[2] = !cells[2]; atomic_flag_clear(&busy);",
    "own++; assert(own > 0);",
    "!pthread_mutex_lock(&%->lock); %->a++; pthread_mutex_unlock(&%->lock);\n"
    "    pthread_mutex_lock(&%->lock); %->b++; pthread_mutex_unlock(&%->lock);",
    "!p = %->part; assert(weigh(p) == 0);",
    "!pthread_mutex_lock(&boxes[1].lock); pthread_mutex_lock(&boxes[0].lock);\n"
    "    both(&boxes[0], 1); pthread_mutex_unlock(&boxes[0].lock);\n"
    "    pthread_mutex_unlock(&boxes[1].lock);",
    "!pthread_mutex_lock(&n); %->f = 1; pthread_mutex_unlock(&n);",
    "!pthread_rwlock_rdlock(&rw); cells[0] = cells[1]; pthread_rwlock_unlock(&rw);",
    "!cells[2] = 0;",
    "!pthread_mutex_lock(&m); go = 0; pthread_mutex_unlock(&m);",
    "!e = %->items; if (e) t = e->key;",
    "!sem_wait(&sem);",
};
enum { SECTIONS = sizeof sections / sizeof *sections };

static void put_section(Fuzz *f)
{
    if (draw(f, 3) == 0) {
        put_count(f);
        return;
    }
    const char *text = sections[draw(f, SECTIONS)];
    if (*text == '!' && draw(f, 3))
        text = sections[draw(f, 17)];
    const char *box = PICK(f, "(&boxes[0])", "(&boxes[i])", "heap");
    fputs("    ", f->out);
    for (text += *text == '!'; *text; text++)
        if (*text != '%' || text[1] == ' ')
            fputc(*text, f->out);
        else
            fputs(box, f->out);
    fputc('\n', f->out);
}

static void put_thread(Fuzz *f, int k)
{
    fprintf(
        f->out,
        "static void *run%d(void *argument)\n{\n    int i = argument != 0, t = 0; struct part p "
        "= {0};\n    struct item *e = 0; (void)t, (void)p, (void)e;\n",
        k);
    memset(f->added, 0, sizeof f->added);
    for (int n = 1 + (int)draw(f, MOST_SECTIONS - 1); n >= 0; n--)
        put_section(f);
    fprintf(f->out, "    return (void *)(long)(i + 1);\n}\n");
}

static void make_program(Fuzz *f)
{
    int uses[2] = {1, 1};
    fputs(head, f->out);
    memset(f->totals, 0, sizeof f->totals);
    uses[draw(f, 2)] = draw(f, 2) ? 1 : 2;
    for (int k = 0; k < 2; k++) {
        put_thread(f, k);
        for (int c = 0; c < COUNTERS; c++)
            f->totals[c] += uses[k] * f->added[c];
    }
    fprintf(f->out,
            "int main(void)\n{\n    pthread_t a, b, c; void *result;\n    heap = calloc(1, sizeof "
            "*heap); pthread_mutex_init(&heap->lock, NULL);\n    sem_init(&sem, 0, %d);\n"
            "    pthread_create(&a, NULL, run0, NULL); pthread_create(&b, NULL, run1, &b);\n",
            draw(f, 8) ? 1 : 2);
    bool third = uses[0] + uses[1] > 2;
    if (third)
        fprintf(f->out, "    pthread_create(&c, NULL, run%d, %s);\n", uses[1] == 2,
                PICK(f, "NULL", "&c"));
    fprintf(f->out, "    pthread_mutex_lock(&m); go = 1; pthread_cond_%s(&ready);\n",
            draw(f, 6) ? "broadcast" : "signal");
    fprintf(f->out,
            "    pthread_mutex_unlock(&m);\n    pthread_join(a, &result);\n    assert(result "
            "== (void *)1); pthread_join(b, NULL);\n");
    if (third)
        fprintf(f->out, "    pthread_join(c, NULL);\n");
    for (int c = 0; c < COUNTERS; c++)
        fprintf(f->out, "    assert(%s == %d);\n", counters[c], f->totals[c]);
    fprintf(f->out,
            "    assert(boxes[0].a == boxes[0].b && cells[0] == cells[1]);\n    return 0;\n}\n");
}

/* ---- heddle, and the processor ---- */

static bool ask_heddle(Fuzz *f, const char *name, VerdictKind *verdict)
{
    const char *flags[] = {"-w"};
    COptions options = {.flags = flags, .flag_count = 1};
    Subject s = {0};
    uint32_t all = PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK |
                   PROPERTY_UNDEFINED | PROPERTY_RACE;
    bool right =
        subject_load(&s, f->seed, name, &options) &&
        subject_search(&s, f->seed, all, draw(f, 4) ? REDUCED : SUMMARIZED, MOST_SECONDS, verdict);
    subject_free(&s);
    return right;
}

static int command(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int command(const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return system(text);
}

static bool run_native(const Fuzz *f, const char *name)
{
    const char *folder = f->folder;
    static const char *const sanitizers[] = {"thread", "address,undefined"};
    if (command("gcc -w -O0 -fsanitize=thread -Dmain=program_main -c -o %s/program.o %s && "
                "gcc -o %s/run %s/program.o %s/schedule.o -pthread",
                folder, name, folder, folder, folder) != 0) {
        fprintf(stderr, "seed %" PRIu64 ": the program cannot be compiled\n", f->seed);
        return false;
    }
    if (command("MALLOC_PERTURB_=165 %s/run %" PRIu64 " %" PRIu64 " >&2", folder, f->rounds,
                f->seed) != 0)
        return false;
    for (int k = 0; k < 2 && f->seed % SANITIZED == 0; k++)
        if (command(
                "gcc -w -g1 -O0 -fsanitize=%s -fno-sanitize-recover=all -o %s/run %s -pthread && "
                "for k in 1 2 3; do ASAN_OPTIONS=detect_leaks=0 timeout 600 setarch -R %s/run "
                ">/dev/null || exit 1; done",
                sanitizers[k], folder, name, folder) != 0)
            return false;
    return true;
}

static bool check_seed(Fuzz *f, bool print)
{
    char name[64];
    VerdictKind verdict = VERDICT_UNKNOWN;
    snprintf(name, sizeof name, "%s/random.c", f->folder);
    f->random = f->seed * 0x9e3779b97f4a7c15u + 1;
    f->out = fopen(name, "w");
    if (!f->out) {
        perror(name);
        exit(2);
    }
    make_program(f);
    fclose(f->out);
    bool right = print || ask_heddle(f, name, &verdict);
    if (right && verdict == VERDICT_SAFE && !run_native(f, name)) {
        fprintf(stderr, "seed %" PRIu64 ": heddle says safe\n", f->seed);
        right = false;
    }
    f->safe += verdict == VERDICT_SAFE;
    f->bugs += verdict == VERDICT_BUG;
    f->open += verdict == VERDICT_UNKNOWN;
    if (!right || print)
        subject_print(name);
    return right;
}

int main(int argc, char **argv)
{
    Fuzz f = {.seed = 1, .rounds = 100, .folder = "/tmp/c_schedule-XXXXXX"};
    uint64_t count = 1;
    bool print = false, right = true;
    SubjectOptions options = {&f.seed, &count, &print, f.folder};
    for (int k = 1; k < argc; k++)
        if (sscanf(argv[k], "--rounds=%" SCNu64, &f.rounds) == 1) {
            memmove(&argv[k], &argv[k + 1], (size_t)(argc - k) * sizeof *argv);
            argc--, k--;
        }
    if (!subject_begin(&options, argc, argv))
        return 2;
    char name[64];
    snprintf(name, sizeof name, "%s/schedule.c", f.folder);
    FILE *out = fopen(name, "w");
    fputs(schedule_text, out);
    fclose(out);
    if (command("gcc -w -O1 -c -o %s/schedule.o %s", f.folder, name) != 0)
        return 2;
    for (uint64_t k = 0; right && (!count || k < count); k++, f.seed++)
        right = check_seed(&f, print);
    if (command("rm -rf %s", f.folder) != 0)
        right = false;
    if (!print)
        printf("safe, and so it is natively: %" PRIu64 "; bug %" PRIu64 ", open %" PRIu64 "\n",
               f.safe, f.bugs, f.open);
    return !right;
}
