/* abstract.c -- the abstraction, instruction by instruction.
 *
 * Numbers that predicates stand for are 0, in registers and in memory; everything else is as it was:
 * locks, pointers, tasks, calls.  A predicate over cells is a global, one that is about registers of a
 * procedure is a register there; where the procedure is entered, predicates about its parameters are
 * parameters, and those about its results are results.
 *
 * Between two jumps it is known what a register is over the variables as they are (Maker.known), so
 * there need be no predicates about temporaries.  Wherever others may run, predicates that are about
 * registers and cells are what those about registers alone, and about cells alone, leave possible. */
#include "engine/cegar/internal.h"

#include "flow/live.h"
#include "ir/shape.h"

/* ---- instructions ---- */

static bool may_be_interrupted(const Maker *m, uint32_t pc)
{
    bool yields = m->program->code.at[pc].op == OP_YIELD;
    return yields || (!m->c->data.atomic.at[m->proc] && m->depth[pc - m->of->begin] <= 1);
}

static Label label_of(Maker *m, uint32_t pc)
{
    assert(!pc || (pc >= m->of->begin && pc < m->of->end));
    return pc ? m->labels[pc - m->of->begin] : 0;
}

static uint32_t map_list(Maker *m, const Instr *i)
{
    List list = m->program->lists.at[i->list];
    bool targets = shape_has(i->op, "cg");
    int32_t *at = arena_array(&m->arena, int32_t, list.len + 1);
    for (uint32_t k = 0; k < list.len; k++)
        at[k] = targets && k % 2 ? (int32_t)label_of(m, (uint32_t)list.at[k])
                                 : maker_ref(m, list.at[k]);
    return build_list(&m->b, at, list.len);
}

static Instr map_instr(Maker *m, const Instr *i)
{
    Instr o = *i;
    List dsts = m->program->lists.at[i->dsts];
    if (shape_has(i->op, "d"))
        o.dst = maker_register(m, i->dst);
    if (shape_has(i->op, "aAf"))
        o.a = maker_ref(m, i->a);
    if (shape_has(i->op, "bBi"))
        o.b = maker_ref(m, i->b);
    if (shape_has(i->op, "Lu"))
        o.target = label_of(m, i->target);
    if (shape_has(i->op, "h"))
        o.target = m->heads[i->target - m->of->begin];
    if (shape_has(i->op, "M"))
        o.other = label_of(m, i->other);
    if (shape_has(i->op, "lcg"))
        o.list = map_list(m, i);
    if (shape_has(i->op, "D")) {
        int32_t *at = arena_array(&m->arena, int32_t, dsts.len + 1);
        for (uint32_t k = 0; k < dsts.len; k++)
            at[k] = maker_register(m, dsts.at[k]);
        o.dsts = build_list(&m->b, at, dsts.len);
    }
    return o;
}

static bool is_abstract(const Maker *m, Ref ref)
{
    return ref >= 0 && data_abstracts_register(&m->c->data, m->proc, ref);
}

static void emit_zero(Maker *m, int32_t reg, Type type)
{
    build_emit(&m->b, (Instr){.op = OP_MOV,
                              .type = type,
                              .dst = maker_register(m, reg),
                              .a = build_constant(&m->b, 0)});
}

static void change_free(Change *change)
{
    vec_free(&change->vars);
    vec_free(&change->values);
    vec_free(&change->facts);
}

/* The register is `value` now. */
static void set_register(Maker *m, Change *change, int32_t reg, Term value)
{
    Cegar *c = m->c;
    Type type = m->of->registers.at[reg].type;
    if (!data_is_integer(type))
        return;
    Term var = var_register(c, m->proc, reg);
    if (!value.ix)
        value = var_unknown(c, theory_sort(&c->theory, type));
    vec_push(&change->vars, var);
    vec_push(&change->values, value);
}

