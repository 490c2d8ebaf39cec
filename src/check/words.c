/* words.c -- see words.h. */
#include "check/words.h"

#include "ir/shape.h"

bool words_is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
}

static bool is_bool(Type type)
{
    return type.kind == TYPE_UNSIGNED && type.bits == 1;
}

Sort words_sort(Type type)
{
    if (is_bool(type))
        return SORT_BOOL;
    return SORT_BITS(words_is_integer(type) ? type.bits : 64);
}

Term words_fresh(Words *w, Sort sort)
{
    char name[32];
    snprintf(name, sizeof name, "w%u.%u", sort.base == SORT_BOOLEAN ? 0 : sort.width, w->fresh++);
    return term_variable(w->terms, name, sort);
}

Term words_constant(Words *w, uint64_t bits, Type type)
{
    if (is_bool(type))
        return term_bool(w->terms, bits & 1);
    return term_constant(w->terms, (int64_t)bits, words_sort(type));
}

bool words_computes(const Instr *i)
{
    return i->op <= OP_CAST && words_is_integer(i->type) &&
           (i->op != OP_CAST || words_is_integer(i->from));
}

static Term less(Words *w, Term a, Term b, Type type)
{
    return term_bits(w->terms, type.kind == TYPE_SIGNED ? TERM_SLT : TERM_ULT, a, b);
}

Term words_le(Words *w, Term a, Term b, Type type)
{
    if (is_bool(type))
        return term_or(w->terms, term_not(w->terms, a), b);
    return term_not(w->terms, less(w, b, a, type));
}

static Term compute_truth(Words *w, const Instr *i, Term a, Term b)
{
    Terms *t = w->terms;
    switch ((Op)i->op) {
    case OP_MOV:
        return a;
    case OP_AND:
    case OP_MUL:
        return i->flags & FLAG_TRAP ? NO_TERM : term_and(t, a, b);
    case OP_OR:
        return term_or(t, a, b);
    case OP_XOR:
        return term_not(t, term_eq(t, a, b));
    case OP_NOT:
        return term_not(t, a);
    case OP_ADD:
    case OP_SUB:
    case OP_DIV:
    case OP_REM:
    case OP_SHL ... OP_NEG:
    case OP_EQ ... OP_NUMBER:
    case OPS:
        break;
    }
    return NO_TERM;
}

static Term compare(Words *w, const Instr *i, Term a, Term b)
{
    Term equal = term_eq(w->terms, a, b);
    if (i->op == OP_EQ || i->op == OP_NE)
        return i->op == OP_EQ ? equal : term_not(w->terms, equal);
    return i->op == OP_LT ? term_not(w->terms, words_le(w, b, a, i->type))
                          : words_le(w, a, b, i->type);
}

/* A number of 64 bits with the same value; of an unsigned one of 64 bits the same bits. */
static Term widen(Words *w, Term a, Type type)
{
    Terms *t = w->terms;
    if (is_bool(type))
        return term_ite(t, a, term_constant(t, 1, SORT_BITS(64)),
                        term_constant(t, 0, SORT_BITS(64)));
    return term_resize(t, a, 64, type.kind == TYPE_SIGNED);
}

static Term cast(Words *w, const Instr *i, Term a)
{
    Terms *t = w->terms;
    if (is_bool(i->from) && is_bool(i->type))
        return a;
    Term wide = widen(w, a, i->from);
    if (!is_bool(i->type))
        return term_resize(t, wide, i->type.bits, false);
    Term zero = term_constant(t, 0, SORT_BITS(1));
    return term_not(t, term_eq(t, term_resize(t, wide, 1, false), zero));
}

/* Products of what is not known are any number: that only adds runs of the program. */
static Term multiply(Words *w, Term a, Term b)
{
    int64_t number;
    bool known = term_is_number(w->terms, a, &number) || term_is_number(w->terms, b, &number);
    return known ? term_bits(w->terms, TERM_BITS_MUL, a, b)
                 : words_fresh(w, term_sort(w->terms, a));
}

static Term shift(Words *w, const Instr *i, Term a, Term b)
{
    Terms *t = w->terms;
    bool is_signed = i->type.kind == TYPE_SIGNED;
    if (i->type.bits & (i->type.bits - 1))
        return NO_TERM;
    Term width = term_constant(t, i->type.bits, SORT_BITS(i->type.bits));
    Term by = i->type.bits == 1 ? b : term_bits(t, TERM_UREM, b, width);
    return term_bits(t, i->op == OP_SHL ? TERM_SHL : is_signed ? TERM_ASHR : TERM_LSHR, a, by);
}

