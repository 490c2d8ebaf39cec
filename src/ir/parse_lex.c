/* parse_lex.c -- the text form of the IR as tokens. */
#include "ir/parse.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "ir/text.h"

typedef struct Lexer {
    const char *at, *end, *line_begin;
    uint32_t line;
    uint16_t file;
    Diag *diag;
    size_t errors;
    Arena *arena;
    Tokens *tokens;
} Lexer;

static Pos here(const Lexer *x, const char *at)
{
    size_t column = (size_t)(at - x->line_begin) + 1;
    return (Pos){x->line, (uint16_t)(column > UINT16_MAX ? UINT16_MAX : column), x->file};
}

static char peek(const Lexer *x, size_t ahead)
{
    return (size_t)(x->end - x->at) > ahead ? x->at[ahead] : '\0';
}

static void add(Lexer *x, IrToken token, const char *begin)
{
    token.pos = here(x, begin);
    if (!token.text)
        token.text = arena_copy(x->arena, begin, (size_t)(x->at - begin));
    vec_push(x->tokens, token);
}

static void wrong(Lexer *x, const char *at, const char *sentence)
{
    diag_error(x->diag, here(x, at), "%s", sentence);
    x->errors++;
}

static int hex_digit(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? (c | 32) - 'a' + 10
                                        : -1;
}

/* The character after a backslash; 0 if there is no such escape. */
static char escape(Lexer *x)
{
    char c = peek(x, 0);
    x->at++;
    if (c == 'n')
        return '\n';
    if (c == 't')
        return '\t';
    if (c == '"' || c == '\\')
        return c;
    int high = hex_digit(peek(x, 0)), low = high < 0 ? -1 : hex_digit(peek(x, 1));
    if (c != 'x' || low < 0)
        return '\0';
    x->at += 2;
    return (char)(high * 16 + low);
}

/* At the first quote.  Ends at the second, or at the end of the line with an error. */
static const char *quoted(Lexer *x)
{
    VEC(char) text = {0};
    const char *begin = x->at++;
    while (x->at < x->end && *x->at != '"' && *x->at != '\n' && *x->at) {
        const char *place = x->at;
        char c = *x->at++;
        if (c == '\\' && x->at < x->end && *x->at != '\n')
            c = escape(x);
        if (c)
            vec_push(&text, c);
        else
            wrong(x, place, "there is no such escape; write \\n, \\t, \\\", \\\\ or \\x41");
    }
    if (peek(x, 0) == '"')
        x->at++;
    else
        wrong(x, begin, "the text has no closing quote on this line");
    const char *copy = arena_copy(x->arena, text.at ? text.at : "", text.len);
    vec_free(&text);
    return copy;
}

static bool lex_float(Lexer *x, const char *begin, IrToken *token)
{
    char *copy = arena_copy(x->arena, begin, (size_t)(x->at - begin));
    bool narrow = peek(x, 0) == 'f';
    if (narrow) {
        float value = strtof(copy, NULL);
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        token->value = bits;
        x->at++;
        return isfinite(value);
    }
    double value = strtod(copy, NULL);
    memcpy(&token->value, &value, sizeof value);
    return isfinite(value);
}

static void skip_digits(Lexer *x)
{
    while (isdigit((unsigned char)peek(x, 0)))
        x->at++;
}

/* Steps over what makes digits a float: false if nothing does. */
static bool skip_fraction(Lexer *x)
{
    const char *begin = x->at;
    if (peek(x, 0) == '.' && isdigit((unsigned char)peek(x, 1))) {
        x->at++;
        skip_digits(x);
    }
    size_t sign = peek(x, 1) == '-' || peek(x, 1) == '+';
    if (peek(x, 0) == 'e' && isdigit((unsigned char)peek(x, 1 + sign))) {
        x->at += 1 + sign;
        skip_digits(x);
    }
    return x->at > begin;
}

