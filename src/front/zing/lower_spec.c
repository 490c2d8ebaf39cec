/* lower_spec.c -- specifications of methods: each clause becomes a pure procedure
 * (%tid, parameters of the method, for actions also its results) -> u1, each modified variable one
 * that returns its object and the number of its element.
 *
 * requires is claimed at the entry of the method, an invariant at the head of its loop; its
 * procedure takes the variables that are visible there. */
#include "front/zing/lower.h"

#include <string.h>

static void add_registers(Lower *l, const char *name, const ZType *type)
{
    vec_each (ZCell, cell, &type->cells) {
        const char *own = cell->path[0] ? arena_print(l->arena, "%s.%s", name, cell->path) : name;
        Ref ref = build_register(&l->b, own, cell->type);
        l->program->procs.at[l->b.proc].registers.at[ref].names = cell->names;
    }
}

static Ref next_register(const Lower *l)
{
    return (Ref)l->program->procs.at[l->b.proc].registers.len;
}

static void begin_pure(Lower *l, uint32_t proc, bool has_this)
{
    lower_reset(l);
    build_proc_begin(&l->b, proc);
    l->program->procs.at[proc].pure = true;
    l->thread = build_register(&l->b, "tid", TYPE_THREAD);
    if (has_this)
        l->self = build_register(&l->b, "this", TYPE_POINTER);
}

static void end_pure(Lower *l, const Ref *results, size_t count, Pos pos)
{
    lower_emit(l, pos, (Instr){.op = OP_RETURN, .list = build_list(&l->b, results, count)});
    build_proc_end(&l->b);
    lower_quantified(l);
}

/* ---- quantifiers ---- */

/* A bound of the range, itself included. */
static Ref lower_bound(Lower *l, const ZExpr *e, bool lower)
{
    Ref value = lower_scalar(l, lower ? e->binary.left : e->binary.right);
    if (e->binary.op == ZB_LE)
        return value;
    Ref next = lower_temp(l, TYPE_S32);
    lower_emit(l, e->pos,
               (Instr){.op = lower ? OP_ADD : OP_SUB,
                       .type = TYPE_S32,
                       .dst = next,
                       .a = value,
                       .b = lower_constant(l, 1)});
    return next;
}

static void negate(Lower *l, Ref truth, Pos pos)
{
    lower_emit(l, pos, (Instr){.op = OP_NOT, .type = TYPE_U1, .dst = truth, .a = truth});
}

/* Over integers, or over the objects of a class. */
static Instr quantify(Lower *l, const ZExpr *e)
{
    const ZExpr *range = e->quantifier.range;
    if (!range)
        return (Instr){.op = OP_EACH,
                       .flags = l->old ? FLAG_OLD : 0,
                       .a = lower_constant(l, 0),
                       .offset = (int32_t)e->quantifier.bound->type->layout};
    Ref low = lower_bound(l, range->binary.left, true);
    Ref high = lower_bound(l, range->binary.right, false);
    return (Instr){.op = OP_FORALL, .type = TYPE_S32, .a = low, .b = high};
}

Ref lower_quantifier(Lower *l, const ZExpr *e)
{
    Instr instr = quantify(l, e);
    Ref result = lower_temp(l, TYPE_U1);
    Quantified made = {.parent = l->b.proc,
                       .registers = (uint32_t)next_register(l),
                       .e = e,
                       .self = l->self,
                       .thread = l->thread,
                       .object = l->object,
                       .result = l->result,
                       .array = l->array,
                       .old = l->old};
    VEC(Ref) args = {0};
    const char *name = arena_print(l->arena, "forall:%zu", l->program->procs.len);
    made.proc = build_declare_proc(&l->b, name, e->pos);
    for (uint32_t k = 0; k < made.registers; k++)
        vec_push(&args, (Ref)k);
    vec_push(&args, instr.a);
    instr.dst = result;
    instr.other = made.proc;
    instr.list = build_list(&l->b, args.at, args.len);
    if (instr.op == OP_EACH)
        instr.a = NO_REF;
    lower_emit(l, e->pos, instr);
    vec_free(&args);
    if (e->quantifier.is_exists)
        negate(l, result, e->pos);
    vec_push(&l->quantified, made);
    return result;
}

