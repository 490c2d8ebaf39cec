/* parse_decl.c -- declarations: classes and their members, the other types, global variables and
 * functions. */
#include "front/zing/parse.h"

/* ---- types ---- */

static_assert(TK_VOID - TK_BOOL == (int)ZT_VOID, "ORDER TYPEWORD");

static ZTypeName *new_type(Parser *p, ZTypeWord word)
{
    ZTypeName *type = arena_new(p->arena, ZTypeName);
    type->word = word;
    type->name = peek(p)->name ? peek(p)->name : "";
    type->pos = peek(p)->pos;
    return type;
}

/* type = "bool" | "byte" | ... | "string" | ID */
ZTypeName *zing_type(Parser *p)
{
    TokenKind kind = peek(p)->kind;
    ZTypeName *type = new_type(p, is_type_word(kind) ? (ZTypeWord)(kind - TK_BOOL) : ZT_NAME);
    if (is(p, TK_VOID))
        zing_fail(p, peek(p)->pos, "only the result of a method can be 'void'");
    else if (is(p, TK_NAME) || is_type_word(kind))
        take(p);
    else
        zing_expected(p, "a type");
    return type;
}

/* result = type | "void" */
static ZTypeName *result(Parser *p)
{
    if (!is(p, TK_VOID))
        return zing_type(p);
    ZTypeName *type = new_type(p, ZT_VOID);
    take(p);
    return type;
}

/* ---- members ---- */

/* param = [ "out" ] type ID */
static ZParam param(Parser *p)
{
    ZParam param = {.is_out = accept(p, TK_OUT)};
    param.type = zing_type(p);
    const char *what =
        arena_print(p->arena, "the name of the parameter after its type '%s'", param.type->name);
    ZName name = zing_name(p, what);
    param.pos = name.pos;
    param.name = name.text;
    return param;
}

/* params = "(" [ param { "," param } ] ")" */
static ZParams params(Parser *p)
{
    VEC(ZParam) list = {0};
    ZParams kept;
    take(p);
    if (is(p, TK_VOID) && peek_next(p)->kind == TK_RPAREN)
        zing_fail(p, peek(p)->pos, "a method without parameters is written with '()'");
    if (!accept(p, TK_RPAREN)) {
        do
            vec_push(&list, param(p));
        while (accept(p, TK_COMMA));
        zing_expect(p, TK_RPAREN, "after the parameters");
    }
    keep_list(p, &kept, &list);
    return kept;
}

/* The paper's methods are public, as all are. */
static bool is_public(const Parser *p)
{
    TokenKind next = peek_next(p)->kind;
    return is(p, TK_NAME) && !peek(p)->escaped && !strcmp(peek(p)->name, "public") &&
           (next == TK_STATIC || next == TK_VOID || next == TK_NAME || is_type_word(next));
}

/* { "public" | "static" | "atomic" | "activate" } */
static void modifiers(Parser *p, ZMember *member)
{
    if (is_public(p))
        take(p);
    for (;;) {
        bool *flag = is(p, TK_STATIC)     ? &member->is_static
                     : is(p, TK_ATOMIC)   ? &member->is_atomic
                     : is(p, TK_ACTIVATE) ? &member->is_activate
                                          : NULL;
        if (!flag)
            return;
        if (*flag)
            zing_complain(p, peek(p)->pos, "'%s' is written twice", peek(p)->name);
        *flag = true;
        take(p);
    }
}

void zing_end_variable(Parser *p, const ZTypeName *type, const char *name)
{
    if (is(p, TK_COMMA))
        zing_fail(p, peek(p)->pos,
                  "expected ';' after '%s', found ','; declare one variable at a time", name);
    else if (is(p, TK_LBRACKET))
        zing_fail(p, peek(p)->pos,
                  "expected ';' after '%s', found '['; declare the array type first: "
                  "array T[3] int;",
                  name);
    else if (is(p, TK_LPAREN) && type->word == ZT_NAME)
        zing_fail(p, peek(p)->pos,
                  "'%s %s' reads as a declaration; expected ';' after it, found '('", type->name,
                  name);
    else
        zing_semicolon(p, arena_print(p->arena, "after the declaration of '%s'", name));
}