static void lex_number(Lexer *x)
{
    const char *begin = x->at;
    IrToken token = {.kind = TOKEN_NUMBER, .negative = *begin == '-'};
    bool fits = true;
    x->at += token.negative;
    if (peek(x, 0) == '0' && peek(x, 1) == 'x' && isxdigit((unsigned char)peek(x, 2))) {
        for (x->at += 2; isxdigit((unsigned char)peek(x, 0)); x->at++)
            ;
    } else {
        skip_digits(x);
        if (skip_fraction(x)) {
            token.kind = TOKEN_FLOAT;
            fits = lex_float(x, begin, &token);
        }
    }
    if (token.kind == TOKEN_NUMBER) {
        const char *copy = arena_copy(x->arena, begin, (size_t)(x->at - begin));
        errno = 0;
        token.value =
            strtoull(copy + token.negative, NULL, copy[token.negative + 1] == 'x' ? 16 : 10);
        fits = !errno && !(token.negative && token.value > (uint64_t)INT64_MAX + 1);
        token.value = token.negative ? -token.value : token.value;
    }
    if (!fits)
        wrong(x, begin, "the number is too large");
    if (text_name_length(x->at, (size_t)(x->end - x->at)))
        wrong(x, x->at, "a number runs into a name");
    add(x, token, begin);
}

/* The name after %, @ or &, at x->at; false if there is none. */
static bool lex_sigil(Lexer *x, TokenKind kind)
{
    const char *begin = x->at++;
    size_t len = text_name_length(x->at, (size_t)(x->end - x->at));
    IrToken token = {.kind = kind, .quoted = peek(x, 0) == '"'};
    if (token.quoted) {
        token.text = quoted(x);
        add(x, token, begin);
        return true;
    }
    if (kind == TOKEN_REGISTER && !len)
        while (isdigit((unsigned char)peek(x, len)))
            len++;
    if (!len) {
        x->at = begin;
        return false;
    }
    token.text = arena_copy(x->arena, x->at, len);
    x->at += len;
    add(x, token, begin);
    return true;
}

static void lex_sign(Lexer *x)
{
    const char *begin = x->at;
    char c = *x->at++;
    if (c == '-' && peek(x, 0) == '>') {
        x->at++;
        add(x, (IrToken){.kind = TOKEN_ARROW}, begin);
    } else if (c && strchr(":;,={}()[]*+-/@?", c)) {
        add(x, (IrToken){.kind = TOKEN_SIGN, .sign = c}, begin);
    } else if (c == '%' || c == '&') {
        wrong(x, begin,
              c == '%' ? "a register is written %name or %number"
                       : "the address of a procedure is written &name");
    } else {
        wrong(x, begin, "this character has no meaning here");
    }
}

static void lex_newline(Lexer *x)
{
    const char *begin = x->at++;
    add(x, (IrToken){.kind = TOKEN_NEWLINE, .text = "the end of the line"}, begin);
    x->line++;
    x->line_begin = x->at;
}

static void lex_token(Lexer *x)
{
    const char *begin = x->at;
    char c = *x->at;
    size_t len = text_name_length(x->at, (size_t)(x->end - x->at));
    if (c == ' ' || c == '\t' || c == '\r') {
        x->at++;
    } else if (c == '#') {
        while (x->at < x->end && *x->at != '\n')
            x->at++;
    } else if (c == '\n') {
        lex_newline(x);
    } else if (len) {
        x->at += len;
        add(x, (IrToken){.kind = TOKEN_NAME}, begin);
    } else if (isdigit((unsigned char)c) || (c == '-' && isdigit((unsigned char)peek(x, 1)))) {
        lex_number(x);
    } else if (c == '"') {
        const char *text = quoted(x);
        add(x, (IrToken){.kind = TOKEN_STRING, .quoted = true, .text = text}, begin);
    } else if (!((c == '%' && lex_sigil(x, TOKEN_REGISTER)) ||
                 (c == '@' && lex_sigil(x, TOKEN_GLOBAL)) ||
                 (c == '&' && lex_sigil(x, TOKEN_PROC)))) {
        lex_sign(x);
    }
}

size_t ir_lex(const Sources *sources, int file, Diag *diag, Arena *arena, Tokens *tokens)
{
    const Source *source = &sources->files.at[file];
    Lexer x = {
        .at = source->text,
        .end = source->text + source->len,
        .line_begin = source->text,
        .line = 1,
        .file = (uint16_t)file,
        .diag = diag,
        .arena = arena,
        .tokens = tokens,
    };
    while (x.at < x.end && x.errors < DIAG_MOST_ERRORS)
        lex_token(&x);
    add(&x, (IrToken){.kind = TOKEN_END, .text = "the end of the file"}, x.at);
    return x.errors;
}
