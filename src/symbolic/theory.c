/* theory.c -- arithmetic, comparison and conversion of words and of integers, and the table of what
 * each instruction means. */
#include "symbolic/theory.h"

#include "symbolic/meaning.h"

/* ---- the representation ---- */

static bool is_words(const Theory *t)
{
    return t->numbers == NUMBERS_WORDS;
}

static bool is_boolean(const Theory *t, Type type)
{
    return t->booleans && type.kind == TYPE_UNSIGNED && type.bits == 1;
}

bool theory_is_number(const Theory *t, Type type)
{
    if (type.kind == TYPE_TID)
        return t->thread.base == SORT_VECTOR;
    return (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED) && !is_boolean(t, type);
}

Sort theory_sort(const Theory *t, Type type)
{
    if (is_boolean(t, type))
        return SORT_BOOL;
    if (type.kind == TYPE_TID)
        return t->thread;
    return is_words(t) && theory_is_number(t, type) ? SORT_BITS(type.bits) : SORT_INT;
}

/* A number that may be too large for one constant. */
static Term natural(const Theory *t, uint64_t number)
{
    Terms *terms = t->terms;
    if (number <= INT64_MAX)
        return term_number(terms, (int64_t)number);
    Term half = term_number(terms, (int64_t)(number / 2));
    return term_add(terms, term_add(terms, half, half), term_number(terms, number & 1));
}

Term theory_constant(const Theory *t, uint64_t bits, Type type)
{
    if (is_boolean(t, type))
        return term_bool(t->terms, bits != 0);
    if (!is_words(t) && type.kind == TYPE_UNSIGNED)
        return natural(t, bits);
    return term_constant(t->terms, (int64_t)bits, theory_sort(t, type));
}

Term theory_truth(const Theory *t, Term condition)
{
    if (t->booleans)
        return condition;
    return term_ite(t->terms, condition, theory_constant(t, 1, TYPE_U1),
                    theory_constant(t, 0, TYPE_U1));
}

Term theory_holds(const Theory *t, Term value)
{
    return t->booleans ? value : term_eq(t->terms, value, theory_constant(t, 1, TYPE_U1));
}

/* ---- integers ---- */

Term theory_in_range(const Theory *t, Term value, Type type)
{
    assert((type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED) && type.bits);
    bool is_signed = type.kind == TYPE_SIGNED;
    uint64_t most = UINT64_MAX >> (64 - type.bits + is_signed);
    int64_t least = is_signed ? -(int64_t)most - 1 : 0, number;
    if (term_is_number(t->terms, value, &number))
        return term_bool(t->terms, least <= number && (number < 0 || (uint64_t)number <= most));
    return term_and(t->terms, term_le(t->terms, term_number(t->terms, least), value),
                    term_le(t->terms, value, natural(t, most)));
}

/* Any value of the type if this one does not fit. */
static Term wrapped(const Theory *t, Term value, Type type)
{
    if (t->exact)
        return value;
    assert(!is_words(t));
    Term other = t->any(t->of, "wrapped", SORT_INT);
    if (t->undefined)
        t->know(t->of, theory_in_range(t, other, type));
    return term_ite(t->terms, theory_in_range(t, value, type), value, other);
}

/* The exact result of arithmetic. */
static Term exact_integer(const Theory *t, Op op, Term a, Term b)
{
    return op == OP_ADD   ? term_add(t->terms, a, b)
           : op == OP_SUB ? term_sub(t->terms, a, b)
           : op == OP_MUL ? term_mul(t->terms, a, b)
           : op == OP_DIV ? term_div(t->terms, a, b)
           : op == OP_REM ? term_rem(t->terms, a, b)
                          : term_sub(t->terms, term_number(t->terms, 0), a);
}

static Term integer_arithmetic(const Theory *t, const Instr *i, Term a, Term b)
{
    Term result = exact_integer(t, (Op)i->op, a, b);
    bool fits = i->flags & FLAG_TRAP || (t->undefined && i->type.kind == TYPE_SIGNED);
    return fits ? result : wrapped(t, result, i->type);
}

/* ---- words ---- */

/* Division of what is not known is hard for solvers: it is any value, but a remainder is smaller
 * than the divisor. */
