/* update.c -- what becomes of predicates when something changes, as code. */
#include "engine/cegar/internal.h"

enum { MOST_FACTS = 8 };

int32_t maker_register(const Maker *m, int32_t reg)
{
    assert(reg >= 0 && (size_t)reg < m->of->registers.len);
    return reg < (int32_t)m->of->params ? reg : reg + (int32_t)m->shift;
}

Ref maker_ref(const Maker *m, Ref ref)
{
    return ref == NO_REF || ref < 0 ? ref : maker_register(m, ref);
}

Term maker_operand(Maker *m, Ref ref, Type type)
{
    if (ref == NO_REF || !data_is_integer(type))
        return NO_TERM;
    if (ref < 0)
        return theory_constant(&m->c->theory, m->program->constants.at[~ref], type);
    return m->known[ref].ix ? m->known[ref] : var_register(m->c, m->proc, ref);
}

uint32_t maker_mark(Maker *m, uint32_t at, uint32_t pc, PassKind kind)
{
    if (m->out->passes.len <= at)
        vec_resize(&m->out->passes, at + 1);
    assert((uint32_t)kind < 4 && pc <= UINT32_MAX >> 2);
    m->out->passes.at[at] = pc << 2 | (uint32_t)kind;
    return at;
}

void update_forget(Maker *m, Term var)
{
    for (size_t k = 0; k < m->of->registers.len; k++)
        if (m->known[k].ix && term_contains(&m->c->terms, m->known[k], var))
            m->known[k] = NO_TERM;
}

void update_forget_cells(Maker *m)
{
    vec_each (Cell, cell, &m->c->data.cells)
        if (!cell->broken)
            update_forget(m, cell->term);
}

bool is_entry_of(const Cegar *c, const Predicate *p, uint32_t proc)
{
    return p->proc == proc && p->entry && !p->result && !c->data.taken.at[proc];
}

bool is_result_of(const Cegar *c, const Predicate *p, uint32_t proc)
{
    return p->proc == proc && p->result && !c->data.taken.at[proc];
}

/* ---- facts ---- */

bool update_trusts(const Maker *m, const Predicate *p)
{
    if (!predicate_is_known(p, m->proc))
        return false;
    if (p->proc == EVERYWHERE || !p->shared)
        return true;
    vec_each (Term, t, &p->vars) {
        const Var *var = var_find(m->c, *t);
        if (var->kind == VAR_REGISTER && !m->fresh[var->number])
            return false;
    }
    return true;
}

static bool has_fact(const Facts *facts, Term holds)
{
    vec_each (Fact, fact, facts)
        if (term_same(fact->holds, holds))
            return true;
    return false;
}

static bool is_in(const TermList *list, Term term)
{
    vec_each (Term, t, list)
        if (term_same(*t, term))
            return true;
    return false;
}

/* Registers of one bit that the conditions mention are known by themselves; not those that have been set
 * already. */
static void add_booleans(Maker *m, const Change *change, const TermList *variables, Facts *facts)
{
    vec_each (Term, t, variables) {
        const Var *var = var_find(m->c, *t);
        if (is_in(&change->vars, *t))
            continue;
        bool bit = var && var->kind == VAR_REGISTER && var->proc == m->proc &&
                   term_sort(&m->c->terms, *t).base == SORT_BOOLEAN;
        if (bit && facts->len < MOST_FACTS && !has_fact(facts, *t))
            vec_push(facts, ((Fact){*t, maker_register(m, (int32_t)var->number)}));
    }
}

static Ref read_predicate(Maker *m, const Predicate *p)
{
    assert(p->proc == EVERYWHERE || p->proc == m->proc); /* else it has no home here */
    if (p->proc != EVERYWHERE)
        return p->home;
    Ref to = build_register(&m->b, NULL, TYPE_U1);
    build_emit(&m->b, (Instr){.op = OP_LOAD,
                              .flags = FLAG_ATOMIC,
                              .type = TYPE_U1,
                              .dst = to,
                              .a = build_constant(&m->b, pointer_make((uint32_t)p->home, 0))});
    return to;
}

/* Those that have to do with the variables come first, then those that have to do with these. */
static void find_facts(Maker *m, const Change *change, TermList *variables, Facts *facts)
{
    Cegar *c = m->c;
    vec_each (Fact, fact, &change->facts)
        vec_push(facts, *fact);
    vec_each (Fact, fact, &m->results)
        if (term_shares(c, fact->holds, variables))
            vec_push(facts, *fact);
    for (bool again = true; again && facts->len < MOST_FACTS;) {
        again = false;
        add_booleans(m, change, variables, facts);
        TermList more = {0};
        vec_each (Predicate, p, &c->predicates) {
            bool stale = change->others && p->proc != EVERYWHERE && p->shared;
            if (!update_trusts(m, p) || stale || facts->len >= MOST_FACTS ||
                has_fact(facts, p->holds) || !term_shares(c, p->holds, variables))
                continue;
            vec_push(facts, ((Fact){p->holds, read_predicate(m, p)}));
            term_variables(c, p->holds, &more);
            again = true;
        }
        vec_each (Term, t, &more)
            vec_push(variables, *t);
        vec_free(&more);
    }
}

/* ---- trees ---- */

