/* check_decl.c -- declarations: first the names of all types, then what they consist of, then the
 * initialisers and bodies, so that everything may be used before it is declared. */
#include "front/zing/check.h"

#include <string.h>

enum { LARGEST_ARRAY = 1 << 24 };

/* ---- names ---- */

ZDecl *check_find_decl(Check *c, const char *name)
{
    vec_each (ZDecl *, decl, &c->unit->decls)
        if ((*decl)->name == name)
            return *decl;
    return NULL;
}

ZType *check_find_type(Check *c, const char *name)
{
    ZDecl *decl = check_find_decl(c, name);
    if (decl)
        return decl->type;
    ZTypes *types = &c->model->types;
    if (!strcmp(name, "mutex"))
        return types->mutex;
    if (!strcmp(name, "rwlock"))
        return types->rwlock;
    return strcmp(name, "thread") ? NULL : types->thread;
}

void check_unknown(Check *c, Pos pos, const char *what, const char *name, const char *best)
{
    if (best)
        diag_error(c->diag, pos, "unknown %s '%s'; did you mean '%s'?", what, name, best);
    else
        diag_error(c->diag, pos, "unknown %s '%s'; declare it, or check the spelling", what, name);
}

static const char *similar_type(Check *c, const char *name)
{
    static const char *const own[] = {"mutex", "rwlock", "thread"};
    const char *best = NULL;
    for (int word = 0; word < ZT_NAME; word++)
        zing_suggest(name, c->model->types.word[word]->name, &best);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        zing_suggest(name, own[i], &best);
    vec_each (ZDecl *, decl, &c->unit->decls)
        if ((*decl)->kind != ZD_MEMBER)
            zing_suggest(name, (*decl)->name, &best);
    return best;
}

ZType *check_type_name(Check *c, ZTypeName *name)
{
    if (name->type)
        return name->type;
    c->model->types.strings |= name->word == ZT_STRING;
    if (name->word != ZT_NAME)
        return name->type = c->model->types.word[name->word];
    name->type = check_find_type(c, name->name);
    if (name->type)
        return name->type;
    if (!strcmp(name->name, "boolean") && !check_find_decl(c, name->name))
        return name->type = c->model->types.word[ZT_BOOL]; /* as in Java, and in the paper */
    if (check_find_decl(c, name->name))
        diag_error(c->diag, name->pos, "'%s' is not a type; a type is needed here", name->name);
    else
        check_unknown(c, name->pos, "type", name->name, similar_type(c, name->name));
    return name->type = c->model->types.error;
}

const char *check_place_text(Check *c, Pos pos)
{
    const Sources *sources = c->diag->sources;
    return arena_print(c->arena, "%s:%u", sources->files.at[pos.file].name, pos.line);
}

/* ---- types ---- */

static ZType *new_type(Check *c, const ZDecl *decl)
{
    static const ZKind kinds[] = {
        [ZD_CLASS] = ZK_CLASS, [ZD_STRUCT] = ZK_STRUCT, [ZD_INTERFACE] = ZK_INTERFACE,
        [ZD_ENUM] = ZK_ENUM,   [ZD_RANGE] = ZK_RANGE,   [ZD_ARRAY] = ZK_ARRAY,
        [ZD_SET] = ZK_SET,     [ZD_CHAN] = ZK_CHAN,
    };
    ZType *type = arena_new(c->arena, ZType);
    type->kind = kinds[decl->kind];
    type->name = decl->name;
    type->decl = decl;
    if (ztype_is_reference(type))
        type->cell = TYPE_POINTER;
    else if (type->kind == ZK_RANGE)
        type->cell = TYPE_S32;
    return type;
}

static void declare(Check *c, ZDecl *decl)
{
    ZDecl *other = check_find_decl(c, decl->name);
    if (other != decl)
        diag_error(c->diag, decl->pos, "'%s' is declared twice, first at %s; rename one of them",
                   decl->name, check_place_text(c, other->pos));
    if (decl->kind == ZD_MEMBER)
        return;
    decl->type = new_type(c, decl);
    decl->symbol = arena_new(c->arena, ZSymbol);
    *decl->symbol =
        (ZSymbol){.kind = ZY_TYPE, .name = decl->name, .pos = decl->pos, .type = decl->type};
}

