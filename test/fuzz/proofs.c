/* proofs.c -- is what prove proves true?
 *
 *   proofs [--seed=S] [--count=N] [--print]
 *
 * Makes random methods over two variables and two locks, with access predicates and a performs that
 * is often right, and proves them.  What is proved is tested against plain enumeration, which
 * shares no code with heddle: two or three threads run the method, action by action, in every
 * order.  No access may break its predicate, and each end must be one that the actions of performs
 * can reach, in some order.  The exit status is 1 if one is not; then the program is printed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proving.h"

enum { VARS = 2, LOCKS = 2, MOST_CODE = 40, MOST_PARTS = 3, MOST_THREADS = 3, MOST_STAR = 3 };

typedef enum OpKind { LOAD, STORE, SET, ACQUIRE, RELEASE, UNLESS, WHILE, BACK, LEAVE } OpKind;

/* LOAD: r = x[a]; STORE: x[a] = r + b; SET: x[a] = b; UNLESS: if not r == b go to target;
 * WHILE: if n is 0 go to target, else n = n - 1; BACK: go to target */
typedef struct Step {
    OpKind kind;
    int a, b, target;
} Step;

/* x[i] becomes x[from] + add, or add if from is -1. */
typedef struct Change {
    int from[VARS], add[VARS];
} Change;

typedef enum PartKind { ONE, CHOICE, REPEAT } PartKind;
typedef struct Part {
    PartKind kind;
    Change effects[2];
} Part;

typedef enum Rule { ANYBODY, HELD, FREE_OR_HELD } Rule;

typedef struct Case {
    uint64_t random;
    Step code[MOST_CODE];
    int len;
    Part parts[MOST_PARTS];
    int parts_len;
    Rule rule[VARS];
    int lock[VARS];
} Case;

static uint32_t draw(Case *c, uint32_t below)
{
    return proving_draw(&c->random, below);
}

/* ---- making one ---- */

static void put(Case *c, OpKind kind, int a, int b)
{
    if (c->len < MOST_CODE - 1)
        c->code[c->len++] = (Step){kind, a, b, 0};
}

static const Change nothing = {{0, 1}, {0, 0}};

/* Straight code and what it does to the variables; r is known, too. */
static Change straight(Case *c, int lock, int length)
{
    Change e = nothing;
    int from = -2, add = 0; /* of r; -2: unknown */
    for (int i = 0; i < length; i++) {
        int x = (int)draw(c, VARS), k = (int)draw(c, 3);
        if (lock >= 0 && draw(c, 4))
            for (int n = 0; n < VARS && c->lock[x] != lock; n++)
                x = (x + 1) % VARS;
        if (from == -2 || draw(c, 3) == 0) {
            put(c, LOAD, x, 0);
            from = e.from[x];
            add = e.add[x];
        } else if (draw(c, 4)) {
            put(c, STORE, x, k);
            e.from[x] = from;
            e.add[x] = add + k;
        } else {
            put(c, SET, x, k);
            e.from[x] = -1;
            e.add[x] = k;
        }
    }
    return e;
}

/* A section, mostly between acquire and release, sometimes with a mistake. */
static Change section(Case *c)
{
    int lock = (int)draw(c, LOCKS), release = draw(c, 20) ? lock : (int)draw(c, LOCKS);
    bool locked = draw(c, 12) != 0;
    if (locked)
        put(c, ACQUIRE, lock, 0);
    Change e = straight(c, lock, 1 + (int)draw(c, 3));
    if (locked && draw(c, 15))
        put(c, RELEASE, release, 0);
    if (draw(c, 12) == 0)
        straight(c, lock, 1);
    return e;
}

static bool is_nothing(const Change *e)
{
    return memcmp(e, &nothing, sizeof *e) == 0;
}

static Change compose(const Change *a, const Change *b)
{
    Change e = nothing;
    for (int i = 0; i < VARS; i++) {
        int from = b->from[i];
        e.from[i] = from < 0 ? -1 : a->from[from];
        e.add[i] = b->add[i] + (from < 0 ? 0 : a->add[from]);
    }
    return e;
}

static void specify(Case *c, PartKind kind, Change first, Change second)
{
    if (draw(c, 12) == 0)
        first.add[draw(c, VARS)] += 1;
    if (c->parts_len < MOST_PARTS)
        c->parts[c->parts_len++] = (Part){kind, {first, second}};
}

