/* c_tally.c -- is what is proved with the rounds of all threads counted together true?
 *
 *   c_tally [--seed=S] [--count=N] [--print]
 *
 * Random C programs of the kind that the engine `tally` is for: two or three threads that go round loops that count
 * to a constant, up, down, by more than one, with `!=` and `<=`, in `while` and `do`, one behind the other and one inside
 * the other, with `break` and `continue`, or with a counter that is looked at elsewhere. In the rounds
 * numbers are changed, under a lock or without, locks are taken in one order or another, threads wait for
 * each other by conditions and semaphores; assertions say how often something was done, or one time more
 * or less.  Where tally says safe, the search without reduction must not find a bug.  Such a program is
 * printed; then the exit status is 1. */
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "c_subject.h"

enum { TALLY_SECONDS = 5, PLAIN_SECONDS = 8 };

typedef struct Fuzz {
    uint64_t seed, dice;
    FILE *out;
    int depth;
    uint32_t rounds; /* of the loop that is written */
    uint32_t sum;    /* how much a thread adds to `a`, if all goes well */
    char folder[32];
    uint64_t safe, open, checked;
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->dice, below);
}
#define PICK(f, ...) DICE_PICK(&(f)->dice, __VA_ARGS__)

/* ---- a round ---- */

static void put_locked(Fuzz *f, const char *what)
{
    fprintf(f->out, "pthread_mutex_lock(&m);\n%s\npthread_mutex_unlock(&m);\n", what);
}

static void put_wait(Fuzz *f)
{
    if (draw(f, 2)) {
        fputs("sem_wait(&s);\nb++;\nsem_post(&s);\n", f->out);
        return;
    }
    if (draw(f, 2)) {
        fprintf(f->out, "sem_wait(&%s);\n", PICK(f, "s", "t"));
        fprintf(f->out, "sem_post(&%s);\n", PICK(f, "s", "t"));
        return;
    }
    fprintf(f->out, "pthread_mutex_lock(&m);\nwhile (c %s) pthread_cond_wait(&v, &m);\n%s;\n",
            PICK(f, "== 2", "== 0", "> 2"), PICK(f, "c++", "c--", "c++"));
    fprintf(f->out, "assert(c <= %s);\n%s(&v);\npthread_mutex_unlock(&m);\n",
            PICK(f, "2", "3", "6"), PICK(f, "pthread_cond_signal", "pthread_cond_broadcast"));
}

static void put_step(Fuzz *f, const char *counter)
{
    switch (draw(f, 12)) {
    case 0:
    case 1:
    case 2:
        put_locked(f, "a++;");
        f->sum += f->rounds;
        break;
    case 3:
        put_locked(f, "a++; b++; assert(a >= b);");
        f->sum += f->rounds;
        break;
    case 4:
        fputs(PICK(f, "n++;\n", "n++;\n", "c++;\n"), f->out); /* n is atomic */
        break;
    case 5:
        put_wait(f);
        break;
    case 6:
        fputs(draw(f, 3) ? "pthread_mutex_lock(&m);\npthread_mutex_lock(&k);\nc++;\n"
                           "pthread_mutex_unlock(&k);\npthread_mutex_unlock(&m);\n"
                         : "pthread_mutex_lock(&k);\npthread_mutex_lock(&m);\nc++;\n"
                           "pthread_mutex_unlock(&m);\npthread_mutex_unlock(&k);\n",
              f->out);
        break;
    case 7:
        fprintf(f->out, "if (n %s) %s;\n", PICK(f, "> 2", "== 1", "> 5"),
                PICK(f, "break", "continue", "return 0"));
        break;
    case 8:
        if (draw(f, 3) == 0)
            fprintf(f->out, "assert(%s < %u);\n", counter, f->rounds - draw(f, 2));
        else
            put_locked(f, "c = !c;");
        break;
    case 9:
        fprintf(f->out, "assert(n %s);\n", PICK(f, "<= 6", "<= 9", ">= 0", "< 6"));
        break;
    case 10:
        if (draw(f, 2) == 0)
            fprintf(f->out, "%s%s;\n", counter, PICK(f, "++", "--", " = 0"));
        break;
    default:
        put_locked(f, PICK(f, "a += 1; a -= 1;", "b++;", "assert(a <= 9);"));
    }
}

/* ---- loops ---- */

