/* word.c  -- numbers are words of symbolic/theory.h, a boolean is a vector of one bit.  Pointers
 * keep their object; comparisons of two objects are known, for objects do not change their names on
 * a path. */
#include "engine/modular/model.h"

#include "symbolic/meaning.h"

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
        return word_number(theory_constant(&x->theory, bits, type));
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

static Term any_word(void *of, const char *what, Sort sort)
{
    (void)what;
    return word_unknown(of, sort.width);
}

void word_begin(Model *x)
{
    x->theory = (Theory){.terms = &x->terms,
                         .numbers = NUMBERS_WORDS,
                         .rough = true,
                         .thread = SORT_BITS(32),
                         .of = x,
                         .any = any_word};
}

Value word_fresh(Model *x, Type type)
{
    return word_is_integer(type) ? word_number(word_unknown(x, type.bits))
                                 : (Value){.kind = VALUE_OTHER};
}

Term word_true(Model *x, Value value)
{
    if (value.kind != VALUE_NUMBER)
        value = word_fresh(x, TYPE_U1);
    return theory_holds(&x->theory, value.term);
}

/* The order of two offsets is that of the addresses, if the object is the same. */
static Value compare_pointers(Model *x, const Instr *i, Value a, Value b)
{
    Instr order = {.op = i->op, .type = TYPE_S64};
    bool equals = i->op == OP_EQ || i->op == OP_NE, same = a.object == b.object;
    if (a.object == FREED_OBJECT || b.object == FREED_OBJECT || (!equals && !same))
        return (Value){.kind = VALUE_OTHER};
    if (!same)
        return word_number(theory_constant(&x->theory, i->op == OP_NE, TYPE_U1));
    return word_number(theory_compute(&x->theory, &order, a.term, b.term));
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
    bool unary = i->op == OP_NEG || i->op == OP_NOT || i->op == OP_CAST;
    if (i->op == OP_MOV)
        return a;
    if (i->op == OP_INDEX || i->op == OP_FIELD)
        return move(x, i, a, b);
    if (i->op == OP_DISTANCE) {
        if (a.kind != VALUE_POINTER || b.kind != VALUE_POINTER || a.object != b.object)
            return (Value){.kind = VALUE_OTHER};
        return word_number(term_bits(&x->terms, TERM_BITS_SUB, a.term, b.term));
    }
    if (i->op >= OP_EQ && i->op <= OP_LE && a.kind == VALUE_POINTER && b.kind == VALUE_POINTER)
        return compare_pointers(x, i, a, b);
    if (i->op == OP_CAST && i->from.kind == TYPE_PTR && i->type.kind == TYPE_PTR)
        return a;
    if (op_meaning((Op)i->op) != MEANS_NUMBER || a.kind != VALUE_NUMBER ||
        (!unary && b.kind != VALUE_NUMBER))
        return (Value){.kind = VALUE_OTHER};
    Term result = theory_compute(&x->theory, i, a.term, b.term);
    return result.ix ? word_number(result) : (Value){.kind = VALUE_OTHER};
}
