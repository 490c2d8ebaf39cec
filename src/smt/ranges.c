/* ranges.c -- questions about vectors of bits, asked of mathematical integers. */
#include "smt/ranges.h"

#include <stdio.h>

struct Ranges {
    Terms *terms;
    TermList became;  /* by the number of the term; NO_TERM: not yet, or there is none */
    VEC(bool) done;   /* by number */
    VEC(bool) varies; /* by number: a variable of a quantifier occurs in it */
    TermList *sides;  /* the caller's, while a formula is converted */
    uint32_t looked;  /* no term up to this number is a vector */
    bool vectors;     /* there is one */
    bool failed; /* a variable was met outside of its quantifier: nothing is converted any more */
};

Ranges *ranges_new(Terms *terms)
{
    Ranges *r = memory_alloc(sizeof *r);
    r->terms = terms;
    return r;
}

void ranges_free(Ranges *r)
{
    if (!r)
        return;
    vec_free(&r->became);
    vec_free(&r->done);
    vec_free(&r->varies);
    memory_free(r);
}

bool ranges_matter(Ranges *r)
{
    uint32_t count = terms_count(r->terms);
    while (!r->vectors && r->looked < count)
        r->vectors = term_sort(r->terms, (Term){++r->looked}).base == SORT_VECTOR;
    return r->vectors && !r->failed;
}

static Sort integers_for(Sort sort)
{
    return sort.base == SORT_BOOLEAN ? (Sort){SORT_BOOLEAN, sort.depth, 0, 0}
                                     : (Sort){SORT_INTEGER, sort.depth, 0, 0};
}

static Term least(Ranges *r, unsigned width)
{
    return term_number(r->terms, INT64_MIN >> (64 - width));
}

static Term most(Ranges *r, unsigned width)
{
    return term_number(r->terms, INT64_MAX >> (64 - width));
}

/* 2 to the power of the width: what one goes back by at the end of the range. */
static Term modulus(Ranges *r, unsigned width)
{
    Term half = term_number(r->terms, (int64_t)1 << width / 2);
    return term_mul(r->terms, term_mul(r->terms, half, half),
                    term_number(r->terms, width % 2 ? 2 : 1));
}

static Term within(Ranges *r, Term a, unsigned width)
{
    return term_and(r->terms, term_le(r->terms, least(r, width), a),
                    term_le(r->terms, a, most(r, width)));
}

/* An integer of the range that nothing else is known of.  Under a quantifier there is none: it would be
 * the same one for all values of the variable. */
static Term unknown_for(Ranges *r, Term term)
{
    char name[40];
    if (r->varies.at[term.ix])
        return NO_TERM;
    snprintf(name, sizeof name, "range %u", term.ix);
    Term unknown = term_variable(r->terms, name, SORT_INT);
    vec_push(r->sides, within(r, unknown, term_sort(r->terms, term).width));
    return unknown;
}

/* The sum or difference of two in the range is out of it by one modulus at most. */
static Term wrapped(Ranges *r, Term sum, unsigned width)
{
    Terms *t = r->terms;
    Term round = modulus(r, width);
    Term above = term_lt(t, most(r, width), sum), below = term_lt(t, sum, least(r, width));
    return term_ite(t, above, term_sub(t, sum, round),
                    term_ite(t, below, term_add(t, sum, round), sum));
}

/* The exact result where it is in the range. */
static Term if_it_fits(Ranges *r, Term term, Term exact)
{
    Term unknown = unknown_for(r, term);
    if (!unknown.ix)
        return NO_TERM;
    unsigned width = term_sort(r->terms, term).width;
    return term_ite(r->terms, within(r, exact, width), exact, unknown);
}

static Term is_negative(Ranges *r, Term a)
{
    return term_lt(r->terms, a, term_number(r->terms, 0));
}

static Term unsigned_value(Ranges *r, Term a, unsigned width)
{
    return term_ite(r->terms, is_negative(r, a), term_add(r->terms, a, modulus(r, width)), a);
}

/* A vector with its highest bit set is, without a sign, above all others. */
static Term below_unsigned(Ranges *r, Term a, Term b, bool or_equal)
{
    Terms *t = r->terms;
    Term same = term_eq(t, is_negative(r, a), is_negative(r, b));
    return term_ite(t, same, or_equal ? term_le(t, a, b) : term_lt(t, a, b), is_negative(r, b));
}

