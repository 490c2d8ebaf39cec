/* lex.c -- from source text to tokens. */
#include "front/spl/ast.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

typedef enum TokenClass { CLASS_WORD, CLASS_SIGN, CLASS_OTHER } TokenClass;

static const struct {
    const char *text;
    TokenClass class;
} token_info[TOKENS] = {
#define TOKEN(name, text, class) [TK_##name] = {text, CLASS_##class},
#include "front/spl/token.def"
#undef TOKEN
};

typedef struct Lexer {
    SUnit *unit;
    const char *at, *end, *line_start;
    uint32_t line;
    uint16_t file;
    STokens *tokens;
} Lexer;

const char *spl_token_text(TokenKind kind)
{
    return token_info[kind].text;
}

const char *spl_intern(SUnit *unit, const char *text, size_t len)
{
    vec_each (const char *, name, &unit->names)
        if (strlen(*name) == len && memcmp(*name, text, len) == 0)
            return *name;
    const char *name = arena_copy(&unit->arena, text, len);
    vec_push(&unit->names, name);
    return name;
}

static Pos place(const Lexer *lx, const char *at)
{
    size_t column = (size_t)(at - lx->line_start) + 1;
    return (Pos){lx->line, column > UINT16_MAX ? UINT16_MAX : (uint16_t)column, lx->file};
}

static bool looking_at(const Lexer *lx, const char *text)
{
    size_t len = strlen(text);
    return (size_t)(lx->end - lx->at) >= len && memcmp(lx->at, text, len) == 0;
}

static void take(Lexer *lx)
{
    if (*lx->at++ == '\n') {
        lx->line++;
        lx->line_start = lx->at;
    }
}

static void skip_comment(Lexer *lx)
{
    Pos pos = place(lx, lx->at);
    if (looking_at(lx, "//")) {
        while (lx->at < lx->end && *lx->at != '\n')
            lx->at++;
        return;
    }
    lx->at += 2;
    while (lx->at < lx->end && !looking_at(lx, "*/"))
        take(lx);
    if (lx->at == lx->end)
        diag_error(lx->unit->diag, pos, "this comment has no end: write '*/' where it ends");
    else
        lx->at += 2;
}

static void skip_space(Lexer *lx)
{
    while (lx->at < lx->end) {
        if (isspace((unsigned char)*lx->at))
            take(lx);
        else if (looking_at(lx, "//") || looking_at(lx, "/*"))
            skip_comment(lx);
        else
            return;
    }
}

static void push(Lexer *lx, SToken token, const char *start)
{
    token.pos = place(lx, start);
    token.after = place(lx, lx->at);
    token.begin = (uint32_t)(start - lx->unit->source->text);
    token.stop = (uint32_t)(lx->at - lx->unit->source->text);
    vec_push(lx->tokens, token);
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void scan_word(Lexer *lx)
{
    const char *start = lx->at;
    while (lx->at < lx->end && is_name(*lx->at))
        lx->at++;
    SToken token = {.kind = TK_NAME};
    token.text = spl_intern(lx->unit, start, (size_t)(lx->at - start));
    for (int k = 0; k < TOKENS; k++)
        if (token_info[k].class == CLASS_WORD && strcmp(token.text, token_info[k].text) == 0)
            token.kind = (TokenKind)k;
    push(lx, token, start);
}

static void skip_digits(Lexer *lx)
{
    while (lx->at < lx->end && isdigit((unsigned char)*lx->at))
        lx->at++;
}

/* `1.5` is one number, `1..5` is two. */
static void scan_number(Lexer *lx)
{
    const char *start = lx->at;
    SToken token = {.kind = TK_INTEGER};
    skip_digits(lx);
    if (lx->end - lx->at > 1 && lx->at[0] == '.' && isdigit((unsigned char)lx->at[1])) {
        token.kind = TK_REAL;
        lx->at++;
        skip_digits(lx);
    }
    size_t len = (size_t)(lx->at - start);
    const char *text = arena_copy(&lx->unit->arena, start, len);
    errno = 0;
    if (token.kind == TK_REAL)
        token.real = strtod(text, NULL);
    else
        token.integer = strtoll(text, NULL, 10);
    if (token.integer > (int64_t)INT32_MAX + 1 || errno) {
        diag_error(lx->unit->diag, place(lx, start), "this number is too big: an int has 32 bits");
        token.integer = 0;
    }
    if (lx->at < lx->end && is_name(*lx->at))
        diag_error(lx->unit->diag, place(lx, lx->at), "a number runs into a name");
    push(lx, token, start);
}

static bool scan_sign(Lexer *lx)
{
    const char *start = lx->at;
    for (int k = 0; k < TOKENS; k++)
        if (token_info[k].class == CLASS_SIGN && looking_at(lx, token_info[k].text)) {
            lx->at += strlen(token_info[k].text);
            push(lx, (SToken){.kind = (TokenKind)k}, start);
            return true;
        }
    return false;
}

static void complain(Lexer *lx)
{
    unsigned char c = (unsigned char)*lx->at;
    Pos pos = place(lx, lx->at);
    if (c >= ' ' && c < 127)
        diag_error(lx->unit->diag, pos, "the character '%c' means nothing in SPL", c);
    else
        diag_error(lx->unit->diag, pos, "the byte 0x%02x means nothing in SPL", c);
    while (lx->at < lx->end && (unsigned char)*lx->at == c)
        take(lx);
}

void spl_lex(SUnit *unit, uint16_t file, STokens *tokens)
{
    const char *text = unit->source->text;
    Lexer lx = {unit, text, text + unit->source->len, text, 1, file, tokens};
    for (;;) {
        skip_space(&lx);
        if (lx.at == lx.end || unit->diag->errors >= DIAG_MOST_ERRORS)
            break;
        if (isdigit((unsigned char)*lx.at))
            scan_number(&lx);
        else if (is_name(*lx.at))
            scan_word(&lx);
        else if (!scan_sign(&lx))
            complain(&lx);
    }
    push(&lx, (SToken){.kind = TK_END}, lx.at);
}
