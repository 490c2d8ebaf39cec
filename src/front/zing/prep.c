/* prep.c -- the preprocessor: directives as in C#, no macros, no include.
 *
 *   directive = "#" ( ( "define" | "undef" ) ID | ( "if" | "elif" ) or | "else" | "endif"
 *                   | "line" ( NUMBER [ STRING ] | "default" | "hidden" )
 *                   | ( "error" | "warning" | "region" | "endregion" ) TEXT )
 *
 * #line is checked and otherwise ignored: messages and traces show the text that heddle read, so
 * their positions must be its own. */
#include "front/zing/lex.h"

#include <string.h>

/* The rest of a directive's line. */
typedef struct Line {
    Prep *prep;
    const char *start, *at, *end;
    Pos pos;     /* of start */
    bool failed; /* an error has been reported: say no more */
    int depth;   /* of parentheses */
} Line;

static Pos place(const Line *line)
{
    size_t column = line->pos.column + (size_t)(line->at - line->start);
    Pos pos = line->pos;
    pos.column = column > UINT16_MAX ? UINT16_MAX : (uint16_t)column;
    return pos;
}

static void fail(Line *line, const char *text)
{
    if (!line->failed)
        diag_error(line->prep->diag, place(line), "%s", text);
    line->failed = true;
}

static void skip_blanks(Line *line)
{
    while (line->at < line->end && memchr(" \t\r\v\f", *line->at, 5))
        line->at++;
    if (line->end - line->at >= 2 && line->at[0] == '/' && line->at[1] == '/')
        line->at = line->end;
}

static bool accept(Line *line, const char *text)
{
    size_t len = strlen(text);
    skip_blanks(line);
    if ((size_t)(line->end - line->at) < len || memcmp(line->at, text, len))
        return false;
    line->at += len;
    return true;
}

/* The identifier at the cursor, or NULL. */
static const char *name(Line *line)
{
    skip_blanks(line);
    size_t len = zing_name_length(line->at, line->end);
    const char *text = len ? zing_intern_bytes(line->prep->unit, line->at, len) : NULL;
    line->at += len;
    return text;
}

static void end_of_line(Line *line)
{
    skip_blanks(line);
    if (line->at < line->end)
        fail(line, "nothing may follow here; remove the rest of the line");
}

/* ---- symbols ---- */

static const char **find_symbol(Prep *prep, const char *symbol)
{
    vec_each (const char *, s, &prep->symbols)
        if (*s == symbol)
            return s;
    return NULL;
}

static void define(Prep *prep, const char *symbol)
{
    if (!find_symbol(prep, symbol))
        vec_push(&prep->symbols, symbol);
}

static void undefine(Prep *prep, const char *symbol)
{
    const char **found = find_symbol(prep, symbol);
    if (found)
        *found = vec_pop(&prep->symbols);
}

void zing_prep_defines(ZUnit *unit, const char *defines, Diag *diag, Symbols *symbols)
{
    const char *at = defines ? defines : "";
    while (*at) {
        size_t len = strcspn(at, ";");
        if (len && zing_name_length(at, at + len) == len)
            vec_push(symbols, zing_intern_bytes(unit, at, len));
        else if (len)
            diag_error(diag, (Pos){0}, "--define: '%.*s' is not a name", (int)(len > 80 ? 80 : len),
                       at);
        at += len + (at[len] == ';');
    }
}

/* ---- conditions ---- */

static bool or_condition(Line *line);

/* primary = "true" | "false" | ID | "(" or ")" */
static bool primary(Line *line)
{
    if (accept(line, "(")) {
        if (++line->depth > ZING_DEEPEST)
            fail(line, "this condition is nested too deeply");
        bool value = !line->failed && or_condition(line);
        if (!accept(line, ")"))
            fail(line, "expected ')' here");
        line->depth--;
        return value;
    }
    const char *symbol = name(line);
    if (!symbol) {
        fail(line, "expected a symbol, 'true', 'false' or '(' here");
        return false;
    }
    return !strcmp(symbol, "true") ||
           (strcmp(symbol, "false") && find_symbol(line->prep, symbol) != NULL);
}

