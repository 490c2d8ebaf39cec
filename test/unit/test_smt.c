/* test_smt.c -- terms: are they simplified rightly?  Both solvers: do they agree with arithmetic?
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "smt/solver.h"

static uint32_t next_random(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)*seed * below >> 32);
}

enum { VARS = 3 };

/* A random term over three integers, and its value when these have the given ones. */
typedef struct Pair {
    Term term;
    int64_t value;
} Pair;

static Pair random_number(Terms *t, uint32_t *seed, const Pair *vars, int depth);

static Pair random_truth(Terms *t, uint32_t *seed, const Pair *vars, int depth)
{
    uint32_t kind = next_random(seed, depth > 0 ? 6 : 3);
    if (kind < 3) {
        Pair a = random_number(t, seed, vars, depth - 1),
             b = random_number(t, seed, vars, depth - 1);
        Term terms[] = {term_eq(t, a.term, b.term), term_lt(t, a.term, b.term),
                        term_le(t, a.term, b.term)};
        bool values[] = {a.value == b.value, a.value < b.value, a.value <= b.value};
        return (Pair){terms[kind], values[kind]};
    }
    Pair a = random_truth(t, seed, vars, depth - 1), b = random_truth(t, seed, vars, depth - 1);
    if (kind == 3)
        return (Pair){term_not(t, a.term), !a.value};
    return kind == 4 ? (Pair){term_and(t, a.term, b.term), a.value && b.value}
                     : (Pair){term_or(t, a.term, b.term), a.value || b.value};
}

static Pair random_number(Terms *t, uint32_t *seed, const Pair *vars, int depth)
{
    uint32_t kind = next_random(seed, depth > 0 ? 8 : 2);
    int64_t constant = (int64_t)next_random(seed, 5) - 2;
    if (kind == 0)
        return vars[next_random(seed, VARS)];
    if (kind == 1)
        return (Pair){term_number(t, constant), constant};
    if (kind == 2) {
        Pair test = random_truth(t, seed, vars, depth - 1);
        Pair a = random_number(t, seed, vars, depth - 1),
             b = random_number(t, seed, vars, depth - 1);
        return (Pair){term_ite(t, test.term, a.term, b.term), test.value ? a.value : b.value};
    }
    Pair a = random_number(t, seed, vars, depth - 1), b = random_number(t, seed, vars, depth - 1);
    constant = constant <= 0 ? 3 : constant;
    if (kind == 3 || kind == 4)
        return kind == 3 ? (Pair){term_add(t, a.term, b.term), a.value + b.value}
                         : (Pair){term_sub(t, a.term, b.term), a.value - b.value};
    if (kind == 5)
        return (Pair){term_mul(t, a.term, term_number(t, constant)), a.value * constant};
    return kind == 6 ? (Pair){term_div(t, a.term, term_number(t, constant)), a.value / constant}
                     : (Pair){term_rem(t, a.term, term_number(t, constant)), a.value % constant};
}

/* What the solver says a term is, when the variables are fixed, is what arithmetic says. */
static void values_are_right(const char *program)
{
    uint32_t seed = 1;
    Terms t;
    terms_begin(&t);
    char why[160];
    SolverOptions options = {.program = program, .title = "test"};
    Solver *solver = solver_new(&t, &options, why, sizeof why);
    if (!solver)
        skip(); /* built without it, or not installed */
    for (int round = 0; round < 60; round++) {
        static const char *const names[] = {"a", "b", "c"};
        Pair vars[VARS];
        Term fixed = term_bool(&t, true);
        for (int i = 0; i < VARS; i++) {
            vars[i] =
                (Pair){term_variable(&t, names[i], SORT_INT), (int64_t)next_random(&seed, 9) - 4};
            fixed = term_and(&t, fixed, term_eq(&t, vars[i].term, term_number(&t, vars[i].value)));
        }
        Pair truth = random_truth(&t, &seed, vars, 5);
        char name[40];
        snprintf(name, sizeof name, "q%d", round);
        Term asked = term_variable(&t, name, SORT_BOOL);
        Term wrong = truth.value ? term_not(&t, truth.term) : truth.term;
        solver_add(solver, term_implies(&t, asked, term_and(&t, fixed, wrong)));
        assert_int_equal(solver_check(solver, &asked, 1), SOLVER_UNSAT);
    }
    solver_free(solver);
    terms_free(&t);
}

