/* check_name.c -- what a name stands for: variables, members, methods; and calls. */
#include "front/zing/check.h"

#include <string.h>

static ZType *error(Check *c)
{
    return c->model->types.error;
}

static ZType *found(ZExpr *e, ZSymbol *symbol)
{
    e->symbol = symbol;
    return symbol->type;
}

static ZSymbol *find_local(Check *c, const char *name)
{
    for (ZScope *scope = c->scope; scope; scope = scope->parent)
        for (ZSymbol *local = scope->locals; local; local = local->next)
            if (local->name == name)
                return local;
    return NULL;
}

/* A member of the class around us, or one outside any class. */
static ZSymbol *find_member(Check *c, const char *name)
{
    ZSymbol *member = c->owner ? ztype_member(c->owner, name) : NULL;
    if (member)
        return member;
    ZDecl *decl = check_find_decl(c, name);
    return decl && decl->kind == ZD_MEMBER ? decl->symbol : NULL;
}

void check_suggest_variables(Check *c, const char *name, const char **best)
{
    for (ZScope *scope = c->scope; scope; scope = scope->parent)
        for (ZSymbol *local = scope->locals; local; local = local->next)
            zing_suggest(name, local->name, best);
    if (c->owner && c->owner->kind == ZK_CLASS)
        vec_each (ZMember *, member, &c->owner->decl->body.members)
            zing_suggest(name, (*member)->name, best);
    vec_each (ZDecl *, decl, &c->unit->decls)
        zing_suggest(name, (*decl)->name, best);
}

const char *check_no_this(const Check *c)
{
    if (c->clause && !strcmp(c->clause, "class"))
        return "the invariant of a class is about no object; use \\forall";
    if (c->context != IN_PREDICATE || c->clause)
        return "a static method has none";
    return c->array ? "only the array and the index are known here" : "a static variable has none";
}

/* An instance member that is named without an object needs `this`. */
static bool check_this(Check *c, Pos pos, const ZSymbol *symbol)
{
    bool needs = symbol->kind == ZY_FIELD || (symbol->kind == ZY_METHOD && !symbol->is_static);
    if (!needs || c->has_this || symbol == c->array)
        return true;
    diag_error(c->diag, pos,
               "'%s' belongs to an object of class '%s', and %s; write object.%s, or make it "
               "static",
               symbol->name, symbol->owner->name, check_no_this(c), symbol->name);
    return false;
}

static ZSymbol *built_in(Check *c, ZSymbolKind kind, const char *name, ZType *type)
{
    ZSymbol *symbol = arena_new(c->arena, ZSymbol);
    *symbol = (ZSymbol){.kind = kind, .name = name, .type = type};
    return symbol;
}

/* The program does not know its ghosts. */
static bool check_ghost(Check *c, Pos pos, const ZSymbol *symbol)
{
    if (!symbol->is_ghost || c->context == IN_PREDICATE)
        return true;
    diag_error(c->diag, pos,
               "'%s' is a ghost variable, which only annotations may use; write /*@ ghost ... */",
               symbol->name);
    return false;
}

ZType *check_name(Check *c, ZExpr *e)
{
    ZSymbol *symbol = find_local(c, e->name);
    if (!symbol)
        symbol = find_member(c, e->name);
    if (symbol && symbol->kind == ZY_METHOD) {
        diag_error(c->diag, e->pos, "'%s' is a method; call it: %s(...)", e->name, e->name);
        return error(c);
    }
    if (symbol && symbol->is_out && c->clause) {
        diag_error(c->diag, e->pos, "an annotation cannot use the out parameter '%s'", e->name);
        return error(c);
    }
    if (symbol)
        return check_this(c, e->pos, symbol) && check_ghost(c, e->pos, symbol) ? found(e, symbol)
                                                                               : error(c);
    if (check_find_type(c, e->name)) {
        diag_error(c->diag, e->pos, "'%s' is a type; a value is needed here", e->name);
        return error(c);
    }
    if (!strcmp(e->name, "tid") && c->context == IN_INITIALISER && !c->has_this)
        diag_error(c->diag, e->pos, "no thread runs yet when static variables are initialised");
    if (!strcmp(e->name, "tid") && c->clause && !strcmp(c->clause, "class")) {
        diag_error(c->diag, e->pos, "the invariant of a class belongs to no thread");
        return error(c);
    }
    if (!strcmp(e->name, "tid")) {
        const ZTypes *types = &c->model->types;
        ZType *type = c->context == IN_PREDICATE ? types->thread : types->word[ZT_INT];
        return found(e, built_in(c, ZY_SELF, e->name, type));
    }
    const char *best = NULL;
    check_suggest_variables(c, e->name, &best);
    check_unknown(c, e->pos, "name", e->name, best);
    return error(c);
}

