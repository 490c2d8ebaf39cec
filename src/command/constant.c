/* constant.c -- see constant.h.  It reads words and signs, no grammar: C, Zing and SPL are alike so far. */
#include "command/constant.h"

#include <ctype.h>
#include <stdlib.h>

typedef enum Kind { WORD, NUMBER, SIGN, NEWLINE, NOTHING } Kind;

typedef struct Piece {
    Kind kind;
    size_t at, len;
} Piece;

typedef struct Reader {
    const char *text;
    size_t at;
    uint32_t line; /* of the piece that was read last */
    uint32_t next_line;
    Piece piece;
} Reader;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind a text in quotes, or a comment; at the sign itself if it begins neither. */
static size_t skip_quoted(Reader *r)
{
    const char *p = r->text + r->at;
    char quote = *p;
    if (quote == '"' || quote == '\'') {
        for (p++; *p && *p != quote && *p != '\n'; p++)
            p += *p == '\\' && p[1];
        return (size_t)(p - r->text) + (*p == quote);
    }
    if (p[0] == '/' && p[1] == '/') {
        while (*p && *p != '\n')
            p++;
    } else if (p[0] == '/' && p[1] == '*') {
        const char *end = strstr(p + 2, "*/");
        for (end = end ? end + 2 : p + strlen(p); p < end; p++)
            r->next_line += *p == '\n';
    }
    return (size_t)(p - r->text);
}

/* The next piece; line ends are pieces, because directives end there. */
static Kind read_piece(Reader *r)
{
    for (;;) {
        size_t before = r->at;
        while (r->text[r->at] && strchr(" \t\r\f\v", r->text[r->at]))
            r->at++;
        if (r->text[r->at] == '\\' && r->text[r->at + 1] == '\n')
            r->at += 2, r->next_line++;
        if (r->text[r->at])
            r->at = skip_quoted(r);
        if (r->at == before)
            break;
    }
    r->line = r->next_line;
    size_t at = r->at;
    char c = r->text[at];
    Kind kind = !c                          ? NOTHING
                : c == '\n'                 ? NEWLINE
                : isdigit((unsigned char)c) ? NUMBER
                : is_word(c)                ? WORD
                                            : SIGN;
    if (kind == NEWLINE)
        r->next_line++;
    if (kind == WORD || kind == NUMBER)
        while (is_word(r->text[r->at]))
            r->at++;
    else
        r->at += kind != NOTHING;
    r->piece = (Piece){kind, at, r->at - at};
    return kind;
}

static bool is(const Reader *r, const char *text)
{
    return r->piece.len == strlen(text) && memcmp(r->text + r->piece.at, text, r->piece.len) == 0;
}

/* The value of a whole number as C writes it. */
static bool number_of(const Reader *r, uint64_t *value)
{
    char *end;
    const char *text = r->text + r->piece.at;
    *value = strtoull(text, &end, 0);
    if (*end == 'e' && end < r->text + r->at) { /* 1e6 */
        double real = strtod(text, &end);
        *value = real < 1e18 ? (uint64_t)real : 0;
    }
    return (size_t)(end - text) + strspn(end, "uUlL") == r->piece.len && r->text[r->at] != '.';
}

/* ---- where constants are ---- */

/* A parameter that loops are compared with, or that threads are counted by. */
typedef struct Parameter {
    const char *function;
    uint32_t index;
} Parameter;

typedef struct Finder {
    Reader r;
    uint32_t file;
    Constants *found;
    Arena *arena;
    const char *guard;       /* the name of the #ifndef in the line before; NULL: none */
    VEC(const char *) heads; /* words in heads of loops, or between the brackets of threads */
    VEC(Parameter) parameters;
    const char *last; /* the word before */
    uint32_t loop;    /* open parentheses, plus one, of the head of a loop; 0: there is none */
    bool is_const, is_enum, in_enum;
    bool declared; /* a word stands before the last one */
    bool threads;  /* in a declaration of threads, or ... */
    bool pool;     /* in a call that makes some, to judge by its name */
} Finder;

static const char *word(Finder *f)
{
    return arena_copy(f->arena, f->r.text + f->r.piece.at, f->r.piece.len);
}

static void add(Finder *f, const Reader *r, const char *name)
{
    Constant c = {.name = name,
                  .file = f->file,
                  .line = r->line,
                  .at = r->piece.at,
                  .len = r->piece.len,
                  .counts = !name};
    if (!number_of(r, &c.value))
        return;
    c.guarded = name && f->guard && strcmp(f->guard, name) == 0;
    vec_push(f->found, c);
}

