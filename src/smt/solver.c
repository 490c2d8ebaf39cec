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
    if (options->ranges)
        solver->integers = ranges_new(terms);
    solver->thrift = 2;
    if (options->log)
        fprintf(options->log, "(reset)\n(set-logic ALL)\n(set-info :source |%s|)\n",
                options->title);
    return solver;
}

void solver_free(Solver *solver)
{
    if (!solver)
        return;
    solver_free(solver->over_integers);
    ranges_free(solver->integers);
    vec_free(&solver->added);
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
    if (solver->integers)
        vec_push(&solver->added, formula);
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

/* The formula over integers, and what belongs to it; it is left out if there is none. */
static Term convert(Solver *solver, Term formula)
{
    TermList sides = {0};
    Term is = ranges_convert(solver->integers, formula, &sides);
    vec_each (Term, side, &sides)
        solver_add(solver->over_integers, *side);
    vec_free(&sides);
    return is;
}

static bool open_integers(Solver *solver)
{
    char why[160];
    SolverOptions options = solver->options;
    options.ranges = false;
    options.log = NULL;
    if (!solver->over_integers)
        solver->over_integers = solver_new(solver->terms, &options, why, sizeof why);
    return solver->over_integers;
}

/* One part in so many of its limit, from now on. */
static void set_part(Solver *solver, uint32_t part)
{
    solver->part = part;
    solver->untold = true;
}

/* To tell Z3 what has changed takes as long as a small question: once before each is enough. */
static SolverAnswer check(Solver *solver, const Term *assumptions, size_t count)
{
    if (solver->untold && solver->backend->configure)
        solver->backend->configure(solver);
    solver->untold = false;
    return solver->backend->check(solver, assumptions, count);
}

void solver_be_brief(Solver *solver, uint32_t parts)
{
    solver->brief = parts;
    set_part(solver, solver->part);
}

/* Have the formulas no model over integers?  Then they have none. */
static bool refuted_over_integers(Solver *solver, const Term *assumptions, size_t count,
                                  uint32_t part)
{
    TermList asked = {0};
    if (!open_integers(solver))
        return false;
    Solver *over = solver->over_integers;
    uint64_t before = over->work;
    for (; solver->converted < solver->added.len; solver->converted++) {
        Term is = convert(solver, solver->added.at[solver->converted]);
        if (is.ix)
            solver_add(over, is);
    }
    for (size_t i = 0; i < count; i++) {
        Term is = convert(solver, assumptions[i]);
        if (is.ix)
            vec_push(&asked, is);
    }
    set_part(over, part);
    SolverAnswer answer = check(over, asked.at, asked.len);
    solver->work += over->work - before;
    vec_free(&asked);
    LOG(SOLVER, "over integers, 1/%u: %s", part, answer == SOLVER_UNSAT ? "unsat" : "open");
    return answer == SOLVER_UNSAT;
}

/* The question itself and that over integers, in turns that grow, so that it costs little more than the
 * easier one.  Integers that were of no use get a smaller part of the turn next time. */
static SolverAnswer ask_in_turns(Solver *solver, const Term *assumptions, size_t count)
{
    enum { FIRST = 16, GROWTH = 4, MOST = 64 };
    uint32_t first = solver->options.parts ? solver->options.parts : FIRST;
    SolverAnswer answer = SOLVER_UNKNOWN;
    bool refuted = false, asked = false;
    for (uint32_t part = solver->options.limit ? first : 1; part && !refuted; part /= GROWTH) {
        set_part(solver, part);
        answer = check(solver, assumptions, count);
        if (answer != SOLVER_UNKNOWN || why_over(solver) || part == 1)
            break;
        refuted = refuted_over_integers(solver, assumptions, count, part * solver->thrift);
        asked = true;
    }
    if (asked && !refuted && solver->thrift < MOST)
        solver->thrift *= 2;
    if (refuted && solver->thrift > 1)
        solver->thrift /= 2;
    set_part(solver, 1);
    return refuted ? SOLVER_UNSAT : answer;
}

static SolverAnswer ask(Solver *solver, const Term *assumptions, size_t count)
{
    if (solver->integers && !solver->harder && solver->backend->configure &&
        ranges_matter(solver->integers))
        return ask_in_turns(solver, assumptions, count);
    return check(solver, assumptions, count);
}

SolverAnswer solver_check(Solver *solver, const Term *assumptions, size_t count)
{
    static const char *const names[] = {"unsat", "sat", "unknown", "unknown"};
    if (solver->options.log)
        log_question(solver, assumptions, count);
    solver->questions += solver->brief <= 1; /* small wishes are not counted */
    solver->reason[0] = '\0';
    const char *over = why_over(solver);
    SolverAnswer answer = over ? SOLVER_UNKNOWN : ask(solver, assumptions, count);
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
    solver->untold = true;
}

const char *solver_reason(const Solver *solver)
{
    return solver->reason;
}

uint64_t solver_questions(const Solver *solver)
{
    return solver->questions;
}