static void make_plain(Case *c)
{
    Change whole = nothing;
    bool join = draw(c, 3) == 0;
    int sections = 1 + (int)draw(c, 2);
    for (int i = 0; i < sections; i++) {
        Change e = section(c);
        if (!join && !is_nothing(&e))
            specify(c, ONE, e, e);
        whole = compose(&whole, &e);
    }
    if (join || !c->parts_len)
        specify(c, ONE, whole, whole);
}

/* if (r == b) { section } */
static void make_choice(Case *c)
{
    int x = (int)draw(c, VARS), lock = c->lock[x];
    bool inside = draw(c, 2);
    put(c, ACQUIRE, lock, 0);
    put(c, LOAD, x, 0);
    if (!inside)
        put(c, RELEASE, lock, 0);
    int test = c->len;
    put(c, UNLESS, 0, (int)draw(c, 2));
    Change e = inside ? straight(c, lock, 1 + (int)draw(c, 2)) : section(c);
    if (inside && draw(c, 4) == 0)
        put(c, RELEASE, lock, 0);
    c->code[test].target = c->len;
    if (inside)
        put(c, RELEASE, lock, 0);
    specify(c, CHOICE, e, nothing);
}

/* n times: section */
static void make_loop(Case *c)
{
    int head = c->len;
    put(c, WHILE, 0, 0);
    Change e = section(c);
    put(c, BACK, 0, 0);
    c->code[c->len - 1].target = head;
    c->code[head].target = c->len;
    specify(c, REPEAT, e, e);
}

static void make_case(Case *c, uint64_t seed)
{
    *c = (Case){.random = seed * 2654435761u + 88172645463325252u};
    for (int i = 0; i < 4; i++)
        draw(c, 2);
    for (int i = 0; i < VARS; i++) {
        c->lock[i] = (int)draw(c, LOCKS);
        c->rule[i] = (Rule)draw(c, 3);
    }
    uint32_t shape = draw(c, 10);
    if (shape < 6)
        make_plain(c);
    else if (shape < 8)
        make_choice(c);
    else
        make_loop(c);
    c->code[c->len++] = (Step){LEAVE, 0, 0, 0};
}

/* ---- as Zing ---- */

static void print_effect(const Change *e, FILE *out)
{
    const char *comma = "", *both = "";
    fputs("action (", out);
    for (int i = 0; i < VARS; i++)
        if (e->from[i] != i || e->add[i]) {
            fprintf(out, "%sx%d", comma, i);
            comma = ", ";
        }
    fputs(") { ", out);
    for (int i = 0; i < VARS; i++) {
        if (e->from[i] == i && !e->add[i])
            continue;
        fprintf(out, "%sx%d == ", both, i);
        if (e->from[i] >= 0)
            fprintf(out, "\\old(x%d) + %d", e->from[i], e->add[i]);
        else
            fprintf(out, "%d", e->add[i]);
        both = " && ";
    }
    fputs(*both ? " }" : "true }", out);
}

static void print_parts(const Case *c, FILE *out)
{
    fputs("    /*@ performs ", out);
    for (int i = 0; i < c->parts_len; i++) {
        const Part *part = &c->parts[i];
        fputs(i ? " ; (" : "(", out);
        print_effect(&part->effects[0], out);
        if (part->kind == CHOICE) {
            fputs(" [] ", out);
            print_effect(&part->effects[1], out);
        }
        fputs(part->kind == REPEAT ? ")*" : ")", out);
    }
    fputs(" */\n", out);
}

static void print_step(const Case *c, int at, FILE *out)
{
    const Step *s = &c->code[at];
    for (int i = 0; i < c->len; i++)
        if (c->code[i].kind == UNLESS && c->code[i].target == at)
            fputs("        }\n", out);
    switch (s->kind) {
    case LOAD:
        fprintf(out, "        r = x%d;\n", s->a);
        break;
    case STORE:
        fprintf(out, "        x%d = r + %d;\n", s->a, s->b);
        break;
    case SET:
        fprintf(out, "        x%d = %d;\n", s->a, s->b);
        break;
    case ACQUIRE:
        fprintf(out, "        acquire(m%d);\n", s->a);
        break;
    case RELEASE:
        fprintf(out, "        release(m%d);\n", s->a);
        break;
    case UNLESS:
        fprintf(out, "        if (r == %d) {\n", s->b);
        break;
    case WHILE:
        fputs("        while (n > 0) {\n            n = n - 1;\n", out);
        break;
    case BACK:
        fputs("        }\n", out);
        break;
    case LEAVE:
        break;
    }
}

