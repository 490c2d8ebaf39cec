/* section.c -- expressions, and work on shared variables under their guard. */
#include <assert.h>

#include "generate.h"

/* ---- expressions ---- */

static Node *leaf(Gen *g, Node *parent, Sort sort, const char *text)
{
    return node_new(g->arena, parent, sort, "%s", text);
}

static Node *int_leaf(Gen *g, Node *parent)
{
    static const char *const literals[] = {"0", "1", "2"};
    const Method *m = g->m;
    switch (gen_below(g, 6)) {
    case 0:
        return leaf(g, parent, SORT_INT, gen_local(g, LOCAL_T));
    case 1:
        if (m->place)
            return leaf(g, parent, SORT_INT, gen_chance(g, 50) ? m->place->a : m->place->b);
        return leaf(g, parent, SORT_INT, gen_local(g, LOCAL_U));
    case 2:
        if (!gen_wants(g, FEATURE_CONSTANT))
            break;
        gen_world(g, WORLD_CONSTANT);
        gen_mark(g, FEATURE_CONSTANT);
        return leaf(g, parent, SORT_INT, "k");
    case 3:
        if (m->has_index)
            return leaf(g, parent, SORT_INT, "i");
        break;
    default:
        break;
    }
    return leaf(g, parent, SORT_INT, literals[gen_below(g, 3)]);
}

/* Its value is 0, 1 or 2. */
Node *gen_int(Gen *g, Node *parent, int depth)
{
    if (depth <= 0)
        return int_leaf(g, parent);
    switch (gen_below(g, 6)) {
    case 0:
    case 1: {
        Node *sum = leaf(g, parent, SORT_INT, "($ + $) % 3");
        gen_int(g, sum, depth - 1);
        gen_int(g, sum, depth - 1);
        return sum;
    }
    case 2: {
        Node *either = leaf(g, parent, SORT_INT, "($ ? $ : $)");
        gen_bool(g, either, depth - 1);
        gen_int(g, either, depth - 1);
        gen_int(g, either, depth - 1);
        return either;
    }
    case 3:
        if (!gen_wants(g, FEATURE_CHOICE))
            break;
        gen_mark(g, FEATURE_CHOICE);
        return leaf(g, parent, SORT_INT, "choose(Small)");
    default:
        break;
    }
    return int_leaf(g, parent);
}

Node *gen_bool(Gen *g, Node *parent, int depth)
{
    static const char *const tests[] = {"$ == $", "$ < $", "$ != $"};
    if (gen_wants(g, FEATURE_CHOICE) && gen_chance(g, 20)) {
        gen_mark(g, FEATURE_CHOICE);
        return leaf(g, parent, SORT_BOOL, "choose(bool)");
    }
    if (depth > 0 && gen_chance(g, 25)) {
        Node *both = leaf(g, parent, SORT_BOOL, gen_chance(g, 50) ? "($ && $)" : "($ || $)");
        gen_bool(g, both, depth - 1);
        gen_bool(g, both, depth - 1);
        return both;
    }
    Node *test = leaf(g, parent, SORT_BOOL, tests[gen_below(g, 3)]);
    gen_int(g, test, depth - 1);
    gen_int(g, test, depth - 1);
    return test;
}

/* ---- places ---- */

static const char *random_index(Gen *g)
{
    if (g->m->has_index)
        return "i";
    if (gen_strays(g, FEATURE_BOUNDS))
        return arena_print(g->arena, "%s + 1", gen_local(g, LOCAL_T));
    return gen_chance(g, 50) ? "0" : "1";
}

static Place element_place(Gen *g, const Item *item)
{
    const char *index = random_index(g);
    int which = *index == '0' ? 0 : *index == '1' ? 1 : 2;
    return (Place){
        .lock = arena_print(g->arena, "ms[%s]", index),
        .a = arena_print(g->arena, "xs[%s]", index),
        .b = arena_print(g->arena, "ys[%s]", index),
        .index = index,
        .rank = item->number * 4 + which,
    };
}

