/* c_locks.c -- does the reduction know locks that programs write themselves?
 *
 *   c_locks [--seed=S] [--count=N] [--print]
 *
 * Random C programs with two or three threads and locks made of atomic cells, in globals, structs,
 * arrays and on the heap: taken by test-and-set, compare-and-swap, exchange, after a look, by a
 * ticket, with numbers of threads, and semaphores.  Some are tried, looked at, counted while they
 * are waited for, given back twice, too early, never or by somebody else, copied, cleared, replaced,
 * reset when something seems to be wrong, or freed; numbers are drawn twice, skipped, served by
 * somebody else or not waited for; some data is touched without its lock.  In some all threads run
 * the same procedure, and are told apart by names and by turns.  Mistakes come late: each
 * lock is used as it should be before.  At the end some values must not be in memory, whichever
 * were drawn: so it counts whether a search has seen all that can come out.  For each set of
 * properties the search without reduction and the reduced one must say the same, and bugs must
 * replay.  A program on which they differ is printed; then the exit status is 1.
 *
 * Most of the time would be clang's, so a file has many programs; each is lowered by itself. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_subject.h"

enum { MOST_SECONDS = 1, A_FILE = 48 };

typedef struct Fuzz {
    uint64_t seed, dice;
    uint32_t wrong; /* one of so many things is a mistake; 0: none is */
    FILE *out;
    int depth;
    bool third;
    bool alike; /* all threads run the same procedure */
    char folder[32];
    uint64_t programs, safe, bugs, open;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->dice, below);
}
#define PICK(f, ...) DICE_PICK(&(f)->dice, __VA_ARGS__)

static bool slips(Fuzz *f)
{
    return f->wrong && draw(f, f->wrong) == 0;
}

/* ---- programs ---- */

static const char head[] =
    "#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include <stdatomic.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n"
    "struct place { int x; atomic_int f; int y; };\n"
    "static struct place st, row[2], *hp, *hq, other;\n"
    "static atomic_int f, g, flags[2], next, serving, stop; static atomic_flag af;\n"
    "static int x, y, vals[2]; static sem_t sem;\n"
    "static atomic_int arrived, phase, claimed, word, words[2]; static pthread_t winner, last;\n"
    "struct desk { atomic_int next, serving; int x, y; };\n"
    "static struct desk dk, dks[2], *hd;\n"
    "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
    "#define TAS(l) while (atomic_exchange(l, 1)) ;\n"
    "#define OR(l) while (atomic_fetch_or(l, 1)) ;\n"
    "#define CAS(l) { int e_ = 0; while (!atomic_compare_exchange_strong(l, &e_, 1)) e_ = 0; }\n"
    "#define LAZY(l) { int e_ = 0; while (!atomic_compare_exchange_strong(l, &e_, 1)) ; }\n"
    "#define ID(l) { int e_ = 0; while (!atomic_compare_exchange_strong(l, &e_, me)) e_ = 0; }\n"
    "#define TTAS(l) for (;;) { while (atomic_load(l)) ; if (!atomic_exchange(l, 1)) break; }\n"
    "#define IFTAS(l) for (;;) if (!atomic_load(l) && !atomic_exchange(l, 1)) break;\n"
    "#define TWICE(l) { if (atomic_load(l)) atomic_load(l); TAS(l) }\n"
    "#define AFTER(l) { while (atomic_load(l)) ; TAS(l) }\n"
    "#define COUNTED(l) { int n_ = 0; while (atomic_exchange(l, 1)) n_ = 1; seen |= n_; }\n"
    "#define WATCHED(l) while (atomic_exchange(l, 1)) assert(atomic_load(l));\n"
    "#define PLAIN(l) while (atomic_exchange(l, 1)) while (*(int *)(l)) ;\n"
    "#define LOOKED(l) for (;;) { if (!atomic_load(l)) { if (!atomic_exchange(l, 1)) break;\\\n"
    "    assert(seen); } }\n"
    "#define STOPPED(l) while (atomic_exchange(l, 1)) if (stop) break;\n"
    "#define UNTIL(l) for (int k_ = 0; k_ < 2 && atomic_exchange(l, 1); k_++) ;\n"
    "#define DRAW(n, s) my = atomic_fetch_add(&n, 1); while (s != my) ;\n"
    "#define SLOW(n, s) { my = n++; int s_ = 0; do s_ = s; while (s_ - my); }\n"
    "#define PAUSE(n, s) { my = n++; for (;;) { int d_ = my - s; if (!d_) break; while (d_) d_--; "
    "} }\n"
    "#define AFTERWARDS(n, s) { my = n++; v = my & 1; while (s != my) ; }\n"
    "#define SHORTLY(n, s) { my = n++; if (s != my) while (s != my) ; }\n"
    "#define ATLEAST(n, s) my = n++; while (s < my) ;\n"
    "#define UNTOLD(n, s) { int w_ = 0; my = n++; while (s != my) w_ = 1; seen |= w_; }\n"
    "#define NEAR(n, s) my = n++; while (s != my) assert(s + 1 == my);\n"
    "#define EITHER(n, s) my = n++; while (s != my && s + 1 != my) ;\n"
    "#define ONCE(n, s) my = n++; if (s != my) while (s + 1 != my && s != my) ;\n"
    "#define AGAIN(n, s) my = n++; if (s != my) my = n++; while (s != my) ;\n"
    "#define IDLY(n, s) my = n++;\n"
    "#define SIGHT(n, s) seen |= n != s; my = n++; while (s != my) ;\n"
    "#define TELLING(n, s) my = n++; while (s != my) stop = 1;\n";

