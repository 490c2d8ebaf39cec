/* tasks.c -- random SPL programs: the engine for tasks must agree with the serialized semantics.
 *
 *   tasks --seed=S --count=N     the programs S to S+N-1; 0: without end
 *   tasks --print=S              the program
 *
 * The measure is the search that takes every action of the event loop, with a bound on how many
 * tasks of a kind are pending.  Within the bound nothing may be missed; where the bound was not
 * reached the verdicts must be equal.  Every run is replayed, every proof about a net is checked.
 * In one program of four the recursion has no bound: there the methods must agree with each other.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "check/net.h"
#include "check/replay.h"
#include "engine/bag/task/task.h"
#include "engine/explore/explore.h"
#include "front/spl/spl.h"

enum { MOST_TASKS = 3, METHODS = 4, SECONDS = 20, EXPLORE_SECONDS = 1 };

typedef struct Writer {
    uint64_t random;
    char *text;
    size_t len, cap;
    uint32_t methods; /* of the thread */
    bool deep;        /* recursion has no bound */
    int depth;        /* of nested statements */
    bool in_class;
} Writer;

static uint32_t below(Writer *w, uint32_t n)
{
    w->random += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = w->random;
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((x ^ (x >> 31)) >> 33) % n;
}

static bool one_in(Writer *w, uint32_t n)
{
    return below(w, n) == 0;
}

