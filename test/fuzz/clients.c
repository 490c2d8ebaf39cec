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
#include "ir/serial.h"
#include "proving.h"

enum { MOST_UNITS = 3, TEXT = 16384, VARIABLES = 10, SAID = -1 };

/* In the code of a form, and in what performs says of it:
 *   # the number of the unit    $ what it adds or puts    @ what performs says that it is
 *   % the second action of grab, if it has one
 * and where the lock is taken, where a careless one lets go of it, where it is given back: */
#define TAKE "\1"
#define HALF "\2"
#define GIVE "\3"

/* What the client can count at the end. */
static const char *const variables[VARIABLES] = {"A.x", "A.y",     "A.data[0]", "A.w",    "A.z",
                                                 "A.c", "A.one.v", "A.two.v",   "A.spun", "values"};
enum { X, Y, ELEMENTS, W, Z, C, ONE, TWO, SPUN, VALUES };

typedef struct Form {
    const char *lock; /* "atomic": a block */
    const char *code, *wrong;
    const char *action;
    int grows[VARIABLES]; /* by so much, or by what is said */
    int nodes;
} Form;

/* Whoever changes x in a block, and whoever does it under the lock, are rarely right together. */
static bool disagree(const Form *form, bool blocks)
{
    return form->grows[0] && (strcmp(form->lock, "atomic") == 0) != blocks;
}

#define GROWS(v) "action (" v ") { " v " == \\old(" v ") + @ }"

