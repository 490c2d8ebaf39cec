/* word.c  -- numbers are bit-vectors of the width of their type, and computed with as in the
 * machine. A boolean is a vector of one bit.  Pointers keep their object; comparisons of two
 * objects are known, for objects do not change their names on a path. */
#include "engine/modular/model.h"

Value word_number(Term term)
{
    return (Value){.kind = VALUE_NUMBER, .term = term};
}

bool word_is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || type.kind == TYPE_TID;
}

Value word_constant(Model *x, uint64_t bits, Type type)
{
    if (word_is_integer(type))
        return word_number(term_constant(&x->terms, (int64_t)bits, SORT_BITS(type.bits)));
    if (type.kind == TYPE_PTR)
        return (Value){
            .kind = VALUE_POINTER,
            .object = (uint32_t)(bits >> 32),
            .term = term_constant(&x->terms, (int32_t)(uint32_t)bits, SORT_BITS(OFFSET_BITS))};
    return (Value){.kind = VALUE_OTHER};
}

Term word_unknown(Model *x, unsigned bits)
{
    char name[32];
    snprintf(name, sizeof name, "any%u", x->unknown++);
    return term_variable(&x->terms, name, SORT_BITS(bits));
}

Value word_fresh(Model *x, Type type)
{
    return word_is_integer(type) ? word_number(word_unknown(x, type.bits))
                                 : (Value){.kind = VALUE_OTHER};
}

/* test ? yes : no, of two numbers that are known. */
static bool is_choice(Model *x, Term t, Node *node, int64_t *yes, int64_t *no)
{
    *node = term_node(&x->terms, t);
    return node->op == TERM_ITE && term_is_number(&x->terms, node->arg[1], yes) &&
           term_is_number(&x->terms, node->arg[2], no);
}

static Term equal(Model *x, Term a, Term b)
{
    Node node;
    int64_t yes, no, number;
    if (is_choice(x, b, &node, &yes, &no)) {
        Term t = a;
        a = b;
        b = t;
    }
    if (!is_choice(x, a, &node, &yes, &no) || !term_is_number(&x->terms, b, &number))
        return term_eq(&x->terms, a, b);
    return term_ite(&x->terms, node.arg[0], term_bool(&x->terms, yes == number),
                    term_bool(&x->terms, no == number));
}

static Value truth(Model *x, Term condition)
{
    Sort sort = SORT_BITS(1);
    return word_number(term_ite(&x->terms, condition, term_constant(&x->terms, 1, sort),
                                term_constant(&x->terms, 0, sort)));
}

Term word_true(Model *x, Value value)
{
    if (value.kind != VALUE_NUMBER)
        value = word_fresh(x, TYPE_U1);
    return equal(x, value.term, term_constant(&x->terms, 1, SORT_BITS(1)));
}

/* The amount of a shift counts modulo the width. */
static Term shift(Model *x, const Instr *i, Term a, Term b)
{
    Sort sort = term_sort(&x->terms, a);
    bool power = (sort.width & (sort.width - 1)) == 0;
    Term width = term_constant(&x->terms, power ? sort.width - 1 : sort.width, sort);
    b = term_bits(&x->terms, power ? TERM_BITS_AND : TERM_UREM, b, width);
    TermOp op = i->op == OP_SHL ? TERM_SHL : i->type.kind == TYPE_SIGNED ? TERM_ASHR : TERM_LSHR;
    return term_bits(&x->terms, op, a, b);
}

/* Division of what is not known is hard for solvers: it is any value, but a remainder is smaller
 * than the divisor. */