/* ---- members ---- */

/* The type that the left side of a dot names, unless it is a variable. */
static ZType *type_before_dot(Check *c, const ZExpr *object)
{
    if (object->kind != ZE_NAME || find_local(c, object->name))
        return NULL;
    ZType *type = check_find_type(c, object->name);
    ZSymbol *member = type ? find_member(c, object->name) : NULL;
    return member && member->kind != ZY_METHOD ? NULL : type;
}

static void unknown_member(Check *c, const ZExpr *e, const ZType *type)
{
    const char *best = NULL, *name = e->field.name;
    const char *what = type->kind == ZK_ENUM ? "enum" : "type";
    if (type->kind == ZK_ENUM)
        for (uint32_t i = 0; i < type->count; i++)
            zing_suggest(name, type->members[i].name, &best);
    else if (type->decl &&
             (type->kind == ZK_CLASS || type->kind == ZK_STRUCT || type->kind == ZK_INTERFACE))
        vec_each (ZMember *, member, &type->decl->body.members)
            zing_suggest(name, (*member)->name, &best);
    if (best)
        diag_error(c->diag, e->pos, "the %s '%s' has no member '%s'; did you mean '%s'?", what,
                   type->name, name, best);
    else
        diag_error(c->diag, e->pos, "the %s '%s' has no member '%s'; check the spelling, or add it",
                   what, type->name, name);
}

/* The member that `object.name` means, of any kind; NULL after an error. */
static ZSymbol *resolve_member(Check *c, ZExpr *e)
{
    ZExpr *object = e->field.object;
    ZType *named = type_before_dot(c, object);
    ZType *type = named ? named : check_value(c, object);
    if (named) {
        object->symbol = named->decl ? named->decl->symbol : NULL;
        object->type = named;
    }
    if (ztype_is_error(type))
        return NULL;
    ZSymbol *member = ztype_member(type, e->field.name);
    if (!member) {
        unknown_member(c, e, type);
        return NULL;
    }
    bool is_static = member->kind == ZY_STATIC || member->kind == ZY_ENUMERATOR ||
                     (member->kind == ZY_METHOD && member->is_static);
    if (named && !is_static)
        diag_error(c->diag, e->pos,
                   "'%s' belongs to an object of '%s'; name the object instead of the type",
                   member->name, type->name);
    else if (!named && is_static)
        diag_error(c->diag, e->pos, "'%s' is static; write %s.%s", member->name, type->name,
                   member->name);
    return named && !is_static ? NULL : !named && is_static ? NULL : member;
}

ZType *check_field(Check *c, ZExpr *e)
{
    ZSymbol *member = resolve_member(c, e);
    if (!member)
        return error(c);
    if (member->kind == ZY_METHOD) {
        diag_error(c->diag, e->pos, "'%s' is a method; call it: %s(...)", member->name,
                   member->name);
        return error(c);
    }
    return check_ghost(c, e->pos, member) ? found(e, member) : error(c);
}

bool check_everywhere(Check *c, ZExpr *e)
{
    ZType *named = e->kind == ZE_FIELD ? type_before_dot(c, e->field.object) : NULL;
    ZSymbol *member = named && named->kind == ZK_CLASS ? ztype_member(named, e->field.name) : NULL;
    if (!member || member->kind != ZY_FIELD || !check_ghost(c, e->pos, member))
        return false;
    e->field.object->symbol = named->decl ? named->decl->symbol : NULL;
    e->field.object->type = named;
    e->type = found(e, member);
    return true;
}

