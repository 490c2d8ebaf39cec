/* value.c -- values of a method: numbers are those of symbolic/theory.h, pointers those of the
 * memory, and numbers of threads are told from others. */
#include "engine/prove/method/value.h"

#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"

Sym value_constant(Attempt *f, uint64_t bits, Type type)
{
    uint32_t object = (uint32_t)(bits >> 32);
    const Program *program = f->program;
    if (type.kind == TYPE_PTR)
        return (Sym){.t = term_number(&f->terms, object),
                     .offset = (int32_t)(uint32_t)bits,
                     .layout = object < program->globals.len && f->prover->storage->layouts
                                   ? program->globals.at[object].layout
                                   : 0};
    return (Sym){.t = theory_constant(&f->theory, bits, type)};
}

Term value_bool(Attempt *f, Sym s)
{
    assert(sort_equal(term_sort(&f->terms, s.t), SORT_BOOL));
    return s.t;
}

Term value_number(Attempt *f, Term thread)
{
    return term_sub(&f->terms, thread, term_number(&f->terms, 1));
}

Term value_tid(void *of, Term thread)
{
    Attempt *f = of;
    return f->prover->machine ? term_select(&f->terms, f->world.numbers, thread) : thread;
}

/* The thread whose number it is; if it is nobody's, none. */
static Term thread_of(Attempt *f, Term number)
{
    assert(f->prover->machine && f->world.numbered.ix);
    return term_select(&f->terms, f->world.numbered,
                       term_resize(&f->terms, number, KEY_BITS, false));
}

Term value_has_own(Attempt *f, Term thread)
{
    if (!f->prover->storage->number)
        return term_bool(&f->terms, true);
    if (f->prover->machine)
        return term_eq(&f->terms, thread_of(f, value_tid(f, thread)), thread);
    return term_lt(&f->terms, thread, term_number(&f->terms, INT32_MAX));
}

Term value_nobody(Attempt *f)
{
    Terms *terms = &f->terms;
    if (!f->prover->storage->number || !f->prover->machine)
        return term_bool(terms, true);
    return term_eq(terms, thread_of(f, term_constant(terms, 0, SORT_BITS(32))),
                   term_number(terms, 0));
}

Term value_less(Attempt *f, Term a, Term b, bool or_equal, Type type)
{
    return theory_less(&f->theory, a, b, or_equal, type);
}

Sym value_length(Attempt *f, Term object, Type type)
{
    Sym length = {.t = term_select(&f->terms, f->world.length, object)};
    return value_convert(f, &f->theory, length, TYPE_S64, type);
}

void value_know_range(Attempt *f, State *s, Term value, Type type)
{
    const Theory *t = &f->theory;
    if (t->undefined && t->numbers == NUMBERS_INTEGERS && theory_is_number(t, type))
        state_assume(f, s, theory_in_range(t, value, type));
}

void value_know_loaded(Attempt *f, State *s, Term value, Type type)
{
    const Theory *t = &f->theory;
    bool is_unsigned = type.kind == TYPE_UNSIGNED && type.bits > 1;
    value_know_range(f, s, value, type);
    if (!t->undefined && t->numbers == NUMBERS_INTEGERS && is_unsigned)
        state_assume(f, s, term_le(&f->terms, term_number(&f->terms, 0), value));
}

Term value_compare_pointers(Attempt *f, const Instr *i, Sym a, Sym b)
{
    if (i->op != OP_EQ && i->op != OP_NE)
        return NO_TERM;
    Term t = f->prover->storage->equal(f, a, b);
    assert(!t.ix || sort_equal(term_sort(&f->terms, t), SORT_BOOL));
    return t.ix && i->op == OP_NE ? term_not(&f->terms, t) : t;
}

/* A number is that of a thread: it is the thread whose number it is. */
Term value_equal(void *of, Term a, Term b)
{
    Attempt *f = of;
    for (int side = 0; side < 2; side++) {
        Node node = term_node(&f->terms, side ? b : a);
        if (node.op ==
            TERM_ZERO) /* as a `pthread_t`, for one: what is longer has no other number */
            node = term_node(&f->terms, node.arg[0]);
        if (node.op == TERM_SELECT && node.arg[0].ix == f->world.numbers.ix)
            return term_eq(&f->terms, thread_of(f, side ? a : b), node.arg[1]);
    }
    return term_eq(&f->terms, a, b);
}

Sym value_convert(Attempt *f, const Theory *t, Sym value, Type from, Type to)
{
    Instr i = {.op = OP_CAST, .type = to, .from = from};
    if (type_equal(from, to))
        return value;
    Term result = theory_compute(t, &i, value.t, NO_TERM);
    assert(!result.ix || sort_equal(term_sort(&f->terms, result), theory_sort(t, to)));
    return result.ix ? (Sym){.t = result} : fresh_sym(f, "cast", to);
}