static void define_enum(Check *c, ZDecl *decl)
{
    ZType *type = decl->type;
    type->count = (uint32_t)decl->members.len;
    type->cell = (Type){TYPE_UNSIGNED, type->count <= 256 ? 8 : 32};
    type->members = arena_array(c->arena, ZSymbol, decl->members.len);
    for (uint32_t i = 0; i < type->count; i++) {
        ZName name = decl->members.at[i];
        for (uint32_t k = 0; k < i; k++)
            if (type->members[k].name == name.text)
                diag_error(c->diag, name.pos, "the enum '%s' has two members '%s'; rename one",
                           decl->name, name.text);
        type->members[i] = (ZSymbol){.kind = ZY_ENUMERATOR,
                                     .name = name.text,
                                     .pos = name.pos,
                                     .type = type,
                                     .owner = type,
                                     .number = i};
    }
}

static bool bound(Check *c, const ZExpr *e, int64_t *value)
{
    if (!zing_fold(e, value) || *value < INT32_MIN || *value > INT32_MAX) {
        diag_error(c->diag, e->pos, "a bound of a range must be a constant of type int");
        return false;
    }
    return true;
}

static void define_range(Check *c, ZDecl *decl)
{
    ZType *type = decl->type;
    if (!bound(c, decl->range.low, &type->low) || !bound(c, decl->range.high, &type->high))
        return;
    if (type->low > type->high)
        diag_error(c->diag, decl->pos,
                   "the range '%s' is empty: its lower bound %lld is above its upper bound %lld; "
                   "swap them",
                   decl->name, (long long)type->low, (long long)type->high);
}

static void define_array(Check *c, ZDecl *decl)
{
    ZType *type = decl->type;
    type->element = check_type_name(c, decl->array.element);
    if (type->element->kind == ZK_VOID)
        diag_error(c->diag, decl->array.element->pos, "an array of void holds nothing");
    if (decl->array.kind == ZA_FIXED) {
        uint64_t size = decl->array.size->integer.value;
        if (size < 1 || size > LARGEST_ARRAY)
            diag_error(c->diag, decl->array.size->pos,
                       "an array of fixed size has from 1 to %d elements", LARGEST_ARRAY);
        type->count = size <= LARGEST_ARRAY ? (uint32_t)size : 1;
    } else if (decl->array.kind == ZA_NAMED) {
        ZType *index = check_type_name(c, decl->array.index);
        if (index->kind != ZK_ENUM && !ztype_is_error(index))
            diag_error(c->diag, decl->array.index->pos,
                       "the size of an array must be a number or an enum; '%s' is neither",
                       index->name);
        if (index->kind == ZK_ENUM) {
            type->index = index;
            type->count = index->count;
        }
        if (index->kind == ZK_ENUM && !index->count)
            diag_error(c->diag, decl->array.index->pos,
                       "the enum '%s' has no members, so the array would be empty", index->name);
    }
}

static void define_collection(Check *c, ZDecl *decl)
{
    ZType *element = check_type_name(c, decl->element);
    const char *word = decl->kind == ZD_SET ? "set" : "chan";
    decl->type->element = element;
    check_no_lock(c, decl->element->pos, element,
                  decl->kind == ZD_SET ? "an element" : "a message");
    if (decl->kind == ZD_SET && element->kind == ZK_STRUCT)
        diag_error(c->diag, decl->element->pos,
                   "the elements of a set must be numbers, enums or references, not structs; "
                   "use a class");
    if (element->kind == ZK_VOID)
        diag_error(c->diag, decl->element->pos, "a %s of void holds nothing", word);
}

/* ---- members ---- */

void check_no_lock(Check *c, Pos pos, const ZType *type, const char *what)
{
    if (ztype_is_lock(type))
        diag_error(c->diag, pos,
                   "%s cannot be a '%s': it would be copied; make it a static variable, a field "
                   "of a class or an element of an array",
                   what, type->name);
}

static void define_params(Check *c, ZMember *member)
{
    for (size_t i = 0; i < member->params.len; i++) {
        ZParam *param = &member->params.at[i];
        ZType *type = check_type_name(c, param->type);
        check_no_lock(c, param->type->pos, type, "a parameter");
        for (size_t k = 0; k < i; k++)
            if (member->params.at[k].name == param->name)
                diag_error(c->diag, param->pos, "two parameters are named '%s'; rename one",
                           param->name);
        param->symbol = arena_new(c->arena, ZSymbol);
        *param->symbol = (ZSymbol){.kind = ZY_PARAM,
                                   .name = param->name,
                                   .pos = param->pos,
                                   .type = type,
                                   .is_out = param->is_out};
    }
}

