/* move.c -- what threads do: one function a kind of move. */
#include "generate.h"

/* ---- the static lock, last but one in the order ---- */

enum { LOCK_RANK = 900, OBJECT_RANK = 1000 };

typedef enum Taken { TAKEN_NOT_ALLOWED, TAKEN_NOT, TAKEN } Taken;

static Taken begin_lock(Gen *g, Node *list)
{
    if (g->m->atomic || g->m->held >= LOCK_RANK)
        return TAKEN_NOT_ALLOWED;
    gen_world(g, WORLD_LOCK);
    if (gen_strays(g, FEATURE_NO_LOCK))
        return TAKEN_NOT;
    gen_put(g, list, "acquire(lock);");
    return TAKEN;
}

static void end_lock(Gen *g, Node *list, Taken taken)
{
    if (taken == TAKEN && !gen_strays(g, FEATURE_NO_RELEASE))
        gen_put(g, list, "release(lock);");
}

/* ---- objects; the variable is always p ---- */

static const Place own_object = {.guard = GUARD_NONE, .a = "p.v", .b = "p.w"};
static const Place seen_object = {
    .guard = GUARD_FIELD, .rank = OBJECT_RANK, .lock = "p.m", .a = "p.v", .b = "p.w"};

/* Work on p while it stays the same. */
static void work_on_object(Gen *g, Node *list)
{
    bool keeps = g->m->keeps_object;
    g->m->keeps_object = true;
    gen_work(g, list, &own_object, true);
    g->m->keeps_object = keeps;
}

static void new_object(Gen *g, Node *list)
{
    gen_put(g, list, "%s = new Cell;", gen_local(g, LOCAL_P));
    gen_int(g, gen_put(g, list, "p.v = $;"), 1);
    gen_put(g, list, "p.w = p.v;");
}

static void use_own_object(Gen *g, Node *list)
{
    if (gen_wants(g, FEATURE_INSTANCE) && gen_chance(g, 60)) {
        gen_put(g, list, "p.bump();");
        gen_mark(g, FEATURE_INSTANCE);
        g->m->steps -= g->m->atomic ? 0 : 6 * g->m->weight;
    } else
        work_on_object(g, list);
}

static void move_local_object(Gen *g, Node *list)
{
    gen_mark(g, FEATURE_LOCAL_OBJECT);
    new_object(g, list);
    use_own_object(g, list);
}

static void publish(Gen *g, Node *list)
{
    bool early = gen_strays(g, FEATURE_TOO_EARLY);
    if (early)
        gen_put(g, list, "%s = new Cell;", gen_local(g, LOCAL_P));
    else
        new_object(g, list);
    bool chain = gen_wants(g, FEATURE_CHAIN) && gen_chance(g, 70);
    if (chain) {
        gen_put(g, list, "%s = new Cell;", gen_local(g, LOCAL_Q));
        gen_put(g, list, "q.next = p;");
        gen_mark(g, FEATURE_CHAIN);
    }
    Taken taken = begin_lock(g, list);
    gen_put(g, list, "shared = %s;", chain ? "q" : "p");
    end_lock(g, list, taken);
    if (early)
        work_on_object(g, list);
}

/* if (p != null) { ... }, or only what is inside */
static Node *test_object(Gen *g, Node *list)
{
    if (gen_strays(g, FEATURE_NO_TEST))
        return list;
    Node *test = gen_put(g, list, "if ($) $");
    node_new(g->arena, test, SORT_BOOL, "p != null");
    return gen_list(g, test);
}

static void move_published(Gen *g, Node *list)
{
    Method *m = g->m;
    if (m->atomic || m->held >= LOCK_RANK)
        return;
    gen_world(g, WORLD_CELL);
    gen_world(g, WORLD_PUBLISHED);
    gen_mark(g, FEATURE_PUBLISHED);
    if (gen_chance(g, 50)) {
        publish(g, list);
        return;
    }
    Taken taken = begin_lock(g, list);
    gen_put(g, list, "%s = shared;", gen_local(g, LOCAL_P));
    end_lock(g, list, taken);
    if (gen_wants(g, FEATURE_CHAIN))
        gen_put(g, list, "if (p != null && p.next != null) p = p.next;");
    bool once = m->once;
    m->once = false;
    m->keeps_object = true;
    gen_section(g, test_object(g, list), &seen_object);
    m->keeps_object = false;
    m->once = once;
}

