/* random.c -- the generator: the whole of a program, and what its parts share. */
#include "random.h"

#include <assert.h>
#include <string.h>

#include "generate.h"

/* ---- chance ---- */

static uint64_t next(Gen *g) /* splitmix64 */
{
    uint64_t z = g->random += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

size_t gen_below(Gen *g, size_t n)
{
    return (size_t)(next(g) % n);
}

bool gen_chance(Gen *g, int percent)
{
    return (int)gen_below(g, 100) < percent;
}

void gen_mark(Gen *g, Feature feature)
{
    g->program->features |= (uint64_t)1 << feature;
}

bool gen_wants(const Gen *g, Feature feature)
{
    return g->wanted >> feature & 1;
}

bool gen_strays(Gen *g, Feature mistake)
{
    bool seldom = mistake >= FEATURE_ORDER; /* there are few places for it */
    if (!gen_wants(g, mistake) || !gen_chance(g, seldom ? 3 * g->fault_percent : g->fault_percent))
        return false;
    gen_mark(g, mistake);
    return true;
}

/* ---- parts ---- */

Node *gen_put(Gen *g, Node *list, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Node *statement = node_new_list(g->arena, list, SORT_STATEMENT, format, args);
    va_end(args);
    if (!g->m->atomic)
        g->m->steps -= g->m->weight;
    return statement;
}

Node *gen_list(Gen *g, Node *parent)
{
    return node_new(g->arena, parent, SORT_LIST, "%s", "");
}

Node *gen_part(Gen *g, Node *list, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Node *part = node_new_list(g->arena, list, SORT_PART, format, args);
    va_end(args);
    return part;
}

static const char *const locals[][2] = {
    [LOCAL_T] = {"int", "t"},        [LOCAL_U] = {"int", "u"},
    [LOCAL_P] = {"Cell", "p"},       [LOCAL_Q] = {"Cell", "q"},
    [LOCAL_COPY] = {"Pair", "copy"}, [LOCAL_THREAD] = {"thread", "child"},
};
enum { LOCALS = sizeof locals / sizeof *locals };

const char *gen_local(Gen *g, Local local)
{
    if (local == LOCAL_P || local == LOCAL_Q)
        gen_world(g, WORLD_CELL);
    g->m->locals |= 1u << local;
    return locals[local][1];
}

Node *gen_begin_method(Gen *g, Node *list, Method *method, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    Node *part = node_new_list(g->arena, NULL, SORT_PART, format, args);
    va_end(args);
    node_add(list, part);
    method->weight = 1;
    g->m = method;
    return gen_list(g, part);
}

void gen_end_method(Gen *g, Node *body, Method *outer)
{
    for (int k = 0; k < LOCALS; k++)
        if (g->m->locals >> k & 1)
            node_prepend(body, node_new(g->arena, NULL, SORT_STATEMENT, "%s %s;", locals[k][0],
                                        locals[k][1]));
    g->m = outer;
}

/* ---- what is declared when first used ---- */

static void declare_cell(Gen *g)
{
    Node *members = gen_list(g, gen_part(g, g->types, "class Cell $;"));
    gen_part(g, members, "mutex m;");
    const char *predicate = gen_field_predicate(g);
    gen_part(g, members, "int v%s;", predicate);
    gen_part(g, members, "int w%s;", predicate);
    gen_part(g, members, "Cell next;");
    if (!gen_wants(g, FEATURE_INSTANCE))
        return;
    Method *outer = g->m;
    Method method = {.steps = 5, .thread = -1, .held = -1, .depth = 3};
    Place place = {.guard = GUARD_FIELD, .lock = "m", .a = "v", .b = "w"};
    Node *body = gen_begin_method(g, members, &method, "%svoid bump() $", gen_claim(g));
    gen_section(g, body, &place);
    gen_end_method(g, body, outer);
}

static void declare_risky(Gen *g)
{
    Node *method = gen_part(g, g->methods, "static void risky(int n) $");
    Node *body = gen_list(g, method);
    Node *test = node_new(g->arena, body, SORT_STATEMENT, "if ($) $");
    node_new(g->arena, test, SORT_BOOL, "n == 0");
    node_new(g->arena, gen_list(g, test), SORT_STATEMENT, "raise Bad;");
}

void gen_world(Gen *g, World world)
{
    if (g->declared >> world & 1)
        return;
    g->declared |= 1u << world;
    const char *predicate;
    switch (world) {
    case WORLD_CELL:
        declare_cell(g);
        return;
    case WORLD_ELEMENTS:
        gen_part(g, g->types, "array Locks[2] mutex;");
        gen_part(g, g->types, "array Ints[2] int;");
        gen_part(g, g->statics, "static Locks ms = new Locks;");
        predicate = gen_element_predicate(g);
        gen_part(g, g->statics, "static Ints xs = new Ints%s;", predicate);
        gen_part(g, g->statics, "static Ints ys = new Ints%s;", predicate);
        return;
    case WORLD_PAIR:
        gen_part(g, g->types, "struct Pair { int a; int b; };");
        return;
    case WORLD_LOCK:
        gen_part(g, g->statics, "static mutex lock;");
        return;
    case WORLD_CONSTANT:
        gen_part(g, g->statics, "static int k = %d;", (int)gen_below(g, 3));
        return;
    case WORLD_PUBLISHED:
        gen_part(g, g->statics, "static Cell shared;");
        return;
    case WORLD_LIST:
        gen_part(g, g->statics, "static Cell top;");
        return;
    case WORLD_SET:
        gen_part(g, g->types, "set Numbers int;");
        gen_part(g, g->statics, "static Numbers set1 = new Numbers;");
        return;
    case WORLD_CHANNEL:
        gen_part(g, g->types, "chan Queue int;");
        gen_part(g, g->statics, "static Queue queue = new Queue;");
        return;
    case WORLD_CELLS:
        gen_part(g, g->types, "chan Cells Cell;");
        gen_part(g, g->statics, "static Cells cells = new Cells;");
        return;
    case WORLD_WHO:
        gen_part(g, g->statics, "static int who;");
        return;
    case WORLD_RISKY:
        declare_risky(g);
        return;
    case WORLDS:
        break;
    }
}

/* ---- items ---- */

static Guard random_guard(Gen *g)
{
    static const Guard guards[] = {GUARD_MUTEX,  GUARD_MUTEX,    GUARD_ELEMENT, GUARD_ELEMENT,
                                   GUARD_FIELD,  GUARD_FIELD,    GUARD_HOLDER,  GUARD_RWLOCK,
                                   GUARD_RWLOCK, GUARD_VARIABLE, GUARD_ATOMIC,  GUARD_ATOMIC};
    enum { COUNT = sizeof guards / sizeof *guards };
    if (g->program->style == STYLE_FREE && gen_chance(g, 50))
        return GUARD_NONE;
    return guards[gen_below(g, COUNT)];
}

static void declare_item(Gen *g, Item *item)
{
    static const Feature feature[GUARDS] = {
        [GUARD_MUTEX] = FEATURE_MUTEX,   [GUARD_ELEMENT] = FEATURE_ELEMENT,
        [GUARD_FIELD] = FEATURE_FIELD,   [GUARD_HOLDER] = FEATURE_HOLDER,
        [GUARD_RWLOCK] = FEATURE_RWLOCK, [GUARD_VARIABLE] = FEATURE_VARIABLE,
        [GUARD_ATOMIC] = FEATURE_ATOMIC, [GUARD_NONE] = FEATURE_NO_LOCK,
    };
    static const char *const lock[GUARDS] = {
        [GUARD_MUTEX] = "mutex m",
        [GUARD_RWLOCK] = "rwlock w",
        [GUARD_VARIABLE] = "bool l",
    };
    int n = item->number;
    gen_mark(g, feature[item->guard]);
    if (lock[item->guard])
        gen_part(g, g->statics, "static %s%d;", lock[item->guard], n);
    if (item->guard == GUARD_HOLDER) {
        gen_world(g, WORLD_CELL);
        gen_part(g, g->statics, "static Cell h%d = new Cell;", n);
    }
    if (item->guard == GUARD_ELEMENT)
        gen_world(g, WORLD_ELEMENTS);
    else if (item->guard == GUARD_FIELD) {
        gen_world(g, WORLD_CELL);
        gen_part(g, g->statics, "static Cell c%d = new Cell;", n);
    } else if (item->in_struct) {
        gen_world(g, WORLD_PAIR);
        gen_part(g, g->statics, "static Pair pair%d%s;", n, gen_predicate(g, item));
        gen_mark(g, FEATURE_STRUCT);
    } else {
        gen_part(g, g->statics, "static int x%d%s;", n, gen_predicate(g, item));
        gen_part(g, g->statics, "static int y%d%s;", n, gen_predicate(g, item));
    }
}

static void declare_items(Gen *g)
{
    bool elements = false;
    g->item_count = 1 + (int)gen_below(g, MOST_ITEMS);
    for (int k = 0; k < g->item_count; k++) {
        Item *item = &g->items[k];
        item->number = k;
        do
            item->guard = random_guard(g);
        while (item->guard == GUARD_ELEMENT && elements);
        elements |= item->guard == GUARD_ELEMENT;
        item->in_struct = gen_chance(g, 15);
        declare_item(g, item);
    }
}

/* ---- threads ---- */

/* Statements on items that need no guard, because no other thread runs. */
static void work_alone(Gen *g, Node *list)
{
    const Item *item = &g->items[gen_below(g, (size_t)g->item_count)];
    Place place = gen_place(g, item);
    gen_mark(g, FEATURE_UNLOCKED);
    gen_work(g, list, &place, true);
}

static Node *begin_thread(Gen *g, Node *list, Method *method, const char *modifier, int number)
{
    return gen_begin_method(g, list, method, "%sstatic void thread%d() $", modifier, number);
}

/* Threads that exist from the start. */
static void make_active(Gen *g, int first, int count, int steps)
{
    bool same = count > 1 && gen_chance(g, 20);
    if (same) {
        Method method = {.steps = steps, .thread = -1, .held = -1, .has_index = true};
        Node *body = gen_begin_method(g, g->methods, &method, "static void work(int i) $");
        gen_body(g, body);
        gen_end_method(g, body, NULL);
        gen_mark(g, FEATURE_SAME);
    }
    for (int k = first; k < first + count; k++) {
        Method method = {.steps = steps, .thread = k, .held = -1, .once = true};
        Node *body = begin_thread(g, g->threads, &method, "activate ", k);
        if (same && k < first + 2)
            gen_put(g, body, "work(%d);", k - first);
        else
            gen_body(g, body);
        gen_end_method(g, body, NULL);
    }
    if (count > 1)
        gen_mark(g, FEATURE_ACTIVATE);
}

/* The methods of the threads that the main thread starts.  The first two may be the same. */
static void make_workers(Gen *g, int count, int steps, bool same)
{
    bool waited = g->m->waited;
    for (int k = 1; k < count; k++) {
        if (same && k == 2)
            continue;
        Method method = {.steps = steps, .thread = k, .held = -1, .once = true};
        if (same && k == 1) {
            method.thread = -1;
            method.once = false;
        }
        method.has_index = true;
        method.waited = waited;
        Node *body = gen_begin_method(g, g->methods, &method, "static void worker%d(int i) $", k);
        gen_body(g, body);
        gen_end_method(g, body, NULL);
    }
}

/* What the main thread does after it has started the others. */
static void end_main(Gen *g, Node *body, int count, bool alone)
{
    Method *m = g->m;
    m->once = false;
    m->steps = count > 2 ? 2 : 7;
    if (count == 2 || gen_chance(g, 30))
        gen_body(g, body);
    bool idle = g->program->features >> FEATURE_IDLE & 1; /* then it may never end */
    bool join = gen_chance(g, idle ? g->fault_percent : 70);
    for (int k = 1; k < count; k++) {
        if (!join || gen_chance(g, g->fault_percent / 2)) {
            alone = false;
            continue;
        }
        gen_put(g, body, "join s%d;", k);
        gen_mark(g, FEATURE_JOIN);
    }
    if (join && (alone || gen_chance(g, g->fault_percent)))
        work_alone(g, body);
}

/* One thread that starts the others. */
static void make_main(Gen *g, int count, int steps, bool alone)
{
    Method method = {.steps = 2, .thread = 0, .held = -1, .once = true};
    bool same = count > 2 && gen_chance(g, 50);
    Node *body = gen_begin_method(g, g->threads, &method, "activate static void thread0() $");
    if (alone && gen_chance(g, 40))
        work_alone(g, body);
    else if (gen_chance(g, 50))
        gen_body(g, body);
    make_workers(g, count, steps, same);
    g->m = &method;
    for (int k = 1; k < count; k++) {
        node_prepend(body, node_new(g->arena, NULL, SORT_STATEMENT, "thread s%d;", k));
        bool again = same && k == 2; /* the same method, and perhaps in nothing else but its name */
        gen_put(g, body, "s%d = async worker%d(%d);", k, again ? 1 : k,
                again && gen_chance(g, 50) ? 1 : k % 2);
    }
    gen_mark(g, FEATURE_ASYNC);
    if (same)
        gen_mark(g, FEATURE_SAME);
    end_main(g, body, count, alone && !g->has_child);
    gen_end_method(g, body, NULL);
}

static void make_threads(Gen *g)
{
    static const int most_steps[MOST_THREADS + 1] = {0, 0, 10, 5, 3};
    size_t dice = gen_below(g, 100);
    int count = dice < 58 ? 2 : dice < 93 ? 3 : 4;
    int steps = most_steps[count] / 2 + (int)gen_below(g, (size_t)most_steps[count]);
    switch (gen_below(g, 5)) {
    case 0:
    case 1:
        make_active(g, 0, count, steps);
        return;
    case 2:
    case 3:
        make_main(g, count, steps, true);
        return;
    default:
        make_main(g, count > 2 ? count - 1 : 2, count > 2 ? steps : steps / 2, false);
        make_active(g, count > 2 ? count - 1 : 2, 1, count > 2 ? steps : steps / 2);
        gen_mark(g, FEATURE_ACTIVATE);
        return;
    }
}

/* ---- programs ---- */

static_assert(FEATURE_COUNT <= 64, "features are the bits of one word");

static void draw_plan(Gen *g)
{
    static const int faults[STYLES] = {[STYLE_SLOPPY] = 20, [STYLE_FREE] = 30};
    size_t dice = gen_below(g, 100);
    g->program->style = dice < 40   ? STYLE_LOCKED
                        : dice < 52 ? STYLE_DOUBTFUL
                        : dice < 84 ? STYLE_SLOPPY
                                    : STYLE_FREE;
    g->fault_percent = faults[g->program->style];
    for (int k = 0; k < FEATURE_COUNT; k++)
        g->wanted |= (uint64_t)gen_chance(g, 45) << k;
    g->program->endless = g->program->seed % 8 == 5;
    if (g->program->endless)
        g->wanted |= (uint64_t)1 << FEATURE_RECURSION | (uint64_t)1 << FEATURE_CALL;
}

void random_make(RandomProgram *program, uint64_t seed)
{
    *program = (RandomProgram){.seed = seed};
    Gen g = {.program = program, .arena = &program->arena, .random = seed};
    Node *root = node_new(g.arena, NULL, SORT_LIST, "bare");
    g.types = node_new(g.arena, root, SORT_LIST, "bare");
    g.statics = node_new(g.arena, root, SORT_LIST, "bare");
    g.methods = node_new(g.arena, root, SORT_LIST, "bare");
    g.threads = node_new(g.arena, root, SORT_LIST, "bare");
    program->root = root;
    program->threads = g.threads;
    gen_part(&g, g.types, "range Small 0..2;");
    draw_plan(&g);
    declare_items(&g);
    make_threads(&g);
}

void random_free(RandomProgram *program)
{
    arena_free(&program->arena);
}