/* unary = { "!" } primary */
static bool unary(Line *line)
{
    bool negate = false;
    skip_blanks(line);
    while (!(line->end - line->at > 1 && line->at[1] == '=') && accept(line, "!")) {
        negate = !negate;
        skip_blanks(line);
    }
    return primary(line) != negate;
}

/* equality = unary { ( "==" | "!=" ) unary } */
static bool equality(Line *line)
{
    bool value = unary(line);
    for (;;) {
        if (accept(line, "=="))
            value = unary(line) == value;
        else if (accept(line, "!="))
            value = unary(line) != value;
        else
            return value;
    }
}

/* and = equality { "&&" equality } */
static bool and_condition(Line *line)
{
    bool value = equality(line);
    while (accept(line, "&&"))
        value = equality(line) && value;
    return value;
}

/* or = and { "||" and } */
static bool or_condition(Line *line)
{
    bool value = and_condition(line);
    while (accept(line, "||"))
        value = and_condition(line) || value;
    return value;
}

static bool condition(Line *line)
{
    bool value = or_condition(line);
    end_of_line(line);
    return value && !line->failed;
}

/* ---- directives ---- */

bool zing_prep_active(const Prep *prep)
{
    return !prep->sections.len || prep->sections.at[prep->sections.len - 1].active;
}

static void open_section(Line *line, SectionKind kind, bool active)
{
    Section section = {.kind = kind, .pos = line->pos, .outer = zing_prep_active(line->prep)};
    section.active = section.taken = section.outer && active;
    vec_push(&line->prep->sections, section);
}

/* The innermost section, which must be of this kind; NULL and an error if it is not.  After such an
 * error the rest of the structure is guesswork, and no more is said about it. */
static Section *innermost(Line *line, SectionKind kind, const char *word)
{
    Prep *prep = line->prep;
    Section *section = prep->sections.len ? &vec_last(&prep->sections) : NULL;
    if (section && section->kind == kind)
        return section;
    if (section && !prep->confused)
        diag_error(prep->diag, line->pos, "#%s must not cross the #%s of line %u", word,
                   kind == SECTION_IF ? "region" : "if", section->pos.line);
    else if (!prep->confused)
        diag_error(prep->diag, line->pos, "#%s without #%s", word,
                   kind == SECTION_IF ? "if" : "region");
    prep->confused = true;
    return NULL;
}

/* The symbol of a #define or #undef, or NULL and an error. */
static const char *defined_symbol(Line *line)
{
    if (line->prep->too_late) {
        line->at = line->start;
        fail(line, "#define and #undef must stand before everything else in the file");
        return NULL;
    }
    const char *symbol = name(line);
    if (!symbol || !strcmp(symbol, "true") || !strcmp(symbol, "false"))
        fail(line, "expected the name of a symbol here");
    end_of_line(line);
    return line->failed ? NULL : symbol;
}

/* The #if that an #else or #elif continues, or NULL and an error. */
static Section *continued(Line *line, const char *word)
{
    Section *section = innermost(line, SECTION_IF, word);
    if (!section || !section->in_else)
        return section;
    diag_error(line->prep->diag, line->pos, "#%s after the #else of the #if of line %u", word,
               section->pos.line);
    return NULL;
}

static void elif_directive(Line *line)
{
    Section *section = continued(line, "elif");
    if (!section)
        return;
    section->active = section->outer && !section->taken && condition(line);
    section->taken = section->taken || section->active;
}

static void else_directive(Line *line)
{
    Section *section = continued(line, "else");
    if (!section)
        return;
    section->active = section->outer && !section->taken;
    section->taken = section->in_else = true;
    end_of_line(line);
}

static void if_directive(Line *line)
{
    bool active = zing_prep_active(line->prep);
    open_section(line, SECTION_IF, active && condition(line));
}