static const Form forms[] = {
    {"m", TAKE "x = x + $;" GIVE, "", GROWS("x"), {[X] = SAID}, 0},
    {"m", TAKE "int r# = x; " HALF "x = r# + $;" GIVE, "", GROWS("x"), {[X] = SAID}, 0},
    {"atomic",
     "bool d# = false; while (!d#) { int r# = x; " TAKE
     "if (x == r#) { x = r# + $; d# = true; }" GIVE " }",
     "bool d# = false; int r# = x; while (!d#) { atomic { x = r# + $; d# = true; } }",
     GROWS("x"),
     {[X] = SAID},
     0},
    /* those above are helpers, too */
    {"lock[i]",
     TAKE "int r# = data[i]; " HALF "data[i] = r# + $;" GIVE,
     "int j# = 0; acquire(lock[j#]); data[i] = data[i] + $; release(lock[j#]);",
     GROWS("data[i]"),
     {[ELEMENTS] = SAID},
     0},
    {"m",
     "Node n# = new Node; n#.v = $; " TAKE "n#.next = top; " HALF "top = n#;" GIVE,
     "Node n# = new Node; acquire(m); n#.next = top; top = n#; release(m); n#.v = $;",
     "action (top) { top != null && top.next == \\old(top) && top.v == @ }",
     {[VALUES] = SAID},
     1},
    {"atomic",
     "Node n# = new Node; n#.v = $; bool d# = false; while (!d#) { Node t# = top; n#.next = "
     "t#; " TAKE "if (top == t#) { top = n#; d# = true; }" GIVE " }",
     "Node n# = new Node; n#.v = $; Node t# = top; n#.next = t#; atomic { top = n#; }",
     "action (top) { top != null && top.next == \\old(top) && top.v == @ }",
     {[VALUES] = SAID},
     1},
    {"atomic",
     TAKE "x = x + $; " HALF "y = y + $;" GIVE,
     "",
     "action (x, y) { x == \\old(x) + @ && y == \\old(y) + @ }",
     {[X] = SAID, [Y] = SAID},
     0},
    {"m",
     TAKE "acquire(m2); x = x + $; " HALF "y = y + $; release(m2);" GIVE,
     "acquire(m); acquire(m2); x = x + $; release(m); y = y + $; release(m2);",
     "action (x, y) { x == \\old(x) + @ && y == \\old(y) + @ }",
     {[X] = SAID, [Y] = SAID},
     0},
    {"m",
     "for (int j# = 0; j# < 2; j#++) { " TAKE "x = x + 1;" GIVE " }",
     "",
     "action (x) { x == \\old(x) + 1 } ; action (x) { x == \\old(x) + 1 }",
     {[X] = 2},
     0},
    {"m",
     TAKE "int r# = x;" GIVE " assert(r# >= 0);",
     "int r# = x; assert(r# == 0);",
     "action () { true }",
     {0},
     0},
    {"m",
     TAKE "x = x + 1; /*@ ghost g = g + 1; */" GIVE,
     "acquire(m); x = x + 1; release(m); /*@ ghost g = g + 1; */",
     "action (x, g) { x == \\old(x) + 1 && g == \\old(g) + 1 }",
     {[X] = 1},
     0},
    {"m",
     "int a# = take();",
     "int a# = take(); int b# = take(); assert(b# == a# + 1);",
     "action (c) { c == \\old(c) + 1 }",
     {[C] = 1},
     0},
    {"", "box(one);", "box(two);", "action (one.v) { one.v == \\old(one.v) + 1 }", {[ONE] = 1}, 0},
    {"",
     "boxes(one, two);",
     "boxes(one, one);",
     "action (one.v) { one.v == \\old(one.v) + 1 } ; action (two.v) { two.v == \\old(two.v) + 1 }",
     {[ONE] = 1, [TWO] = 1},
     0},
    {"m", TAKE "held();" GIVE, "held();", "action (x) { x == \\old(x) + 1 }", {[X] = 1}, 0},
    {"atomic",
     "bool d# = false; while (!d#) { " TAKE "if (own == 0) { own = self + 1; d# = true; }" GIVE
     " } int r# = w; w = r# + $; atomic { own = 0; }",
     "atomic { own = self + 1; } w = w + $; atomic { own = 0; }",
     "action (own) { \\old(own) == 0 && own == self + 1 } ; "
     "action (w, own) { w == \\old(w) + @ && own == 0 }",
     {[W] = SAID},
     0},
    {"atomic",
     TAKE "if (once == 0) { once = $; }" GIVE " int a# = once; int b# = once; assert(a# == b#);",
     "atomic { once = once + $; } int a# = once; int b# = once; assert(a# == b#);",
     "action (once) { \\old(once) == 0 && once == @ || \\old(once) != 0 && once == \\old(once) }",
     {0},
     0},
    {"atomic",
     TAKE "select { wait(x >= 0) -> ; } " HALF "x = x + $;" GIVE,
     "select { wait(x == 0) -> ; } x = x + $;",
     "action (x) { \\old(x) >= 0 && x == \\old(x) + @ }",
     {[X] = SAID},
     0},
    {"rw", TAKE "int r# = z; " HALF "z = r# + $;" GIVE, "", GROWS("z"), {[Z] = SAID}, 0},
    {"rw, read",
     TAKE "int r# = z; int s# = z; assert(r# == s#);" GIVE,
     "",
     "action () { true }",
     {0},
     0},
    {"m",
     "Box b# = new Box; Node n# = new Node; b#.head = n#; n#.v = $; " TAKE "slot = b#;" GIVE,
     "Box b# = new Box; Node n# = new Node; b#.head = n#; acquire(m); slot = b#; release(m); "
     "n#.v = $;",
     "action (slot) { slot != null && slot.head != null && slot.head.v == @ }",
     {0},
     0},
    {"m",
     "int a# = grab(i); " TAKE "s = s + a#;" GIVE,
     "",
     "action (t) { t == \\old(t) + 1 } ; % action (s) { true }",
     {0},
     0},
    {"spin", TAKE "spun = spun + $;" GIVE, "", GROWS("spun"), {[SPUN] = SAID}, 0},
    {"spin",
     TAKE "int r# = spun; " HALF "spun = r# + $;" GIVE,
     "enter(); int r# = spun; bool t# = taken; if (!t#) { r# = 0; } spun = r# + $; leave();",
     GROWS("spun"),
     {[SPUN] = SAID},
     0},
    {"", "h(i);", "h(i); h(i);", NULL, {0}, 0},
    {"", "thread t# = async h(i); join t#;", "", "action () { true }", {0}, 0},
};
enum { FORMS = sizeof forms / sizeof *forms, HELPERS = 3, CALLS = FORMS - 2 };

typedef struct Unit {
    int form;
    int k;    /* what it adds, or puts */
    int said; /* what performs says that it is */
    int flaw; /* 0: none */
} Unit;