/* ---- calls ---- */

static void check_arg(Check *c, ZArg *arg, const ZParam *param)
{
    ZType *type = param->type->type;
    if (arg->is_out != param->is_out) {
        check_value(c, arg->value);
        diag_error(c->diag, arg->pos,
                   param->is_out ? "the parameter '%s' is out; write 'out' before the argument"
                                 : "the parameter '%s' is not out; remove 'out'",
                   param->name);
        return;
    }
    if (!arg->is_out) {
        check_fits(c, arg->value, type, arena_print(c->arena, "the parameter '%s'", param->name));
        return;
    }
    ZType *target = check_target(c, arg->value);
    ztype_note_conversion(type, target);
    if (!ztype_assignable(type, target))
        diag_error(c->diag, arg->value->pos,
                   "the out parameter '%s' is of type '%s' and cannot be stored in a variable of "
                   "type '%s'",
                   param->name, type->name, target->name);
}

static void check_args(Check *c, ZExpr *e, const ZMember *method)
{
    ZArgs *args = &e->call.args;
    const ZParams *params = &method->params;
    if (args->len != params->len)
        diag_error(c->diag, e->pos, "'%s' takes %zu argument%s, and %zu %s given", method->name,
                   params->len, params->len == 1 ? "" : "s", args->len,
                   args->len == 1 ? "is" : "are");
    for (size_t i = 0; i < args->len; i++)
        if (i < params->len)
            check_arg(c, &args->at[i], &params->at[i]);
        else
            check_value(c, args->at[i].value);
}

static void suggest_methods(Check *c, const char *name, const char **best)
{
    if (c->owner)
        vec_each (ZMember *, member, &c->owner->decl->body.members)
            if ((*member)->is_method)
                zing_suggest(name, (*member)->name, best);
    vec_each (ZDecl *, decl, &c->unit->decls)
        if ((*decl)->kind == ZD_MEMBER && (*decl)->member->is_method)
            zing_suggest(name, (*decl)->name, best);
    zing_suggest(name, "acquire", best);
    zing_suggest(name, "release", best);
}

static ZSymbol *lock_function(Check *c, const char *name)
{
    ZType *none = c->model->types.word[ZT_VOID];
    if (!strcmp(name, "acquire"))
        return built_in(c, ZY_ACQUIRE, name, none);
    return strcmp(name, "release") ? NULL : built_in(c, ZY_RELEASE, name, none);
}

/* The method or built-in function that is called; NULL after an error. */
static ZSymbol *resolve_callee(Check *c, ZExpr *callee)
{
    if (callee->kind == ZE_FIELD) {
        ZSymbol *member = resolve_member(c, callee);
        if (member && member->kind != ZY_METHOD)
            diag_error(c->diag, callee->pos, "'%s' is not a method and cannot be called",
                       member->name);
        return member && member->kind == ZY_METHOD ? member : NULL;
    }
    ZSymbol *symbol = find_member(c, callee->name);
    if (!symbol)
        symbol = lock_function(c, callee->name);
    if (symbol && symbol->kind != ZY_ACQUIRE && symbol->kind != ZY_RELEASE &&
        symbol->kind != ZY_METHOD) {
        diag_error(c->diag, callee->pos, "'%s' is not a method and cannot be called", callee->name);
        return NULL;
    }
    if (symbol)
        return check_this(c, callee->pos, symbol) ? symbol : NULL;
    const char *best = NULL;
    suggest_methods(c, callee->name, &best);
    check_unknown(c, callee->pos, "method", callee->name, best);
    return NULL;
}

