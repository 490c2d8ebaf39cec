/* parse.c -- the frame of the parser: errors and recovery, and the loop over files. */
#include "front/zing/parse.h"

#include <stdarg.h>
#include <string.h>

/* ---- errors ---- */

static bool say_no_more(Parser *p)
{
    if (p->diag->errors < DIAG_MOST_ERRORS)
        return p->panic || peek(p)->reported;
    while (peek(p)->kind != TK_END)
        p->at++;
    return true;
}

static void report(Parser *p, Pos pos, const char *format, va_list args)
{
    char text[512];
    vsnprintf(text, sizeof text, format, args);
    diag_error(p->diag, pos, "%s", text);
}

void zing_fail(Parser *p, Pos pos, const char *format, ...)
{
    if (!say_no_more(p)) {
        va_list args;
        va_start(args, format);
        report(p, pos, format, args);
        va_end(args);
    }
    p->panic = true;
}

void zing_complain(Parser *p, Pos pos, const char *format, ...)
{
    if (say_no_more(p))
        return;
    va_list args;
    va_start(args, format);
    report(p, pos, format, args);
    va_end(args);
}

const char *zing_found(Parser *p)
{
    const ZToken *token = peek(p);
    const TokenInfo *info = &zing_token_info[token->kind];
    uint32_t len = token->stop - token->begin;
    if (token->kind == TK_END && p->in_note)
        return "the end of the annotation";
    if (token->kind == TK_END || token->kind == TK_ERROR || token->kind == TK_STRING_LITERAL)
        return info->text;
    return arena_print(p->arena, "%s'%.*s%s'", info->class == TOKEN_WORD ? "the keyword " : "",
                       (int)(len > 40 ? 40 : len), p->source->text + token->begin,
                       len > 40 ? "..." : "");
}

void zing_expected(Parser *p, const char *what)
{
    zing_fail(p, peek(p)->pos, "expected %s, found %s", what, zing_found(p));
}

/* What closes or ends something is missing after the previous token, the rest at the next one. */
static Pos missing_at(const Parser *p, TokenKind kind)
{
    bool closes = kind == TK_SEMICOLON || kind == TK_RPAREN || kind == TK_RBRACKET ||
                  kind == TK_RBRACE || kind == TK_COLON;
    return closes ? previous(p)->after : peek(p)->pos;
}

void zing_expect(Parser *p, TokenKind kind, const char *where)
{
    if (!accept(p, kind))
        zing_fail(p, missing_at(p, kind), "expected '%s' %s, found %s", zing_token_info[kind].text,
                  where, zing_found(p));
}

static bool on_new_line(const Parser *p)
{
    return p->at == 0 || peek(p)->pos.line > previous(p)->after.line;
}

void zing_semicolon(Parser *p, const char *where)
{
    if (accept(p, TK_SEMICOLON))
        return;
    bool was_calm = !p->panic;
    zing_expect(p, TK_SEMICOLON, where);
    if (was_calm && (on_new_line(p) || peek(p)->kind == TK_RBRACE || peek(p)->kind == TK_END))
        p->panic = false;
}

/* The column of the first token on the line of this one. */
static uint16_t indentation(const Parser *p, const ZToken *token)
{
    while (token > p->tokens && token[-1].after.line == token->pos.line)
        token--;
    return token->pos.column;
}

void zing_close(Parser *p, const ZToken *opening, const char *what)
{
    if (is(p, TK_RBRACE)) {
        if (!p->suspect && on_new_line(p) && peek(p)->pos.column < indentation(p, opening))
            p->suspect = opening->pos.line;
        take(p);
        return;
    }
    if (p->panic)
        return;
    const char *hint =
        p->suspect ? arena_print(p->arena, "; is the '{' of line %u closed?", p->suspect) : "";
    zing_fail(p, previous(p)->after, "expected '}' to close %s of line %u, found %s%s", what,
              opening->pos.line, zing_found(p), hint);
    p->unwind = true;
}