static void z3_agrees_with_arithmetic(void **state)
{
    (void)state;
    values_are_right("z3");
}

static void cvc5_agrees_with_arithmetic(void **state)
{
    (void)state;
    values_are_right("cvc5");
}

/* What a machine makes of two signed bytes. */
static int8_t byte_op(TermOp op, int8_t a, int8_t b)
{
    uint8_t x = (uint8_t)a, y = (uint8_t)b;
    switch ((int)op) {
    case TERM_BITS_ADD:
        return (int8_t)(x + y);
    case TERM_BITS_SUB:
        return (int8_t)(x - y);
    case TERM_BITS_MUL:
        return (int8_t)(x * y);
    case TERM_SDIV:
        return (int8_t)(a / b);
    case TERM_UDIV:
        return (int8_t)(x / y);
    case TERM_SREM:
        return (int8_t)(a % b);
    case TERM_UREM:
        return (int8_t)(x % y);
    case TERM_BITS_AND:
        return (int8_t)(x & y);
    case TERM_BITS_OR:
        return (int8_t)(x | y);
    case TERM_BITS_XOR:
        return (int8_t)(x ^ y);
    case TERM_SHL:
        return y < 8 ? (int8_t)(x << y) : 0;
    case TERM_LSHR:
        return y < 8 ? (int8_t)(x >> y) : 0;
    case TERM_ASHR:
        return (int8_t)(a >> (y < 8 ? y : 7));
    case TERM_SLT:
        return a < b;
    case TERM_SLE:
        return a <= b;
    case TERM_ULT:
        return x < y;
    default: /* TERM_ULE */
        return x <= y;
    }
}

/* Constants are computed as the machine does, and the solver computes the same from variables. */
static void bits_are_right(const char *program)
{
    static const int8_t values[] = {3, 127, -1, -128};
    enum { COUNT = sizeof values };
    Terms t;
    char why[160];
    SolverOptions options = {.program = program, .title = "test"};
    terms_begin(&t);
    Solver *solver = solver_new(&t, &options, why, sizeof why);
    if (!solver)
        skip();
    Sort byte = SORT_BITS(8);
    Term wrong = term_bool(&t, false);
    for (int op = TERM_BITS_ADD; op <= TERM_ULE; op++)
        for (int n = 0; n < COUNT * COUNT; n++) {
            int8_t a = values[n / COUNT], b = values[n % COUNT];
            bool divides = op >= TERM_SDIV && op <= TERM_UREM, compares = op >= TERM_SLT;
            if (divides && !b)
                continue;
            int8_t value = byte_op((TermOp)op, a, b);
            Term x = term_constant(&t, a, byte), y = term_constant(&t, b, byte);
            Term want = compares ? term_bool(&t, value) : term_constant(&t, value, byte);
            assert_true(term_same(term_bits(&t, (TermOp)op, x, y), want));
            char name[40];
            snprintf(name, sizeof name, "x%d", n / COUNT);
            Term v = term_variable(&t, name, byte);
            Term made = term_bits(&t, (TermOp)op, v, y);
            Term fixed = term_eq(&t, v, x);
            wrong = term_or(&t, wrong, term_and(&t, fixed, term_not(&t, term_eq(&t, made, want))));
        }
    Term v = term_variable(&t, "v", byte), wide = term_resize(&t, v, 32, true);
    Term negative = term_bits(&t, TERM_SLT, v, term_constant(&t, 0, byte));
    Term low = term_resize(&t, wide, 8, false), zero = term_constant(&t, 0, SORT_BITS(32));
    assert_true(term_same(low, v));
    wrong = term_or(&t, wrong,
                    term_not(&t, term_eq(&t, negative, term_bits(&t, TERM_SLT, wide, zero))));
    Term plain = term_resize(&t, v, 32, false);
    wrong = term_or(&t, wrong, term_bits(&t, TERM_SLT, plain, zero));
    Term over = term_bits(&t, TERM_BITS_ADD, wide, term_constant(&t, 256, SORT_BITS(32)));
    wrong = term_or(&t, wrong, term_not(&t, term_eq(&t, term_resize(&t, over, 8, false), v)));
    Term asked = term_variable(&t, "asked", SORT_BOOL);
    solver_add(solver, term_implies(&t, asked, wrong));
    assert_int_equal(solver_check(solver, &asked, 1), SOLVER_UNSAT);
    solver_free(solver);
    terms_free(&t);
}