/* "[" ( INT | ID ) "]": the paper's arrays, which are there from the start.  An array type is made
 * for each; a name is that of a static int of the class. */
static void array_field(Parser *p, ZMember *member)
{
    ZDecl *decl = arena_new(p->arena, ZDecl);
    ZTypeName *type = arena_new(p->arena, ZTypeName);
    take(p);
    if (!is(p, TK_INT_LITERAL) && !is(p, TK_NAME))
        zing_expected(p, "a number, or a static int of the class that has one");
    decl->kind = ZD_ARRAY;
    decl->pos = member->pos;
    decl->name = zing_intern(p->unit, arena_print(p->arena, "%s[%u:%u]", member->name,
                                                  member->pos.line, member->pos.column));
    decl->array.kind = ZA_FIXED;
    decl->array.size = zing_expr(p);
    decl->array.element = member->type;
    zing_expect(p, TK_RBRACKET, "after the size of the array");
    *type = (ZTypeName){.word = ZT_NAME, .name = decl->name, .pos = member->pos};
    member->type = type;
    member->array = decl;
    member->init = zing_new_array(p, type);
    vec_push(&p->decls, decl);
}

/* The sizes that are names. */
static void find_sizes(Parser *p, const ZDecl *decl)
{
    vec_each (ZMember *, member, &decl->body.members) {
        ZExpr *size = (*member)->array ? (*member)->array->array.size : NULL;
        if (!size || p->panic || size->kind == ZE_INT)
            continue;
        vec_each (ZMember *, other, &decl->body.members)
            if (size->kind == ZE_NAME && (*other)->name == size->name && (*other)->is_static &&
                (*other)->type->word == ZT_INT && (*other)->init && (*other)->init->kind == ZE_INT)
                (*member)->array->array.size = (*other)->init;
        if ((*member)->array->array.size == size)
            zing_complain(p, size->pos,
                          "the size of an array is a number, or a static int of the class that has "
                          "one: static int N = 8;");
    }
}

/* field = [ "=" expr ] ";" */
static void field(Parser *p, ZMember *member, ZDeclKind owner)
{
    size_t start = p->at;
    const char *modifier = member->is_atomic ? "atomic" : member->is_activate ? "activate" : NULL;
    if (owner == ZD_INTERFACE)
        zing_fail(p, member->pos,
                  "an interface has methods only; expected '(' after '%s', found %s", member->name,
                  zing_found(p));
    else if (member->type->word == ZT_VOID)
        zing_fail(p, member->type->pos, "expected a type: the variable '%s' cannot be 'void'",
                  member->name);
    else if (owner == ZD_STRUCT && is(p, TK_ASSIGN))
        zing_fail(
            p, peek(p)->pos,
            "the field of a struct cannot have an initial value; it starts as 0, false or null");
    else if (owner == ZD_STRUCT && (modifier || member->is_static))
        zing_complain(p, member->type->pos, "the field of a struct cannot have a modifier");
    else if (modifier)
        zing_complain(p, member->pos, "only a method can be '%s'; '%s' is a variable", modifier,
                      member->name);
    if (is(p, TK_LBRACKET) && owner == ZD_CLASS && member->is_static && !p->in_note)
        array_field(p, member);
    else if (accept(p, TK_ASSIGN))
        member->init = zing_expr(p);
    if (p->in_note) {
        zing_annotate_ghost(p, member, owner);
        return;
    }
    zing_end_variable(p, member->type, member->name);
    zing_annotate_variable(p, member, owner, start);
}

/* method = params ( block | ";" )         (* ";" in an interface *) */
static void method(Parser *p, ZMember *member, ZDeclKind owner, size_t start)
{
    member->is_method = true;
    if (p->in_note) {
        zing_fail(p, member->pos, "only variables are ghosts, and '%s' is a method", member->name);
        return;
    }
    if (owner == ZD_STRUCT)
        zing_complain(p, member->pos,
                      "a struct has fields only; make it a class to give it methods");
    if (owner == ZD_INTERFACE && (member->is_static || member->is_atomic || member->is_activate))
        zing_complain(p, member->pos, "the method of an interface cannot have a modifier");
    size_t opening = p->at;
    member->params = params(p);
    zing_skip_parentheses(p, opening);
    zing_annotate_method(p, member, owner, start);
    if (owner == ZD_INTERFACE && is(p, TK_LBRACE)) {
        zing_complain(p, peek(p)->pos,
                      "expected ';', found '{': the method of an interface has no body");
        zing_block(p, "the body");
    } else if (owner == ZD_INTERFACE) {
        zing_semicolon(p, "after the method of the interface");
    } else if (is(p, TK_SEMICOLON)) {
        zing_complain(p, peek(p)->pos, "expected '{', found ';': the method '%s' needs a body",
                      member->name);
        take(p);
    } else {
        const char *what = arena_print(p->arena, "the body of '%s'", member->name);
        member->body = zing_block(p, what);
        zing_end_moments(p, member->body);
    }
}