static Term rough_quotient(const Theory *t, TermOp op, Term a, Term b)
{
    Terms *terms = t->terms;
    int64_t number;
    Sort sort = term_sort(terms, a);
    Term exact = term_bits(terms, op, a, b), zero = term_constant(terms, 0, sort);
    if (term_is_number(terms, exact, &number))
        return exact;
    Term any = t->any(t->of, "any", sort), fits;
    if (op == TERM_UREM) {
        fits = term_bits(terms, TERM_ULT, any, b);
    } else if (op == TERM_SREM) {
        Term below = term_bits(terms, TERM_SLT, any, b);
        Term above = term_bits(terms, TERM_SLT, term_bits(terms, TERM_BITS_SUB, zero, b), any);
        Term sign = term_implies(terms, term_bits(terms, TERM_SLE, zero, a),
                                 term_bits(terms, TERM_SLE, zero, any));
        fits = term_and(terms, term_and(terms, below, above), sign);
        fits = term_or(terms, fits, term_bits(terms, TERM_SLE, b, zero));
    } else {
        return any;
    }
    return term_ite(terms, fits, any, zero);
}

static Term rough_product(const Theory *t, Term a, Term b)
{
    int64_t number;
    if (term_is_number(t->terms, a, &number) || term_is_number(t->terms, b, &number))
        return term_bits(t->terms, TERM_BITS_MUL, a, b);
    return t->any(t->of, "any", term_sort(t->terms, a));
}

static TermOp word_op(const Instr *i)
{
    bool is_signed = i->type.kind == TYPE_SIGNED;
    return i->op == OP_ADD   ? TERM_BITS_ADD
           : i->op == OP_MUL ? TERM_BITS_MUL
           : i->op == OP_DIV ? (is_signed ? TERM_SDIV : TERM_UDIV)
           : i->op == OP_REM ? (is_signed ? TERM_SREM : TERM_UREM)
           : i->op == OP_AND ? TERM_BITS_AND
           : i->op == OP_OR  ? TERM_BITS_OR
           : i->op == OP_XOR ? TERM_BITS_XOR
                             : TERM_BITS_SUB;
}

static Term word_arithmetic(const Theory *t, const Instr *i, Term a, Term b)
{
    TermOp op = word_op(i);
    if (i->op == OP_NEG)
        return term_bits(t->terms, op, term_constant(t->terms, 0, term_sort(t->terms, a)), a);
    assert(term_sort(t->terms, a).width == i->type.bits);
    assert(term_sort(t->terms, b).width == i->type.bits);
    if (t->rough && i->op == OP_MUL)
        return rough_product(t, a, b);
    if (t->rough && (i->op == OP_DIV || i->op == OP_REM))
        return rough_quotient(t, op, a, b);
    return term_bits(t->terms, op, a, b);
}

/* test ? yes : no, of two numbers that are known. */
static bool is_choice(const Theory *t, Term term, Node *node)
{
    int64_t number;
    *node = term_node(t->terms, term);
    return node->op == TERM_ITE && term_is_number(t->terms, node->arg[1], &number) &&
           term_is_number(t->terms, node->arg[2], &number);
}

static Term resize(const Theory *t, Term a, unsigned width, bool is_signed)
{
    Node node;
    if (!is_choice(t, a, &node))
        return term_resize(t->terms, a, width, is_signed);
    return term_ite(t->terms, node.arg[0], term_resize(t->terms, node.arg[1], width, is_signed),
                    term_resize(t->terms, node.arg[2], width, is_signed));
}

/* ---- the instructions: a function for each row of the table below ---- */

static Term move(const Theory *t, const Instr *i, Term a, Term b)
{
    (void)t;
    (void)i;
    (void)b;
    return a;
}

static Term arithmetic(const Theory *t, const Instr *i, Term a, Term b)
{
    if (!theory_is_number(t, i->type))
        return NO_TERM;
    return is_words(t) ? word_arithmetic(t, i, a, b) : integer_arithmetic(t, i, a, b);
}

/* AND, OR and XOR; integers have no bits. */
static Term bitwise(const Theory *t, const Instr *i, Term a, Term b)
{
    Terms *terms = t->terms;
    if (is_boolean(t, i->type))
        return i->op == OP_AND  ? term_and(terms, a, b)
               : i->op == OP_OR ? term_or(terms, a, b)
                                : term_not(terms, term_eq(terms, a, b));
    return is_words(t) && theory_is_number(t, i->type) ? term_bits(terms, word_op(i), a, b)
                                                       : NO_TERM;
}