typedef struct Case {
    uint64_t random;
    Unit units[MOST_UNITS], helper, box;
    int len, threads, locals;
    bool specified, blocks;
    bool loop;           /* starts the threads */
    int grab, grab_flaw; /* which method takes a number, and what it does to the number later */
    int rule[5];         /* of x, y, data, g, v of a box */
    int invariant;
    int spin, spin_flaw; /* the lock that the class makes itself, and what is wrong with it */
    char text[TEXT];
    size_t used;
} Case;

static uint32_t draw(Case *c, uint32_t below)
{
    return proving_draw(&c->random, below);
}

static void say(Case *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
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
    Unit u = {.form = (int)draw(c, kinds), .k = 1 + (int)draw(c, 2)};
    for (int i = 0; i < 3 && disagree(&forms[u.form], c->blocks); i++)
        u.form = (int)draw(c, kinds);
    u.said = draw(c, 12) ? u.k : (int)draw(c, 3);
    u.flaw = draw(c, 8) ? 0 : 1 + (int)draw(c, 5);
    return u;
}

static void make_case(Case *c, uint64_t seed)
{
    *c = (Case){.random = seed * 2 + 1};
    draw(c, 2);
    c->len = 1 + (int)draw(c, MOST_UNITS);
    c->threads = c->len == 1 ? 2 + (int)draw(c, 2) : 2;
    c->specified = draw(c, 4) != 0;
    c->blocks = draw(c, 3) == 0;
    c->helper = make_unit(c, HELPERS);
    c->box = make_unit(c, HELPERS);
    for (int i = 0; i < c->len; i++)
        c->units[i] = make_unit(c, FORMS);
    for (int i = 0; i < 5; i++)
        c->rule[i] = draw(c, 2) || c->blocks ? 0 : (int)draw(c, 4);
    c->invariant = (int)draw(c, 10);
    c->loop = draw(c, 6) == 0;
    c->grab = (int)draw(c, 3);
    c->grab_flaw = draw(c, 3) ? 0 : (int)draw(c, 4);
    c->spin = (int)draw(c, 3);
    c->spin_flaw = draw(c, 3) ? 0 : 1 + (int)draw(c, 6);
}

/* ---- its text ---- */

static void take(Case *c, const char *lock, bool again)
{
    if (strcmp(lock, "atomic") == 0)
        say(c, "%s", again ? "atomic { " : " atomic { ");
    else if (strcmp(lock, "spin") == 0)
        say(c, " enter(); ");
    else
        say(c, " acquire(%s); ", lock);
}

static void give(Case *c, const char *lock)
{
    if (strcmp(lock, "atomic") == 0)
        say(c, " }");
    else if (strcmp(lock, "spin") == 0)
        say(c, " leave();");
    else
        say(c, " release(%s);", lock);
}

/* Flaws: 1: no lock at all, 2: let go and taken again in between, 3: the wrong lock, 4: let go too
 * early, 5: another mistake. */
static void write_code(Case *c, const Unit *u, const char *lock, const char *code)
{
    int n = c->locals++;
    const char *taken = u->flaw != 3                   ? lock
                        : strcmp(lock, "m") == 0       ? "m2"
                        : strcmp(lock, "lock[i]") == 0 ? "lock[0]"
                        : strcmp(lock, "b.m") == 0     ? "one.m"
                        : strcmp(lock, "spin") == 0    ? "m"
                        : strncmp(lock, "rw", 2) == 0  ? "rw, read"
                                                       : lock;
    for (; *code; code++) {
        if (*code == '#')
            say(c, "%d", n);
        else if (*code == '$' || *code == '@')
            say(c, "%d", *code == '$' ? u->k : u->said);
        else if (*code > 3)
            say(c, "%c", *code);
        if (*code == *TAKE && u->flaw != 1)
            take(c, taken, false);
        if (*code == *HALF && (u->flaw == 2 || u->flaw == 4))
            give(c, taken);
        if (*code == *HALF && u->flaw == 2)
            take(c, taken, true);
        if (*code == *GIVE && u->flaw != 1 && (u->flaw != 4 || !strchr(forms[u->form].code, 2)))
            give(c, taken);
    }
    say(c, " ");
}

static const char *code_of(const Unit *u)
{
    const Form *form = &forms[u->form];
    return u->flaw == 5 && *form->wrong ? form->wrong : form->code;
}

static void write_unit(Case *c, const Unit *u)
{
    write_code(c, u, forms[u->form].lock, code_of(u));
}

