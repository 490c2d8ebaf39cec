/* clients.c -- is what prove proves true of programs with objects, elements, calls, loops, ghosts
 * and compare-and-swap?
 *
 *   clients [--seed=S] [--count=N] [--print]
 *
 * Makes random classes, whose methods are often right, with specifications that often fit, and
 * proves them.  What is proved is explored, without reduction: a client calls the method in two or
 * three threads and compares the end with what performs says.  No access may break its predicate,
 * no assertion may fail.  The exit status is 1 if one does; then the program is printed. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/explore/explore.h"
#include "proving.h"

enum { MOST_UNITS = 3, TEXT = 16384 };

typedef enum UnitKind {
    ADD,      /* x, under m */
    ADD_TWO,  /* x by a local, under m */
    CAS,      /* x */
    ELEMENT,  /* data[i], under lock[i] */
    PUSH,     /* a node, under m */
    PUSH_CAS, /* a node */
    BOTH,     /* x and y in an atomic block */
    CALL,     /* h, which adds to x */
    LOOP,     /* x twice, under m each */
    LOOK,     /* reads x, and asserts something */
    GHOST,    /* x and a ghost, under m */
    UNITS
} UnitKind;

typedef struct Unit {
    UnitKind kind;
    int k;    /* what it adds, or puts */
    int said; /* what performs says that it is */
    int flaw; /* 0: none */
} Unit;

typedef struct Case {
    uint64_t random;
    Unit units[MOST_UNITS], helper;
    int len, threads, locals;
    bool specified;
    int rule[4]; /* of x, y, data, g */
    int invariant;
    char text[TEXT];
    size_t used;
} Case;

static uint32_t draw(Case *c, uint32_t below)
{
    return proving_draw(&c->random, below);
}

static void say(Case *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    c->used += (size_t)vsnprintf(c->text + c->used, TEXT - c->used, format, args);
    va_end(args);
    if (c->used >= TEXT)
        abort();
}

/* ---- making one ---- */

static Unit make_unit(Case *c, uint32_t kinds)
{
    Unit u = {.kind = (UnitKind)draw(c, kinds), .k = 1 + (int)draw(c, 2)};
    u.said = draw(c, 12) ? u.k : (int)draw(c, 3);
    u.flaw = draw(c, 8) ? 0 : 1 + (int)draw(c, 4);
    return u;
}

static void make_case(Case *c, uint64_t seed)
{
    *c = (Case){.random = seed * 2 + 1};
    draw(c, 2);
    c->len = 1 + (int)draw(c, MOST_UNITS);
    c->threads = c->len == 1 ? 2 + (int)draw(c, 2) : 2;
    c->specified = draw(c, 4) != 0;
    c->helper = make_unit(c, CAS + 1);
    for (int i = 0; i < c->len; i++)
        c->units[i] = make_unit(c, UNITS);
    for (int i = 0; i < 4; i++)
        c->rule[i] = draw(c, 2) ? 0 : (int)draw(c, 4);
    c->invariant = (int)draw(c, 10);
}

/* ---- its text ---- */

/* Flaws: 1: no lock at all, 2: let go and taken again in between, 3: the wrong lock, 4: let go too
 * early. */
static void locked(Case *c, const Unit *u, const char *lock, const char *before, const char *after)
{
    const char *other = strcmp(lock, "m") ? "lock[0]" : "m2";
    const char *taken = u->flaw == 3 ? other : lock;
    if (u->flaw != 1)
        say(c, " acquire(%s);", taken);
    say(c, " %s", before);
    if (u->flaw == 2)
        say(c, " release(%s); acquire(%s);", taken, taken);
    if (u->flaw == 4)
        say(c, " release(%s);", taken);
    say(c, " %s", after);
    if (u->flaw != 1 && u->flaw != 4)
        say(c, " release(%s);", taken);
}

static void write_push(Case *c, const Unit *u, int n)
{
    char before[120], after[120];
    say(c, " Node n%d = new Node; n%d.v = %d;", n, n, u->k);
    if (u->kind == PUSH) {
        snprintf(before, sizeof before, "n%d.next = top;", n);
        snprintf(after, sizeof after, "top = n%d;", n);
        locked(c, u, "m", before, after);
        return;
    }
    say(c, " bool d%d = false; while (!d%d) { Node t%d = top; n%d.next = t%d;", n, n, n, n, n);
    if (u->flaw == 1)
        say(c, " if (top == t%d) { top = n%d; d%d = true; } }", n, n, n);
    else if (u->flaw == 2)
        say(c, " atomic { top = n%d; d%d = true; } }", n, n);
    else
        say(c, " atomic { if (top == t%d) { top = n%d; d%d = true; } } }", n, n, n);
}

