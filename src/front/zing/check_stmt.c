/* check_stmt.c -- statements: scopes, labels, and what each kind of statement asks for. */
#include "front/zing/check.h"

#include <ctype.h>
#include <string.h>

enum { MOST_BRANCHES = 64, DEEPEST_ATOMIC = 250 };

static void check_stmt(Check *c, ZStmt *s);

/* ---- scopes ---- */

static ZScope *enter(Check *c)
{
    ZScope *scope = arena_new(c->arena, ZScope);
    scope->parent = c->scope;
    return c->scope = scope;
}

static void leave(Check *c)
{
    c->scope = c->scope->parent;
}

static ZSymbol *find_variable(Check *c, const char *name)
{
    for (ZScope *scope = c->scope; scope; scope = scope->parent)
        for (ZSymbol *local = scope->locals; local; local = local->next)
            if (local->name == name)
                return local;
    return NULL;
}

static ZSymbol *declare(Check *c, ZName name, ZType *type, const ZStmt *stmt)
{
    ZSymbol *other = find_variable(c, name.text);
    if (other)
        diag_error(c->diag, name.pos,
                   "'%s' is already declared in line %u, and both would be visible here; rename "
                   "one",
                   name.text, other->pos.line);
    ZSymbol *symbol = arena_new(c->arena, ZSymbol);
    *symbol = (ZSymbol){.kind = ZY_LOCAL,
                        .name = name.text,
                        .pos = name.pos,
                        .type = type,
                        .scope = c->scope,
                        .next = c->scope->locals,
                        .stmt = stmt};
    return c->scope->locals = symbol;
}

/* A body without braces; a declaration in it lives only there. */
static void check_body(Check *c, ZStmt *s)
{
    if (s->kind == ZS_VARIABLE)
        enter(c);
    check_stmt(c, s);
    if (s->kind == ZS_VARIABLE)
        leave(c);
}

static ZSymbol *block_symbol(Check *c, const ZStmt *s)
{
    ZSymbol *symbol = arena_new(c->arena, ZSymbol);
    *symbol = (ZSymbol){.kind = ZY_BLOCK, .name = "", .pos = s->pos, .scope = c->scope, .stmt = s};
    return symbol;
}

static void check_block(Check *c, ZStmt *s)
{
    enter(c);
    s->symbol = block_symbol(c, s);
    vec_each (ZStmt *, stmt, &s->block) {
        check_stmt(c, *stmt);
        if (c->diag->errors >= DIAG_MOST_ERRORS)
            break;
    }
    leave(c);
}

/* ---- simple statements ---- */

/* A ghost that keeps a value for the invariant of a loop: \old(E), \at(E, L). */
static void check_moment(Check *c, ZStmt *s)
{
    ZType *type = check_value(c, s->variable.init);
    check_no_lock(c, s->pos, type, "what is named by \\old and \\at");
    s->symbol = declare(c, s->variable.name, type, s);
    s->symbol->is_ghost = true;
}

static void check_variable(Check *c, ZStmt *s)
{
    if (!s->variable.type) {
        check_moment(c, s);
        return;
    }
    ZType *type = check_type_name(c, s->variable.type);
    ZName name = s->variable.name;
    check_no_lock(c, s->variable.type->pos, type, "a local variable");
    if (s->variable.init)
        check_fits(c, s->variable.init, ztype_is_lock(type) ? c->model->types.error : type,
                   arena_print(c->arena, "the variable '%s'", name.text));
    else if (type->kind == ZK_RANGE && (type->low > 0 || type->high < 0))
        diag_warn(c->diag, name.pos,
                  "'%s' begins with 0, which is not in the range '%s'; give it an initialiser",
                  name.text, type->name);
    s->symbol = declare(c, name, type, s);
    s->symbol->is_ghost = s->is_ghost;
}

static void check_expression(Check *c, ZStmt *s)
{
    ZExpr *e = s->expr;
    c->statement = e;
    if (e->kind == ZE_ASSIGN || e->kind == ZE_STEP || e->kind == ZE_CALL || e->kind == ZE_ASYNC) {
        check_expr(c, e);
        return;
    }
    check_value(c, e);
    diag_error(c->diag, e->pos,
               "this does nothing: a statement must be an assignment, a call, ++ or --");
}

static void check_send(Check *c, ZStmt *s)
{
    ZExpr *value = s->send.value;
    ZType *type = check_value(c, s->send.channel), *message = check_value(c, value);
    if (ztype_is_error(type) || ztype_is_error(message))
        return;
    if (type->kind != ZK_CHAN) {
        diag_error(c->diag, s->send.channel->pos, "send needs a channel, and this is of type '%s'",
                   type->name);
        return;
    }
    bool null = message->kind == ZK_NULL && ztype_is_reference(type->element);
    if (!null && !ztype_same(message, type->element))
        diag_error(c->diag, value->pos,
                   "the channel carries '%s', and this is of type '%s'; assign it to a variable "
                   "of the right type first",
                   type->element->name, message->name);
    else
        check_constant(c, value, type->element);
}

