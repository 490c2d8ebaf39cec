/* parse.c -- errors and recovery, types, and the definitions of a program. */
#include "front/spl/parse.h"

#include <stdarg.h>

enum { DEEPEST = 200 };

void spl_fail(Parser *p, Pos pos, const char *format, ...)
{
    char text[512];
    va_list args;
    if (!p->panic && p->unit->diag->errors < DIAG_MOST_ERRORS) {
        va_start(args, format);
        vsnprintf(text, sizeof text, format, args);
        va_end(args);
        diag_error(p->unit->diag, pos, "%s", text);
    }
    p->panic = true;
}

static const char *found(Parser *p)
{
    const SToken *t = p->at;
    if (t->kind == TK_END)
        return spl_token_text(t->kind);
    uint32_t len = t->stop - t->begin;
    return arena_print(&p->unit->arena, "'%.*s%s'", (int)(len > 40 ? 40 : len),
                       p->unit->source->text + t->begin, len > 40 ? "..." : "");
}

void spl_expected(Parser *p, const char *what)
{
    spl_fail(p, p->at->pos, "expected %s, found %s", what, found(p));
}

/* What closes or ends something is missing behind the previous token. */
void spl_expect(Parser *p, TokenKind kind, const char *where)
{
    if (accept(p, kind))
        return;
    bool closes = kind == TK_SEMICOLON || kind == TK_RPAREN || kind == TK_RBRACE;
    spl_fail(p, closes && p->last ? p->last->after : p->at->pos, "expected '%s' %s, found %s",
             spl_token_text(kind), where, found(p));
}

SName spl_name(Parser *p, const char *what)
{
    SName name = {spl_intern(p->unit, "", 0), p->at->pos};
    if (is(p, TK_NAME))
        name.text = take(p)->text;
    else
        spl_expected(p, what);
    return name;
}

void spl_enter(Parser *p)
{
    if (++p->depth <= DEEPEST)
        return;
    spl_fail(p, p->at->pos, "this is nested too deeply; split it into smaller parts");
    while (p->at->kind != TK_END)
        p->at++;
}

bool spl_recover(Parser *p)
{
    while (p->at->kind != TK_END && p->at->kind != TK_RBRACE)
        if (take(p)->kind == TK_SEMICOLON)
            break;
    p->panic = p->at->kind == TK_END || p->unit->diag->errors >= DIAG_MOST_ERRORS;
    return !p->panic;
}

/* ---- types ---- */

static bool is_type_word(TokenKind kind)
{
    return kind == TK_INT || kind == TK_BOOL || kind == TK_BOOLEAN || kind == TK_FLOAT;
}

bool spl_at_type(const Parser *p)
{
    return !p->panic &&
           (is_type_word(p->at->kind) || (p->at->kind == TK_NAME && next_kind(p) == TK_NAME));
}

static int32_t range_end(Parser *p)
{
    bool minus = accept(p, TK_MINUS);
    Pos pos = p->at->pos;
    if (!is(p, TK_INTEGER))
        spl_expected(p, "a number in the range of an int, as in int 0..3");
    int64_t value = is(p, TK_INTEGER) ? take(p)->integer : 0;
    value = minus ? -value : value;
    if (value > INT32_MAX)
        spl_fail(p, pos, "this number is too big: an int has 32 bits");
    return value > INT32_MAX ? 0 : (int32_t)value;
}

/* type = "int" [range] | "bool" | "boolean" | "float" | name;  range = number ".." number */
SType spl_type(Parser *p)
{
    SType type = {.kind = ST_WRONG, .name = {.text = "", .pos = p->at->pos}};
    if (accept(p, TK_BOOL) || accept(p, TK_BOOLEAN)) {
        type.kind = ST_BOOL;
    } else if (accept(p, TK_FLOAT)) {
        type.kind = ST_FLOAT;
    } else if (accept(p, TK_INT)) {
        type.kind = ST_INT;
        type.bounded = is(p, TK_INTEGER) || is(p, TK_MINUS);
        if (!type.bounded)
            return type;
        type.low = range_end(p);
        spl_expect(p, TK_DOTS, "between the ends of the range, as in int 0..3");
        type.high = range_end(p);
        if (!p->panic && type.low > type.high)
            spl_fail(p, type.name.pos, "this range is empty: %d is more than %d", type.low,
                     type.high);
    } else {
        type.kind = ST_OBJECT; /* or an enum: check.c */
        type.name = spl_name(p, "a type");
        type.kind = p->panic ? ST_WRONG : ST_OBJECT;
    }
    return type;
}

SVariable *spl_variable(Parser *p, const char *what)
{
    SVariable *variable = arena_new(&p->unit->arena, SVariable);
    variable->type = spl_type(p);
    variable->name = spl_name(p, what);
    return variable;
}

/* ---- definitions ---- */

/* args = { type name [","] } */
static void params(Parser *p, SMethod *method)
{
    spl_expect(p, TK_LPAREN, "before the parameters");
    while (!p->panic && !is(p, TK_RPAREN)) {
        vec_push(&method->params, spl_variable(p, "the name of a parameter"));
        if (!accept(p, TK_COMMA) && !is(p, TK_RPAREN) && !spl_at_type(p))
            spl_expect(p, TK_RPAREN, "after the parameters");
    }
    spl_expect(p, TK_RPAREN, "after the parameters");
}

