/* lex.c -- the scanner: source text to tokens, comments and directives taken out.
 *
 * It never stops at an error: what cannot be read becomes a TK_ERROR token, about which the parser
 * says nothing more.  Annotations, comments that start with one @, are scanned into tokens of their
 * own on the way. */
#include "front/zing/lex.h"

#include <stdlib.h>
#include <string.h>

const TokenInfo zing_token_info[TOKENS] = {
#define TOKEN(name, text, class) {text, TOKEN_##class},
#include "front/zing/token.def"
#undef TOKEN
};

typedef struct Lexer {
    ZUnit *unit;
    Diag *diag;
    Prep prep;
    ZTokens *tokens;
    Notes *notes; /* NULL: inside an annotation */
    bool stars;   /* ... whose lines begin with `*` */
    const char *text, *end;
    const char *at; /* the next character */
    const char *line_start;
    uint32_t line;
    uint16_t file;
    bool fresh;     /* only white space before `at` on this line */
    bool cut_short; /* the rest of the file is unreadable */
} Lexer;

/* ---- characters ---- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

static int hex_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

size_t zing_decode(const char *at, const char *end, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)*at;
    size_t len = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (len == 0 || first > 0xf4 || (size_t)(end - at) < len)
        return 0;
    uint32_t c = len == 1 ? first : first & (0x7fu >> len);
    for (size_t i = 1; i < len; i++) {
        if (((unsigned char)at[i] & 0xc0) != 0x80)
            return 0;
        c = c << 6 | ((unsigned char)at[i] & 0x3f);
    }
    if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return 0;
    *code = c;
    return len;
}

/* Characters beyond ASCII are letters, except these blanks, quotes, arrows and the like. */
static bool is_letter(uint32_t c)
{
    static const struct {
        uint32_t low, high;
    } others[] = {{0x80, 0xa9},     {0xab, 0xb4},     {0xb6, 0xb9},     {0xbb, 0xbf},
                  {0xd7, 0xd7},     {0xf7, 0xf7},     {0x2000, 0x206f}, {0x2190, 0x2bff},
                  {0x3000, 0x3004}, {0xfeff, 0xfeff}, {0xfff0, 0xffff}};
    if (c < 0x80)
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (c >= others[i].low && c <= others[i].high)
            return false;
    return true;
}

size_t zing_name_length(const char *at, const char *end)
{
    const char *start = at;
    while (at < end) {
        uint32_t c;
        size_t len = zing_decode(at, end, &c);
        if (!len || !(is_letter(c) || (at > start && is_digit(*at))))
            break;
        at += len;
    }
    return (size_t)(at - start);
}

/* ---- places and tokens ---- */

static Pos place(const Lexer *lx, const char *at)
{
    size_t column = (size_t)(at - lx->line_start) + 1;
    return (Pos){lx->line, column > UINT16_MAX ? UINT16_MAX : (uint16_t)column, lx->file};
}

static void new_line(Lexer *lx)
{
    assert(*lx->at == '\n');
    lx->line_start = ++lx->at;
    lx->line++;
    lx->fresh = true;
}

static bool looking_at(const Lexer *lx, const char *text)
{
    size_t len = strlen(text);
    return (size_t)(lx->end - lx->at) >= len && memcmp(lx->at, text, len) == 0;
}

static ZToken begin_token(const Lexer *lx)
{
    return (ZToken){.pos = place(lx, lx->at), .begin = (uint32_t)(lx->at - lx->text)};
}

static void end_token(Lexer *lx, ZToken *token)
{
    token->after = place(lx, lx->at);
    token->stop = (uint32_t)(lx->at - lx->text);
    token->reported = token->reported || token->kind == TK_ERROR;
    vec_push(lx->tokens, *token);
    lx->prep.too_late = true;
}

/* ---- comments and directives ---- */

static void scan_all(Lexer *lx);