Place gen_place(Gen *g, const Item *item)
{
    static const char prefix[GUARDS] = {
        [GUARD_MUTEX] = 'm',    [GUARD_HOLDER] = 'h', [GUARD_RWLOCK] = 'w',
        [GUARD_VARIABLE] = 'l', [GUARD_ATOMIC] = '-', [GUARD_NONE] = '-',
    };
    Place place = {.rank = item->number * 4};
    int n = item->number;
    if (item->guard == GUARD_ELEMENT)
        place = element_place(g, item);
    else if (item->guard == GUARD_FIELD) {
        place.lock = arena_print(g->arena, "c%d.m", n);
        place.a = arena_print(g->arena, "c%d.v", n);
        place.b = arena_print(g->arena, "c%d.w", n);
    } else {
        place.lock = arena_print(g->arena, item->guard == GUARD_HOLDER ? "%c%d.m" : "%c%d",
                                 prefix[item->guard], n);
        place.a = arena_print(g->arena, item->in_struct ? "pair%d.a" : "x%d", n);
        place.b = arena_print(g->arena, item->in_struct ? "pair%d.b" : "y%d", n);
    }
    place.guard = item->guard;
    place.item = item;
    return place;
}

static bool is_lock(Guard guard)
{
    return guard != GUARD_ATOMIC && guard != GUARD_NONE;
}

/* ---- work under the guard ---- */

static void assert_equal(Gen *g, Node *list, const char *a, const char *b)
{
    Node *statement = gen_put(g, list, "assert($);");
    node_new(g->arena, statement, SORT_BOOL, "%s == %s", a, b);
    gen_mark(g, FEATURE_TRUE_ASSERT);
}

static void assert_anything(Gen *g, Node *list)
{
    Node *statement = gen_put(g, list, "assert($);");
    gen_bool(g, statement, 1);
    gen_mark(g, FEATURE_DOUBT);
}

static void write_pair(Gen *g, Node *list, const Place *p)
{
    const char *t;
    switch (gen_below(g, 4)) {
    case 0:
        t = gen_local(g, LOCAL_T);
        gen_put(g, list, "%s = %s;", t, p->a);
        gen_put(g, list, "%s = (%s + 1) %% 3;", p->a, t);
        gen_put(g, list, "%s = %s;", p->b, p->a);
        if (gen_chance(g, 50))
            assert_equal(g, list, p->b, arena_print(g->arena, "(%s + 1) %% 3", t));
        return;
    case 1:
        gen_put(g, list, "%s = (%s + 1) %% 3;", p->a, p->a);
        gen_put(g, list, "%s = (%s + 1) %% 3;", p->b, p->b);
        return;
    default:
        gen_int(g, gen_put(g, list, "%s = $;", p->a), 2);
        gen_put(g, list, "%s = %s;", p->b, p->a);
        return;
    }
}

static void write_if(Gen *g, Node *list, const Place *p)
{
    Node *statement = gen_put(g, list, "if ($) $");
    gen_bool(g, statement, 1);
    bool once = g->m->once;
    g->m->once = false;
    write_pair(g, gen_list(g, statement), p);
    g->m->once = once;
    gen_mark(g, FEATURE_BRANCH);
}

static void read_pair(Gen *g, Node *list, const Place *p)
{
    if (p->item && p->item->in_struct && p->guard != GUARD_ELEMENT && p->guard != GUARD_FIELD &&
        gen_chance(g, 60)) {
        gen_put(g, list, "%s = pair%d;", gen_local(g, LOCAL_COPY), p->item->number);
        assert_equal(g, list, "copy.a", "copy.b");
        return;
    }
    const char *t = gen_local(g, LOCAL_T);
    gen_put(g, list, "%s = %s;", t, gen_chance(g, 50) ? p->a : p->b);
    if (gen_chance(g, 60))
        assert_equal(g, list, t, gen_chance(g, 50) ? p->a : p->b);
}

/* Something else while the guard is held. */
static void work_inside(Gen *g, Node *list, const Place *place)
{
    const Place *inside = g->m->inside;
    g->m->inside = NULL;
    if (inside)
        gen_section(g, list, inside);
    else if (place->item && gen_wants(g, FEATURE_LOCKED_CALL) && gen_chance(g, 60))
        gen_call(g, list, &g->items[place->item->number]);
    else if (g->item_count > 1 && gen_wants(g, FEATURE_NESTED) && gen_chance(g, 70)) {
        Place other = gen_place(g, &g->items[gen_below(g, (size_t)g->item_count)]);
        gen_section(g, list, &other);
    } else
        gen_inner_move(g, list);
}

void gen_work(Gen *g, Node *list, const Place *place, bool write)
{
    Method *m = g->m;
    const Place *outer = m->place;
    m->place = place;
    m->depth++;
    if (gen_chance(g, 20))
        read_pair(g, list, place);
    if (write && gen_chance(g, 20))
        write_if(g, list, place);
    else if (write)
        write_pair(g, list, place);
    else
        read_pair(g, list, place);
    if (m->inside || (m->depth < 3 && gen_chance(g, 40)))
        work_inside(g, list, place);
    if (gen_chance(g, 30))
        assert_equal(g, list, place->a, place->b);
    if (g->program->style != STYLE_LOCKED && gen_chance(g, 15))
        assert_anything(g, list);
    m->depth--;
    m->place = outer;
}