/* Only what is used is written: proofs are cheaper then. */
static bool uses(const Case *c, const char *word)
{
    bool used = false;
    for (int i = 0; i < c->len; i++)
        used = used || strstr(code_of(&c->units[i]), word);
    return used;
}

typedef struct Sum {
    int grown[VARIABLES], nodes;
} Sum;

static void write_action(Case *c, const Unit *u, Sum *sum)
{
    const Form *form = &forms[u->form];
    if (u->form >= CALLS) {
        const Form *called = &forms[c->helper.form];
        for (int v = 0; v < VARIABLES; v++)
            sum->grown[v] += called->grows[v] == SAID ? c->helper.said : called->grows[v];
        sum->nodes += called->nodes;
        if (!form->action)
            write_action(c, &c->helper, &(Sum){0});
    } else {
        for (int v = 0; v < VARIABLES; v++)
            sum->grown[v] += form->grows[v] == SAID ? u->said : form->grows[v];
        sum->nodes += form->nodes;
    }
    for (const char *p = form->action ? form->action : ""; *p; p++)
        if (*p == '@')
            say(c, "%d", u->said);
        else if (*p == '%')
            say(c, "%s", c->grab == 1 ? "action (o) { o == \\old(o) + 1 } ;" : "");
        else
            say(c, "%c", *p);
}

static const char *rule(const Case *c, int which)
{
    static const char *const rules[] = {"", "/*@ accessible_if m == tid */",
                                        "/*@ writable_if m == tid */",
                                        "/*@ accessible_if m == 0 || m == tid */"};
    return rules[c->rule[which]];
}

/* A lock of the class's own: who waits for it reads it. */
static void write_spin(Case *c)
{
    static const char *const waits[] = {"", "while (taken) ; ", "if (taken) { got = false; } "};
    const char *may = c->spin_flaw == 4 ? "" : "/*@ writable_if holder == 0 || holder == tid */";
    bool torn = c->spin_flaw == 1, lax = c->spin_flaw == 2;
    say(c, "    static bool taken %s;\n", may);
    say(c, "    /*@ ghost static thread holder; writable_if holder == 0 || holder == tid */\n");
    say(c, "    static int spun /*@ %s_if holder == tid */;\n",
        c->spin_flaw == 5 ? "writable" : "accessible");
    say(c, "    /*@ invariant taken <==> holder != 0 */\n");
    say(c,
        "    /*@ performs action (taken, holder)"
        " { %staken && holder == tid } */\n",
        lax ? "" : "\\old(holder) == 0 && ");
    say(c, "    static void enter() { bool got = false; while (!got) { %s%s", waits[c->spin],
        torn ? "" : "atomic { ");
    say(c, "if (!taken%s) { taken = true; got = true; /*@ ghost holder = tid; */ }%s } }\n",
        c->spin_flaw == 6 ? " || spun == 1" : "", torn ? "" : " }");
    say(c, "    /*@ %sperforms action (taken, holder) { !taken && holder == 0 } */\n",
        lax ? "" : "requires holder == tid ");
    say(c, "    static void leave() { atomic { taken = false; /*@ ghost holder = null; */ } }\n");
    if (c->spin_flaw == 3)
        say(c, "    /*@ performs action () { \\result == taken } */\n"
               "    static bool held_by_some() { return taken; }\n");
}

static void write_variables(Case *c)
{
    static const char *const invariants[10] = {"x >= 0", "x == g", "x >= y",
                                               "(\\forall Node n; n.v >= 0)"};
    say(c, "array Locks[2] mutex; array Data[2] int;\n");
    say(c, "class Node { int v; Node next; };\n");
    say(c, "class Box { mutex m; int v %s; Node head; };\n", rule(c, 4));
    say(c, "class A {\n    static mutex m; static mutex m2; static rwlock rw;\n");
    say(c, "    static int x %s;\n    static int y %s;\n", rule(c, 0), rule(c, 1));
    say(c, "    static int c; static Node top; static Box slot; static int s;%s\n",
        uses(c, "grab") ? " static int t; static int o;" : "");
    say(c, "    static int once /*@ writable_if once == 0 */;\n");
    say(c, "    static int w /*@ accessible_if own == self + 1 */;\n");
    say(c, "    static int z /*@ readable_if tid in rw || rw == tid */ /*@ writable_if rw == tid "
           "*/;\n");
    say(c, "    static int own /*@ writable_if own == 0 || own == self + 1 */;\n");
    say(c, "    /*@ ghost static int g; %s */\n", c->rule[3] < 2 ? "accessible_if m == tid;" : "");
    say(c, "    static Box one = new Box; static Box two = new Box;\n");
    say(c, "    static Locks lock = new Locks; static Data data = new Data;%s\n",
        c->rule[2] < 3 ? " //@ accessible_if[j] lock[j] == tid" : "");
    if (uses(c, "spun"))
        write_spin(c);
    if (invariants[c->invariant])
        say(c, "    /*@ invariant %s */\n", invariants[c->invariant]);
}