/* The body, or for \exists its opposite. */
static void build_quantified(Lower *l, Quantified q)
{
    lower_reset(l);
    build_proc_begin(&l->b, q.proc);
    for (uint32_t k = 0; k < q.registers; k++) {
        const Register reg = l->program->procs.at[q.parent].registers.at[k];
        build_register(&l->b, reg.name, reg.type);
    }
    q.e->quantifier.bound->reg = build_register(&l->b, q.e->quantifier.variable.text,
                                                q.e->quantifier.range ? TYPE_S32 : TYPE_POINTER);
    Proc *proc = &l->program->procs.at[q.proc];
    proc->pure = true;
    proc->params = (uint32_t)proc->registers.len;
    vec_push(&proc->results, TYPE_U1);
    l->self = q.self;
    l->thread = q.thread;
    l->object = q.object;
    l->result = q.result;
    l->array = q.array;
    l->old = q.old;
    Ref result = lower_scalar(l, q.e->quantifier.body);
    if (q.e->quantifier.is_exists) {
        Ref opposite = lower_temp(l, TYPE_U1);
        lower_emit(l, q.e->pos,
                   (Instr){.op = OP_NOT, .type = TYPE_U1, .dst = opposite, .a = result});
        result = opposite;
    }
    lower_emit(l, q.e->pos, (Instr){.op = OP_RETURN, .list = build_list(&l->b, &result, 1)});
    build_proc_end(&l->b);
}

void lower_quantified(Lower *l)
{
    for (size_t i = 0; i < l->quantified.len; i++)
        build_quantified(l, l->quantified.at[i]);
    l->quantified.len = 0;
}

static void end_test(Lower *l, const ZExpr *test)
{
    Proc *proc = &l->program->procs.at[l->b.proc];
    proc->params = (uint32_t)proc->registers.len;
    vec_push(&proc->results, TYPE_U1);
    Ref result = lower_scalar(l, test);
    end_pure(l, &result, 1, test->pos);
}

/* The parts that && joins, from left to right. */
typedef VEC(const ZExpr *) Parts;
static void split(const ZExpr *test, Parts *parts)
{
    if (test->kind == ZE_BINARY && test->binary.op == ZB_LAND) {
        split(test->binary.left, parts);
        split(test->binary.right, parts);
        return;
    }
    vec_push(parts, test);
}

/* The source text, on one line. */
static const char *text_of(Lower *l, const ZExpr *e)
{
    const char *text = zing_expr_text(l->program->sources, e, l->arena);
    char *copy = arena_copy(l->arena, text, strlen(text)), *to = copy;
    for (const char *from = copy; *from; from++) {
        bool blank = strchr(" \t\r\n", *from) != NULL;
        if (!blank || (to > copy && to[-1] != ' '))
            *to++ = blank ? ' ' : *from;
    }
    *to = '\0';
    return copy;
}

/* ---- requires and performs ---- */

/* Begins a procedure with the parameters of the method, for an action also its results. */
static uint32_t begin_clause(Lower *l, const ZMember *member, const char *what, Pos pos,
                             bool with_results)
{
    const char *name = arena_print(l->arena, "%s:%s:%zu", what, lower_full_name(l, member->symbol),
                                   l->program->procs.len);
    uint32_t proc = build_declare_proc(&l->b, name, pos);
    begin_pure(l, proc, !member->symbol->is_static);
    vec_each (ZParam, param, &member->params) {
        if (param->is_out)
            continue;
        param->symbol->reg = next_register(l);
        add_registers(l, param->name, param->symbol->type);
    }
    if (!with_results)
        return proc;
    l->result = next_register(l);
    add_registers(l, "result", member->symbol->type);
    vec_each (ZParam, param, &member->params)
        if (param->is_out)
            add_registers(l, param->name, param->symbol->type);
    return proc;
}