static void endif_directive(Line *line)
{
    if (!innermost(line, SECTION_IF, "endif"))
        return;
    line->prep->sections.len--;
    end_of_line(line);
}

static void region_directive(Line *line)
{
    open_section(line, SECTION_REGION, true);
}

static void endregion_directive(Line *line)
{
    if (innermost(line, SECTION_REGION, "endregion"))
        line->prep->sections.len--;
}

static void define_directive(Line *line)
{
    const char *symbol = defined_symbol(line);
    if (symbol)
        define(line->prep, symbol);
}

static void undef_directive(Line *line)
{
    const char *symbol = defined_symbol(line);
    if (symbol)
        undefine(line->prep, symbol);
}

static void line_directive(Line *line)
{
    skip_blanks(line);
    const char *digits = line->at, *word = name(line);
    if (word && strcmp(word, "default") && strcmp(word, "hidden")) {
        line->at = digits;
        word = NULL;
    }
    while (line->at < line->end && *line->at >= '0' && *line->at <= '9')
        line->at++;
    if (!word && line->at == digits)
        fail(line, "expected a line number, 'default' or 'hidden' here");
    if (!word && accept(line, "\"")) {
        const char *quote = memchr(line->at, '"', (size_t)(line->end - line->at));
        line->at = quote ? quote + 1 : line->end;
        if (!quote)
            fail(line, "this file name has no closing '\"'");
    }
    end_of_line(line);
}

/* The text of #error and #warning. */
static const char *text_of(Line *line)
{
    while (line->at < line->end && memchr(" \t\r", *line->at, 3))
        line->at++;
    const char *to = line->end;
    while (to > line->at && memchr(" \t\r", to[-1], 3))
        to--;
    return arena_copy(line->prep->unit->arena, line->at, (size_t)(to - line->at));
}

static void error_directive(Line *line)
{
    diag_error(line->prep->diag, line->pos, "#error: %s", text_of(line));
}

static void warning_directive(Line *line)
{
    diag_warn(line->prep->diag, line->pos, "#warning: %s", text_of(line));
}

static const struct {
    const char *word;
    bool always; /* also where the text is not read */
    void (*obey)(Line *);
} directives[] = {
    {"define", false, define_directive},
    {"undef", false, undef_directive},
    {"if", true, if_directive},
    {"elif", true, elif_directive},
    {"else", true, else_directive},
    {"endif", true, endif_directive},
    {"region", true, region_directive},
    {"endregion", true, endregion_directive},
    {"line", false, line_directive},
    {"error", false, error_directive},
    {"warning", false, warning_directive},
};

void zing_prep_line(Prep *prep, const char *text, const char *end, Pos pos)
{
    Line line = {.prep = prep, .start = text, .at = text + 1, .end = end, .pos = pos};
    const char *word = name(&line);
    for (size_t i = 0; word && i < sizeof directives / sizeof *directives; i++)
        if (!strcmp(word, directives[i].word)) {
            if (directives[i].always || zing_prep_active(prep))
                directives[i].obey(&line);
            return;
        }
    if (zing_prep_active(prep))
        diag_error(prep->diag, pos,
                   "there is no such directive; there are #define, #undef, #if, #elif, #else, "
                   "#endif, #line, #error, #warning, #region and #endregion");
}

void zing_prep_begin(Prep *prep, ZUnit *unit, const Symbols *defines, Diag *diag)
{
    *prep = (Prep){.unit = unit, .diag = diag};
    vec_each (const char *, symbol, defines)
        define(prep, *symbol);
}

void zing_prep_end(Prep *prep)
{
    if (prep->sections.len && !prep->confused) {
        const Section *section = &vec_last(&prep->sections);
        diag_error(prep->diag, section->pos, "this #%s has no #%s",
                   section->kind == SECTION_IF ? "if" : "region",
                   section->kind == SECTION_IF ? "endif" : "endregion");
    }
    vec_free(&prep->sections);
    vec_free(&prep->symbols);
}