/* A number with a fraction, `1.5`, to its end. */
static bool read_fraction(Reader *r, uint64_t *value)
{
    char *end;
    if (r->text[r->at] != '.')
        return false;
    double real = strtod(r->text + r->piece.at, &end);
    r->at = (size_t)(end - r->text) + strspn(end, "fFlL");
    *value = real < 1e18 ? (uint64_t)real : 0;
    return !is_word(r->text[r->at]);
}

/* What a macro stands for, if it is made of numbers: `3`, `(1024 * 8)`, `1 << 4`, `(128 / 2)`. */
static void read_body(Finder *f, const char *name)
{
    Reader *r = &f->r;
    Constant c = {.name = name, .file = f->file, .line = r->line, .value = 1};
    uint64_t value;
    bool fits = r->text[r->at] != '(', divides = false; /* else a macro with parameters */
    c.guarded = f->guard && strcmp(f->guard, name) == 0;
    while (read_piece(r) != NEWLINE && r->piece.kind != NOTHING) {
        char sign = r->text[r->piece.at];
        bool number = r->piece.kind == NUMBER && (number_of(r, &value) || read_fraction(r, &value));
        fits &= number || (r->piece.kind == SIGN && strchr("()*+-/<>", sign));
        if (number && value && divides)
            c.value /= value;
        else if (number && value)
            c.value = c.value < UINT32_MAX && value < UINT32_MAX ? c.value * value : UINT64_MAX;
        divides = sign == '/';
        c.at = c.len ? c.at : r->piece.at;
        c.len = r->at - c.at;
    }
    if (fits && c.len && c.value > 1)
        vec_push(f->found, c);
}

/* A line that begins with #; `#ifndef N` is remembered. */
static void read_directive(Finder *f)
{
    Reader *r = &f->r;
    const char *guard = NULL;
    read_piece(r);
    bool defines = is(r, "define");
    if (is(r, "ifndef") && read_piece(r) == WORD)
        guard = word(f);
    else if (defines && read_piece(r) == WORD)
        read_body(f, word(f));
    while (r->piece.kind != NEWLINE && r->piece.kind != NOTHING)
        read_piece(r);
    f->guard = guard;
}

/* In the head of a loop, and what a row of threads has between its brackets. */
static void read_head(Finder *f, bool compared)
{
    Reader *r = &f->r;
    if (r->piece.kind == WORD)
        vec_push(&f->heads, word(f));
    else if (r->piece.kind == NUMBER && ((compared && f->loop) || f->pool))
        add(f, r, NULL);
    else if (is(r, "("))
        f->loop += f->loop > 0;
    else if (is(r, ")") && f->loop)
        f->loop -= f->loop == 2 ? 2 : 1;
}

/* The first piece behind the cast that stands here, if one does: `(size_t) 1e5`. */
static Kind read_past_cast(Reader *r)
{
    if (read_piece(r) != SIGN || !is(r, "("))
        return r->piece.kind;
    Reader inner = *r;
    while (read_piece(&inner) == WORD)
        continue;
    if (!is(&inner, ")") || read_piece(&inner) != NUMBER)
        return SIGN;
    *r = inner;
    return NUMBER;
}

/* `const int n = 8`, `enum { N = 8 }`, and `int n = 8`, which a loop may be compared with. */
static void read_value(Finder *f)
{
    const char *name = f->last;
    if ((f->is_const || f->in_enum || f->declared) && read_past_cast(&f->r) == NUMBER) {
        size_t end = f->r.at + strspn(f->r.text + f->r.at, " \t\r\n");
        if (f->r.text[end] && strchr(",;}", f->r.text[end]))
            add(f, &f->r, name);
    }
}

static void note_sign(Finder *f)
{
    Reader *r = &f->r;
    if (is(r, ";"))
        f->is_const = f->is_enum = f->threads = f->pool = false;
    else if (is(r, "{") && f->is_enum)
        f->in_enum = true, f->is_enum = false;
    else if (is(r, "}"))
        f->in_enum = f->is_const = f->threads = f->pool = false;
    else if (is(r, "=") && r->text[r->at] != '=' && f->last && !f->loop)
        read_value(f);
}

/* `threadpool_create(`, `spawn_workers(` */
static bool makes_threads(const Finder *f)
{
    static const char *const parts[] = {"thread", "pool", "spawn", "worker"};
    if (f->r.text[f->r.at] != '(')
        return false;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strcasestr(f->last, parts[i]))
            return true;
    return false;
}

