/* word.c  -- numbers are words of symbolic/theory.h, a boolean is a vector of one bit. */
#include "engine/modular/model.h"

Sym word_number(Term term)
{
    return (Sym){.kind = SYM_NUMBER, .t = term};
}

bool word_is_integer(Type type)
{
    return type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED || type.kind == TYPE_TID;
}

Sym word_constant(Model *x, uint64_t bits, Type type)
{
    if (word_is_integer(type))
        return word_number(theory_constant(&x->theory, bits, type));
    if (type.kind == TYPE_PTR)
        return (Sym){.kind = SYM_POINTER,
                     .object = (uint32_t)(bits >> 32),
                     .t =
                         term_constant(&x->terms, (int32_t)(uint32_t)bits, SORT_BITS(OFFSET_BITS))};
    return (Sym){0};
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

Sym word_fresh(Model *x, Type type)
{
    return word_is_integer(type) ? word_number(word_unknown(x, type.bits)) : (Sym){0};
}

Term word_true(Model *x, Sym value)
{
    if (!sym_is_number(value))
        value = word_fresh(x, TYPE_U1);
    return theory_holds(&x->theory, value.t);
}
