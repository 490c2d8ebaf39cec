/* test_terms.c -- every small term: is what the functions of smt/term.h make of it, simplified, worth what was asked for?
 *
 * All terms over a few variables and constants are made, two operations deep; each comes with its values under every
 * assignment.  The term that was made is taken apart, and computed as SMT-LIB says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/check.h"
#include "smt/term.h"

/* With sanitizers not all of them: that takes ten times as long. */
enum { STEP = HARD_CHECKS ? 17 : 1 };

enum { CASES = 64, WIDTH = 3, BOTTOM = -(1 << (WIDTH - 1)), TOP = -BOTTOM - 1 };

typedef struct Worth {
    int32_t at[CASES]; /* the value under each assignment */
} Worth;

typedef struct Known {
    Term term;
    Worth worth;
} Known;

typedef struct World {
    Terms terms;
    int cases;
    VEC(Worth) worth; /* by the term's number: what it is, taken apart */
    VEC(bool) made;   /* by the term's number: it is among those that are combined */
    VEC(Known) truths, numbers;
    Term variable[2];
} World;

/* ---- what SMT-LIB says ---- */

static int64_t to_signed(uint64_t bits, unsigned width)
{
    uint64_t sign = 1ull << (width - 1), mask = sign | (sign - 1);
    return (int64_t)(((bits & mask) ^ sign) - sign);
}

static uint64_t to_bits(int64_t value, unsigned width)
{
    return (uint64_t)value & (width == 64 ? UINT64_MAX : (1ull << width) - 1);
}

static int64_t divide_bits(TermOp op, int64_t a, int64_t b, unsigned width)
{
    uint64_t x = to_bits(a, width), y = to_bits(b, width);
    if (op == TERM_UDIV)
        return y ? to_signed(x / y, width) : -1;
    if (op == TERM_UREM)
        return y ? to_signed(x % y, width) : a;
    if (op == TERM_SDIV)
        return b ? to_signed((uint64_t)(a / b), width) : a < 0 ? 1 : -1;
    return b ? a % b : a;
}

static int64_t compute_bits(TermOp op, int64_t a, int64_t b, unsigned width)
{
    uint64_t x = to_bits(a, width), y = to_bits(b, width);
    switch ((int)op) {
    case TERM_BITS_ADD:
        return to_signed(x + y, width);
    case TERM_BITS_SUB:
        return to_signed(x - y, width);
    case TERM_BITS_MUL:
        return to_signed(x * y, width);
    case TERM_BITS_AND:
        return a & b;
    case TERM_BITS_OR:
        return a | b;
    case TERM_BITS_XOR:
        return a ^ b;
    case TERM_SHL:
        return y < width ? to_signed(x << y, width) : 0;
    case TERM_LSHR:
        return y < width ? to_signed(x >> y, width) : 0;
    case TERM_ASHR:
        return a >> (y < width ? y : width - 1);
    case TERM_SLT:
        return a < b;
    case TERM_SLE:
        return a <= b;
    case TERM_ULT:
        return x < y;
    case TERM_ULE:
        return x <= y;
    default:
        return divide_bits(op, a, b, width);
    }
}

/* SMT-LIB's: the remainder is not negative. */
static int64_t modulo(int64_t a, int64_t b)
{
    int64_t rest = a % b;
    return rest < 0 ? rest + (b < 0 ? -b : b) : rest;
}

static int64_t compute(TermOp op, int64_t a, int64_t b, unsigned width)
{
    switch ((int)op) {
    case TERM_NOT:
        return !a;
    case TERM_AND:
        return a && b;
    case TERM_OR:
        return a || b;
    case TERM_EQ:
        return a == b;
    case TERM_ADD:
        return a + b;
    case TERM_SUB:
        return a - b;
    case TERM_MUL:
        return a * b;
    case TERM_DIV:
        return (a - modulo(a, b)) / b;
    case TERM_MOD:
        return modulo(a, b);
    case TERM_LT:
        return a < b;
    case TERM_LE:
        return a <= b;
    default:
        return compute_bits(op, a, b, width);
    }
}

/* ---- terms taken apart ---- */