/* A random vector of 8 bits over two others, and its value when these have the given ones. */
static Pair random_bits(Terms *t, uint32_t *seed, const Pair *vars, int depth)
{
    uint32_t kind = next_random(seed, depth > 0 ? 8 : 2);
    int8_t constant = (int8_t)next_random(seed, 256);
    if (kind == 0)
        return vars[next_random(seed, 2)];
    if (kind == 1)
        return (Pair){term_constant(t, constant, SORT_BITS(8)), constant};
    Pair a = random_bits(t, seed, vars, depth - 1), b = random_bits(t, seed, vars, depth - 1);
    if (kind == 2) {
        bool is_signed = next_random(seed, 2);
        Term wide = term_resize(t, a.term, 32, is_signed);
        wide = term_bits(t, TERM_BITS_ADD, wide, term_constant(t, 1000, SORT_BITS(32)));
        wide = term_bits(t, TERM_LSHR, wide, term_constant(t, 1, SORT_BITS(32)));
        uint32_t value = ((is_signed ? (uint32_t)a.value : (uint8_t)a.value) + 1000) >> 1;
        return (Pair){term_resize(t, wide, 8, false), (int8_t)value};
    }
    uint32_t op = TERM_BITS_ADD + next_random(seed, TERM_ULE - TERM_BITS_ADD + 1);
    bool divides = op >= TERM_SDIV && op <= TERM_UREM;
    if (divides || next_random(seed, 2))
        b = (Pair){term_constant(t, constant ? constant : 5, SORT_BITS(8)),
                   constant ? constant : 5};
    int8_t value = byte_op((TermOp)op, (int8_t)a.value, (int8_t)b.value);
    Term made = term_bits(t, (TermOp)op, a.term, b.term);
    if (op < TERM_SLT)
        return (Pair){made, value};
    return (Pair){term_ite(t, made, a.term, b.term), value ? a.value : b.value};
}

/* A model of vectors is one over integers. */
static void integers_admit_what_vectors_do(void **state)
{
    (void)state;
    uint32_t seed = 7;
    for (int round = 0; round < 30; round++) {
        Terms t;
        char why[160];
        SolverOptions options = {.program = "z3", .title = "test"};
        terms_begin(&t);
        Solver *solver = solver_new(&t, &options, why, sizeof why);
        if (!solver)
            skip();
        Ranges *ranges = ranges_new(&t);
        TermList sides = {0};
        Term fixed = term_bool(&t, true), right = fixed;
        assert_false(ranges_matter(ranges));
        Pair vars[2];
        for (int i = 0; i < 2; i++) {
            vars[i] = (Pair){term_variable(&t, i ? "b" : "a", SORT_BITS(8)),
                             (int8_t)next_random(&seed, 256)};
            Term is = term_constant(&t, vars[i].value, SORT_BITS(8));
            fixed = term_and(&t, fixed, term_eq(&t, vars[i].term, is));
        }
        assert_true(ranges_matter(ranges));
        Pair made[5];
        for (int i = 0; i < 5; i++) {
            made[i] = random_bits(&t, &seed, vars, 3);
            Term value = term_constant(&t, made[i].value, SORT_BITS(8));
            right = term_and(&t, right, term_eq(&t, made[i].term, value));
        }
        Term over = ranges_convert(ranges, term_and(&t, fixed, right), &sides);
        assert_true(over.ix);
        vec_each (Term, side, &sides)
            solver_add(solver, *side);
        assert_int_equal(solver_check(solver, &over, 1), SOLVER_SAT);
        vec_free(&sides);
        ranges_free(ranges);
        solver_free(solver);
        terms_free(&t);
    }
}