/* ---- sections ---- */

typedef enum Mode { MODE_NOTHING, MODE_WRITE, MODE_READ } Mode;

static void take(Gen *g, Node *list, const Place *p, const char *lock, Mode mode);
static void give(Gen *g, Node *list, const Place *p, const char *lock, Mode mode);

/* The same in a method of its own; false: that is not done here. */
static bool call_split(Gen *g, Node *list, const Place *p, const char *lock, Helper helper)
{
    static const char *const names[HELPERS] = {[HELPER_ENTER] = "enter", [HELPER_LEAVE] = "leave"};
    if (!p->item || p->guard == GUARD_ELEMENT || p->guard == GUARD_RWLOCK || lock != p->lock ||
        !gen_wants(g, FEATURE_SPLIT) || !gen_chance(g, 50))
        return false;
    Item *item = &g->items[p->item->number];
    if (!(item->helpers >> helper & 1)) {
        Method *outer = g->m;
        Method method = {.thread = -1, .held = -1, .depth = 3};
        Node *body = gen_begin_method(g, g->methods, &method, "static void %s%d() $", names[helper],
                                      item->number);
        (helper == HELPER_ENTER ? take : give)(g, body, p, NULL, MODE_WRITE);
        gen_end_method(g, body, outer);
        item->helpers |= 1u << helper;
    }
    gen_put(g, list, "%s%d();", names[helper], item->number);
    g->m->steps -= 2 * g->m->weight;
    gen_mark(g, FEATURE_SPLIT);
    return true;
}

/* In the methods of call_split `lock` is NULL. */
static void take(Gen *g, Node *list, const Place *p, const char *lock, Mode mode)
{
    if (mode == MODE_NOTHING || (lock && call_split(g, list, p, lock, HELPER_ENTER)))
        return;
    lock = lock ? lock : p->lock;
    if (p->guard == GUARD_VARIABLE)
        gen_put(g, list, "atomic { select { wait(!%s) -> %s = true; } }", lock, lock);
    else
        gen_put(g, list, "acquire(%s%s);", lock, mode == MODE_READ ? ", read" : "");
}

static void give(Gen *g, Node *list, const Place *p, const char *lock, Mode mode)
{
    if (mode == MODE_NOTHING || (lock && call_split(g, list, p, lock, HELPER_LEAVE)))
        return;
    lock = lock ? lock : p->lock;
    if (p->guard == GUARD_VARIABLE)
        gen_put(g, list, "%s = false;", lock);
    else
        gen_put(g, list, "release(%s%s);", lock, mode == MODE_READ ? ", read" : "");
}

/* The lock of another item that is used in the same way, or the place's own. */
static const char *other_lock(Gen *g, const Place *p)
{
    for (int k = 0; k < g->item_count; k++) {
        const Item *item = &g->items[k];
        if (item != p->item && item->guard == p->guard)
            return gen_place(g, item).lock;
    }
    if (p->guard == GUARD_ELEMENT)
        return *p->index == '0' ? "ms[1]" : "ms[0]";
    return p->lock;
}

/* A new lock in the place of the one that others may be using. */
static void swap_lock(Gen *g, Node *list, const Place *p)
{
    bool object = p->guard == GUARD_FIELD || p->guard == GUARD_HOLDER;
    if (!p->item || !(object || p->guard == GUARD_ELEMENT) || !gen_strays(g, FEATURE_SWAPPED))
        return;
    if (object)
        gen_put(g, list, "%c%d = new Cell;", *p->lock, p->item->number);
    else
        gen_put(g, list, "ms = new Locks;");
}