static void note_word(Finder *f)
{
    Reader *r = &f->r;
    f->declared = f->last && strcmp(f->last, "return") != 0;
    f->last = word(f);
    f->is_const |= is(r, "const");
    f->is_enum |= is(r, "enum");
    f->threads |= is(r, "pthread_t") || is(r, "thrd_t");
    f->pool |= makes_threads(f);
    if ((is(r, "for") || is(r, "while")) && !f->loop) {
        while (read_piece(r) == NEWLINE)
            continue;
        f->loop = is(r, "(") ? 2 : 0;
    }
}

static void find_in(Finder *f)
{
    Reader *r = &f->r;
    bool fresh = true, compared = false;
    while (read_piece(r) != NOTHING) {
        if (fresh && is(r, "#")) {
            read_directive(f);
            continue;
        }
        fresh = r->piece.kind == NEWLINE;
        if (fresh)
            continue;
        f->guard = NULL;
        if (f->loop || f->threads || f->pool)
            read_head(f, compared);
        if (r->piece.kind == WORD)
            note_word(f);
        else if (r->piece.kind == SIGN)
            note_sign(f);
        if (r->piece.kind == SIGN && strchr("<>=;,&|", r->text[r->piece.at]))
            compared = strchr("<>=", r->text[r->piece.at]) != NULL;
        if (r->piece.kind != WORD)
            f->last = NULL;
    }
}

/* ---- numbers that are passed on ---- */

static bool is_head(const Finder *f, const char *name, size_t len)
{
    bool is = false;
    vec_each (const char *, head, &f->heads)
        is |= strlen(*head) == len && strncmp(*head, name, len) == 0;
    return is;
}

/* The parameters of the definition whose parenthesis was just read, if it is one. */
static void read_parameters(Finder *f, Reader r, const char *function)
{
    size_t before = f->parameters.len, open = 1;
    uint32_t index = 0;
    Piece last = {.kind = NOTHING};
    while (open && read_piece(&r) != NOTHING) {
        open += is(&r, "(");
        open -= is(&r, ")");
        bool ends = !open || (open == 1 && is(&r, ","));
        if (ends && last.kind == WORD && is_head(f, r.text + last.at, last.len))
            vec_push(&f->parameters, ((Parameter){function, index}));
        index += ends;
        if (r.piece.kind != NEWLINE)
            last = r.piece;
    }
    while (read_piece(&r) == NEWLINE)
        continue;
    if (!is(&r, "{"))
        f->parameters.len = before; /* a declaration, or a call */
}

static bool is_parameter(const Finder *f, const char *function, uint32_t index)
{
    bool is = false;
    vec_each (const Parameter, parameter, &f->parameters)
        is |= parameter->index == index && strcmp(parameter->function, function) == 0;
    return is;
}

/* A named constant has it, too, and may mean something else. */
static bool is_named_number(const Finder *f, const Reader *r)
{
    uint64_t value = 0;
    bool is = false;
    if (number_of(r, &value))
        vec_each (const Constant, constant, f->found)
            is |= constant->name && constant->file == f->file && constant->value == value;
    return is;
}

/* Numbers, and nothing else, where the function has a parameter that loops are compared with. */
static void read_arguments(Finder *f, Reader r, const char *function)
{
    uint32_t index = 0, pieces = 0;
    size_t open = 1;
    Reader last = {.piece = {.kind = NOTHING}};
    while (open && read_piece(&r) != NOTHING) {
        open += is(&r, "(");
        open -= is(&r, ")");
        bool ends = !open || (open == 1 && is(&r, ","));
        if (ends && pieces == 1 && last.piece.kind == NUMBER && !is_named_number(f, &last) &&
            is_parameter(f, function, index))
            add(f, &last, NULL);
        index += ends;
        if (r.piece.kind != NEWLINE)
            pieces = ends ? 0 : pieces + 1, last = r;
    }
}

/* One pass over the text, for definitions or for calls: words before a parenthesis, outside braces or inside. */
static void find_passed(Finder *f, const char *text, bool definitions)
{
    Reader r = {.text = text, .next_line = 1};
    size_t depth = 0;
    while (read_piece(&r) != NOTHING) {
        depth += is(&r, "{");
        depth -= depth && is(&r, "}");
        if (r.piece.kind != WORD || r.text[r.at] != '(' || definitions != !depth)
            continue;
        const char *function = arena_copy(f->arena, r.text + r.piece.at, r.piece.len);
        read_piece(&r);
        if (definitions)
            read_parameters(f, r, function);
        else
            read_arguments(f, r, function);
    }
}

