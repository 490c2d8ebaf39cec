/* cegar.c -- random programs over numbers: what cegar says must be so.
 *
 *   cegar [--seed=S] [--count=N]    the programs S to S+N-1; 0: without end
 *   cegar --print=S                 the program
 *
 * Zing with threads, SPL with tasks, and the IR itself, with jumps in and out of atomic regions; procedures
 * are called inside and outside of these, call themselves, and hand back numbers.  Where cegar says safe,
 * a search with a limit must not find a bug; where it shows a bug, the run must replay.  Work is
 * counted, not seconds. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/replay.h"
#include "command/cegar.h"
#include "engine/explore/explore.h"
#include "front/spl/spl.h"
#include "front/zing/zing.h"

enum { CEGAR_WORK = 150000, EXPLORE_WORK = 150000, MOST_SECONDS = 10 };
enum { MOST_BLOCKS = 7, PROCS = 4 };

typedef enum Language { ZING, SPL, IR, LANGUAGES } Language;

typedef struct Writer {
    uint64_t random;
    char *text;
    size_t len, cap;
    Language language;
    int depth;         /* of statements in statements */
    int atomic;        /* idem: of atomic blocks */
    bool tasks;        /* Zing: tasks, and perhaps a thread */
    bool unchecked;    /* numbers wrap around */
    bool in_task;      /* nothing may wait here */
    bool in_procedure; /* that may be atomic */
    bool in_class;     /* SPL: not of the thread */
    const char *type;  /* of numbers */
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

