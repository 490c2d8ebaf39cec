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
    Term asked = term_variable(&t, "asked", SORT_BOOL);
    solver_add(solver, term_implies(&t, asked, wrong));
    assert_int_equal(solver_check(solver, &asked, 1), SOLVER_UNSAT);
    solver_free(solver);
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
        cmocka_unit_test(open_terms_are_known),
        cmocka_unit_test(limits_give_a_reason),
    };
    return cmocka_run_group_tests_name("smt", tests, NULL, NULL);
}