static void locked_section(Gen *g, Node *list, const Place *p)
{
    Method *m = g->m;
    int held = m->held;
    Mode mode = p->guard == GUARD_RWLOCK && gen_chance(g, 40) ? MODE_READ : MODE_WRITE;
    bool write = mode == MODE_WRITE && gen_chance(g, 80);
    const char *lock = gen_strays(g, FEATURE_OTHER_LOCK) ? other_lock(g, p) : p->lock;
    Mode taken = gen_strays(g, FEATURE_NO_LOCK) ? MODE_NOTHING : mode;
    bool twice = gen_strays(g, FEATURE_TWICE);
    if (p->guard == GUARD_RWLOCK && mode == MODE_READ && gen_strays(g, FEATURE_OTHER_LOCK))
        write = true;
    if (gen_chance(g, 50))
        swap_lock(g, list, p);
    take(g, list, p, lock, taken);
    if (twice)
        take(g, list, p, lock, mode);
    if (taken != MODE_NOTHING && held >= 0)
        gen_mark(g, FEATURE_NESTED);
    m->held = p->rank > held ? p->rank : held;
    gen_work(g, list, p, write);
    m->held = held;
    if (gen_chance(g, 30))
        swap_lock(g, list, p);
    if (!gen_strays(g, FEATURE_NO_RELEASE))
        give(g, list, p, lock, taken);
    if (gen_strays(g, FEATURE_RELEASED))
        give(g, list, p, lock, mode);
}

/* More choices than the machine makes in one go. */
static void choose_often(Gen *g, Node *list)
{
    for (size_t n = 4 + gen_below(g, 5); n; n--)
        gen_put(g, list, "%s = (t + choose(Small)) %% 3;", gen_local(g, LOCAL_T));
    gen_mark(g, FEATURE_MANY);
    gen_mark(g, FEATURE_CHOICE);
}

static void atomic_section(Gen *g, Node *list, const Place *p)
{
    Method *m = g->m;
    if (gen_strays(g, FEATURE_NO_LOCK)) {
        gen_work(g, list, p, true);
        return;
    }
    Node *block = gen_list(g, gen_put(g, list, "atomic $"));
    gen_mark(g, FEATURE_ATOMIC);
    m->atomic++;
    if (gen_wants(g, FEATURE_MANY) && gen_chance(g, 60))
        choose_often(g, block);
    gen_work(g, block, p, gen_chance(g, 80));
    if (gen_wants(g, FEATURE_YIELD) && m->atomic == 1) {
        gen_mark(g, FEATURE_YIELD);
        gen_put(g, block, "yield;");
        gen_work(g, block, p, gen_chance(g, 60));
    }
    m->atomic--;
}

static bool may_take(const Gen *g, const Place *p)
{
    bool any_element = p->guard == GUARD_ELEMENT && *p->index != '0' && *p->index != '1';
    return g->m->held < (any_element ? p->rank - 2 : p->rank);
}

void gen_section(Gen *g, Node *list, const Place *p)
{
    if (is_lock(p->guard)) {
        if (g->m->atomic && !gen_strays(g, FEATURE_LOCK_IN_ATOMIC))
            return;
        if (!may_take(g, p) && !gen_strays(g, FEATURE_ORDER))
            return;
        locked_section(g, list, p);
    } else if (p->guard == GUARD_ATOMIC)
        atomic_section(g, list, p);
    else
        gen_work(g, list, p, gen_chance(g, 70));
}

void gen_nested(Gen *g, Node *list)
{
    int first = (int)gen_below(g, (size_t)g->item_count);
    int second = (int)gen_below(g, (size_t)g->item_count);
    if (!is_lock(g->items[first].guard) || !is_lock(g->items[second].guard) || first == second)
        return;
    if (first > second && !gen_strays(g, FEATURE_ORDER)) {
        int swap = first;
        first = second;
        second = swap;
    }
    Place outer = gen_place(g, &g->items[first]), inner = gen_place(g, &g->items[second]);
    g->m->inside = &inner;
    gen_section(g, list, &outer);
    g->m->inside = NULL;
}

/* ---- calls ---- */

static const char *const helper_names[] = {
    [HELPER_SECTION] = "visit",
    [HELPER_LOCKED] = "update",
    [HELPER_RESULT] = "get",
    [HELPER_RECURSIVE] = "descend",
};

/* Of a HELPER_RESULT: a result, or an out parameter. */
static bool returns_value(const Item *item)
{
    return item->number % 2 == 0;
}

/* Fills the body of the helper.  Its item's place is named through its parameter, if there are
 * several. */