/* Of each operation and the ends of the ranges: the integer is the vector's value. */
static void integers_are_exact(void **state)
{
    (void)state;
    static const TermOp ops[] = {TERM_BITS_ADD, TERM_BITS_SUB, TERM_SLT,  TERM_SLE,
                                 TERM_ULT,      TERM_ULE,      TERM_SDIV, TERM_UDIV,
                                 TERM_SREM,     TERM_UREM,     TERM_LSHR, TERM_BITS_AND};
    static const int8_t values[] = {-128, -127, -1, 0, 1, 3, 7, 127};
    Terms t;
    char why[160];
    SolverOptions options = {.program = "z3", .title = "test"};
    terms_begin(&t);
    Solver *solver = solver_new(&t, &options, why, sizeof why);
    if (!solver)
        skip();
    Ranges *ranges = ranges_new(&t);
    TermList sides = {0};
    Term wrong = term_bool(&t, false);
    for (size_t n = 0; n < 8 * 8 * sizeof ops / sizeof *ops; n++) {
        TermOp op = ops[n / 64];
        int8_t a = values[n % 8], b = values[n / 8 % 8];
        char name[40];
        if (op >= TERM_SDIV && op <= TERM_BITS_AND && b <= 1)
            continue;
        if (op == TERM_LSHR && (b < 1 || b > 7))
            continue;
        if (op == TERM_BITS_AND && (b & (b + 1)))
            continue;
        int8_t value = byte_op(op, a, b);
        snprintf(name, sizeof name, "x%zu", n % 8);
        Term x = term_variable(&t, name, SORT_BITS(8)), y = term_constant(&t, b, SORT_BITS(8));
        Term made = term_bits(&t, op, x, y);
        Term want = op >= TERM_SLT ? term_bool(&t, value) : term_constant(&t, value, SORT_BITS(8));
        Term fixed = term_eq(&t, x, term_constant(&t, a, SORT_BITS(8)));
        wrong = term_or(&t, wrong, term_and(&t, fixed, term_not(&t, term_eq(&t, made, want))));
    }
    Term w = term_variable(&t, "w", SORT_BITS(64)), one = term_constant(&t, 1, SORT_BITS(64));
    Term end = term_eq(&t, w, term_constant(&t, INT64_MAX, SORT_BITS(64)));
    Term back = term_eq(&t, term_bits(&t, TERM_BITS_ADD, w, one),
                        term_constant(&t, INT64_MIN, SORT_BITS(64)));
    wrong = term_or(&t, wrong, term_and(&t, end, term_not(&t, back)));
    Term over = ranges_convert(ranges, wrong, &sides);
    assert_true(over.ix);
    vec_each (Term, side, &sides)
        solver_add(solver, *side);
    assert_int_equal(solver_check(solver, &over, 1), SOLVER_UNSAT);
    vec_free(&sides);
    ranges_free(ranges);
    solver_free(solver);
    terms_free(&t);
}

/* The value in another width, if it fits there. */
static bool resized(int64_t value, unsigned from, unsigned to, bool is_signed, int64_t *result)
{
    uint64_t bits = (uint64_t)value << (64 - from) >> (64 - from);
    *result =
        to < from || (is_signed && to > from) ? value : (int64_t)(bits << (64 - to)) >> (64 - to);
    return to >= from || (int64_t)((uint64_t)value << (64 - to)) >> (64 - to) == value;
}

/* Of all changes of the width, with and without a sign, and the ends of the ranges. */
static void integers_keep_their_value(void **state)
{
    (void)state;
    static const unsigned widths[] = {1, 8, 16, 31, 32, 64};
    enum { WIDTHS = sizeof widths / sizeof *widths };
    Terms t;
    char why[160], name[40];
    SolverOptions options = {.program = "z3", .title = "test"};
    terms_begin(&t);
    Solver *solver = solver_new(&t, &options, why, sizeof why);
    if (!solver)
        skip();
    Ranges *ranges = ranges_new(&t);
    TermList sides = {0};
    Term wrong = term_bool(&t, false);
    for (unsigned n = 0; n < WIDTHS * WIDTHS * 2 * 4; n++) {
        unsigned from = widths[n % WIDTHS], to = widths[n / WIDTHS % WIDTHS],
                 which = n / WIDTHS / WIDTHS % 4;
        bool is_signed = n / WIDTHS / WIDTHS / 4;
        int64_t least = INT64_MIN >> (64 - from), values[] = {least, -1, 0, -(least + 1)},
                value = values[which], result;
        if (!resized(value, from, to, is_signed, &result))
            continue;
        snprintf(name, sizeof name, "x%u.%u", from, which);
        Term x = term_variable(&t, name, SORT_BITS(from));
        Term fixed = term_eq(&t, x, term_constant(&t, value, SORT_BITS(from)));
        Term made = term_eq(&t, term_resize(&t, x, to, is_signed),
                            term_constant(&t, result, SORT_BITS(to)));
        wrong = term_or(&t, wrong, term_and(&t, fixed, term_not(&t, made)));
    }
    Term over = ranges_convert(ranges, wrong, &sides);
    assert_true(over.ix);
    vec_each (Term, side, &sides)
        solver_add(solver, *side);
    assert_int_equal(solver_check(solver, &over, 1), SOLVER_UNSAT);
    vec_free(&sides);
    ranges_free(ranges);
    solver_free(solver);
    terms_free(&t);
}

