/* outline.c -- declarations of Zing and SPL, by the look of them: a name behind a type is declared.  So there are symbols,
 * definitions and colours also while a text is wrong. */
#include "lsp/lsp.h"

#include <string.h>

/* The numbers are those of the protocol. */
typedef enum SymbolKind {
    SYMBOL_CLASS = 5,
    SYMBOL_METHOD = 6,
    SYMBOL_FIELD = 8,
    SYMBOL_ENUM = 10,
    SYMBOL_VARIABLE = 13,
    SYMBOL_CONSTANT = 14,
    SYMBOL_MEMBER = 22,
    SYMBOL_PARAMETER = 26 /* ours */
} SymbolKind;

typedef struct Symbol {
    SymbolKind kind;
    size_t name;        /* a lexeme */
    size_t first, last; /* of the whole declaration */
    size_t from, to;    /* where the name is known */
    size_t parent;      /* a symbol; SIZE_MAX: none */
} Symbol;

typedef struct Outline {
    Scan scan;
    VEC(Symbol) all;
} Outline;

static bool is_one_of(const Scan *scan, size_t k, const char *const *words)
{
    for (; *words; words++)
        if (lexemes_is(scan, k, *words))
            return true;
    return false;
}

static bool is_name(const Scan *scan, size_t k)
{
    return k < scan->all.len && scan->all.at[k].kind == LEXEME_NAME;
}

/* Can a type end here? */
static bool ends_type(const Scan *scan, size_t k)
{
    static const char *const types[] = {"bool",    "boolean", "byte",   "sbyte", "short", "ushort",
                                        "int",     "uint",    "long",   "ulong", "float", "double",
                                        "decimal", "object",  "string", "void",  NULL};
    static const char *const verbs[] = {"join", "break", "continue", "for", NULL};
    if (is_name(scan, k))
        return !is_one_of(scan, k, verbs);
    return is_one_of(scan, k, types) ||
           (k > 1 && scan->all.at[k].kind == LEXEME_NUMBER && lexemes_is(scan, k - 1, ".."));
}

static bool is_declared(const Scan *scan, size_t k)
{
    static const char *const behind[] = {";", "=", ",", ")", "[", "(", NULL};
    return k > 0 && is_name(scan, k) && ends_type(scan, k - 1) && is_one_of(scan, k + 1, behind);
}

static void add(Outline *o, SymbolKind kind, size_t name, size_t last, size_t from, size_t to,
                size_t parent)
{
    vec_push(&o->all, ((Symbol){kind, name, name, last, from, to, parent}));
}

/* Names between two places; those in a list behind the first, too. */
static void find_variables(Outline *o, SymbolKind kind, size_t from, size_t to, size_t scope_from,
                           size_t scope_to, size_t parent)
{
    const Scan *scan = &o->scan;
    for (size_t k = from; k < to; k++) {
        if (!is_declared(scan, k) || lexemes_is(scan, k + 1, "("))
            continue;
        add(o, kind, k, k, scope_from, scope_to, parent);
        bool list = kind != SYMBOL_PARAMETER;
        while (list && lexemes_is(scan, k + 1, ",") && is_name(scan, k + 2) &&
               !is_name(scan, k + 3)) {
            k += 2;
            add(o, kind, k, k, scope_from, scope_to, parent);
        }
    }
}

static size_t closing(const Scan *scan, size_t k)
{
    size_t partner = scan->all.at[k].partner;
    return partner > k ? partner : scan->all.len - 1;
}

/* `name(parameters) { ... }` */
static size_t find_method(Outline *o, size_t name, size_t parent)
{
    const Scan *scan = &o->scan;
    size_t close = closing(scan, name + 1), body = close + 1;
    while (body < scan->all.len && !lexemes_is(scan, body, "{") && !lexemes_is(scan, body, ";"))
        body++;
    size_t last = lexemes_is(scan, body, "{") ? closing(scan, body) : body;
    last = last < scan->all.len ? last : scan->all.len - 1;
    add(o, SYMBOL_METHOD, name, last, 0, scan->all.len, parent);
    size_t self = o->all.len - 1;
    find_variables(o, SYMBOL_PARAMETER, name + 2, close, name, last, self);
    if (last > body)
        find_variables(o, SYMBOL_VARIABLE, body + 1, last, body, last, self);
    return last;
}

static void find_members(Outline *o, size_t from, size_t to, size_t parent)
{
    const Scan *scan = &o->scan;
    for (size_t k = from; k < to; k++) {
        if (lexemes_is(scan, k, "{"))
            k = closing(scan, k);
        else if (is_declared(scan, k) && lexemes_is(scan, k + 1, "("))
            k = find_method(o, k, parent);
        else if (is_declared(scan, k)) {
            size_t end = k;
            while (end < to && !lexemes_is(scan, end, ";"))
                end++;
            find_variables(o, SYMBOL_FIELD, k, end, 0, scan->all.len, parent);
            k = end;
        }
    }
}