static Clause lower_clause(Lower *l, const ZMember *member, const char *what, const ZExpr *test)
{
    uint32_t proc = begin_clause(l, member, what, test->pos, strcmp(what, "requires") != 0);
    const char *text = text_of(l, test);
    end_test(l, test);
    return (Clause){proc, test->pos, arena_copy(&l->program->arena, text, strlen(text))};
}

/* The field of every object of a class. */
static bool lower_everywhere(Lower *l, const ZExpr *e, ActionSpec *action)
{
    if (e->kind != ZE_FIELD || e->symbol->kind != ZY_FIELD || e->field.object->kind != ZE_NAME ||
        (e->field.object->symbol && e->field.object->symbol->kind != ZY_TYPE))
        return false;
    const Layout *layout = &l->program->layouts.at[e->field.object->type->layout];
    for (size_t i = 0; i < e->type->cells.len; i++) {
        uint32_t region = layout->fields.at[e->symbol->first + i].region;
        vec_push(&action->modifies, ((Modified){.region = region, .everywhere = true}));
    }
    return true;
}

static void lower_modified(Lower *l, const ZMember *member, const ZExpr *e, ActionSpec *action)
{
    if (lower_everywhere(l, e, action))
        return;
    uint32_t proc = begin_clause(l, member, "place", e->pos, true);
    Proc *made = &l->program->procs.at[proc];
    made->params = (uint32_t)made->registers.len;
    vec_push(&made->results, TYPE_POINTER);
    vec_push(&made->results, TYPE_S64);
    l->old = true;
    const ZExpr *base = e;
    while (base->kind == ZE_FIELD && base->field.object->type->kind == ZK_STRUCT)
        base = base->field.object;
    Ref results[2] = {lower_constant(l, 0), lower_constant(l, 0)};
    Place place = {0};
    if (base->kind == ZE_INDEX) {
        results[0] = lower_stable(l, base->index.object, base->index.index).at[0];
        results[1] = lower_index(l, base->index.index);
        place.layout = base->index.object->type->layout;
        const ZExpr *field = e;
        for (; field != base; field = field->field.object)
            place.first += field->symbol->first;
    } else {
        place = lower_place(l, e);
        results[0] = place.base;
    }
    end_pure(l, results, 2, e->pos);
    const Layout *layout = &l->program->layouts.at[place.layout];
    for (size_t i = 0; i < e->type->cells.len; i++)
        vec_push(&action->modifies,
                 ((Modified){layout->fields.at[place.first + i].region, proc, false}));
}

static ActionSpec lower_action(Lower *l, const ZMember *member, const ZAction *from)
{
    Arena *arena = &l->program->arena;
    ActionSpec action = {.label = arena_copy(arena, from->label, strlen(from->label)),
                         .moves = from->moves,
                         .pos = from->pos,
                         .text = arena_copy(arena, from->text, strlen(from->text))};
    Parts parts = {0};
    vec_each (ZExpr *, modified, &from->modifies)
        lower_modified(l, member, *modified, &action);
    split(from->test, &parts);
    vec_each (const ZExpr *, part, &parts)
        vec_push(&action.clauses, lower_clause(l, member, "action", *part));
    vec_free(&parts);
    return action;
}

void lower_spec(Lower *l, const ZMember *member)
{
    if (!member->spec_pos.line || !member->body)
        return;
    Spec spec = {.proc = member->symbol->proc, .pos = member->spec_pos};
    vec_each (ZClause, clause, &member->requires) {
        Parts parts = {0};
        split(clause->test, &parts);
        vec_each (const ZExpr *, part, &parts)
            vec_push(&spec.requires, lower_clause(l, member, "requires", *part));
        vec_free(&parts);
    }
    vec_each (ZAction, action, &member->actions)
        vec_push(&spec.actions, lower_action(l, member, action));
    vec_each (SpecStep, step, &member->performs)
        vec_push(&spec.performs, *step);
    vec_push(&l->program->specs, spec);
}