typedef struct Guarded {
    const char *lock, *x, *y;
    const char
        *serves; /* by whom who draws a number from `lock` is served; NULL: it is no such one */
} Guarded;

static const Guarded places[] = {
    {"&f", "x", "y", NULL},
    {"&f", "x", "st.x", NULL},
    {"&g", "y", "vals[0]", NULL},
    {"&st.f", "st.x", "st.y", NULL},
    {"&row[0].f", "row[0].x", "row[0].y", NULL},
    {"&row[i].f", "row[i].x", "row[i].y", NULL},
    {"&flags[0]", "vals[0]", "vals[0]", NULL},
    {"&flags[i]", "vals[i]", "vals[i]", NULL},
    {"&hp->f", "hp->x", "hp->y", NULL},
    {"&hq->f", "hq->x", "hq->y", NULL},
    {"next", "x", "y", "serving"},
    {"dk.next", "dk.x", "dk.y", "dk.serving"},
    {"dk.next", "dk.x", "y", "dk.serving"},
    {"dks[0].next", "dks[0].x", "dks[0].y", "dks[0].serving"},
    {"dks[i].next", "dks[i].x", "dks[i].y", "dks[i].serving"},
    {"hd->next", "hd->x", "hd->y", "hd->serving"},
};
enum { PLACES = sizeof places / sizeof *places };

static void put_data(Fuzz *f, const Guarded *place)
{
    const char *x = place->x, *y = place->y;
    switch (draw(f, 12)) {
    case 0:
    case 1:
        fprintf(f->out, "    %s++;\n", x);
        break;
    case 2:
        fprintf(f->out, "    %s++; %s--;\n", x, x);
        break;
    case 3:
        fprintf(f->out, "    v = %s; %s = v + 1; assert(%s == v + 1);\n", x, x, x);
        break;
    case 4:
        fprintf(f->out, "    %s = %s;\n", y, x);
        break;
    case 5:
    case 9:
    case 10:
    case 11:
        fprintf(f->out, "    %s = me; assert(%s == me);\n", x, x);
        break;
    case 6:
        fprintf(f->out, "    seen |= %s != 0;\n", x);
        break;
    case 7:
        fprintf(f->out, "    %s++; %s++;\n", x, y);
        break;
    default:
        fprintf(f->out, "    assert(%s <= %u);\n", x, 1 + draw(f, 3));
    }
}