/* The comment that begins at `start`, and whose text after its two signs ends at `to`. */
static void add_annotation(Lexer *lx, const char *start, const char *to, Pos pos)
{
    const char *from = start + 3;
    if (!lx->notes || to < from || start[2] != '@' || (from < to && *from == '@'))
        return; /* @@ and more: an ornament */

    while (from < to && (is_blank(*from) || *from == '\n')) {
        pos.column++;
        if (*from++ == '\n') {
            pos.line++;
            pos.column = 1;
        }
    }
    while (to > from && (is_blank(to[-1]) || to[-1] == '\n' || to[-1] == '@'))
        to--;
    if (from == to)
        return;
    Note note = {.before = lx->tokens->len, .first = lx->notes->tokens.len};
    Lexer inside = *lx;
    inside.tokens = &lx->notes->tokens;
    inside.notes = NULL;
    inside.at = from;
    inside.end = to;
    inside.line = pos.line;
    inside.line_start = from - (pos.column - 1);
    inside.stars = source_has_stars(from, (size_t)(to - from));
    inside.fresh = false;
    scan_all(&inside);
    vec_push(&lx->notes->list, note);
}

static void skip_line(Lexer *lx)
{
    const char *next = memchr(lx->at, '\n', (size_t)(lx->end - lx->at));
    lx->at = next ? next : lx->end;
}

static void line_comment(Lexer *lx)
{
    const char *start = lx->at;
    Pos inside = place(lx, start + 3);
    skip_line(lx);
    add_annotation(lx, start, lx->at, inside);
}

static void block_comment(Lexer *lx)
{
    const char *start = lx->at;
    Pos pos = place(lx, start), inside = place(lx, start + 3);
    lx->fresh = false;
    lx->at += 2;
    while (lx->at < lx->end && !looking_at(lx, "*/")) {
        if (*lx->at == '\n')
            new_line(lx);
        else
            lx->at++;
    }
    if (lx->at == lx->end) {
        diag_error(lx->diag, pos, "this comment has no end: write '*/' where it ends");
        lx->cut_short = true;
        return;
    }
    add_annotation(lx, start, lx->at, inside);
    lx->at += 2;
    lx->fresh = false;
}

/* Obeys the directive at lx->at and goes to the end of the last line it removes. */
static void directive(Lexer *lx)
{
    for (;;) {
        const char *start = lx->at;
        skip_line(lx);
        zing_prep_line(&lx->prep, start, lx->at, place(lx, start));
        while (!zing_prep_active(&lx->prep) && lx->at < lx->end) {
            new_line(lx);
            while (lx->at < lx->end && is_blank(*lx->at))
                lx->at++;
            if (lx->at < lx->end && *lx->at == '#')
                break;
            skip_line(lx);
        }
        if (lx->diag->errors >= DIAG_MOST_ERRORS) {
            lx->cut_short = true;
            lx->at = lx->end;
        }
        if (zing_prep_active(&lx->prep) || lx->at == lx->end)
            return;
    }
}

static void skip_blanks(Lexer *lx)
{
    while (lx->at < lx->end) {
        if (*lx->at == '\n')
            new_line(lx);
        else if (is_blank(*lx->at))
            lx->at++;
        else if (*lx->at == '*' && lx->stars && lx->fresh) {
            lx->at++;
            lx->fresh = false;
        } else if (*lx->at == '#' && lx->fresh && lx->notes)
            directive(lx);
        else if (looking_at(lx, "//"))
            line_comment(lx);
        else if (looking_at(lx, "/*"))
            block_comment(lx);
        else
            return;
    }
}

/* ---- numbers ---- */

/* The suffix of an integer: U, L, both in any order, or none. */
static void integer_suffix(Lexer *lx, ZToken *token)
{
    for (; lx->at < lx->end; lx->at++) {
        char c = *lx->at;
        if ((c == 'u' || c == 'U') && !token->integer.is_unsigned)
            token->integer.is_unsigned = true;
        else if ((c == 'l' || c == 'L') && !token->integer.is_long)
            token->integer.is_long = true;
        else
            return;
        if (c == 'l')
            diag_warn(lx->diag, place(lx, lx->at),
                      "the suffix 'l' looks like the digit 1; write 'L'");
    }
}