ZName zing_name(Parser *p, const char *what)
{
    const ZToken *token = peek(p);
    if (is(p, TK_NAME))
        take(p);
    else if (zing_token_info[token->kind].class == TOKEN_WORD && !on_new_line(p))
        zing_fail(p, token->pos, "expected %s, found %s; write '@%s' to use it as a name", what,
                  zing_found(p), token->name);
    else
        zing_expected(p, what);
    return (ZName){p->panic ? "" : token->name, token->pos};
}

void zing_enter(Parser *p)
{
    if (++p->depth <= ZING_DEEPEST)
        return;
    zing_fail(p, peek(p)->pos, "this is nested too deeply; split it into smaller parts");
    while (peek(p)->kind != TK_END)
        p->at++;
}

const char *zing_foreign_word(const char *name)
{
    static const char *const words[][2] = {
        {"do", "Zing has no 'do'; use 'while'"},
        {"switch", "Zing has no 'switch'; use 'if' and 'else'"},
        {"case", "Zing has no 'case'; use 'if' and 'else'"},
        {"elseif", "Zing has no 'elseif'; write 'else if'"},
        {"elif", "Zing has no 'elif'; write 'else if'"},
        {"lock", "Zing has no 'lock'; use acquire(m) and release(m)"},
        {"throw", "Zing has no 'throw'; use 'raise'"},
        {"const", "Zing has no constants; use a static variable or an enum"},
        {"var", "Zing has no 'var'; write the type of the variable"},
        {"public", "Zing has no access modifiers; remove 'public'"},
        {"private", "Zing has no access modifiers; remove 'private'"},
        {"protected", "Zing has no access modifiers; remove 'protected'"},
        {"internal", "Zing has no access modifiers; remove 'internal'"},
        {"unsigned", "Zing has no 'unsigned'; use 'byte', 'ushort', 'uint' or 'ulong'"},
        {"ref", "Zing has no 'ref'; use 'out', or a field of an object"},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i][0], name))
            return words[i][1];
    return NULL;
}

/* ---- recovery ---- */

static bool is_modifier(TokenKind kind)
{
    return kind == TK_STATIC || kind == TK_ATOMIC || kind == TK_ACTIVATE;
}

bool zing_method_ahead(const Parser *p)
{
    const ZToken *token = peek(p);
    while (is_modifier(token->kind))
        token++;
    bool type = is_type_word(token->kind) || token->kind == TK_VOID || token->kind == TK_NAME;
    if (!type || token[1].kind != TK_NAME || token[2].kind != TK_LPAREN)
        return false;
    token += 2;
    for (int parens = 0, seen = 0; token->kind != TK_END && seen < 200; token++, seen++) {
        parens += token->kind == TK_LPAREN;
        parens -= token->kind == TK_RPAREN;
        if (parens == 0)
            return token[1].kind == TK_LBRACE;
    }
    return false;
}

/* Can the list of this level go on at the next token, though nothing has ended there? */
static bool can_resume(const Parser *p, Level level)
{
    TokenKind kind = peek(p)->kind;
    if (level == LEVEL_STMT)
        return on_new_line(p) && zing_starts_stmt(kind) && kind != TK_ELSE;
    return kind == TK_STATIC || kind == TK_ACTIVATE || (on_new_line(p) && zing_method_ahead(p));
}

/* Skips to the next token, out of nested braces, where something ends or starts. */
static void skip(Parser *p, Level level)
{
    size_t start = p->at;
    for (int braces = 0;;) {
        TokenKind kind = peek(p)->kind;
        bool moved = p->at > start;
        if (kind == TK_END || zing_starts_decl(kind))
            return;
        if (braces == 0 && kind == TK_RBRACE && level != LEVEL_DECL)
            return;
        if (braces == 0 && moved && can_resume(p, level))
            return;
        if (braces == 0 && level == LEVEL_STMT && on_new_line(p) && zing_method_ahead(p))
            return;
        take(p);
        braces += kind == TK_LBRACE;
        braces -= kind == TK_RBRACE;
        bool ended = kind == TK_SEMICOLON || kind == TK_RBRACE;
        if (braces <= 0 && ended && peek(p)->kind != TK_ELSE)
            return;
    }
}