static void fill_helper(Gen *g, Node *body, const Place *p, Helper helper)
{
    Method *m = g->m;
    Node *inner;
    switch (helper) {
    case HELPER_SECTION:
        if (m->atomic)
            gen_work(g, body, p, true);
        else
            gen_section(g, body, p);
        if (gen_wants(g, FEATURE_RETURN)) {
            Node *test = gen_put(g, body, "if ($) $");
            gen_bool(g, test, 1);
            gen_put(g, gen_list(g, test), "return;");
            m->held = p->rank; /* the caller may hold any lock below it */
            gen_inner_move(g, body);
            gen_mark(g, FEATURE_RETURN);
        }
        return;
    case HELPER_LOCKED:
        m->held = p->rank;
        gen_work(g, body, p, p->guard != GUARD_RWLOCK);
        return;
    case HELPER_RESULT:
        gen_section(g, body, p);
        gen_int(g, gen_put(g, body, returns_value(p->item) ? "return $;" : "r = $;"), 1);
        return;
    case HELPER_RECURSIVE:
        inner = gen_list(
            g, gen_put(g, body, g->program->endless ? "if (choose(bool)) $" : "if (n > 0) $"));
        m->weight = 2;
        if (gen_chance(g, 50))
            gen_section(g, inner, p);
        gen_put(g, inner, "descend%d(n%s%s);", p->item->number, g->program->endless ? "" : " - 1",
                p->index ? ", i" : "");
        if (gen_chance(g, 50))
            gen_section(g, inner, p);
        return;
    case HELPER_ENTER:
    case HELPER_LEAVE:
    case HELPERS:
        return;
    }
}

static void make_helper(Gen *g, Item *item, Helper helper)
{
    bool returns = helper == HELPER_RESULT && returns_value(item);
    const char *first = helper == HELPER_RECURSIVE            ? "int n"
                        : helper == HELPER_RESULT && !returns ? "out int r"
                                                              : "";
    Method *outer = g->m;
    Method method = {.steps = 5, .thread = -1, .held = -1, .depth = 1};
    bool atomic = helper == HELPER_SECTION && item->guard == GUARD_ATOMIC;
    bool indexed = item->guard == GUARD_ELEMENT;
    method.has_index = indexed;
    item->building = true;
    Node *body = gen_begin_method(g, g->methods, &method, "%sstatic %s%s %s%d(%s%s%s) $",
                                  gen_claim(g), atomic ? "atomic " : "", returns ? "int" : "void",
                                  helper_names[helper], item->number, first,
                                  indexed && *first ? ", " : "", indexed ? "int i" : "");
    if (atomic)
        gen_mark(g, FEATURE_ATOMIC_METHOD);
    method.atomic = atomic || (helper == HELPER_LOCKED && item->guard == GUARD_ATOMIC);
    Place place = gen_place(g, item);
    fill_helper(g, body, &place, helper);
    item->cost[helper] = 8 - method.steps;
    gen_end_method(g, body, outer);
    item->helpers |= 1u << helper;
    item->building = false;
}

static void put_call(Gen *g, Node *list, const Item *item, Helper helper, const char *index)
{
    const char *first = "", *result = "";
    const Place *place = g->m->place;
    bool into =
        helper == HELPER_RESULT && place && place->guard != GUARD_RWLOCK && gen_chance(g, 50);
    gen_mark(g, FEATURE_CALL);
    if (helper == HELPER_RESULT) {
        const char *u = into ? place->a : gen_local(g, LOCAL_U);
        *(returns_value(item) ? &result : &first) =
            arena_print(g->arena, returns_value(item) ? "%s = " : "out %s", u);
        gen_mark(g, FEATURE_RESULT);
    } else if (helper == HELPER_RECURSIVE) {
        first = gen_chance(g, 70) ? "1" : "2";
        gen_mark(g, FEATURE_RECURSION);
    }
    gen_put(g, list, "%s%s%d(%s%s%s);", result, helper_names[helper], item->number, first,
            index && *first ? ", " : "", index ? index : "");
    if (into)
        gen_put(g, list, "%s = %s;", place->b, place->a);
    g->m->steps -= g->m->atomic ? 0 : item->cost[helper] * g->m->weight;
}

void gen_call(Gen *g, Node *list, Item *item)
{
    Method *m = g->m;
    bool inside = m->place && m->place->item == item;
    Place place = inside ? *m->place : gen_place(g, item);
    Helper helper = HELPER_LOCKED;
    if (item->building)
        return;
    if (!inside) {
        if (is_lock(item->guard) && (m->atomic || !may_take(g, &place)))
            return;
        bool descends = gen_wants(g, FEATURE_RECURSION) && !(g->program->endless && m->atomic);
        helper = descends && gen_chance(g, 50)                       ? HELPER_RECURSIVE
                 : gen_wants(g, FEATURE_RESULT) && gen_chance(g, 50) ? HELPER_RESULT
                                                                     : HELPER_SECTION;
    }
    if (!(item->helpers >> helper & 1))
        make_helper(g, item, helper);
    if (m->held >= 0)
        gen_mark(g, FEATURE_LOCKED_CALL);
    put_call(g, list, item, helper, place.index);
}
