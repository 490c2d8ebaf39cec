/* value.c -- values of a method: numbers are those of symbolic/theory.h, pointers those of the
 * memory, and numbers of threads are told from others. */
#include "engine/prove/model.h"

#include "symbolic/meaning.h"

Sym value_constant(Attempt *f, uint64_t bits, Type type)
{
    uint32_t object = (uint32_t)(bits >> 32);
    const Program *program = f->program;
    if (type.kind == TYPE_PTR)
        return (Sym){.t = term_number(&f->terms, object),
                     .offset = (int32_t)(uint32_t)bits,
                     .layout = object < program->globals.len && f->prover->raw
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

/* Raw: what `tid` is. */
static Term value_tid(Attempt *f, Term thread)
{
    return f->prover->machine ? term_select(&f->terms, f->numbers, thread) : thread;
}

/* The thread whose number it is; if it is nobody's, none. */
static Term thread_of(Attempt *f, Term number)
{
    return term_select(&f->terms, f->numbered, term_resize(&f->terms, number, KEY_BITS, false));
}

Term value_has_own(Attempt *f, Term thread)
{
    if (!f->prover->raw)
        return term_bool(&f->terms, true);
    if (f->prover->machine)
        return term_eq(&f->terms, thread_of(f, value_tid(f, thread)), thread);
    return term_lt(&f->terms, thread, term_number(&f->terms, INT32_MAX));
}

Term value_less(Attempt *f, Term a, Term b, bool or_equal, Type type)
{
    return theory_less(&f->theory, a, b, or_equal, type);
}

Sym value_length(Attempt *f, Term object, Type type)
{
    Sym length = {.t = term_select(&f->terms, f->length, object)};
    return value_convert(f, &f->theory, length, TYPE_S64, type);
}

void value_know_range(Attempt *f, State *s, Term value, Type type)
{
    const Theory *t = &f->theory;
    if (t->undefined && t->numbers == NUMBERS_INTEGERS && theory_is_number(t, type))
        state_assume(f, s, theory_in_range(t, value, type));
}

static Sym pointer_equal(Attempt *f, bool equal, Sym a, Sym b)
{
    Term t = NO_TERM;
    if (f->prover->raw)
        t = raw_equal(f, a, b);
    else if (!a.offset && !b.offset && !a.index.ix && !b.index.ix)
        t = term_eq(&f->terms, a.t, b.t);
    if (!t.ix)
        return fresh_sym(f, "compare", TYPE_U1);
    return (Sym){.t = equal ? t : term_not(&f->terms, t)};
}

/* A number is that of a thread: it is the thread whose number it is. */
static void compare_threads(Attempt *f, Term *a, Term *b)
{
    for (int side = 0; side < 2; side++) {
        Node node = term_node(&f->terms, side ? *b : *a);
        if (node.op != TERM_SELECT || node.arg[0].ix != f->numbers.ix)
            continue;
        *a = thread_of(f, side ? *a : *b);
        *b = node.arg[1];
        return;
    }
}

/* How a value is called of which nothing is known. */
static const char *name_of(Op op)
{
    bool compares = op == OP_EQ || op == OP_NE || op == OP_LT || op == OP_LE;
    bool bits =
        op == OP_AND || op == OP_OR || op == OP_XOR || op == OP_SHL || op == OP_SHR || op == OP_NOT;
    return compares ? "compare" : bits ? "bits" : op == OP_CAST ? "cast" : "value";
}

static Sym number(Attempt *f, const Theory *t, const Instr *i, Sym a, Sym b)
{
    bool equals = i->op == OP_EQ || i->op == OP_NE;
    bool truth = equals || i->op == OP_LT || i->op == OP_LE;
    if (i->op == OP_MOV)
        return a;
    if (equals && i->type.kind == TYPE_PTR)
        return pointer_equal(f, i->op == OP_EQ, a, b);
    if (equals && i->type.kind != TYPE_FLOAT)
        compare_threads(f, &a.t, &b.t);
    if (i->op == OP_CAST && i->from.kind == TYPE_TID && i->type.bits == 32 &&
        theory_is_number(t, i->type) && f->prover->raw)
        return (Sym){.t = value_tid(f, a.t)};
    Term result = theory_compute(t, i, a.t, b.t);
    return result.ix ? (Sym){.t = result}
                     : fresh_sym(f, name_of((Op)i->op), truth ? TYPE_U1 : i->type);
}

Sym value_convert(Attempt *f, const Theory *t, Sym value, Type from, Type to)
{
    Instr i = {.op = OP_CAST, .type = to, .from = from};
    return type_equal(from, to) ? value : number(f, t, &i, value, (Sym){0});
}

static Sym move(Attempt *f, const Instr *i, Sym a, Sym b)
{
    int64_t size = i->offset;
    if (f->prover->raw)
        return raw_move(f, i, a, b);
    if (i->op == OP_FIELD)
        return (Sym){
            .t = a.t, .index = a.index, .offset = a.offset < 0 ? -1 : a.offset + i->offset};
    if (a.index.ix || a.offset || size <= 0)
        return (Sym){.t = a.t, .index = a.index, .offset = -1};
    return (Sym){.t = a.t, .index = b.t};
}

bool value_compute(Attempt *f, const Theory *t, const Instr *i, Sym a, Sym b, Sym *result)
{
    Meaning meaning = op_meaning((Op)i->op);
    bool moves = i->op == OP_INDEX || i->op == OP_FIELD;
    if (meaning == MEANS_NUMBER)
        *result = number(f, t, i, a, b);
    else if (moves)
        *result = move(f, i, a, b);
    return meaning == MEANS_NUMBER || moves;
}