/* Products, quotients and shifts by constants. */
static Term by_constant(Ranges *r, Term term, const Node *node, Term a, int64_t c)
{
    Terms *t = r->terms;
    unsigned width = node->sort.width;
    bool shift = c >= 0 && c < (int64_t)width && c < 62;
    Term power = shift ? term_number(t, (int64_t)1 << c) : NO_TERM;
    switch (node->op) {
    case TERM_BITS_MUL:
        return if_it_fits(r, term, term_mul(t, a, term_number(t, c)));
    case TERM_SHL:
        return shift ? if_it_fits(r, term, term_mul(t, a, power)) : unknown_for(r, term);
    case TERM_SDIV:
        return c > 0 ? term_div(t, a, term_number(t, c)) : unknown_for(r, term);
    case TERM_SREM:
        return c > 0 ? term_rem(t, a, term_number(t, c)) : unknown_for(r, term);
    case TERM_UDIV:
        return c > 1 ? term_div(t, unsigned_value(r, a, width), term_number(t, c))
                     : unknown_for(r, term);
    case TERM_UREM:
        return c > 0 ? term_rem(t, unsigned_value(r, a, width), term_number(t, c))
                     : unknown_for(r, term);
    case TERM_BITS_AND: /* the last bits */
        if (c > 0 && c < INT64_MAX && !(c & (c + 1)))
            return term_rem(t, unsigned_value(r, a, width), term_number(t, c + 1));
        return unknown_for(r, term);
    case TERM_LSHR:
        return shift && c ? term_div(t, unsigned_value(r, a, width), power) : unknown_for(r, term);
    case TERM_BITS_OR:
    case TERM_BITS_XOR:
    case TERM_ASHR:
    case TERM_TRUE ... TERM_BITS_SUB: /* these do not come here */
    case TERM_SLT ... TERM_OPS:
        break;
    }
    return unknown_for(r, term);
}

static Term convert_bits(Ranges *r, Term term, const Node *node, const Term *arg)
{
    Terms *t = r->terms;
    Term a = arg[0], b = arg[1];
    unsigned width = node->sort.width, from = term_sort(t, node->arg[0]).width;
    int64_t c;
    switch (node->op) {
    case TERM_BITS_ADD:
        return wrapped(r, term_add(t, a, b), width);
    case TERM_BITS_SUB:
        return wrapped(r, term_sub(t, a, b), width);
    case TERM_SLT:
        return term_lt(t, a, b);
    case TERM_SLE:
        return term_le(t, a, b);
    case TERM_ULT:
        return below_unsigned(r, a, b, false);
    case TERM_ULE:
        return below_unsigned(r, a, b, true);
    case TERM_LOW:
        return if_it_fits(r, term, a);
    case TERM_SIGN:
        return a;
    case TERM_ZERO:
        return unsigned_value(r, a, from);
    case TERM_BITS_MUL ... TERM_ASHR:
        if (term_is_number(t, node->arg[1], &c))
            return by_constant(r, term, node, a, c);
        if ((node->op == TERM_BITS_MUL || node->op == TERM_BITS_AND) &&
            term_is_number(t, node->arg[0], &c))
            return by_constant(r, term, node, b, c);
        return unknown_for(r, term);
    case TERM_TRUE ... TERM_LE: /* convert has done these */
    case TERM_SELECT ... TERM_FORALL:
    case TERM_OPS:
        break;
    }
    abort();
}

static Term convert_variable(Ranges *r, Term variable, Sort sort)
{
    char name[400];
    if (sort_equal(sort, integers_for(sort)))
        return variable;
    int length = snprintf(name, sizeof name, "%s as integers", term_name(r->terms, variable));
    if (length >= (int)sizeof name)
        snprintf(name, sizeof name, "integers %u", variable.ix);
    Term is = term_variable(r->terms, name, integers_for(sort));
    if (r->varies.at[variable.ix])
        (void)term_bind(r->terms, is);
    return is;
}

/* A vector that stands in an array, or is a variable, is in its range.  Of those under a quantifier that is
 * not told. */
static void tell_range(Ranges *r, Term term, Term is)
{
    Sort sort = term_sort(r->terms, term);
    if (sort.base == SORT_VECTOR && !sort.depth && !r->varies.at[term.ix])
        vec_push(r->sides, within(r, is, sort.width));
}

