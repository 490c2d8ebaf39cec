/* lex.c -- from source text to tokens. */
#include "front/bp/ast.h"

#include <ctype.h>

typedef enum TokenClass { CLASS_WORD, CLASS_SIGN, CLASS_OTHER } TokenClass;

static const struct {
    const char *text;
    TokenClass class;
} token_info[BTOKENS] = {
#define TOKEN(name, text, class) [BT_##name] = {text, CLASS_##class},
#include "front/bp/token.def"
#undef TOKEN
};

typedef struct Lexer {
    BUnit *unit;
    const char *at, *end, *line_start;
    uint32_t line;
    BTokens *tokens;
} Lexer;

const char *bp_token_text(BTokenKind kind)
{
    return token_info[kind].text;
}

bool bp_is_word(const char *text)
{
    for (int k = 0; k < BTOKENS; k++)
        if (token_info[k].class == CLASS_WORD && strcmp(text, token_info[k].text) == 0)
            return true;
    return false;
}

static Pos place(const Lexer *lx)
{
    size_t column = (size_t)(lx->at - lx->line_start) + 1;
    return (Pos){lx->line, column > UINT16_MAX ? UINT16_MAX : (uint16_t)column, lx->unit->file};
}

static bool looking_at(const Lexer *lx, const char *text)
{
    size_t len = strlen(text);
    return (size_t)(lx->end - lx->at) >= len && memcmp(lx->at, text, len) == 0;
}

static void skip_comment(Lexer *lx)
{
    Pos pos = place(lx);
    for (lx->at += 2; lx->at < lx->end && !looking_at(lx, "*/"); lx->at++)
        if (*lx->at == '\n') {
            lx->line++;
            lx->line_start = lx->at + 1;
        }
    if (lx->at == lx->end)
        diag_error(lx->unit->diag, pos, "this comment has no end: write '*/' where it ends");
    else
        lx->at += 2;
}

static void skip_space(Lexer *lx)
{
    while (lx->at < lx->end) {
        if (looking_at(lx, "//")) {
            while (lx->at < lx->end && *lx->at != '\n')
                lx->at++;
        } else if (looking_at(lx, "/*")) {
            skip_comment(lx);
        } else if (*lx->at == '\n') {
            lx->line++;
            lx->line_start = ++lx->at;
        } else if (isspace((unsigned char)*lx->at)) {
            lx->at++;
        } else {
            return;
        }
    }
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

static void scan_word(Lexer *lx)
{
    const char *start = lx->at;
    BToken token = {.pos = place(lx)};
    bool number = true;
    for (; lx->at < lx->end && is_name(*lx->at); lx->at++)
        number &= isdigit((unsigned char)*lx->at) != 0;
    token.kind = number ? BT_NUMBER : BT_NAME;
    token.text = arena_copy(&lx->unit->arena, start, (size_t)(lx->at - start));
    for (int k = 0; k < BTOKENS; k++)
        if (token_info[k].class == CLASS_WORD && strcmp(token.text, token_info[k].text) == 0)
            token.kind = (BTokenKind)k;
    token.begin = start;
    token.end = lx->at;
    vec_push(lx->tokens, token);
}

static bool scan_sign(Lexer *lx)
{
    for (int k = 0; k < BTOKENS; k++)
        if (token_info[k].class == CLASS_SIGN && looking_at(lx, token_info[k].text)) {
            const char *text = token_info[k].text, *end = lx->at + strlen(text);
            vec_push(lx->tokens, ((BToken){(BTokenKind)k, place(lx), text, lx->at, end}));
            lx->at = end;
            return true;
        }
    return false;
}

static void complain(Lexer *lx)
{
    unsigned char c = (unsigned char)*lx->at;
    if (c > ' ' && c < 127)
        diag_error(lx->unit->diag, place(lx), "the character '%c' means nothing here", c);
    else
        diag_error(lx->unit->diag, place(lx), "the byte 0x%02x means nothing here", c);
    while (lx->at < lx->end && (unsigned char)*lx->at == c)
        lx->at++;
}

void bp_lex(BUnit *unit, BTokens *tokens)
{
    const char *text = unit->source->text;
    Lexer lx = {unit, text, text + unit->source->len, text, 1, tokens};
    for (;;) {
        skip_space(&lx);
        if (lx.at == lx.end || unit->diag->errors >= DIAG_MOST_ERRORS)
            break;
        if (is_name(*lx.at))
            scan_word(&lx);
        else if (!scan_sign(&lx))
            complain(&lx);
    }
    vec_push(
        tokens,
        ((BToken){.kind = BT_END, .pos = place(&lx), .text = "", .begin = lx.at, .end = lx.at}));
}