static char *print_case(const Case *c)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    fputs("class A {\n    static mutex m0;\n    static mutex m1;\n", out);
    for (int i = 0; i < VARS; i++) {
        fprintf(out, "    static int x%d;", i);
        if (c->rule[i] == HELD)
            fprintf(out, " //@ accessible_if m%d == tid", c->lock[i]);
        if (c->rule[i] == FREE_OR_HELD)
            fprintf(out, " //@ accessible_if m%d == 0 || m%d == tid", c->lock[i], c->lock[i]);
        fputc('\n', out);
    }
    print_parts(c, out);
    fputs("    static void op(int n) {\n        int r;\n", out);
    for (int i = 0; i < c->len; i++)
        print_step(c, i, out);
    fputs("    }\n};\nclass Main { activate static void run() { } };\n", out);
    fclose(out);
    return text;
}

/* ---- proving it ---- */

typedef struct Answer {
    bool loaded, access, performs;
} Answer;

static Answer prove(const char *text, const Options *options)
{
    Proven proven;
    Answer answer = {0};
    if (proven_make(&proven, text, options)) {
        answer = (Answer){true, true, true};
        vec_each (MethodCheck, check, &proven.job.checks) {
            bool proved = check->result == PROOF_PROVED;
            if (strcmp(check->check, "access") == 0)
                answer.access = answer.access && proved;
            else
                answer.performs = answer.performs && proved;
        }
    }
    proven_free(&proven);
    return answer;
}

/* ---- enumerating it ---- */

typedef struct Runner {
    int8_t pc, r, n;
} Runner;

typedef struct World {
    int8_t x[VARS], lock[LOCKS];
    Runner threads[MOST_THREADS];
} World;

typedef struct Search {
    const Case *c;
    int threads;
    VEC(World) seen;
    size_t next;
    VEC(World) ends;
    bool broken; /* an access against its predicate, a release of a lock not held */
} Search;

static void reach(Search *s, const World *w)
{
    vec_each (World, known, &s->seen)
        if (memcmp(known, w, sizeof *w) == 0)
            return;
    vec_push(&s->seen, *w);
}

static bool allows(const Case *c, const World *w, int x, int t)
{
    int owner = w->lock[c->lock[x]];
    return c->rule[x] == ANYBODY || owner == t + 1 || (c->rule[x] == FREE_OR_HELD && !owner);
}

static void run_step(Search *s, World w, int t)
{
    Runner *me = &w.threads[t];
    const Step *step = &s->c->code[me->pc];
    bool touches = step->kind == LOAD || step->kind == STORE || step->kind == SET;
    if (step->kind == LEAVE)
        return;
    if (touches && !allows(s->c, &w, step->a, t))
        s->broken = true;
    me->pc++;
    switch (step->kind) {
    case LOAD:
        me->r = w.x[step->a];
        break;
    case STORE:
        w.x[step->a] = (int8_t)(me->r + step->b);
        break;
    case SET:
        w.x[step->a] = (int8_t)step->b;
        break;
    case ACQUIRE:
        if (w.lock[step->a])
            return;
        w.lock[step->a] = (int8_t)(t + 1);
        break;
    case RELEASE:
        s->broken = s->broken || w.lock[step->a] != t + 1;
        if (w.lock[step->a] != t + 1)
            return;
        w.lock[step->a] = 0;
        break;
    case UNLESS:
        me->pc = me->r == step->b ? me->pc : (int8_t)step->target;
        break;
    case WHILE:
        me->pc = me->n > 0 ? me->pc : (int8_t)step->target;
        me->n = (int8_t)(me->n > 0 ? me->n - 1 : 0);
        break;
    case BACK:
        me->pc = (int8_t)step->target;
        break;
    case LEAVE:
        return;
    }
    reach(s, &w);
}

static World beginning(int x0, int x1, int threads, int n)
{
    World w;
    memset(&w, 0, sizeof w);
    w.x[0] = (int8_t)x0;
    w.x[1] = (int8_t)x1;
    for (int t = 0; t < threads; t++)
        w.threads[t].n = (int8_t)n;
    return w;
}

