/* rounds.c -- random programs with loops, see rounds.h. */
#include "rounds.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/check.h"

enum { CELLS = 3, DATA = 2, RESULTS = 16 };

typedef struct Maker {
    uint64_t seed;
    char *text;
    size_t size, len;
    uint32_t kinds[2]; /* the threads are to meet: most of what they do is of these */
    uint32_t cells, results, labels, mixed;
    uint32_t plain, fences; /* in 100 */
    bool weaker;            /* hardly any seq_cst */
    char region[16];
    bool asserts, mixes; /* mixes: plain accesses to what others access as atomics */
} Maker;

static uint32_t pick(Maker *k, uint32_t count)
{
    k->seed = k->seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(k->seed >> 33) % count;
}

static bool chance(Maker *k, uint32_t percent)
{
    return pick(k, 100) < percent;
}

__attribute__((format(printf, 2, 3))) static void say(Maker *k, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    k->len += (size_t)vsnprintf(k->text + k->len, k->size - k->len, format, args);
    va_end(args);
    hard_assert(k->len < k->size);
}

static const char *order(Maker *k, const char *const *orders, uint32_t count)
{
    uint32_t which = pick(k, count + (k->weaker ? chance(k, 5) : count));
    return which < count ? orders[which] : "";
}

static const char *load_order(Maker *k)
{
    static const char *const orders[] = {".relaxed", ".acquire"};
    return order(k, orders, 2);
}

static const char *store_order(Maker *k)
{
    static const char *const orders[] = {".relaxed", ".release"};
    return order(k, orders, 2);
}

static const char *any_order(Maker *k)
{
    static const char *const orders[] = {".relaxed", ".acquire", ".release", ".acq_rel"};
    return order(k, orders, 4);
}

static void say_fence(Maker *k)
{
    static const char *const orders[] = {".acquire", ".release", ".acq_rel"};
    if (chance(k, k->fences))
        say(k, "    fence%s\n", order(k, orders, 3));
}

/* A region; where plain accesses and atomic ones are mixed all cells have one, so that nobody thinks of a discipline. */
static const char *region(Maker *k, const char *cell, uint32_t n)
{
    snprintf(k->region, sizeof k->region, "%s%u", k->mixes ? "x" : cell, k->mixes ? 0 : n);
    return k->region;
}

static void load(Maker *k, const char *to, const char *cell, uint32_t n)
{
    say(k, "    point\n    %%%s = load.atomic%s s32 [@%s%u] %s\n", to, load_order(k), cell, n,
        region(k, cell, n));
}

static void store(Maker *k, const char *cell, uint32_t n, const char *value)
{
    say(k, "    point\n    store.atomic%s s32 [@%s%u], %s %s\n", store_order(k), cell, n, value,
        region(k, cell, n));
}

/* What was read is kept where only this thread writes, and each round has another place, if it was another value. */
static void keep(Maker *k, const char *from)
{
    if (k->results == RESULTS)
        return;
    if (chance(k, 30))
        say(k, "    point\n");
    say(k, "    store s32 [@r%u], %%%s r%u\n", k->results, from, k->results);
    k->results++;
}

/* Goes to g<label>, or on. */
static void leave_if(Maker *k, const char *test, const char *what, const char *value,
                     uint32_t label)
{
    uint32_t on = k->labels++;
    say(k, "    %%c = %s s32 %%%s, %s\n    branch %%c, g%u, o%u\n  o%u:\n", test, what, value,
        label, on, on);
}

static void say_plain(Maker *k)
{
    uint32_t d = pick(k, DATA), label = k->labels++;
    if (k->mixes && k->mixed++) { /* one is enough: a race that nobody else finds, too */
        load(k, "v", "x", d);
        keep(k, "v");
        return;
    }
    const char *cell = k->mixes ? "x" : "d";
    bool late = k->mixes && chance(k, 60);
    if (late) {
        load(k, "u", "x", pick(k, k->cells));
        leave_if(k, "ne", "u", chance(k, 50) ? "1" : "2", label);
    }
    if (chance(k, 60))
        say(k, "    point\n");
    if (chance(k, 40)) {
        say(k, "    %%v = load s32 [@%s%u] %s\n", cell, d, region(k, cell, d));
        keep(k, "v");
    } else
        say(k, "    store s32 [@%s%u], %u %s\n", cell, d, 1 + pick(k, 2), region(k, cell, d));
    if (late)
        say(k, "  g%u:\n", label);
}

