/* c_proofs.c -- is what prove proves of C true?
 *
 *   c_proofs [--seed=S] [--count=N] [--print]
 *
 * Makes small C libraries over a struct with locks, members, an array with a lock an element, lists
 * of nodes and atomics, with access predicates, requires and performs that are often right.  What
 * is proved is explored with a client of two or three threads, unreduced: no access may break its
 * predicate, and each end must be one that the actions of performs reach in some order, which is
 * enumerated here.  The exit status is 1 if one is not; then the library is printed. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "c_subject.h"
#include "engine/prove/prove.h"

enum {
    BOXES = 2,
    SLOTS = 2,
    FUNCTIONS = 3,
    MOST_UNITS = 2,
    MOST_THREADS = 3,
    MOST_SECONDS = 10,
    OFTEN = 100
};

/* ---- what units do ---- */

typedef struct Box {
    int x, y, z, slot[SLOTS], list, stack, hits, flag;
} Box;

/* One critical section, or what takes its place.  In its texts @ is the object, $ the number that
 * it adds, # the number that its specification says, T the type of x, and ! a number of its own;
 * what stands between two ~ is about the result, for the last unit of a function. */
typedef struct UnitInfo {
    const char *lock;           /* NULL: none */
    const char *prepare;        /* before the lock is taken */
    const char *before, *after; /* under it */
    const char *flawed;         /* without a lock: all of it, wrong; NULL: nothing is */
    const char *action;
    bool gives; /* a result */
} UnitInfo;

typedef enum UnitKind {
    ADD,
    ADD_AT_ONCE,
    MOVE,
    GET,
    TAKE,
    AWAIT,
    SLOT,
    PUSH,
    POP,
    BUMP,
    BUMP_CAS,
    PUSH_CAS,
    CLAIM,
    CHECK,
    COUNT,
    SHARE,
    UPDATE,
    UNITS
} UnitKind;