static Term invert(const Theory *t, const Instr *i, Term a, Term b)
{
    (void)b;
    if (is_boolean(t, i->type))
        return term_not(t->terms, a);
    if (!is_words(t) || !theory_is_number(t, i->type))
        return NO_TERM;
    return term_bits(t->terms, TERM_BITS_XOR, term_constant(t->terms, -1, term_sort(t->terms, a)),
                     a);
}

/* The amount of a shift counts modulo the width, as the register has it. */
static Term amount(const Theory *t, Term b, unsigned width, bool is_signed)
{
    assert(width && term_sort(t->terms, b).width == width);
    if ((width & (width - 1)) == 0)
        return term_bits(t->terms, TERM_BITS_AND, b,
                         term_constant(t->terms, width - 1, SORT_BITS(width)));
    Term wide = term_resize(t->terms, b, 64, is_signed);
    wide = term_bits(t->terms, TERM_UREM, wide, term_constant(t->terms, width, SORT_BITS(64)));
    return term_resize(t->terms, wide, width, false);
}

static Term shift(const Theory *t, const Instr *i, Term a, Term b)
{
    bool is_signed = i->type.kind == TYPE_SIGNED;
    if (!is_words(t) || !theory_is_number(t, i->type))
        return NO_TERM;
    TermOp op = i->op == OP_SHL ? TERM_SHL : is_signed ? TERM_ASHR : TERM_LSHR;
    return term_bits(t->terms, op, a, amount(t, b, i->type.bits, is_signed));
}

Term theory_less(const Theory *t, Term a, Term b, bool or_equal, Type type)
{
    bool is_signed = type.kind == TYPE_SIGNED;
    if (term_sort(t->terms, a).base == SORT_VECTOR)
        return term_bits(
            t->terms,
            is_signed ? (or_equal ? TERM_SLE : TERM_SLT) : (or_equal ? TERM_ULE : TERM_ULT), a, b);
    return or_equal ? term_le(t->terms, a, b) : term_lt(t->terms, a, b);
}

static Term compare(const Theory *t, const Instr *i, Term a, Term b)
{
    Terms *terms = t->terms;
    if (i->type.kind == TYPE_FLOAT || i->type.kind == TYPE_PTR)
        return NO_TERM;
    if (i->op == OP_EQ || i->op == OP_NE) {
        Term equal = t->equal ? t->equal(t->of, a, b) : term_eq(terms, a, b);
        return theory_truth(t, i->op == OP_EQ ? equal : term_not(terms, equal));
    }
    if (is_boolean(t, i->type))
        return i->op == OP_LT ? term_and(terms, term_not(terms, a), b) : term_implies(terms, a, b);
    return theory_truth(t, theory_less(t, a, b, i->op == OP_LE, i->type));
}

/* Does every value of one integer type fit the other? */
static bool widens(Type from, Type to)
{
    if (from.kind == to.kind)
        return from.bits <= to.bits;
    return from.kind == TYPE_UNSIGNED && from.bits < to.bits;
}

/* The last bit, as the machine takes it; of a boolean that had become a number, the boolean. */
static Term last_bit(const Theory *t, Term a)
{
    Terms *terms = t->terms;
    Sort sort = term_sort(terms, a);
    Node node;
    int64_t yes, no;
    if (is_choice(t, a, &node) && term_is_number(terms, node.arg[1], &yes) &&
        term_is_number(terms, node.arg[2], &no))
        return term_ite(terms, node.arg[0], term_bool(terms, yes & 1), term_bool(terms, no & 1));
    Term one = term_constant(terms, 1, sort), two = term_constant(terms, 2, sort);
    Term last = is_words(t) ? term_bits(terms, TERM_BITS_AND, a, one) : term_rem(terms, a, two);
    return term_not(terms, term_eq(terms, last, term_constant(terms, 0, sort)));
}

/* Integers: the same bits as a number with a sign, or without. */
static Term change_sign(const Theory *t, Term a, Type to)
{
    Terms *terms = t->terms;
    int64_t range = (int64_t)1 << to.bits;
    bool is_signed = to.kind == TYPE_SIGNED;
    Term limit = term_number(terms, is_signed ? range / 2 : 0);
    Term moved = term_add(terms, a, term_number(terms, is_signed ? -range : range));
    Term below = term_lt(terms, a, limit);
    return is_signed ? term_ite(terms, below, a, moved) : term_ite(terms, below, moved, a);
}