typedef struct Turns {
    Terms t;
    Solver *solver;
    Term too_large, beside, product;
} Turns;

/* Forty numbers up to 100, a sum that they do not reach, and a product of two others that is hard to find. */
static bool turns_begin(Turns *x, bool ranges, uint64_t limit)
{
    char why[160], name[20];
    SolverOptions options = {.program = "z3", .limit = limit, .ranges = ranges, .title = "test"};
    Terms *t = &x->t;
    terms_begin(t);
    x->solver = solver_new(t, &options, why, sizeof why);
    if (!x->solver)
        return false;
    Term sum = term_constant(t, 0, SORT_BITS(32)), most = term_constant(t, 100, SORT_BITS(32));
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "n%d", i);
        Term n = term_variable(t, name, SORT_BITS(32));
        solver_add(x->solver, term_bits(t, TERM_ULE, n, most));
        sum = term_bits(t, TERM_BITS_ADD, sum, n);
        x->beside = term_bits(t, TERM_ULE, term_constant(t, 50, SORT_BITS(32)), n);
    }
    x->too_large = term_bits(t, TERM_ULT, term_constant(t, 4000, SORT_BITS(32)), sum);
    Term a = term_variable(t, "a", SORT_BITS(32)), b = term_variable(t, "b", SORT_BITS(32));
    Term one = term_constant(t, 1, SORT_BITS(32));
    Term square = term_constant(t, (int64_t)46337 * 46337, SORT_BITS(32));
    x->product =
        term_and(t, term_eq(t, term_bits(t, TERM_BITS_MUL, a, b), square),
                 term_and(t, term_bits(t, TERM_ULT, one, a), term_bits(t, TERM_ULE, a, b)));
    return true;
}

static void turns_end(Turns *x)
{
    solver_free(x->solver);
    terms_free(&x->t);
}

/* What is too hard for vectors is asked of integers, too: they know an answer.  Where they know none, there is none. */
static void integers_are_asked_in_turns(void **state)
{
    enum { TOO_LITTLE_FOR_VECTORS = 400000, TOO_LITTLE = 8000 };
    (void)state;
    Turns x;
    if (!turns_begin(&x, true, TOO_LITTLE_FOR_VECTORS))
        skip();
    Term both[] = {x.too_large, x.beside};
    assert_int_equal(solver_check(x.solver, both, 2), SOLVER_UNSAT);
    assert_int_equal(solver_check(x.solver, &x.beside, 1), SOLVER_SAT);
    turns_end(&x);
    assert_true(turns_begin(&x, true, TOO_LITTLE));
    assert_int_equal(solver_check(x.solver, &x.product, 1), SOLVER_UNKNOWN);
    turns_end(&x);
}

/* An unknown integer under a quantifier would be the same for all its values. */
static void quantifiers_have_no_unknown_integers(void **state)
{
    (void)state;
    Terms t;
    terms_begin(&t);
    Ranges *ranges = ranges_new(&t);
    TermList sides = {0};
    Term v = term_variable(&t, "v", SORT_BITS(8)), a = term_variable(&t, "a", SORT_BITS(8));
    Term product = term_bits(&t, TERM_BITS_MUL, v, a);
    Term sum = term_bits(&t, TERM_BITS_ADD, v, a);
    Term less = term_forall(&t, v, term_bits(&t, TERM_SLE, sum, a));
    Term hard = term_forall(&t, v, term_bits(&t, TERM_SLE, product, a));
    Term over = ranges_convert(ranges, less, &sides);
    assert_true(over.ix && term_quantifies(&t, over));
    assert_int_equal(sides.len, 1); /* the range of a, and not that of v */
    assert_false(ranges_convert(ranges, hard, &sides).ix);
    /* a was met outside of a quantifier first: from then on nothing is said */
    Term both = term_forall(&t, a, term_bits(&t, TERM_SLT, a, term_bits(&t, TERM_BITS_XOR, a, a)));
    if (term_quantifies(&t, both))
        assert_false(ranges_convert(ranges, both, &sides).ix);
    vec_free(&sides);
    ranges_free(ranges);
    terms_free(&t);
}