static void find_arguments(Finder *f, const Sources *sources, size_t files)
{
    for (int calls = 0; calls <= 1; calls++)
        for (size_t i = 0; i < files && i < sources->files.len; i++) {
            f->file = (uint32_t)i;
            find_passed(f, sources->files.at[i].text, !calls);
        }
    vec_free(&f->parameters);
}

void constants_find(const Sources *sources, size_t files, Constants *found, Arena *arena)
{
    Finder f = {.found = found, .arena = arena};
    for (size_t i = 0; i < files && i < sources->files.len; i++) {
        f.file = (uint32_t)i;
        f.r = (Reader){.text = sources->files.at[i].text, .next_line = 1};
        f.loop = 0, f.is_const = f.is_enum = f.in_enum = f.threads = f.pool = false;
        find_in(&f);
    }
    vec_each (Constant, constant, found)
        vec_each (const char *, head, &f.heads)
            if (constant->name && strcmp(constant->name, *head) == 0)
                constant->counts = true;
    find_arguments(&f, sources, files);
    vec_free(&f.heads);
}

/* ---- what else the text tells ---- */

/* `argc != 3` wants two, `argc > 1` one, `argv[2]` two. */
static unsigned wanted_here(Reader *r)
{
    bool counts = is(r, "argc");
    uint64_t value = 0;
    read_piece(r);
    char first = r->text[r->piece.at];
    if (!counts) {
        bool indexed = is(r, "[") && read_piece(r) == NUMBER && number_of(r, &value);
        return indexed && value < 10 ? (unsigned)value : 0;
    }
    bool or_equal = r->text[r->at] == '=';
    if (!strchr("<>=!", first) || (or_equal && read_piece(r) != SIGN))
        return 0;
    if (read_piece(r) != NUMBER || !number_of(r, &value) || !value || value > 10)
        return 0;
    bool itself = (first == '>' && !or_equal) || (first == '<' && or_equal);
    return (unsigned)value - !itself;
}

unsigned constants_arguments(const Sources *sources, size_t files)
{
    unsigned most = 0;
    for (size_t i = 0; i < files && i < sources->files.len; i++) {
        Reader r = {.text = sources->files.at[i].text, .next_line = 1};
        while (read_piece(&r) != NOTHING) {
            unsigned wanted = is(&r, "argc") || is(&r, "argv") ? wanted_here(&r) : 0;
            most = wanted > most ? wanted : most;
        }
    }
    return most;
}

/* Does the number behind this sign say which one is meant, or how many there are?  `p == 4`, `a[4]`, `case 4`, `i <= 4`,
 * `i % 5`; of a constant with a name `i < 5`, too. */
static bool is_telling(const Reader *r, Piece sign, bool named)
{
    const char *at = r->text + sign.at;
    if (sign.kind == WORD)
        return sign.len == 4 && memcmp(at, "case", 4) == 0;
    bool compared = *at == '=' && sign.at && strchr("=!<>", at[-1]);
    return sign.kind == SIGN && (strchr("[%&", *at) || compared || (named && strchr("<>", *at)));
}

static uint32_t tied_in(const char *text, const Constant *c, bool same, uint64_t *number)
{
    Reader r = {.text = text, .next_line = 1};
    Piece before = {.kind = NOTHING};
    bool argument = false;
    for (; read_piece(&r) != NOTHING; before = r.piece) {
        uint64_t value = 0;
        bool tied = r.piece.kind == NUMBER && number_of(&r, &value) && before.kind != NOTHING &&
                    (value + 1 == c->value || (same && value == c->value));
        if (r.piece.kind == WORD)
            argument = is(&r, "argc") || is(&r, "argv");
        if (!tied || argument || !is_telling(&r, before, same && value == c->value))
            continue;
        *number = value;
        return r.line;
    }
    return 0;
}

uint32_t constants_tied(const Sources *sources, size_t files, const Constant *c, bool same,
                        uint64_t *number)
{
    uint32_t line = 0;
    for (size_t i = 0; !line && i < files && i < sources->files.len; i++)
        line = tied_in(sources->files.at[i].text, c, same, number);
    return line;
}

bool constants_defines(const char *text, const char *name)
{
    Reader r = {.text = text, .next_line = 1};
    int depth = 0;
    while (read_piece(&r) != NOTHING) {
        depth += is(&r, "{") - is(&r, "}");
        if (depth || r.piece.kind != WORD || !is(&r, name) || read_piece(&r) != SIGN ||
            !is(&r, "("))
            continue;
        int open = 1;
        while (open && read_piece(&r) != NOTHING)
            open += is(&r, "(") - is(&r, ")");
        while (read_piece(&r) == NEWLINE)
            continue;
        if (is(&r, "{"))
            return true;
    }
    return false;
}

