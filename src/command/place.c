/* place.c -- where the annotation of a region belongs: behind the declaration of the variable or the member.
 *
 * A region is named as infer names it: `x`, `account[].balance`, `struct node.next`, `Bank.balance`, `main.orders[].to`. */
#include "command/scan.h"

#include <stdint.h>
#include <string.h>

typedef struct Span {
    size_t from, to; /* lexemes; `to` is the semicolon, or behind the last */
    bool found;
} Span;

typedef struct Name {
    const char *at;
    size_t len;
} Name;
typedef VEC(Name) Path;

typedef struct Seek {
    const Scan *scan;
    size_t declared; /* the lexeme of the name */
} Seek;

static bool is(const Scan *scan, size_t k, Name name)
{
    return k < scan->all.len && scan->all.at[k].len == name.len &&
           memcmp(scan->text + scan->all.at[k].at, name.at, name.len) == 0;
}

static bool is_open(const Scan *scan, size_t k)
{
    return scan->all.at[k].kind == LEXEME_SIGN && strchr("([{", scan->text[scan->all.at[k].at]) &&
           scan->all.at[k].partner > k;
}

/* The next declaration from here on: up to a semicolon that is not in brackets.  The body of a function ends one, too. */
static Span next_declaration(const Scan *scan, size_t from, size_t to)
{
    size_t start = from;
    for (size_t k = from; k < to; k++) {
        if (is_open(scan, k)) {
            bool body = lexemes_is(scan, k, "{") && k > 0 && lexemes_is(scan, k - 1, ")");
            k = scan->all.at[k].partner;
            if (body)
                start = k + 1;
        } else if (lexemes_is(scan, k, ";"))
            return (Span){start, k, true};
    }
    return (Span){0};
}

/* Could a name be declared behind this? */
static bool comes_before(const Scan *scan, size_t k)
{
    LexemeKind kind = scan->all.at[k].kind;
    return kind == LEXEME_NAME || kind == LEXEME_WORD || lexemes_is(scan, k, "*") ||
           lexemes_is(scan, k, "]") || lexemes_is(scan, k, ",") || lexemes_is(scan, k, ")") ||
           lexemes_is(scan, k, "}");
}

/* Behind the declarator of the name, as an offset; SIZE_MAX: the declaration is of another one. */
static size_t declarator(Seek *seek, Span span, Name name)
{
    const Scan *scan = seek->scan;
    bool given = false, list = false;
    size_t found = SIZE_MAX, last = 0;
    if (lexemes_is(scan, span.from, "typedef") || lexemes_is(scan, span.from, "extern"))
        return SIZE_MAX;
    for (size_t k = span.from; k < span.to; k++) {
        if (is_open(scan, k))
            k = scan->all.at[k].partner;
        else if (lexemes_is(scan, k, ","))
            list = true, given = false;
        else if (lexemes_is(scan, k, "="))
            given = true;
        else if (found == SIZE_MAX && !given && k > span.from && is(scan, k, name) &&
                 comes_before(scan, k - 1)) {
            for (last = k; is_open(scan, last + 1) && lexemes_is(scan, last + 1, "[");)
                last = scan->all.at[last + 1].partner;
            if (last + 1 == span.to || lexemes_is(scan, last + 1, "=") ||
                lexemes_is(scan, last + 1, ",") || lexemes_is(scan, last + 1, ":") ||
                lexemes_is(scan, last + 1, "__attribute__"))
                found = k;
        }
    }
    if (found == SIZE_MAX)
        return SIZE_MAX;
    seek->declared = found;
    for (last = found; is_open(scan, last + 1) && lexemes_is(scan, last + 1, "[");)
        last = scan->all.at[last + 1].partner;
    const Lexeme *end = &scan->all.at[list ? last : span.to];
    return end->at + end->len;
}

/* The brace of the struct with this tag, or of the type with this name; 0: none. */
static size_t find_body(const Scan *scan, Name tag, bool again)
{
    for (size_t k = 0; k + 2 < scan->all.len; k++) {
        bool kind = lexemes_is(scan, k, "struct") || lexemes_is(scan, k, "union") ||
                    lexemes_is(scan, k, "class");
        if (kind && is(scan, k + 1, tag) && lexemes_is(scan, k + 2, "{"))
            return k + 2;
        if (!kind || !k || !lexemes_is(scan, k - 1, "typedef"))
            continue;
        size_t brace = lexemes_is(scan, k + 1, "{") ? k + 1 : k + 2;
        if (lexemes_is(scan, brace, "{") && is(scan, scan->all.at[brace].partner + 1, tag))
            return brace;
        const Lexeme *old = &scan->all.at[k + 1];
        if (again && is(scan, k + 2, tag))
            return find_body(scan, (Name){scan->text + old->at, old->len}, false);
    }
    return 0;
}

static size_t struct_body(const Scan *scan, Name tag)
{
    return find_body(scan, tag, true);
}