static void z3_agrees_with_the_machine(void **state)
{
    (void)state;
    bits_are_right("z3");
}

static void cvc5_agrees_with_the_machine(void **state)
{
    (void)state;
    bits_are_right("cvc5");
}

static void arrays_are_simplified(void **state)
{
    (void)state;
    Terms t;
    terms_begin(&t);
    Term a = term_variable(&t, "a", SORT_ARRAY(SORT_INT)), i = term_variable(&t, "i", SORT_INT);
    Term k = term_variable(&t, "k", SORT_INT), five = term_number(&t, 5);
    Term one = term_add(&t, i, term_number(&t, 1));
    Term stored = term_store(&t, a, i, five);
    assert_true(term_same(term_select(&t, stored, i), five));
    assert_true(term_same(term_select(&t, stored, one), term_select(&t, a, one)));
    assert_false(term_same(term_select(&t, stored, k), term_select(&t, a, k)));
    assert_true(term_same(term_store(&t, a, i, term_select(&t, a, i)), a));
    assert_true(term_same(term_store(&t, stored, i, term_number(&t, 6)),
                          term_store(&t, a, i, term_number(&t, 6))));
    Term both = term_and(&t, term_eq(&t, i, k), term_eq(&t, term_select(&t, a, i), five));
    Term replaced = term_replace(&t, both, &i, &k, 1);
    assert_true(term_same(replaced, term_eq(&t, term_select(&t, a, k), five)));
    terms_free(&t);
}

/* More variables than there are bits for them. */
static void open_terms_are_known(void **state)
{
    (void)state;
    Terms t;
    Term bound[70], zero;
    char name[20];
    terms_begin(&t);
    zero = term_number(&t, 0);
    for (int i = 0; i < 70; i++) {
        snprintf(name, sizeof name, "every %d", i);
        bound[i] = term_variable(&t, name, SORT_INT);
        assert_true(term_bind(&t, bound[i]));
        assert_false(term_bind(&t, bound[i]));
    }
    Term x = term_variable(&t, "x", SORT_INT);
    for (int i = 0; i < 70; i++) {
        Term less = term_lt(&t, bound[i], x);
        assert_true(term_is_open(&t, less) && term_is_open_in(&t, less, bound[i]));
        assert_false(term_is_open_in(&t, less, bound[(i + 1) % 70]));
        Term both = term_and(&t, less, term_lt(&t, zero, bound[(i + 1) % 70]));
        Term closed = term_forall(&t, bound[i], both);
        assert_true(term_is_open_in(&t, closed, bound[(i + 1) % 70]));
        if (i < 62)
            assert_false(term_is_open_in(&t, closed, bound[i]));
    }
    assert_false(term_is_open(&t, term_lt(&t, zero, x)));
    terms_free(&t);
}

static void limits_give_a_reason(void **state)
{
    (void)state;
    Terms t;
    terms_begin(&t);
    char why[160];
    SolverOptions options = {.program = "z3", .limit = 1, .title = "test"};
    Solver *solver = solver_new(&t, &options, why, sizeof why);
    if (!solver)
        skip();
    Term x = term_variable(&t, "x", SORT_INT), y = term_variable(&t, "y", SORT_INT);
    solver_add(solver, term_lt(&t, term_mul(&t, x, y), term_add(&t, x, y)));
    assert_int_equal(solver_check(solver, NULL, 0), SOLVER_UNKNOWN);
    assert_true(solver_reason(solver)[0] != '\0');
    solver_free(solver);
    assert_null(solver_new(&t, &(SolverOptions){.program = "none"}, why, sizeof why));
    terms_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arrays_are_simplified),
        cmocka_unit_test(z3_agrees_with_arithmetic),
        cmocka_unit_test(cvc5_agrees_with_arithmetic),
        cmocka_unit_test(z3_agrees_with_the_machine),
        cmocka_unit_test(cvc5_agrees_with_the_machine),
        cmocka_unit_test(integers_admit_what_vectors_do),
        cmocka_unit_test(integers_are_exact),
        cmocka_unit_test(integers_keep_their_value),
        cmocka_unit_test(integers_are_asked_in_turns),
        cmocka_unit_test(quantifiers_have_no_unknown_integers),
        cmocka_unit_test(open_terms_are_known),
        cmocka_unit_test(limits_give_a_reason),
    };
    return cmocka_run_group_tests_name("smt", tests, NULL, NULL);
}