/* ... after the code for it was made. */
static void remember(Maker *m, const Change *change)
{
    for (size_t k = 0; k < change->vars.len; k++)
        update_forget(m, change->vars.at[k]);
    for (size_t k = 0; k < change->vars.len; k++) {
        const Var *var = var_find(m->c, change->vars.at[k]);
        bool plain = true;
        TermList variables = {0};
        term_variables(m->c, change->values.at[k], &variables);
        vec_each (Term, t, &variables) {
            const Var *of = var_find(m->c, *t);
            plain &= of != NULL;
            for (size_t j = 0; j < change->vars.len; j++)
                plain &= !term_same(*t, change->vars.at[j]);
        }
        vec_free(&variables);
        if (var->kind == VAR_REGISTER)
            m->fresh[var->number] = true;
        if (var->kind == VAR_REGISTER)
            m->known[var->number] = plain ? change->values.at[k] : NO_TERM;
    }
}

/* A run is to tell what nobody else knows of registers. */
static void tell_registers(Maker *m, const Change *change)
{
    for (size_t k = 0; k < change->vars.len; k++) {
        const Var *var = var_find(m->c, change->vars.at[k]);
        Term value = change->values.at[k];
        bool unknown = term_node(&m->c->terms, value).op == TERM_VARIABLE && !var_find(m->c, value);
        if (!unknown || var->kind != VAR_REGISTER || is_abstract(m, (Ref)var->number))
            continue;
        Ref reg = maker_register(m, (int32_t)var->number);
        Type type = m->of->registers.at[var->number].type;
        uint32_t at = build_emit(&m->b, (Instr){.op = OP_MOV, .type = type, .dst = reg, .a = reg});
        maker_mark(m, at, register_landmark(m->program, var->number), PASS_RETURNS);
    }
}

static void finish_change(Maker *m, Change *change)
{
    tell_registers(m, change);
    update_emit(m, change);
    remember(m, change);
    change_free(change);
}

/* ---- numbers ---- */

static void refuse_wait(Maker *m, uint32_t pc)
{
    m->why =
        program_reason(m->program,
                       "a thread waits for numbers of its own and of others: whether it waits for "
                       "ever is not known; --property=assert leaves that out",
                       program_shown(m->program, pc));
}

/* A guard that depends on numbers must be known exactly, or a thread could seem to go on that waits. */
static void watch_guard(Maker *m, const Instr *i, Term condition)
{
    Cegar *c = m->c;
    if (!m->guards[i->dst] || !(c->job->properties & PROPERTY_DEADLOCK))
        return;
    m->again |= predicate_add(c, condition);
    TermList variables = {0};
    term_variables(c, condition, &variables);
    bool shared = false, local = false;
    vec_each (Term, t, &variables) {
        const Var *var = var_find(c, *t);
        shared |= var && var->kind == VAR_CELL;
        local |= !var || var->kind != VAR_CELL;
    }
    if (shared && local && !m->c->data.atomic.at[m->proc])
        refuse_wait(m, (uint32_t)(i - m->program->code.at));
    vec_free(&variables);
}

static void emit_needs(Maker *m, const Instr *i, uint32_t pc, Term a, Term b)
{
    Needs needs = cegar_needs(m->c, i, a, b);
    for (uint32_t k = 0; k < needs.len; k++) {
        Ref holds;
        Label fine = build_label(&m->b), wrong = build_label(&m->b);
        update_compute(m, &needs.at[k].holds, 1, &holds);
        build_emit(&m->b, (Instr){.op = OP_BRANCH, .a = holds, .target = fine, .other = wrong});
        build_place(&m->b, wrong);
        uint32_t at = build_emit(&m->b, (Instr){.op = OP_FAIL,
                                                .offset = (int32_t)needs.at[k].error,
                                                .other = build_string(&m->b, "")});
        maker_mark(m, at, pc, (PassKind)NEED_FAILS);
        build_place(&m->b, fine);
    }
}