static void integer(Lexer *lx, ZToken *token, const char *from, unsigned base)
{
    bool too_large = false;
    uint64_t value = 0;
    for (; from < lx->at; from++) {
        unsigned digit = (unsigned)hex_value(*from);
        too_large = too_large || value > (UINT64_MAX - digit) / base;
        value = value * base + digit;
    }
    if (too_large)
        diag_error(lx->diag, token->pos, "this number is too large: the largest is %llu",
                   (unsigned long long)UINT64_MAX);
    token->kind = TK_INT_LITERAL;
    token->integer.value = too_large ? 0 : value;
    token->integer.is_hex = base == 16;
    integer_suffix(lx, token);
}

static bool real_suffix(const Lexer *lx)
{
    return lx->at < lx->end && memchr("fFdDmM", *lx->at, 6);
}

static void real(Lexer *lx, ZToken *token, const char *from)
{
    char *text = arena_copy(lx->unit->arena, from, (size_t)(lx->at - from));
    double value = strtod(text, NULL);
    if (value > 1.7976931348623157e308) {
        diag_error(lx->diag, token->pos, "this number is too large for a double");
        value = 0;
    }
    token->kind = TK_REAL_LITERAL;
    token->real.value = value;
    if (real_suffix(lx))
        token->real.suffix = (char)(*lx->at++ & ~0x20);
}

static void skip_digits(Lexer *lx)
{
    while (lx->at < lx->end && is_digit(*lx->at))
        lx->at++;
}

/* The part of a real after its first digits; false: there is none. */
static bool fraction(Lexer *lx)
{
    const char *start = lx->at;
    if (lx->end - lx->at > 1 && lx->at[0] == '.' && is_digit(lx->at[1])) {
        lx->at++;
        skip_digits(lx);
    }
    const char *at = lx->at;
    if (at < lx->end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < lx->end && (*at == '+' || *at == '-'))
            at++;
        if (at < lx->end && is_digit(*at)) {
            lx->at = at;
            skip_digits(lx);
        }
    }
    return lx->at > start || real_suffix(lx);
}

static void number(Lexer *lx)
{
    ZToken token = begin_token(lx);
    const char *start = lx->at;
    if (looking_at(lx, "0x") || looking_at(lx, "0X")) {
        lx->at += 2;
        while (lx->at < lx->end && hex_value(*lx->at) >= 0)
            lx->at++;
        integer(lx, &token, start + 2, 16);
    } else {
        skip_digits(lx);
        const char *digits_end = lx->at;
        if (fraction(lx)) {
            real(lx, &token, start);
        } else {
            assert(lx->at == digits_end);
            integer(lx, &token, start, 10);
        }
    }
    const char *stop = lx->at;
    while (lx->at < lx->end && (is_digit(*lx->at) || zing_name_length(lx->at, lx->end)))
        lx->at += is_digit(*lx->at) ? 1 : zing_name_length(lx->at, lx->end);
    int len = lx->at - start > 40 ? 40 : (int)(lx->at - start);
    if (lx->at > stop)
        diag_error(lx->diag, token.pos, "'%.*s' is not a number; a name cannot start with a digit",
                   len, start);
    else if (token.kind == TK_INT_LITERAL && token.integer.is_hex && stop - start == 2)
        diag_error(lx->diag, token.pos, "'%.*s' needs hexadecimal digits after it", len, start);
    end_token(lx, &token);
}

/* ---- strings ---- */

typedef VEC(char) Bytes;

static void encode(Bytes *out, uint32_t c)
{
    if (c < 0x80) {
        vec_push(out, (char)c);
        return;
    }
    size_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    vec_push(out, (char)((0xf0u << (3 - more) & 0xff) | c >> (6 * more)));
    while (more--)
        vec_push(out, (char)(0x80 | (c >> (6 * more) & 0x3f)));
}

/* \xH to \xHHHH, \uHHHH, \UHHHHHHHH; lx->at is after the letter. */
static void hex_escape(Lexer *lx, Bytes *out, Pos pos, char letter)
{
    size_t most = letter == 'U' ? 8 : 4, digits = 0;
    uint32_t code = 0;
    while (digits < most && lx->at < lx->end && hex_value(*lx->at) >= 0) {
        code = code << 4 | (uint32_t)hex_value(*lx->at++);
        digits++;
    }
    if (digits == 0 || (letter != 'x' && digits < most))
        diag_error(lx->diag, pos, "'\\%c' needs %s hexadecimal digits after it", letter,
                   letter == 'x'   ? "one to four"
                   : letter == 'u' ? "four"
                                   : "eight");
    else if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        diag_error(lx->diag, pos, "'\\%c%.*s' is not a character", letter, (int)digits,
                   lx->at - digits);
    else
        encode(out, code);
}