/* member = { modifier } result ID ( field | method ) */
static ZMember *member(Parser *p, ZDeclKind owner)
{
    ZMember *member = arena_new(p->arena, ZMember);
    size_t start = p->at;
    modifiers(p, member);
    if (zing_starts_stmt(peek(p)->kind))
        zing_fail(p, peek(p)->pos,
                  "expected a declaration, found %s; statements belong into methods",
                  zing_found(p));
    member->type = result(p);
    const char *hint = member->type->word == ZT_NAME && !is(p, TK_NAME)
                           ? zing_foreign_word(member->type->name)
                           : NULL;
    if (hint)
        zing_fail(p, member->type->pos, "%s", hint);
    if (is(p, TK_LPAREN) && member->type->word == ZT_NAME)
        zing_fail(p, member->type->pos,
                  "expected the type of the result before '%s'; Zing has no constructors",
                  member->type->name);
    const char *what = arena_print(p->arena, "a name after the type '%s'", member->type->name);
    ZName name = zing_name(p, what);
    member->pos = name.pos;
    member->name = name.text;
    if (is(p, TK_LPAREN))
        method(p, member, owner, start);
    else
        field(p, member, owner);
    p->has_join_method = p->has_join_method || (member->is_method && name.text == p->join_word);
    return member;
}

/* ---- types with a body ---- */

/* ";" after the "}" of a declaration; a class may do without, as in Java */
static void end_decl(Parser *p, const ZDecl *decl, const char *word)
{
    if (!p->panic && !accept(p, TK_SEMICOLON) && decl->kind != ZD_CLASS)
        zing_complain(p, previous(p)->after,
                      "expected ';' after the '}' that closes the %s '%s', found %s", word,
                      decl->name, zing_found(p));
}

typedef struct Body {
    VEC(ZMember *) members;
    VEC(ZClause) invariants;
} Body;

/* The variable, or each of its elements. */
static void make_lock(const Parser *p, ZMember *member, bool elements)
{
    ZTypeName *type = elements && member->array ? member->array->array.element : member->type;
    if (type->word != ZT_INT || (elements && !member->array))
        return;
    member->is_lock = true;
    if (elements)
        *type =
            (ZTypeName){.word = ZT_NAME, .name = zing_intern(p->unit, "mutex"), .pos = type->pos};
}

/* The paper's locks are integers: those that the methods of the class acquire and release, by their
 * names, in these tokens. */
static void find_locks(const Parser *p, const ZDecl *decl, size_t from)
{
    vec_each (ZMember *, member, &decl->body.members)
        if ((*member)->is_method &&
            (!strcmp((*member)->name, "acquire") || !strcmp((*member)->name, "release")))
            return;
    for (const ZToken *t = p->tokens + from; t + 3 < p->tokens + p->at; t++) {
        bool takes = t->kind == TK_NAME && t[1].kind == TK_LPAREN &&
                     (!strcmp(t->name, "acquire") || !strcmp(t->name, "release"));
        const ZToken *lock = t + (t[2].kind == TK_THIS && t[3].kind == TK_DOT ? 4 : 2);
        if (!takes || (t > p->tokens && t[-1].kind == TK_DOT) || lock->kind != TK_NAME ||
            (lock[1].kind != TK_RPAREN && lock[1].kind != TK_LBRACKET))
            continue;
        vec_each (ZMember *, member, &decl->body.members)
            if (!(*member)->is_method && !(*member)->is_ghost && (*member)->name == lock->name)
                make_lock(p, *member, lock[1].kind == TK_LBRACKET);
    }
}

