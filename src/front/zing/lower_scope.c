/* lower_scope.c -- when are the locals of a block cleared?
 *
 * Zing's compiler cuts a method into basic blocks and clears the locals of a block on an edge that
 * leads outward: to a basic block of a block around it.  An edge that leads into another block,
 * beside it or within that one, clears nothing; neither does a nested block inside code that is
 * fused into one basic block, as it is in an atomic region where nothing calls, chooses or waits.
 * A label is a basic block of its own, in the scope of whatever the compiler meets first: it goes
 * through a method from its end to its beginning.  The original's numbers of states depend on this,
 * so with options.original_scopes we do the same.  Without, locals are cleared wherever their block
 * is left. */
#include "front/zing/lower.h"

/* Stands for the scope of a block that has no locals and nothing in it. */
static const ZScope nowhere;

static bool is_around(const ZScope *outer, const ZScope *inner)
{
    for (; inner; inner = inner->parent)
        if (inner == outer)
            return true;
    return false;
}

static bool does_nothing(const ZStmt *s)
{
    return s->is_ghost || (s->kind == ZS_VARIABLE && !s->variable.init) || s->kind == ZS_WITNESS ||
           (s->kind == ZS_ASSUME && s->expr->kind == ZE_BOOL && s->expr->truth);
}

/* ---- fused code ---- */

static bool fuses(const ZStmt *s)
{
    if (s->is_ghost)
        return true;
    switch (s->kind) {
    case ZS_EMPTY:
    case ZS_WITNESS:
        return true;
    case ZS_BLOCK:
        vec_each (ZStmt *, stmt, &s->block)
            if (!fuses(*stmt))
                return false;
        return true;
    case ZS_EXPR:
        return s->expr->kind == ZE_ASYNC || !lower_calls(s->expr);
    case ZS_VARIABLE:
        return !s->variable.init || !lower_calls(s->variable.init);
    case ZS_ASSUME:
        return does_nothing(s);
    case ZS_IF:
        return !lower_calls(s->branch.test) && fuses(s->branch.yes) &&
               (!s->branch.no || fuses(s->branch.no));
    case ZS_WHILE:
        return !lower_calls(s->loop.test) && fuses(s->loop.body);
    case ZS_ATOMIC:
    case ZS_ASSERT:
    case ZS_ACCEPT:
    case ZS_SEND:
    case ZS_FOR:
    case ZS_FOREACH:
    case ZS_BREAK:
    case ZS_CONTINUE:
    case ZS_SELECT:
    case ZS_GOTO:
    case ZS_LABEL:
    case ZS_RETURN:
    case ZS_YIELD:
    case ZS_RAISE:
    case ZS_TRY:
    case ZS_JOIN:
    case ZS_TRACE:
    case ZS_PLUGIN:
    case ZS_SCHEDULER:
    case ZS_EVENT:
    case ZS_ATTRIBUTED:
        break;
    }
    return false;
}

/* How many statements from number i on are fused into one basic block; 0: number i is by itself. */
static size_t fused_run(const ZStmts *list, size_t i)
{
    size_t end = i;
    while (end < list->len && fuses(list->at[end]))
        end++;
    bool whole = end == i + 1 && (list->at[i]->kind == ZS_IF || list->at[i]->kind == ZS_WHILE);
    return end - i > 1 || whole ? end - i : 0;
}

/* ---- the scope of the first basic block ---- */

static const ZScope *first_of(const ZStmt *s, const ZScope *scope, bool atomic);

/* Of statements from number i on; NULL: they have no basic block. */
static const ZScope *first_of_list(const ZStmts *list, size_t i, const ZScope *scope, bool atomic)
{
    while (i < list->len) {
        size_t run = atomic ? fused_run(list, i) : 0, end = i + run;
        const ZScope *first = run ? NULL : first_of(list->at[i++], scope, atomic);
        if (first)
            return first;
        for (; i < end; i++)
            if (!does_nothing(list->at[i]))
                return scope;
    }
    return NULL;
}

static const ZScope *first_of(const ZStmt *s, const ZScope *scope, bool atomic)
{
    if (does_nothing(s))
        return NULL;
    if (s->kind == ZS_EMPTY)
        return atomic ? NULL : &nowhere;
    if (s->kind == ZS_BLOCK && !s->block.len)
        return atomic ? NULL : s->symbol->scope;
    if (s->kind == ZS_BLOCK)
        return first_of_list(&s->block, 0, s->symbol->scope, atomic);
    if (s->kind == ZS_ATTRIBUTED)
        return first_of(s->attributed.body, scope, atomic);
    if (s->kind == ZS_ATOMIC) {
        const ZScope *inside = first_of_list(&s->block, 0, s->symbol->scope, true);
        return inside ? inside : scope;
    }
    if (s->kind == ZS_LABEL && s->symbol->is_used)
        return s->symbol->is_inner ? &nowhere : s->symbol->target;
    return s->kind == ZS_LABEL ? first_of(s->label.body, scope, atomic) : scope;
}

/* ---- leaving scopes ---- */

static void forget_locals(Lower *l, ZSymbol *const *locals, size_t len, Pos pos)
{
    VEC(int32_t) registers = {0};
    for (size_t k = 0; k < len; k++)
        for (uint32_t i = 0; i < locals[k]->type->cells.len; i++)
            vec_push(&registers, locals[k]->reg + (Ref)i);
    if (registers.len)
        lower_emit(
            l, pos,
            (Instr){.op = OP_FORGET, .dsts = build_list(&l->b, registers.at, registers.len)});
    vec_free(&registers);
}