static Term hard(Model *x, TermOp op, Term a, Term b)
{
    Terms *terms = &x->terms;
    int64_t number;
    Sort sort = term_sort(terms, a);
    Term exact = term_bits(terms, op, a, b), zero = term_constant(terms, 0, sort);
    if (term_is_number(terms, exact, &number))
        return exact;
    Term any = word_unknown(x, sort.width), fits;
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

static Term arithmetic(Model *x, const Instr *i, Term a, Term b)
{
    bool is_signed = i->type.kind == TYPE_SIGNED;
    Sort sort = term_sort(&x->terms, a);
    int64_t number;
    switch ((int)i->op) {
    case OP_ADD:
        return term_bits(&x->terms, TERM_BITS_ADD, a, b);
    case OP_SUB:
        return term_bits(&x->terms, TERM_BITS_SUB, a, b);
    case OP_MUL:
        return term_is_number(&x->terms, a, &number) || term_is_number(&x->terms, b, &number)
                   ? term_bits(&x->terms, TERM_BITS_MUL, a, b)
                   : word_unknown(x, sort.width);
    case OP_DIV:
        return hard(x, is_signed ? TERM_SDIV : TERM_UDIV, a, b);
    case OP_REM:
        return hard(x, is_signed ? TERM_SREM : TERM_UREM, a, b);
    case OP_AND:
        return term_bits(&x->terms, TERM_BITS_AND, a, b);
    case OP_OR:
        return term_bits(&x->terms, TERM_BITS_OR, a, b);
    case OP_XOR:
        return term_bits(&x->terms, TERM_BITS_XOR, a, b);
    case OP_SHL:
    case OP_SHR:
        return shift(x, i, a, b);
    case OP_NEG:
        return term_bits(&x->terms, TERM_BITS_SUB, term_constant(&x->terms, 0, sort), a);
    case OP_NOT:
        return term_bits(&x->terms, TERM_BITS_XOR, term_constant(&x->terms, -1, sort), a);
    default: /* no arithmetic */
        return NO_TERM;
    }
}

/* The order of two offsets is that of the addresses, if the object is the same. */
static Value compare(Model *x, const Instr *i, Value a, Value b)
{
    bool pointers = a.kind == VALUE_POINTER;
    bool is_signed = i->type.kind == TYPE_SIGNED || pointers;
    if (a.kind != b.kind || a.kind == VALUE_OTHER ||
        (pointers && (a.object == FREED_OBJECT || b.object == FREED_OBJECT)))
        return (Value){.kind = VALUE_OTHER};
    if (i->op == OP_EQ || i->op == OP_NE) {
        Term same = pointers && a.object != b.object ? term_bool(&x->terms, false)
                                                     : equal(x, a.term, b.term);
        return truth(x, i->op == OP_EQ ? same : term_not(&x->terms, same));
    }
    if (pointers && a.object != b.object)
        return (Value){.kind = VALUE_OTHER};
    TermOp op =
        i->op == OP_LT ? (is_signed ? TERM_SLT : TERM_ULT) : (is_signed ? TERM_SLE : TERM_ULE);
    return truth(x, term_bits(&x->terms, op, a.term, b.term));
}

static Value cast(Model *x, const Instr *i, Value a)
{
    Node node;
    int64_t yes, no;
    bool is_signed = i->from.kind == TYPE_SIGNED;
    if (i->from.kind == TYPE_PTR && i->type.kind == TYPE_PTR)
        return a;
    if (a.kind != VALUE_NUMBER || !word_is_integer(i->type))
        return (Value){.kind = VALUE_OTHER};
    if (!is_choice(x, a.term, &node, &yes, &no))
        return word_number(term_resize(&x->terms, a.term, i->type.bits, is_signed));
    Term one = term_resize(&x->terms, node.arg[1], i->type.bits, is_signed);
    Term other = term_resize(&x->terms, node.arg[2], i->type.bits, is_signed);
    return word_number(term_ite(&x->terms, node.arg[0], one, other));
}

/* A pointer moved by so many bytes; past what an offset can hold it is not followed. */
static Value move(Model *x, const Instr *i, Value a, Value b)
{
    Sort sort = SORT_BITS(OFFSET_BITS);
    Term by = term_constant(&x->terms, i->offset, sort);
    if (a.kind != VALUE_POINTER || (i->op == OP_INDEX && b.kind != VALUE_NUMBER))
        return (Value){.kind = VALUE_OTHER};
    if (i->op == OP_INDEX)
        by = term_bits(&x->terms, TERM_BITS_MUL, by, b.term);
    a.term = term_bits(&x->terms, TERM_BITS_ADD, a.term, by);
    return a;
}

Value word_compute(Model *x, const Instr *i, Value a, Value b)
{
    switch ((int)i->op) {
    case OP_MOV:
        return a;
    case OP_EQ:
    case OP_NE:
    case OP_LT:
    case OP_LE:
        return compare(x, i, a, b);
    case OP_CAST:
        return cast(x, i, a);
    case OP_INDEX:
    case OP_FIELD:
        return move(x, i, a, b);
    case OP_DISTANCE:
        if (a.kind != VALUE_POINTER || b.kind != VALUE_POINTER || a.object != b.object)
            return (Value){.kind = VALUE_OTHER};
        return word_number(term_bits(&x->terms, TERM_BITS_SUB, a.term, b.term));
    default: /* arithmetic, or nothing */
        break;
    }
    bool unary = i->op == OP_NEG || i->op == OP_NOT;
    if (a.kind != VALUE_NUMBER || (!unary && b.kind != VALUE_NUMBER) || !word_is_integer(i->type))
        return (Value){.kind = VALUE_OTHER};
    Term result = arithmetic(x, i, a.term, b.term);
    return result.ix ? word_number(result) : (Value){.kind = VALUE_OTHER};
}
