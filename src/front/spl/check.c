/* check.c -- definitions and statements: names, types, labels. */
#include "front/spl/check.h"

SDecl *spl_find_decl(const SUnit *unit, const char *name)
{
    vec_each (SDecl *, decl, &unit->decls)
        if ((*decl)->name.text == name)
            return *decl;
    return NULL;
}

const char *spl_type_text(SUnit *unit, const SType *type)
{
    switch (type->kind) {
    case ST_WRONG:
        return "?";
    case ST_VOID:
        return "void";
    case ST_BOOL:
        return "boolean";
    case ST_INT:
        if (type->bounded)
            return arena_print(&unit->arena, "int %d..%d", type->low, type->high);
        return "int";
    case ST_FLOAT:
        return "float";
    case ST_ENUM:
    case ST_OBJECT:
        return type->decl->name.text;
    case ST_NULL:
        return "null";
    }
    return "?";
}

void spl_check_type(Check *c, SType *type)
{
    if (type->kind != ST_OBJECT)
        return;
    type->decl = spl_find_decl(c->unit, type->name.text);
    if (!type->decl) {
        diag_error(c->diag, type->name.pos, "there is no class, thread or enum '%s'",
                   type->name.text);
        type->kind = ST_WRONG;
    } else if (type->decl->kind == SD_ENUM) {
        type->kind = ST_ENUM;
    }
}

/* ---- statements ---- */

static void check_stmt(Check *c, SStmt *s);

static void check_list(Check *c, SStmts *list)
{
    size_t outer = c->visible.len;
    vec_each (SStmt *, s, list)
        check_stmt(c, *s);
    c->visible.len = outer;
}

static void declare(Check *c, SVariable *variable)
{
    vec_each (SVariable *, other, &c->visible)
        if ((*other)->name.text == variable->name.text)
            diag_error(c->diag, variable->name.pos, "'%s' is declared already, in line %u",
                       variable->name.text, (*other)->name.pos.line);
    vec_push(&c->visible, variable);
}

static void check_local(Check *c, SStmt *s)
{
    spl_check_type(c, &s->variable->type);
    if (s->variable->init) {
        spl_check_expr(c, s->variable->init);
        spl_check_fits(c, s->variable->init, &s->variable->type, "this value");
    }
    declare(c, s->variable);
    vec_push(&c->method->locals, s->variable);
}

static void check_assign(Check *c, SStmt *s)
{
    spl_check_expr(c, s->target);
    spl_check_expr(c, s->value);
    if (s->target->type.kind != ST_WRONG && !s->target->variable)
        diag_error(c->diag, s->target->pos, "'%s' is a constant and cannot be assigned to",
                   s->target->name.text);
    spl_check_fits(c, s->value, &s->target->type, "this value");
}

static void check_return(Check *c, SStmt *s)
{
    const SMethod *m = c->method;
    if (s->value)
        spl_check_expr(c, s->value);
    if (s->value && m->result.kind == ST_VOID)
        diag_error(c->diag, s->value->pos, "'%s' is void and returns no value", m->name.text);
    else if (s->value)
        spl_check_fits(c, s->value, &m->result, "the returned value");
    else if (m->result.kind != ST_VOID)
        diag_error(c->diag, s->pos, "'%s' returns a value of type %s: expected one here",
                   m->name.text, spl_type_text(c->unit, &m->result));
}

static void check_goto(Check *c, const SStmt *s)
{
    vec_each (SName, label, &c->method->labels)
        if (label->text == s->name.text)
            return;
    diag_error(c->diag, s->name.pos, "there is no label '%s' in this method", s->name.text);
}

static void check_loop(Check *c, SStmt *s)
{
    spl_check_condition(c, s->value);
    c->loops++;
    size_t outer = c->visible.len;
    check_stmt(c, s->body);
    c->visible.len = outer;
    c->loops--;
}

static void check_branch(Check *c, SStmt *s)
{
    size_t outer = c->visible.len;
    spl_check_condition(c, s->value);
    check_stmt(c, s->body);
    c->visible.len = outer;
    if (s->other)
        check_stmt(c, s->other);
    c->visible.len = outer;
}

static void check_stmt(Check *c, SStmt *s)
{
    switch (s->kind) {
    case SS_LOCAL:
        check_local(c, s);
        break;
    case SS_ASSIGN:
        check_assign(c, s);
        break;
    case SS_CALL:
        spl_check_call(c, s->value, true);
        break;
    case SS_IF:
        check_branch(c, s);
        break;
    case SS_GOTO:
        check_goto(c, s);
        break;
    case SS_WHILE:
        check_loop(c, s);
        break;
    case SS_BLOCK:
        check_list(c, &s->list);
        break;
    case SS_RETURN:
        check_return(c, s);
        break;
    case SS_ASSERT:
    case SS_ASSUME:
        spl_check_condition(c, s->value);
        break;
    case SS_BREAK:
    case SS_CONTINUE:
        if (!c->loops)
            diag_error(c->diag, s->pos, "%s stands outside of a loop",
                       s->kind == SS_BREAK ? "break" : "continue");
        break;
    case SS_EMPTY:
        break;
    }
}