static void push_object(Gen *g, Node *list)
{
    new_object(g, list);
    Taken taken = begin_lock(g, list);
    gen_put(g, list, "p.next = top;");
    gen_put(g, list, "top = p;");
    end_lock(g, list, taken);
}

static void pop_object(Gen *g, Node *list)
{
    Taken taken = begin_lock(g, list);
    gen_put(g, list, "%s = top;", gen_local(g, LOCAL_P));
    gen_put(g, test_object(g, list), "top = p.next;");
    end_lock(g, list, taken);
    use_own_object(g, test_object(g, list));
}

static void walk_objects(Gen *g, Node *list)
{
    Taken taken = begin_lock(g, list);
    gen_put(g, list, "%s = top;", gen_local(g, LOCAL_P));
    Node *loop = gen_put(g, list, "while ($) $");
    node_new(g->arena, loop, SORT_BOOL, "p != null");
    Node *body = gen_list(g, loop);
    gen_put(g, body, "%s = p.v;", gen_local(g, LOCAL_T));
    node_new(g->arena, gen_put(g, body, "assert($);"), SORT_BOOL, "p.v == p.w");
    gen_put(g, body, "p = p.next;");
    end_lock(g, list, taken);
}

/* Objects are complete when they enter the list and belong to the one that takes them out. */
static void move_linked(Gen *g, Node *list)
{
    if (g->m->atomic || g->m->held >= LOCK_RANK || g->m->weight > 2)
        return;
    bool once = g->m->once;
    g->m->once = false;
    gen_world(g, WORLD_CELL);
    gen_world(g, WORLD_LIST);
    gen_mark(g, FEATURE_LINKED);
    switch (gen_below(g, 4)) {
    case 0:
        walk_objects(g, list);
        break;
    case 1:
        pop_object(g, list);
        break;
    default:
        push_object(g, list);
        break;
    }
    g->m->once = once;
}

/* ---- channels ---- */

/* Whether the thread may wait here: it must hold nothing that the other needs. */
static bool may_wait(Gen *g)
{
    if (!g->m->atomic && g->m->held < 0)
        return true;
    return gen_strays(g, g->m->atomic ? FEATURE_LOCK_IN_ATOMIC : FEATURE_ORDER);
}

/* A thing is sent; it counts if that happens whatever the other threads do. */
static void count_sent(const Gen *g, int *sent)
{
    *sent += g->m->once && g->m->thread >= 0 && !g->m->waited;
}

/* Whether the thread may take one more of `sent` things here; counts it. */
static bool may_receive(Gen *g, int sent, int *received)
{
    if (!may_wait(g))
        return false;
    if (!(g->m->once && g->m->thread >= 0 && *received < sent) && !gen_strays(g, FEATURE_UNSERVED))
        return false;
    ++*received;
    g->m->waited = true;
    return true;
}

/* Others may send and receive in between. */
static void doubt_queue(Gen *g, Node *list)
{
    if (g->program->style == STYLE_LOCKED || !gen_chance(g, 50))
        return;
    const char *t = gen_local(g, LOCAL_T);
    if (gen_chance(g, 50)) {
        gen_put(g, list, "%s = sizeof(queue);", t);
        node_new(g->arena, gen_put(g, list, "assert($);"), SORT_BOOL, "%s == sizeof(queue)", t);
    } else
        node_new(g->arena, gen_put(g, list, "assert($);"), SORT_BOOL, "%s < 2", t);
    gen_mark(g, FEATURE_DOUBT);
}