/* Somebody without the lock puts things right, as he thinks. */
static void put_ticket_mistake(Fuzz *f, const Guarded *place)
{
    const char *n = place->lock, *s = place->serves;
    switch (draw(f, 9)) {
    case 0:
        fprintf(f->out, "    %s = %s = 0;\n", n, s);
        break;
    case 1:
        fprintf(f->out, "    if (%s > 1) { %s = 0; %s = 0; }\n", s, n, s);
        break;
    case 2:
        fprintf(f->out, "    %s++;\n", s);
        break;
    case 3:
        fprintf(f->out, "    %s++;\n", n);
        break;
    case 4:
        fprintf(f->out, "    seen |= %s == %s;\n", s, n);
        break;
    case 5:
        fprintf(f->out, "    assert(%s - %s < %u);\n", n, s, 1 + draw(f, 3));
        break;
    case 6:
        fprintf(f->out, "    seen |= %s & 1;\n", s);
        break;
    case 7:
        fprintf(f->out, "    if (%s == 2) %s = 3;\n", s, s);
        break;
    default:
        fprintf(f->out, "    { int e_ = %s; atomic_compare_exchange_strong(&%s, &e_, e_ + 1); }\n",
                s, n);
    }
}

/* What has no lock, or is about locks as data. */
static void put_other(Fuzz *f, const Guarded *place)
{
    bool slip = slips(f);
    if (slip && place->serves) {
        put_ticket_mistake(f, place);
        return;
    }
    switch (slip ? 4 + draw(f, 10) : draw(f, 4)) {
    case 0:
        fputs("    stop = 1;\n", f->out);
        break;
    case 1:
        fputs("    seen |= stop;\n", f->out);
        break;
    case 2:
        fputs("    pthread_mutex_lock(&m); pthread_mutex_unlock(&m);\n", f->out);
        break;
    case 3:
        fputs("    if (seen) stop = seen;\n", f->out);
        break;
    case 4:
    case 11:
        fprintf(f->out, "    atomic_store(%s, %u);\n", place->lock, draw(f, 4) == 0);
        break;
    case 5:
        fprintf(f->out, "    seen |= atomic_load(%s);\n", place->lock);
        break;
    case 6:
        fprintf(f->out, "    assert(!atomic_load(%s));\n", place->lock);
        break;
    case 7:
        fputs(PICK(f, "    other = st;\n", "    st = other;\n", "    row[1] = row[0];\n"), f->out);
        break;
    case 8:
        fputs(PICK(f, "    memset(&st, 0, sizeof st);\n", "    hp->f = 0;\n"), f->out);
        break;
    case 12:
        fprintf(f->out, "    if (atomic_load(%s) && stop) atomic_store(%s, 0);\n", place->lock,
                place->lock);
        break;
    case 13:
        fprintf(f->out, "    if (seen) atomic_store(%s, 0);\n", place->lock);
        break;
    case 9:
        fputs(PICK(f, "    hp = hq;\n", "    hq = hp;\n", "    i = 1 - i;\n"), f->out);
        break;
    default:
        fprintf(f->out, "    atomic_fetch_add(%s, 1);\n", place->lock);
    }
}

/* Threads with names, and what each does in its turn. */
static void put_alike(Fuzz *f)
{
    switch (draw(f, 7)) {
    case 0:
        fprintf(f->out, "    if (role == %u) phase = 1; else while (!phase) ;\n", draw(f, 2));
        break;
    case 1:
        fputs("    v = word; word = v + 1;\n", f->out);
        break;
    case 2:
        fputs("    if (!atomic_exchange(&claimed, 1)) winner = pthread_self();\n", f->out);
        break;
    case 3:
        fputs("    words[role & 1]++; seen |= words[role & 1] > 1;\n", f->out);
        break;
    case 4:
        fputs("    if (role == arrived - 1) word += 2;\n", f->out);
        break;
    case 5:
        fprintf(f->out,
                "    pthread_mutex_lock(&m); if (!vals[1]) vals[1] = me + %u;\n"
                "    pthread_mutex_unlock(&m);\n",
                draw(f, 2));
        break;
    default:
        fprintf(f->out, "    if (role == %u) { v = word; word = v + 1; }\n", draw(f, 2));
    }
}

static void put_body(Fuzz *f, const Guarded *place);