static void collect_labels(Check *c, const SStmt *s)
{
    vec_each (SName, label, &s->labels) {
        vec_each (SName, other, &c->method->labels)
            if (other->text == label->text)
                diag_error(c->diag, label->pos, "the label '%s' is there already, in line %u",
                           label->text, other->pos.line);
        vec_push(&c->method->labels, *label);
    }
    if (s->body)
        collect_labels(c, s->body);
    if (s->other)
        collect_labels(c, s->other);
    for (size_t k = 0; k < s->list.len; k++)
        collect_labels(c, s->list.at[k]);
}

/* ---- definitions ---- */

static void check_signature(Check *c, SMethod *m)
{
    spl_check_type(c, &m->result);
    vec_each (SVariable *, param, &m->params)
        spl_check_type(c, &(*param)->type);
    if (m->owner->kind == SD_THREAD && m->result.kind != ST_VOID)
        diag_error(c->diag, m->name.pos,
                   "'%s' is a method of a thread: nobody waits for its result, so it is void",
                   m->name.text);
}

static void check_method(Check *c, SMethod *m)
{
    c->method = m;
    c->visible.len = 0;
    c->loops = 0;
    vec_each (SVariable *, param, &m->params)
        declare(c, *param);
    vec_each (SStmt *, s, &m->body)
        collect_labels(c, *s);
    check_list(c, &m->body);
    c->method = NULL;
}

static void check_twice(Check *c, const char *what, SName name, SName other)
{
    if (name.text == other.text && name.text[0])
        diag_error(c->diag, name.pos, "%s '%s' is defined already, in line %u", what, name.text,
                   other.pos.line);
}

static bool is_constant(const SExpr *e)
{
    if (e->kind == SE_OPERATOR && e->op == TK_MINUS && e->args.len == 1)
        return is_constant(e->args.at[0]);
    bool named = (e->kind == SE_NAME || e->kind == SE_FIELD) && !e->variable;
    return e->kind == SE_INTEGER || e->kind == SE_REAL || e->kind == SE_BOOL ||
           e->kind == SE_NULL || named;
}

static void check_field(Check *c, SVariable *field)
{
    spl_check_type(c, &field->type);
    if (!field->init)
        return;
    spl_check_expr(c, field->init);
    spl_check_fits(c, field->init, &field->type, "this value");
    if (!is_constant(field->init))
        diag_error(c->diag, field->init->pos, "a field begins with a constant");
}

static void check_decl(Check *c, SDecl *decl)
{
    vec_each (SVariable *, field, &decl->fields) {
        check_field(c, *field);
        for (SVariable **other = decl->fields.at; other < field; other++)
            check_twice(c, "the field", (*field)->name, (*other)->name);
    }
    vec_each (SName, constant, &decl->constants)
        for (SName *other = decl->constants.at; other < constant; other++)
            check_twice(c, "the constant", *constant, *other);
    for (size_t k = 0; k < decl->methods.len; k++) {
        check_signature(c, decl->methods.at[k]);
        for (size_t i = 0; i < k; i++)
            check_twice(c, "the method", decl->methods.at[k]->name, decl->methods.at[i]->name);
    }
}

/* (new T).md(c*) */
static void check_start(Check *c, SExpr *e)
{
    SExpr *object = e->object;
    spl_check_call(c, e, true);
    if (object->type.kind == ST_OBJECT && object->type.decl->kind != SD_THREAD)
        diag_error(c->diag, object->pos,
                   "the program starts with a new thread, and '%s' is a class",
                   object->type.decl->name.text);
    vec_each (SExpr *, arg, &e->args)
        if (!is_constant(*arg))
            diag_error(c->diag, (*arg)->pos, "the program starts with constants");
}

void spl_check(SUnit *unit)
{
    Check c = {.unit = unit, .diag = unit->diag};
    vec_each (SDecl *, decl, &unit->decls)
        for (SDecl **other = unit->decls.at; other < decl; other++)
            check_twice(&c, "the name", (*decl)->name, (*other)->name);
    vec_each (SDecl *, decl, &unit->decls)
        check_decl(&c, *decl);
    for (size_t d = 0; d < unit->decls.len; d++)
        for (size_t k = 0; k < unit->decls.at[d]->methods.len; k++)
            check_method(&c, unit->decls.at[d]->methods.at[k]);
    if (unit->start)
        check_start(&c, unit->start);
    vec_free(&c.visible);
}