static const char *pick(Writer *w, const char *const *texts, uint32_t count)
{
    return texts[below(w, count)];
}
#define PICK(w, ...)                                                                               \
    pick(w, (const char *const[]){__VA_ARGS__},                                                    \
         sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* ---- words that Zing and SPL share ---- */

static const char *shared(Writer *w)
{
    if (w->language == SPL && w->in_class)
        return PICK(w, "v", "o.x", "o.y", "o.z");
    return w->language == SPL ? PICK(w, "x", "x", "y", "z", "c.v") : PICK(w, "x", "x", "y", "z");
}

static const char *variable(Writer *w)
{
    return one_in(w, 2) ? shared(w) : PICK(w, "k", "j", "a");
}

static const char *number(Writer *w)
{
    return PICK(w, "0", "0", "1", "1", "2", "3", "100", w->language == IR ? "-1" : "7");
}

static const char *sign(Writer *w)
{
    return PICK(w, "<", "<=", "==", "!=", ">", ">=");
}

static void condition(Writer *w)
{
    const char *left = variable(w);
    put(w, "%s %s %s", left, sign(w), one_in(w, 3) ? variable(w) : number(w));
    if (one_in(w, 6))
        put(w, one_in(w, 2) ? " && b" : " || b");
}

static void call(Writer *w)
{
    if (w->language == ZING)
        put(w, "Main.f(%s, %s)", variable(w), one_in(w, 3) ? variable(w) : "j");
    else if (w->in_class)
        put(w, "f(o, %s, %s)", variable(w), variable(w));
    else
        put(w, "c.f(this, %s, %s)", variable(w), variable(w));
}

static void expression(Writer *w)
{
    switch (below(w, 8)) {
    case 0:
    case 1:
        put(w, "%s", number(w));
        break;
    case 2:
        put(w, "%s %s %s", variable(w), PICK(w, "+", "-", "*", "+"), variable(w));
        break;
    case 3:
        put(w, "%s %s %s", variable(w), PICK(w, "%", "/"), PICK(w, "2", "3", "7"));
        break;
    case 4:
    case 5:
        put(w, "%s %s %s", variable(w), PICK(w, "+", "-"), PICK(w, "1", "1", "2"));
        break;
    default:
        put(w, "%s", variable(w));
        break;
    }
}

static void statement(Writer *w);

static void block(Writer *w, uint32_t most)
{
    put(w, "{ ");
    w->depth++;
    for (uint32_t n = 1 + below(w, most); n; n--)
        statement(w);
    w->depth--;
    put(w, "} ");
}

static void branch(Writer *w)
{
    put(w, "if (");
    condition(w);
    put(w, ") ");
    block(w, 2);
    if (one_in(w, 3)) {
        put(w, "else ");
        block(w, 2);
    }
}

/* It comes to an end, most of the time. */
static void loop(Writer *w)
{
    const char *name = PICK(w, "k", "j");
    put(w, "while (%s %s %s) { ", name, PICK(w, "<", "<=", "!="), PICK(w, "1", "2", "3", "a"));
    w->depth++;
    statement(w);
    w->depth--;
    put(w, "%s = %s + 1; } ", name, name);
}

static void keep_small(Writer *w)
{
    const char *name = shared(w);
    put(w, "if (%s > %s) { %s = %s; } ", name, PICK(w, "3", "5", "100", "a"), name, number(w));
    if (one_in(w, 2))
        put(w, "if (%s < 0) { %s = 0; } ", name, name);
}

static void assertion(Writer *w)
{
    static const char *const likely[] = {"x <= 100", "x >= 0 || b",  "y != 7",
                                         "z != 100", "x <= y + 100", "x >= 0"};
    static const char *const others[] = {"v <= 100", "v >= 0", "o.x >= 0", "o.y != 7"};
    bool plain = w->language == SPL;
    put(w, plain ? "assert " : "assert(");
    if (one_in(w, 3))
        put(w, "%s", w->in_class ? others[below(w, 4)] : likely[below(w, 6)]);
    else {
        condition(w);
        if (one_in(w, 2)) {
            put(w, " || ");
            condition(w);
        }
    }
    put(w, plain ? "; " : "); ");
}

static void assignment(Writer *w)
{
    put(w, "%s = ", variable(w));
    if (one_in(w, 7))
        call(w);
    else
        expression(w);
    put(w, "; ");
}

static void flag(Writer *w)
{
    put(w, "%s = %s; ", w->in_class ? "o.b" : "b",
        PICK(w, "true", "false", w->language == ZING ? "choose(bool)" : "choose(boolean)"));
}

/* ---- Zing ---- */

static void zing_special(Writer *w)
{
    switch (below(w, 9)) {
    case 0:
    case 1:
    case 2:
        put(w, "atomic ");
        w->atomic++;
        block(w, 3);
        w->atomic--;
        break;
    case 3:
        if (!w->atomic && !w->in_task) {
            put(w, "select { wait(");
            condition(w);
            put(w, ") -> %s = %s; ", variable(w), number(w));
            if (one_in(w, 2))
                put(w, "timeout -> %s = %s; ", variable(w), number(w));
            put(w, "} ");
        }
        break;
    case 4:
        put(w, "try ");
        block(w, 2);
        put(w, "with { Odd -> ");
        assignment(w);
        put(w, "} ");
        break;
    case 5:
        put(w, "if (");
        condition(w);
        put(w, ") { %s } ", w->in_procedure ? "raise Odd;" : PICK(w, "return;", "raise Odd;"));
        break;
    case 6:
        put(w, w->in_task || w->in_procedure ? "; " : "yield; ");
        break;
    case 7:
        if (w->tasks)
            put(w, "post Main.m%u(%s); ", below(w, 2), variable(w));
        else
            put(w, "Main.g(%s); ", variable(w));
        break;
    default:
        if (w->atomic || w->in_task)
            break;
        put(w, "acquire(m); ");
        statement(w);
        put(w, "release(m); ");
        break;
    }
}

static void zing_body(Writer *w)
{
    put(w, "%s k; %s j; try { ", w->type, w->type);
    bool endless = one_in(w, 2) && !w->in_task;
    put(w, endless ? "while (true) { " : "");
    for (uint32_t n = 2 + below(w, 3); n; n--)
        statement(w);
    keep_small(w);
    assertion(w);
    put(w, endless ? "} " : "");
    put(w, "} with { Odd -> x = 0; } }\n");
}

static void write_zing(Writer *w)
{
    w->tasks = one_in(w, 4);
    uint32_t threads = w->tasks ? 0 : 1 + below(w, 2);
    w->unchecked = !one_in(w, 3);
    w->type = PICK(w, "int", "int", "int", "uint", "byte", "long");
    put(w, "class Main {\nstatic %s x; static %s y; static %s z; static bool b; static mutex m;\n",
        w->type, w->type, w->type);
    put(w, "activate static void main() { %s", PICK(w, "", "y = 5; ", "x = 1; y = 1; "));
    for (uint32_t k = 0; k < threads; k++)
        put(w, "async Main.t%u(%s); ", k, number(w));
    if (w->tasks)
        put(w, "post Main.m0(%s); ", number(w));
    put(w, "}\n");
    for (uint32_t k = 0; k < threads; k++) {
        put(w, "static void t%u(%s a) { ", k, w->type);
        zing_body(w);
    }
    w->in_task = true;
    for (uint32_t k = 0; w->tasks && k < 2; k++) {
        put(w, "static void m%u(%s a) { ", k, w->type);
        zing_body(w);
    }
    w->in_task = w->tasks;
    w->in_procedure = true;
    put(w, "static %s%s f(%s a, %s k) { %s j; if (a > %s) { %s } ", PICK(w, "", "", "atomic "),
        w->type, w->type, w->type, w->type, number(w),
        PICK(w, "return 0;", "return a - 1;", "return k;", "raise Odd;", "return x;"));
    if (one_in(w, 2))
        put(w, "j = Main.f(a + 1, %s); ", PICK(w, "k", "x", "1"));
    statement(w);
    put(w, "return %s; }\n", PICK(w, "a", "k", "j", "x", "a + 1", "1"));
    put(w, "static void g(%s a) { %s k; %s j; ", w->type, w->type, w->type);
    statement(w);
    statement(w);
    put(w, "}\n};\n");
}

/* ---- SPL ---- */

static void spl_special(Writer *w)
{
    switch (below(w, 5)) {
    case 0:
    case 1:
        put(w, "%s.m%u(%s, %s); ", w->in_class ? "o" : "this", below(w, 2), variable(w), number(w));
        break;
    case 2:
        put(w, "assume ");
        condition(w);
        put(w, "; ");
        break;
    case 3:
        put(w, "if (");
        condition(w);
        put(w, ") goto away; ");
        break;
    default:
        put(w, "%s = choose(0..%s); ", variable(w), PICK(w, "1", "3", "1000000"));
        break;
    }
}

static void spl_body(Writer *w)
{
    put(w, "int k; ");
    for (uint32_t n = 2 + below(w, 3); n; n--)
        statement(w);
    keep_small(w);
    assertion(w);
    put(w, "away: ; }\n");
}

static void write_spl(Writer *w)
{
    w->type = "int";
    w->in_task = true;
    w->in_class = true;
    put(w,
        "class C {\nint v;\nint f(T o, int a, int k) { int j; boolean b; b = o.b; if (a > %s) "
        "return "
        "%s; ",
        number(w), PICK(w, "0", "a - 1", "k", "v", "o.x"));
    if (one_in(w, 2))
        put(w, "j = f(o, a + 1, k); ");
    statement(w);
    put(w, "away: return %s; }\n}\nthread T {\nint x; int y; int z; boolean b; C c;\n",
        PICK(w, "a", "k", "j", "v", "a + 1"));
    w->in_class = false;
    put(w, "void start() { c = new C; this.m0(%s, 1); this.m1(2, %s); }\n", number(w), number(w));
    for (int m = 0; m < 2; m++) {
        put(w, "void m%d(int a, int j) { ", m);
        spl_body(w);
    }
    put(w, "}\n(new T).start()\n");
}

/* ---- the IR ---- */

static const char *place(Writer *w)
{
    return PICK(w, "x", "x", "y", "z");
}

static const char *reg(Writer *w)
{
    return PICK(w, "%k", "%j", "%a", "%t");
}

static void ir_instr(Writer *w, uint32_t proc)
{
    const char *to = reg(w);
    switch (below(w, 9)) {
    case 0:
    case 1: {
        const char *from = place(w);
        put(w, "    %s = load s32 [@%s] %s\n", to, from, from);
        break;
    }
    case 2:
    case 3: {
        const char *into = place(w);
        put(w, "    store s32 [@%s], %s %s\n", into, one_in(w, 3) ? number(w) : reg(w), into);
        break;
    }
    case 4:
        put(w, "    %s = %s s32 %s, %s\n", to, PICK(w, "add", "sub", "add", "mul", "add.trap"),
            reg(w), one_in(w, 2) ? "1" : reg(w));
        break;
    case 5:
        put(w, "    %%c = %s s32 %s, %s\n    assert %%c, \"c\"\n", PICK(w, "le", "ne", "le"),
            PICK(w, "-1", "0", "%k", "-100"), PICK(w, "%t", "%a", "%j", "100"));
        break;
    case 6:
        if (proc + 1 < PROCS || one_in(w, 4)) {
            uint32_t callee = proc + 1 < PROCS ? proc + 1 : proc;
            put(w, "    %s = call p%u(%s)\n", to, callee, one_in(w, 3) ? number(w) : reg(w));
        }
        break;
    case 7:
        put(w, "    point\n");
        break;
    default:
        put(w, "    %s = mov s32 %s\n", to, one_in(w, 2) ? number(w) : reg(w));
        break;
    }
}

/* Depths of blocks, and edges between different ones over stubs, which come at the end, in any order. */
typedef struct Flow {
    uint32_t count, stubs;
    uint32_t depth[MOST_BLOCKS];
    uint32_t from[4 * MOST_BLOCKS], to[4 * MOST_BLOCKS];
} Flow;

static void ir_target(Writer *w, Flow *f, uint32_t from, uint32_t to)
{
    if (f->depth[from] == f->depth[to]) {
        put(w, "b%u", to);
        return;
    }
    f->from[f->stubs] = from;
    f->to[f->stubs] = to;
    put(w, "over%u", f->stubs++);
}

static void ir_leave(Writer *w, Flow *f, uint32_t k, uint32_t proc)
{
    uint32_t to = below(w, f->count), other = below(w, f->count);
    if (k + 1 == f->count || one_in(w, 6)) {
        if (proc == 0 && one_in(w, 2)) {
            put(w, "    jump ");
            ir_target(w, f, k, 0);
            put(w, "\n");
        } else if (proc)
            put(w, "    return %s\n", one_in(w, 4) ? number(w) : reg(w));
        else
            put(w, "    return\n");
        return;
    }
    if (one_in(w, 4)) {
        put(w, "    jump ");
        ir_target(w, f, k, k + 1);
        put(w, "\n");
        return;
    }
    if (one_in(w, 8)) {
        put(w, "    switch s32 %s, 0: ", reg(w));
        ir_target(w, f, k, to);
        put(w, ", 1: ");
        ir_target(w, f, k, other);
        put(w, "; ");
        ir_target(w, f, k, k + 1);
        put(w, "\n");
        return;
    }
    put(w, "    %%c = %s s32 %s, %s\n    branch %%c, ", PICK(w, "lt", "le", "eq", "ne"), reg(w),
        one_in(w, 2) ? number(w) : reg(w));
    ir_target(w, f, k, to);
    put(w, ", ");
    ir_target(w, f, k, k + 1);
    put(w, "\n");
}

static void ir_proc(Writer *w, uint32_t proc)
{
    Flow f = {.count = 2 + below(w, MOST_BLOCKS - 2)};
    for (uint32_t k = 1; k < f.count; k++)
        f.depth[k] = one_in(w, 3) ? 1 + one_in(w, 4) : 0;
    if (proc == 0 || proc + 1 == f.count) /* it may jump to its beginning */
        f.depth[f.count - 1] = 0;
    put(w, "proc p%u(%s) %s{\n    reg %%k: s32, %%j: s32, %%t: s32, %%c: u1%s\n", proc,
        proc ? "%a: s32" : "", proc ? "-> s32 " : "", proc ? "" : ", %a: s32");
    for (uint32_t k = 0; k < f.count; k++) {
        put(w, "  b%u:\n%s", k,
            f.depth[k] && one_in(w, 3) ? ""
            : one_in(w, 8)             ? "    yield\n"
                                       : "    point\n");
        for (uint32_t n = 1 + below(w, 4); n; n--)
            ir_instr(w, proc);
        ir_leave(w, &f, k, proc);
    }
    for (uint32_t s = f.stubs; s-- > 0;) {
        put(w, "  over%u:\n", s);
        uint32_t from = f.depth[f.from[s]], to = f.depth[f.to[s]];
        for (uint32_t d = from; d < to; d++)
            put(w, "    atomic\n");
        for (uint32_t d = to; d < from; d++)
            put(w, "    end\n");
        put(w, "    jump b%u\n", f.to[s]);
    }
    put(w, "}\n");
}

static void write_ir(Writer *w)
{
    put(w, "global x: s32\nglobal y: s32\nglobal z: s32\nthread p0\n%s",
        PICK(w, "thread p0\n", "thread q\n", ""));
    for (uint32_t k = 0; k < PROCS; k++)
        ir_proc(w, k);
    put(w, "proc q() {\n    reg %%k: s32, %%j: s32, %%t: s32, %%a: s32, %%c: u1\n  again:\n    "
           "point\n");
    for (int n = 0; n < 4; n++)
        ir_instr(w, PROCS - 2);
    put(w, "    jump again\n}\n");
}

/* ---- all ---- */

static void statement(Writer *w)
{
    bool deep = w->depth > 2;
    switch (below(w, 12)) {
    case 0:
    case 1:
        if (!deep)
            branch(w);
        break;
    case 2:
        if (!deep && !one_in(w, 3))
            loop(w);
        break;
    case 3:
        keep_small(w);
        break;
    case 4:
        flag(w);
        break;
    case 5:
    case 6:
        if (deep)
            assignment(w);
        else if (w->language == ZING)
            zing_special(w);
        else
            spl_special(w);
        break;
    case 7:
        if (one_in(w, 3))
            assertion(w);
        break;
    default:
        assignment(w);
        break;
    }
}

static void write_program(Writer *w, uint64_t seed)
{
    *w = (Writer){.text = w->text, .cap = w->cap, .random = seed * 0x2545f4914f6cdd1dull};
    static const Language often[] = {ZING, ZING, SPL, IR};
    w->language = often[below(w, 4)];
    if (w->language == ZING)
        write_zing(w);
    else if (w->language == SPL)
        write_spl(w);
    else
        write_ir(w);
}

/* ---- the answers ---- */

typedef struct Count {
    uint64_t safe, bugs, open, searched, checked;
} Count;

static void fail(const Writer *w, uint64_t seed, const char *what)
{
    fprintf(stderr, "seed %" PRIu64 "%s: %s\n%s", seed, w->unchecked ? " (unchecked)" : "", what,
            w->text);
    exit(1);
}

static VerdictKind ask(const Writer *w, uint64_t seed, const Program *program, const Engine *engine,
                       uint64_t work, uint32_t properties, uint64_t *checked)
{
    Options options = option_defaults();
    options.engine = engine->name; /* cegar: then truth values are numbers, too, if need be */
    Job job = {.input = INPUT_PROGRAM, .program = program, .options = &options};
    Reason why;
    char text[256];
    job.sources = program->sources;
    job.properties = properties;
    job.most_threads = 8;
    budget_begin(&job.budget, MOST_SECONDS, 2000, PROGRESS_NONE);
    job.budget.most_work = work;
    if (!engine_accepts(engine, &job, &why))
        return VERDICT_UNKNOWN;
    engine_run(engine, &job);
    vec_each (Bug, bug, &job.bugs)
        if (!check_replay(&job, bug, text, sizeof text))
            fail(w, seed, text);
    VerdictKind verdict = job.verdict;
    if (job.reason && strstr(job.reason, "does not hold"))
        fail(w, seed, job.reason);
    if (verdict == VERDICT_SAFE && job.predicates_note)
        *checked += strncmp(job.predicates_note, "checked", 7) == 0;
    if (getenv("VERBOSE"))
        fprintf(stderr, "seed %" PRIu64 ": %s %d %s\n", seed, engine->name, (int)verdict,
                job.reason ? job.reason : "");
    job_free(&job);
    return verdict;
}

static void compare(const Writer *w, uint64_t seed, const Program *program, Count *count)
{
    uint32_t properties =
        seed % 3 ? PROPERTY_ASSERT : PROPERTY_ASSERT | PROPERTY_DEADLOCK | PROPERTY_LOCK;
    VerdictKind verdict =
        ask(w, seed, program, &engine_cegar, CEGAR_WORK, properties, &count->checked);
    count->safe += verdict == VERDICT_SAFE;
    count->bugs += verdict == VERDICT_BUG;
    count->open += verdict != VERDICT_SAFE && verdict != VERDICT_BUG;
    if (verdict != VERDICT_SAFE)
        return;
    VerdictKind plain =
        ask(w, seed, program, &engine_explore, EXPLORE_WORK, properties, &count->checked);
    count->searched += plain == VERDICT_SAFE;
    if (plain == VERDICT_BUG)
        fail(w, seed, "cegar says safe, and there is a bug");
}

static Program *load(const Writer *w, Sources *sources, Diag *diag)
{
    static const char *const names[LANGUAGES] = {"random.zing", "random.spl", "random.ir"};
    int file = source_add(sources, names[w->language], w->text, w->len);
    ZingOptions options = {.unchecked = w->unchecked};
    return w->language == ZING  ? zing_load(sources, &file, 1, &options, diag)
           : w->language == SPL ? spl_load(sources, file, &(SplOptions){0}, diag)
                                : ir_parse(sources, file, diag);
}

static void run(Writer *w, uint64_t seed, Count *count)
{
    Sources sources = {0};
    Diag diag = {.sources = &sources};
    char why[256];
    uint32_t pc;
    write_program(w, seed);
    Program *program = load(w, &sources, &diag);
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
    uint64_t seed = 1, count = 100, print = 0;
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
        printf("%" PRIu64 " programs: %" PRIu64 " safe (%" PRIu64
               " of these searched to the end, %" PRIu64 " proofs checked), %" PRIu64
               " with a bug, %" PRIu64 " open\n",
               count, counts.safe, counts.searched, counts.checked, counts.bugs, counts.open);
    memory_free(w.text);
    return 0;
}