static void escape(Lexer *lx, Bytes *out)
{
    static const char letters[] = "abtnvfr\"'\\0", values[] = "\a\b\t\n\v\f\r\"'\\\0";
    Pos pos = place(lx, lx->at++);
    if (lx->at == lx->end || *lx->at == '\n')
        return; /* the string has no end: said elsewhere */
    char c = *lx->at++;
    const char *found = memchr(letters, c, sizeof letters - 1);
    if (found)
        vec_push(out, values[found - letters]);
    else if (c == 'x' || c == 'u' || c == 'U')
        hex_escape(lx, out, pos, c);
    else if (c > 32 && c < 127)
        diag_error(lx->diag, pos, "there is no escape '\\%c'; write '\\\\' for a backslash", c);
    else
        diag_error(lx->diag, pos, "a backslash must start an escape; write '\\\\' for a backslash");
}

static void finish_string(Lexer *lx, ZToken *token, Bytes *bytes)
{
    token->kind = token->reported ? TK_ERROR : TK_STRING_LITERAL;
    token->string.text = arena_copy(lx->unit->arena, bytes->len ? bytes->at : "", bytes->len);
    token->string.len = bytes->len;
    end_token(lx, token);
    vec_free(bytes);
}

static void string(Lexer *lx)
{
    ZToken token = begin_token(lx);
    Bytes bytes = {0};
    lx->at++;
    while (lx->at < lx->end && *lx->at != '"' && *lx->at != '\n') {
        if (*lx->at == '\\')
            escape(lx, &bytes);
        else
            vec_push(&bytes, *lx->at++);
    }
    if (lx->at < lx->end && *lx->at == '"') {
        lx->at++;
    } else {
        diag_error(lx->diag, token.pos, "this string has no end: write '\"' before the line ends");
        token.reported = true;
    }
    finish_string(lx, &token, &bytes);
}

/* @"...": no escapes but "" for ", and it may span lines. */
static void verbatim_string(Lexer *lx)
{
    ZToken token = begin_token(lx);
    Bytes bytes = {0};
    lx->at += 2;
    while (lx->at < lx->end && (*lx->at != '"' || looking_at(lx, "\"\""))) {
        vec_push(&bytes, *lx->at);
        if (*lx->at == '\n')
            new_line(lx);
        else
            lx->at += *lx->at == '"' ? 2 : 1;
    }
    if (lx->at < lx->end) {
        lx->at++;
    } else {
        diag_error(lx->diag, token.pos, "this string has no end: write '\"' where it ends");
        lx->cut_short = true;
    }
    finish_string(lx, &token, &bytes);
}

/* ---- everything else ---- */

/* Few tokens begin with the same character, and each one is looked for in the whole table. */
static bool may_be(int token, TokenClass class, char first)
{
    return zing_token_info[token].class == class && *zing_token_info[token].text == first;
}

static void name_or_word(Lexer *lx)
{
    ZToken token = begin_token(lx);
    token.escaped = *lx->at == '@';
    lx->at += token.escaped;
    size_t slash = *lx->at == '\\'; /* \old, \result: names with a backslash */
    size_t len = slash + zing_name_length(lx->at + slash, lx->end);
    token.name = zing_intern_bytes(lx->unit, lx->at, len);
    token.kind = TK_NAME;
    for (int k = 0; k < TOKENS && !token.escaped; k++)
        if (may_be(k, TOKEN_WORD, *token.name) && !strcmp(zing_token_info[k].text, token.name))
            token.kind = (TokenKind)k;
    lx->at += len;
    end_token(lx, &token);
}

static bool sign(Lexer *lx)
{
    for (int k = 0; k < TOKENS; k++)
        if (may_be(k, TOKEN_SIGN, *lx->at) && looking_at(lx, zing_token_info[k].text)) {
            ZToken token = begin_token(lx);
            token.kind = (TokenKind)k;
            lx->at += strlen(zing_token_info[k].text);
            end_token(lx, &token);
            return true;
        }
    return false;
}

