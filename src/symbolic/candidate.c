/* candidate.c -- relations of two numbers; numbers of the program. */
#include "symbolic/candidate.h"

static uint64_t low_bits(int64_t value, unsigned width)
{
    return width >= 64 ? (uint64_t)value : (uint64_t)value & (((uint64_t)1 << width) - 1);
}

static int64_t extended(int64_t value, unsigned width)
{
    return (int64_t)((uint64_t)value << (64 - width)) >> (64 - width);
}

bool relation_holds(Relation relation, int64_t a, int64_t b, unsigned width)
{
    assert(width >= 1 && width <= 64);
    uint64_t ua = low_bits(a, width), ub = low_bits(b, width);
    int64_t sa = extended(a, width), sb = extended(b, width);
    switch (relation) {
    case REL_EQ:
        return ua == ub;
    case REL_NE:
        return ua != ub;
    case REL_ULE:
        return ua <= ub;
    case REL_ULT:
        return ua < ub;
    case REL_SLE:
        return sa <= sb;
    case REL_SLT:
        return sa < sb;
    case REL_UGE:
        return ua >= ub;
    case REL_SGE:
        return sa >= sb;
    case REL_NEXT:
        return ua == low_bits((int64_t)((uint64_t)b + 1), width);
    case REL_ULE_NEXT:
        return ua <= low_bits((int64_t)((uint64_t)b + 1), width);
    case REL_SLE_NEXT:
        return sa <= extended((int64_t)((uint64_t)b + 1), width);
    }
    return false;
}

static Term ordered(Terms *terms, TermOp op, Term a, Term b)
{
    bool or_equal = op == TERM_ULE || op == TERM_SLE;
    if (term_sort(terms, a).base == SORT_VECTOR)
        return term_bits(terms, op, a, b);
    return or_equal ? term_le(terms, a, b) : term_lt(terms, a, b);
}

static Term next(Terms *terms, Term b)
{
    Sort sort = term_sort(terms, b);
    Term one = term_constant(terms, 1, sort);
    return sort.base == SORT_VECTOR ? term_bits(terms, TERM_BITS_ADD, b, one)
                                    : term_add(terms, b, one);
}

Term relation_term(Terms *terms, Relation relation, Term a, Term b)
{
    assert(term_sort(terms, a).base == term_sort(terms, b).base);
    assert(term_sort(terms, a).width == term_sort(terms, b).width);
    switch (relation) {
    case REL_EQ:
        return term_eq(terms, a, b);
    case REL_NE:
        return term_not(terms, term_eq(terms, a, b));
    case REL_ULE:
        return ordered(terms, TERM_ULE, a, b);
    case REL_ULT:
        return ordered(terms, TERM_ULT, a, b);
    case REL_SLE:
        return ordered(terms, TERM_SLE, a, b);
    case REL_SLT:
        return ordered(terms, TERM_SLT, a, b);
    case REL_UGE:
        return ordered(terms, TERM_ULE, b, a);
    case REL_SGE:
        return ordered(terms, TERM_SLE, b, a);
    case REL_NEXT:
        return term_eq(terms, a, next(terms, b));
    case REL_ULE_NEXT:
        return ordered(terms, TERM_ULE, a, next(terms, b));
    case REL_SLE_NEXT:
        return ordered(terms, TERM_SLE, a, next(terms, b));
    }
    return NO_TERM;
}

Relation relation_of(Type type, bool or_equal)
{
    bool is_signed = type.kind == TYPE_SIGNED;
    return is_signed ? (or_equal ? REL_SLE : REL_SLT) : (or_equal ? REL_ULE : REL_ULT);
}

uint32_t candidate_constants(const Instr *i, Ref refs[2])
{
    bool compares = i->op == OP_EQ || i->op == OP_NE || i->op == OP_LT || i->op == OP_LE;
    Ref operands[2] = {i->op == OP_MOV || compares ? i->a : NO_REF,
                       i->op == OP_STORE || compares ? i->b : NO_REF};
    uint32_t found = 0;
    for (int k = 0; k < 2; k++)
        if (operands[k] < 0 && operands[k] != NO_REF)
            refs[found++] = operands[k];
    assert(!found || refs[found - 1] < 0);
    return found;
}
