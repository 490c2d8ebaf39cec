/* lower_stmt.c -- statements.  Which of them are an action of their own, and where an action ends,
 * is Zing's: an `if` ends after its test, a call ends with the push of its frame, and so on. */
#include "front/zing/lower.h"

#include <assert.h>

/* ---- scopes ---- */

static void add_registers(Lower *l, ZSymbol *local)
{
    Proc *proc = &l->program->procs.at[l->b.proc];
    local->reg = (Ref)proc->registers.len;
    vec_each (ZCell, cell, &local->type->cells) {
        const char *name =
            cell->path[0] ? arena_print(l->arena, "%s.%s", local->name, cell->path) : local->name;
        Ref ref = build_register(&l->b, name, cell->type);
        proc->registers.at[ref].names = cell->names;
    }
}

/* The locals of a scope, the first one first. */
static void add_locals(Lower *l, ZSymbol *last)
{
    if (!last)
        return;
    add_locals(l, last->next);
    add_registers(l, last);
    vec_push(&l->locals, last);
}

void lower_enter(Lower *l, ZScope *scope)
{
    add_locals(l, scope->locals);
    scope->begin = l->program->code.len;
    l->scope = scope;
}

void lower_block(Lower *l, const ZStmt *s)
{
    lower_enter(l, s->symbol->scope);
    lower_statements(l, &s->block);
    lower_leave(l, s->end);
}

void lower_body(Lower *l, const ZStmt *s)
{
    if (s->kind != ZS_VARIABLE) {
        lower_stmt(l, s);
        return;
    }
    lower_enter(l, s->symbol->scope);
    lower_stmt(l, s);
    lower_leave(l, s->end);
}

/* ---- simple statements ---- */

static void lower_atomic(Lower *l, const ZStmt *s)
{
    Label head = lower_step(l, s->pos);
    lower_emit(l, s->pos, (Instr){.op = OP_ATOMIC});
    l->depth++;
    l->entry = head;
    if (s->symbol->is_used)
        lower_arrive(l, s->symbol->inside);
    const ZScope *after = l->after;
    l->after = l->scope;
    lower_block(l, s);
    l->after = after;
    lower_emit(l, s->end, (Instr){.op = OP_END});
    l->depth--;
}

static void lower_variable(Lower *l, const ZStmt *s)
{
    const ZExpr *init = s->variable.init;
    if (!init)
        return;
    if (!s->is_ghost)
        lower_step(l, s->pos);
    Value value = lower_converted(l, init, s->symbol->type, s->symbol->name);
    Place place = lower_local(l, s->symbol);
    lower_store(l, &place, value, s->variable.name.pos);
}

static void lower_expression(Lower *l, const ZStmt *s)
{
    const ZExpr *e = s->expr;
    const ZSymbol *callee = e->kind == ZE_CALL ? e->symbol : NULL;
    if (callee && callee->kind == ZY_ACQUIRE) {
        lower_wait(l, s->pos, lower_lock_wait, e);
        return;
    }
    if (!s->is_ghost)
        lower_step(l, s->pos);
    if (callee && callee->kind == ZY_RELEASE)
        lower_release(l, e);
    else
        lower_value(l, e);
}

static void lower_assert(Lower *l, const ZStmt *s)
{
    const ZExpr *test = s->assertion.test;
    lower_step(l, s->pos);
    const char *text = s->assertion.comment ? s->assertion.comment->string.text
                                            : zing_expr_text(l->program->sources, test, l->arena);
    Ref condition = lower_scalar(l, test);
    lower_emit(l, test->pos,
               (Instr){.op = OP_ASSERT, .a = condition, .other = build_string(&l->b, text)});
}

static void lower_claim(Lower *l, const ZStmt *s, Op op)
{
    lower_step(l, s->pos);
    Ref condition = lower_scalar(l, s->expr);
    lower_emit(l, s->expr->pos, (Instr){.op = (uint8_t)op, .a = condition});
}