static void serve(Gen *g, Node *list)
{
    Node *loop = gen_list(g, gen_put(g, list, "while (true) $"));
    Node *select = gen_list(g, gen_put(g, loop, "select end $"));
    Node *branch = gen_part(g, select, "receive(queue, %s) -> $", gen_local(g, LOCAL_T));
    g->m->once = false;
    gen_move(g, gen_list(g, branch));
    g->m->steps = 0;
    g->received += 100; /* there is nothing left for others */
    gen_mark(g, FEATURE_IDLE);
    gen_mark(g, FEATURE_ENDLESS);
}

static void move_channel(Gen *g, Node *list)
{
    Method *m = g->m;
    gen_world(g, WORLD_CHANNEL);
    if (gen_chance(g, 50) && m->weight == 1) {
        for (size_t n = 1 + gen_below(g, 2); n; n--) {
            gen_int(g, gen_put(g, list, "send(queue, $);"), 1);
            count_sent(g, &g->sent);
        }
        doubt_queue(g, list);
    } else if (g->received == 0 && m->depth == 0 && !m->atomic && m->held < 0 && m->thread > 0 &&
               gen_chance(g, 40)) {
        serve(g, list);
    } else if (may_receive(g, g->sent, &g->received)) {
        bool idle = gen_chance(g, 20);
        gen_put(g, list, "select %s{ receive(queue, %s) -> ; }", idle ? "end " : "",
                gen_local(g, LOCAL_T));
        if (idle)
            gen_mark(g, FEATURE_IDLE);
        m->once &= !idle;
        doubt_queue(g, list);
    } else
        return;
    gen_mark(g, FEATURE_CHANNEL);
}

static void move_hand_over(Gen *g, Node *list)
{
    gen_world(g, WORLD_CELL);
    gen_world(g, WORLD_CELLS);
    if (gen_chance(g, 55) && g->m->weight == 1) {
        new_object(g, list);
        gen_put(g, list, "send(cells, p);");
        if (gen_strays(g, FEATURE_TOO_EARLY))
            use_own_object(g, list);
        count_sent(g, &g->cells_sent);
    } else if (may_receive(g, g->cells_sent, &g->cells_received)) {
        gen_put(g, list, "select { receive(cells, %s) -> ; }", gen_local(g, LOCAL_P));
        use_own_object(g, list);
    } else
        return;
    gen_mark(g, FEATURE_HANDED_OVER);
}

/* ---- signals: `done` of a thread, and `gift`, that it wrote before ---- */

static void signal_others(Gen *g, Node *list)
{
    int thread = g->m->thread;
    bool early = gen_strays(g, FEATURE_TOO_EARLY);
    if (!g->has_signal[thread])
        gen_part(g, g->statics, "static bool done%d;", thread);
    gen_part(g, g->statics, "static int gift%d;", thread);
    g->has_signal[thread] = true;
    g->signals[thread] = true;
    if (early)
        gen_put(g, list, "done%d = true;", thread);
    gen_put(g, list, "gift%d = 1;", thread);
    if (!early)
        gen_put(g, list, "done%d = true;", thread);
}

/* A thread whose signal one can wait for here; -1: none. */
static int find_signal(Gen *g)
{
    int first = g->m->thread > 0 ? (int)gen_below(g, (size_t)g->m->thread) : 0;
    for (int k = 0; k < g->m->thread; k++) {
        int thread = (first + k) % g->m->thread;
        if (g->signals[thread])
            return thread;
    }
    if (g->m->thread < 0 || !gen_strays(g, FEATURE_UNSERVED))
        return -1;
    if (!g->has_signal[g->m->thread])
        gen_part(g, g->statics, "static bool done%d;", g->m->thread);
    g->has_signal[g->m->thread] = true;
    return g->m->thread;
}

static const char *signal_test(Gen *g, int thread)
{
    if (gen_chance(g, 40))
        return arena_print(g->arena, "done%d", thread);
    if (!(g->guard_calls >> thread & 1))
        gen_part(g, g->methods, "static bool isdone%d() { return done%d; }", thread, thread);
    g->guard_calls |= 1u << thread;
    gen_mark(g, FEATURE_GUARD_CALL);
    return arena_print(g->arena, "isdone%d()", thread);
}