static const UnitInfo unit_info[UNITS] = {
    [ADD] = {"@m", "", "T r! = @x;", "@x = r! + $; pthread_cond_broadcast(&@more);", NULL,
             "action (@x) { @x == (T)(\\old(@x) + #) }", false},
    [ADD_AT_ONCE] = {"@m", "", "", "@x += $; pthread_cond_broadcast(&@more);", NULL,
                     "action (@x) { @x == (T)(\\old(@x) + #) }", false},
    [MOVE] = {"@m", "", "@x -= $;", "@in.y += $;", NULL,
              "action (@x, @in.y) { @x == (T)(\\old(@x) - #) && @in.y == \\old(@in.y) + # }",
              false},
    [GET] = {"@m", "", "r = @x;", "r += @in.y - $;", NULL,
             "action () { true~ && \\result == @x + @in.y - #~ }", true},
    [TAKE] = {"@m", "", "int ok! = @x >= $;", "if (ok!) { @x = @x - $; r = 1; } else { r = 0; }",
              NULL,
              "(action (@x) { \\old(@x) >= # && @x == (T)(\\old(@x) - #)~ && \\result == 1~ } "
              "[] action () { @x < #~ && \\result == 0~ })",
              true},
    [AWAIT] = {"@m", "", "while (@x < $) pthread_cond_wait(&@more, &@m);", "@x -= $;", NULL,
               "action (@x) { \\old(@x) >= # && @x == (T)(\\old(@x) - #) }", false},
    [SLOT] = {"@lock[i]", "", "int r! = @slot[i];", "@slot[i] = r! + $; r = r!;", NULL,
              "action (@slot[i]) { @slot[i] == \\old(@slot[i]) + #~ && \\result == "
              "\\old(@slot[i])~ }",
              true},
    [PUSH] = {"@m", "struct node *n! = malloc(sizeof *n!); n!->v = $;", "n!->next = @top;",
              "@top = n!;", NULL,
              "action (@top) { @top != NULL && @top->v == # && @top->next == \\old(@top) }", false},
    [POP] = {"@m", "", "struct node *n! = @top; r = 0;",
             "if (n!) { r = n!->v; @top = n!->next; assert(!least || r >= least); }", NULL,
             "(action (@top) { \\old(@top) != NULL && @top == \\old(@top->next)~ && \\result == "
             "\\old(@top->v)~ } [] action () { @top == NULL~ && \\result == 0~ })",
             true},
    [BUMP] = {NULL, "", "", "r = atomic_fetch_add(&@hits, $);", "r = @hits; @hits = r + $;",
              "action (@hits) { @hits == \\old(@hits) + #~ && \\result == \\old(@hits)~ }", true},
    [BUMP_CAS] = {NULL, "", "",
                  "int r! = @hits; while (!atomic_compare_exchange_strong(&@hits, &r!, r! + $)) ; "
                  "r = r!;",
                  "int r! = @hits; if (@hits == r!) @hits = r! + $; r = r!;",
                  "action (@hits) { @hits == \\old(@hits) + #~ && \\result == \\old(@hits)~ }",
                  true},
    [PUSH_CAS] =
        {NULL, "struct node *n! = malloc(sizeof *n!); n!->v = $;", "struct node *t! = @head;",
         "do n!->next = t!; while (!atomic_compare_exchange_strong(&@head, &t!, n!));",
         "struct node *t! = @head; n!->next = t!; @head = n!;",
         "action (@head) { @head != NULL && @head->v == # && @head->next == \\old(@head) }", false},
    [CLAIM] = {NULL, "", "", "r = !atomic_exchange(&@flag, true);", "r = !@flag; @flag = true;",
               "action (@flag) { @flag~ && \\result == !\\old(@flag)~ }", true},
    [CHECK] = {"@m", "", "int r! = @x;", "assert(@x == (T)r!); r = @x;", NULL,
               "action () { true~ && \\result == @x~ }", true},
    [COUNT] = {"@m", "", "@in.y += $;", "/*@ ghost @adds = @adds + 1; */", NULL,
               "action (@in.y, @adds) { @in.y == \\old(@in.y) + # && @adds == \\old(@adds) + 1 }",
               false},
    [SHARE] = {NULL, "", "pthread_rwlock_rdlock(&@rw);",
               "r = @pair.z; r += @pair.w; pthread_rwlock_unlock(&@rw);",
               "r = @pair.z; r += @pair.w;",
               "action () { true~ && \\result == @pair.z + @pair.w~ }", true},
    [UPDATE] = {NULL, "", "pthread_rwlock_wrlock(&@rw);",
                "struct pair p! = @pair; p!.z += $; p!.w += $; @pair = p!; "
                "pthread_rwlock_unlock(&@rw);",
                "pthread_rwlock_rdlock(&@rw); @pair.z += $; @pair.w += $; "
                "pthread_rwlock_unlock(&@rw);",
                "action (@pair.z, @pair.w) { @pair.z == \\old(@pair.z) + # && "
                "@pair.w == \\old(@pair.w) + # }",
                false},
};

typedef struct Unit {
    UnitKind kind;
    int k, said, flaw, style;
} Unit;

typedef struct Function {
    Unit units[MOST_UNITS];
    int len;
    bool specified;
    int calls; /* the function that it calls at the end; 0: none */
} Function;

typedef struct Call {
    int function, box, i;
} Call;

typedef enum Where { PARAMETER, GLOBAL, ELEMENT } Where;

typedef struct Fuzz {
    uint64_t seed, dice;
    char folder[32];
    FILE *out;
    int number; /* of the next unit */
    Where where;
    const char *type; /* of x */
    int rule_x, rule_y, rule_slot, rule_top, bounds;
    int least; /* of all nodes, says an invariant; 0: there is none */
    Function functions[FUNCTIONS];
    Call calls[MOST_THREADS];
    int threads;
    uint64_t proved; /* how often */
} Fuzz;