/* assume(true) is nothing at all. */
static void lower_assume(Lower *l, const ZStmt *s)
{
    if (s->expr->kind != ZE_BOOL || !s->expr->truth)
        lower_claim(l, s, OP_ASSUME);
}

static void lower_accept(Lower *l, const ZStmt *s)
{
    lower_claim(l, s, OP_ACCEPT);
}

static uint32_t region_of(const Lower *l, const ZType *collection)
{
    return l->program->layouts.at[collection->layout].fields.at[0].region;
}

static void lower_send(Lower *l, const ZStmt *s)
{
    const ZExpr *channel = s->send.channel, *message = s->send.value;
    const ZType *type = channel->type;
    lower_step(l, s->pos);
    Ref object = lower_stable(l, channel, message).at[0];
    Value value = lower_converted(l, message, type->element, type->name);
    lower_check_class(l, type, object, s->pos);
    lower_emit(l, s->pos,
               (Instr){.op = OP_SEND,
                       .a = object,
                       .list = build_list(&l->b, value.at, value.len),
                       .region = region_of(l, type)});
}

/* A value as the trace prints it: a register that says its type and the names of its values. */
static Ref printable(Lower *l, const ZExpr *e)
{
    ZCell cell = e->type->cells.at[0];
    Ref value = lower_scalar(l, e);
    bool plain = cell.type.kind == TYPE_SIGNED || (value >= 0 && !cell.names);
    if (plain || lower_is_variable(l, value))
        return value;
    Ref shown = build_register(&l->b, NULL, cell.type);
    l->program->procs.at[l->b.proc].registers.at[shown].names = cell.names;
    lower_emit(l, e->pos, (Instr){.op = OP_MOV, .type = cell.type, .dst = shown, .a = value});
    return shown;
}

static void lower_trace(Lower *l, const ZStmt *s)
{
    VEC(int32_t) values = {0};
    lower_step(l, s->pos);
    vec_each (ZExpr *, value, &s->trace.values)
        vec_push(&values, printable(l, *value));
    if (s->kind == ZS_TRACE)
        lower_emit(l, s->pos,
                   (Instr){.op = OP_TRACE,
                           .other = build_string(&l->b, s->trace.format->string.text),
                           .list = build_list(&l->b, values.at, values.len)});
    vec_free(&values);
}

static void lower_scheduler(Lower *l, const ZStmt *s)
{
    lower_step(l, s->pos);
    vec_each (ZArg, arg, &s->args)
        lower_value(l, arg->value);
}

/* A yield is the end of an action in either mode; in cooperative mode it is the only one. */
static void lower_yield(Lower *l, const ZStmt *s)
{
    if (!l->options->cooperative) {
        lower_step(l, s->pos);
        return;
    }
    Label head = lower_label(l);
    lower_here(l, head);
    lower_emit(l, s->pos, (Instr){.op = OP_POINT});
    l->entry = head;
}

static void join_wait(Lower *l, const void *stmt, Label head)
{
    const ZStmt *s = stmt;
    Ref thread = lower_scalar(l, s->expr);
    lower_emit(l, s->pos, (Instr){.op = OP_JOIN, .a = thread, .target = head});
}

/* ---- return ---- */

static void emit_return(Lower *l, Value value, Pos pos)
{
    VEC(int32_t) list = {0};
    for (uint32_t i = 0; i < value.len; i++)
        vec_push(&list, value.at[i]);
    vec_each (ZParam, param, &l->method->member->params)
        for (uint32_t i = 0; param->is_out && i < param->symbol->type->cells.len; i++)
            vec_push(&list, param->symbol->reg + (Ref)i);
    lower_emit(l, pos, (Instr){.op = OP_RETURN, .list = build_list(&l->b, list.at, list.len)});
    vec_free(&list);
}

void lower_return_default(Lower *l, Pos pos)
{
    const ZType *type = l->method->type;
    Ref *refs = arena_array(l->arena, Ref, type->cells.len);
    for (uint32_t i = 0; i < type->cells.len; i++)
        refs[i] = lower_constant(l, 0);
    emit_return(l, (Value){refs, (uint32_t)type->cells.len}, pos);
}