static void say_access(Maker *k)
{
    static const char *const values[] = {"1", "2", "3"};
    uint32_t cell = pick(k, k->cells);
    say_fence(k);
    if (chance(k, k->plain)) {
        say_plain(k);
    } else if (chance(k, 45)) {
        load(k, "v", "x", cell);
        keep(k, "v");
    } else if (chance(k, 75)) {
        store(k, "x", cell, values[pick(k, 3)]);
    } else {
        say(k, "    point\n    atomic\n    %%v = load.atomic.update%s s32 [@x%u] %s\n",
            load_order(k), cell, region(k, "x", cell));
        say(k, "    store.atomic.update%s s32 [@x%u], %u %s\n    end\n", any_order(k), cell,
            1 + pick(k, 3), region(k, "x", cell));
        keep(k, "v");
    }
    say_fence(k);
}

/* Compares the cell with what %v is, and exchanges it for what %w is; %c: it was that, and %u was read. */
static void say_exchange(Maker *k, const char *cell, uint32_t n)
{
    uint32_t label = k->labels++;
    say(k, "    point\n    atomic\n    %%u = load.atomic.update%s s32 [@%s%u] %s\n", load_order(k),
        cell, n, region(k, cell, n));
    say(k, "    %%c = eq s32 %%u, %%v\n    branch %%c, a%u, b%u\n  a%u:\n", label, label, label);
    say(k, "    store.atomic.update%s s32 [@%s%u], %%w %s\n", any_order(k), cell, n,
        region(k, cell, n));
    say(k, "  b%u:\n    end\n", label);
}

/* That there are not so many rounds, or that the value is not less than it was in the last one. */
static void say_doubt(Maker *k)
{
    if (chance(k, 40)) {
        say(k, "    %%m = add s32 %%m, 1\n    %%c = ne s32 %%m, %u\n", 2 + pick(k, 2));
        say(k, "    assert %%c, \"few rounds\"\n");
    } else {
        say(k, "    %%c = lt s32 %%v, %%m\n    %%c = eq u1 %%c, 0\n    assert %%c, \"no less\"\n");
        say(k, "    %%m = mov s32 %%v\n");
    }
}

/* Some of what may be done within a loop. */
static void say_inside(Maker *k)
{
    if (k->asserts && chance(k, 20))
        say_doubt(k);
    if (chance(k, 15))
        keep(k, "v");
    if (chance(k, 8))
        say_plain(k);
    else if (chance(k, 8))
        say_access(k);
    say_fence(k);
}

/* while (!compare_exchange(x, v, v + 1)), with a look before, and what failed is the next one or a look again. */
static void say_retry(Maker *k)
{
    uint32_t label = k->labels++, cell = chance(k, 70) ? 0 : pick(k, k->cells);
    bool again = chance(k, 40), constant = chance(k, 25), counts = chance(k, 15);
    if (counts)
        say(k, "    %%n = mov s32 0\n");
    if (again)
        say(k, "  t%u:\n", label);
    if (constant)
        say(k, "    %%v = mov s32 %u\n", pick(k, 2));
    else
        load(k, "v", "x", cell);
    if (!again)
        say(k, "  t%u:\n", label);
    if (chance(k, 30))
        leave_if(k, chance(k, 50) ? "eq" : "lt", "v", chance(k, 50) ? "1" : "2", label);
    say_inside(k);
    if (constant || chance(k, 30))
        say(k, "    %%w = mov s32 %u\n", 1 + pick(k, 3));
    else
        say(k, "    %%w = add s32 %%v, 1\n");
    say_exchange(k, "x", cell);
    if (counts) {
        say(k, "    %%n = add s32 %%n, 1\n    %%d = eq s32 %%n, 2\n");
        say(k, "    %%c = or u1 %%c, %%d\n");
    }
    if (!constant || chance(k, 50))
        say(k, "    %%v = mov s32 %%u\n");
    say(k, "    branch %%c, g%u, t%u\n  g%u:\n", label, label, label);
    keep(k, "v");
}

/* Until the value is there, or there is something in another cell. */
static void say_wait(Maker *k)
{
    static const char *const tests[] = {"ne", "eq", "lt"}, *const values[] = {"0", "1", "2"};
    uint32_t label = k->labels++, cell = pick(k, k->cells), test = pick(k, 3);
    say(k, "  w%u:\n", label);
    load(k, "v", "x", cell);
    leave_if(k, test == 2 ? "ne" : tests[test], "v", values[test ? 1 + pick(k, 2) : 0], label);
    if (chance(k, 30)) {
        load(k, "u", "x", pick(k, k->cells));
        leave_if(k, "ne", "u", "0", label);
    }
    say_inside(k);
    say(k, "    jump w%u\n  g%u:\n", label, label);
    if (chance(k, 60))
        keep(k, "v");
}