static void put_loop(Fuzz *f)
{
    uint32_t rounds = 3 + draw(f, 2), before = f->rounds;
    char i[] = {'i', (char)('0' + f->depth), 0};
    const char *type = PICK(f, "int", "int", "unsigned", "long");
    bool steps = false, nested = draw(f, 6) == 0 && !f->depth;
    f->rounds = (f->depth ? before : 1) * rounds;
    switch (draw(f, 7)) {
    case 0:
        fprintf(f->out, "for (%s %s = 1; %s <= %u; %s++) {\n", type, i, i, rounds, i);
        break;
    case 1:
        fprintf(f->out, "for (int %s = %u; %s > 0; %s--) {\n", i, rounds, i, i);
        break;
    case 2:
        fprintf(f->out, "for (%s %s = 0; %s != %u; %s += 2) {\n", type, i, i, 2 * rounds, i);
        break;
    case 3:
        fprintf(f->out, "for (%s %s = 0; %s < %u; %s += 3) {\n", type, i, i, 3 * rounds - 1, i);
        break;
    case 4:
        fprintf(f->out, "%s %s = 0;\nwhile (%s < %u) {\n", type, i, i, rounds);
        steps = true;
        break;
    default:
        fprintf(f->out, "for (%s %s = 0; %s < %u; %s++) {\n", type, i, i, rounds, i);
    }
    if (steps && draw(f, 2))
        fprintf(f->out, "%s++;\n", i);
    else if (steps)
        fprintf(f->out, "%s%s++;\n", PICK(f, "", "", "if (n < 9) "), i);
    f->depth++;
    for (uint32_t k = 1 + draw(f, 2); k; k--)
        put_step(f, i);
    if (nested)
        put_loop(f);
    f->depth--;
    fputs("}\n", f->out);
    f->rounds = before;
}

static void put_thread(Fuzz *f, uint32_t number)
{
    fprintf(f->out, "static void *run%u(void *arg)\n{\n(void)arg;\n", number);
    f->sum = 0;
    put_loop(f);
    if (draw(f, 4) == 0) {
        fputs("{\n", f->out);
        put_loop(f);
        fputs("}\n", f->out);
    }
    fputs("return 0;\n}\n", f->out);
}

static void make(Fuzz *f)
{
    fputs("#include <assert.h>\n#include <pthread.h>\n#include <semaphore.h>\n#include "
          "<stdatomic.h>\n"
          "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;\n"
          "static pthread_cond_t v = PTHREAD_COND_INITIALIZER;\nstatic sem_t s, t;\n"
          "static int a, b, c;\nstatic atomic_int n;\n",
          f->out);
    uint32_t kinds = 1 + draw(f, 2), sums[2] = {0}, all = 0;
    for (uint32_t k = 0; k < kinds; k++) {
        put_thread(f, k);
        sums[k] = f->sum;
    }
    fprintf(f->out,
            "int main(void)\n{\npthread_t id[3];\n(void)a; (void)b; (void)c; (void)k; (void)v;\n"
            "sem_init(&s, 0, %s);\nsem_init(&t, 0, %s);\n",
            PICK(f, "1", "1", "2"), PICK(f, "1", "0", "2"));
    uint32_t threads = 2 + (draw(f, 8) == 0);
    for (uint32_t k = 0; k < threads; k++) {
        uint32_t kind = draw(f, kinds);
        fprintf(f->out, "pthread_create(&id[%u], 0, run%u, 0);\n", k, kind);
        all += sums[kind];
    }
    if (draw(f, 8) == 0)
        fputs("pthread_mutex_lock(&m);\nassert(a <= 7);\npthread_mutex_unlock(&m);\n", f->out);
    for (uint32_t k = 0; k < threads; k++)
        fprintf(f->out, "pthread_join(id[%u], 0);\n", k);
    fprintf(f->out, "assert(a %s %u);\nreturn 0;\n}\n", PICK(f, "==", "==", "<=", ">="),
            all - (draw(f, 5) == 0) + (draw(f, 5) == 0));
}

/* ---- the comparison ---- */

static bool compare(Fuzz *f, const char *name)
{
    static const char *const flags[] = {"-w"};
    static const uint32_t rows[] = {
        PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_RACE | PROPERTY_MEMORY | PROPERTY_LOCK,
        PROPERTY_ASSERT, PROPERTY_DEADLOCK | PROPERTY_LOCK, PROPERTY_RACE};
    COptions options = {.flags = flags, .flag_count = 1};
    uint32_t properties = rows[draw(f, 4)];
    Subject s = {0};
    VerdictKind proved = VERDICT_UNKNOWN, plain = VERDICT_UNKNOWN;
    bool right = subject_load(&s, f->seed, name, &options) &&
                 subject_search(&s, f->seed, properties, TALLY, TALLY_SECONDS, &proved);
    if (right && proved == VERDICT_SAFE)
        right = subject_search(&s, f->seed, properties, PLAIN, PLAIN_SECONDS, &plain);
    subject_free(&s);
    f->open += proved != VERDICT_SAFE;
    f->safe += proved == VERDICT_SAFE;
    f->checked += plain == VERDICT_SAFE;
    if (!right || plain != VERDICT_BUG)
        return right;
    fprintf(stderr, "seed %" PRIu64 ", properties %x: tally says safe, and there is a bug\n",
            f->seed, properties);
    return false;
}

static bool check_seed(Fuzz *f, bool print)
{
    char name[64];
    snprintf(name, sizeof name, "%s/tally.c", f->folder);
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
    Fuzz f = {.seed = 1, .folder = "/tmp/c_tally.XXXXXX"};
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