/* The ghost variables that are declared here, and invariants of a class. */
static void annotations(Parser *p, ZDeclKind owner, Body *body)
{
    Parser inside;
    ZClause clause;
    while (!p->panic && zing_enter_ghost(p, &inside)) {
        vec_push(&body->members, member(&inside, owner));
        zing_leave_ghost(p, &inside);
    }
    while (!p->panic && owner == ZD_CLASS && zing_take_invariant(p, &clause))
        vec_push(&body->invariants, clause);
}

/* members = "{" { member } "}" ";" */
static void members(Parser *p, ZDecl *decl, const char *word)
{
    Body body = {0};
    const ZToken *opening = peek(p);
    size_t from = p->at;
    zing_expect(p, TK_LBRACE, arena_print(p->arena, "after the name of the %s", word));
    bool usable = !p->panic;
    annotations(p, decl->kind, &body);
    while (usable && !is(p, TK_RBRACE) && !is(p, TK_END) && !zing_starts_decl(peek(p)->kind)) {
        size_t before = p->at;
        if (accept(p, TK_SEMICOLON)) {
            annotations(p, decl->kind, &body);
            continue;
        }
        vec_push(&body.members, member(p, decl->kind));
        annotations(p, decl->kind, &body);
        if (p->panic)
            usable = zing_recover(p, LEVEL_MEMBER);
        if (usable && p->at == before)
            take(p);
    }
    keep_list(p, &decl->body.members, &body.members);
    keep_list(p, &decl->body.invariants, &body.invariants);
    if (decl->kind == ZD_CLASS) {
        find_locks(p, decl, from);
        find_sizes(p, decl);
    }
    zing_close(p, opening, arena_print(p->arena, "the %s '%s'", word, decl->name));
    end_decl(p, decl, word);
}

/* class = "class" ID [ ":" ID { "," ID } ] members */
static void class_decl(Parser *p, ZDecl *decl)
{
    VEC(ZName) interfaces = {0};
    if (accept(p, TK_COLON))
        do
            vec_push(&interfaces, zing_name(p, "the name of an interface"));
        while (accept(p, TK_COMMA));
    keep_list(p, &decl->body.interfaces, &interfaces);
    members(p, decl, "class");
}

/* struct = "struct" ID members */
static void struct_decl(Parser *p, ZDecl *decl)
{
    members(p, decl, "struct");
}

/* interface = "interface" ID members */
static void interface_decl(Parser *p, ZDecl *decl)
{
    members(p, decl, "interface");
}

/* enum = "enum" ID "{" [ ID { "," ID } [ "," ] ] "}" ";" */
static void enum_decl(Parser *p, ZDecl *decl)
{
    VEC(ZName) list = {0};
    zing_expect(p, TK_LBRACE, "after the name of the enum");
    while (!p->panic && !is(p, TK_RBRACE)) {
        vec_push(&list, zing_name(p, "the name of a member of the enum"));
        if (is(p, TK_ASSIGN))
            zing_fail(p, peek(p)->pos,
                      "the members of an enum are 0, 1, 2 and so on; remove '=' and the value");
        if (!accept(p, TK_COMMA))
            break;
    }
    keep_list(p, &decl->members, &list);
    zing_expect(p, TK_RBRACE, "after the members of the enum");
    end_decl(p, decl, "enum");
}

/* ---- types without one ---- */

/* range = "range" ID expr ".." expr ";" */
static void range_decl(Parser *p, ZDecl *decl)
{
    decl->range.low = zing_expr(p);
    zing_expect(p, TK_DOTDOT, "between the bounds of the range");
    decl->range.high = zing_expr(p);
    zing_semicolon(p, "after the range");
}

/* array = "array" ID "[" [ INT | ID ] "]" type ";" */
static void array_decl(Parser *p, ZDecl *decl)
{
    zing_expect(p, TK_LBRACKET, "after the name of the array type");
    decl->array.kind = ZA_DYNAMIC;
    if (is(p, TK_INT_LITERAL)) {
        decl->array.kind = ZA_FIXED;
        decl->array.size = zing_expr(p);
        if (!p->panic && decl->array.size->kind != ZE_INT)
            zing_fail(p, decl->array.size->pos, "the size of an array type must be a plain number");
    } else if (is(p, TK_NAME)) {
        decl->array.kind = ZA_NAMED;
        decl->array.index = zing_type(p);
    } else if (!is(p, TK_RBRACKET)) {
        zing_expected(p, "a number, the name of an enum, or ']'");
    }
    zing_expect(p, TK_RBRACKET, "after the size of the array type");
    decl->array.element = zing_type(p);
    zing_semicolon(p, "after the array type");
}