static void check_printable(Check *c, ZExpr *e)
{
    ZType *type = check_value(c, e);
    if (type->kind == ZK_STRUCT || ztype_is_lock(type))
        diag_error(c->diag, e->pos, "a value of type '%s' cannot be printed; name its fields",
                   type->name);
}

/* Warns of format items without a value. */
static void check_trace(Check *c, ZStmt *s)
{
    vec_each (ZExpr *, value, &s->trace.values)
        check_printable(c, *value);
    const char *text = s->trace.format->string.text;
    for (size_t i = 0; i + 1 < s->trace.format->string.len; i++) {
        if (text[i] != '{' || !isdigit((unsigned char)text[i + 1]))
            continue;
        unsigned item = 0;
        for (size_t k = i + 1; isdigit((unsigned char)text[k]) && item < 1000; k++)
            item = item * 10 + (unsigned)(text[k] - '0');
        if (item >= s->trace.values.len && s->kind == ZS_TRACE) {
            diag_warn(c->diag, s->trace.format->pos,
                      "{%u} names a value that is not there: %zu %s given", item,
                      s->trace.values.len, s->trace.values.len == 1 ? "is" : "are");
            return;
        }
    }
}

static void check_return(Check *c, ZStmt *s)
{
    ZType *type = c->method->type;
    if (s->expr && type->kind == ZK_VOID) {
        check_expr(c, s->expr);
        diag_error(c->diag, s->expr->pos, "'%s' is void and cannot return a value",
                   c->method->name);
    } else if (s->expr)
        check_fits(c, s->expr, type, arena_print(c->arena, "the result of '%s'", c->method->name));
    else if (type->kind != ZK_VOID)
        diag_error(c->diag, s->pos, "'%s' must return a value of type '%s'", c->method->name,
                   type->name);
}

static void check_yield(Check *c, ZStmt *s)
{
    if (c->method->member->is_atomic)
        diag_error(c->diag, s->pos, "yield in the atomic method '%s': nobody may run inside it",
                   c->method->name);
    else if (c->depth)
        diag_warn(c->diag, s->pos, "yield inside an atomic block does nothing");
}

static void check_join(Check *c, ZStmt *s)
{
    ZType *type = check_value(c, s->expr);
    if (type->kind != ZK_THREAD && !ztype_is_error(type))
        diag_error(c->diag, s->expr->pos,
                   "join needs a thread, as in 'thread t = async f();', and this is of type '%s'",
                   type->name);
}

static void check_unsupported(Check *c, ZStmt *s)
{
    diag_error(c->diag, s->pos,
               "event is not supported: no checker reads these events; delete the statement");
}

/* ---- exceptions ---- */

static void check_raise(Check *c, ZStmt *s)
{
    vec_each (ZName, known, &c->exceptions)
        if (known->text == s->name.text)
            return;
    vec_push(&c->exceptions, s->name);
}

static void check_try(Check *c, ZStmt *s)
{
    ZHandlers *handlers = &s->attempt.handlers;
    check_stmt(c, s->attempt.body);
    for (size_t i = 0; i < handlers->len; i++) {
        ZHandler *handler = &handlers->at[i];
        for (size_t k = 0; k < i; k++)
            if (handlers->at[k].name == handler->name)
                diag_error(c->diag, handler->pos, "this try has two handlers for '%s'; remove one",
                           handler->name ? handler->name : "*");
        check_body(c, handler->body);
    }
}

/* ---- loops and branches ---- */

static void check_branch(Check *c, ZStmt *s)
{
    check_condition(c, s->branch.test, "if");
    if (s->branch.yes->kind == ZS_EMPTY)
        diag_warn(c->diag, s->branch.yes->pos,
                  "this ';' is all that the if does; is it one too many?");
    if (s->branch.no && s->branch.no->kind == ZS_EMPTY)
        diag_warn(c->diag, s->branch.no->pos,
                  "this ';' is all that the else does; is it one too many?");
    check_body(c, s->branch.yes);
    if (s->branch.no)
        check_body(c, s->branch.no);
}

static void check_loop(Check *c, ZStmt *s)
{
    enter(c);
    s->symbol = block_symbol(c, s);
    if (s->kind == ZS_FOR && s->loop.init)
        check_stmt(c, s->loop.init);
    if (s->loop.test)
        check_condition(c, s->loop.test, s->kind == ZS_FOR ? "for" : "while");
    if (s->kind == ZS_FOR && s->loop.step) {
        c->statement = s->loop.step;
        check_expr(c, s->loop.step);
    }
    check_invariants(c, &s->loop.invariants);
    c->loops++;
    check_body(c, s->loop.body);
    c->loops--;
    leave(c);
}