static void write_unit(Case *c, const Unit *u)
{
    int n = c->locals++;
    char before[120], after[120];
    snprintf(before, sizeof before, "int r%d = x;", n);
    snprintf(after, sizeof after, "x = r%d + %d;", n, u->k);
    switch (u->kind) {
    case ADD:
        snprintf(after, sizeof after, "x = x + %d;", u->k);
        locked(c, u, "m", "", after);
        break;
    case ADD_TWO:
        locked(c, u, "m", before, after);
        break;
    case CAS:
        say(c, " bool d%d = false; while (!d%d) { int r%d = x;", n, n, n);
        say(c, u->flaw == 1 ? " if (x == r%d) {" : " atomic { if (x == r%d) {", n);
        say(c, " x = r%d + %d; d%d = true; }%s }", n, u->k, n, u->flaw == 1 ? "" : " }");
        break;
    case ELEMENT:
        snprintf(before, sizeof before, "int r%d = data[i];", n);
        snprintf(after, sizeof after, "data[i] = r%d + %d;", n, u->k);
        locked(c, u, "lock[i]", before, after);
        break;
    case PUSH:
    case PUSH_CAS:
        write_push(c, u, n);
        break;
    case BOTH:
        say(c, u->flaw == 1 ? " x = x + %d; y = y + %d;" : " atomic { x = x + %d; y = y + %d; }",
            u->k, u->k);
        break;
    case CALL:
        say(c, " h(i);");
        break;
    case LOOP:
        say(c, " for (int j%d = 0; j%d < 2; j%d++) {", n, n, n);
        locked(c, u, "m", "", "x = x + 1;");
        say(c, " }");
        break;
    case LOOK:
        locked(c, u, "m", before, "");
        say(c, " assert(r%d >= %d);", n, u->flaw == 3 ? 1 : 0);
        break;
    case GHOST:
        locked(c, u, "m", "", after[0] ? "x = x + 1; /*@ ghost g = g + 1; */" : "");
        break;
    case UNITS:
        break;
    }
}

/* What x, y, an element and the number of nodes grow by, as performs says. */
typedef struct Sum {
    int x, y, element, nodes;
} Sum;

static void write_action(Case *c, const Unit *u, Sum *sum)
{
    switch (u->kind) {
    case ADD:
    case ADD_TWO:
    case CAS:
        say(c, "action (x) { x == \\old(x) + %d }", u->said);
        sum->x += u->said;
        break;
    case ELEMENT:
        say(c, "action (data[i]) { data[i] == \\old(data[i]) + %d }", u->said);
        sum->element += u->said;
        break;
    case PUSH:
    case PUSH_CAS:
        say(c, "action (top) { top != null && top.next == \\old(top) && top.v == %d }", u->said);
        sum->nodes++;
        break;
    case BOTH:
        say(c, "action (x, y) { x == \\old(x) + %d && y == \\old(y) + %d }", u->said, u->said);
        sum->x += u->said;
        sum->y += u->said;
        break;
    case CALL:
        write_action(c, &c->helper, sum);
        break;
    case LOOP:
        say(c, "action (x) { x == \\old(x) + 1 } ; action (x) { x == \\old(x) + 1 }");
        sum->x += 2;
        break;
    case LOOK:
        say(c, "action () { true }");
        break;
    case GHOST:
        say(c, "action (x, g) { x == \\old(x) + 1 && g == \\old(g) + 1 }");
        sum->x++;
        break;
    case UNITS:
        break;
    }
}

static void write_rule(Case *c, int which, bool element)
{
    static const char *const rules[] = {"", "//@ accessible_if m == tid",
                                        "//@ writable_if m == tid",
                                        "//@ accessible_if m == 0 || m == tid"};
    if (element)
        say(c, "%s\n", c->rule[which] < 3 ? " //@ accessible_if[j] lock[j] == tid" : "");
    else
        say(c, " %s\n", rules[c->rule[which]]);
}