static void put_ticket_release(Fuzz *f, const Guarded *place)
{
    const char *s =
        slips(f) ? PICK(f, "serving", "dk.serving", "dks[1 - i].serving") : place->serves;
    switch (slips(f) ? 3 + draw(f, 5) : draw(f, 3)) {
    case 0:
        fprintf(f->out, "    %s = my + 1;\n", s);
        break;
    case 1:
        fprintf(f->out, "    %s++;\n", s);
        break;
    case 2:
        fprintf(f->out, "    { int s_ = %s; %s = s_ + 1; }\n", s, s);
        break;
    case 3:
        fprintf(f->out, "    %s = my + 2;\n", s);
        break;
    case 4:
        fprintf(f->out, "    %s++; %s++;\n", s, s);
        break;
    case 5:
        fprintf(f->out, "    %s = %s;\n", s, place->lock);
        break;
    case 6:
        fprintf(f->out, "    *(int *)&%s = my + 1;\n", s);
        break;
    default:
        break;
    }
    if (slips(f))
        put_data(f, place);
}

static void put_ticket(Fuzz *f, const Guarded *place)
{
    const char *take =
        slips(f) ? PICK(f, "UNTOLD", "NEAR", "EITHER", "ONCE", "AGAIN", "IDLY", "SIGHT", "TELLING")
                 : PICK(f, "DRAW", "DRAW", "SLOW", "PAUSE", "AFTERWARDS", "SHORTLY", "ATLEAST");
    if (slips(f))
        put_ticket_mistake(f, place);
    fprintf(f->out, "    { int my; %s(%s, %s)\n", take, place->lock, place->serves);
    put_body(f, place);
    put_ticket_release(f, place);
    fputs("    }\n", f->out);
}

static void put_release(Fuzz *f, const Guarded *place)
{
    const Guarded *other = &places[draw(f, PLACES)];
    const char *lock = slips(f) && !other->serves ? other->lock : place->lock;
    if (slips(f))
        return;
    for (uint32_t k = slips(f) ? 2 : 1; k; k--)
        fprintf(f->out,
                PICK(f, "    atomic_store(%s, 0);\n", "    atomic_store(%s, 0);\n",
                     "    atomic_exchange(%s, 0);\n", "    atomic_fetch_and(%s, 0);\n"),
                lock);
    if (slips(f))
        put_data(f, place);
}

static void put_section(Fuzz *f, const Guarded *place)
{
    const char *lock = place->lock;
    uint32_t kind = draw(f, 16);
    if (place->serves) {
        put_ticket(f, place);
        return;
    }
    if (kind == 0) {
        fputs("    sem_wait(&sem);\n", f->out);
        put_body(f, place);
        fputs(slips(f) ? "" : "    sem_post(&sem);\n", f->out);
    } else if (kind == 1) {
        fputs("    while (atomic_flag_test_and_set(&af)) ;\n", f->out);
        put_body(f, place);
        fputs(slips(f) ? "" : "    atomic_flag_clear(&af);\n", f->out);
    } else if (kind == 3) {
        fprintf(f->out, "    if (!atomic_exchange(%s, 1)) {\n", lock);
        put_body(f, place);
        put_release(f, place);
        fputs("    }\n", f->out);
    } else {
        const char *take =
            slips(f) ? PICK(f, "PLAIN", "LAZY", "COUNTED", "WATCHED", "LOOKED", "STOPPED", "UNTIL")
                     : PICK(f, "TAS", "TAS", "OR", "CAS", "ID", "TTAS", "IFTAS", "TWICE", "AFTER",
                            "COUNTED");
        if (!slips(f))
            fprintf(f->out, "    %s(%s)\n", take, lock);
        put_body(f, place);
        put_release(f, place);
    }
}

static void put_body(Fuzz *f, const Guarded *place)
{
    const Guarded *data = slips(f) ? &places[draw(f, PLACES)] : place;
    f->depth++;
    for (uint32_t k = 1 + draw(f, 2); k; k--)
        if (draw(f, 8) == 0)
            put_other(f, place);
        else if (f->depth < 2 && draw(f, 8) == 0)
            put_section(f, &places[draw(f, PLACES)]);
        else
            put_data(f, data);
    f->depth--;
}