static void lower_return(Lower *l, const ZStmt *s)
{
    Value value = {0};
    lower_step(l, s->pos);
    if (s->expr)
        value = lower_converted(l, s->expr, l->method->type, l->method->name);
    emit_return(l, value, s->pos);
}

/* ---- branches ---- */

static void lower_if(Lower *l, const ZStmt *s)
{
    Label no = lower_label(l), done = s->branch.no ? lower_label(l) : no;
    lower_step(l, s->pos);
    lower_test(l, s->branch.test, no);
    lower_body(l, s->branch.yes);
    if (s->branch.no) {
        lower_jump(l, s->branch.yes->end, done);
        lower_here(l, no);
        lower_body(l, s->branch.no);
    }
    lower_here(l, done);
}

/* ---- select ---- */

static Ref pattern_guard(Lower *l, const ZPattern *p)
{
    if (p->kind == ZP_TIMEOUT)
        return lower_constant(l, 1);
    if (p->kind == ZP_WAIT)
        return lower_scalar(l, p->wait);
    assert(p->kind == ZP_RECEIVE);
    const ZExpr *channel = p->receive.channel;
    Ref length = lower_length(l, channel->type, lower_scalar(l, channel), TYPE_S32, p->pos);
    Ref some = lower_temp(l, TYPE_U1);
    lower_emit(
        l, p->pos,
        (Instr){
            .op = OP_NE, .type = TYPE_S32, .dst = some, .a = length, .b = lower_constant(l, 0)});
    return some;
}

static Ref branch_guard(Lower *l, const ZBranch *branch)
{
    const ZPatterns *patterns = &branch->patterns;
    if (patterns->len == 1)
        return pattern_guard(l, &patterns->at[0]);
    Ref all = lower_temp(l, TYPE_U1);
    Label done = lower_label(l);
    vec_each (ZPattern, pattern, patterns) {
        Label next = lower_label(l);
        Ref one = pattern_guard(l, pattern);
        lower_emit(l, pattern->pos, (Instr){.op = OP_MOV, .type = TYPE_U1, .dst = all, .a = one});
        lower_branch(l, pattern->pos, all, next, done);
        lower_here(l, next);
    }
    lower_here(l, done);
    return all;
}

static bool is_timeout(const ZBranch *branch)
{
    return branch->patterns.at[0].kind == ZP_TIMEOUT;
}

/* The guards in textual order, timeout last; then the choice among them. */
void lower_select_wait(Lower *l, const void *stmt, Label head)
{
    const ZStmt *s = stmt;
    const ZBranches *branches = &s->select.branches;
    VEC(int32_t) guards = {0};
    l->guard = true;
    for (int last = 0; last < 2; last++)
        for (size_t i = 0; i < branches->len; i++) {
            if (is_timeout(&branches->at[i]) != (last == 1))
                continue;
            vec_push(&guards, branch_guard(l, &branches->at[i]));
            vec_push(&guards, (int32_t)s->symbol->branches[i]);
        }
    l->guard = false;
    bool first = s->select.is_first || branches->len == 1;
    uint32_t list = lower_pairs(l, guards.at, guards.len);
    lower_emit(
        l, s->pos,
        (Instr){.op = OP_SELECT,
                .flags = (uint8_t)((first ? FLAG_FIRST : 0) | (s->select.is_end ? FLAG_IDLE : 0)),
                .list = list,
                .target = head});
    vec_free(&guards);
}

static void lower_receive(Lower *l, const ZPattern *p)
{
    const ZExpr *channel = p->receive.channel, *target = p->receive.target;
    const ZType *message = channel->type->element;
    Ref object = lower_scalar(l, channel);
    lower_check_class(l, channel->type, object, p->pos);
    uint32_t len = (uint32_t)message->cells.len;
    Ref *refs = arena_array(l->arena, Ref, len);
    for (uint32_t i = 0; i < len; i++)
        refs[i] = lower_temp(l, message->cells.at[i].type);
    lower_emit(l, p->pos,
               (Instr){.op = OP_RECEIVE,
                       .dsts = build_list(&l->b, refs, len),
                       .a = object,
                       .region = region_of(l, channel->type)});
    Value value = lower_convert(l, (Value){refs, len}, message, target->type,
                                zing_expr_text(l->program->sources, target, l->arena), p->pos);
    Place place = lower_place(l, target);
    lower_store(l, &place, value, p->pos);
}