static Worth take_apart(const World *w, Term term)
{
    Node n = term_node(&w->terms, term);
    Worth result = {{0}};
    if (n.op == TERM_VARIABLE)
        return w->worth.at[term.ix];
    unsigned from = n.arg[0].ix ? term_sort(&w->terms, n.arg[0]).width : 0;
    const Worth *a = &w->worth.at[n.arg[0].ix], *b = &w->worth.at[n.arg[1].ix];
    const Worth *c = &w->worth.at[n.arg[2].ix];
    for (int k = 0; k < w->cases; k++)
        switch ((int)n.op) {
        case TERM_TRUE:
            result.at[k] = 1;
            break;
        case TERM_FALSE:
            break;
        case TERM_NUMBER:
            result.at[k] = n.value;
            break;
        case TERM_ITE:
            result.at[k] = a->at[k] ? b->at[k] : c->at[k];
            break;
        case TERM_LOW:
            result.at[k] = to_signed((uint64_t)a->at[k], n.sort.width);
            break;
        case TERM_SIGN:
            result.at[k] = a->at[k];
            break;
        case TERM_ZERO:
            result.at[k] = to_signed(to_bits(a->at[k], from), n.sort.width);
            break;
        default:
            result.at[k] = compute(n.op, a->at[k], b->at[k], from);
        }
    return result;
}

/* Numbers of operands are smaller: all that is new, in order. */
static void take_new_apart(World *w)
{
    for (uint32_t ix = (uint32_t)w->worth.len; ix <= terms_count(&w->terms); ix++) {
        Worth nothing = {{0}};
        vec_push(&w->worth, nothing);
        vec_push(&w->made, false);
        if (ix)
            w->worth.at[ix] = take_apart(w, (Term){ix});
    }
}

/* ---- terms made ---- */

/* The term was made for these values; `keep`: others are made of it. */
static void check(World *w, Term term, const Worth *worth, const char *what, bool keep)
{
    take_new_apart(w);
    for (int k = 0; k < w->cases; k++)
        if (w->worth.at[term.ix].at[k] != worth->at[k])
            fail_msg("%s, which is %lld, became term %u, which is %lld, in case %d", what,
                     (long long)worth->at[k], term.ix, (long long)w->worth.at[term.ix].at[k], k);
    if (!keep || w->made.at[term.ix])
        return;
    w->made.at[term.ix] = true;
    Known known = {term, *worth};
    if (sort_equal(term_sort(&w->terms, term), SORT_BOOL))
        vec_push(&w->truths, known);
    else
        vec_push(&w->numbers, known);
}

typedef Term Maker(Terms *terms, Term a, Term b);

static void check_two(World *w, Maker *maker, TermOp op, const Known *first, const Known *second,
                      bool keep)
{
    Known a = *first, b = *second; /* the lists grow */
    Worth worth = {{0}};
    for (int k = 0; k < w->cases; k++)
        worth.at[k] = compute(op, a.worth.at[k], b.worth.at[k], WIDTH);
    check(w, maker(&w->terms, a.term, b.term), &worth, term_info[op].text, keep);
}

static void check_implies(World *w, const Known *first, const Known *second)
{
    Known a = *first, b = *second;
    Worth worth = {{0}};
    for (int k = 0; k < w->cases; k++)
        worth.at[k] = !a.worth.at[k] || b.worth.at[k];
    check(w, term_implies(&w->terms, a.term, b.term), &worth, "=>", false);
}

/* Towards zero, as in C. */
static void check_divided(World *w, const Known *first, const Known *second, bool keep)
{
    Known a = *first, b = *second;
    Worth quotient = {{0}}, rest = {{0}};
    for (int k = 0; k < w->cases; k++) {
        if (!b.worth.at[k])
            return;
        quotient.at[k] = a.worth.at[k] / b.worth.at[k];
        rest.at[k] = a.worth.at[k] % b.worth.at[k];
    }
    check(w, term_div(&w->terms, a.term, b.term), &quotient, "/", keep);
    check(w, term_rem(&w->terms, a.term, b.term), &rest, "%", keep);
}

static void check_choice(World *w, const Known *first, const Known *second, const Known *third,
                         bool keep)
{
    Known test = *first, a = *second, b = *third;
    Worth worth = {{0}};
    for (int k = 0; k < w->cases; k++)
        worth.at[k] = test.worth.at[k] ? a.worth.at[k] : b.worth.at[k];
    check(w, term_ite(&w->terms, test.term, a.term, b.term), &worth, "ite", keep);
}

static void check_not(World *w, const Known *first)
{
    Known a = *first;
    Worth worth = {{0}};
    for (int k = 0; k < w->cases; k++)
        worth.at[k] = !a.worth.at[k];
    check(w, term_not(&w->terms, a.term), &worth, "not", true);
}

/* All that can be made of two truths. */
static void combine_truths(World *w, size_t a, size_t b, bool keep)
{
    check_two(w, term_and, TERM_AND, &w->truths.at[a], &w->truths.at[b], keep);
    check_two(w, term_or, TERM_OR, &w->truths.at[a], &w->truths.at[b], keep);
    check_two(w, term_eq, TERM_EQ, &w->truths.at[a], &w->truths.at[b], keep);
    check_implies(w, &w->truths.at[a], &w->truths.at[b]);
}

