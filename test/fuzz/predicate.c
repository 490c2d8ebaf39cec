/* predicate.c -- annotations: who may touch a variable, which methods are atomic. */
#include "generate.h"

/* The test that the thread has the guard of the item; for arrays, fields and reading it differs. */
static const char *holds(Gen *g, const Item *item, bool write)
{
    int n = item->number;
    switch (item->guard) {
    case GUARD_MUTEX:
        return arena_print(g->arena, "m%d == tid", n);
    case GUARD_HOLDER:
        return arena_print(g->arena, "tid == h%d.m", n);
    case GUARD_RWLOCK:
        return arena_print(g->arena, write ? "w%d == tid" : "(w%d == tid || tid in w%d)", n, n);
    case GUARD_VARIABLE:
        return arena_print(g->arena, "l%d", n);
    case GUARD_FIELD:
        return arena_print(g->arena, "c%d.m == tid", n);
    case GUARD_ELEMENT:
        return "ms[0] == tid";
    case GUARD_ATOMIC:
    case GUARD_NONE:
    case GUARDS:
        break;
    }
    return "true";
}

/* A test that nobody works on the item at the moment. */
static const char *quiet(Gen *g, const Item *item)
{
    int n = item->number;
    if (item->guard == GUARD_FIELD)
        return arena_print(g->arena, gen_chance(g, 50) ? "c%d.v == c%d.w" : "c%d.m == null", n, n);
    if (item->guard == GUARD_ELEMENT)
        return gen_chance(g, 50) ? "ms[1] == null" : "xs[0] == ys[0]";
    if (item->guard == GUARD_MUTEX && gen_chance(g, 50))
        return arena_print(g->arena, "m%d == null", n);
    if (item->guard == GUARD_RWLOCK && gen_chance(g, 30))
        return arena_print(g->arena, "w%d == null", n);
    if (item->guard == GUARD_VARIABLE && gen_chance(g, 30))
        return arena_print(g->arena, "!l%d", n);
    return item->in_struct ? arena_print(g->arena, "pair%d.a == pair%d.b", n, n)
                           : arena_print(g->arena, "x%d == y%d", n, n);
}

/* Another test in place of it: some say the same, some say nothing in particular. */
static const char *odd(Gen *g, const Item *item, const char *test)
{
    const Item *other = &g->items[gen_below(g, (size_t)item->number + 1)];
    const char *second = holds(g, other, gen_chance(g, 50));
    switch (gen_below(g, 8)) {
    case 0:
        return arena_print(g->arena, "%s || %s", test, second);
    case 1:
        return arena_print(g->arena, "%s && %s", second, test);
    case 2:
        return arena_print(g->arena, "!(%s) || %s", second, test);
    case 3:
        gen_mark(g, FEATURE_TID);
        return arena_print(g->arena, "self != 1 && %s", test);
    case 4:
        return arena_print(g->arena, "%s || %s", test, quiet(g, item));
    case 5:
        return arena_print(g->arena, "%s ? %s : %s", quiet(g, other), second, test);
    default:
        return quiet(g, other);
    }
}

static bool may_be_odd(const Gen *g)
{
    return g->program->style != STYLE_LOCKED;
}

static const char *annotation(Gen *g, const Item *item, const char *index, const char *read,
                              const char *write)
{
    bool strange = may_be_odd(g) && gen_chance(g, 50);
    gen_mark(g, FEATURE_PREDICATE);
    if (read == write && gen_chance(g, 70))
        return arena_print(g->arena, " /*@ accessible_if%s %s */", index,
                           strange ? odd(g, item, write) : write);
    return arena_print(g->arena, " /*@ readable_if%s %s */ /*@ writable_if%s %s */", index,
                       strange ? odd(g, item, read) : read, index,
                       strange ? odd(g, item, write) : write);
}

const char *gen_predicate(Gen *g, const Item *item)
{
    if (!gen_wants(g, FEATURE_PREDICATE) || !gen_chance(g, 80))
        return "";
    if (item->guard == GUARD_ATOMIC || item->guard == GUARD_NONE)
        return may_be_odd(g) ? annotation(g, item, "", "true", "true") : "";
    const char *write = holds(g, item, true);
    return annotation(g, item, "", item->guard == GUARD_RWLOCK ? holds(g, item, false) : write,
                      write);
}

const char *gen_element_predicate(Gen *g)
{
    static const char *const tests[] = {"ms[j] == tid", "ms[1 - j] == tid", "ms[j] == null"};
    if (!gen_wants(g, FEATURE_PREDICATE))
        return "";
    gen_mark(g, FEATURE_PREDICATE);
    bool strange = may_be_odd(g) && gen_chance(g, 20);
    return arena_print(g->arena, " /*@ accessible_if[j] %s%s */", tests[0],
                       strange ? arena_print(g->arena, " || %s", tests[1 + gen_below(g, 2)]) : "");
}

/* Objects that are handed over belong to a thread without their lock. */
const char *gen_field_predicate(Gen *g)
{
    bool handed = gen_wants(g, FEATURE_LINKED) || gen_wants(g, FEATURE_HANDED_OVER) ||
                  gen_wants(g, FEATURE_ARGUMENT);
    if (!gen_wants(g, FEATURE_PREDICATE) || (handed && !may_be_odd(g)))
        return "";
    gen_mark(g, FEATURE_PREDICATE);
    bool strange = may_be_odd(g) && gen_chance(g, 20);
    return strange ? " /*@ accessible_if next == null ? m == tid : next.m == tid */"
                   : " /*@ accessible_if this.m == tid */";
}

const char *gen_claim(Gen *g)
{
    if (!gen_wants(g, FEATURE_CLAIM) || !gen_chance(g, 60))
        return "";
    gen_mark(g, FEATURE_CLAIM);
    return "/*@ atomic */ ";
}
