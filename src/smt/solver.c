/* solver.c -- what all back ends share: choosing one, the log. */
#include "smt/solver.h"

#include <string.h>

#include "base/log.h"

static const Backend *const backends[] = {&backend_z3, &backend_cvc5};
enum { BACKENDS = sizeof backends / sizeof *backends };

Solver *solver_new(Terms *terms, const SolverOptions *options, char *why, size_t size)
{
    size_t i = 0;
    while (i < BACKENDS && strcmp(backends[i]->name, options->program) != 0)
        i++;
    if (i == BACKENDS) {
        snprintf(why, size, "there is no solver '%s'; it can be z3 or cvc5", options->program);
        return NULL;
    }
    Solver *solver = memory_alloc(sizeof *solver);
    solver->backend = backends[i];
    solver->terms = terms;
    solver->options = *options;
    solver->state = backends[i]->open(solver, why, size);
    if (!solver->state) {
        memory_free(solver);
        return NULL;
    }
    if (options->log)
        fprintf(options->log, "(reset)\n(set-logic ALL)\n(set-info :source |%s|)\n",
                options->title);
    return solver;
}

void solver_free(Solver *solver)
{
    if (!solver)
        return;
    solver->backend->close(solver);
    vec_free(&solver->logged.at);
    memory_free(solver);
}

void solver_add(Solver *solver, Term formula)
{
    FILE *log = solver->options.log;
    if (term_is_true(solver->terms, formula))
        return;
    solver->backend->add(solver, formula);
    if (!log)
        return;
    smtlib_define(solver->terms, formula, &solver->logged, log);
    fputs("(assert ", log);
    smtlib_name(solver->terms, formula, log);
    fputs(")\n", log);
}

static void log_question(Solver *solver, const Term *assumptions, size_t count)
{
    FILE *log = solver->options.log;
    for (size_t i = 0; i < count; i++)
        smtlib_define(solver->terms, assumptions[i], &solver->logged, log);
    fputs("(push 1)\n", log);
    for (size_t i = 0; i < count; i++) {
        fputs("(assert ", log);
        smtlib_name(solver->terms, assumptions[i], log);
        fputs(")\n", log);
    }
    fputs("(check-sat)\n(pop 1)\n", log);
}

static const char *why_over(const Solver *solver)
{
    return solver->options.budget ? budget_why_over(solver->options.budget) : NULL;
}

uint64_t solver_work(const Solver *solver)
{
    return solver->work;
}

SolverAnswer solver_check(Solver *solver, const Term *assumptions, size_t count)
{
    static const char *const names[] = {"unsat", "sat", "unknown", "unknown"};
    if (solver->options.log)
        log_question(solver, assumptions, count);
    solver->questions++;
    solver->reason[0] = '\0';
    const char *over = why_over(solver);
    SolverAnswer answer =
        over ? SOLVER_UNKNOWN : solver->backend->check(solver, assumptions, count);
    if (answer == SOLVER_UNKNOWN && !over)
        over = why_over(solver); /* it was stopped */
    if (over && answer == SOLVER_UNKNOWN)
        snprintf(solver->reason, sizeof solver->reason, "%s", over);
    if (answer == SOLVER_UNKNOWN && !solver->reason[0])
        snprintf(solver->reason, sizeof solver->reason, "the solver gives no reason");
    if (solver->options.log)
        fprintf(solver->options.log, "; %s\n", names[answer]);
    LOG(SOLVER, "question %llu, %zu assumptions: %s%s%s; work %llu",
        (unsigned long long)solver->questions, count, names[answer], solver->reason[0] ? ", " : "",
        solver->reason, (unsigned long long)solver->work);
    return answer;
}

bool solver_value(Solver *solver, Term term, int64_t *value)
{
    if (term_is_number(solver->terms, term, value))
        return true;
    if (term_is_true(solver->terms, term) || term_is_false(solver->terms, term)) {
        *value = term_is_true(solver->terms, term);
        return true;
    }
    return solver->backend->value(solver, term, value);
}

void solver_truths(Solver *solver, const Term *terms, size_t count, int8_t *truths)
{
    if (count && solver->backend->truths && solver->backend->truths(solver, terms, count, truths))
        return;
    for (size_t i = 0; i < count; i++) {
        int64_t value = 0;
        truths[i] = (int8_t)(solver_value(solver, terms[i], &value) ? value != 0 : -1);
    }
}

void solver_try_harder(Solver *solver, bool harder)
{
    solver->harder = harder;
    if (solver->backend->configure)
        solver->backend->configure(solver);
}

const char *solver_reason(const Solver *solver)
{
    return solver->reason;
}

uint64_t solver_questions(const Solver *solver)
{
    return solver->questions;
}