static void emit_mov(Maker *m, Ref to, uint64_t value)
{
    build_emit(
        &m->b,
        (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = to, .a = build_constant(&m->b, value)});
}

static void emit_tree(Maker *m, const CaseTree *tree, const Facts *facts, const Ref *to,
                      size_t count, Label end)
{
    if (tree->kind == TREE_LEAF) {
        for (size_t k = 0; k < count; k++)
            emit_mov(m, to[k], tree->values[k]);
        build_emit(&m->b, (Instr){.op = OP_JUMP, .target = end});
        return;
    }
    if (tree->kind == TREE_NEVER) {
        build_emit(&m->b, (Instr){.op = OP_ASSUME, .a = build_constant(&m->b, 0)});
        build_emit(&m->b, (Instr){.op = OP_JUMP, .target = end});
        return;
    }
    assert(tree->yes && tree->no && (tree->kind != TREE_ASK || tree->which < facts->len));
    Ref test =
        tree->kind == TREE_ASK ? facts->at[tree->which].at : build_register(&m->b, NULL, TYPE_U1);
    if (tree->kind == TREE_CHOOSE) {
        uint32_t at = build_emit(&m->b, (Instr){.op = OP_CHOOSE,
                                                .type = TYPE_U1,
                                                .dst = test,
                                                .a = build_constant(&m->b, 0),
                                                .b = build_constant(&m->b, 1)});
        maker_mark(m, at, tree_landmark(m->program), PASS_RETURNS);
    }
    Label yes = build_label(&m->b), no = build_label(&m->b);
    build_emit(&m->b, (Instr){.op = OP_BRANCH, .a = test, .target = yes, .other = no});
    build_place(&m->b, yes);
    emit_tree(m, tree->yes, facts, to, count, end);
    build_place(&m->b, no);
    emit_tree(m, tree->no, facts, to, count, end);
}

/* The values of the conditions, in new registers. */
static void compute(Maker *m, const Change *change, const Term *news, size_t count, Ref *to)
{
    Cegar *c = m->c;
    Facts facts = {0};
    TermList variables = {0};
    for (size_t k = 0; k < count; k++)
        term_variables(c, news[k], &variables);
    if (change->given.ix)
        term_variables(c, change->given, &variables);
    find_facts(m, change, &variables, &facts);
    const CaseTree *tree = tree_make(c, change->given, &facts, news, count);
    for (size_t k = 0; k < count; k++)
        to[k] = build_register(&m->b, NULL, TYPE_U1);
    Label end = build_label(&m->b);
    emit_tree(m, tree, &facts, to, count, end);
    build_place(&m->b, end);
    vec_free(&facts);
    vec_free(&variables);
}

void update_compute(Maker *m, const Term *conditions, size_t count, Ref *to)
{
    if (count)
        compute(m, &(Change){0}, conditions, count, to);
}

static void write_predicate(Maker *m, const Predicate *p, Ref from)
{
    assert(p->proc == EVERYWHERE || p->proc == m->proc);
    if (p->proc != EVERYWHERE)
        build_emit(&m->b, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = p->home, .a = from});
    else
        build_emit(&m->b, (Instr){.op = OP_STORE,
                                  .flags = FLAG_ATOMIC,
                                  .type = TYPE_U1,
                                  .a = build_constant(&m->b, pointer_make((uint32_t)p->home, 0)),
                                  .b = from});
}

void update_emit(Maker *m, const Change *change)
{
    Cegar *c = m->c;
    assert(change->vars.len == change->values.len);
    size_t most = c->predicates.len + 1, count = 0, computed = 0;
    Term *news = arena_array(&m->arena, Term, most);
    Ref *to = arena_array(&m->arena, Ref, most);
    const Predicate **which = arena_array(&m->arena, const Predicate *, most);
    const Predicate **exact = arena_array(&m->arena, const Predicate *, most);
    Ref *values = arena_array(&m->arena, Ref, most);
    if (change->condition.ix) {
        which[count] = NULL;
        news[count++] = change->condition;
    }
    vec_each (Predicate, p, &c->predicates) {
        bool stale = change->others && p->proc != EVERYWHERE && p->shared;
        if (!predicate_is_known(p, m->proc) || (!stale && !term_shares(c, p->holds, &change->vars)))
            continue;
        if (p->proc == m->proc && value_compute(m, p->holds, &values[computed])) {
            exact[computed++] = p;
            continue;
        }
        which[count] = p;
        news[count++] = linear_form(c, term_replace(&c->terms, p->holds, change->vars.at,
                                                    change->values.at, change->vars.len));
        if (!p->derived && term_node(&c->terms, p->holds).op == TERM_EQ && p->vars.len > 1)
            vec_push(&c->derived, news[count - 1]);
    }
    assert(count + computed <= most);
    if (count)
        compute(m, change, news, count, to);
    for (size_t k = 0; k < computed; k++)
        write_predicate(m, exact[k], values[k]);
    for (size_t k = 0; k < count; k++)
        if (which[k])
            write_predicate(m, which[k], to[k]);
        else
            maker_mark(
                m,
                build_emit(&m->b,
                           (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = change->to, .a = to[k]}),
                change->pc, PASS_RETURNS);
}
