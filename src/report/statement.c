/* statement.c -- the piece of source text that a trace shows for an action. */
#include "report/report.h"

static const char *find_line(const Source *source, uint32_t number)
{
    const char *line = source->text, *end = source->text + source->len;
    for (uint32_t n = 1; n < number && line < end; n++) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        line = next ? next + 1 : end;
    }
    return line;
}

/* The end of the statement at `at`: behind its semicolon or closing brace, before a comment or a
 * brace that was opened outside, at the latest at the end of the line. */
static const char *find_end(const char *at, const char *end)
{
    int depth = 0;
    bool quoted = false;
    for (const char *p = at; p < end && *p != '\n' && *p != '\r'; p++) {
        if (*p == '"' && (p == at || p[-1] != '\\'))
            quoted = !quoted;
        if (quoted)
            continue;
        if (*p == '#' && p > at)
            return p;
        if (*p == '/' && p + 1 < end && (p[1] == '/' || p[1] == '*'))
            return p;
        if (*p == '(' || *p == '{' || *p == '[')
            depth++;
        if (*p == ')' || *p == '}' || *p == ']')
            depth--;
        if (depth < 0)
            return p > at ? p : p + 1;
        if (depth == 0 && (*p == ';' || *p == '}'))
            return p + 1;
    }
    while (at < end && *at != '\n')
        at++;
    return at;
}

/* A place in the middle of a statement (an operator, the name of a method) stands for all of it. */
static const char *find_start(const char *line, const char *at)
{
    const char *before = at;
    while (before > line && (before[-1] == ' ' || before[-1] == '\t'))
        before--;
    bool selects = before == at && before - line > 1 &&
                   ((before[-1] == '>' && before[-2] == '-') ||
                    (before[-1] == ')' && strchr("+-.[=", *at))); /* `o->x`, `(*p)++` */
    if (before == line || (strchr(";{})>:", before[-1]) && !selects) ||
        (before - line >= 4 && memcmp(before - 4, "else", 4) == 0))
        return at;
    while (before > line && !strchr(";{}", before[-1]))
        before--;
    return before;
}

/* The text on one line: blanks merged, none at the ends. */
static const char *tidy(const char *at, const char *end, Arena *arena)
{
    char *text = arena_alloc(arena, (size_t)(end - at) + 1);
    size_t len = 0;
    for (; at < end; at++) {
        unsigned char c = (unsigned char)*at;
        bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
        if (blank && (len == 0 || text[len - 1] == ' '))
            continue;
        text[len++] = blank ? ' ' : c < 32 || c == 127 ? '?' : (char)c;
    }
    while (len && text[len - 1] == ' ')
        len--;
    text[len] = 0;
    return text;
}

/* The last character of the comment that begins at `at`; it stays where the comment goes on in
 * another line. */
static const char *skip_comment(const char *at, const char *end)
{
    const char *p = at + 2;
    while (end - p > 1 && *p != '\n' && (p[0] != '*' || p[1] != '/'))
        p++;
    return end - p > 1 && *p == '*' ? p + 1 : at;
}

/* Where the statement at pos begins, in the text that begins with `line`. */
static const char *find_statement(const char *line, const char *end, Pos pos)
{
    const char *at = line;
    for (uint32_t column = 1; column < pos.column && at < end && *at != '\n'; column++)
        at++;
    at = find_start(line, at);
    for (; end - at > 1; at++) {
        if (at[0] == '*' && at[1] == '/') /* a comment may end here */
            at++;
        else if (at[0] == '/' && at[1] == '*' && skip_comment(at, end) > at)
            at = skip_comment(at, end);
        else if (*at != ' ' && *at != '\t')
            break;
    }
    return at;
}

const char *report_statement(const Sources *sources, Pos pos, Arena *arena)
{
    if (!pos.line || pos.file >= sources->files.len)
        return "";
    const Source *source = &sources->files.at[pos.file];
    const char *end = source->text + source->len;
    const char *at = find_statement(find_line(source, pos.line), end, pos);
    return tidy(at, find_end(at, end), arena);
}

Pos report_statement_start(const Sources *sources, Pos pos)
{
    if (!pos.line || pos.file >= sources->files.len)
        return pos;
    const Source *source = &sources->files.at[pos.file];
    const char *line = find_line(source, pos.line);
    pos.column = (uint16_t)(find_statement(line, source->text + source->len, pos) - line + 1);
    return pos;
}

const char *report_file_name(const Job *job, Pos pos)
{
    const Sources *sources = job->sources;
    return pos.file < sources->files.len ? sources->files.at[pos.file].name : "?";
}

static bool ends_with(const char *name, const char *end)
{
    size_t all = strlen(name), len = strlen(end);
    return all >= len && strcmp(name + all - len, end) == 0 &&
           (all == len || name[all - len - 1] == '/');
}

static bool is_alone(const Sources *sources, size_t file, const char *end)
{
    for (size_t k = 0; k < sources->files.len; k++)
        if (k != file && ends_with(sources->files.at[k].name, end))
            return false;
    return true;
}

const char *report_short_name(const Job *job, Pos pos)
{
    const char *name = report_file_name(job, pos);
    for (const char *at = name + strlen(name); at > name; at--)
        if (at[-1] == '/' && *at && is_alone(job->sources, pos.file, at))
            return at;
    return name;
}

bool report_several_files(const Bug *bug)
{
    vec_each (TraceStep, step, &bug->steps)
        if (step->pos.file != bug->steps.at[0].pos.file)
            return true;
    return false;
}
