/* predicate.c -- predicates, and which variables they are about. */
#include "engine/cegar/internal.h"

/* ---- variables ---- */

static Term make_var(Cegar *c, const char *name, Sort sort, Var var)
{
    var.term = term_variable(&c->terms, name, sort);
    if (c->var_of.len <= var.term.ix)
        vec_resize(&c->var_of, var.term.ix + 1);
    if (!c->var_of.at[var.term.ix]) {
        vec_push(&c->vars, var);
        c->var_of.at[var.term.ix] = (uint32_t)c->vars.len;
    }
    return var.term;
}

Term var_register(Cegar *c, uint32_t proc, int32_t reg)
{
    char name[32];
    assert(reg >= 0 && (size_t)reg < c->program->procs.at[proc].registers.len);
    Type type = c->program->procs.at[proc].registers.at[reg].type;
    snprintf(name, sizeof name, "r%u.%d", proc, reg);
    return make_var(c, name, theory_sort(&c->theory, type),
                    (Var){.kind = VAR_REGISTER, .proc = proc, .number = (uint32_t)reg});
}

Term var_result(Cegar *c, uint32_t proc, uint32_t number)
{
    char name[32];
    assert(number < c->program->procs.at[proc].results.len);
    snprintf(name, sizeof name, "R%u.%u", proc, number);
    return make_var(c, name, theory_sort(&c->theory, c->program->procs.at[proc].results.at[number]),
                    (Var){.kind = VAR_RESULT, .proc = proc, .number = number});
}

Term var_unknown(Cegar *c, Sort sort)
{
    char name[48]; /* one name has one sort */
    snprintf(name, sizeof name, "u%u.%u.%u.%u", sort.base, sort.width, sort.depth, c->unknown++);
    return term_variable(&c->terms, name, sort);
}

const Var *var_find(const Cegar *c, Term term)
{
    uint32_t var = term.ix < c->var_of.len ? c->var_of.at[term.ix] : 0;
    assert(var <= c->vars.len && (!var || term_same(c->vars.at[var - 1].term, term)));
    return var ? &c->vars.at[var - 1] : NULL;
}

void term_variables(Cegar *c, Term term, TermList *list)
{
    TermList all = {0};
    term_collect(&c->terms, term, 0, &all);
    vec_each (Term, t, &all)
        if (term_node(&c->terms, *t).op == TERM_VARIABLE)
            vec_push(list, *t);
    vec_free(&all);
}

bool term_shares(Cegar *c, Term a, const TermList *variables)
{
    vec_each (Term, v, variables)
        if (term_contains(&c->terms, a, *v))
            return true;
    return false;
}

/* ---- predicates ---- */

/* What it is about; false: of several procedures, of what nobody knows, or of nothing. */
static bool classify(Cegar *c, Predicate *p)
{
    TermList variables = {0};
    bool fine = true;
    p->proc = EVERYWHERE;
    p->entry = true;
    term_variables(c, p->holds, &variables);
    vec_each (Term, t, &variables) {
        const Var *var = var_find(c, *t);
        if (!var) {
            fine = false;
        } else if (var->kind == VAR_CELL) {
            p->shared = true;
        } else {
            bool result = var->kind == VAR_RESULT;
            fine &= p->proc == EVERYWHERE || (p->proc == var->proc && p->result == result);
            p->proc = var->proc;
            p->result = result;
            p->entry &= !result && var->number < c->program->procs.at[var->proc].params;
        }
    }
    fine &= variables.len != 0;
    p->vars = variables;
    return fine;
}

static bool add_one(Cegar *c, Term holds)
{
    Predicate p = {.holds = holds};
    assert(term_sort(&c->terms, holds).base == SORT_BOOLEAN);
    vec_each (Predicate, known, &c->predicates)
        if (term_same(known->holds, holds) || term_same(known->holds, term_not(&c->terms, holds)))
            return false;
    if (!classify(c, &p)) {
        vec_free(&p.vars);
        return false;
    }
    assert(p.vars.len && (p.shared || p.proc != EVERYWHERE));
    vec_push(&c->predicates, p);
    return true;
}

/* a < b is not b <= a: one of the two is enough. */
static Term atom(Cegar *c, Term term, Node node)
{
    bool less = node.op == TERM_SLT || node.op == TERM_ULT;
    if (node.op == TERM_EQ)
        return linear_form(c, term);
    if (!less && node.op != TERM_SLE && node.op != TERM_ULE)
        return term;
    TermOp op = node.op == TERM_SLT || node.op == TERM_SLE ? TERM_SLE : TERM_ULE;
    return term_bits(&c->terms, op, linear_sum(c, node.arg[less]), linear_sum(c, node.arg[!less]));
}

bool predicate_add(Cegar *c, Term condition)
{
    Node node = term_node(&c->terms, condition);
    Sort first = node.arg[0].ix ? term_sort(&c->terms, node.arg[0]) : (Sort){0};
    bool truths =
        node.op == TERM_EQ && node.arg[0].ix && first.base == SORT_BOOLEAN && !first.depth;
    if (node.op == TERM_NOT)
        return predicate_add(c, node.arg[0]);
    if (node.op == TERM_AND || node.op == TERM_OR || truths) {
        bool one = predicate_add(c, node.arg[0]);
        return predicate_add(c, node.arg[1]) || one;
    }
    if (node.op == TERM_ITE) {
        bool test = predicate_add(c, node.arg[0]), yes = predicate_add(c, node.arg[1]);
        return predicate_add(c, node.arg[2]) || test || yes;
    }
    if (node.op == TERM_TRUE || node.op == TERM_FALSE)
        return false;
    Term made = atom(c, condition, node);
    return !term_is_true(&c->terms, made) && !term_is_false(&c->terms, made) && add_one(c, made);
}

/* ---- the solver ---- */

Needs cegar_needs(Cegar *c, const Instr *i, Term a, Term b)
{
    Needs needs = theory_needs(&c->theory, i, a, b);
    int64_t number;
    bool sum = (i->op == OP_ADD || i->op == OP_SUB) && i->type.kind == TYPE_SIGNED;
    if (!sum || needs.len != 1)
        return needs;
    if (i->op == OP_ADD && term_is_number(&c->terms, a, &number)) {
        Term swap = a;
        a = b;
        b = swap;
    }
    if (!term_is_number(&c->terms, b, &number) || number == INT64_MIN)
        return needs;
    if (i->op == OP_SUB)
        number = -number;
    Sort sort = term_sort(&c->terms, a);
    int64_t most = (int64_t)(UINT64_MAX >> (65 - i->type.bits)), least = -most - 1;
    needs.at[0].holds =
        number >= 0
            ? term_bits(&c->terms, TERM_SLE, a, term_constant(&c->terms, most - number, sort))
            : term_bits(&c->terms, TERM_SLE, term_constant(&c->terms, least - number, sort), a);
    return needs;
}

SolverAnswer cegar_ask(Cegar *c, const Term *formulas, size_t count)
{
    SolverAnswer answer = solver_check(c->solver, formulas, count);
    uint64_t work = solver_work(c->solver);
    budget_spend(&c->job->budget, work - c->work);
    c->work = work;
    c->gave_up |= answer == SOLVER_UNKNOWN || answer == SOLVER_MAYBE;
    return answer;
}

const char *predicate_title(const Cegar *c, const Predicate *p, Arena *arena)
{
    return arena_print(arena, "predicate %zu", (size_t)(p - c->predicates.at) + 1);
}