static void put_thread(Fuzz *f, uint32_t number, const Guarded *common)
{
    fprintf(f->out,
            "static void *t%" PRIu64 "_%u(void *p)\n"
            "{\n    int me = %u%s, i = %u, v = 0, seen = 0, role = me;\n"
            "    (void)me, (void)i, (void)v, (void)role;\n",
            f->seed, number, number, f->alike ? " + (p != 0)" : "", draw(f, 4) == 0);
    if (f->alike && draw(f, 2))
        fputs("    role = arrived++;\n", f->out);
    /* The lock is known early, so that what comes later is looked at with it. */
    if (common->serves && draw(f, 3))
        fprintf(f->out, "    { int my; DRAW(%s, %s) %s++; }\n", common->lock, common->serves,
                common->serves);
    else if (draw(f, 3) && !common->serves)
        fprintf(f->out, "    for (int k = 0; k < 2; k++) { TAS(%s) atomic_store(%s, 0); }\n",
                common->lock, common->lock);
    for (uint32_t k = 1 + draw(f, f->third ? 1 : 2); k; k--)
        if (draw(f, 6) == 0)
            put_other(f, common);
        else if (f->alike && draw(f, 2))
            put_alike(f);
        else
            put_section(f, draw(f, 3) ? common : &places[draw(f, PLACES)]);
    fputs("    if (seen) stop = 1;\n    return 0;\n}\n", f->out);
}

static void put_main(Fuzz *f, const Guarded *common)
{
    uint32_t threads = f->third ? 3 : 2;
    fprintf(f->out,
            "int main_%" PRIu64
            "(void)\n{\n    pthread_t t[3];\n    int i = 0, seen = 0;\n    (void)i, (void)seen;\n"
            "    hp = calloc(1, sizeof *hp), hq = calloc(1, sizeof *hq);\n"
            "    sem_init(&sem, 0, %u);\n",
            f->seed, slips(f) ? 2 * draw(f, 2) : 1);
    fputs("    hd = calloc(1, sizeof *hd);\n", f->out);
    if (slips(f))
        fprintf(f->out, "    atomic_store(&%s, 1);\n", common->lock + !common->serves);
    for (uint32_t k = 1; k <= threads; k++)
        fprintf(f->out, "    pthread_create(&t[%u], 0, t%" PRIu64 "_%u, %s);\n", k - 1, f->seed,
                f->alike ? 1 : k, f->alike && draw(f, 4) == 0 ? "&x" : "0");
    if (f->alike && draw(f, 2))
        fprintf(f->out, "    last = t[%u];\n", draw(f, 2));
    if (slips(f))
        put_other(f, common);
    for (uint32_t k = 0; k < threads; k++)
        fprintf(f->out, "    pthread_join(t[%u], 0);\n", k);
    uint32_t kind = draw(f, 4);
    if (f->alike && draw(f, 2))
        fprintf(f->out, "    assert(!pthread_equal(%s, t[%u]) || %s != %u);\n",
                PICK(f, "winner", "last"), draw(f, 2), PICK(f, "word", "vals[1]", "x"), draw(f, 4));
    else if (f->alike && draw(f, 2))
        fprintf(f->out, "    assert(word != %u || words[%u] != %u);\n", draw(f, 4), draw(f, 2),
                draw(f, 3));
    else if (kind == 0)
        fprintf(f->out, "    assert(%s <= %u);\n", common->x, 2 + draw(f, 3));
    else if (kind < 3)
        fprintf(f->out, "    assert(%s != %u);\n", common->x, draw(f, 4));
    else
        fprintf(f->out, "    assert(%s != %u || %s != %u%s);\n", common->x, draw(f, 4), common->y,
                draw(f, 4), PICK(f, "", " || stop", " || !stop"));
    fputs("    return 0;\n}\n", f->out);
}