static void make_number(Maker *m, const Instr *i, uint32_t pc)
{
    Cegar *c = m->c;
    bool binary = shape_has(i->op, "b"), all = i->op == OP_MOV && i->flags & FLAG_ALL;
    bool known = !is_abstract(m, i->a) && !(binary && is_abstract(m, i->b));
    Term a = maker_operand(m, i->a, i->op == OP_CAST ? i->from : i->type);
    Term b = binary ? maker_operand(m, i->b, i->type) : NO_TERM;
    Term value = all ? term_bool(&c->terms, true) : theory_compute(&c->theory, i, a, b);
    Change change = {0};
    set_register(m, &change, i->dst, value);
    value = change.values.at[0];
    bool condition = term_sort(&c->terms, value).base == SORT_BOOLEAN;
    if (all) {
        uint32_t at = build_emit(&m->b, (Instr){.op = OP_MOV,
                                                .type = TYPE_U1,
                                                .dst = maker_register(m, i->dst),
                                                .a = build_constant(&m->b, 1)});
        maker_mark(m, at, pc, PASS_REACHES);
    } else if (known) {
        maker_mark(m, build_emit(&m->b, map_instr(m, i)), pc, PASS_REACHES);
    } else {
        emit_needs(m, i, pc, a, b);
        if (condition) {
            watch_guard(m, i, value);
            vec_push(&c->seeds, value);
            change.condition = value;
            change.to = maker_register(m, i->dst);
            change.pc = pc;
        }
    }
    if (!condition && is_abstract(m, i->dst)) {
        emit_zero(m, i->dst, i->type);
        maker_mark(m, (uint32_t)m->out->code.len - 1, pc, PASS_REACHES);
    }
    finish_change(m, &change);
}

static void make_choose(Maker *m, const Instr *i, uint32_t pc)
{
    Cegar *c = m->c;
    Change change = {0};
    set_register(m, &change, i->dst, NO_TERM);
    Term value = change.values.at[0];
    if (is_abstract(m, i->dst)) {
        Term low = maker_operand(m, i->a, i->type), high = maker_operand(m, i->b, i->type);
        emit_zero(m, i->dst, i->type);
        maker_mark(m, (uint32_t)m->out->code.len - 1, pc, PASS_REACHES);
        change.given = term_and(&c->terms, theory_less(&c->theory, low, value, true, i->type),
                                theory_less(&c->theory, value, high, true, i->type));
    } else {
        maker_mark(m, build_emit(&m->b, map_instr(m, i)), pc, PASS_RETURNS);
    }
    finish_change(m, &change);
}

static void make_switch(Maker *m, const Instr *i, uint32_t pc)
{
    List cases = m->program->lists.at[i->list];
    if (!is_abstract(m, i->a)) {
        maker_mark(m, build_emit(&m->b, map_instr(m, i)), pc, PASS_REACHES);
        return;
    }
    uint32_t mark = build_emit(&m->b, (Instr){.op = OP_MOV,
                                              .type = i->type,
                                              .dst = maker_register(m, i->a),
                                              .a = build_constant(&m->b, 0)});
    maker_mark(m, mark, pc, PASS_REACHES);
    Term value = maker_operand(m, i->a, i->type);
    for (uint32_t k = 0; k < cases.len; k += 2) {
        Ref test;
        Label next = build_label(&m->b);
        Term is = term_eq(&m->c->terms, value, maker_operand(m, cases.at[k], i->type));
        update_compute(m, &is, 1, &test);
        build_emit(&m->b, (Instr){.op = OP_BRANCH,
                                  .a = test,
                                  .target = label_of(m, (uint32_t)cases.at[k + 1]),
                                  .other = next});
        build_place(&m->b, next);
    }
    build_emit(&m->b, (Instr){.op = OP_JUMP, .target = label_of(m, i->target)});
}

/* ---- memory ---- */

static void make_load(Maker *m, const Instr *i, uint32_t pc)
{
    uint32_t cell = data_cell(&m->c->data, i);
    Term value = cell == NO_CELL ? NO_TERM : m->c->data.cells.at[cell].term;
    Change change = {0};
    maker_mark(m, build_emit(&m->b, map_instr(m, i)), pc, PASS_REACHES);
    if (is_abstract(m, i->dst) && !data_abstracts_cell(&m->c->data, cell))
        emit_zero(m, i->dst, i->type);
    set_register(m, &change, i->dst, value);
    finish_change(m, &change);
}

/* Who relies on what it knows of the cell, or writes it, says so. */
static void claim(Maker *m, const Cell *cell)
{
    Ref self = build_register(&m->b, NULL, TYPE_THREAD);
    build_emit(&m->b, (Instr){.op = OP_SELF, .dst = self});
    build_emit(&m->b, (Instr){.op = OP_STORE,
                              .flags = FLAG_ATOMIC,
                              .type = TYPE_THREAD,
                              .a = build_constant(&m->b, pointer_make(cell->claim, 0)),
                              .b = self});
}