static Term integer_cast(const Theory *t, const Instr *i, Term a)
{
    if (i->from.bits == i->type.bits && i->from.kind != i->type.kind && i->type.bits <= 32 &&
        !t->exact)
        return change_sign(t, a, i->type);
    return i->flags & FLAG_TRAP || widens(i->from, i->type) ? a : wrapped(t, a, i->type);
}

static Term cast(const Theory *t, const Instr *i, Term a, Term b)
{
    bool from_boolean = is_boolean(t, i->from), to_boolean = is_boolean(t, i->type);
    bool from_number = theory_is_number(t, i->from), to_number = theory_is_number(t, i->type);
    (void)b;
    if (from_boolean && to_boolean)
        return a;
    if (from_boolean && to_number)
        return term_ite(t->terms, a, theory_constant(t, 1, i->type),
                        theory_constant(t, 0, i->type));
    if (from_number && to_boolean)
        return last_bit(t, a);
    if (i->from.kind == TYPE_TID && t->number && to_number && i->type.bits == 32)
        return t->number(t->of, a);
    if (!from_number || !to_number)
        return NO_TERM;
    return is_words(t) ? resize(t, a, i->type.bits, i->from.kind == TYPE_SIGNED)
                       : integer_cast(t, i, a);
}

/* ---- when they are no errors ---- */

static void need(Needs *needs, Term holds, ErrorKind error)
{
    assert(needs->len < sizeof needs->at / sizeof *needs->at && holds.ix);
    needs->at[needs->len++] = (Need){holds, error};
}

/* Does the sum, the difference or the product fit so many bits? */
static Term word_fits(const Theory *t, Op op, Term a, Term b, bool is_signed)
{
    Terms *terms = t->terms;
    Sort sort = term_sort(terms, a);
    Term zero = term_constant(terms, 0, sort),
         least = term_bits(terms, TERM_SHL, term_constant(terms, 1, sort),
                           term_constant(terms, sort.width - 1, sort));
    TermOp sum = op == OP_ADD ? TERM_BITS_ADD : op == OP_MUL ? TERM_BITS_MUL : TERM_BITS_SUB;
    Term result = term_bits(terms, sum, a, b);
    if (op == OP_MUL) {
        Term back =
            term_eq(terms, term_bits(terms, is_signed ? TERM_SDIV : TERM_UDIV, result, a), b);
        Term minus = term_and(terms, term_eq(terms, a, term_constant(terms, -1, sort)),
                              term_eq(terms, b, least));
        if (is_signed)
            back = term_and(terms, back, term_not(terms, minus));
        return term_or(terms, term_eq(terms, a, zero), back);
    }
    if (!is_signed)
        return op == OP_ADD ? term_bits(terms, TERM_ULE, a, result)
                            : term_bits(terms, TERM_ULE, b, a);
    /* the signs of operands and result */
    Term first = term_bits(terms, TERM_BITS_XOR, a, op == OP_ADD ? result : b);
    Term second = term_bits(terms, TERM_BITS_XOR, op == OP_ADD ? b : a, result);
    return term_bits(terms, TERM_SLE, zero, term_bits(terms, TERM_BITS_AND, first, second));
}

static void need_arithmetic(const Theory *t, const Instr *i, Term a, Term b, Needs *needs)
{
    if (!(i->flags & FLAG_TRAP) || !theory_is_number(t, i->type))
        return;
    if (!is_words(t)) {
        need(needs, theory_in_range(t, exact_integer(t, (Op)i->op, a, b), i->type), ERR_OVERFLOW);
        return;
    }
    if (i->op == OP_NEG) {
        b = a;
        a = term_constant(t->terms, 0, term_sort(t->terms, a));
    }
    need(needs, word_fits(t, (Op)i->op, a, b, i->type.kind == TYPE_SIGNED), ERR_OVERFLOW);
}

static void need_division(const Theory *t, const Instr *i, Term a, Term b, Needs *needs)
{
    Terms *terms = t->terms;
    bool checked = i->flags & FLAG_CHECK, traps = i->flags & FLAG_TRAP;
    if (!theory_is_number(t, i->type))
        return;
    need(needs, term_not(terms, term_eq(terms, b, theory_constant(t, 0, i->type))), ERR_DIVISION);
    if (i->type.kind != TYPE_SIGNED || !(checked || (traps && i->op == OP_DIV)))
        return;
    uint64_t least = ~(uint64_t)0 << (i->type.bits - 1);
    Term first = term_eq(terms, a, theory_constant(t, least, i->type));
    Term second = term_eq(terms, b, theory_constant(t, UINT64_MAX, i->type));
    need(needs, term_not(terms, term_and(terms, first, second)),
         traps ? ERR_OVERFLOW : ERR_QUOTIENT);
}