/* ---- --set ---- */

/* One item: `N=3`, `100=2`, `12:100=2`, `b.c:12:100=2`, `b.c:100=2`. */
typedef struct Setting {
    const char *file, *name, *value; /* file NULL: any; name NULL: the number `old` ... */
    uint64_t line, old;              /* ... in that line; 0: everywhere */
} Setting;

/* All of the text, as a number. */
static bool parse_number(const char *text, int base, uint64_t *value)
{
    char *end;
    *value = strtoull(text, &end, base);
    return isdigit((unsigned char)*text) && !*end;
}

static bool parse_setting(const char *item, Setting *set, Arena *arena)
{
    char *text = arena_copy(arena, item, strlen(item));
    char *equals = strchr(text, '='), *colon = strrchr(text, ':');
    if (!equals || equals == text || !equals[1])
        return false;
    *equals = 0;
    *set = (Setting){.value = equals + 1};
    if (equals[1 + strspn(equals + 1, "0123456789")])
        return false;
    if (!colon) {
        set->name = parse_number(text, 0, &set->old) ? NULL : text;
        return true;
    }
    *colon = 0;
    if (!parse_number(colon + 1, 0, &set->old))
        return false;
    if (parse_number(text, 10, &set->line))
        return set->line > 0;
    set->file = text;
    char *before = strrchr(text, ':');
    if (before && parse_number(before + 1, 10, &set->line))
        *before = 0;
    return true;
}

/* The number is another one; behind it the line stays where it was, if there is room. */
static void replace(Source *source, size_t at, size_t len, const char *value, Arena *arena)
{
    size_t new = strlen(value), room = new < len ? len : new;
    char *text = arena_alloc(arena, source->len - len + room + 1);
    memcpy(text, source->text, at);
    memset(text + at, ' ', room);
    memcpy(text + at, value, new);
    strcpy(text + at + room, source->text + at + len);
    source->text = text;
    source->len += room - len;
    source->changed = true;
}

static void skip_line(Reader *r)
{
    while (r->piece.kind != NEWLINE && r->piece.kind != NOTHING)
        read_piece(r);
}

/* Those of a line, or all but those of directives that ask about the compiler. */
static bool set_number(Source *source, const Setting *set, Arena *arena)
{
    bool done = false;
    uint64_t value;
    Reader r = {.text = source->text, .next_line = 1};
    bool fresh = true;
    while (read_piece(&r) != NOTHING && (!set->line || r.line <= set->line)) {
        bool here = !set->line || r.line == set->line;
        if (fresh && is(&r, "#") && read_piece(&r) == WORD && !is(&r, "define"))
            skip_line(&r); /* #if __GNUC__ >= 5 */
        fresh = r.piece.kind == NEWLINE;
        if (!here || r.piece.kind != NUMBER || !number_of(&r, &value) || value != set->old)
            continue;
        replace(source, r.piece.at, r.piece.len, set->value, arena);
        r.text = source->text;
        r.at = r.piece.at + strlen(set->value);
        done = true;
    }
    return done;
}

/* In files that were given; where it is not there, in headers, which stand behind them. */
static bool apply(Sources *sources, size_t files, const Setting *set, Arena *arena)
{
    bool done = false;
    if (!set->name) {
        for (size_t i = 0; i < sources->files.len; i++)
            if (set->file ? strcmp(set->file, sources->files.at[i].name) == 0 : i < files)
                done |= set_number(&sources->files.at[i], set, &sources->arena);
        return done;
    }
    Constants found = {0};
    constants_find(sources, sources->files.len, &found, arena);
    for (size_t k = found.len; k-- > 0;) { /* from behind: what is before it stays where it is */
        const Constant *c = &found.at[k];
        if (!c->name || strcmp(c->name, set->name) != 0 || (done && c->file >= files))
            continue;
        replace(&sources->files.at[c->file], c->at, c->len, set->value, &sources->arena);
        done = true;
    }
    vec_free(&found);
    return done;
}

const char *constants_set(Sources *sources, size_t files, const char *list, Arena *arena)
{
    char *rest = arena_copy(arena, list, strlen(list));
    for (char *item; (item = strsep(&rest, ","));) {
        Setting set;
        if (!parse_setting(item, &set, arena) || !apply(sources, files, &set, arena))
            return item;
    }
    return NULL;
}
