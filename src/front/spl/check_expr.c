/* check_expr.c -- the types of expressions. */
#include "front/spl/check.h"

static SType plain(STypeKind kind)
{
    return (SType){.kind = kind};
}

static bool is_number(const SType *type)
{
    return type->kind == ST_INT || type->kind == ST_FLOAT;
}

/* Can a value of type `from` become one of type `to`? */
static bool fits(const SType *from, const SType *to)
{
    if (from->kind == ST_WRONG || to->kind == ST_WRONG)
        return true;
    if (from->kind == ST_NULL && to->kind == ST_OBJECT)
        return true;
    if (from->kind == ST_INT && to->kind == ST_FLOAT)
        return true;
    return from->kind == to->kind && from->kind != ST_VOID && from->decl == to->decl;
}

void spl_check_fits(Check *c, const SExpr *e, const SType *to, const char *what)
{
    if (!fits(&e->type, to)) {
        diag_error(c->diag, e->pos, "%s is of type %s and should be of type %s", what,
                   spl_type_text(c->unit, &e->type), spl_type_text(c->unit, to));
        return;
    }
    bool constant = e->kind == SE_INTEGER && to->kind == ST_INT && to->bounded;
    if (constant && (e->integer < to->low || e->integer > to->high))
        diag_error(c->diag, e->pos, "%lld is outside the range %d..%d", (long long)e->integer,
                   to->low, to->high);
}

void spl_check_condition(Check *c, SExpr *e)
{
    SType boolean = plain(ST_BOOL);
    spl_check_expr(c, e);
    spl_check_fits(c, e, &boolean, "the condition");
}

static SVariable *find_variable(const SVariables *list, const char *name)
{
    for (size_t k = list->len; k > 0; k--)
        if (list->at[k - 1]->name.text == name)
            return list->at[k - 1];
    return NULL;
}

/* The constant of an enum; owner NULL: of any. */
static bool find_constant(Check *c, SExpr *e, SDecl *owner)
{
    vec_each (SDecl *, decl, &c->unit->decls)
        for (size_t k = 0; k < (*decl)->constants.len; k++)
            if ((!owner || owner == *decl) && (*decl)->constants.at[k].text == e->name.text) {
                e->type = (SType){.kind = ST_ENUM, .decl = *decl};
                e->integer = (int64_t)k;
                return true;
            }
    return false;
}

static void check_name(Check *c, SExpr *e)
{
    e->variable = find_variable(&c->visible, e->name.text);
    if (!e->variable && c->method) {
        e->variable = find_variable(&c->method->owner->fields, e->name.text);
        e->is_field = e->variable != NULL;
    }
    if (e->variable)
        e->type = e->variable->type;
    else if (!find_constant(c, e, NULL))
        diag_error(c->diag, e->pos, "unknown name '%s'", e->name.text);
}

/* The enum that `object.name` is a constant of; NULL: it is a field. */
static SDecl *named_enum(Check *c, const SExpr *object)
{
    if (object->kind != SE_NAME || find_variable(&c->visible, object->name.text))
        return NULL;
    SDecl *decl = spl_find_decl(c->unit, object->name.text);
    return decl && decl->kind == SD_ENUM ? decl : NULL;
}

static void check_member(Check *c, SExpr *e)
{
    SDecl *owner = named_enum(c, e->object);
    if (owner) {
        if (!find_constant(c, e, owner))
            diag_error(c->diag, e->pos, "the enum '%s' has no constant '%s'", owner->name.text,
                       e->name.text);
        return;
    }
    spl_check_expr(c, e->object);
    const SType *type = &e->object->type;
    if (type->kind == ST_WRONG)
        return;
    if (type->kind != ST_OBJECT) {
        diag_error(c->diag, e->pos, "'%s' is asked of a value of type %s, which has no fields",
                   e->name.text, spl_type_text(c->unit, type));
        return;
    }
    e->variable = find_variable(&type->decl->fields, e->name.text);
    if (e->variable)
        e->type = e->variable->type;
    else
        diag_error(c->diag, e->pos, "'%s' has no field '%s'", type->decl->name.text, e->name.text);
}

static SMethod *find_method(const SDecl *decl, const char *name)
{
    for (size_t k = 0; k < decl->methods.len; k++)
        if (decl->methods.at[k]->name.text == name)
            return decl->methods.at[k];
    return NULL;
}

static void check_args(Check *c, SExpr *e)
{
    const SVariables *params = &e->method->params;
    if (e->args.len != params->len)
        diag_error(c->diag, e->pos, "'%s' has %zu parameter%s, and this call gives %zu",
                   e->name.text, params->len, params->len == 1 ? "" : "s", e->args.len);
    for (size_t k = 0; k < e->args.len && k < params->len; k++)
        spl_check_fits(c, e->args.at[k], &params->at[k]->type, "this argument");
}

/* Of the object that is called; NULL: an error was reported. */
static SDecl *called_object(Check *c, SExpr *e)
{
    if (!e->object && !c->method) {
        diag_error(c->diag, e->pos, "there is no object here whose method '%s' could be called",
                   e->name.text);
        return NULL;
    }
    if (!e->object)
        return c->method->owner;
    spl_check_expr(c, e->object);
    const SType *type = &e->object->type;
    if (type->kind == ST_OBJECT)
        return type->decl;
    if (type->kind != ST_WRONG)
        diag_error(c->diag, e->pos, "'%s' is called on a value of type %s, which has no methods",
                   e->name.text, spl_type_text(c->unit, type));
    return NULL;
}