static uint32_t draw(Fuzz *f, uint32_t below)
{
    return dice_draw(&f->dice, below);
}

/* What the specification of a unit allows; false: it waits.  Its result, if it has one. */
static bool apply(const Unit *u, Box *box, int i, int *result)
{
    int before = box->x, hits = box->hits, flag = box->flag, slot = box->slot[i];
    switch (u->kind) {
    case ADD:
    case ADD_AT_ONCE:
        box->x += u->said;
        break;
    case MOVE:
        box->x -= u->said;
        box->y += u->said;
        break;
    case GET:
        *result = box->x + box->y - u->said;
        break;
    case TAKE:
        *result = before >= u->said;
        box->x -= *result ? u->said : 0;
        break;
    case AWAIT:
        box->x -= u->said;
        return before >= u->said;
    case SLOT:
        box->slot[i] += u->said;
        *result = slot;
        break;
    case PUSH:
        box->list = box->list * 4 + u->said;
        break;
    case POP:
        *result = box->list % 4;
        box->list /= 4;
        break;
    case BUMP:
    case BUMP_CAS:
        box->hits += u->said;
        *result = hits;
        break;
    case PUSH_CAS:
        box->stack = box->stack * 4 + u->said;
        break;
    case CLAIM:
        box->flag = 1;
        *result = !flag;
        break;
    case CHECK:
        *result = box->x;
        break;
    case COUNT:
        box->y += u->said;
        break;
    case SHARE:
        *result = 2 * box->z;
        break;
    case UPDATE:
    case UNITS:
        box->z += u->said;
        break;
    }
    return true;
}

/* ---- making one ---- */

static Unit make_unit(Fuzz *f)
{
    Unit u = {.kind = (UnitKind)draw(f, UNITS), .k = 1 + (int)draw(f, 2)};
    u.said = draw(f, 14) ? u.k : 1 + (int)draw(f, 2);
    u.flaw = draw(f, 6) ? 0 : 1 + (int)draw(f, 6);
    u.style = (int)draw(f, 5);
    return u;
}

static void make_case(Fuzz *f)
{
    f->dice = f->seed * 0x9e3779b97f4a7c15u + 1;
    draw(f, 2);
    f->number = 0;
    f->where = (Where)draw(f, 3);
    f->type = DICE_PICK(&f->dice, "int", "int", "unsigned", "short", "unsigned char", "long");
    f->rule_x = (int)draw(f, 9);
    f->rule_y = (int)draw(f, 6);
    f->rule_slot = (int)draw(f, 4);
    f->rule_top = (int)draw(f, 4);
    f->least = draw(f, 2) ? 0 : 1 + (draw(f, 4) == 0);
    f->bounds = (int)draw(f, 12);
    for (int n = 0; n < FUNCTIONS; n++) {
        Function *function = &f->functions[n];
        *function = (Function){.len = 1 + (n == FUNCTIONS - 1 ? (int)draw(f, MOST_UNITS) : 0)};
        for (int k = 0; k < function->len; k++)
            function->units[k] = make_unit(f);
        function->specified = draw(f, 6) != 0;
        function->calls = n == FUNCTIONS - 1 && function->len == 1 && draw(f, 3) == 0;
    }
    f->threads = 2 + (f->functions[FUNCTIONS - 1].len == 1 && draw(f, 3) == 0);
    for (int t = 0; t < f->threads; t++) {
        int function = t && draw(f, 2) ? (int)draw(f, FUNCTIONS) : FUNCTIONS - 1;
        f->calls[t] = (Call){function, draw(f, 4) == 0, draw(f, 3) == 0};
    }
}

/* ---- its text ---- */