static void combine_numbers(World *w, size_t a, size_t b, bool keep)
{
    check_two(w, term_eq, TERM_EQ, &w->numbers.at[a], &w->numbers.at[b], keep);
    check_two(w, term_lt, TERM_LT, &w->numbers.at[a], &w->numbers.at[b], keep);
    check_two(w, term_le, TERM_LE, &w->numbers.at[a], &w->numbers.at[b], keep);
    check_two(w, term_add, TERM_ADD, &w->numbers.at[a], &w->numbers.at[b], keep);
    check_two(w, term_sub, TERM_SUB, &w->numbers.at[a], &w->numbers.at[b], keep);
    check_two(w, term_mul, TERM_MUL, &w->numbers.at[a], &w->numbers.at[b], keep);
    check_divided(w, &w->numbers.at[a], &w->numbers.at[b], keep);
}

static void combine_vectors(World *w, size_t a, size_t b, bool keep)
{
    check_two(w, term_eq, TERM_EQ, &w->numbers.at[a], &w->numbers.at[b], keep);
    for (TermOp op = TERM_BITS_ADD; op <= TERM_ULE; op++) {
        Known x = w->numbers.at[a], y = w->numbers.at[b];
        Worth worth = {{0}};
        for (int k = 0; k < w->cases; k++)
            worth.at[k] = compute(op, x.worth.at[k], y.worth.at[k], WIDTH);
        check(w, term_bits(&w->terms, op, x.term, y.term), &worth, term_info[op].text, keep);
    }
}

/* ---- what there is ---- */

static void add_known(World *w, Term term, Worth worth)
{
    take_new_apart(w);
    w->worth.at[term.ix] = worth;
    check(w, term, &worth, "an atom", true);
}

/* Two variables with the values from low to high, and true and false. */
static void begin(World *w, Sort sort, int low, int high)
{
    int many = high - low + 1;
    Worth worth[2] = {{{0}}, {{0}}}, yes = {{0}}, no = {{0}};
    *w = (World){.cases = many * many};
    terms_begin(&w->terms);
    for (int k = 0; k < w->cases; k++) {
        worth[0].at[k] = low + k % many;
        worth[1].at[k] = low + k / many;
        yes.at[k] = 1;
    }
    for (int v = 0; v < 2; v++) {
        w->variable[v] = term_variable(&w->terms, v ? "y" : "x", sort);
        add_known(w, w->variable[v], worth[v]);
    }
    add_known(w, term_bool(&w->terms, true), yes);
    add_known(w, term_bool(&w->terms, false), no);
}

static void add_constant(World *w, int64_t value, Sort sort)
{
    Worth worth = {{0}};
    for (int k = 0; k < w->cases; k++)
        worth.at[k] = value;
    check(w, term_constant(&w->terms, value, sort), &worth, "a constant", true);
}

static void end(World *w)
{
    vec_free(&w->worth);
    vec_free(&w->made);
    vec_free(&w->truths);
    vec_free(&w->numbers);
    terms_free(&w->terms);
}

/* With x and y replaced by their values in a case: what the term is in that case. */
static void check_replaced(World *w, const Known *first, Sort sort)
{
    Known known = *first;
    for (int k = 0; k < w->cases; k += 5) {
        Term to[2];
        for (int v = 0; v < 2; v++)
            to[v] = term_constant(&w->terms, w->worth.at[w->variable[v].ix].at[k], sort);
        Term result = term_replace(&w->terms, known.term, w->variable, to, 2);
        take_new_apart(w);
        assert_int_equal(w->worth.at[result.ix].at[k], known.worth.at[k]);
    }
}

static void every_integer_term_is_right(void **unused)
{
    (void)unused;
    World w;
    begin(&w, SORT_INT, -2, 2);
    for (int value = -1; value <= 2; value++)
        add_constant(&w, value, SORT_INT);
    size_t numbers = w.numbers.len, truths, kept;
    for (size_t a = 0; a < numbers; a++)
        for (size_t b = 0; b < numbers; b++)
            combine_numbers(&w, a, b, true);
    truths = w.truths.len;
    for (size_t a = 0; a < truths; a++)
        check_not(&w, &w.truths.at[a]);
    for (size_t t = 0; t < w.truths.len; t += STEP)
        for (size_t a = 0; a < numbers; a++)
            for (size_t b = 0; b < numbers; b++)
                check_choice(&w, &w.truths.at[t], &w.numbers.at[a], &w.numbers.at[b], t % 8 == 0);
    kept = w.numbers.len, truths = w.truths.len;
    for (size_t a = 0; a < kept; a += STEP)
        for (size_t b = a % 3; b < kept; b += b < numbers || a < numbers ? 1 : 7)
            combine_numbers(&w, a, b, false);
    for (size_t a = 0; a < truths; a += STEP)
        for (size_t b = 0; b < truths; b++)
            combine_truths(&w, a, b, (a * 7 + b) % 31 == 0);
    for (size_t a = truths; a < w.truths.len; a += 3 * STEP) /* three deep */
        for (size_t b = a % 2; b < truths; b += 2) {
            combine_truths(&w, a, b, false);
            combine_truths(&w, b, a, false);
        }
    for (size_t a = 0; a < w.truths.len; a += 3 * STEP)
        check_replaced(&w, &w.truths.at[a], SORT_INT);
    for (size_t a = 0; a < w.numbers.len; a++)
        check_replaced(&w, &w.numbers.at[a], SORT_INT);
    end(&w);
}