static void await_signal(Gen *g, Node *list, int thread)
{
    Method *m = g->m;
    m->waited = true;
    if (gen_wants(g, FEATURE_SPIN) && gen_chance(g, 60)) {
        gen_put(g, list, "while (!done%d) ;", thread);
        gen_mark(g, FEATURE_SPIN);
    } else if (gen_chance(g, 30)) {
        Node *block = gen_list(g, gen_put(g, list, "atomic $"));
        m->atomic++;
        gen_put(g, block, "select { wait(%s) -> ; }", signal_test(g, thread));
        gen_inner_move(g, block);
        m->atomic--;
        gen_mark(g, FEATURE_ATOMIC);
    } else
        gen_put(g, list, "select { wait(%s) -> ; }", signal_test(g, thread));
    if (g->signals[thread]) {
        node_new(g->arena, gen_put(g, list, "assert($);"), SORT_BOOL, "gift%d == 1", thread);
        gen_mark(g, FEATURE_TRUE_ASSERT);
    }
}

static void move_signal(Gen *g, Node *list)
{
    Method *m = g->m;
    int thread = gen_chance(g, 75) && may_wait(g) ? find_signal(g) : -1;
    if (thread >= 0)
        await_signal(g, list, thread);
    else if (m->thread >= 0 && m->once && !g->signals[m->thread])
        signal_others(g, list);
    else
        return;
    gen_mark(g, FEATURE_SIGNAL);
}

static void move_poll(Gen *g, Node *list)
{
    Method *m = g->m;
    int thread = find_signal(g);
    bool once = m->once;
    Node *select = gen_list(g, gen_put(g, list, gen_chance(g, 50) ? "select $" : "select first $"));
    Node *branch = gen_part(g, select, "wait($) -> $");
    if (thread >= 0)
        node_new(g->arena, branch, SORT_BOOL, "done%d", thread);
    else if (g->program->style != STYLE_LOCKED && gen_chance(g, 60)) {
        Place place = gen_place(g, &g->items[gen_below(g, (size_t)g->item_count)]);
        node_new(g->arena, branch, SORT_BOOL, "%s == 1", place.a);
        gen_mark(g, FEATURE_NO_LOCK);
    } else
        node_new(g->arena, branch, SORT_BOOL, "%s == 0", gen_local(g, LOCAL_T));
    m->once = false;
    m->depth++;
    gen_inner_move(g, gen_list(g, branch));
    gen_inner_move(g, gen_list(g, gen_part(g, select, "timeout -> $")));
    m->depth--;
    m->once = once;
    gen_mark(g, FEATURE_POLL);
}

/* ---- control ---- */

static void move_branch(Gen *g, Node *list)
{
    Method *m = g->m;
    bool once = m->once, two = gen_chance(g, 40);
    Node *test = gen_put(g, list, two ? "if ($) $ else $" : "if ($) $");
    gen_bool(g, test, 1);
    m->once = false;
    m->depth++;
    gen_move(g, gen_list(g, test));
    if (two)
        gen_move(g, gen_list(g, test));
    m->depth--;
    m->once = once;
    gen_mark(g, FEATURE_BRANCH);
}

static void move_loop(Gen *g, Node *list)
{
    Method *m = g->m;
    bool once = m->once;
    if (m->weight > 1 || m->depth > 1)
        return;
    int name = g->names++;
    bool open = gen_wants(g, FEATURE_CHOICE) && gen_chance(g, 30);
    Node *loop = open ? gen_put(g, list, "while (choose(bool)) $")
                      : gen_put(g, list, "for (int k%d = 0; k%d < 2; k%d++) $", name, name, name);
    m->once = false;
    m->weight = 2;
    m->depth++;
    Node *body = gen_list(g, loop);
    gen_move(g, body);
    if (gen_chance(g, 20)) {
        Node *test = gen_put(g, body, "if ($) $");
        gen_bool(g, test, 1);
        gen_put(g, gen_list(g, test), gen_chance(g, 50) ? "break;" : "continue;");
        gen_inner_move(g, body);
    }
    m->depth--;
    m->weight = 1;
    m->once = once;
    gen_mark(g, FEATURE_LOOP);
}