static void make_store(Maker *m, const Instr *i, uint32_t pc)
{
    Cegar *c = m->c;
    uint32_t cell = data_cell(&c->data, i);
    Instr o = map_instr(m, i);
    if (data_abstracts_cell(&c->data, cell))
        o.b = build_constant(&m->b, 0);
    maker_mark(m, build_emit(&m->b, o), pc, PASS_REACHES);
    if (cell == NO_CELL)
        return;
    Change change = {0};
    Term value = maker_operand(m, i->b, i->type), var = c->data.cells.at[cell].term;
    size_t kept = 0;
    vec_push(&change.vars, var);
    vec_push(&change.values, value.ix ? value : var_unknown(c, term_sort(&c->terms, var)));
    finish_change(m, &change);
    vec_each (Fact, fact, &m->results)
        if (!term_contains(&c->terms, fact->holds, var))
            m->results.at[kept++] = *fact;
    m->results.len = kept;
    if (c->data.cells.at[cell].claim)
        claim(m, &c->data.cells.at[cell]);
}

/* ---- calls ---- */

typedef VEC(int32_t) Refs;

static void add_refs(Maker *m, Refs *refs, uint32_t list, bool dsts)
{
    List old = m->program->lists.at[list];
    for (uint32_t k = 0; k < old.len; k++)
        vec_push(refs, dsts ? maker_register(m, old.at[k]) : maker_ref(m, old.at[k]));
}

/* Predicates about the parameters of the callee, over the arguments. */
static void pass_predicates(Maker *m, const Instr *i, Refs *args)
{
    Cegar *c = m->c;
    List list = m->program->lists.at[i->list];
    const Proc *callee = &m->program->procs.at[i->other];
    TermList from = {0}, to = {0}, news = {0};
    for (uint32_t k = 0; k < list.len && k < callee->params; k++) {
        Type type = callee->registers.at[k].type;
        if (!data_is_integer(type))
            continue;
        vec_push(&from, var_register(c, i->other, (int32_t)k));
        vec_push(&to, maker_operand(m, list.at[k], type));
    }
    vec_each (Predicate, p, &c->predicates)
        if (is_entry_of(c, p, i->other))
            vec_push(&news,
                     linear_form(c, term_replace(&c->terms, p->holds, from.at, to.at, from.len)));
    Ref *at = arena_array(&m->arena, Ref, news.len + 1);
    update_compute(m, news.at, news.len, at);
    for (size_t k = 0; k < news.len; k++)
        vec_push(args, at[k]);
    vec_free(&from);
    vec_free(&to);
    vec_free(&news);
}

/* What is known of results that the procedure had before, and of cells besides, is not true any more. */
static void forget_results(Maker *m, uint32_t proc)
{
    m->results.len = 0;
    for (uint32_t k = 0; proc != EVERYWHERE && k < m->program->procs.at[proc].results.len; k++)
        if (data_is_integer(m->program->procs.at[proc].results.at[k]))
            update_forget(m, var_result(m->c, proc, k));
}