void lower_class_invariants(Lower *l, const ZDecl *decl)
{
    vec_each (ZClause, clause, &decl->body.invariants) {
        Parts parts = {0};
        split(clause->test, &parts);
        vec_each (const ZExpr *, part, &parts) {
            const char *name =
                arena_print(l->arena, "invariant:%s:%zu", decl->name, l->program->procs.len);
            const char *text = text_of(l, *part);
            uint32_t proc = build_declare_proc(&l->b, name, (*part)->pos);
            begin_pure(l, proc, false);
            end_test(l, *part);
            vec_push(
                &l->program->invariants,
                ((Clause){proc, (*part)->pos, arena_copy(&l->program->arena, text, strlen(text))}));
        }
        vec_free(&parts);
    }
}

/* ---- claims ---- */

typedef VEC(int32_t) Operands;

static Ref own_thread(Lower *l, Pos pos)
{
    Ref thread = lower_temp(l, TYPE_THREAD);
    lower_emit(l, pos, (Instr){.op = OP_SELF, .dst = thread});
    return thread;
}

static void claim(Lower *l, const ZExpr *test, const char *word, const Operands *operands,
                  const ZScope *scope)
{
    Parts parts = {0};
    split(test, &parts);
    vec_each (const ZExpr *, part, &parts) {
        const char *text = arena_print(l->arena, "%s %s", word, text_of(l, *part));
        const char *name = arena_print(l->arena, "claim:%s:%zu", lower_full_name(l, l->method),
                                       l->program->procs.len);
        Pending pending = {.proc = build_declare_proc(&l->b, name, (*part)->pos),
                           .test = *part,
                           .scope = scope,
                           .has_this = !l->method->is_static};
        vec_push(&l->pending, pending);
        lower_emit(l, (*part)->pos,
                   (Instr){.op = OP_CLAIM,
                           .other = pending.proc,
                           .list = build_list(&l->b, operands->at, operands->len),
                           .target = build_string(&l->b, text)});
    }
    vec_free(&parts);
}

/* The registers of all variables that are visible in the scope, in the order of its chain. */
static void add_visible(const ZScope *scope, Operands *operands)
{
    for (; scope; scope = scope->parent)
        for (const ZSymbol *local = scope->locals; local; local = local->next)
            for (size_t i = 0; i < local->type->cells.len && !local->is_out; i++)
                vec_push(operands, local->reg + (Ref)i);
}

static void claim_all(Lower *l, const ZClauses *clauses, const char *word, const ZScope *scope)
{
    Operands operands = {0};
    if (!clauses->len || l->dead)
        return;
    vec_push(&operands, own_thread(l, clauses->at[0].pos));
    if (!l->method->is_static)
        vec_push(&operands, l->self);
    add_visible(scope, &operands);
    vec_each (ZClause, clause, clauses)
        claim(l, clause->test, clause->is_measure ? "decreases" : word, &operands, scope);
    vec_free(&operands);
}

/* The scope of the parameters is the last one around the body. */
void lower_requires(Lower *l, const ZMember *member)
{
    const ZScope *scope = member->body->symbol->scope;
    while (scope->parent)
        scope = scope->parent;
    claim_all(l, &member->requires, "requires", scope);
}

void lower_invariants(Lower *l, const ZStmt *loop)
{
    claim_all(l, &loop->loop.invariants, "invariant", l->scope);
}

void lower_pending(Lower *l)
{
    for (size_t i = 0; i < l->pending.len; i++) {
        const Pending pending = l->pending.at[i];
        begin_pure(l, pending.proc, pending.has_this);
        for (const ZScope *scope = pending.scope; scope; scope = scope->parent)
            for (ZSymbol *local = scope->locals; local; local = local->next) {
                if (local->is_out)
                    continue;
                local->reg = next_register(l);
                add_registers(l, local->name, local->type);
            }
        end_test(l, pending.test);
    }
    l->pending.len = 0;
}