static void move_endless(Gen *g, Node *list)
{
    Method *m = g->m;
    if (m->depth > 0 || m->atomic || m->held >= 0 || m->thread <= 0)
        return;
    Node *body = gen_list(g, gen_put(g, list, "while (true) $"));
    m->once = false;
    m->weight = 2;
    m->depth++;
    gen_move(g, body);
    gen_inner_move(g, body);
    m->depth--;
    m->weight = 1;
    m->steps = 0;
    gen_mark(g, FEATURE_ENDLESS);
}

static void move_exception(Gen *g, Node *list)
{
    Method *m = g->m;
    bool once = m->once;
    gen_world(g, WORLD_RISKY);
    gen_mark(g, FEATURE_EXCEPTION);
    if (gen_strays(g, FEATURE_UNHANDLED)) {
        gen_int(g, gen_put(g, list, "risky($);"), 1);
        return;
    }
    Node *try = gen_put(g, list, "try $ with $");
    Node *body = gen_list(g, try);
    Node *handler =
        gen_list(g, gen_part(g, gen_list(g, try), "%s -> $", gen_chance(g, 60) ? "Bad" : "*"));
    m->once = false;
    m->depth++;
    if (gen_chance(g, 70))
        gen_int(g, gen_put(g, body, "risky($);"), 1);
    else
        gen_put(g, gen_list(g, gen_put(g, body, "if (%s < 2) $", gen_local(g, LOCAL_T))),
                "raise Bad;");
    gen_move(g, body);
    gen_move(g, handler);
    m->depth--;
    m->once = once;
}

static void move_assign(Gen *g, Node *list)
{
    const char *name = gen_local(g, gen_chance(g, 50) ? LOCAL_T : LOCAL_U);
    gen_int(g, gen_put(g, list, "%s = $;", name), 2);
}

/* ---- shared data ---- */

static void move_section(Gen *g, Node *list)
{
    Item *item = &g->items[gen_below(g, (size_t)g->item_count)];
    bool claims = item->guard == GUARD_NONE && gen_wants(g, FEATURE_CLAIM);
    bool calls = gen_wants(g, FEATURE_CALL) && gen_chance(g, item->guard == GUARD_ATOMIC ? 80 : 50);
    if (calls || (claims && gen_chance(g, 95)))
        gen_call(g, list, item);
    else {
        Place place = gen_place(g, item);
        gen_section(g, list, &place);
    }
}

static void move_atomic(Gen *g, Node *list)
{
    Method *m = g->m;
    Node *block = gen_list(g, gen_put(g, list, "atomic $"));
    m->atomic++;
    m->depth++;
    if (gen_wants(g, FEATURE_LOCK_IN_ATOMIC)) {
        move_assign(g, block);
        Place place = gen_place(g, &g->items[gen_below(g, (size_t)g->item_count)]);
        gen_section(g, block, &place);
    } else
        gen_move(g, block);
    gen_inner_move(g, block);
    m->depth--;
    m->atomic--;
    gen_mark(g, FEATURE_ATOMIC);
}

/* What the set says stays true while the lock is held. */
static void read_set(Gen *g, Node *list)
{
    const char *t = gen_local(g, LOCAL_T);
    switch (gen_below(g, 4)) {
    case 0:
        gen_put(g, list, "%s = sizeof(set1) %% 3;", t);
        node_new(g->arena, gen_put(g, list, "assert($);"), SORT_BOOL, "%s == sizeof(set1) %% 3", t);
        break;
    case 1:
        gen_put(g, list, "%s = (1 in set1) ? 1 : 0;", t);
        node_new(g->arena, gen_put(g, list, "assert($);"), SORT_BOOL, "(1 in set1) == (%s == 1)",
                 t);
        break;
    default:
        return;
    }
    gen_mark(g, FEATURE_TRUE_ASSERT);
}