static void put(Fuzz *f, const Unit *u, const char *text, bool last)
{
    static const char *const objects[] = {"o->", "one.", "boxes[b]."};
    bool shown = true;
    for (; *text; text++) {
        bool type = *text == 'T' && (text[1] == ')' || text[1] == ' ');
        if (*text == '~')
            shown = !shown || last;
        else if (!shown)
            continue;
        else if (*text == '@')
            fputs(objects[f->where], f->out);
        else if (*text == '$' || *text == '#')
            fprintf(f->out, "%d", *text == '$' ? u->k : u->said);
        else if (*text == '!' && text[1] != '=' && text[-1] != ' ' && text[-1] != '(')
            fprintf(f->out, "%d", f->number);
        else if (type)
            fputs(f->type, f->out);
        else
            fputc(*text, f->out);
    }
}

static void take(Fuzz *f, const Unit *u, const char *lock)
{
    fputs(u->style == 1 ? "    while (pthread_mutex_trylock(&" : "    pthread_mutex_lock(&",
          f->out);
    put(f, u, lock, true);
    fputs(u->style == 1 ? ") != 0) ;\n" : ");\n", f->out);
}

static void give(Fuzz *f, const Unit *u, const char *lock)
{
    fputs("    pthread_mutex_unlock(&", f->out);
    put(f, u, lock, true);
    fputs(");\n", f->out);
}

/* Flaws: 1: no lock at all, 2: let go and taken again in between, 3: the wrong lock, 4: let go too
 * early, 5: the lock of a certain object, 6: let go twice or not at all. */
static void put_locked(Fuzz *f, const Unit *u, const UnitInfo *info)
{
    const char *lock = info->lock;
    if (u->flaw == 3)
        lock = strcmp(lock, "@m") == 0 ? "@m2" : "@m";
    if (u->flaw == 5)
        lock = f->where == GLOBAL ? "one.m2" : "boxes[0].m";
    bool early = u->flaw == 4, none = u->flaw == 1;
    if (!none)
        take(f, u, lock);
    if (u->style == 2)
        put(f, u, "    if ($ == 0) goto out!;\n", true);
    put(f, u, "    { ", true);
    put(f, u, info->before, true);
    if (u->flaw == 2 || early)
        give(f, u, lock);
    if (u->flaw == 2)
        take(f, u, lock);
    put(f, u, info->after, true);
    put(f, u, " }\n", true);
    if (u->style == 2)
        put(f, u, "out!:\n", true);
    if (!none && !early && (u->flaw != 6 || u->k == 1))
        give(f, u, lock);
    if (u->flaw == 6 && u->k == 1)
        give(f, u, lock);
}

static void put_unit(Fuzz *f, const Unit *u)
{
    const UnitInfo *info = &unit_info[u->kind];
    put(f, u, "    ", true);
    put(f, u, info->prepare, true);
    put(f, u, "\n", true);
    if (info->lock)
        put_locked(f, u, info);
    else {
        put(f, u, "    ", true);
        put(f, u, u->flaw && info->flawed ? "" : info->before, true);
        put(f, u, u->flaw && info->flawed ? info->flawed : info->after, true);
        put(f, u, "\n", true);
    }
    f->number++;
}

static bool needs_index(const Fuzz *f, const Function *function)
{
    bool needs = false;
    for (int k = 0; k < function->len; k++)
        needs = needs || function->units[k].kind == SLOT;
    return needs || (function->calls && needs_index(f, &f->functions[function->calls]));
}

static const char *name_of(int function)
{
    static const char *const names[] = {"first", "second", "both"};
    return names[function];
}

static void put_contract(Fuzz *f, const Function *function)
{
    const char *between = "";
    if (needs_index(f, function) && f->bounds)
        fputs("/*@ requires i >= 0 && i < 2 */\n", f->out);
    if (f->where == ELEMENT)
        fputs("/*@ requires b >= 0 && b < 2 */\n", f->out);
    if (!function->specified)
        return;
    fputs("/*@ performs ", f->out);
    for (int k = 0; k < function->len; k++) {
        bool last = k + 1 == function->len && !function->calls;
        fputs(between, f->out);
        put(f, &function->units[k], unit_info[function->units[k].kind].action, last);
        between = "\n          ; ";
    }
    if (function->calls) {
        const Function *called = &f->functions[function->calls];
        fputs(between, f->out);
        put(f, &called->units[0], unit_info[called->units[0].kind].action, true);
    }
    fputs(" */\n", f->out);
}

