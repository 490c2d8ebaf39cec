/* source.c -- see source.h. */
#include "base/source.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

static bool read_all(FILE *in, char **text, size_t *len)
{
    VEC(char) buffer = {0};
    size_t got;
    do {
        vec_reserve(&buffer, buffer.len + 65536);
        got = fread(buffer.at + buffer.len, 1, 65536, in);
        buffer.len += got;
    } while (got > 0);
    *text = buffer.at;
    *len = buffer.len;
    return !ferror(in);
}

const char *source_name(const Sources *sources, Pos pos)
{
    return pos.file < sources->files.len ? sources->files.at[pos.file].name : "?";
}

int source_read(Sources *sources, const char *name, const char **why)
{
    bool standard = strcmp(name, "-") == 0;
    FILE *in = standard ? stdin : fopen(name, "rb");
    if (!in) {
        *why = strerror(errno);
        return -1;
    }
    char *text;
    size_t len;
    bool ok = read_all(in, &text, &len);
    if (!ok)
        *why = strerror(errno);
    if (!standard)
        fclose(in);
    int index = ok ? source_add(sources, standard ? "<stdin>" : name, text, len) : -1;
    free(text);
    return index;
}

int source_add(Sources *sources, const char *name, const char *text, size_t len)
{
    Source source = {
        .name = arena_copy(&sources->arena, name, strlen(name)),
        .text = arena_copy(&sources->arena, text, len),
        .len = len,
    };
    vec_push(&sources->files, source);
    return (int)sources->files.len - 1;
}

static const char *find_place(const Source *source, Pos pos)
{
    const char *at = source->text, *end = source->text + source->len;
    for (uint32_t n = 1; n < pos.line && at < end; n++) {
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next + 1 : end;
    }
    return (size_t)(end - at) < pos.column ? end : at + pos.column - 1;
}

static const char *skip_back(const char *at, const char *start)
{
    while (at > start && isspace((unsigned char)at[-1]))
        at--;
    return at;
}

static const char *skip_name(const char *at, const char *start)
{
    while (at > start && (isalnum((unsigned char)at[-1]) || at[-1] == '_'))
        at--;
    return at;
}

/* Where the statement begins whose first expression is here: `if (` and the like come before it. */
static const char *skip_head(const char *at, const char *start)
{
    static const char *const heads[] = {"if", "while", "switch", "return"};
    for (;;) {
        at = skip_back(at, start);
        const char *name = at > start && at[-1] == '(' ? at - 1 : skip_name(at, start);
        bool is_head = *name == '(';
        for (size_t k = 0; k < sizeof heads / sizeof *heads; k++)
            is_head |= (size_t)(at - name) == strlen(heads[k]) &&
                       strncmp(name, heads[k], strlen(heads[k])) == 0;
        if (name == at || !is_head)
            return at;
        at = name;
    }
}

/* A name and a colon before the statement, and before that the end of another one. */
const char *source_label(const Sources *sources, Pos pos, Arena *arena)
{
    if (!pos.line || pos.file >= sources->files.len)
        return NULL;
    const Source *source = &sources->files.at[pos.file];
    const char *start = source->text, *at = skip_head(find_place(source, pos), start);
    if (at == start || at[-1] != ':')
        return NULL;
    const char *end = skip_back(at - 1, start), *name = skip_name(end, start);
    const char *before = skip_back(name, start);
    if (name == end || isdigit((unsigned char)*name) ||
        (before > start && !strchr(";{}):/", before[-1])))
        return NULL;
    return arena_copy(arena, name, (size_t)(end - name));
}

bool source_has_stars(const char *text, size_t len)
{
    const char *end = text + len, *line = text;
    bool some = false;
    while ((line = memchr(line, '\n', (size_t)(end - line)))) {
        while (line < end && strchr(" \t\r\n", *line))
            line++;
        if (line < end && *line != '*')
            return false;
        some = some || line < end;
    }
    return some;
}

void source_free(Sources *sources)
{
    vec_free(&sources->files);
    vec_free(&sources->included);
    arena_free(&sources->arena);
}

/* What has been said of this place already is not said again. */
static void add_message(Diag *diag, Severity severity, Pos pos, const char *format, va_list args)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    vec_each (const Message, said, &diag->messages)
        if (said->severity == severity && said->pos.file == pos.file &&
            said->pos.line == pos.line && said->pos.column == pos.column &&
            strcmp(said->text, text) == 0)
            return;
    Message message = {severity, pos, arena_copy(&diag->arena, text, strlen(text))};
    vec_push(&diag->messages, message);
}

void diag_error(Diag *diag, Pos pos, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_message(diag, ERROR, pos, format, args);
    va_end(args);
    diag->errors++;
}

void diag_warn(Diag *diag, Pos pos, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_message(diag, WARNING, pos, format, args);
    va_end(args);
}

static int by_position(const void *a, const void *b)
{
    const Message *x = *(const Message *const *)a, *y = *(const Message *const *)b;
    if (x->pos.file != y->pos.file)
        return x->pos.file < y->pos.file ? -1 : 1;
    if (x->pos.line != y->pos.line)
        return x->pos.line < y->pos.line ? -1 : 1;
    if (x->pos.column != y->pos.column)
        return x->pos.column < y->pos.column ? -1 : 1;
    return x < y ? -1 : x > y; /* the order in which they were found */
}

/* The source line of pos, with a caret under its column; tabs stay tabs so that both line up. */
static void print_line(const Source *source, Pos pos, FILE *out)
{
    const char *line = source->text, *end = source->text + source->len;
    for (uint32_t n = 1; n < pos.line && line < end; n++) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        line = next ? next + 1 : end;
    }
    size_t len = 0;
    while (line + len < end && line[len] != '\n' && line[len] != '\r' && len < 200)
        len++;
    fputs("    ", out);
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)line[i];
        fputc(c < 32 && c != '\t' ? '?' : c, out);
    }
    fputs("\n    ", out);
    for (size_t i = 0; i + 1 < pos.column && i < len; i++)
        fputc(line[i] == '\t' ? '\t' : ' ', out);
    fputs("^\n", out);
}

static void print_message(const Diag *diag, const Message *message, FILE *out)
{
    const char *word = message->severity == ERROR ? "error" : "warning";
    Pos pos = message->pos;
    if (!pos.line || pos.file >= diag->sources->files.len) {
        fprintf(out, "heddle: %s: %s\n", word, message->text);
        return;
    }
    const Source *source = &diag->sources->files.at[pos.file];
    fprintf(out, "%s:%u:%u: %s: %s\n", source->name, pos.line, pos.column, word, message->text);
    print_line(source, pos, out);
}

void diag_print(const Diag *diag, FILE *out)
{
    VEC(const Message *) sorted = {0};
    vec_each (Message, message, &diag->messages)
        vec_push(&sorted, message);
    if (sorted.len)
        qsort(sorted.at, sorted.len, sizeof *sorted.at, by_position);
    vec_each (const Message *, message, &sorted)
        print_message(diag, *message, out);
    vec_free(&sorted);
}

void diag_free(Diag *diag)
{
    vec_free(&diag->messages);
    arena_free(&diag->arena);
}