static void make_call(Maker *m, const Instr *i, uint32_t pc)
{
    Cegar *c = m->c;
    Refs args = {0}, results = {0};
    List dsts = m->program->lists.at[i->dsts];
    Change change = {.others = true};
    bool direct = i->op == OP_CALL && !c->data.pure.at[i->other];
    for (uint32_t k = 0; k < dsts.len && (direct || i->op == OP_CALLPTR); k++)
        if (m->guards[dsts.at[k]] && c->job->properties & PROPERTY_DEADLOCK)
            refuse_wait(m, pc);
    add_refs(m, &args, i->list, false);
    add_refs(m, &results, i->dsts, true);
    if (direct)
        pass_predicates(m, i, &args);
    forget_results(m, i->op == OP_CALL ? i->other : EVERYWHERE);
    for (uint32_t k = 0; k < dsts.len; k++)
        set_register(m, &change, dsts.at[k],
                     direct && data_is_integer(m->program->procs.at[i->other].results.at[k])
                         ? var_result(c, i->other, k)
                         : NO_TERM);
    vec_each (Predicate, p, &c->predicates)
        if (direct && is_result_of(c, p, i->other)) {
            Ref at = build_register(&m->b, NULL, TYPE_U1);
            vec_push(&results, at);
            vec_push(&change.facts, ((Fact){p->holds, at}));
        }
    Instr o = map_instr(m, i);
    o.list = build_list(&m->b, args.at, args.len);
    o.dsts = build_list(&m->b, results.at, results.len);
    maker_mark(m, build_emit(&m->b, o), pc, PASS_REACHES);
    update_forget_cells(m);
    vec_each (Fact, fact, &change.facts)
        vec_push(&m->results, *fact);
    change.facts.len = 0;
    finish_change(m, &change);
    vec_free(&args);
    vec_free(&results);
}

static void make_return(Maker *m, const Instr *i, uint32_t pc)
{
    Cegar *c = m->c;
    List list = m->program->lists.at[i->list];
    TermList from = {0}, to = {0}, news = {0};
    Refs refs = {0};
    add_refs(m, &refs, i->list, false);
    for (uint32_t k = 0; k < list.len; k++) {
        if (!data_is_integer(m->of->results.at[k]))
            continue;
        vec_push(&from, var_result(c, m->proc, k));
        vec_push(&to, maker_operand(m, list.at[k], m->of->results.at[k]));
    }
    vec_each (Predicate, p, &c->predicates)
        if (is_result_of(c, p, m->proc))
            vec_push(&news,
                     linear_form(c, term_replace(&c->terms, p->holds, from.at, to.at, from.len)));
    Ref *at = arena_array(&m->arena, Ref, news.len + 1);
    update_compute(m, news.at, news.len, at);
    for (size_t k = 0; k < news.len; k++)
        vec_push(&refs, at[k]);
    Instr o = *i;
    o.list = build_list(&m->b, refs.at, refs.len);
    maker_mark(m, build_emit(&m->b, o), pc, PASS_REACHES);
    vec_free(&from);
    vec_free(&to);
    vec_free(&news);
    vec_free(&refs);
}

/* ---- the others ---- */

/* Here only those count that somebody will read; `join`: whatever was so before. */
static void refresh(Maker *m, uint32_t pc, bool join)
{
    for (uint32_t k = 0; k < m->of->registers.len; k++)
        m->fresh[k] = (join || m->fresh[k]) && live_before(&m->live, pc, k);
}

/* The cells of predicates that are about registers, too, and true here. */
static void relied_on(Maker *m, bool *cells)
{
    vec_each (Predicate, p, &m->c->predicates) {
        if (p->proc != m->proc || !p->shared || !update_trusts(m, p))
            continue;
        vec_each (Term, t, &p->vars) {
            const Var *var = var_find(m->c, *t);
            if (var->kind == VAR_CELL)
                cells[var->number] = true;
        }
    }
}

/* Others may run here.  Who relies on what it knows of a cell claims it before; if nobody else has
 * claimed or written it in between, that is still true. */