static void find_values(Outline *o, size_t from, size_t to, size_t parent)
{
    for (size_t k = from; k < to; k++)
        if (is_name(&o->scan, k))
            add(o, SYMBOL_MEMBER, k, k, 0, o->scan.all.len, parent);
}

/* Types at the outermost level, and what is in them. */
static void outline_begin(Outline *o, const Document *d)
{
    static const char *const bodies[] = {"class", "struct", "interface", "thread", NULL};
    static const char *const others[] = {"enum", "chan", "array", "set", "range", "event", NULL};
    *o = (Outline){0};
    lexemes_begin(&o->scan, d->text.at, d->text.len, d->language);
    const Scan *scan = &o->scan;
    for (size_t k = 0; k + 1 < scan->all.len; k++) {
        bool body = is_one_of(scan, k, bodies), other = is_one_of(scan, k, others);
        if ((!body && !other) || !is_name(scan, k + 1))
            continue;
        size_t brace = k + 2;
        while (brace < scan->all.len && !lexemes_is(scan, brace, "{") &&
               !lexemes_is(scan, brace, ";"))
            brace++;
        bool braced = lexemes_is(scan, brace, "{");
        size_t last = braced ? closing(scan, brace) : brace;
        last = last < scan->all.len ? last : scan->all.len - 1;
        add(o, body ? SYMBOL_CLASS : SYMBOL_ENUM, k + 1, last, 0, scan->all.len, SIZE_MAX);
        size_t self = o->all.len - 1;
        o->all.at[self].first = k;
        if (body && braced)
            find_members(o, brace + 1, last, self);
        else if (braced)
            find_values(o, brace + 1, last, self);
        k = last;
    }
}

static void outline_end(Outline *o)
{
    lexemes_free(&o->scan);
    vec_free(&o->all);
}

/* ---- symbols ---- */

static json_t *span(const Document *d, const Scan *scan, size_t first, size_t last)
{
    const Lexeme *end = &scan->all.at[last];
    return place_span(d, scan->all.at[first].at, end->at + end->len);
}

static json_t *symbol_json(const Document *d, const Outline *o, size_t number)
{
    const Symbol *symbol = &o->all.at[number];
    const Lexeme *name = &o->scan.all.at[symbol->name];
    json_t *children = json_array();
    for (size_t k = number + 1; k < o->all.len; k++)
        if (o->all.at[k].parent == number && o->all.at[k].kind != SYMBOL_PARAMETER &&
            o->all.at[k].kind != SYMBOL_VARIABLE)
            json_array_append_new(children, symbol_json(d, o, k));
    return json_pack("{s:o, s:i, s:o, s:o, s:o}", "name",
                     json_stringn(o->scan.text + name->at, name->len), "kind", (int)symbol->kind,
                     "range", span(d, &o->scan, symbol->first, symbol->last), "selectionRange",
                     span(d, &o->scan, symbol->name, symbol->name), "children", children);
}

json_t *outline_symbols(const Document *d)
{
    Outline o;
    json_t *all = json_array();
    outline_begin(&o, d);
    for (size_t k = 0; k < o.all.len; k++)
        if (o.all.at[k].parent == SIZE_MAX)
            json_array_append_new(all, symbol_json(d, &o, k));
    outline_end(&o);
    return all;
}

/* ---- definitions ---- */

static size_t class_around(const Outline *o, size_t lexeme)
{
    for (size_t k = 0; k < o->all.len; k++)
        if (o->all.at[k].parent == SIZE_MAX && o->all.at[k].first <= lexeme &&
            lexeme <= o->all.at[k].last)
            return k;
    return SIZE_MAX;
}

/* How near the declaration is to where the name is used; 0: that is another one. */
static int nearness(const Outline *o, const Symbol *symbol, size_t lexeme)
{
    bool member = lexeme > 0 && lexemes_is(&o->scan, lexeme - 1, ".");
    bool local = symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_PARAMETER;
    if (!lexemes_same(&o->scan, symbol->name, lexeme))
        return 0;
    if (local)
        return !member && symbol->from <= lexeme && lexeme <= symbol->to ? 4 : 0;
    bool own = symbol->parent != SIZE_MAX && symbol->parent == class_around(o, lexeme);
    return member ? 1 : own ? 3 : symbol->parent == SIZE_MAX ? 2 : 1;
}

json_t *outline_definition(const Document *d, size_t offset)
{
    Outline o;
    json_t *found = json_array();
    int best = 1;
    outline_begin(&o, d);
    size_t lexeme = lexemes_find(&o.scan, offset);
    if (is_name(&o.scan, lexeme)) {
        vec_each (Symbol, symbol, &o.all)
            if (nearness(&o, symbol, lexeme) > best)
                best = nearness(&o, symbol, lexeme);
        vec_each (Symbol, symbol, &o.all)
            if (nearness(&o, symbol, lexeme) == best)
                json_array_append_new(found,
                                      json_pack("{s:s, s:o}", "uri", d->uri, "range",
                                                span(d, &o.scan, symbol->name, symbol->name)));
    }
    outline_end(&o);
    return found;
}