static void write_class(Case *c, Sum *sum)
{
    static const char *const invariants[10] = {"x >= 0", "x == g", "x >= y"};
    say(c, "array Locks[2] mutex; array Data[2] int;\nclass Node { int v; Node next; };\n");
    say(c, "class A {\n    static mutex m;\n    static mutex m2;\n    static int x;");
    write_rule(c, 0, false);
    say(c, "    static int y;");
    write_rule(c, 1, false);
    say(c, "    static Node top;\n    static Locks lock = new Locks;\n    static Data data = new "
           "Data;");
    write_rule(c, 2, true);
    say(c, "    /*@ ghost static int g; %s */\n", c->rule[3] < 2 ? "accessible_if m == tid;" : "");
    if (invariants[c->invariant])
        say(c, "    /*@ invariant %s */\n", invariants[c->invariant]);
    say(c, "    /*@ performs ");
    write_action(c, &c->helper, &(Sum){0});
    say(c, " */\n    static void h(int i) {");
    write_unit(c, &c->helper);
    say(c, " }\n");
    if (c->specified)
        say(c, "    /*@ performs ");
    for (int i = 0; i < c->len && c->specified; i++) {
        say(c, "%s", i ? " ; " : "");
        write_action(c, &c->units[i], sum);
    }
    say(c, "%s    static void f(int i) {", c->specified ? " */\n" : "");
    for (int i = 0; i < c->len; i++)
        write_unit(c, &c->units[i]);
    say(c, " }\n};\n");
}

static void write_case(Case *c)
{
    Sum sum = {0};
    int same = (int)draw(c, 2), first = same ? c->threads : 1;
    write_class(c, &sum);
    say(c, "class Main { activate static void run() {\n");
    for (int t = 0; t < c->threads; t++)
        say(c, "    thread t%d = async A.f(%d);", t, same || !t ? 0 : 1);
    for (int t = 0; t < c->threads; t++)
        say(c, " join t%d;", t);
    say(c, "\n    acquire(A.m); acquire(A.lock[0]); acquire(A.lock[1]);\n");
    if (c->specified) {
        say(c, "    assert(A.x == %d); assert(A.y == %d);", sum.x * c->threads, sum.y * c->threads);
        say(c, " assert(A.data[0] == %d);", sum.element * first);
        say(c, " assert(A.data[1] == %d);\n", sum.element * (c->threads - first));
        say(c, "    int n = 0; Node p = A.top; while (p != null) { n = n + 1; p = p.next; }");
        say(c, " assert(n == %d);\n", sum.nodes * c->threads);
    }
    say(c, "} };\n");
}

/* ---- asking ---- */

typedef struct Tally {
    uint64_t proved, failed, unknown;
} Tally;

/* The method that makes the threads is no part of the class. */
static ProofResult result_of(const Job *job)
{
    bool failed = false, unknown = job->reason && job->verdict == VERDICT_UNKNOWN;
    vec_each (MethodCheck, check, &job->checks) {
        bool own = strncmp(check->proc, "Main.", 5) != 0;
        failed = failed || (own && check->result == PROOF_FAILED);
        unknown = unknown || (own && check->result == PROOF_UNKNOWN);
    }
    return failed ? PROOF_FAILED : unknown ? PROOF_UNKNOWN : PROOF_PROVED;
}

/* Does a run of the client go wrong?  Then *why says how. */
static bool goes_wrong(const Proven *proven, Options options, char *why, size_t size)
{
    options.no_reduction = true;
    Job job = {.program = proven->program,
               .options = &options,
               .sources = proven->program->sources,
               .properties = PROPERTY_ASSERT | PROPERTY_ACCESS};
    budget_begin(&job.budget, 20, 1000, false);
    engine_explore.run(&job);
    bool wrong = job.verdict == VERDICT_BUG;
    if (wrong)
        snprintf(why, size, "%s", job.bugs.at[0].message);
    job_free(&job);
    return wrong;
}

static bool try_case(Proving *p, uint64_t seed, void *context)
{
    static const char *const names[] = {"proved", "failed", "unknown"};
    Tally *tally = context;
    Case c;
    Proven proven;
    char why[300] = "it cannot be loaded";
    make_case(&c, seed);
    write_case(&c);
    bool right = proven_make(&proven, c.text, &p->options);
    ProofResult result = right ? result_of(&proven.job) : PROOF_UNKNOWN;
    tally->proved += result == PROOF_PROVED;
    tally->failed += result == PROOF_FAILED;
    tally->unknown += result == PROOF_UNKNOWN;
    if (right && result == PROOF_PROVED)
        right = !goes_wrong(&proven, p->options, why, sizeof why);
    if (p->print)
        printf("%s// seed %" PRIu64 ": %s\n", c.text, seed, names[result]);
    if (!right)
        printf("seed %" PRIu64 ": %s, and it is not true: %s\n%s", seed, names[result], why,
               c.text);
    proven_free(&proven);
    return right;
}

int main(int argc, char **argv)
{
    Proving p;
    Tally tally = {0};
    if (!proving_begin(&p, "clients", argc, argv))
        return 2;
    int status = proving_run(&p, try_case, &tally);
    printf("%" PRIu64 " proved, %" PRIu64 " failed, %" PRIu64 " unknown\n", tally.proved,
           tally.failed, tally.unknown);
    return status;
}