static void move_set(Gen *g, Node *list)
{
    Taken taken = begin_lock(g, list);
    if (taken == TAKEN_NOT_ALLOWED)
        return;
    gen_world(g, WORLD_SET);
    gen_mark(g, FEATURE_SET);
    bool add = gen_chance(g, 70);
    gen_int(g, gen_put(g, list, "set1 = set1 %c $;", add ? '+' : '-'), 1);
    if ((add && gen_chance(g, 30)) || (!add && gen_strays(g, FEATURE_NO_TEST)))
        gen_put(g, list, "%s = choose(set1);", gen_local(g, LOCAL_T));
    read_set(g, list);
    if (gen_chance(g, 30)) {
        int name = g->names++;
        Node *body = gen_list(g, gen_put(g, list, "foreach (int e%d in set1) $", name));
        gen_put(g, body, "%s = e%d;", gen_local(g, LOCAL_T), name);
    }
    end_lock(g, list, taken);
}

static void move_tid(Gen *g, Node *list)
{
    Taken taken = begin_lock(g, list);
    if (taken == TAKEN_NOT_ALLOWED)
        return;
    gen_world(g, WORLD_WHO);
    gen_mark(g, FEATURE_TID);
    gen_put(g, list, "who = tid;");
    if (gen_chance(g, 70))
        node_new(g->arena, gen_put(g, list, "assert($);"), SORT_BOOL, "who == tid");
    end_lock(g, list, taken);
}

/* The thread gets an object, if there is an argument, and may do with it what it likes. */
static void make_child(Gen *g, int name, bool argument)
{
    Method *outer = g->m;
    Method method = {.steps = 3, .thread = -1, .held = -1, .depth = 2};
    Node *body = gen_begin_method(g, g->methods, &method, "static void child%d(%s) $", name,
                                  argument ? "Cell p" : "");
    if (argument)
        use_own_object(g, body);
    method.keeps_object = argument;
    gen_inner_move(g, body);
    if (!argument || gen_chance(g, 30))
        move_section(g, body);
    gen_end_method(g, body, outer);
}

static void start_child(Gen *g, Node *list, bool join)
{
    int name = g->names++;
    bool argument = gen_wants(g, FEATURE_ARGUMENT);
    bool early = argument && gen_strays(g, FEATURE_TOO_EARLY);
    const char *p = argument ? "p" : "";
    if (argument) {
        new_object(g, list);
        gen_mark(g, FEATURE_ARGUMENT);
    }
    make_child(g, name, argument);
    gen_mark(g, FEATURE_ASYNC);
    if (!join) {
        gen_put(g, list, "async child%d(%s);", name, p);
        if (early)
            use_own_object(g, list);
        return;
    }
    gen_put(g, list, "%s = async child%d(%s);", gen_local(g, LOCAL_THREAD), name, p);
    if (!argument)
        gen_inner_move(g, list);
    if (early)
        use_own_object(g, list);
    gen_put(g, list, "join child;");
    if (argument)
        use_own_object(g, list);
    gen_mark(g, FEATURE_JOIN);
}

static void move_child(Gen *g, Node *list)
{
    Method *m = g->m;
    if (g->has_child || m->atomic || m->held >= 0 || m->thread < 0 || !m->once)
        return;
    g->has_child = true;
    if (m->thread > 0)
        gen_mark(g, FEATURE_GRANDCHILD);
    start_child(g, list, gen_chance(g, 50));
    m->steps -= 6;
}

/* ---- local things ---- */

static void move_yield(Gen *g, Node *list)
{
    if (g->m->atomic)
        return; /* an error in some places */
    gen_put(g, list, "yield;");
    gen_mark(g, FEATURE_YIELD);
}