static void explore(Search *s, World w)
{
    reach(s, &w);
    for (; s->next < s->seen.len; s->next++) {
        World here = s->seen.at[s->next];
        bool ended = true;
        for (int t = 0; t < s->threads; t++) {
            ended = ended && s->c->code[here.threads[t].pc].kind == LEAVE;
            run_step(s, here, t);
        }
        if (ended)
            vec_push(&s->ends, here);
    }
}

static World apply(World w, const Change *e)
{
    World after = w;
    for (int i = 0; i < VARS; i++)
        after.x[i] = (int8_t)(e->add[i] + (e->from[i] < 0 ? 0 : w.x[e->from[i]]));
    return after;
}

/* The same with the actions of performs: pc counts parts, r the repetitions. */
static void explore_spec(Search *s, World w)
{
    const Case *c = s->c;
    reach(s, &w);
    for (; s->next < s->seen.len; s->next++) {
        World here = s->seen.at[s->next];
        bool ended = true;
        for (int t = 0; t < s->threads; t++) {
            int part = here.threads[t].pc;
            ended = ended && part == c->parts_len;
            if (part == c->parts_len)
                continue;
            bool repeats = c->parts[part].kind == REPEAT;
            for (int k = 0; k < (c->parts[part].kind == CHOICE ? 2 : 1); k++) {
                World after = apply(here, &c->parts[part].effects[k]);
                after.threads[t].pc = (int8_t)(part + !repeats);
                after.threads[t].r++;
                if (after.threads[t].r <= MOST_STAR + MOST_PARTS)
                    reach(s, &after);
            }
            if (!repeats)
                continue;
            here.threads[t].pc++;
            reach(s, &here);
            here.threads[t].pc--;
        }
        if (ended)
            vec_push(&s->ends, here);
    }
}

/* Is every end of the method one of the specification? */
static bool ends_agree(const Search *method, const Search *spec)
{
    vec_each (World, end, &method->ends) {
        bool found = false;
        vec_each (World, other, &spec->ends)
            found = found || memcmp(end->x, other->x, sizeof end->x) == 0;
        for (int i = 0; i < LOCKS; i++)
            found = found && !end->lock[i];
        if (!found)
            return false;
    }
    return true;
}

static bool is_true(const Case *c, Answer answer)
{
    bool right = true;
    for (int threads = 1; threads <= (c->len < 8 ? MOST_THREADS : 2); threads++)
        for (int x = 0; x < 4 && right; x++) {
            Search method = {.c = c, .threads = threads}, spec = {.c = c, .threads = threads};
            explore(&method, beginning(x / 2, x % 2, threads, 2));
            explore_spec(&spec, beginning(x / 2, x % 2, threads, 0));
            if (answer.access && method.broken)
                right = false;
            if (answer.access && answer.performs && !ends_agree(&method, &spec))
                right = false;
            vec_free(&method.seen);
            vec_free(&method.ends);
            vec_free(&spec.seen);
            vec_free(&spec.ends);
        }
    return right;
}

typedef struct Tally {
    uint64_t access, proved;
} Tally;

static void say_tally(uint64_t cases, const void *context, FILE *out)
{
    const Tally *tally = context;
    fprintf(out,
            "%" PRIu64 " methods: %" PRIu64 " keep to their predicates, %" PRIu64
            " proved; compared with all orders of one to three threads\n",
            cases, tally->access, tally->proved);
}

static bool try_case(Proving *p, uint64_t seed, void *context)
{
    Tally *tally = context;
    Case c;
    make_case(&c, seed);
    char *text = print_case(&c);
    Answer answer = prove(text, &p->options);
    if (p->print)
        printf("%s// access %d, performs %d\n", text, answer.access, answer.performs);
    tally->access += answer.access;
    tally->proved += answer.access && answer.performs;
    bool right = answer.loaded && is_true(&c, answer);
    if (!right)
        printf("seed %" PRIu64 ": proved (access %d, performs %d), and it is not true:\n%s", seed,
               answer.access, answer.performs, text);
    free(text);
    return right;
}

int main(int argc, char **argv)
{
    Proving p;
    Tally tally = {0};
    if (!proving_begin(&p, "proofs", argc, argv))
        return 2;
    return proving_run(&p, try_case, say_tally, &tally);
}