bool zing_recover(Parser *p, Level level)
{
    assert(p->panic);
    if (!p->unwind)
        skip(p, level);
    TokenKind kind = peek(p)->kind;
    bool outer = kind == TK_END || zing_starts_decl(kind) ||
                 (level == LEVEL_STMT && (p->unwind || zing_method_ahead(p)));
    if (outer && level != LEVEL_DECL) {
        p->unwind = true;
        return false;
    }
    p->panic = p->unwind = false;
    return true;
}

void zing_skip_parentheses(Parser *p, size_t opening)
{
    int depth = 0;
    for (size_t i = opening; p->panic && p->tokens[i].kind != TK_END; i++) {
        TokenKind kind = p->tokens[i].kind;
        depth += kind == TK_LPAREN;
        depth -= kind == TK_RPAREN;
        if (depth <= 0 || kind == TK_LBRACE || kind == TK_RBRACE) {
            bool closed = depth == 0 && kind == TK_RPAREN && i >= p->at;
            p->at = closed ? i + 1 : p->at;
            p->panic = !closed && peek(p)->kind != TK_LBRACE;
            return;
        }
    }
}

/* ---- files ---- */

void *zing_keep(Parser *p, void *at, size_t bytes)
{
    void *copy = bytes ? memcpy(arena_alloc(p->arena, bytes), at, bytes) : NULL;
    vec_release(at);
    return copy;
}

/* ask = ( "ltl" | "condition" ) STRING ";" */
static bool ask(Parser *p)
{
    const ZToken *word = peek(p);
    if (word->kind != TK_NAME || p->tokens[p->at + 1].kind != TK_STRING_LITERAL ||
        (strcmp(word->name, "ltl") != 0 && strcmp(word->name, "condition") != 0))
        return false;
    take(p);
    const ZToken *text = peek(p);
    take(p);
    vec_push(&p->unit->asks, ((Annotation){word->pos, arena_print(p->arena, "%s %s", word->name,
                                                                  text->string.text)}));
    zing_expect(p, TK_SEMICOLON, "after the formula");
    return true;
}

/* program = { ask | decl } */
static void program(Parser *p)
{
    while (!is(p, TK_END)) {
        size_t before = p->at;
        if (!ask(p))
            zing_decl(p);
        if (p->panic)
            zing_recover(p, LEVEL_DECL);
        if (p->at == before)
            take(p);
    }
}

/* `join(e);` is the statement unless the program declares a method of that name. */
static void settle_joins(Parser *p)
{
    vec_each (ZStmt *, stmt, &p->joins)
        if (!p->has_join_method) {
            ZExpr *call = (*stmt)->expr;
            (*stmt)->kind = ZS_JOIN;
            (*stmt)->expr = call->call.args.at[0].value;
        }
    vec_free(&p->joins);
    vec_free(&p->moments);
}

static void parse_file(Parser *p, uint16_t file, const Symbols *defines)
{
    size_t errors_before = p->diag->errors;
    ZTokens tokens = {0};
    Notes notes = {0};
    zing_lex(p->unit, p->source, file, defines, p->diag, &tokens, &notes);
    p->tokens = tokens.at;
    p->notes = &notes;
    p->at = p->note = 0;
    program(p);
    zing_check_notes(p, p->diag->errors == errors_before);
    vec_free(&tokens);
    vec_free(&notes.tokens);
    vec_free(&notes.list);
}

ZUnit *zing_parse(const Sources *sources, const int *files, size_t count, const char *defines,
                  Arena *arena, Diag *diag)
{
    ZUnit *unit = arena_new(arena, ZUnit);
    unit->arena = arena;
    Parser p = {.unit = unit, .arena = arena, .diag = diag, .join_word = zing_intern(unit, "join")};
    size_t errors_before = diag->errors;
    Symbols symbols = {0};
    zing_prep_defines(unit, defines, diag, &symbols);
    for (size_t i = 0; i < count; i++) {
        p.source = &sources->files.at[files[i]];
        parse_file(&p, (uint16_t)files[i], &symbols);
    }
    settle_joins(&p);
    keep_list(&p, &unit->decls, &p.decls);
    vec_free(&symbols);
    if (diag->errors > errors_before) {
        vec_free(&unit->asks);
        return NULL;
    }
    return unit;
}