/* set = "set" ID type ";" */
static void set_decl(Parser *p, ZDecl *decl)
{
    decl->element = zing_type(p);
    zing_semicolon(p, "after the set type");
}

/* chan = "chan" ID type ";" */
static void chan_decl(Parser *p, ZDecl *decl)
{
    decl->element = zing_type(p);
    zing_semicolon(p, "after the channel type");
}

static const struct {
    TokenKind token;
    ZDeclKind kind;
    const char *name; /* what its name is called */
    void (*parse)(Parser *, ZDecl *);
} type_decls[] = {
    {TK_CLASS, ZD_CLASS, "the name of the class", class_decl},
    {TK_STRUCT, ZD_STRUCT, "the name of the struct", struct_decl},
    {TK_INTERFACE, ZD_INTERFACE, "the name of the interface", interface_decl},
    {TK_ENUM, ZD_ENUM, "the name of the enum", enum_decl},
    {TK_RANGE, ZD_RANGE, "the name of the range", range_decl},
    {TK_ARRAY, ZD_ARRAY, "the name of the array type", array_decl},
    {TK_SET, ZD_SET, "the name of the set type", set_decl},
    {TK_CHAN, ZD_CHAN, "the name of the channel type", chan_decl},
};
enum { TYPE_DECLS = sizeof type_decls / sizeof *type_decls };

bool zing_starts_decl(TokenKind kind)
{
    for (size_t i = 0; i < TYPE_DECLS; i++)
        if (type_decls[i].token == kind)
            return true;
    return false;
}

/* type_decl = class | struct | interface | enum | range | array | set | chan */
static void type_decl(Parser *p)
{
    TokenKind kind = take(p)->kind;
    size_t i = 0;
    while (type_decls[i].token != kind)
        i++;
    ZDecl *decl = arena_new(p->arena, ZDecl);
    ZName name = zing_name(p, type_decls[i].name);
    decl->kind = type_decls[i].kind;
    decl->name = name.text;
    decl->pos = name.pos;
    vec_push(&p->decls, decl);
    type_decls[i].parse(p, decl);
}

/* A variable or function outside any class. */
static void add_member(Parser *p, ZMember *member)
{
    ZDecl *decl = arena_new(p->arena, ZDecl);
    decl->kind = ZD_MEMBER;
    decl->member = member;
    decl->name = decl->member->name;
    decl->pos = decl->member->pos;
    vec_push(&p->decls, decl);
}

/* decl = type_decl | member | ";" */
void zing_decl(Parser *p)
{
    const ZToken *token = peek(p);
    Parser inside;
    p->suspect = 0;
    while (!p->panic && zing_enter_ghost(p, &inside)) {
        add_member(p, member(&inside, ZD_MEMBER));
        zing_leave_ghost(p, &inside);
    }
    bool typed = is_type_word(token->kind) || token->kind == TK_VOID || token->kind == TK_NAME;
    bool modified = token->kind == TK_STATIC || token->kind == TK_ACTIVATE ||
                    (token->kind == TK_ATOMIC && peek_next(p)->kind != TK_LBRACE);
    if (accept(p, TK_SEMICOLON))
        return;
    if (zing_starts_decl(token->kind)) {
        type_decl(p);
    } else if (typed || modified) {
        add_member(p, member(p, ZD_MEMBER));
    } else if (is(p, TK_RBRACE)) {
        zing_complain(p, token->pos,
                      "this '}' closes nothing; remove it, or look for a '}' too many "
                      "before it");
        take(p);
        accept(p, TK_SEMICOLON);
    } else if (zing_starts_stmt(token->kind)) {
        zing_fail(p, token->pos, "expected a declaration, found %s; statements belong into methods",
                  zing_found(p));
    } else {
        zing_expected(p, "a declaration");
    }
}