/* The scopes from `from` outward up to `to`, which is not left. */
static void forget(Lower *l, const ZScope *from, const ZScope *to, Pos pos)
{
    VEC(ZSymbol *) locals = {0};
    bool original = l->options->original_scopes;
    for (; from && from != to; from = from->parent)
        for (ZSymbol *local = original && from->is_kept ? NULL : from->locals; local;
             local = local->next)
            vec_push(&locals, local);
    forget_locals(l, locals.at, locals.len, pos);
    vec_free(&locals);
}

static bool has_locals(const ZScope *from, const ZScope *to)
{
    for (; from && from != to; from = from->parent)
        if (from->locals && !from->is_kept)
            return true;
    return false;
}

void lower_forget(Lower *l, const ZScope *to, Pos pos)
{
    bool original = l->options->original_scopes;
    while (!original && !is_around(to, l->scope))
        to = to->parent;
    if (is_around(to, l->scope))
        forget(l, l->scope, to, pos);
}

void lower_forget_since(Lower *l, size_t first, Pos pos)
{
    if (!l->options->original_scopes)
        forget_locals(l, l->locals.at + first, l->locals.len - first, pos);
}

void lower_leave(Lower *l, Pos pos)
{
    ZScope *parent = l->scope->parent;
    bool outward = !l->fused && is_around(l->after, parent);
    bool empty = l->scope->begin == l->program->code.len;
    if (!empty && (outward || !l->options->original_scopes))
        forget(l, l->scope, parent, pos);
    l->scope = parent;
}

void lower_statements(Lower *l, const ZStmts *list)
{
    const ZScope *after = l->after;
    bool fused = l->fused;
    size_t run_end = 0;
    for (size_t i = 0; i < list->len; i++) {
        if (!l->options->original_scopes) {
            lower_stmt(l, list->at[i]);
            continue;
        }
        const ZScope *next = first_of_list(list, i + 1, l->scope, l->depth > 0);
        size_t run = l->depth && i >= run_end ? fused_run(list, i) : 0;
        run_end = run ? i + run : run_end;
        l->after = next ? next : after;
        l->fused = fused || i < run_end;
        lower_stmt(l, list->at[i]);
    }
    l->after = after;
    l->fused = fused;
}

/* ---- labels ---- */

static void meet(ZSymbol *label, ZScope *scope, bool inner)
{
    if (label->target)
        return;
    label->target = scope;
    label->is_inner = inner;
}

static void walk(const ZStmt *s, ZScope *scope, bool inner);

static void walk_list(const ZStmts *list, ZScope *scope)
{
    for (size_t i = list->len; i-- > 0;)
        walk(list->at[i], scope, false);
}

/* A body without braces is in a block of its own, which has no locals. */
static void walk_body(const ZStmt *s, ZScope *scope)
{
    walk(s, scope, s->kind != ZS_BLOCK);
}

static void walk_try(const ZStmt *s, ZScope *scope)
{
    const ZHandlers *handlers = &s->attempt.handlers;
    for (size_t i = handlers->len; i-- > 0;)
        walk_body(handlers->at[i].body, scope);
    walk(s->attempt.body, scope, false);
}

static void walk(const ZStmt *s, ZScope *scope, bool inner)
{
    if (s->kind == ZS_BLOCK || s->kind == ZS_ATOMIC)
        walk_list(&s->block, s->symbol->scope);
    else if (s->kind == ZS_IF) {
        walk_body(s->branch.yes, scope);
        if (s->branch.no)
            walk_body(s->branch.no, scope);
    } else if (s->kind == ZS_WHILE || s->kind == ZS_FOR)
        walk_body(s->loop.body, s->symbol->scope);
    else if (s->kind == ZS_FOREACH)
        walk_body(s->foreach.body, scope);
    else if (s->kind == ZS_SELECT)
        vec_each (ZBranch, branch, &s->select.branches)
            walk(branch->body, scope, inner);
    else if (s->kind == ZS_TRY)
        walk_try(s, scope);
    else if (s->kind == ZS_ATTRIBUTED)
        walk(s->attributed.body, scope, inner);
    else if (s->kind == ZS_GOTO)
        meet(s->symbol, scope, inner);
    else if (s->kind == ZS_LABEL) {
        walk(s->label.body, scope, inner);
        meet(s->symbol, scope, inner);
    }
}

void lower_find_targets(Lower *l)
{
    const ZStmt *body = l->method->member->body;
    walk(body, body->symbol->scope, false);
}

/* The first part of the way of a goto: to the basic block of the label. */
void lower_forget_to_label(Lower *l, const ZSymbol *label, Pos pos)
{
    if (!l->options->original_scopes)
        lower_forget(l, label->scope, pos);
    else if (!label->is_inner)
        lower_forget(l, label->target, pos);
}

/* The second part: from there to the statement behind it, whose scope this is. */
static const ZScope *behind_label(const Lower *l, const ZSymbol *label)
{
    const ZScope *first = first_of(label->stmt->label.body, label->scope, label->number > 0);
    first = first ? first : l->after;
    return is_around(first, label->target) ? first : label->target;
}

bool lower_label_forgets(const Lower *l, const ZSymbol *label)
{
    return l->options->original_scopes && has_locals(label->target, behind_label(l, label));
}

void lower_forget_at_label(Lower *l, const ZSymbol *label, Pos pos)
{
    if (l->options->original_scopes)
        forget(l, label->target, behind_label(l, label), pos);
}