static void put_program(Fuzz *f, FILE *out, uint64_t seed)
{
    f->seed = seed;
    f->dice = seed * 7919 + 17;
    f->out = out;
    draw(f, 2);
    const uint32_t wrong[] = {0, 12, 6, 3};
    f->wrong = wrong[draw(f, 4)];
    f->third = draw(f, 4) == 0;
    f->alike = draw(f, 3) == 0;
    const Guarded *common = &places[draw(f, PLACES)];
    for (uint32_t k = 1; k <= (f->alike ? 1 : f->third ? 3 : 2); k++)
        put_thread(f, k, common);
    put_main(f, common);
}

/* ---- asking heddle ---- */

static const uint32_t rows[] = {
    PROPERTY_ASSERT,
    PROPERTY_DEADLOCK,
    PROPERTY_MEMORY | PROPERTY_LOCK,
    PROPERTY_RACE,
    PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY | PROPERTY_LOCK | PROPERTY_RACE,
};
enum { ROWS = sizeof rows / sizeof *rows };

static bool check_row(Fuzz *f, const Subject *s, uint32_t properties)
{
    VerdictKind plain, reduced;
    if (!subject_search(s, f->seed, properties, PLAIN, MOST_SECONDS, &plain) ||
        !subject_search(s, f->seed, properties, REDUCED, MOST_SECONDS, &reduced))
        return false;
    bool open = plain == VERDICT_UNKNOWN || reduced == VERDICT_UNKNOWN;
    f->open += open;
    f->safe += !open && plain == VERDICT_SAFE;
    f->bugs += !open && plain == VERDICT_BUG;
    if (open || plain == reduced)
        return true;
    fprintf(stderr, "seed %" PRIu64 ", properties %x: unreduced %s, reduced %s\n", f->seed,
            properties, verdict_name(plain), verdict_name(reduced));
    return false;
}

static bool check_program(Fuzz *f, const char *name, const SubjectFile *file, uint64_t seed)
{
    Subject s = {0};
    char entry[64];
    f->seed = seed;
    f->programs++;
    snprintf(entry, sizeof entry, "main_%" PRIu64, seed);
    bool right = subject_load_part(&s, seed, name, file, entry);
    for (uint32_t k = 0; right && k < 2; k++)
        right = check_row(f, &s, rows[k ? 1 + seed % (ROWS - 1) : 0]);
    subject_free(&s);
    if (!right) {
        printf("%s#define main_%" PRIu64 " main\n", head, seed);
        put_program(f, stdout, seed);
    }
    return right;
}

static bool check_file(Fuzz *f, uint64_t seed, uint32_t count)
{
    char name[64];
    SubjectFile file = {0};
    snprintf(name, sizeof name, "%s/random.c", f->folder);
    FILE *out = fopen(name, "w");
    if (!out) {
        perror(name);
        exit(2);
    }
    fputs(head, out);
    for (uint32_t k = 0; k < count; k++)
        put_program(f, out, seed + k);
    fclose(out);
    const char *flags[] = {"-w"};
    COptions options = {.flags = flags, .flag_count = 1, .no_assert = true};
    bool right = subject_compile(&file, seed, name, &options);
    for (uint32_t k = 0; right && k < count; k++)
        right = check_program(f, name, &file, seed + k);
    subject_file_free(&file);
    unlink(name);
    return right;
}

int main(int argc, char **argv)
{
    Fuzz f = {.folder = "/tmp/c_locks-XXXXXX"};
    uint64_t seed = 1, count = 1;
    bool print = false, right = true;
    SubjectOptions options = {&seed, &count, &print, f.folder};
    if (!subject_begin(&options, argc, argv))
        return 2;
    for (uint64_t k = 0; print && k < count; k++) {
        printf("%s#define main_%" PRIu64 " main\n", k ? "" : head, seed + k);
        put_program(&f, stdout, seed + k);
    }
    for (uint64_t k = 0; !print && right && (!count || k < count); k += A_FILE)
        right =
            check_file(&f, seed + k, count && count - k < A_FILE ? (uint32_t)(count - k) : A_FILE);
    rmdir(f.folder);
    if (!print)
        printf("%" PRIu64 " programs: safe %" PRIu64 ", bug %" PRIu64 ", open %" PRIu64 "\n",
               f.programs, f.safe, f.bugs, f.open);
    return !right;
}