static void make_point(Maker *m, const Instr *i, uint32_t pc)
{
    Cegar *c = m->c;
    bool *cells = arena_array(&m->arena, bool, c->data.cells.len + 1), some = false;
    bool interrupted = may_be_interrupted(m, pc);
    if (interrupted) {
        refresh(m, pc + 1, false);
        relied_on(m, cells);
    }
    for (size_t k = 0; k < c->data.cells.len; k++)
        if (cells[k]) {
            claim(m, &c->data.cells.at[k]);
            some = true;
        }
    if (m->head[pc - m->of->begin])
        build_place(&m->b, m->heads[pc - m->of->begin]);
    maker_mark(m, build_emit(&m->b, map_instr(m, i)), pc, PASS_REACHES);
    if (!interrupted)
        return;
    update_forget_cells(m);
    m->results.len = 0;
    if (!some)
        return;
    Label wrong = build_label(&m->b), end = build_label(&m->b);
    Ref self = build_register(&m->b, NULL, TYPE_THREAD);
    build_emit(&m->b, (Instr){.op = OP_SELF, .dst = self});
    for (size_t k = 0; k < c->data.cells.len; k++) {
        if (!cells[k])
            continue;
        Label next = build_label(&m->b);
        Ref who = build_register(&m->b, NULL, TYPE_THREAD);
        Ref same = build_register(&m->b, NULL, TYPE_U1);
        Ref at = build_constant(&m->b, pointer_make(c->data.cells.at[k].claim, 0));
        build_emit(
            &m->b,
            (Instr){.op = OP_LOAD, .flags = FLAG_ATOMIC, .type = TYPE_THREAD, .dst = who, .a = at});
        build_emit(&m->b,
                   (Instr){.op = OP_EQ, .type = TYPE_THREAD, .dst = same, .a = who, .b = self});
        build_emit(&m->b, (Instr){.op = OP_BRANCH, .a = same, .target = next, .other = wrong});
        build_place(&m->b, next);
    }
    build_emit(&m->b, (Instr){.op = OP_JUMP, .target = end});
    build_place(&m->b, wrong);
    Change change = {.others = true};
    finish_change(m, &change);
    build_emit(&m->b, (Instr){.op = OP_JUMP, .target = end});
    build_place(&m->b, end);
}

/* It is as it was; what it sets is any number, or 0. */
static void make_other(Maker *m, const Instr *i, uint32_t pc)
{
    Change change = {0};
    List dsts = m->program->lists.at[i->dsts];
    if (i->op == OP_DOUBT && i->flags & FLAG_ALL) /* all inputs are taken at once */
        return;
    maker_mark(m, build_emit(&m->b, map_instr(m, i)), pc, PASS_REACHES);
    if (shape_has(i->op, "d"))
        set_register(m, &change, i->dst, NO_TERM);
    for (uint32_t k = 0; shape_has(i->op, "D") && k < dsts.len; k++) {
        Type type = m->of->registers.at[dsts.at[k]].type;
        bool zero = i->op == OP_FORGET && data_is_integer(type);
        set_register(m, &change, dsts.at[k],
                     zero ? theory_constant(&m->c->theory, 0, type) : NO_TERM);
    }
    finish_change(m, &change);
}

static void make_instr(Maker *m, uint32_t pc)
{
    const Instr *i = &m->program->code.at[pc];
    if (instr_computes(i))
        make_number(m, i, pc);
    else if (i->op == OP_CHOOSE)
        make_choose(m, i, pc);
    else if (i->op == OP_SWITCH)
        make_switch(m, i, pc);
    else if (i->op == OP_LOAD)
        make_load(m, i, pc);
    else if (i->op == OP_STORE)
        make_store(m, i, pc);
    else if (i->op == OP_CALL || i->op == OP_CALLPTR)
        make_call(m, i, pc);
    else if (i->op == OP_RETURN)
        make_return(m, i, pc);
    else if (i->op == OP_POINT || i->op == OP_YIELD)
        make_point(m, i, pc);
    else
        make_other(m, i, pc);
}

/* ---- procedures ---- */

/* Registers of predicates: those about parameters behind them, the others at the end. */
static void give_homes(Maker *m)
{
    Cegar *c = m->c;
    Proc *out = &m->out->procs.at[m->proc];
    VEC(Register) old = {0};
    for (size_t k = 0; k < out->registers.len; k++)
        vec_push(&old, out->registers.at[k]);
    out->registers.len = out->params;
    vec_each (Predicate, p, &c->predicates)
        if (is_entry_of(c, p, m->proc))
            p->home = build_register(&m->b, predicate_title(m->c, p, &m->out->arena), TYPE_U1);
    out = &m->out->procs.at[m->proc];
    m->shift = (uint32_t)out->registers.len - out->params;
    for (size_t k = out->params; k < old.len; k++)
        vec_push(&out->registers, old.at[k]);
    out->params += m->shift;
    vec_each (Predicate, p, &c->predicates) {
        if (p->proc == m->proc && !p->result && !is_entry_of(c, p, m->proc))
            p->home = build_register(&m->b, predicate_title(m->c, p, &m->out->arena), TYPE_U1);
        if (is_result_of(c, p, m->proc))
            vec_push(&m->out->procs.at[m->proc].results, TYPE_U1);
    }
    vec_free(&old);
}