/* Until two cells have the same value, which need not be zero. */
static void say_pair(Maker *k)
{
    uint32_t label = k->labels++, first = pick(k, k->cells), second = pick(k, k->cells);
    say(k, "  w%u:\n", label);
    load(k, "v", "x", first);
    if (chance(k, 40)) {
        say(k, "    %%c = eq s32 %%v, 0\n    branch %%c, w%u, y%u\n  y%u:\n", label, label, label);
    }
    say_inside(k);
    load(k, "u", "x", second);
    leave_if(k, "eq", "u", "%v", label);
    say(k, "    jump w%u\n  g%u:\n", label, label);
    keep(k, "u");
}

static void say_held(Maker *k)
{
    if (chance(k, 75))
        say_plain(k);
    if (chance(k, 35))
        say_access(k);
}

/* Looks at the lock first, and takes it when it was free. */
static void say_lock(Maker *k)
{
    uint32_t label = k->labels++, lock = pick(k, 4) == 0;
    say(k, "  w%u:\n", label);
    load(k, "v", "q", lock);
    say(k, "    %%c = ne s32 %%v, 0\n    branch %%c, w%u, t%u\n  t%u:\n", label, label, label);
    say(k, "    %%w = mov s32 1\n");
    say_exchange(k, "q", lock);
    say(k, "    branch %%c, g%u, w%u\n  g%u:\n", label, label, label);
    say_held(k);
    if (chance(k, 88))
        store(k, "q", lock, "0");
}

static void say_ticket(Maker *k)
{
    uint32_t label = k->labels++;
    say(k, "    point\n    atomic\n    %%t = load.atomic.update.relaxed s32 [@c0] c0\n");
    say(k, "    %%u = add s32 %%t, 1\n    store.atomic.update%s s32 [@c0], %%u c0\n    end\n",
        any_order(k));
    say(k, "  w%u:\n", label);
    load(k, "v", "c", 1);
    leave_if(k, "eq", "v", "%t", label);
    if (chance(k, 15))
        say_inside(k);
    say(k, "    jump w%u\n  g%u:\n", label, label);
    say_held(k);
    if (chance(k, 88))
        store(k, "c", 1, "%u");
}

/* Who writes makes the number odd, and who reads looks at it before and after. */
static void say_sequence(Maker *k)
{
    uint32_t label = k->labels++;
    if (chance(k, 40)) {
        load(k, "v", "x", 0);
        say(k, "    %%w = add s32 %%v, 1\n");
        store(k, "x", 0, "%w");
        say_fence(k);
        store(k, "x", 1, "1");
        if (chance(k, 70))
            store(k, "x", 2, "1");
        if (chance(k, k->plain / 2))
            say_plain(k);
        say(k, "    %%w = add s32 %%w, 1\n");
        store(k, "x", 0, "%w");
        return;
    }
    say(k, "  w%u:\n", label);
    load(k, "v", "x", 0);
    if (chance(k, 60))
        say(k,
            "    %%w = and s32 %%v, 1\n    %%c = ne s32 %%w, 0\n    branch %%c, w%u, y%u\n  y%u:\n",
            label, label, label);
    load(k, "t", "x", 1);
    if (chance(k, 50))
        keep(k, "t");
    if (chance(k, 70))
        load(k, "n", "x", 2);
    if (chance(k, k->plain / 2))
        say_plain(k);
    say_fence(k);
    load(k, "u", "x", 0);
    say(k, "    %%c = eq s32 %%u, %%v\n    branch %%c, g%u, w%u\n  g%u:\n", label, label, label);
    keep(k, "t");
    if (k->asserts && chance(k, 40))
        say(k, "    %%c = eq s32 %%t, %%n\n    assert %%c, \"the same\"\n");
}

static void say_push(Maker *k, uint32_t label)
{
    bool inside = chance(k, 15); /* a new node for each attempt */
    const char *make = "    point\n    %p = alloc Node, 0\n    store s32 [%p], 1 n\n";
    if (!inside)
        say(k, "%s", make);
    say(k, "  w%u:\n    point\n    %%h = load.atomic%s ptr [@p] p\n", label, load_order(k));
    if (inside)
        say(k, "%s", make);
    say(k, "    store.atomic.relaxed ptr [%%p + 8], %%h a\n");
    say(k, "    point\n    atomic\n    %%x = load.atomic.update%s ptr [@p] p\n", load_order(k));
    say(k, "    %%c = eq ptr %%x, %%h\n    branch %%c, a%u, b%u\n  a%u:\n", label, label, label);
    say(k, "    store.atomic.update%s ptr [@p], %%p p\n  b%u:\n    end\n", any_order(k), label);
    say(k, "    branch %%c, g%u, w%u\n  g%u:\n", label, label, label);
}