static void put_function(Fuzz *f, int n)
{
    static const char *const objects[] = {"struct box *o, ", "", "int b, "};
    static const char *const passed[] = {"o, ", "", "b, "};
    const Function *function = &f->functions[n];
    put_contract(f, function);
    fprintf(f->out, "int %s(%sint i)\n{\n    int r = 0;\n", name_of(n), objects[f->where]);
    for (int k = 0; k < function->len; k++)
        put_unit(f, &function->units[k]);
    if (function->calls)
        fprintf(f->out, "    r = %s(%si);\n", name_of(function->calls), passed[f->where]);
    fputs("    return r;\n}\n\n", f->out);
}

static void put_struct(Fuzz *f)
{
    static const char *const rules[] = {"",
                                        "/*@ accessible_if holds(m) */",
                                        "/*@ writable_if holds(m) */",
                                        "/*@ accessible_if unlocked(m) || holds(m) */",
                                        "/*@ accessible_if holds(m2) */",
                                        "/*@ writable_if x >= 0 && holds(m) */",
                                        "/*@ readable_if holds(m) */ /*@ writable_if holds(m) */"};
    enum { RULES = sizeof rules / sizeof *rules };
    fputs("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n"
          "#include <stdbool.h>\n#include <stdlib.h>\n\n"
          "struct node {\n    int v;\n    struct node *next;\n",
          f->out);
    if (f->least)
        fprintf(f->out, "    /*@ invariant v >= %d */\n", f->least);
    fprintf(f->out, "};\nenum { least = %d };\n", f->least);
    fputs(
        "struct pair {\n    int z, w;\n};\n\n"
        "struct box {\n    pthread_mutex_t m, m2, lock[2];\n    pthread_cond_t more;\n"
        "    pthread_rwlock_t rw;\n    struct pair pair; /*@ readable_if reads(rw) || holds(rw) */ "
        "/*@ writable_if holds(rw) */\n",
        f->out);
    fprintf(f->out, "    %s x; %s\n", f->type, rules[f->rule_x < RULES ? f->rule_x : 0]);
    fprintf(f->out, "    struct { int y; } in; %s\n", rules[f->rule_y < 3 ? f->rule_y : 0]);
    fprintf(f->out, "    int slot[2]; %s\n",
            f->rule_slot < 2 ? "/*@ accessible_if[j] holds(lock[j]) */" : "");
    fprintf(f->out, "    struct node *top; %s\n", f->rule_top == 1 ? rules[1] : "");
    fputs("    _Atomic(struct node *) head;\n    _Atomic int hits;\n    atomic_bool flag;\n"
          "    /*@ ghost int adds; */\n};\n\n",
          f->out);
    fputs(f->where == GLOBAL ? "struct box one, two;\n\n" : "struct box boxes[2];\n\n", f->out);
}

/* ---- the client ---- */

/* Threads in the middle of what performs says. */
typedef struct World {
    Box boxes[BOXES];
    int result[MOST_THREADS], at[MOST_THREADS];
} World;

typedef struct Ends {
    VEC(World) at;
} Ends;

/* The unit that a thread comes to; NULL: it is at the end. */
static const Unit *next_unit(const Fuzz *f, const World *w, int t, bool *last)
{
    const Function *function = &f->functions[f->calls[t].function];
    *last = w->at[t] + 1 == function->len + (function->calls != 0);
    if (w->at[t] < function->len)
        return &function->units[w->at[t]];
    return w->at[t] == function->len && function->calls ? &f->functions[function->calls].units[0]
                                                        : NULL;
}