/* Takes a number: what it returns is fixed in a block that ends before the method does. */
static void write_grab(Case *c)
{
    static const char *const flaws[] = {"", "if (r == 1) { r = 0; }", "r = r + 1;",
                                        "if (i == 1) { r = i; }"};
    const char *flaw = flaws[c->grab_flaw];
    say(c, "    /*@ performs action (t) { \\result == \\old(t) && t == \\old(t) + 1 }%s */\n",
        c->grab == 1 ? " ; action (o) { o == \\old(o) + 1 }" : "");
    say(c, "    static int grab(int i) { int r = 0; bool d = false; ");
    if (c->grab == 1)
        say(c, "atomic { r = t; t = r + 1; } atomic { o = o + 1; } ");
    else
        say(c, "while (!d) { %s } ",
            c->grab ? "atomic { r = t; t = r + 1; d = true; }"
                    : "r = t; atomic { if (t == r) { t = r + 1; d = true; } }");
    say(c, "%s%s%s return r; }\n", c->grab == 2 ? "while (choose(bool)) { " : "", flaw,
        c->grab == 2 ? " }" : "");
}

static void write_helpers(Case *c)
{
    say(c, "    /*@ performs ");
    write_action(c, &c->helper, &(Sum){0});
    say(c, " */\n    static void h(int i) { ");
    write_unit(c, &c->helper);
    say(c, "}\n");
    if (uses(c, "box")) {
        say(c, "    /*@ performs action (b.v) { b.v == \\old(b.v) + 1 } */\n");
        say(c, "    static void box(Box b) { ");
        write_code(c, &c->box, "b.m", TAKE "int r# = b.v; " HALF "b.v = r# + 1;" GIVE);
        say(c, "}\n");
    }
    if (uses(c, "boxes"))
        say(c, "    /*@ performs action (a.v) { a.v == \\old(a.v) + 1 } ; "
               "action (b.v) { b.v == \\old(b.v) + 1 } */\n"
               "    static void boxes(Box a, Box b) { box(a); box(b); }\n");
    if (uses(c, "take"))
        say(c,
            "    /*@ performs action (c) { \\result == \\old(c) && c == \\old(c) + 1 } */\n"
            "    static int take() { acquire(m); int r = c; c = r + 1; release(m); return r; }\n");
    if (uses(c, "grab"))
        write_grab(c);
    if (uses(c, "held"))
        say(c, "    /*@ requires m == tid */\n    static void held() { x = x + 1; }\n");
}

static void write_class(Case *c, Sum *sum)
{
    write_variables(c);
    write_helpers(c);
    if (c->specified)
        say(c, "    /*@ performs ");
    for (int i = 0; i < c->len && c->specified; i++) {
        say(c, "%s", i ? " ; " : "");
        write_action(c, &c->units[i], sum);
    }
    say(c, "%s    static void f(int i) { ", c->specified ? " */\n" : "");
    for (int i = 0; i < c->len; i++)
        write_unit(c, &c->units[i]);
    say(c, "}\n};\n");
}

/* Each number is taken once: their sum. */
static int numbers_taken(const Case *c)
{
    int taken = 0;
    for (int i = 0; i < c->len; i++)
        taken += c->threads * (strstr(code_of(&c->units[i]), "grab") != NULL);
    return taken * (taken - 1) / 2;
}