static void check_activate(Check *c, const ZMember *member, bool is_static)
{
    if (!is_static)
        diag_error(c->diag, member->pos,
                   "'%s' is activate and must be static: there is no object to start it on",
                   member->name);
    if (member->type->word != ZT_VOID)
        diag_error(c->diag, member->type->pos,
                   "'%s' is activate and must be void: nobody takes its result", member->name);
    if (member->params.len)
        diag_error(c->diag, member->params.at[0].pos,
                   "'%s' is activate and must have no parameters: nobody passes them",
                   member->name);
}

/* The lock functions are the program's own if it declares them. */
static bool declares_locks(const Check *c)
{
    vec_each (ZDecl *, decl, &c->unit->decls)
        if (!strcmp((*decl)->name, "acquire") || !strcmp((*decl)->name, "release"))
            return true;
    return false;
}

static void define_member(Check *c, ZMember *member, ZType *owner)
{
    member->is_lock = member->is_lock && !declares_locks(c);
    ZType *type = member->is_lock && !member->array ? c->model->types.mutex
                                                    : check_type_name(c, member->type);
    bool is_static = member->is_static || !owner;
    ZSymbol *symbol = member->symbol = arena_new(c->arena, ZSymbol);
    *symbol = (ZSymbol){.kind = member->is_method ? ZY_METHOD
                                : is_static       ? ZY_STATIC
                                                  : ZY_FIELD,
                        .name = member->name,
                        .pos = member->pos,
                        .is_ghost = member->is_ghost,
                        .type = type,
                        .owner = owner,
                        .member = member,
                        .is_static = is_static};
    if (member->is_method) {
        check_no_lock(c, member->type->pos, type, "a result");
        define_params(c, member);
        symbol->is_forked = member->is_activate;
        if (member->is_activate)
            check_activate(c, member, is_static);
    }
}

static void define_body(Check *c, ZDecl *decl)
{
    ZMembers *members = &decl->body.members;
    for (size_t i = 0; i < members->len; i++) {
        ZMember *member = members->at[i];
        for (size_t k = 0; k < i; k++)
            if (members->at[k]->name == member->name) {
                diag_error(c->diag, member->pos,
                           "'%s' has two members '%s', the first at %s; rename one", decl->name,
                           member->name, check_place_text(c, members->at[k]->pos));
                break;
            }
        define_member(c, member, decl->type);
        if (decl->kind == ZD_STRUCT)
            check_no_lock(c, member->type->pos, member->symbol->type, "a field of a struct");
    }
}

static void define_interfaces(Check *c, ZDecl *decl)
{
    ZNames *names = &decl->body.interfaces;
    decl->type->interfaces.at = arena_array(c->arena, ZType *, names->len);
    vec_each (ZName, name, names) {
        ZType *type = check_find_type(c, name->text);
        if (!type)
            check_unknown(c, name->pos, "interface", name->text, similar_type(c, name->text));
        else if (type->kind != ZK_INTERFACE)
            diag_error(c->diag, name->pos,
                       "'%s' is not an interface; a class can only implement interfaces, there is "
                       "no inheritance",
                       name->text);
        else if (ztype_implements(decl->type, type))
            diag_error(c->diag, name->pos, "the interface '%s' is listed twice", name->text);
        else
            decl->type->interfaces.at[decl->type->interfaces.len++] = type;
    }
}

static void define(Check *c, ZDecl *decl)
{
    switch (decl->kind) {
    case ZD_CLASS:
        define_interfaces(c, decl);
        define_body(c, decl);
        break;
    case ZD_STRUCT:
    case ZD_INTERFACE:
        define_body(c, decl);
        break;
    case ZD_ENUM:
        break; /* defined before the arrays that use it */
    case ZD_RANGE:
        define_range(c, decl);
        break;
    case ZD_ARRAY:
        define_array(c, decl);
        break;
    case ZD_SET:
    case ZD_CHAN:
        define_collection(c, decl);
        break;
    case ZD_MEMBER:
        define_member(c, decl->member, NULL);
        decl->symbol = decl->member->symbol;
        break;
    }
}

/* ---- what needs the members of all types ---- */

static void check_cycle(Check *c, ZType *type, Pos pos)
{
    if (type->kind != ZK_STRUCT || type->checked)
        return;
    if (type->busy) {
        diag_error(c->diag, pos,
                   "the struct '%s' contains itself and would be endless; make one of them a class",
                   type->name);
        type->checked = true;
        return;
    }
    type->busy = true;
    vec_each (ZMember *, member, &type->decl->body.members)
        check_cycle(c, (*member)->symbol->type, (*member)->pos);
    type->busy = false;
    type->checked = true;
}