static void lower_select(Lower *l, const ZStmt *s)
{
    const ZBranches *branches = &s->select.branches;
    Label done = lower_label(l);
    s->symbol->branches = arena_array(l->arena, Label, branches->len);
    for (size_t i = 0; i < branches->len; i++)
        s->symbol->branches[i] = lower_label(l);
    lower_wait(l, s->pos, lower_select_wait, s);
    for (size_t i = 0; i < branches->len; i++) {
        const ZBranch *branch = &branches->at[i];
        lower_here(l, s->symbol->branches[i]);
        vec_each (ZPattern, pattern, &branch->patterns)
            if (pattern->kind == ZP_RECEIVE)
                lower_receive(l, pattern);
        lower_body(l, branch->body);
        lower_jump(l, branch->body->end, done);
    }
    lower_here(l, done);
}

/* ---- all statements ---- */

static void lower_empty(Lower *l, const ZStmt *s)
{
    lower_step(l, s->pos);
}

static void lower_braces(Lower *l, const ZStmt *s)
{
    if (!s->block.len)
        lower_step(l, s->pos);
    lower_block(l, s);
}

static void lower_join(Lower *l, const ZStmt *s)
{
    lower_wait(l, s->pos, join_wait, s);
}

static void lower_attributed(Lower *l, const ZStmt *s)
{
    lower_stmt(l, s->attributed.body);
}

/* It is part of the action before it. */
static void lower_witness(Lower *l, const ZStmt *s)
{
    Label entry = l->entry;
    lower_emit(l, s->pos, (Instr){.op = OP_WITNESS, .other = build_string(&l->b, s->name.text)});
    l->entry = entry;
}

void lower_stmt(Lower *l, const ZStmt *s)
{
    static void (*const lowers[])(Lower *, const ZStmt *) = {
        [ZS_EMPTY] = lower_empty,
        [ZS_BLOCK] = lower_braces,
        [ZS_ATOMIC] = lower_atomic,
        [ZS_EXPR] = lower_expression,
        [ZS_VARIABLE] = lower_variable,
        [ZS_ASSERT] = lower_assert,
        [ZS_ASSUME] = lower_assume,
        [ZS_ACCEPT] = lower_accept,
        [ZS_SEND] = lower_send,
        [ZS_IF] = lower_if,
        [ZS_WHILE] = lower_loop,
        [ZS_FOR] = lower_loop,
        [ZS_FOREACH] = lower_foreach,
        [ZS_BREAK] = lower_exit,
        [ZS_CONTINUE] = lower_exit,
        [ZS_SELECT] = lower_select,
        [ZS_GOTO] = lower_goto,
        [ZS_LABEL] = lower_labelled,
        [ZS_RETURN] = lower_return,
        [ZS_YIELD] = lower_yield,
        [ZS_RAISE] = lower_raise,
        [ZS_TRY] = lower_try,
        [ZS_JOIN] = lower_join,
        [ZS_TRACE] = lower_trace,
        [ZS_PLUGIN] = lower_trace,
        [ZS_SCHEDULER] = lower_scheduler,
        [ZS_EVENT] = NULL, /* the checker refuses it */
        [ZS_ATTRIBUTED] = lower_attributed,
        [ZS_WITNESS] = lower_witness,
    };
    l->ghost = s->is_ghost;
    Label entry = s->is_ghost ? lower_continue(l, s->pos) : 0;
    lowers[s->kind](l, s);
    if (s->is_ghost)
        l->entry = entry; /* it is part of the action before it */
    l->ghost = false;
}