/* First all is read, then compared: what may fail to be proved comes last. */
static void write_end(Case *c, const Sum *sum, int first)
{
    static const char *const words[VALUES] = {"x",    "y",   "data", "own", "z",
                                              "take", "box", "box",  "spun"};
    if (uses(c, "own"))
        say(c, "    bool got = false;\n    while (!got) {"
               " atomic { if (A.own == 0) { A.own = self + 1; got = true; } } }\n");
    say(c, "    %sacquire(A.m);%s%s%s\n", uses(c, "spun") ? "A.enter(); " : "",
        uses(c, "data") ? " acquire(A.lock[0]); acquire(A.lock[1]);" : "",
        uses(c, "z") ? " acquire(A.rw);" : "",
        uses(c, "box") ? " acquire(A.one.m); acquire(A.two.m);" : "");
    for (int v = 0; v < VALUES; v++)
        say(c, "    int v%d = %s;", v, v < Y || uses(c, words[v]) ? variables[v] : "0");
    say(c, " int e = %s;\n    int nodes = 0; int v%d = 0; Node p = A.top;\n",
        uses(c, "data") ? "A.data[1]" : "0", VALUES);
    if (uses(c, "top"))
        say(c, "    while (p != null) { nodes = nodes + 1; v%d = v%d + p.v; p = p.next; }\n",
            VALUES, VALUES);
    for (int v = 0; v < VARIABLES && c->specified; v++)
        say(c, "    assert(v%d == %d);", v, sum->grown[v] * (v == ELEMENTS ? first : c->threads));
    if (c->specified)
        say(c, " assert(e == %d); assert(nodes == %d);\n",
            sum->grown[ELEMENTS] * (c->threads - first), sum->nodes * c->threads);
    if (uses(c, "grab"))
        say(c, "    assert(A.s == %d);\n", numbers_taken(c));
    if (c->invariant == 0)
        say(c, "    assert(v%d >= 0);\n", X);
    if (c->invariant == 2)
        say(c, "    assert(v%d >= v%d);\n", X, Y);
}

/* The threads are started in a loop, and nobody waits for them; sometimes the first one then
 * forgets that it is not alone any more. */
static void write_loop(Case *c, int same)
{
    static const char *const touches[] = {
        "A.x = A.x + 1;", "A.one.v = 1;", "int d = A.data[0];", "A.z = 0;", "", ""};
    const char *touch = touches[draw(c, sizeof touches / sizeof *touches)];
    bool begins = draw(c, 2);
    say(c, "    int k = 0; %s\n", begins ? touch : "");
    say(c, "    while (k < %d) { async A.f(%s); k = k + 1; }\n", c->threads, same ? "0" : "k % 2");
    say(c, "    %s\n} };\n", begins ? "" : touch);
}

static void write_case(Case *c)
{
    Sum sum = {0};
    int same = (int)draw(c, 2), first = same ? c->threads : 1;
    write_class(c, &sum);
    say(c, "class Main { activate static void run() {\n");
    if (c->loop) {
        write_loop(c, same);
        return;
    }
    for (int t = 0; t < c->threads; t++)
        say(c, "    thread t%d = async A.f(%d);", t, same || !t ? 0 : 1);
    for (int t = 0; t < c->threads; t++)
        say(c, " join t%d;", t);
    say(c, "\n");
    write_end(c, &sum, first);
    say(c, "} };\n");
}

/* ---- asking ---- */

typedef struct Tally {
    uint64_t proved, failed, unknown;
} Tally;

static void say_tally(uint64_t cases, const void *context, FILE *out)
{
    const Tally *tally = context;
    fprintf(out,
            "%" PRIu64 " classes: %" PRIu64
            " proved, whose clients were explored without reduction, "
            "%" PRIu64 " failed, %" PRIu64 " unknown\n",
            cases, tally->proved, tally->failed, tally->unknown);
}

/* What the client asserts of the end is beyond a proof. */
static ProofResult result_of(const Job *job)
{
    static const char assertion[] = "the assertion may fail";
    bool failed = false, unknown = job->reason && job->verdict == VERDICT_UNKNOWN;
    vec_each (MethodCheck, check, &job->checks) {
        bool own = strncmp(check->proc, "Main.", 5) != 0 ||
                   strncmp(check->message, assertion, sizeof assertion - 1) != 0;
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
    ir_serialize(proven->program);
    engine_run(&engine_explore, &job);
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
    return proving_run(&p, try_case, say_tally, &tally);
}