/* ---- colours ---- */

static const char *const token_names[] = {"keyword",  "type",      "method", "property",
                                          "variable", "parameter", "number", "string",
                                          "comment",  "enumMember"};
enum {
    TOKEN_KEYWORD,
    TOKEN_TYPE,
    TOKEN_METHOD,
    TOKEN_PROPERTY,
    TOKEN_VARIABLE,
    TOKEN_PARAMETER,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_COMMENT,
    TOKEN_MEMBER,
    TOKEN_NONE
};

json_t *outline_legend(void)
{
    json_t *names = json_array();
    for (size_t k = 0; k < sizeof token_names / sizeof *token_names; k++)
        json_array_append_new(names, json_string(token_names[k]));
    return json_pack("{s:o, s:[]}", "tokenTypes", names, "tokenModifiers");
}

static int token_of_symbol(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_CLASS:
    case SYMBOL_ENUM:
        return TOKEN_TYPE;
    case SYMBOL_METHOD:
        return TOKEN_METHOD;
    case SYMBOL_FIELD:
        return TOKEN_PROPERTY;
    case SYMBOL_VARIABLE:
        return TOKEN_VARIABLE;
    case SYMBOL_PARAMETER:
        return TOKEN_PARAMETER;
    case SYMBOL_CONSTANT:
    case SYMBOL_MEMBER:
        return TOKEN_MEMBER;
    }
    return TOKEN_NONE;
}

static int token_of(const Outline *o, size_t k)
{
    const Symbol *best = NULL;
    switch (o->scan.all.at[k].kind) {
    case LEXEME_WORD:
        return TOKEN_KEYWORD;
    case LEXEME_NUMBER:
        return TOKEN_NUMBER;
    case LEXEME_TEXT:
        return TOKEN_STRING;
    case LEXEME_COMMENT:
        return TOKEN_COMMENT;
    case LEXEME_SIGN:
        return TOKEN_NONE;
    case LEXEME_NAME:
        break;
    }
    vec_each (Symbol, symbol, &o->all)
        if (nearness(o, symbol, k) && (!best || nearness(o, symbol, k) > nearness(o, best, k)))
            best = symbol;
    return best ? token_of_symbol(best->kind) : TOKEN_NONE;
}

/* Five numbers for each: lines and columns from the one before, length, kind, nothing. */
typedef struct Painter {
    const Document *d;
    json_t *data;
    json_int_t line, column; /* of the last one */
    size_t read, start;      /* so much of the text is read; where its last line begins */
    json_int_t read_line;
} Painter;

/* One line of a lexeme: the protocol has no tokens of several. */
static void paint_line(Painter *p, size_t from, size_t to, int token)
{
    for (; p->read < from; p->read++)
        if (p->d->text.at[p->read] == '\n') {
            p->read_line++;
            p->start = p->read + 1;
        }
    const char *text = p->d->text.at;
    json_int_t line = p->read_line, column = place_units(text + p->start, text + from);
    json_int_t length = place_units(text + from, text + to);
    json_int_t numbers[] = {line - p->line, line == p->line ? column - p->column : column, length,
                            token, 0};
    for (size_t k = 0; length > 0 && k < 5; k++)
        json_array_append_new(p->data, json_integer(numbers[k]));
    if (length > 0)
        p->line = line, p->column = column;
}

static void paint(Painter *p, const Lexeme *l, int token)
{
    size_t at = l->at, end = l->at + l->len;
    while (token != TOKEN_NONE && at < end) {
        const char *stop = memchr(p->d->text.at + at, '\n', end - at);
        size_t to = stop ? (size_t)(stop - p->d->text.at) : end;
        if (to > at)
            paint_line(p, at, to, token);
        at = to + 1;
    }
}

json_t *outline_tokens(const Document *d)
{
    Outline o;
    Painter p = {.d = d, .data = json_array()};
    outline_begin(&o, d);
    size_t c = 0;
    for (size_t k = 0; k < o.scan.all.len; k++) {
        for (; c < o.scan.comments.len && o.scan.comments.at[c].at < o.scan.all.at[k].at; c++)
            paint(&p, &o.scan.comments.at[c], TOKEN_COMMENT);
        paint(&p, &o.scan.all.at[k], token_of(&o, k));
    }
    for (; c < o.scan.comments.len; c++)
        paint(&p, &o.scan.comments.at[c], TOKEN_COMMENT);
    outline_end(&o);
    return json_pack("{s:o}", "data", p.data);
}