static void find_ends(const Fuzz *f, const World *w, Ends *ends)
{
    bool ended = true, last;
    for (int t = 0; t < f->threads; t++) {
        const Unit *u = next_unit(f, w, t, &last);
        World after = *w;
        int result = 0;
        ended = ended && !u;
        if (!u || !apply(u, &after.boxes[f->where == GLOBAL ? 0 : f->calls[t].box], f->calls[t].i,
                         &result))
            continue;
        after.at[t]++;
        after.result[t] = last && unit_info[u->kind].gives ? result : 0;
        find_ends(f, &after, ends);
    }
    vec_each (World, known, &ends->at)
        ended = ended && memcmp(known, w, sizeof *w) != 0;
    if (ended)
        vec_push(&ends->at, *w);
}

static bool gives_result(const Fuzz *f, int t)
{
    const Function *function = &f->functions[f->calls[t].function];
    const Unit *u =
        function->calls ? f->functions[function->calls].units : &function->units[function->len - 1];
    return unit_info[u->kind].gives;
}

static void put_end(Fuzz *f, const World *w)
{
    fputs("            || (1", f->out);
    for (int b = 0; b < BOXES; b++) {
        const Box *box = &w->boxes[b];
        fprintf(f->out, " && is(%d, (%s)%d, %d, %d, %d, %d, %d, %d, %d, %d)", b, f->type, box->x,
                box->y, box->z, box->slot[0], box->slot[1], box->list, box->stack, box->hits,
                box->flag);
    }
    for (int t = 0; t < f->threads; t++)
        if (gives_result(f, t))
            fprintf(f->out, " && got[%d] == %d", t, w->result[t]);
    fputs(")\n", f->out);
}

/* Only if all that threads call is specified the ends are known. */
static bool is_specified(const Fuzz *f)
{
    for (int t = 0; t < f->threads; t++)
        if (!f->functions[f->calls[t].function].specified)
            return false;
    return true;
}

static World first_world(void)
{
    World w;
    memset(&w, 0, sizeof w);
    w.boxes[0].x = 1;
    return w;
}

static void put_observer(Fuzz *f)
{
    bool global = f->where == GLOBAL;
    fputs("#ifdef CLIENT\nstatic int got[3];\n"
          "static int number(struct node *n)\n{\n    int s = 0;\n"
          "    for (int p = 1; n; n = n->next, p *= 4)\n        s += p * n->v;\n"
          "    return s;\n}\n",
          f->out);
    fprintf(
        f->out,
        "static bool is(int b, %s x, int y, int z, int s0, int s1, int list, int stack, int hits, "
        "int flag)\n{\n    struct box *o = %s;\n    pthread_mutex_lock(&o->m);\n"
        "    pthread_mutex_lock(&o->m2);\n    pthread_mutex_lock(&o->lock[0]);\n"
        "    pthread_mutex_lock(&o->lock[1]);\n",
        f->type, global ? "b ? &two : &one" : "&boxes[b]");
    fputs("    pthread_rwlock_rdlock(&o->rw);\n"
          "    bool yes = o->x == x && o->in.y == y && o->pair.z == z && o->pair.w == z && "
          "o->slot[0] == s0 && o->slot[1] == s1 &&\n"
          "        number(o->top) == list && number(o->head) == stack && o->hits == hits &&\n"
          "        o->flag == flag;\n    pthread_rwlock_unlock(&o->rw);\n    "
          "pthread_mutex_unlock(&o->lock[1]);\n"
          "    pthread_mutex_unlock(&o->lock[0]);\n    pthread_mutex_unlock(&o->m2);\n"
          "    pthread_mutex_unlock(&o->m);\n    return yes;\n}\n",
          f->out);
}