static void check_foreach(Check *c, ZStmt *s)
{
    ZName name = s->foreach.name;
    ZType *type = check_value(c, s->foreach.collection);
    ZType *element = c->model->types.error;
    if (type->kind == ZK_SET || type->kind == ZK_ARRAY)
        element = type->element;
    else if (!ztype_is_error(type))
        diag_error(c->diag, s->foreach.collection->pos,
                   "foreach needs a set or an array, and this is of type '%s'", type->name);
    ZSymbol *known = s->foreach.type ? NULL : find_variable(c, name.text);
    if (known && known->is_ghost)
        diag_error(c->diag, name.pos, "'%s' is a ghost variable, which only annotations may use",
                   name.text);
    ZType *own = s->foreach.type ? check_type_name(c, s->foreach.type)
                 : known         ? known->type
                                 : element;
    check_no_lock(c, name.pos, own, "the variable of a foreach");
    if (!ztype_same(own, element))
        diag_error(c->diag, s->foreach.type ? s->foreach.type->pos : name.pos,
                   "the elements are of type '%s', and '%s' is of type '%s'", element->name,
                   name.text, own->name);
    enter(c)->is_kept = true;
    s->symbol = known ? known : declare(c, name, own, s);
    c->loops++;
    check_body(c, s->foreach.body);
    c->loops--;
    leave(c);
}

static void check_exit(Check *c, ZStmt *s)
{
    const char *word = s->kind == ZS_BREAK ? "break" : "continue";
    if (!c->loops)
        diag_error(c->diag, s->pos, "%s outside of a loop; there is nothing to %s", word,
                   s->kind == ZS_BREAK ? "leave" : "go on with");
}

/* ---- select ---- */

static void check_receive(Check *c, ZPattern *p)
{
    ZType *type = check_value(c, p->receive.channel), *target = check_target(c, p->receive.target);
    if (ztype_is_error(type) || ztype_is_error(target))
        return;
    if (type->kind != ZK_CHAN)
        diag_error(c->diag, p->receive.channel->pos,
                   "receive needs a channel, and this is of type '%s'", type->name);
    else if (!ztype_same(type->element, target))
        diag_error(c->diag, p->receive.target->pos,
                   "the channel carries '%s', and this variable is of type '%s'",
                   type->element->name, target->name);
}

static void check_pattern(Check *c, ZPattern *p, bool alone)
{
    switch (p->kind) {
    case ZP_WAIT:
        c->context = IN_WAIT;
        check_condition(c, p->wait, "wait");
        c->context = IN_BODY;
        break;
    case ZP_RECEIVE:
        check_receive(c, p);
        break;
    case ZP_TIMEOUT:
        if (!alone)
            diag_error(c->diag, p->pos,
                       "timeout must stand alone: it is always possible, so '&&' adds nothing");
        break;
    case ZP_EVENT:
        diag_error(c->diag, p->pos,
                   "event is not supported: no checker reads these events; use wait(true)");
        break;
    }
}

static void check_select(Check *c, ZStmt *s)
{
    ZBranches *branches = &s->select.branches;
    bool timeout = false;
    s->symbol = block_symbol(c, s);
    if (s->select.is_visible)
        diag_error(c->diag, s->pos,
                   "select visible is not supported: no checker reads these events; delete "
                   "'visible'");
    if (branches->len > MOST_BRANCHES)
        diag_error(c->diag, branches->at[MOST_BRANCHES].pos,
                   "a select has at most %d branches; split it", MOST_BRANCHES);
    vec_each (ZBranch, branch, branches) {
        if (branch->attributes.len)
            diag_warn(c->diag, branch->attributes.at[0].name.pos, "attributes have no effect");
        vec_each (ZPattern, pattern, &branch->patterns) {
            if (pattern->kind == ZP_TIMEOUT && timeout)
                diag_error(c->diag, pattern->pos,
                           "this select has a second timeout; keep only one of them");
            timeout = timeout || pattern->kind == ZP_TIMEOUT;
            check_pattern(c, pattern, branch->patterns.len == 1);
        }
        check_body(c, branch->body);
    }
}

/* ---- labels ---- */