static void say_stack(Maker *k)
{
    uint32_t label = k->labels++;
    if (chance(k, 55)) {
        say_push(k, label);
        return;
    }
    bool waits = chance(k, 40);
    say(k, "  w%u:\n    point\n    %%h = load.atomic%s ptr [@p] p\n", label, load_order(k));
    say(k, "    %%c = eq ptr %%h, 0\n    branch %%c, %s%u, y%u\n  y%u:\n", waits ? "w" : "e", label,
        label, label);
    say(k, "    point\n    %%p = load.atomic%s ptr [%%h + 8] a\n", load_order(k));
    say(k, "    point\n    atomic\n    %%x = load.atomic.update%s ptr [@p] p\n", load_order(k));
    say(k, "    %%c = eq ptr %%x, %%h\n    branch %%c, a%u, b%u\n  a%u:\n", label, label, label);
    say(k, "    store.atomic.update%s ptr [@p], %%p p\n  b%u:\n    end\n", any_order(k), label);
    say(k, "    branch %%c, g%u, w%u\n  g%u:\n", label, label, label);
    say(k, "    %%v = load s32 [%%h] n\n");
    keep(k, "v");
    say(k, "  e%u:\n", label);
}

static void say_statement(Maker *k)
{
    static void (*const kinds[])(Maker *) = {say_retry,  say_wait,     say_pair, say_lock,
                                             say_ticket, say_sequence, say_stack};
    if (chance(k, 30))
        say_access(k);
    else
        kinds[k->kinds[pick(k, 2)]](k);
}

static void say_body(Maker *k, uint32_t most)
{
    for (uint32_t n = 1 + pick(k, most); n; n--)
        say_statement(k);
    if (k->asserts && chance(k, 30))
        say(k, "    %%c = %s s32 %%v, %u\n    assert %%c, \"so it is\"\n",
            chance(k, 30) ? "eq" : "ne", pick(k, 4));
}

static void say_globals(Maker *k)
{
    for (uint32_t n = 0; n < CELLS; n++)
        say(k, "global x%u: s32\n", n);
    for (uint32_t n = 0; n < DATA; n++)
        say(k, "global d%u: s32\nglobal q%u: s32\nglobal c%u: s32\n", n, n, n);
    for (uint32_t n = 0; n < RESULTS; n++)
        say(k, "global r%u: s32\n", n);
    say(k,
        "layout Node record { v: s32 region n, next: ptr region a }\nglobal p: ptr\nthread Main\n");
}

static void say_begin(Maker *k, const char *name)
{
    say(k,
        "\nproc %s() {\n    reg %%v: s32, %%u: s32, %%m: s32, %%w: s32, %%t: s32, %%n: s32, %%c: "
        "u1, %%d: u1\n",
        name);
    say(k, "    reg %%p: ptr, %%h: ptr, %%x: ptr, %%t0: tid, %%t1: tid, %%t2: tid\n");
}

void rounds_print(uint64_t seed, char *ir, size_t size)
{
    Maker maker = {.seed = seed * 2654435761u + 1, .text = ir, .size = size}, *k = &maker;
    uint32_t threads = 2 + (chance(k, 40) ? 1 : 0);
    char name[] = "T0";
    k->kinds[0] = pick(k, 7);
    k->kinds[1] = pick(k, 7);
    k->cells = 1 + pick(k, CELLS);
    k->fences = pick(k, 3) * 7;
    k->plain = pick(k, 3) * 20;
    k->weaker = chance(k, 50);
    k->asserts = chance(k, 40);
    k->mixes = chance(k, 20);
    say_globals(k);
    for (uint32_t t = 0; t < threads; t++) {
        name[1] = (char)('0' + t);
        say_begin(k, name);
        say_body(k, threads < 3 ? 3 : 2);
        say(k, "    point\n    return\n}\n");
    }
    say_begin(k, "Main");
    for (uint32_t t = 0; t < threads; t++)
        say(k, "    point\n    %%t%u = fork T%u()\n", t, t);
    if (chance(k, 40))
        say_body(k, 1);
    for (uint32_t t = 0; t < threads && chance(k, 90); t++)
        say(k, "  j%u:\n    point\n    join %%t%u head j%u\n", t, t, t);
    if (chance(k, 25))
        say_access(k);
    say(k, "    point\n    return\n}\n");
}
