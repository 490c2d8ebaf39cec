/* value.c -- arithmetic: on bit-vectors it is that of the machine; a result that does not fit where
 * the program's arithmetic traps is what remains of it, though no run goes on with it.
 *
 * On mathematical integers: where the program's arithmetic wraps around, the
 * result is exact as long as it fits, and any value otherwise; where it traps, the run ends if the
 * result does not fit, so it may be taken for exact; so may signed numbers of C, whose overflow
 * leaves it undefined what the program does. */
#include "engine/prove/model.h"

Sym value_constant(Attempt *f, uint64_t bits, Type type)
{
    Sort sort = cell_value_sort(f->prover, type);
    uint32_t object = (uint32_t)(bits >> 32);
    const Program *program = f->program;
    if (sort_equal(sort, SORT_BOOL))
        return (Sym){.t = term_bool(&f->terms, bits != 0)};
    if (type.kind == TYPE_PTR)
        return (Sym){.t = term_number(&f->terms, object),
                     .offset = (int32_t)(uint32_t)bits,
                     .layout = object < program->globals.len && f->prover->raw
                                   ? program->globals.at[object].layout
                                   : 0};
    return (Sym){.t = term_constant(&f->terms, (int64_t)bits, sort)};
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

static bool is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || (type.kind == TYPE_UNSIGNED && type.bits > 1);
}

Term value_less(Attempt *f, Term a, Term b, bool or_equal, Type type)
{
    Terms *terms = &f->terms;
    bool is_signed = type.kind == TYPE_SIGNED;
    if (term_sort(terms, a).base == SORT_VECTOR)
        return term_bits(
            terms, is_signed ? (or_equal ? TERM_SLE : TERM_SLT) : (or_equal ? TERM_ULE : TERM_ULT),
            a, b);
    return or_equal ? term_le(terms, a, b) : term_lt(terms, a, b);
}