static void put_client(Fuzz *f)
{
    Ends ends = {0};
    World w = first_world();
    find_ends(f, &w, &ends);
    put_observer(f);
    for (int t = 0; t < f->threads; t++) {
        const Call *call = &f->calls[t];
        fprintf(f->out, "static void *run%d(void *u)\n{\n    got[%d] = %s(", t, t,
                name_of(call->function));
        if (f->where != GLOBAL)
            fprintf(f->out, f->where == ELEMENT ? "%d, " : "&boxes[%d], ", call->box);
        fprintf(f->out, "%d);\n    return u;\n}\n", call->i);
    }
    fprintf(f->out, "int main(void)\n{\n    pthread_t t[3];\n    %s.x = 1;\n",
            f->where == GLOBAL ? "one" : "boxes[0]");
    for (int t = 0; t < f->threads; t++)
        fprintf(f->out, "    pthread_create(&t[%d], NULL, run%d, NULL);\n", t, t);
    for (int t = 0; t < f->threads; t++)
        fprintf(f->out, "    pthread_join(t[%d], NULL);\n", t);
    if (is_specified(f)) {
        fputs("    assert(0\n", f->out);
        vec_each (World, end, &ends.at)
            put_end(f, end);
        fputs("    );\n", f->out);
    }
    fputs("    return 0;\n}\n#endif\n", f->out);
    vec_free(&ends.at);
}

/* ---- asking ---- */

static bool prove(const Subject *s)
{
    Options options = option_defaults();
    Job job = {.program = s->program, .options = &options};
    budget_begin(&job.budget, 0, 0, false);
    prove_run(&job);
    bool proved = job.verdict == VERDICT_SAFE;
    job_free(&job);
    return proved;
}

static bool explore(Fuzz *f, const char *name)
{
    const char *const flags[] = {"-w", "-DCLIENT"};
    const COptions options = {.flags = flags, .flag_count = 2};
    VerdictKind verdict = VERDICT_UNKNOWN;
    Subject s = {0};
    bool right = subject_load(&s, f->seed, name, &options) &&
                 subject_search(&s, f->seed, PROPERTY_ASSERT | PROPERTY_ACCESS | PROPERTY_LOCK,
                                PLAIN, MOST_SECONDS, &verdict);
    subject_free(&s);
    if (verdict == VERDICT_BUG)
        fprintf(stderr, "seed %" PRIu64 ": proved, and it is not true\n", f->seed);
    return right && verdict != VERDICT_BUG;
}

static bool check_seed(Fuzz *f, bool print)
{
    char name[64];
    const char *const flags[] = {"-w"};
    const COptions options = {
        .flags = flags, .flag_count = 1, .memory = true, .undefined = true, .all = true};
    Subject s = {0};
    snprintf(name, sizeof name, "%s/random.c", f->folder);
    make_case(f);
    f->out = fopen(name, "w");
    if (!f->out) {
        perror(name);
        exit(2);
    }
    put_struct(f);
    for (int n = 0; n < FUNCTIONS; n++)
        put_function(f, n);
    put_client(f);
    fclose(f->out);
    bool right = print || subject_load(&s, f->seed, name, &options);
    bool proved = right && !print && prove(&s);
    f->proved += proved;
    if (proved)
        right = explore(f, name);
    if (!right || print)
        subject_print(name);
    subject_free(&s);
    unlink(name);
    return right;
}

static void say_tally(const Fuzz *f, uint64_t done, FILE *out)
{
    fprintf(out,
            "%" PRIu64 " C libraries: %" PRIu64
            " proved, whose clients of two or three threads were "
            "explored without reduction\n",
            done, f->proved);
}

int main(int argc, char **argv)
{
    Fuzz f = {.seed = 1, .folder = "/tmp/c_proofs-XXXXXX"};
    uint64_t count = 1;
    bool print = false, right = true;
    SubjectOptions options = {&f.seed, &count, &print, f.folder};
    if (!subject_begin(&options, argc, argv))
        return 2;
    uint64_t done = 0;
    while (right && (!count || done < count)) {
        right = check_seed(&f, print);
        done++;
        f.seed++;
        if (done % OFTEN == 0 && done != count)
            say_tally(&f, done, stderr);
    }
    rmdir(f.folder);
    if (!print)
        say_tally(&f, done, stdout);
    return !right;
}