/* Where it is entered: registers are 0, but for parameters.  Nobody hands over what is known of the parameters of a
 * thread or task: they are any. */
static void enter(Maker *m)
{
    Cegar *c = m->c;
    Change change = {.others = true};
    bool taken = c->data.taken.at[m->proc];
    for (size_t k = taken ? 0 : m->of->params; k < m->of->registers.len; k++)
        if (data_is_integer(m->of->registers.at[k].type))
            set_register(m, &change, (int32_t)k,
                         k < m->of->params
                             ? NO_TERM
                             : theory_constant(&c->theory, 0, m->of->registers.at[k].type));
    vec_each (Predicate, p, &c->predicates)
        if (is_entry_of(c, p, m->proc) && p->shared)
            vec_push(&change.facts, ((Fact){p->holds, p->home}));
    finish_change(m, &change);
}

/* Others may have run, in a call that ended by an exception. */
static void come_back(Maker *m)
{
    Change change = {.others = true};
    finish_change(m, &change);
}

static void copy_code(Maker *m)
{
    for (uint32_t pc = m->of->begin; pc < m->of->end; pc++) {
        const Instr *i = &m->program->code.at[pc];
        uint32_t k = pc - m->of->begin;
        m->b.pos = m->program->pos.at[pc];
        if (m->labels[k])
            build_place(&m->b, m->labels[k]);
        if (m->c->data.pure.at[m->proc]) {
            if (m->head[k])
                build_place(&m->b, m->heads[k]);
            claims_begin(m, pc);
            build_emit(&m->b, map_instr(m, i));
            continue;
        }
        if (m->target[k]) {
            memset(m->known, 0, m->of->registers.len * sizeof *m->known);
            refresh(m, pc, true);
            m->results.len = 0;
        }
        claims_begin(m, pc);
        bool caught = i->op == OP_CAUGHT; /* nothing may stand before it */
        m->c->unknown = 0;
        if (m->unwound[k] && !caught)
            come_back(m);
        make_instr(m, pc);
        if (m->unwound[k] && caught)
            come_back(m);
    }
}

/* Cells are what they are before the first step. */
static void store_first(Maker *m)
{
    Cegar *c = m->c;
    TermList vars = {0}, starts = {0};
    vec_each (Cell, cell, &c->data.cells)
        if (!cell->broken && cell->start.ix) {
            vec_push(&vars, cell->term);
            vec_push(&starts, cell->start);
        }
    vec_each (Predicate, p, &c->predicates) {
        if (p->proc != EVERYWHERE)
            continue;
        Term first = term_replace(&c->terms, p->holds, vars.at, starts.at, vars.len);
        bool yes = term_is_true(&c->terms, first);
        if (!yes && !term_is_false(&c->terms, first))
            m->why.text = "it is not known what a variable is at the beginning";
        build_emit(&m->b, (Instr){.op = OP_STORE,
                                  .flags = FLAG_ATOMIC,
                                  .type = TYPE_U1,
                                  .a = build_constant(&m->b, pointer_make((uint32_t)p->home, 0)),
                                  .b = build_constant(&m->b, yes)});
    }
    vec_free(&vars);
    vec_free(&starts);
}

static void make_proc(Maker *m, uint32_t proc)
{
    size_t len = m->program->procs.at[proc].end - m->program->procs.at[proc].begin;
    m->proc = proc;
    m->of = &m->program->procs.at[proc];
    m->shift = 0;
    m->results.len = 0;
    m->known = arena_array(&m->arena, Term, m->of->registers.len + 1);
    m->guards = arena_array(&m->arena, bool, m->of->registers.len + 1);
    m->labels = arena_array(&m->arena, Label, len + 1);
    m->target = arena_array(&m->arena, bool, len + 1);
    m->unwound = arena_array(&m->arena, bool, len + 1);
    m->head = arena_array(&m->arena, bool, len + 1);
    m->heads = arena_array(&m->arena, Label, len + 1);
    m->depth = arena_array(&m->arena, uint8_t, len + 1);
    build_proc_begin(&m->b, proc);
    maker_look(m);
    flow_live(m->program, proc, &m->live);
    m->fresh = arena_array(&m->arena, bool, m->of->registers.len + 1);
    memset(m->fresh, true, m->of->registers.len * sizeof *m->fresh);
    for (size_t k = 0; k < len; k++)
        if (m->target[k]) {
            m->labels[k] = build_label(&m->b);
            m->heads[k] = m->head[k] ? build_label(&m->b) : 0;
        }
    if (!m->c->data.pure.at[proc]) {
        give_homes(m);
        m->c->claims.shift.at[proc] = m->shift;
        enter(m);
    }
    if (m->program->init >= 0 && proc == (uint32_t)m->program->init)
        store_first(m);
    copy_code(m);
    build_proc_end(&m->b);
}