/* 0 <= b < limit. */
static Term is_below(const Theory *t, Term b, uint32_t limit)
{
    Terms *terms = t->terms;
    Term end = term_constant(terms, limit, term_sort(terms, b));
    if (is_words(t))
        return term_bits(terms, TERM_ULT, b, end);
    return term_and(terms, term_le(terms, term_number(terms, 0), b), term_lt(terms, b, end));
}

static void need_shift(const Theory *t, const Instr *i, Term a, Term b, Needs *needs)
{
    (void)a;
    if (i->flags & FLAG_CHECK && theory_is_number(t, i->type))
        need(needs, is_below(t, b, i->type.bits), ERR_SHIFT);
}

static void need_index(const Theory *t, const Instr *i, Term a, Term b, Needs *needs)
{
    (void)a;
    if (i->other)
        need(needs, is_below(t, b, i->other), ERR_OUT_OF_BOUNDS);
}

static void need_cast(const Theory *t, const Instr *i, Term a, Term b, Needs *needs)
{
    Terms *terms = t->terms;
    (void)b;
    if (i->from.kind == TYPE_FLOAT || i->type.kind == TYPE_FLOAT) {
        needs->unclear = i->type.kind != TYPE_FLOAT && i->flags & (FLAG_TRAP | FLAG_CHECK);
        return;
    }
    bool fits_none = !theory_is_number(t, i->type) && !is_boolean(t, i->type);
    if (!(i->flags & FLAG_TRAP) || !theory_is_number(t, i->from) || fits_none)
        return;
    if (!is_words(t)) {
        need(needs, theory_in_range(t, a, i->type), ERR_OVERFLOW);
        return;
    }
    bool from = i->from.kind == TYPE_SIGNED, to = i->type.kind == TYPE_SIGNED;
    Term wide = resize(t, a, 64, from), fit = resize(t, wide, i->type.bits, false);
    Term fits = term_eq(terms, wide, resize(t, fit, 64, to));
    if (from != to)
        fits = term_and(terms, fits,
                        term_bits(terms, TERM_SLE, term_constant(terms, 0, SORT_BITS(64)), wide));
    need(needs, fits, ERR_OVERFLOW);
}

/* ---- the table ---- */

typedef Term Compute(const Theory *t, const Instr *i, Term a, Term b);
typedef void Require(const Theory *t, const Instr *i, Term a, Term b, Needs *needs);
typedef struct Row {
    Meaning meaning;
    Compute *compute;    /* MEANS_NUMBER */
    Require *require;    /* or NULL: it never fails */
    const char *refusal; /* MEANS_REFUSED */
} Row;
#define NUMBER(compute, require)                                                                   \
    {                                                                                              \
        MEANS_NUMBER, compute, require, NULL                                                       \
    }
#define ADDRESS(require)                                                                           \
    {                                                                                              \
        MEANS_ADDRESS, NULL, require, NULL                                                         \
    }
#define MEMORY(how)                                                                                \
    {                                                                                              \
        MEANS_##how, NULL, NULL, NULL                                                              \
    }
#define ENGINE                                                                                     \
    {                                                                                              \
        MEANS_ENGINE, NULL, NULL, NULL                                                             \
    }
#define REFUSED(why)                                                                               \
    {                                                                                              \
        MEANS_REFUSED, NULL, NULL, why                                                             \
    }