/* The brace of the struct that a declaration is about: its own, or that of the type that it names; 0: none. */
static size_t type_body(const Scan *scan, Span span)
{
    for (size_t k = span.from; k < span.to; k++)
        if (lexemes_is(scan, k, "{") && k > span.from &&
            (lexemes_is(scan, span.from, "struct") || lexemes_is(scan, span.from, "static") ||
             lexemes_is(scan, span.from, "union")))
            return k;
        else if (lexemes_is(scan, k, "="))
            break;
    for (size_t k = span.from; k < span.to; k++) {
        const Lexeme *l = &scan->all.at[k];
        size_t body =
            l->kind == LEXEME_NAME ? struct_body(scan, (Name){scan->text + l->at, l->len}) : 0;
        if (body)
            return body;
    }
    return 0;
}

/* The path is names, from number `first` on. */
static size_t find_in(Seek *seek, size_t from, size_t to, const Path *path, size_t first)
{
    const Scan *scan = seek->scan;
    for (Span span = next_declaration(scan, from, to); span.found;
         span = next_declaration(scan, span.to + 1, to)) {
        size_t end = declarator(seek, span, path->at[first]);
        if (end == SIZE_MAX)
            continue;
        if (first + 1 == path->len)
            return end;
        size_t body = type_body(scan, span);
        return body ? find_in(seek, body + 1, scan->all.at[body].partner, path, first + 1)
                    : SIZE_MAX;
    }
    return SIZE_MAX;
}

/* In Zing what is said of elements stands behind a variable that is an array of the type. */
static size_t find_array(Seek *seek, Name type)
{
    const Scan *scan = seek->scan;
    for (size_t k = 1; k + 2 < scan->all.len; k++) {
        bool begins = lexemes_is(scan, k - 1, "static") || lexemes_is(scan, k - 1, ";") ||
                      lexemes_is(scan, k - 1, "{") || lexemes_is(scan, k - 1, "}");
        if (!begins || !is(scan, k, type) || scan->all.at[k + 1].kind != LEXEME_NAME)
            continue;
        for (size_t end = k + 2; end < scan->all.len; end++)
            if (lexemes_is(scan, end, ";")) {
                seek->declared = k + 1;
                return scan->all.at[end].at + 1;
            }
    }
    return SIZE_MAX;
}

/* `{` of the function, among these lexemes; 0: none. */
static size_t function_body(const Scan *scan, size_t from, size_t to, Name name)
{
    for (size_t k = from; k + 1 < to; k++) {
        if (!is(scan, k, name) || !lexemes_is(scan, k + 1, "(") || !is_open(scan, k + 1))
            continue;
        size_t brace = scan->all.at[k + 1].partner + 1;
        if (lexemes_is(scan, brace, "{"))
            return brace;
    }
    return 0;
}

static void split(const char *region, Path *path)
{
    if (strncmp(region, "struct ", strlen("struct ")) == 0)
        region += strlen("struct ");
    while (*region) {
        size_t len = strcspn(region, ".[");
        vec_push(path, ((Name){region, len}));
        region += len;
        region += strspn(region, "[].");
    }
}

static size_t find_region(Seek *seek, const Path *path, bool zing, bool elements)
{
    const Scan *scan = seek->scan;
    if (zing && elements)
        return find_array(seek, path->at[0]);
    size_t body = path->len > 1 ? struct_body(scan, path->at[0]) : 0;
    if (body)
        return find_in(seek, body + 1, scan->all.at[body].partner, path, 1);
    body = path->len > 1 && !zing ? function_body(scan, 0, scan->all.len, path->at[0]) : 0;
    if (body)
        return find_in(seek, body + 1, scan->all.at[body].partner, path, 1);
    return zing && path->len > 1 ? SIZE_MAX : find_in(seek, 0, scan->all.len, path, 0);
}

size_t place_body(const Scan *scan, Language language, const char *name)
{
    size_t len = strcspn(name, ".");
    if (language != LANGUAGE_ZING || !name[len])
        return function_body(scan, 0, scan->all.len, (Name){name, strlen(name)});
    size_t body = struct_body(scan, (Name){name, len});
    const char *method = name + len + 1;
    return body ? function_body(scan, body, scan->all.at[body].partner,
                                (Name){method, strlen(method)})
                : 0;
}

size_t place_find(const Scan *scan, Language language, const char *region, size_t *declared)
{
    Path path = {0};
    Seek seek = {.scan = scan};
    size_t len = strlen(region);
    split(region, &path);
    bool elements = len > 2 && strcmp(region + len - 2, "[]") == 0;
    size_t end =
        path.len ? find_region(&seek, &path, language == LANGUAGE_ZING, elements) : SIZE_MAX;
    if (end != SIZE_MAX)
        *declared = scan->all.at[seek.declared].at;
    vec_free(&path);
    return end;
}
