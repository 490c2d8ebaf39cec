/* path.c -- paths that meet become one. */
#include "engine/symbolic/model.h"

Path path_copy(Model *x, const Path *s, size_t regs)
{
    Path copy = *s;
    copy.regs = arena_array(&x->pass, Sym, regs + 1);
    memcpy(copy.regs, s->regs, regs * sizeof *s->regs);
    return copy;
}

static bool is_opposite(const Model *x, Term a, Term b)
{
    Node n = term_node(&x->terms, a), m = term_node(&x->terms, b);
    return (n.op == TERM_NOT && term_same(n.arg[0], b)) ||
           (m.op == TERM_NOT && term_same(m.arg[0], a));
}

/* a is p and c, b is p and not c. */
static bool splits(const Model *x, Term a, Term b, Term *p, Term *c)
{
    Node n = term_node(&x->terms, a), m = term_node(&x->terms, b);
    if (is_opposite(x, a, b)) {
        *p = x->terms.yes;
        *c = a;
        return true;
    }
    for (int i = 0; n.op == TERM_AND && m.op == TERM_AND && i < 2; i++)
        for (int k = 0; k < 2; k++)
            if (term_same(n.arg[i], m.arg[k]) && is_opposite(x, n.arg[1 - i], m.arg[1 - k])) {
                *p = n.arg[i];
                *c = n.arg[1 - i];
                return true;
            }
    return false;
}

static void give_clock(Model *x, Path *s)
{
    if (!s->clock.ix)
        s->clock = unroll_new_clock(x, s->guard);
}

static Path merge(Model *x, Path *a, Path *b, size_t regs)
{
    Term guard, test;
    Terms *t = &x->terms;
    assert(a->depth == b->depth); /* the same instruction is in the same regions */
    if (!splits(x, a->guard, b->guard, &guard, &test)) {
        test = a->guard;
        guard = term_or(t, a->guard, b->guard);
    }
    if (!term_same(a->clock, b->clock)) {
        give_clock(x, a);
        give_clock(x, b);
    }
    bool wrote = a->wrote || b->wrote, wants = a->wants && b->wants;
    if (wrote && !wants && (a->start != b->start || a->wants != b->wants)) {
        unroll_mark_stop(x, a->start);
        unroll_mark_stop(x, b->start);
    }
    Path both = *a;
    both.guard = guard;
    both.wrote = wrote;
    both.wants = wants;
    if (a->section != b->section)
        both.section = SECTION_BEHIND;
    if (!term_same(a->clock, b->clock))
        both.clock = term_ite(t, test, a->clock, b->clock);
    if (a->start != b->start || a->call != b->call)
        both.call = NO_INDEX;
    for (size_t k = 0; k < regs; k++)
        both.regs[k] = sym_ite(x, test, a->regs[k], b->regs[k]);
    return both;
}

Path path_merge(Model *x, Paths *list, size_t regs)
{
    Term p, c;
    assert(list->len);
    x->state = &list->at[0];
    while (list->len > 1) {
        size_t i = list->len - 1, k = i - 1;
        bool found = false;
        for (size_t a = list->len; a-- > 0 && !found;)
            for (size_t b = a; b-- > 0 && !found;)
                if (splits(x, list->at[a].guard, list->at[b].guard, &p, &c)) {
                    i = a;
                    k = b;
                    found = true;
                }
        list->at[k] = merge(x, &list->at[i], &list->at[k], regs);
        list->at[i] = vec_last(list);
        list->len--;
    }
    return list->at[0];
}