static bool same_signature(const ZMember *a, const ZMember *b)
{
    if (a->params.len != b->params.len || a->type->type != b->type->type)
        return false;
    for (size_t i = 0; i < a->params.len; i++)
        if (a->params.at[i].is_out != b->params.at[i].is_out ||
            a->params.at[i].type->type != b->params.at[i].type->type)
            return false;
    return true;
}

static void check_implementation(Check *c, const ZDecl *decl, const ZType *interface)
{
    vec_each (ZMember *, wanted, &interface->decl->body.members) {
        const char *name = (*wanted)->name;
        ZSymbol *found = ztype_member(decl->type, name);
        if (!found || found->kind != ZY_METHOD)
            diag_error(c->diag, decl->pos,
                       "the class '%s' has no method '%s', which its interface '%s' promises; add "
                       "it",
                       decl->name, name, interface->name);
        else if (found->is_static || !same_signature(found->member, *wanted))
            diag_error(c->diag, found->pos,
                       "'%s' must have the same parameters and result as in the interface '%s', "
                       "and not be static",
                       name, interface->name);
    }
}

static void check_initialiser(Check *c, ZMember *member, ZType *owner)
{
    int64_t zero;
    if (member->init && member->is_lock && zing_fold(member->init, &zero) && !zero)
        member->init = NULL; /* a lock is free when the program begins */
    if (!member->init)
        return;
    c->owner = owner;
    c->method = NULL;
    c->has_this = !member->symbol->is_static;
    c->context = IN_INITIALISER;
    check_fits(c, member->init, member->symbol->type,
               arena_print(c->arena, "the variable '%s'", member->name));
    c->context = IN_BODY;
}

static void check_members(Check *c, ZMembers *members, ZType *owner)
{
    vec_each (ZMember *, member, members) {
        if (!(*member)->is_method) {
            check_initialiser(c, *member, owner);
            check_predicates(c, *member, owner);
        } else if ((*member)->body) {
            c->owner = owner;
            check_method_body(c, *member);
        }
        if (c->diag->errors >= DIAG_MOST_ERRORS)
            return;
    }
}

static bool has_activate(const ZMembers *members)
{
    vec_each (ZMember *, member, members)
        if ((*member)->is_method && (*member)->is_activate)
            return true;
    return false;
}

static void check_start(Check *c)
{
    vec_each (ZDecl *, decl, &c->unit->decls) {
        ZMembers own = {&(*decl)->member, 1};
        if ((*decl)->kind == ZD_CLASS && has_activate(&(*decl)->body.members))
            return;
        if ((*decl)->kind == ZD_MEMBER && has_activate(&own))
            return;
    }
    Pos pos = c->unit->decls.len ? c->unit->decls.at[0]->pos : (Pos){0};
    diag_error(c->diag, pos,
               "no method is activate, so nothing would run; write 'activate static void' before "
               "the name of the method that is to start");
}

static void check_decl(Check *c, ZDecl *decl)
{
    ZMembers own = {&decl->member, 1};
    if (decl->kind == ZD_STRUCT)
        check_cycle(c, decl->type, decl->pos);
    if (decl->kind == ZD_CLASS) {
        vec_each (ZType *, interface, &decl->type->interfaces)
            check_implementation(c, decl, *interface);
        check_members(c, &decl->body.members, decl->type);
        check_class_invariants(c, decl);
    } else if (decl->kind == ZD_MEMBER)
        check_members(c, &own, NULL);
}

ZModel *zing_check(ZUnit *unit, const ZingOptions *options, Diag *diag)
{
    Check c = {.unit = unit, .arena = unit->arena, .diag = diag, .options = options};
    c.model = arena_new(c.arena, ZModel);
    c.model->unit = unit;
    ztypes_make(&c.model->types, c.arena);
    vec_each (ZDecl *, decl, &unit->decls)
        declare(&c, *decl);
    vec_each (ZDecl *, decl, &unit->decls)
        if ((*decl)->kind == ZD_ENUM)
            define_enum(&c, *decl);
    vec_each (ZDecl *, decl, &unit->decls)
        define(&c, *decl);
    vec_each (ZDecl *, decl, &unit->decls)
        if (diag->errors < DIAG_MOST_ERRORS)
            check_decl(&c, *decl);
    if (!diag->errors && !options->library)
        check_start(&c);
    c.model->exceptions.at = arena_array(c.arena, ZName, c.exceptions.len);
    c.model->exceptions.len = c.exceptions.len;
    for (size_t i = 0; i < c.exceptions.len; i++)
        c.model->exceptions.at[i] = c.exceptions.at[i];
    vec_free(&c.exceptions);
    return diag->errors ? NULL : c.model;
}