static void every_vector_term_is_right(void **unused)
{
    (void)unused;
    World w;
    begin(&w, SORT_BITS(WIDTH), BOTTOM, TOP);
    static const int constants[] = {0, 1, -1, 2, TOP, BOTTOM};
    for (size_t k = 0; k < sizeof constants / sizeof *constants; k++)
        add_constant(&w, constants[k], SORT_BITS(WIDTH));
    size_t numbers = w.numbers.len, truths, kept;
    for (size_t a = 0; a < numbers; a++)
        for (size_t b = 0; b < numbers; b++)
            combine_vectors(&w, a, b, true);
    truths = w.truths.len;
    for (size_t a = 0; a < truths; a++)
        check_not(&w, &w.truths.at[a]);
    for (size_t t = 0; t < truths; t++)
        for (size_t b = 0; b < numbers; b++)
            check_choice(&w, &w.truths.at[t], &w.numbers.at[t % numbers], &w.numbers.at[b],
                         t % 16 == 0);
    kept = w.numbers.len, truths = w.truths.len;
    for (size_t a = 0; a < kept; a += STEP)
        for (size_t b = a % 11; b < kept; b += b < numbers || a < numbers ? 1 : 41)
            combine_vectors(&w, a, b, false);
    for (size_t a = 0; a < truths; a += STEP)
        for (size_t b = a % 5; b < truths; b += 5)
            combine_truths(&w, a, b, false);
    for (size_t a = 0; a < kept; a += STEP)
        check_replaced(&w, &w.numbers.at[a], SORT_BITS(WIDTH));
    end(&w);
}

/* Cut off and extended, once and twice; and compared and computed with what has the same width again. */
static void every_width_is_right(void **unused)
{
    (void)unused;
    World w;
    begin(&w, SORT_BITS(WIDTH), BOTTOM, TOP);
    Known x = w.numbers.at[0];
    for (unsigned first = 1; first <= 6; first++)
        for (unsigned second = 1; second <= 6; second++)
            for (int form = 0; form < 4; form++) {
                Worth once = {{0}}, twice = {{0}}, back = {{0}}, sum = {{0}}, same = {{0}},
                      less = {{0}};
                for (int k = 0; k < w.cases; k++) {
                    int64_t value = x.worth.at[k];
                    once.at[k] =
                        to_signed(form & 1 ? (uint64_t)value : to_bits(value, WIDTH), first);
                    twice.at[k] = to_signed(
                        form & 2 ? (uint64_t)once.at[k] : to_bits(once.at[k], first), second);
                    back.at[k] = to_signed(to_bits(twice.at[k], second), WIDTH);
                    sum.at[k] = to_signed((uint64_t)(back.at[k] + value), WIDTH);
                    same.at[k] = back.at[k] == value;
                    less.at[k] = twice.at[k] == 1;
                }
                Term one = term_resize(&w.terms, x.term, first, form & 1);
                Term two = term_resize(&w.terms, one, second, form & 2);
                Term three = term_resize(&w.terms, two, WIDTH, false);
                check(&w, one, &once, "resized", false);
                check(&w, two, &twice, "resized twice", false);
                check(&w, three, &back, "resized and back", false);
                check(&w, term_bits(&w.terms, TERM_BITS_ADD, three, x.term), &sum,
                      "resized and added", false);
                check(&w, term_eq(&w.terms, three, x.term), &same, "resized and compared", false);
                if (second > 1)
                    check(&w, term_eq(&w.terms, two, term_constant(&w.terms, 1, SORT_BITS(second))),
                          &less, "resized and compared with 1", false);
            }
    end(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_integer_term_is_right),
        cmocka_unit_test(every_vector_term_is_right),
        cmocka_unit_test(every_width_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