static void check_label(Check *c, ZStmt *s)
{
    ZName name = s->label.name;
    for (ZSymbol *label = c->labels; label; label = label->next)
        if (label->name == name.text)
            diag_error(c->diag, name.pos,
                       "the label '%s' is already in line %u of this method; rename one", name.text,
                       label->pos.line);
    ZSymbol *label = s->symbol = arena_new(c->arena, ZSymbol);
    *label = (ZSymbol){.kind = ZY_LABEL,
                       .name = name.text,
                       .pos = name.pos,
                       .scope = c->scope,
                       .next = c->labels,
                       .stmt = s,
                       .number = c->depth};
    c->labels = label;
    check_stmt(c, s->label.body);
}

static void check_goto(Check *c, ZStmt *s)
{
    PendingGoto *pending = arena_new(c->arena, PendingGoto);
    *pending = (PendingGoto){.next = c->gotos, .stmt = s, .depth = c->depth};
    c->gotos = pending;
}

static void resolve_goto(Check *c, const PendingGoto *pending)
{
    ZName name = pending->stmt->name;
    const char *best = NULL;
    for (ZSymbol *label = c->labels; label; label = label->next) {
        zing_suggest(name.text, label->name, &best);
        if (label->name != name.text)
            continue;
        const ZStmt *first = zing_first_statement(label->stmt);
        label->is_used = true;
        pending->stmt->symbol = label;
        if (pending->depth && first->kind == ZS_ATOMIC)
            first->symbol->is_used = true;
        return;
    }
    check_unknown(c, name.pos, "label", name.text, best);
}

/* ---- all statements ---- */

static void check_atomic(Check *c, ZStmt *s)
{
    if (c->depth == DEEPEST_ATOMIC)
        diag_error(c->diag, s->pos,
                   "more than %d atomic blocks are inside each other; one is enough",
                   DEEPEST_ATOMIC);
    c->depth++;
    check_block(c, s);
    c->depth--;
}

static void check_test(Check *c, ZStmt *s)
{
    static const char *const words[] = {
        [ZS_ASSERT] = "assert", [ZS_ASSUME] = "assume", [ZS_ACCEPT] = "accept"};
    check_condition(c, s->kind == ZS_ASSERT ? s->assertion.test : s->expr, words[s->kind]);
}

static void check_scheduler(Check *c, ZStmt *s)
{
    vec_each (ZArg, arg, &s->args)
        check_printable(c, arg->value);
}

static void check_attributed(Check *c, ZStmt *s)
{
    diag_warn(c->diag, s->pos, "attributes have no effect");
    check_stmt(c, s->attributed.body);
}

static void check_empty(Check *c, ZStmt *s)
{
    (void)c;
    (void)s;
}

static void check_stmt(Check *c, ZStmt *s)
{
    static void (*const checks[])(Check *, ZStmt *) = {
        [ZS_EMPTY] = check_empty,       [ZS_BLOCK] = check_block,
        [ZS_ATOMIC] = check_atomic,     [ZS_EXPR] = check_expression,
        [ZS_VARIABLE] = check_variable, [ZS_ASSERT] = check_test,
        [ZS_ASSUME] = check_test,       [ZS_ACCEPT] = check_test,
        [ZS_SEND] = check_send,         [ZS_IF] = check_branch,
        [ZS_WHILE] = check_loop,        [ZS_FOR] = check_loop,
        [ZS_FOREACH] = check_foreach,   [ZS_BREAK] = check_exit,
        [ZS_CONTINUE] = check_exit,     [ZS_SELECT] = check_select,
        [ZS_GOTO] = check_goto,         [ZS_LABEL] = check_label,
        [ZS_RETURN] = check_return,     [ZS_YIELD] = check_yield,
        [ZS_RAISE] = check_raise,       [ZS_TRY] = check_try,
        [ZS_JOIN] = check_join,         [ZS_TRACE] = check_trace,
        [ZS_PLUGIN] = check_trace,      [ZS_SCHEDULER] = check_scheduler,
        [ZS_EVENT] = check_unsupported, [ZS_ATTRIBUTED] = check_attributed,
        [ZS_WITNESS] = check_witness,
    };
    if (s->is_ghost)
        check_ghost_begin(c);
    checks[s->kind](c, s);
    if (s->is_ghost)
        check_ghost_end(c, s);
}

void check_method_body(Check *c, ZMember *member)
{
    c->method = member->symbol;
    c->has_this = !member->symbol->is_static;
    c->context = IN_BODY;
    c->scope = NULL;
    c->labels = NULL;
    c->gotos = NULL;
    c->depth = member->is_atomic;
    c->loops = 0;
    enter(c);
    vec_each (ZParam, param, &member->params) {
        param->symbol->scope = c->scope;
        param->symbol->next = c->scope->locals;
        c->scope->locals = param->symbol;
    }
    check_spec(c, member);
    check_stmt(c, member->body);
    for (PendingGoto *pending = c->gotos; pending; pending = pending->next)
        resolve_goto(c, pending);
    c->method->labels = c->labels;
    c->scope = NULL;
}
