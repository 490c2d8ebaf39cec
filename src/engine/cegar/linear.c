/* linear.c -- sums in one form.
 *
 * Weakest preconditions of `x = x + 1` leave sums behind: x == (y + 1) - (z + 1).  Each of them in a form of its own would be a
 * predicate of its own, and a run could always be told from the last one by a longer sum.  Numbers wrap around, so the
 * parts of a sum, and the two sides of an equation, may be put into any order; of `<=` each side by itself. */
#include "engine/cegar/internal.h"

enum { MOST_TIMES = 4, MOST_PARTS = 16 };

typedef struct Part {
    Term of;
    int64_t times;
} Part;

typedef struct Sum {
    Cegar *c;
    Sort sort;
    VEC(Part) parts;
    uint64_t number;
} Sum;

/* As a number of so many bits, with its sign. */
static int64_t wrap(const Sum *s, uint64_t value)
{
    unsigned unused = 64 - s->sort.width;
    return (int64_t)(value << unused) >> unused;
}

static void add_part(Sum *s, Term of, int64_t times)
{
    vec_each (Part, part, &s->parts)
        if (term_same(part->of, of)) {
            part->times = wrap(s, (uint64_t)part->times + (uint64_t)times);
            return;
        }
    vec_push(&s->parts, ((Part){of, times}));
}

static void add(Sum *s, Term term, int64_t times)
{
    int64_t number;
    Node node = term_node(&s->c->terms, term);
    if (term_is_number(&s->c->terms, term, &number)) {
        s->number += (uint64_t)number * (uint64_t)times;
    } else if (node.op == TERM_BITS_ADD || node.op == TERM_BITS_SUB) {
        add(s, node.arg[0], times);
        add(s, node.arg[1], node.op == TERM_BITS_SUB ? wrap(s, 0 - (uint64_t)times) : times);
    } else {
        add_part(s, term, times);
    }
}

static bool is_small(const Sum *s)
{
    vec_each (Part, part, &s->parts)
        if (part->times > MOST_TIMES || part->times < -MOST_TIMES)
            return false;
    return s->parts.len <= MOST_PARTS;
}

static void sort_parts(Sum *s)
{
    for (size_t k = 1; k < s->parts.len; k++)
        for (size_t i = k; i && s->parts.at[i].of.ix < s->parts.at[i - 1].of.ix; i--) {
            Part swap = s->parts.at[i];
            s->parts.at[i] = s->parts.at[i - 1];
            s->parts.at[i - 1] = swap;
        }
}

/* The parts with this sign, or 0 if there are none. */
static Term side(Sum *s, int64_t sign)
{
    Terms *terms = &s->c->terms;
    Term sum = NO_TERM;
    vec_each (Part, part, &s->parts)
        for (int64_t k = part->times * sign; k > 0; k--)
            sum = sum.ix ? term_bits(terms, TERM_BITS_ADD, sum, part->of) : part->of;
    return sum.ix ? sum : term_constant(terms, 0, s->sort);
}

static Term plus(Sum *s, Term sum, int64_t number)
{
    Terms *terms = &s->c->terms;
    return number ? term_bits(terms, TERM_BITS_ADD, sum, term_constant(terms, number, s->sort))
                  : sum;
}

static bool can_be_summed(Sort sort)
{
    return sort.base == SORT_VECTOR && !sort.depth && sort.width && sort.width <= 64;
}

/* The first part stands on the left, numbers on the right. */
static Term equation(Cegar *c, Term term)
{
    Node node = term_node(&c->terms, term);
    Sum s = {.c = c, .sort = term_sort(&c->terms, node.arg[0])};
    if (!can_be_summed(s.sort))
        return term;
    add(&s, node.arg[0], 1);
    add(&s, node.arg[1], -1);
    sort_parts(&s);
    if (is_small(&s)) {
        int64_t sign = 0;
        vec_each (Part, part, &s.parts)
            sign = sign ? sign : part->times > 0 ? 1 : part->times < 0 ? -1 : 0;
        sign = sign ? sign : 1;
        uint64_t number = sign > 0 ? 0 - s.number : s.number;
        term = term_eq(&c->terms, side(&s, sign), plus(&s, side(&s, -sign), wrap(&s, number)));
    }
    vec_free(&s.parts);
    return term;
}

Term linear_sum(Cegar *c, Term term)
{
    Sum s = {.c = c, .sort = term_sort(&c->terms, term)};
    int64_t number;
    if (!can_be_summed(s.sort) || term_is_number(&c->terms, term, &number))
        return term;
    add(&s, term, 1);
    sort_parts(&s);
    if (is_small(&s)) {
        Term less = side(&s, -1), more = side(&s, 1);
        if (!term_is_number(&c->terms, less, &number))
            more = term_bits(&c->terms, TERM_BITS_SUB, more, less);
        term = plus(&s, more, wrap(&s, s.number));
    }
    vec_free(&s.parts);
    return term;
}

Term linear_form(Cegar *c, Term term)
{
    Node node = term_node(&c->terms, term);
    if (node.op == TERM_NOT)
        return term_not(&c->terms, linear_form(c, node.arg[0]));
    if (node.op == TERM_EQ)
        return equation(c, term);
    if (node.op != TERM_SLE && node.op != TERM_ULE)
        return term;
    return term_bits(&c->terms, node.op, linear_sum(c, node.arg[0]), linear_sum(c, node.arg[1]));
}
