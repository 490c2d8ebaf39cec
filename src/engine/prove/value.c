/* value.c -- arithmetic on mathematical integers.  Where the program's arithmetic wraps around, the
 * result is exact as long as it fits, and any value otherwise; where it traps, the run ends if the
 * result does not fit, so it may be taken for exact. */
#include "engine/prove/model.h"

Sym value_constant(Attempt *f, uint64_t bits, Type type)
{
    if (sort_equal(cell_value_sort(type), SORT_BOOL))
        return (Sym){.t = term_bool(&f->terms, bits != 0)};
    if (type.kind == TYPE_PTR)
        return (Sym){.t = term_number(&f->terms, (int64_t)(bits >> 32)),
                     .offset = (int32_t)(uint32_t)bits};
    return (Sym){.t = term_number(&f->terms, (int64_t)bits)};
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

static bool is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || (type.kind == TYPE_UNSIGNED && type.bits > 1);
}

/* Is the value one of the type? */
static Term in_range(Attempt *f, Term value, Type type)
{
    Terms *terms = &f->terms;
    bool is_signed = type.kind == TYPE_SIGNED;
    int bits = type.bits - is_signed;
    int64_t most = bits >= 63 ? INT64_MAX : ((int64_t)1 << bits) - 1;
    int64_t least = is_signed ? -most - 1 : 0;
    return term_and(terms, term_le(terms, term_number(terms, least), value),
                    term_le(terms, value, term_number(terms, most)));
}

/* Any value of the type if this one does not fit. */
static Sym wrapped(Attempt *f, Term value, Type type)
{
    if (f->exact)
        return (Sym){.t = value};
    Term other = fresh_term(f, "wrapped", SORT_INT);
    return (Sym){.t = term_ite(&f->terms, in_range(f, value, type), value, other)};
}

static Sym boolean_op(Attempt *f, Op op, Term a, Term b)
{
    Terms *terms = &f->terms;
    Term equal = term_eq(terms, a, b);
    Term t = op == OP_AND                  ? term_and(terms, a, b)
             : op == OP_OR                 ? term_or(terms, a, b)
             : op == OP_XOR || op == OP_NE ? term_not(terms, equal)
             : op == OP_EQ                 ? equal
             : op == OP_LT                 ? term_and(terms, term_not(terms, a), b)
                                           : term_implies(terms, a, b);
    return (Sym){.t = t};
}

static Sym integer_op(Attempt *f, const Instr *i, Term a, Term b)
{
    Terms *terms = &f->terms;
    Term t = i->op == OP_ADD   ? term_add(terms, a, b)
             : i->op == OP_SUB ? term_sub(terms, a, b)
             : i->op == OP_MUL ? term_mul(terms, a, b)
             : i->op == OP_DIV ? term_div(terms, a, b)
             : i->op == OP_REM ? term_rem(terms, a, b)
                               : term_sub(terms, term_number(terms, 0), a);
    return i->flags & FLAG_TRAP ? (Sym){.t = t} : wrapped(f, t, i->type);
}

static Sym pointer_equal(Attempt *f, bool equal, Sym a, Sym b)
{
    if (a.offset || b.offset || a.index.ix || b.index.ix)
        return fresh_sym(f, "compare", TYPE_U1);
    Term t = term_eq(&f->terms, a.t, b.t);
    return (Sym){.t = equal ? t : term_not(&f->terms, t)};
}

static Sym compare(Attempt *f, const Instr *i, Sym a, Sym b)
{
    Terms *terms = &f->terms;
    if (i->type.kind == TYPE_PTR)
        return i->op == OP_EQ || i->op == OP_NE ? pointer_equal(f, i->op == OP_EQ, a, b)
                                                : fresh_sym(f, "compare", TYPE_U1);
    if (i->op == OP_LT || i->op == OP_LE)
        return (Sym){.t = i->op == OP_LT ? term_lt(terms, a.t, b.t) : term_le(terms, a.t, b.t)};
    Term equal = term_eq(terms, a.t, b.t);
    return (Sym){.t = i->op == OP_EQ ? equal : term_not(terms, equal)};
}

/* Does every value of one integer type fit the other? */
static bool widens(Type from, Type to)
{
    if (from.kind == to.kind)
        return from.bits <= to.bits;
    return from.kind == TYPE_UNSIGNED && from.bits < to.bits;
}

static Sym cast(Attempt *f, const Instr *i, Sym a)
{
    Terms *terms = &f->terms;
    bool from_bool = sort_equal(cell_value_sort(i->from), SORT_BOOL);
    bool to_bool = sort_equal(cell_value_sort(i->type), SORT_BOOL);
    if (from_bool && to_bool)
        return a;
    if (from_bool && is_integer(i->type))
        return (Sym){.t = term_ite(terms, a.t, term_number(terms, 1), term_number(terms, 0))};
    if (!is_integer(i->from) || !is_integer(i->type))
        return fresh_sym(f, "cast", i->type);
    return i->flags & FLAG_TRAP || widens(i->from, i->type) ? a : wrapped(f, a.t, i->type);
}

static Sym move(Attempt *f, const Instr *i, Sym a, Sym b)
{
    int64_t size = i->offset;
    if (i->op == OP_FIELD)
        return (Sym){a.t, a.index, a.offset < 0 ? -1 : a.offset + i->offset};
    if (a.index.ix || a.offset || size <= 0)
        return (Sym){a.t, a.index, -1};
    (void)f;
    return (Sym){a.t, b.t, 0};
}

bool value_compute(Attempt *f, const Instr *i, Sym a, Sym b, Sym *result)
{
    bool is_bool = sort_equal(cell_value_sort(i->type), SORT_BOOL);
    bool is_float = i->type.kind == TYPE_FLOAT;
    switch ((int)i->op) {
    case OP_MOV:
        *result = a;
        return true;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_REM:
    case OP_NEG:
        *result = is_float || i->type.kind == TYPE_PTR ? fresh_sym(f, "value", i->type)
                                                       : integer_op(f, i, a.t, b.t);
        return true;
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
        *result = is_float  ? fresh_sym(f, "compare", TYPE_U1)
                  : is_bool ? boolean_op(f, (Op)i->op, a.t, b.t)
                            : compare(f, i, a, b);
        return true;
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        *result = is_bool ? boolean_op(f, (Op)i->op, a.t, b.t) : fresh_sym(f, "bits", i->type);
        return true;
    case OP_SHL:
    case OP_SHR:
        *result = fresh_sym(f, "bits", i->type);
        return true;
    case OP_NOT:
        *result = is_bool ? (Sym){.t = term_not(&f->terms, a.t)} : fresh_sym(f, "bits", i->type);
        return true;
    case OP_CAST:
        *result = cast(f, i, a);
        return true;
    case OP_INDEX:
    case OP_FIELD:
        *result = move(f, i, a, b);
        return true;
    default: /* all others: not mine */
        return false;
    }
}
