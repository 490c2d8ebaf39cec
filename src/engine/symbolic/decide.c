/* decide.c -- conditions that hold always or never, whatever came before.
 *
 * A condition of a branch is put to the solver by itself, without anything that is known of the run, if it is small: `!x == x` of an input
 * is false, and then there is no second path, and what follows has no longer guards for it.  Conditions
 * that are the same but for the names of inputs have the same answer.  The solver gets tired of old questions, so it is a new
 * one from time to time; and where the answers are of no use nobody asks. */
#include "engine/symbolic/model.h"

enum { SMALL = 40, A_SOLVER = 24, PATIENCE = 16, ONE_IN = 4, QUESTION = 200000 };

/* The condition as it is but for the names of its variables. */
typedef struct Shape {
    uint64_t words[4 * SMALL];
    uint32_t len;
    Term variables[SMALL];
    uint32_t count;
} Shape;

static uint32_t number_of(Shape *shape, Term variable)
{
    uint32_t k = 0;
    while (k < shape->count && !term_same(shape->variables[k], variable))
        k++;
    if (k == shape->count)
        shape->variables[shape->count++] = variable;
    return k;
}

/* False: it is too large, or no condition on numbers alone. */
static bool take_shape(const Model *x, Term t, Shape *shape)
{
    if (shape->len + 4 > 4 * SMALL)
        return false;
    uint64_t *words = shape->words + shape->len;
    shape->len += 4;
    words[0] = words[1] = words[2] = words[3] = 0;
    if (!t.ix)
        return true;
    Node node = term_node(&x->terms, t);
    if (node.op == TERM_FORALL || node.sort.depth)
        return false;
    bool leaf = node.op == TERM_VARIABLE || node.op == TERM_NUMBER;
    words[0] = 1 + (uint64_t)node.op;
    words[1] = (uint64_t)node.sort.base << 8 | node.sort.width;
    words[2] = node.op == TERM_VARIABLE ? number_of(shape, t) : (uint64_t)node.value;
    for (int k = 0; k < 3 && !leaf; k++)
        if (!take_shape(x, node.arg[k], shape))
            return false;
    return true;
}

static void decide_close(Model *x)
{
    if (x->aside.solver)
        solver_free(x->aside.solver);
    x->aside.solver = NULL;
    x->aside.questions = 0;
}

static bool never(Model *x, Term test)
{
    assert(x->aside.decided <= x->aside.asked);
    uint64_t before = solver_work(x->aside.solver);
    bool no = solver_check(x->aside.solver, &test, 1) == SOLVER_UNSAT;
    if (budget_spend(&x->job->budget, solver_work(x->aside.solver) - before))
        unroll_stop(x, x->job->budget.reason);
    return no;
}

/* 1: never, 2: always, 3: it depends. */
static uint8_t answer(Model *x, Term test)
{
    char text[160];
    SolverOptions options = {.program = "z3", .limit = QUESTION, .budget = &x->job->budget};
    if (x->aside.questions >= A_SOLVER)
        decide_close(x);
    if (!x->aside.solver)
        x->aside.solver = solver_new(&x->terms, &options, text, sizeof text);
    if (!x->aside.solver)
        return 3;
    x->aside.questions++;
    x->aside.asked++;
    uint8_t told = never(x, test) ? 1 : never(x, term_not(&x->terms, test)) ? 2 : 3;
    x->aside.decided += told != 3;
    return told;
}

Term decide(Model *x, Term test)
{
    Shape shape = {.len = 0};
    Terms *t = &x->terms;
    if (x->stopped || !take_shape(x, test, &shape))
        return test;
    uint32_t id = records_add(&x->aside.shapes, shape.words, shape.len);
    if (x->aside.answers.len <= id)
        vec_resize(&x->aside.answers, id + 1);
    bool useless = x->aside.asked >= PATIENCE && x->aside.decided * ONE_IN < x->aside.asked;
    if (!x->aside.answers.at[id] && !useless)
        x->aside.answers.at[id] = answer(x, test);
    uint8_t told = x->aside.answers.at[id];
    return told == 1 ? t->no : told == 2 ? t->yes : test;
}

void decide_clear(Model *x)
{
    decide_close(x);
    records_free(&x->aside.shapes);
    vec_free(&x->aside.answers);
}