void spl_check_call(Check *c, SExpr *e, bool posts)
{
    vec_each (SExpr *, arg, &e->args)
        spl_check_expr(c, *arg);
    SDecl *decl = called_object(c, e);
    if (!decl)
        return;
    e->method = find_method(decl, e->name.text);
    if (!e->method) {
        diag_error(c->diag, e->pos, "'%s' has no method '%s'", decl->name.text, e->name.text);
        return;
    }
    e->type = e->method->result;
    e->method->posted |= decl->kind == SD_THREAD;
    if (decl->kind == SD_THREAD && posts && !e->object)
        diag_error(c->diag, e->pos,
                   "'%s' is a method of a thread and runs later: write this.%s(...) to post it",
                   e->name.text, e->name.text);
    if (decl->kind == SD_THREAD && !posts)
        diag_error(c->diag, e->pos,
                   "'%s' is a method of a thread: it runs later, and its call is a statement",
                   e->name.text);
    check_args(c, e);
}

/* ---- operators ---- */

static bool is_comparison(TokenKind op)
{
    return op == TK_LT || op == TK_LE || op == TK_GT || op == TK_GE;
}

static void check_arithmetic(Check *c, SExpr *e)
{
    bool real = false;
    vec_each (SExpr *, arg, &e->args) {
        const SType *type = &(*arg)->type;
        if (type->kind == ST_WRONG)
            return;
        if (!is_number(type) || (e->op == TK_PERCENT && type->kind != ST_INT)) {
            diag_error(c->diag, (*arg)->pos, "'%s' works on numbers, and this is of type %s",
                       spl_token_text(e->op), spl_type_text(c->unit, type));
            return;
        }
        real |= type->kind == ST_FLOAT;
    }
    e->type = plain(is_comparison(e->op) ? ST_BOOL : real ? ST_FLOAT : ST_INT);
}

static void check_equality(Check *c, SExpr *e)
{
    const SType *a = &e->args.at[0]->type, *b = &e->args.at[1]->type;
    e->type = plain(ST_BOOL);
    if (fits(a, b) || fits(b, a) || (a->kind == ST_NULL && b->kind == ST_NULL))
        return;
    diag_error(c->diag, e->pos, "a value of type %s is compared with one of type %s",
               spl_type_text(c->unit, a), spl_type_text(c->unit, b));
}

static void check_operator(Check *c, SExpr *e)
{
    SType boolean = plain(ST_BOOL);
    bool logical = e->op == TK_AND || e->op == TK_OR || e->op == TK_NOT;
    vec_each (SExpr *, arg, &e->args) {
        spl_check_expr(c, *arg);
        if (logical)
            spl_check_fits(c, *arg, &boolean, "this operand");
    }
    if (logical)
        e->type = boolean;
    else if (e->op == TK_EQ || e->op == TK_NE)
        check_equality(c, e);
    else
        check_arithmetic(c, e);
}

static void check_choose(Check *c, SExpr *e)
{
    SType integer = plain(ST_INT);
    if (e->args.len) {
        vec_each (SExpr *, arg, &e->args) {
            spl_check_expr(c, *arg);
            spl_check_fits(c, *arg, &integer, "the end of the range");
        }
        e->type = integer;
        return;
    }
    spl_check_type(c, &e->type);
    STypeKind kind = e->type.kind;
    bool finite = kind == ST_BOOL || kind == ST_ENUM || (kind == ST_INT && e->type.bounded);
    if (!finite && kind != ST_WRONG)
        diag_error(c->diag, e->pos,
                   "choose needs boolean, an enum or a range like 0..3, and not %s",
                   spl_type_text(c->unit, &e->type));
}

static void check_new(Check *c, SExpr *e)
{
    spl_check_type(c, &e->type);
    if (e->type.kind == ST_OBJECT || e->type.kind == ST_WRONG)
        return;
    diag_error(c->diag, e->pos, "new makes objects of classes and threads, and not %s",
               spl_type_text(c->unit, &e->type));
    e->type.kind = ST_WRONG;
}

static void check_this(Check *c, SExpr *e)
{
    if (c->method)
        e->type = (SType){.kind = ST_OBJECT, .decl = c->method->owner};
    else
        diag_error(c->diag, e->pos, "there is no 'this' outside of a method");
}

void spl_check_expr(Check *c, SExpr *e)
{
    switch (e->kind) {
    case SE_INTEGER:
        e->type = plain(ST_INT);
        if (e->integer > INT32_MAX)
            diag_error(c->diag, e->pos, "this number is too big: an int has 32 bits");
        break;
    case SE_REAL:
        e->type = plain(ST_FLOAT);
        break;
    case SE_BOOL:
        e->type = plain(ST_BOOL);
        break;
    case SE_NULL:
        e->type = plain(ST_NULL);
        break;
    case SE_THIS:
        check_this(c, e);
        break;
    case SE_NEW:
        check_new(c, e);
        break;
    case SE_NAME:
        check_name(c, e);
        break;
    case SE_FIELD:
        check_member(c, e);
        break;
    case SE_CALL:
        spl_check_call(c, e, false);
        if (e->type.kind == ST_VOID) {
            diag_error(c->diag, e->pos, "'%s' returns no value", e->name.text);
            e->type.kind = ST_WRONG;
        }
        break;
    case SE_OPERATOR:
        check_operator(c, e);
        break;
    case SE_CHOOSE:
        check_choose(c, e);
        break;
    }
}