/* ---- the program ---- */

static void add_globals(Maker *m)
{
    uint32_t layout = 0;
    vec_each (Predicate, p, &m->c->predicates) {
        if (p->proc != EVERYWHERE)
            continue;
        const char *name = predicate_title(m->c, p, &m->out->arena);
        uint32_t region = build_region(&m->b, name, REGION_GLOBAL);
        layout = build_layout(&m->b, name, LAYOUT_RECORD);
        build_field(&m->b, layout, (Field){.type = TYPE_U1, .region = region});
        p->home = (int32_t)build_global(&m->b, name, layout, (Pos){0});
    }
}

/* Globals that say who relies on a cell. */
static void add_claims(Maker *m)
{
    uint32_t layout = 0;
    vec_each (Cell, cell, &m->c->data.cells)
        cell->claim = 0;
    vec_each (Predicate, p, &m->c->predicates)
        vec_each (Term, t, &p->vars) {
            const Var *var = var_find(m->c, *t);
            if (p->proc == EVERYWHERE || p->result || var->kind != VAR_CELL)
                continue;
            Cell *cell = &m->c->data.cells.at[var->number];
            if (cell->claim || m->c->data.atomic.at[p->proc])
                continue;
            const char *name = arena_print(&m->out->arena, "claim %u", var->number);
            uint32_t region = build_region(&m->b, name, REGION_GLOBAL);
            layout = build_layout(&m->b, name, LAYOUT_RECORD);
            build_field(&m->b, layout, (Field){.type = TYPE_THREAD, .region = region});
            cell->claim = build_global(&m->b, name, layout, (Pos){0});
        }
}

static void add_init(Maker *m)
{
    if (m->program->init >= 0)
        return;
    uint32_t proc = build_declare_proc(&m->b, "(first predicates)", (Pos){0});
    m->out->init = (int32_t)proc;
    build_proc_begin(&m->b, proc);
    store_first(m);
    build_emit(&m->b, (Instr){.op = OP_RETURN});
    build_proc_end(&m->b);
}

static Program *make_once(Cegar *c, Maker *m)
{
    const Program *p = c->program;
    *m = (Maker){.c = c, .program = p, .out = program_new_like(p)};
    abstraction_free(&c->claims);
    vec_resize(&c->claims.shift, p->procs.len);
    build_begin(&m->b, m->out);
    add_globals(m);
    add_claims(m);
    vec_each (uint32_t, proc, &p->by_code)
        if (!m->again && !m->why.text && !c->gave_up && !c->job->budget.reason)
            make_proc(m, *proc);
    if (!m->again && !m->why.text)
        add_init(m);
    build_end(&m->b);
    live_free(&m->live);
    vec_free(&m->results);
    arena_free(&m->arena);
    if (!m->again && !m->why.text && !c->gave_up && !c->job->budget.reason) {
        claims_finish(m);
        return m->out;
    }
    program_free(m->out);
    return NULL;
}

Program *cegar_abstract(Cegar *c, Reason *why)
{
    enum { MOST_ROUNDS = 20 };
    Maker m;
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        Program *out = make_once(c, &m);
        if (out)
            return out;
        if (!m.again)
            break;
    }
    const char *spent = c->gave_up ? "the solver gives up" : "the budget is used up";
    *why = m.why.text ? m.why : (Reason){.text = spent};
    return NULL;
}