static void method(Parser *p, SDecl *decl, SType result, SName name)
{
    SMethod *m = arena_new(&p->unit->arena, SMethod);
    vec_push(&p->unit->methods, m);
    m->owner = decl;
    m->name = name;
    m->result = result;
    params(p, m);
    spl_expect(p, TK_LBRACE, "before the body of the method");
    if (!p->panic)
        spl_body(p, &m->body);
    vec_push(&decl->methods, m);
}

/* field = type name ["=" constant] [";"] */
static void field(Parser *p, SDecl *decl, SType type, SName name)
{
    SVariable *variable = arena_new(&p->unit->arena, SVariable);
    variable->type = type;
    variable->name = name;
    if (accept(p, TK_ASSIGN)) {
        variable->init = spl_expr(p);
        spl_expect(p, TK_SEMICOLON, "after the value of the field");
    } else {
        accept(p, TK_SEMICOLON);
    }
    if (decl->methods.len && !p->panic)
        spl_fail(p, name.pos, "the field '%s' stands behind a method: fields come first",
                 name.text);
    vec_push(&decl->fields, variable);
}

static void member(Parser *p, SDecl *decl)
{
    SType type = {.kind = ST_VOID};
    bool is_void = accept(p, TK_VOID);
    if (!is_void)
        type = spl_type(p);
    SName name = spl_name(p, "the name of a field or method");
    if (p->panic)
        return;
    if (is(p, TK_LPAREN) || is_void)
        method(p, decl, type, name);
    else
        field(p, decl, type, name);
}

/* class = "class" name "{" { field } { method } "}", and the same for a thread */
static void members(Parser *p, SDecl *decl)
{
    while (!p->panic && !is(p, TK_RBRACE) && !is(p, TK_END)) {
        member(p, decl);
        if (p->panic && !spl_recover(p))
            return;
    }
}

static void constants(Parser *p, SDecl *decl)
{
    do
        vec_push(&decl->constants, spl_name(p, "the name of a constant"));
    while (accept(p, TK_COMMA) && !is(p, TK_RBRACE));
}

static void definition(Parser *p)
{
    static const char *const what[] = {"class", "thread", "enum"};
    SDecl *decl = arena_new(&p->unit->arena, SDecl);
    TokenKind kind = take(p)->kind;
    decl->kind = kind == TK_CLASS ? SD_CLASS : kind == TK_THREAD ? SD_THREAD : SD_ENUM;
    vec_push(&p->unit->decls, decl);
    decl->name = spl_name(p, arena_print(&p->unit->arena, "the name of the %s", what[decl->kind]));
    uint32_t line = p->at->pos.line;
    spl_expect(p, TK_LBRACE, "after the name");
    if (decl->kind == SD_ENUM)
        constants(p, decl);
    else
        members(p, decl);
    spl_expect(p, TK_RBRACE,
               arena_print(&p->unit->arena, "to close the %s of line %u", what[decl->kind], line));
}

/* start = "(" "new" name ")" "." name "(" constants ")" [";"] */
static void start(Parser *p)
{
    Pos pos = p->at->pos;
    spl_expect(p, TK_LPAREN, "in (new T).method(), with which the program starts");
    SExpr *object = spl_new_expr(p, SE_NEW, p->at->pos);
    spl_expect(p, TK_NEW, "in (new T).method(), with which the program starts");
    object->type = spl_type(p);
    spl_expect(p, TK_RPAREN, "in (new T).method(), with which the program starts");
    spl_expect(p, TK_DOT, "in (new T).method(), with which the program starts");
    SExpr *call = spl_new_expr(p, SE_CALL, pos);
    call->object = object;
    call->name = spl_name(p, "the method that is posted first");
    spl_args(p, &call->args);
    accept(p, TK_SEMICOLON);
    if (!p->panic && !is(p, TK_END))
        spl_expected(p, "the end of the program after (new T).method()");
    p->unit->start = call;
}

static void skip_definition(Parser *p)
{
    p->panic = false;
    while (p->at->kind != TK_END && p->at->kind != TK_CLASS && p->at->kind != TK_THREAD &&
           p->at->kind != TK_ENUM &&
           !(p->at->kind == TK_LPAREN && next_kind(p) == TK_NEW && p->at->pos.column == 1))
        take(p);
}

void spl_parse(SUnit *unit, const SToken *tokens)
{
    Parser p = {.unit = unit, .at = tokens};
    while (p.at->kind == TK_CLASS || p.at->kind == TK_THREAD || p.at->kind == TK_ENUM) {
        definition(&p);
        if (p.panic)
            skip_definition(&p);
    }
    if (unit->diag->errors && p.at->kind == TK_END)
        return;
    if (p.at->kind == TK_END)
        diag_error(unit->diag, p.at->pos,
                   "the program has no start: it ends with (new T).method(), where T is a thread");
    else if (p.at->kind == TK_LPAREN)
        start(&p);
    else
        spl_expected(&p, "a class, a thread, an enum, or (new T).method()");
}
