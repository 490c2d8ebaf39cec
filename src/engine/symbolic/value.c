/* value.c -- numbers are words; a pointer is an object, one of a set that is known, and an offset, both as
 * terms.  Object 0 is null, and what a number as a pointer is: the offset is the number. */
#include "engine/symbolic/model.h"

#include <stdlib.h>

bool sym_is_known(Model *x, Term t, int64_t *number)
{
    return term_is_number(&x->terms, t, number);
}

Term sym_word(Model *x, int64_t number, unsigned bits)
{
    assert(bits && bits <= 64);
    return term_constant(&x->terms, number, SORT_BITS(bits));
}

Term sym_variable(Model *x, const char *what, Sort sort)
{
    char name[48];
    snprintf(name, sizeof name, "%s%u", what, x->fresh++);
    return term_variable(&x->terms, name, sort);
}

static Term any_word(void *of, const char *what, Sort sort)
{
    return sym_variable(of, what, sort);
}

void sym_begin(Model *x)
{
    x->theory = (Theory){.terms = &x->terms,
                         .numbers = NUMBERS_WORDS,
                         .booleans = true,
                         .thread = SORT_BITS(32),
                         .of = x,
                         .any = any_word};
}

Sort sym_sort(Type type)
{
    return type.kind == TYPE_UNSIGNED && type.bits == 1 ? SORT_BOOL : SORT_BITS(type.bits);
}

Sym sym_number(Term t)
{
    return (Sym){.kind = SYM_NUMBER, .t = t};
}

/* ---- sets of objects ---- */

uint32_t set_one(Model *x, uint32_t object)
{
    uint64_t word = object;
    return records_add(&x->sets, &word, 1);
}

const uint64_t *set_members(Model *x, uint32_t set, uint32_t *len)
{
    assert(set);
    *len = records_len(&x->sets, set);
    return records_get(&x->sets, set);
}

uint32_t set_union(Model *x, uint32_t a, uint32_t b)
{
    VEC(uint64_t) both = {0};
    uint32_t n, k, i = 0, j = 0;
    if (a == b || !b)
        return a;
    if (!a)
        return b;
    const uint64_t *p = set_members(x, a, &n), *q = set_members(x, b, &k);
    while (i < n || j < k) {
        uint64_t least = j >= k || (i < n && p[i] <= q[j]) ? p[i] : q[j];
        i += i < n && p[i] == least;
        j += j < k && q[j] == least;
        vec_push(&both, least);
    }
    assert(both.len >= n && both.len >= k && both.len <= n + k);
    uint32_t set = records_add(&x->sets, both.at, both.len);
    vec_free(&both);
    return set;
}

/* ---- values ---- */

Sym sym_pointer(Model *x, uint32_t object, Term offset)
{
    return (Sym){.kind = SYM_POINTER,
                 .object = object,
                 .which = sym_word(x, (int32_t)object, OBJECT_BITS),
                 .set = set_one(x, object),
                 .t = offset};
}

Sym sym_constant(Model *x, uint64_t bits, Type type)
{
    uint32_t high = (uint32_t)(bits >> 32);
    if (type.kind == TYPE_PTR && (!high || high == UINT32_MAX))
        return sym_pointer(x, 0, sym_word(x, (int64_t)bits, OFFSET_BITS));
    if (type.kind == TYPE_PTR)
        return sym_pointer(x, high, sym_word(x, (int32_t)(uint32_t)bits, OFFSET_BITS));
    if (type.kind == TYPE_FLOAT)
        return sym_number(sym_word(x, (int64_t)bits, type.bits));
    return sym_number(theory_constant(&x->theory, bits, type));
}

Sym sym_zero(Model *x, Type type)
{
    return sym_constant(x, 0, type);
}

Sym sym_fresh(Model *x, Type type)
{
    if (type.kind == TYPE_PTR)
        return sym_zero(x, type);
    return sym_number(sym_variable(x, "any", sym_sort(type)));
}

Sym sym_any_of(Model *x, uint32_t set)
{
    assert(set);
    return (Sym){.kind = SYM_POINTER,
                 .which = sym_variable(x, "object", SORT_BITS(OBJECT_BITS)),
                 .set = set,
                 .t = sym_variable(x, "offset", SORT_BITS(OFFSET_BITS))};
}

Sym sym_ite(Model *x, Term test, Sym a, Sym b)
{
    if (!a.t.ix || !b.t.ix)
        return a.t.ix ? a : b;
    assert(a.kind == b.kind);
    Sym both = a;
    both.t = term_ite(&x->terms, test, a.t, b.t);
    if (a.kind == SYM_NUMBER)
        return both;
    both.object = 0;
    both.which = term_ite(&x->terms, test, a.which, b.which);
    both.set = term_is_true(&x->terms, test)    ? a.set
               : term_is_false(&x->terms, test) ? b.set
                                                : set_union(x, a.set, b.set);
    return both;
}

Term sym_true(Model *x, Sym value)
{
    (void)x;
    assert(value.kind == SYM_NUMBER && value.t.ix);
    return value.t;
}

/* ---- guards ---- */

static bool implies(const Model *x, Term a, Term b, uint32_t *steps)
{
    if (term_same(a, b) || term_is_true(&x->terms, b) || term_is_false(&x->terms, a))
        return true;
    if (++*steps > 200)
        return false;
    Node below = term_node(&x->terms, b);
    if (below.op == TERM_AND && implies(x, a, below.arg[0], steps) &&
        implies(x, a, below.arg[1], steps))
        return true;
    for (;;) {
        Node node = term_node(&x->terms, a);
        if (node.op != TERM_AND || a.ix < b.ix || ++*steps > 200)
            return false;
        if (term_same(node.arg[0], b) || term_same(node.arg[1], b))
            return true;
        if (term_node(&x->terms, node.arg[1]).op == TERM_AND && implies(x, node.arg[1], b, steps))
            return true;
        a = node.arg[0];
    }
}

bool guard_implies(const Model *x, Term a, Term b)
{
    uint32_t steps = 0;
    return implies(x, a, b, &steps);
}