static Term convert_forall(Ranges *r, const Node *node, const Term *arg)
{
    Sort sort = term_sort(r->terms, node->arg[0]);
    Term body = arg[1];
    if (sort.base == SORT_VECTOR)
        body = term_implies(r->terms, within(r, arg[0], sort.width), body);
    return term_forall(r->terms, arg[0], body);
}

static Term convert_one(Ranges *r, Term term, const Node *node)
{
    Terms *t = r->terms;
    Term arg[3] = {NO_TERM, NO_TERM, NO_TERM};
    for (int i = 0; i < term_info[node->op].arity; i++) {
        arg[i] = r->became.at[node->arg[i].ix];
        if (!arg[i].ix)
            return NO_TERM;
    }
    switch (node->op) {
    case TERM_BITS_ADD ... TERM_ZERO:
        return convert_bits(r, term, node, arg);
    case TERM_TRUE:
    case TERM_FALSE:
        return term;
    case TERM_NUMBER:
        return term_number(t, node->value);
    case TERM_VARIABLE:
        return convert_variable(r, term, node->sort);
    case TERM_NOT:
        return term_not(t, arg[0]);
    case TERM_AND:
        return term_and(t, arg[0], arg[1]);
    case TERM_OR:
        return term_or(t, arg[0], arg[1]);
    case TERM_EQ:
        return term_eq(t, arg[0], arg[1]);
    case TERM_ITE:
        return term_ite(t, arg[0], arg[1], arg[2]);
    case TERM_ADD:
        return term_add(t, arg[0], arg[1]);
    case TERM_SUB:
        return term_sub(t, arg[0], arg[1]);
    case TERM_MUL:
        return term_mul(t, arg[0], arg[1]);
    case TERM_LT:
        return term_lt(t, arg[0], arg[1]);
    case TERM_LE:
        return term_le(t, arg[0], arg[1]);
    case TERM_SELECT:
        return term_select(t, arg[0], arg[1]);
    case TERM_STORE:
        return term_store(t, arg[0], arg[1], arg[2]);
    case TERM_FORALL:
        return convert_forall(r, node, arg);
    case TERM_DIV: /* of integers: nothing below them is a vector */
    case TERM_MOD:
        return term_same(arg[0], node->arg[0]) && term_same(arg[1], node->arg[1]) ? term : NO_TERM;
    case TERM_OPS:
        break;
    }
    abort();
}

/* Before anything below a quantifier is converted, its variable is known to be one. */
static void meet_quantifier(Ranges *r, Term variable)
{
    r->failed = r->failed || (r->done.at[variable.ix] && !r->varies.at[variable.ix]);
    r->varies.at[variable.ix] = true;
}

static void finish(Ranges *r, Term term, const Node *node)
{
    for (int i = 0; i < term_info[node->op].arity; i++)
        r->varies.at[term.ix] = r->varies.at[term.ix] || r->varies.at[node->arg[i].ix];
    r->done.at[term.ix] = true;
    Term is = r->became.at[term.ix] = convert_one(r, term, node);
    if (is.ix && (node->op == TERM_VARIABLE || node->op == TERM_SELECT))
        tell_range(r, term, is);
}

Term ranges_convert(Ranges *r, Term formula, TermList *sides)
{
    TermList stack = {0};
    uint32_t count = terms_count(r->terms) + 1;
    if (r->done.len < count) {
        vec_resize(&r->done, count);
        vec_resize(&r->varies, count);
        vec_resize(&r->became, count);
    }
    r->sides = sides;
    vec_push(&stack, formula);
    while (stack.len && !r->failed) {
        Term top = vec_last(&stack);
        Node node = term_node(r->terms, top);
        bool ready = true;
        if (node.op == TERM_FORALL && !r->done.at[top.ix])
            meet_quantifier(r, node.arg[0]);
        for (int i = 0; i < term_info[node.op].arity; i++)
            if (!r->done.at[node.arg[i].ix]) {
                vec_push(&stack, node.arg[i]);
                ready = false;
            }
        if (!ready)
            continue;
        if (!r->done.at[top.ix])
            finish(r, top, &node);
        (void)vec_pop(&stack);
    }
    vec_free(&stack);
    return r->failed ? NO_TERM : r->became.at[formula.ix];
}