/* A character that starts no token; only the first of a run is reported. */
static void stray(Lexer *lx)
{
    ZToken token = begin_token(lx);
    token.kind = TK_ERROR;
    uint32_t code = 0;
    size_t len = zing_decode(lx->at, lx->end, &code);
    char c = *lx->at;
    lx->at += len ? len : 1;
    while (len == 1 && c != '\'' && lx->at < lx->end && *lx->at == c)
        lx->at++;
    if (!len) {
        diag_error(lx->diag, token.pos, "this is not valid UTF-8 (byte 0x%02x): is it a text file?",
                   (unsigned char)c);
        while (lx->at < lx->end && (signed char)*lx->at < 0)
            lx->at++;
    } else if (c == '\'') {
        diag_error(lx->diag, token.pos,
                   "Zing has no character literals; write a number, or a string in \"...\"");
        while (lx->at < lx->end && *lx->at != '\n' && *lx->at++ != '\'')
            ;
    } else if (c == '#') {
        diag_error(lx->diag, token.pos, "a directive must be the first thing on its line");
        skip_line(lx);
    } else if (c == '@') {
        diag_error(lx->diag, token.pos, "'@' must be followed by a name or a string");
    } else if (code > 32 && code < 127) {
        diag_error(lx->diag, token.pos, "unexpected character '%c'", c);
    } else {
        diag_error(lx->diag, token.pos, "unexpected character U+%04X", code);
    }
    end_token(lx, &token);
}

static void scan_token(Lexer *lx)
{
    size_t left = (size_t)(lx->end - lx->at);
    lx->fresh = false;
    if (is_digit(*lx->at) || (*lx->at == '.' && left > 1 && is_digit(lx->at[1])))
        number(lx);
    else if (*lx->at == '"')
        string(lx);
    else if (looking_at(lx, "@\""))
        verbatim_string(lx);
    else if (zing_name_length(lx->at, lx->end) ||
             (*lx->at == '@' && zing_name_length(lx->at + 1, lx->end)) ||
             (*lx->at == '\\' && !lx->notes && zing_name_length(lx->at + 1, lx->end)))
        name_or_word(lx);
    else if (!sign(lx))
        stray(lx);
}

/* The end stands right after the last token: that is where something is missing. */
static void add_end(Lexer *lx, size_t first)
{
    ZToken token = begin_token(lx);
    token.kind = TK_END;
    token.reported = lx->cut_short;
    end_token(lx, &token);
    ZToken *end = &vec_last(lx->tokens);
    if (lx->tokens->len > first + 1)
        end->pos = end->after = end[-1].after;
}

/* All tokens of the file or the annotation. */
static void scan_all(Lexer *lx)
{
    size_t first = lx->tokens->len;
    for (skip_blanks(lx); lx->at < lx->end && lx->diag->errors < DIAG_MOST_ERRORS; skip_blanks(lx))
        scan_token(lx);
    lx->cut_short = lx->cut_short || lx->at < lx->end;
    add_end(lx, first);
}

void zing_lex(ZUnit *unit, const Source *source, uint16_t file, const Symbols *defines, Diag *diag,
              ZTokens *tokens, Notes *notes)
{
    Lexer lx = {.unit = unit,
                .diag = diag,
                .tokens = tokens,
                .notes = notes,
                .text = source->text,
                .end = source->text + source->len,
                .at = source->text,
                .line_start = source->text,
                .line = 1,
                .file = file,
                .fresh = true};
    zing_prep_begin(&lx.prep, unit, defines, diag);
    if (source->len > UINT32_MAX) {
        diag_error(diag, place(&lx, lx.at), "this file is too large: the limit is 4 gigabytes");
        lx.end = lx.at;
    } else if (looking_at(&lx, "\xff\xfe") || looking_at(&lx, "\xfe\xff")) {
        diag_error(diag, place(&lx, lx.at), "this file is UTF-16; save it as UTF-8");
        lx.end = lx.at;
    } else if (looking_at(&lx, "\xef\xbb\xbf")) {
        lx.at += 3;
    }
    scan_all(&lx);
    lx.prep.confused = lx.prep.confused || lx.cut_short;
    zing_prep_end(&lx.prep);
}