Sym value_length(Attempt *f, Term object, Type type)
{
    Sym length = {.t = term_select(&f->terms, f->length, object)};
    return value_convert(f, length, TYPE_S64, type);
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

void value_know_range(Attempt *f, State *s, Term value, Type type)
{
    if (f->prover->raw && !f->prover->machine && is_integer(type))
        state_assume(f, s, in_range(f, value, type));
}

/* Any value of the type if this one does not fit. */
static Sym wrapped(Attempt *f, Term value, Type type)
{
    if (f->exact)
        return (Sym){.t = value};
    Term other = fresh_term(f, "wrapped", SORT_INT);
    if (f->prover->raw)
        vec_push(&f->facts, in_range(f, other, type));
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

/* The amount of a shift counts modulo the width. */
static Sym shift(Attempt *f, const Instr *i, Term a, Term b)
{
    Terms *terms = &f->terms;
    Sort sort = term_sort(terms, a);
    b = term_bits(terms, TERM_UREM, b, term_constant(terms, sort.width, sort));
    TermOp op = i->op == OP_SHL ? TERM_SHL : i->type.kind == TYPE_SIGNED ? TERM_ASHR : TERM_LSHR;
    return (Sym){.t = term_bits(terms, op, a, b)};
}

static Sym vector_op(Attempt *f, const Instr *i, Term a, Term b)
{
    Terms *terms = &f->terms;
    Sort sort = term_sort(terms, a);
    bool is_signed = i->type.kind == TYPE_SIGNED;
    if (i->op == OP_SHL || i->op == OP_SHR)
        return shift(f, i, a, b);
    if (i->op == OP_NEG || i->op == OP_NOT) {
        b = a;
        a = term_constant(terms, i->op == OP_NEG ? 0 : -1, sort);
    }
    TermOp op = i->op == OP_ADD                      ? TERM_BITS_ADD
                : i->op == OP_MUL                    ? TERM_BITS_MUL
                : i->op == OP_DIV                    ? (is_signed ? TERM_SDIV : TERM_UDIV)
                : i->op == OP_REM                    ? (is_signed ? TERM_SREM : TERM_UREM)
                : i->op == OP_AND                    ? TERM_BITS_AND
                : i->op == OP_OR                     ? TERM_BITS_OR
                : i->op == OP_XOR || i->op == OP_NOT ? TERM_BITS_XOR
                                                     : TERM_BITS_SUB;
    return (Sym){.t = term_bits(terms, op, a, b)};
}

static Sym integer_op(Attempt *f, const Instr *i, Term a, Term b)
{
    Terms *terms = &f->terms;
    if (f->prover->machine)
        return vector_op(f, i, a, b);
    Term t = i->op == OP_ADD   ? term_add(terms, a, b)
             : i->op == OP_SUB ? term_sub(terms, a, b)
             : i->op == OP_MUL ? term_mul(terms, a, b)
             : i->op == OP_DIV ? term_div(terms, a, b)
             : i->op == OP_REM ? term_rem(terms, a, b)
                               : term_sub(terms, term_number(terms, 0), a);
    bool trusted = f->prover->raw && i->type.kind == TYPE_SIGNED;
    return i->flags & FLAG_TRAP || trusted ? (Sym){.t = t} : wrapped(f, t, i->type);
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
static Term equal_numbers(Attempt *f, Term a, Term b)
{
    Terms *terms = &f->terms;
    for (int side = 0; side < 2; side++) {
        Node node = term_node(terms, side ? b : a);
        if (node.op == TERM_SELECT && node.arg[0].ix == f->numbers.ix)
            return term_eq(terms, thread_of(f, side ? a : b), node.arg[1]);
    }
    return term_eq(terms, a, b);
}

static Sym compare(Attempt *f, const Instr *i, Sym a, Sym b)
{
    Terms *terms = &f->terms;
    if (i->type.kind == TYPE_PTR)
        return i->op == OP_EQ || i->op == OP_NE ? pointer_equal(f, i->op == OP_EQ, a, b)
                                                : fresh_sym(f, "compare", TYPE_U1);
    if (i->op == OP_LT || i->op == OP_LE)
        return (Sym){.t = value_less(f, a.t, b.t, i->op == OP_LE, i->type)};
    Term equal = equal_numbers(f, a.t, b.t);
    return (Sym){.t = i->op == OP_EQ ? equal : term_not(terms, equal)};
}

/* Does every value of one integer type fit the other? */
static bool widens(Type from, Type to)
{
    if (from.kind == to.kind)
        return from.bits <= to.bits;
    return from.kind == TYPE_UNSIGNED && from.bits < to.bits;
}

/* The last bit, as the machine takes it; of a boolean that had become a number, the boolean. */
static Sym cast_to_bool(Attempt *f, Sym a)
{
    Terms *terms = &f->terms;
    Sort sort = term_sort(terms, a.t);
    Node node = term_node(terms, a.t);
    int64_t yes, no;
    if (node.op == TERM_ITE && term_is_number(terms, node.arg[1], &yes) &&
        term_is_number(terms, node.arg[2], &no))
        return (Sym){
            .t = term_ite(terms, node.arg[0], term_bool(terms, yes & 1), term_bool(terms, no & 1))};
    Term one = term_constant(terms, 1, sort), two = term_constant(terms, 2, sort);
    Term last = sort.base == SORT_VECTOR ? term_bits(terms, TERM_BITS_AND, a.t, one)
                                         : term_rem(terms, a.t, two);
    return (Sym){.t = term_not(terms, term_eq(terms, last, term_constant(terms, 0, sort)))};
}

/* The same bits as a number with a sign, or without. */
static Sym change_sign(Attempt *f, Sym a, Type to)
{
    Terms *terms = &f->terms;
    int64_t range = (int64_t)1 << to.bits;
    bool is_signed = to.kind == TYPE_SIGNED;
    Term limit = term_number(terms, is_signed ? range / 2 : 0);
    Term moved = term_add(terms, a.t, term_number(terms, is_signed ? -range : range));
    Term below = term_lt(terms, a.t, limit);
    return (Sym){.t = is_signed ? term_ite(terms, below, a.t, moved)
                                : term_ite(terms, below, moved, a.t)};
}

static Sym cast(Attempt *f, const Instr *i, Sym a)
{
    Terms *terms = &f->terms;
    Sort from = cell_value_sort(f->prover, i->from), to = cell_value_sort(f->prover, i->type);
    bool from_bool = sort_equal(from, SORT_BOOL), to_bool = sort_equal(to, SORT_BOOL);
    if (from_bool && to_bool)
        return a;
    if (from_bool && is_integer(i->type)) {
        Term one = term_constant(terms, 1, to), zero = term_constant(terms, 0, to);
        return (Sym){.t = term_ite(terms, a.t, one, zero)};
    }
    if (to_bool && is_integer(i->from) && f->prover->raw)
        return cast_to_bool(f, a);
    if (i->from.kind == TYPE_TID && i->type.bits == 32 && is_integer(i->type) && f->prover->raw)
        return (Sym){.t = value_tid(f, a.t)};
    if (!is_integer(i->from) || !is_integer(i->type))
        return fresh_sym(f, "cast", i->type);
    if (to.base == SORT_VECTOR)
        return (Sym){.t = term_resize(terms, a.t, to.width, i->from.kind == TYPE_SIGNED)};
    if (i->from.bits == i->type.bits && i->from.kind != i->type.kind && i->type.bits <= 32 &&
        !f->exact)
        return change_sign(f, a, i->type);
    return i->flags & FLAG_TRAP || widens(i->from, i->type) ? a : wrapped(f, a.t, i->type);
}

Sym value_convert(Attempt *f, Sym value, Type from, Type to)
{
    Instr i = {.op = OP_CAST, .type = to, .from = from};
    return type_equal(from, to) ? value : cast(f, &i, value);
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

bool value_compute(Attempt *f, const Instr *i, Sym a, Sym b, Sym *result)
{
    bool is_bool = sort_equal(cell_value_sort(f->prover, i->type), SORT_BOOL);
    bool is_vector = cell_value_sort(f->prover, i->type).base == SORT_VECTOR;
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
        *result = is_bool     ? boolean_op(f, (Op)i->op, a.t, b.t)
                  : is_vector ? vector_op(f, i, a.t, b.t)
                              : fresh_sym(f, "bits", i->type);
        return true;
    case OP_SHL:
    case OP_SHR:
        *result = is_vector ? vector_op(f, i, a.t, b.t) : fresh_sym(f, "bits", i->type);
        return true;
    case OP_NOT:
        *result = is_bool     ? (Sym){.t = term_not(&f->terms, a.t)}
                  : is_vector ? vector_op(f, i, a.t, a.t)
                              : fresh_sym(f, "bits", i->type);
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
