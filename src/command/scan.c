/* scan.c -- words of Zing, SPL and C: no more than is needed to find declarations, also in a text that is being written. */
#include "command/scan.h"

#include <ctype.h>
#include <string.h>

static const char *const zing_words[] = {
#define WORD(text) text,
#define SIGN(text)
#define OTHER(text)
#define TOKEN(name, text, class) class(text)
#include "front/zing/token.def"
};
static const char *const spl_words[] = {
#include "front/spl/token.def"
#undef TOKEN
#undef WORD
#undef SIGN
#undef OTHER
};
static const char *const c_words[] = {
    "auto",   "break",   "case",   "char",         "const",  "continue", "default", "do",
    "double", "else",    "enum",   "extern",       "float",  "for",      "goto",    "if",
    "inline", "int",     "long",   "register",     "return", "short",    "signed",  "sizeof",
    "static", "struct",  "switch", "typedef",      "union",  "unsigned", "void",    "volatile",
    "while",  "_Atomic", "_Bool",  "_Thread_local"};

static bool is_word(Language language, const char *at, size_t len)
{
    const char *const *words = language == LANGUAGE_ZING  ? zing_words
                               : language == LANGUAGE_SPL ? spl_words
                                                          : c_words;
    size_t count = language == LANGUAGE_ZING  ? sizeof zing_words / sizeof *zing_words
                   : language == LANGUAGE_SPL ? sizeof spl_words / sizeof *spl_words
                                              : sizeof c_words / sizeof *c_words;
    for (size_t k = 0; k < count; k++)
        if (strlen(words[k]) == len && memcmp(words[k], at, len) == 0)
            return true;
    return false;
}

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

static const char *end_of_line(const char *at, const char *end)
{
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    return stop ? stop : end;
}

/* A line of the preprocessor, with those that it goes on in. */
static const char *end_of_directive(const char *at, const char *end)
{
    for (at = end_of_line(at, end); at < end && at[-1] == '\\'; at = end_of_line(at + 1, end))
        continue;
    return at;
}

static const char *end_of_text(const char *at, const char *end)
{
    char quote = *at++;
    for (; at < end && *at != quote && *at != '\n'; at++)
        at += *at == '\\' && at + 1 < end;
    return at < end ? at + 1 : end;
}

/* The end of what begins here, and what it is. */
static const char *read_lexeme(const char *at, const char *end, Language language, LexemeKind *kind)
{
    const char *from = at;
    if (is_letter(*at)) {
        while (at < end && (is_letter(*at) || isdigit((unsigned char)*at)))
            at++;
        *kind = is_word(language, from, (size_t)(at - from)) ? LEXEME_WORD : LEXEME_NAME;
        return at;
    }
    if (isdigit((unsigned char)*at)) {
        while (at < end &&
               (isalnum((unsigned char)*at) || (*at == '.' && at + 1 < end && at[1] != '.')))
            at++;
        *kind = LEXEME_NUMBER;
        return at;
    }
    *kind = *at == '"' || *at == '\'' ? LEXEME_TEXT : LEXEME_SIGN;
    if (*kind == LEXEME_TEXT)
        return end_of_text(at, end);
    return at + (at + 1 < end && at[0] == '.' && at[1] == '.' ? 2 : 1);
}

static const char *read_comment(const char *at, const char *end)
{
    if (end - at > 1 && at[0] == '/' && at[1] == '/')
        return end_of_line(at, end);
    if (end - at > 1 && at[0] == '/' && at[1] == '*') {
        const char *stop = memmem(at + 2, (size_t)(end - at - 2), "*/", 2);
        return stop ? stop + 2 : end;
    }
    return NULL;
}

static void pair(Scan *scan)
{
    VEC(size_t) open = {0};
    for (size_t k = 0; k < scan->all.len; k++) {
        Lexeme *l = &scan->all.at[k];
        l->partner = k;
        if (l->kind != LEXEME_SIGN)
            continue;
        char c = scan->text[l->at];
        if (strchr("([{", c))
            vec_push(&open, k);
        const char *closes = strchr(")]}", c);
        if (!closes || !open.len)
            continue;
        size_t other = vec_last(&open);
        if (scan->text[scan->all.at[other].at] != "([{"[closes - strchr(")]}", ')')] && c != '}')
            continue;
        open.len--;
        l->partner = other;
        scan->all.at[other].partner = k;
    }
    vec_free(&open);
}

void lexemes_begin(Scan *scan, const char *text, size_t len, Language language)
{
    *scan = (Scan){.text = text};
    const char *end = text + len;
    bool fresh = true;
    for (const char *at = text; at < end;) {
        const char *stop = read_comment(at, end);
        LexemeKind kind = LEXEME_COMMENT;
        if (*at == '#' && fresh)
            at = end_of_directive(at, end);
        else if (isspace((unsigned char)*at))
            fresh = *at++ == '\n' || fresh;
        else if (stop) {
            vec_push(&scan->comments,
                     ((Lexeme){kind, (size_t)(at - text), (size_t)(stop - at), 0}));
            at = stop;
        } else {
            stop = read_lexeme(at, end, language, &kind);
            vec_push(&scan->all, ((Lexeme){kind, (size_t)(at - text), (size_t)(stop - at), 0}));
            at = stop;
            fresh = false;
        }
    }
    pair(scan);
}

void lexemes_free(Scan *scan)
{
    vec_free(&scan->all);
    vec_free(&scan->comments);
}

bool lexemes_is(const Scan *scan, size_t k, const char *text)
{
    return k < scan->all.len && strlen(text) == scan->all.at[k].len &&
           memcmp(scan->text + scan->all.at[k].at, text, strlen(text)) == 0;
}

bool lexemes_same(const Scan *scan, size_t a, size_t b)
{
    const Lexeme *x = &scan->all.at[a], *y = &scan->all.at[b];
    return x->len == y->len && memcmp(scan->text + x->at, scan->text + y->at, x->len) == 0;
}

size_t lexemes_find(const Scan *scan, size_t offset)
{
    for (size_t k = 0; k < scan->all.len; k++) {
        const Lexeme *l = &scan->all.at[k];
        bool word = l->kind == LEXEME_NAME || l->kind == LEXEME_WORD;
        if (offset >= l->at && offset < l->at + l->len + word)
            return k;
    }
    return scan->all.len;
}