Term words_compute(Words *w, const Instr *i, Term a, Term b)
{
    Terms *t = w->terms;
    bool is_signed = i->type.kind == TYPE_SIGNED;
    if (i->op == OP_EQ || i->op == OP_NE || i->op == OP_LT || i->op == OP_LE)
        return compare(w, i, a, b);
    if (i->op == OP_CAST)
        return cast(w, i, a);
    if (is_bool(i->type))
        return compute_truth(w, i, a, b);
    switch ((Op)i->op) {
    case OP_MOV:
        return a;
    case OP_ADD:
        return term_bits(t, TERM_BITS_ADD, a, b);
    case OP_SUB:
        return term_bits(t, TERM_BITS_SUB, a, b);
    case OP_MUL:
        return multiply(w, a, b);
    case OP_DIV:
        return term_bits(t, is_signed ? TERM_SDIV : TERM_UDIV, a, b);
    case OP_REM:
        return term_bits(t, is_signed ? TERM_SREM : TERM_UREM, a, b);
    case OP_AND:
        return term_bits(t, TERM_BITS_AND, a, b);
    case OP_OR:
        return term_bits(t, TERM_BITS_OR, a, b);
    case OP_XOR:
        return term_bits(t, TERM_BITS_XOR, a, b);
    case OP_NEG:
        return term_bits(t, TERM_BITS_SUB, words_constant(w, 0, i->type), a);
    case OP_NOT:
        return term_bits(t, TERM_BITS_XOR, words_constant(w, UINT64_MAX, i->type), a);
    case OP_SHL:
    case OP_SHR:
        return shift(w, i, a, b);
    case OP_EQ ... OP_NUMBER:
    case OPS:
        break;
    }
    return NO_TERM;
}

/* ---- errors ---- */

/* The result is what it is with twice as many bits. */
static Term fits(Words *w, const Instr *i, Term a, Term b)
{
    Terms *t = w->terms;
    bool is_signed = i->type.kind == TYPE_SIGNED;
    Term zero = words_constant(w, 0, i->type);
    if (i->op == OP_NEG) {
        b = a;
        a = zero;
    }
    TermOp op = i->op == OP_ADD ? TERM_BITS_ADD : i->op == OP_MUL ? TERM_BITS_MUL : TERM_BITS_SUB;
    if (i->type.bits <= 32) {
        Term exact = term_bits(t, op, widen(w, a, i->type), widen(w, b, i->type));
        Term back = term_resize(t, term_resize(t, exact, i->type.bits, false), 64, is_signed);
        return term_eq(t, exact, back);
    }
    Term result = term_bits(t, op, a, b);
    if (op == TERM_BITS_MUL)
        return NO_TERM;
    if (!is_signed) /* a sum is not less than its parts, a difference not more than the first */
        return op == TERM_BITS_ADD ? words_le(w, a, result, i->type) : words_le(w, b, a, i->type);
    Term up = words_le(w, zero, b, i->type), rises = words_le(w, a, result, i->type),
         falls = words_le(w, result, a, i->type);
    return op == TERM_BITS_ADD ? term_ite(t, up, rises, falls) : term_ite(t, up, falls, rises);
}

/* The value is one of the new type. */
static Term cast_fits(Words *w, const Instr *i, Term a)
{
    Terms *t = w->terms;
    bool from = i->from.kind == TYPE_SIGNED, to = i->type.kind == TYPE_SIGNED;
    Term wide = widen(w, a, i->from);
    Term back = widen(w, cast(w, i, a), i->type);
    Term same = term_eq(t, wide, back);
    Term negative = term_bits(t, TERM_SLT, wide, term_constant(t, 0, SORT_BITS(64)));
    return from == to ? same : term_and(t, same, term_not(t, negative));
}

static uint32_t demand_quotient(Words *w, const Instr *i, Term a, Term b, Demand demands[2])
{
    Terms *t = w->terms;
    bool traps = i->flags & FLAG_TRAP;
    Term zero = words_constant(w, 0, i->type), minus = words_constant(w, UINT64_MAX, i->type);
    Term least = words_constant(w, UINT64_C(1) << (i->type.bits - 1), i->type);
    demands[0] = (Demand){term_not(t, term_eq(t, b, zero)), ERR_DIVISION};
    bool overflow = i->flags & FLAG_CHECK || (traps && i->op == OP_DIV);
    if (i->type.kind != TYPE_SIGNED || !overflow)
        return 1;
    Term bad = term_and(t, term_eq(t, b, minus), term_eq(t, a, least));
    demands[1] = (Demand){term_not(t, bad), traps ? ERR_OVERFLOW : ERR_QUOTIENT};
    return 2;
}

uint32_t words_demands(Words *w, const Instr *i, Term a, Term b, Demand demands[2])
{
    Terms *t = w->terms;
    bool traps = i->flags & FLAG_TRAP;
    switch ((Op)i->op) {
    case OP_DIV:
    case OP_REM:
        if (!is_bool(i->type))
            return demand_quotient(w, i, a, b, demands);
        demands[0] = (Demand){b, ERR_DIVISION};
        return 1;
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_NEG:
        demands[0] = (Demand){is_bool(i->type) ? NO_TERM
                              : traps          ? fits(w, i, a, b)
                                               : t->yes,
                              ERR_OVERFLOW};
        return traps;
    case OP_CAST:
        demands[0] = (Demand){traps ? cast_fits(w, i, a) : t->yes, ERR_OVERFLOW};
        return traps;
    case OP_SHL:
    case OP_SHR: {
        Term width = words_constant(w, i->type.bits, i->type);
        bool narrow = i->type.bits < 8; /* the width itself does not fit */
        demands[0] = (Demand){narrow ? NO_TERM : term_bits(t, TERM_ULT, b, width), ERR_SHIFT};
        return (i->flags & FLAG_CHECK) != 0;
    }
    case OP_MOV:
    case OP_AND:
    case OP_OR:
    case OP_XOR:
    case OP_NOT:
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
    case OP_MATH:
    case OP_INDEX:
    case OP_FIELD:
    case OP_DISTANCE:
    case OP_FORGET:
    case OP_LOAD ... OP_NUMBER:
    case OPS:
        break;
    }
    return 0;
}