static void move_assume(Gen *g, Node *list)
{
    gen_bool(g, gen_put(g, list, "assume($);"), 1);
    gen_mark(g, FEATURE_ASSUME);
}

static void move_divide(Gen *g, Node *list)
{
    if (!gen_strays(g, FEATURE_DIVISION))
        return;
    gen_int(g, gen_put(g, list, "%s = 2 / $;", gen_local(g, LOCAL_T)), 1);
}

static void move_doubt(Gen *g, Node *list)
{
    if (g->program->style == STYLE_LOCKED || gen_chance(g, 50))
        return;
    gen_bool(g, gen_put(g, list, "assert($);"), 1);
    gen_mark(g, FEATURE_DOUBT);
}

/* ---- the choice among them ---- */

typedef struct Move {
    Feature feature; /* used if it is wanted */
    int weight;
    bool inner;   /* possible anywhere */
    bool objects; /* assigns to p */
    void (*make)(Gen *g, Node *list);
} Move;

static const Move moves[] = {
    {FEATURE_COUNT, 6, true, false, move_section},
    {FEATURE_COUNT, 2, true, false, move_assign},
    {FEATURE_NESTED, 4, false, false, gen_nested},
    {FEATURE_ORDER, 4, false, false, gen_nested},
    {FEATURE_LOCAL_OBJECT, 3, true, true, move_local_object},
    {FEATURE_PUBLISHED, 4, false, true, move_published},
    {FEATURE_LINKED, 4, false, true, move_linked},
    {FEATURE_CHANNEL, 4, false, false, move_channel},
    {FEATURE_HANDED_OVER, 4, false, true, move_hand_over},
    {FEATURE_SIGNAL, 6, false, false, move_signal},
    {FEATURE_SPIN, 4, false, false, move_signal},
    {FEATURE_POLL, 3, false, false, move_poll},
    {FEATURE_BRANCH, 2, true, false, move_branch},
    {FEATURE_LOOP, 3, true, false, move_loop},
    {FEATURE_ENDLESS, 1, false, false, move_endless},
    {FEATURE_EXCEPTION, 3, true, false, move_exception},
    {FEATURE_ATOMIC, 3, false, false, move_atomic},
    {FEATURE_LOCK_IN_ATOMIC, 3, false, false, move_atomic},
    {FEATURE_SET, 3, false, false, move_set},
    {FEATURE_TID, 2, false, false, move_tid},
    {FEATURE_GRANDCHILD, 3, false, true, move_child},
    {FEATURE_ARGUMENT, 3, false, true, move_child},
    {FEATURE_YIELD, 1, true, false, move_yield},
    {FEATURE_ASSUME, 1, true, false, move_assume},
    {FEATURE_DIVISION, 3, true, false, move_divide},
    {FEATURE_DOUBT, 3, true, false, move_doubt},
};
enum { MOVES = sizeof moves / sizeof *moves };

static int weight_of(const Gen *g, const Move *move, bool inner)
{
    bool wanted = move->feature == FEATURE_COUNT || gen_wants(g, move->feature);
    bool possible = (move->inner || !inner) && !(move->objects && g->m->keeps_object);
    return wanted && possible ? move->weight : 0;
}

static void make_move(Gen *g, Node *list, bool inner)
{
    int sum = 0;
    if (g->m->depth > 3)
        return;
    for (int k = 0; k < MOVES; k++)
        sum += weight_of(g, &moves[k], inner);
    int dice = (int)gen_below(g, (size_t)sum);
    for (int k = 0; k < MOVES; k++) {
        dice -= weight_of(g, &moves[k], inner);
        if (dice < 0) {
            moves[k].make(g, list);
            return;
        }
    }
}

void gen_move(Gen *g, Node *list)
{
    make_move(g, list, false);
}

void gen_inner_move(Gen *g, Node *list)
{
    make_move(g, list, true);
}

void gen_body(Gen *g, Node *list)
{
    for (int tries = 0; tries < 10 && g->m->steps > 0; tries++)
        gen_move(g, list);
}