#define ROW_MOV        NUMBER(move, NULL)
#define ROW_ADD        NUMBER(arithmetic, need_arithmetic)
#define ROW_SUB        NUMBER(arithmetic, need_arithmetic)
#define ROW_MUL        NUMBER(arithmetic, need_arithmetic)
#define ROW_DIV        NUMBER(arithmetic, need_division)
#define ROW_REM        NUMBER(arithmetic, need_division)
#define ROW_AND        NUMBER(bitwise, NULL)
#define ROW_OR         NUMBER(bitwise, NULL)
#define ROW_XOR        NUMBER(bitwise, NULL)
#define ROW_SHL        NUMBER(shift, need_shift)
#define ROW_SHR        NUMBER(shift, need_shift)
#define ROW_NEG        NUMBER(arithmetic, need_arithmetic)
#define ROW_NOT        NUMBER(invert, NULL)
#define ROW_EQ         NUMBER(compare, NULL)
#define ROW_NE         NUMBER(compare, NULL)
#define ROW_LT         NUMBER(compare, NULL)
#define ROW_LE         NUMBER(compare, NULL)
#define ROW_CAST       NUMBER(cast, need_cast)
#define ROW_MATH       REFUSED("functions of <math.h> have no meaning over terms")
#define ROW_INDEX      ADDRESS(need_index)
#define ROW_FIELD      ADDRESS(NULL)
#define ROW_DISTANCE   ADDRESS(NULL)
#define ROW_FORGET     ENGINE
#define ROW_LOAD       MEMORY(LOOK)
#define ROW_STORE      MEMORY(CHANGE)
#define ROW_COPY       MEMORY(BULK)
#define ROW_FILL       MEMORY(BULK)
#define ROW_ALLOC      MEMORY(LOOK)
#define ROW_FREE       MEMORY(CHANGE)
#define ROW_APART      MEMORY(BULK)
#define ROW_LENGTH     MEMORY(LOOK)
#define ROW_CLASSOF    MEMORY(LOOK)
#define ROW_SETADD     REFUSED("sets have no meaning over terms")
#define ROW_SETDEL     REFUSED("sets have no meaning over terms")
#define ROW_SETHAS     REFUSED("sets have no meaning over terms")
#define ROW_FENCE      ENGINE
#define ROW_JUMP       ENGINE
#define ROW_BRANCH     ENGINE
#define ROW_SWITCH     ENGINE
#define ROW_POINT      ENGINE
#define ROW_YIELD      ENGINE
#define ROW_ATOMIC     ENGINE
#define ROW_END        ENGINE
#define ROW_CHOOSE     ENGINE
#define ROW_SELECT     ENGINE
#define ROW_ASSUME     ENGINE
#define ROW_DOUBT      ENGINE
#define ROW_ASSERT     ENGINE
#define ROW_CLAIM      ENGINE
#define ROW_SERIAL     REFUSED("calls that nobody interrupts have no meaning over terms")
#define ROW_PERFORMS   REFUSED("calls that nobody interrupts have no meaning over terms")
#define ROW_FORALL     ENGINE
#define ROW_EACH       ENGINE
#define ROW_WITNESS    ENGINE
#define ROW_FAIL       ENGINE
#define ROW_ACCEPT     ENGINE
#define ROW_TRACE      ENGINE
#define ROW_CALL       ENGINE
#define ROW_CALLPTR    ENGINE
#define ROW_RETURN     ENGINE
#define ROW_THROW      ENGINE
#define ROW_CAUGHT     ENGINE
#define ROW_ACQUIRE    MEMORY(LOCK)
#define ROW_RELEASE    MEMORY(LOCK)
#define ROW_TRYACQUIRE MEMORY(LOCK)
#define ROW_HELD       MEMORY(LOCK)
#define ROW_SEND       REFUSED("channels have no meaning over terms")
#define ROW_RECEIVE    REFUSED("channels have no meaning over terms")
#define ROW_EVENT      REFUSED("calls of a library are followed by --engine=explore")
#define ROW_POST       REFUSED("tasks have no meaning over terms")
#define ROW_TAKE       REFUSED("tasks have no meaning over terms")
#define ROW_FORK       ENGINE
#define ROW_JOIN       ENGINE
#define ROW_RESULT     ENGINE
#define ROW_OWN        ENGINE
#define ROW_SETOWN     ENGINE
#define ROW_SELF       ENGINE
#define ROW_NUMBER     ENGINE

static const Row rows[OPS] = {
#define OP(name, ...) [OP_##name] = ROW_##name,
#include "ir/op.def"
#undef OP
};

Meaning op_meaning(Op op)
{
    return rows[op].meaning;
}

const char *op_refusal(Op op)
{
    return rows[op].refusal;
}

Term theory_compute(const Theory *t, const Instr *i, Term a, Term b)
{
    assert(rows[i->op].meaning == MEANS_NUMBER);
    return rows[i->op].compute(t, i, a, b);
}

Needs theory_needs(const Theory *t, const Instr *i, Term a, Term b)
{
    Needs needs = {0};
    if (rows[i->op].require)
        rows[i->op].require(t, i, a, b, &needs);
    return needs;
}