static void put(Writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(Writer *w, const char *format, ...)
{
    va_list args;
    if (w->cap < w->len + 512) {
        w->cap = 2 * w->cap + 1024;
        w->text = memory_realloc(w->text, w->cap);
    }
    va_start(args, format);
    w->len += (size_t)vsnprintf(w->text + w->len, w->cap - w->len, format, args);
    va_end(args);
}

/* ---- a program ---- */

static void expression(Writer *w)
{
    static const char *const own[] = {"x", "y", "p", "0", "1", "2", "choose(0..1)"};
    static const char *const others[] = {"v", "d % 3", "0", "1", "2", "o.x", "choose(0..1)"};
    const char *const *words = w->in_class ? others : own;
    if (one_in(w, 3))
        put(w, "(%s + %s) %% 3", words[below(w, 7)], words[below(w, 7)]);
    else
        put(w, "%s", words[below(w, 7)]);
}

static void condition(Writer *w)
{
    static const char *const signs[] = {"==", "!=", "<", "<="};
    if (one_in(w, 4)) {
        put(w, "choose(boolean)");
        return;
    }
    expression(w);
    put(w, " %s ", signs[below(w, 4)]);
    expression(w);
}

static void post(Writer *w)
{
    put(w, "%s.m%u(", w->in_class ? "o" : "this", below(w, w->methods));
    expression(w);
    put(w, "); ");
}

static void statement(Writer *w);

static void block(Writer *w)
{
    put(w, "{ ");
    for (uint32_t n = 1 + below(w, 2); n; n--)
        statement(w);
    put(w, "} ");
}

static void branch(Writer *w)
{
    put(w, "if (");
    condition(w);
    put(w, ") ");
    block(w);
    if (one_in(w, 2)) {
        put(w, "else ");
        block(w);
    }
}

/* Posts in a loop that may go on for ever. */
static void loop(Writer *w)
{
    put(w, "while (choose(boolean)) { ");
    post(w);
    put(w, "} ");
}

/* A call of the class, which may call itself. */
static void call(Writer *w)
{
    if (!w->in_class) {
        put(w, "c.r(this, %u); ", below(w, 3));
        return;
    }
    if (w->deep)
        put(w, "if (choose(boolean)) r(o, d); ");
    else
        put(w, "if (d > 0) r(o, d - 1); ");
}

static void assign(Writer *w)
{
    const char *own[] = {"x", "y", "c.v", "p"}, *others[] = {"v", "o.x", "o.y", "v"};
    put(w, "%s = ", (w->in_class ? others : own)[below(w, 4)]);
    expression(w);
    put(w, "; ");
}

static void check(Writer *w)
{
    put(w, one_in(w, 3) ? "assume " : "assert ");
    expression(w);
    put(w, " != ");
    expression(w);
    put(w, "; ");
}

static void statement(Writer *w)
{
    uint32_t kind = below(w, w->depth > 2 ? 6 : 9);
    w->depth++;
    if (kind < 3)
        assign(w);
    else if (kind < 5)
        post(w);
    else if (kind == 5)
        call(w);
    else if (kind < 8)
        branch(w);
    else if (one_in(w, 2))
        check(w);
    else if (one_in(w, 3))
        loop(w);
    else if (!w->in_class)
        put(w, "c = new C; ");
    w->depth--;
}

static void body(Writer *w)
{
    for (uint32_t n = 1 + below(w, 3); n; n--)
        statement(w);
    put(w, "}\n");
}

static void write_program(Writer *w, uint64_t seed)
{
    w->random = seed * 0x2545f4914f6cdd1dull;
    w->len = 0;
    w->depth = 0;
    w->methods = 1 + below(w, 3);
    w->deep = one_in(w, 4);
    put(w, "class C {\n  int 0..2 v;\n  void r(T o, int 0..2 d) { ");
    w->in_class = true;
    body(w);
    put(w, "}\nthread T {\n  int 0..2 x;\n  int 0..2 y;\n  C c;\n");
    w->in_class = false;
    put(w, "  void start(int 0..2 p) { c = new C; ");
    body(w);
    for (uint32_t k = 0; k < w->methods; k++) {
        put(w, "  void m%u(int 0..2 p) { ", k);
        body(w);
    }
    put(w, "}\n(new T).start(%u)\n", below(w, 3));
}

/* ---- the answers ---- */

enum { MOST_ERRORS = 32 };

typedef struct Answer {
    VerdictKind verdict;
    bool limited; /* by the bound on tasks */
    size_t errors;
    struct {
        ErrorKind error;
        uint32_t line, column;
    } error[MOST_ERRORS]; /* each kind at each place once */
} Answer;

static void note_errors(Answer *answer, const Job *job)
{
    vec_each (Bug, bug, &job->bugs)
        if (answer->errors < MOST_ERRORS) {
            answer->error[answer->errors].error = bug->error;
            answer->error[answer->errors].line = bug->where.line;
            answer->error[answer->errors++].column = bug->where.column;
        }
}

/* Whether all errors of one answer are in the other, too. */
static bool is_part(const Answer *a, const Answer *b)
{
    for (size_t i = 0; i < a->errors; i++) {
        size_t k = 0;
        while (k < b->errors &&
               (a->error[i].error != b->error[k].error || a->error[i].line != b->error[k].line ||
                a->error[i].column != b->error[k].column))
            k++;
        if (k == b->errors)
            return false;
    }
    return true;
}

static void fail(const Writer *w, uint64_t seed, const char *what)
{
    fprintf(stderr, "seed %llu: %s\n%s", (unsigned long long)seed, what, w->text);
    exit(1);
}

static Answer ask(const Writer *w, uint64_t seed, const Program *program, const Engine *engine,
                  const char *method, bool all)
{
    Options options = option_defaults();
    options.all_errors = all;
    options.no_reduction = true;
    options.tasks = engine == &engine_explore ? MOST_TASKS : 0;
    options.method = method;
    Job job = {.input = INPUT_PROGRAM, .program = program, .options = &options};
    job.sources = program->sources;
    job.properties = PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_MEMORY;
    budget_begin(&job.budget, engine == &engine_explore ? EXPLORE_SECONDS : SECONDS, 1000, false);
    engine_run(engine, &job);
    char why[256];
    vec_each (Bug, bug, &job.bugs)
        if (!check_replay(&job, bug, why, sizeof why))
            fail(w, seed, why);
    if (job.translation && job.verdict == VERDICT_SAFE &&
        check_net_proof(job.translation, &job.proof, why, sizeof why) == PROOF_FAILS)
        fail(w, seed, why);
    Answer answer = {.verdict = job.verdict, .limited = job.many_threads || job.reason};
    note_errors(&answer, &job);
    if (job.verdict == VERDICT_UNKNOWN && getenv("VERBOSE"))
        fprintf(stderr, "seed %llu: %s\n", (unsigned long long)seed, job.reason);
    job_free(&job);
    return answer;
}

typedef struct Count {
    uint64_t safe, bugs, open, compared;
} Count;

/* All errors, by each method in turn. */
static void compare_all(const Writer *w, uint64_t seed, const Program *program)
{
    static const char *const methods[] = {"all", "forward", "backward", "net"};
    Answer bag = ask(w, seed, program, &engine_tasks, methods[seed % METHODS], true);
    Answer plain = ask(w, seed, program, &engine_explore, "all", true);
    if (!bag.limited && !is_part(&plain, &bag))
        fail(w, seed, "bag does not find all errors");
    if (!plain.limited && !is_part(&bag, &plain))
        fail(w, seed, "bag finds errors that exploration does not");
}

static void compare(const Writer *w, uint64_t seed, const Program *program, Count *count)
{
    static const char *const methods[METHODS] = {"all", "forward", "backward", "net"};
    Answer answers[METHODS];
    for (int k = 0; k < METHODS; k++)
        answers[k] = ask(w, seed, program, &engine_tasks, methods[k], false);
    VerdictKind verdict = answers[0].verdict;
    for (int k = 1; k < METHODS; k++)
        if (answers[k].verdict != verdict && answers[k].verdict != VERDICT_UNKNOWN)
            fail(w, seed, "the methods disagree");
    count->safe += verdict == VERDICT_SAFE;
    count->bugs += verdict == VERDICT_BUG;
    count->open += verdict == VERDICT_UNKNOWN;
    if (w->deep || verdict == VERDICT_UNKNOWN)
        return;
    Answer plain = ask(w, seed, program, &engine_explore, "all", false);
    count->compared += plain.verdict == VERDICT_SAFE || plain.verdict == VERDICT_BUG;
    if (plain.verdict == VERDICT_BUG && verdict != VERDICT_BUG)
        fail(w, seed, "exploration finds a bug, and bag does not");
    if (plain.verdict == VERDICT_SAFE && verdict != VERDICT_SAFE)
        fail(w, seed, "exploration finds no bug, and bag does");
    if (verdict == VERDICT_BUG)
        compare_all(w, seed, program);
}

static void run(Writer *w, uint64_t seed, Count *count)
{
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    SplOptions options = {0};
    write_program(w, seed);
    int file = source_add(&sources, "random.spl", w->text, w->len);
    Program *program = spl_load(&sources, file, &options, &diag);
    char why[256];
    uint32_t pc;
    if (!program) {
        diag_print(&diag, stderr);
        fail(w, seed, "the program is wrong");
    }
    if (!ir_verify(program, why, sizeof why, &pc))
        fail(w, seed, why);
    compare(w, seed, program, count);
    program_free(program);
    diag_free(&diag);
    source_free(&sources);
}

int main(int argc, char **argv)
{
    uint64_t seed = 1, count = 1000, print = 0;
    Writer w = {0};
    Count counts = {0};
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--seed=", 7) == 0)
            seed = strtoull(argv[i] + 7, NULL, 10);
        else if (strncmp(argv[i], "--count=", 8) == 0)
            count = strtoull(argv[i] + 8, NULL, 10);
        else if (strncmp(argv[i], "--print=", 8) == 0)
            print = strtoull(argv[i] + 8, NULL, 10);
    }
    if (print) {
        write_program(&w, print);
        fputs(w.text, stdout);
    }
    for (uint64_t k = 0; !print && (!count || k < count); k++)
        run(&w, seed + k, &counts);
    if (!print)
        printf("%llu programs: %llu safe, %llu with a bug, %llu open; %llu explored completely\n",
               (unsigned long long)count, (unsigned long long)counts.safe,
               (unsigned long long)counts.bugs, (unsigned long long)counts.open,
               (unsigned long long)counts.compared);
    memory_free(w.text);
    return 0;
}