/* acquire(m), acquire(rw), acquire(rw, read), and release likewise. */
static ZType *check_lock(Check *c, ZExpr *e, const char *name)
{
    ZArgs *args = &e->call.args;
    ZType *none = c->model->types.word[ZT_VOID];
    if (args->len < 1 || args->len > 2 || args->at[0].is_out) {
        diag_error(c->diag, e->pos, "write %s(lock) or %s(lock, read)", name, name);
        return none;
    }
    ZType *type = check_value(c, args->at[0].value);
    if (!ztype_is_lock(type) && !ztype_is_error(type))
        diag_error(c->diag, args->at[0].value->pos,
                   "%s needs a mutex or an rwlock, and this is of type '%s'", name, type->name);
    if (args->len == 2) {
        const ZExpr *mode = args->at[1].value;
        if (mode->kind != ZE_NAME || strcmp(mode->name, "read"))
            diag_error(c->diag, mode->pos, "the second argument of %s can only be 'read'", name);
        else if (type->kind == ZK_MUTEX)
            diag_error(c->diag, mode->pos,
                       "a mutex has no readers; remove ', read', or make it an rwlock");
    }
    if (c->context != IN_BODY || c->statement != e)
        diag_error(c->diag, e->pos, "%s can only be a statement of its own", name);
    return none;
}

static void check_predicate(Check *c, const ZExpr *e, const ZSymbol *method)
{
    if (method->type->kind != ZK_BOOL && !ztype_is_error(method->type))
        diag_error(c->diag, e->pos,
                   "only bool methods can be called in wait(...), and '%s' is of type '%s'",
                   method->name, method->type->name);
    vec_each (ZParam, param, &method->member->params)
        if (param->is_out) {
            diag_error(c->diag, e->pos,
                       "'%s' has an out parameter and cannot be called in wait(...)", method->name);
            return;
        }
}

static void check_async(Check *c, const ZExpr *e, const ZSymbol *method)
{
    bool has_out = false;
    vec_each (ZParam, param, &method->member->params)
        has_out = has_out || param->is_out;
    if (method->type->kind != ZK_VOID)
        diag_warn(c->diag, e->pos, "the result of '%s' is lost: nobody waits for it", method->name);
    else if (has_out)
        diag_warn(c->diag, e->pos, "the out parameters of '%s' are lost: nobody waits for them",
                  method->name);
}

/* Marks the methods that run when `method` is called, through an interface or not. */
static void mark_used(Check *c, ZSymbol *method, bool is_async)
{
    *(is_async ? &method->is_forked : &method->is_called) = true;
    if (!method->owner || method->owner->kind != ZK_INTERFACE)
        return;
    vec_each (ZDecl *, decl, &c->unit->decls)
        if ((*decl)->kind == ZD_CLASS && ztype_implements((*decl)->type, method->owner)) {
            ZSymbol *own = ztype_member((*decl)->type, method->name);
            if (own && own->kind == ZY_METHOD)
                *(is_async ? &own->is_forked : &own->is_called) = true;
        }
}

ZType *check_call(Check *c, ZExpr *e, bool is_async)
{
    ZExpr *callee = e->call.callee;
    ZSymbol *method = resolve_callee(c, callee);
    callee->type = error(c);
    e->symbol = callee->symbol = method;
    if (!method) {
        vec_each (ZArg, arg, &e->call.args)
            check_value(c, arg->value);
        return error(c);
    }
    if (method->kind != ZY_METHOD && !is_async)
        return check_lock(c, e, method->name);
    if (method->kind != ZY_METHOD) {
        diag_error(c->diag, e->pos, "'%s' cannot be started as a thread", method->name);
        return error(c);
    }
    check_args(c, e, method->member);
    mark_used(c, method, is_async);
    if (c->context == IN_INITIALISER)
        diag_error(c->diag, e->pos,
                   "an initialiser cannot call '%s': it runs before the first step; assign the "
                   "value in a method",
                   method->name);
    else if (is_async && c->context == IN_WAIT)
        diag_error(c->diag, e->pos, "wait(...) cannot start threads");
    else if (is_async)
        check_async(c, e, method);
    else if (c->context == IN_WAIT)
        check_predicate(c, e, method);
    return method->type;
}
