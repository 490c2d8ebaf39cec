/* document.c -- open files: their names as the client and as heddle knows them, and places in them.
 *
 * heddle counts columns in bytes, from 1; the client in units of UTF-16, from 0. */
#include "base/source.h"
#include "lsp/lsp.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- names ---- */

static int hex(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? (c | 32) - 'a' + 10
                                        : -1;
}

char *path_of_uri(const char *uri)
{
    static const char scheme[] = "file://";
    if (strncmp(uri, scheme, sizeof scheme - 1) != 0)
        return NULL;
    const char *at = strchr(uri + sizeof scheme - 1, '/'); /* behind the name of the machine */
    if (!at)
        return NULL;
    char *path = memory_alloc(strlen(at) + 1), *to = path;
    for (; *at; at++)
        if (*at == '%' && hex(at[1]) >= 0 && hex(at[2]) >= 0) {
            *to++ = (char)(16 * hex(at[1]) + hex(at[2]));
            at += 2;
        } else
            *to++ = *at;
    return path;
}

const char *uri_of_path(const char *path, Arena *arena)
{
    char *uri = arena_alloc(arena, 3 * strlen(path) + 8), *to = stpcpy(uri, "file://");
    for (; *path; path++)
        if (isalnum((unsigned char)*path) || strchr("/-_.~", *path))
            *to++ = *path;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*path);
    return uri;
}

const char *uri_of_file(Server *s, const char *file, Arena *arena)
{
    char here[PATH_MAX];
    const char *path = file;
    if (*file != '/' && getcwd(here, sizeof here))
        path = arena_print(arena, "%s/%s", here, file);
    for (size_t i = 0; i < s->documents.len; i++)
        if (strcmp(s->documents.at[i]->path, path) == 0)
            return s->documents.at[i]->uri;
    return uri_of_path(path, arena);
}

static bool ends_with(const char *name, const char *tail)
{
    size_t a = strlen(name), b = strlen(tail);
    return a > b && strcmp(name + a - b, tail) == 0;
}

static Language language_of(const char *path)
{
    return ends_with(path, ".c") || ends_with(path, ".i") ? LANGUAGE_C
           : ends_with(path, ".zing")                     ? LANGUAGE_ZING
           : ends_with(path, ".spl")                      ? LANGUAGE_SPL
                                                          : LANGUAGE_OTHER;
}

/* ---- texts ---- */

void document_set(Document *d, const char *text, size_t len)
{
    d->text.len = 0;
    vec_reserve(&d->text, len + 1);
    memcpy(d->text.at, text, len);
    d->text.at[len] = 0;
    d->text.len = len;
    d->serial++;
}

static bool is_as_saved(const Document *d)
{
    Sources read = {0};
    const char *why;
    int file = d->is_file ? source_read(&read, d->path, &why) : -1;
    bool same = file >= 0 && read.files.at[file].len == d->text.len &&
                memcmp(read.files.at[file].text, d->text.at, d->text.len) == 0;
    source_free(&read);
    return same;
}

Document *document_find(Server *s, const char *uri)
{
    for (size_t i = 0; uri && i < s->documents.len; i++)
        if (s->documents.at[i]->open && strcmp(s->documents.at[i]->uri, uri) == 0)
            return s->documents.at[i];
    return NULL;
}

/* What is in no file gets a name in the temporary folder, by its language. */
static char *path_without_file(Server *s, const Document *d, const char *language)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/untitled-%u.%s", s->folder, d->number,
             strcmp(language, "zing") == 0 || strcmp(language, "spl") == 0 ? language : "c");
    return memory_copy_string(path);
}

Document *document_open(Server *s, const char *uri, const char *language, const char *text,
                        size_t len)
{
    Document *d = memory_alloc(sizeof *d);
    d->number = ++s->last_number;
    d->uri = memory_copy_string(uri);
    d->path = path_of_uri(uri);
    d->is_file = d->path != NULL;
    if (!d->path)
        d->path = path_without_file(s, d, language);
    d->language = language_of(d->path);
    d->open = true;
    document_set(d, text, len);
    d->unsaved = !is_as_saved(d);
    vec_push(&s->documents, d);
    return d;
}

void document_free(Document *d)
{
    memory_free(d->uri);
    memory_free(d->path);
    vec_free(&d->text);
    for (int k = 0; k < DIAGNOSES; k++)
        json_decref(d->found[k]);
    json_decref(d->trace);
    json_decref(d->inferred);
    reads_free(d);
    memory_free(d);
}

/* ---- places ---- */

/* The units of UTF-16 between two places. */
int64_t place_units(const char *from, const char *to)
{
    int64_t count = 0;
    for (; from < to; from++)
        count += ((unsigned char)*from & 0xC0) != 0x80 ? 1 + ((unsigned char)*from >= 0xF0) : 0;
    return count;
}

static const char *line_start(const char *text, const char *end, int64_t line)
{
    while (line-- > 0 && text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        text = stop ? stop + 1 : end;
    }
    return text;
}

json_t *place_position(const Document *d, size_t offset)
{
    int64_t line = 0;
    const char *start = d->text.at, *at = d->text.at + offset;
    for (const char *p = d->text.at; p < at; p++)
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    return json_pack("{s:I, s:I}", "line", (json_int_t)line, "character",
                     (json_int_t)place_units(start, at));
}

json_t *place_span(const Document *d, size_t from, size_t to)
{
    return json_pack("{s:o, s:o}", "start", place_position(d, from), "end", place_position(d, to));
}

size_t place_offset(const Document *d, const json_t *position)
{
    int64_t line = json_integer_value(json_object_get(position, "line"));
    int64_t wanted = json_integer_value(json_object_get(position, "character"));
    const char *end = d->text.at + d->text.len, *at = line_start(d->text.at, end, line);
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    const char *start = at;
    stop = stop ? stop : end;
    while (at < stop && place_units(start, at) < wanted)
        at++;
    while (at < stop && ((unsigned char)*at & 0xC0) == 0x80)
        at++;
    return (size_t)(at - d->text.at);
}

/* The text of a file: as the client has it, or as it is saved.  NULL: there is none. */
static const char *text_of(Server *s, const char *file, size_t *len)
{
    for (size_t i = 0; i < s->documents.len; i++)
        if (strcmp(s->documents.at[i]->path, file) == 0) {
            *len = s->documents.at[i]->text.len;
            return s->documents.at[i]->text.at;
        }
    vec_each (Source, source, &s->texts->files)
        if (strcmp(source->name, file) == 0) {
            *len = source->len;
            return source->text;
        }
    const char *why;
    int read = source_read(s->texts, file, &why);
    if (read < 0)
        read = source_add(s->texts, file, "", 0);
    *len = s->texts->files.at[read].len;
    return s->texts->files.at[read].text;
}

static const char *skip_blanks(const char *from, const char *stop)
{
    while (from < stop && isspace((unsigned char)*from))
        from++;
    return from;
}

/* The first character of the statement, as far as it is in the line. */
static const char *statement_start(const char *start, const char *at, const char *stop)
{
    while (at > start && !strchr(";{}", at[-1]))
        at--;
    return skip_blanks(at, stop);
}

/* A word that begins there; around a sign, as the one of an assignment, the statement; else the rest of the line. */
static const char *range_end(const char **from, const char *start, const char *stop)
{
    const char *to = *from;
    while (to < stop && (isalnum((unsigned char)*to) || *to == '_'))
        to++;
    if (to > *from || to == stop)
        return to > *from ? to : stop;
    if (!strchr("=+-*/%&|^<>", *to))
        return stop;
    *from = statement_start(start, *from, stop);
    while (to < stop && *to != ';')
        to++;
    return to;
}

/* What is underlined; without a column all of the line. */
json_t *place_range(Server *s, const char *file, int64_t line, int64_t column)
{
    size_t len = 0;
    const char *text = text_of(s, file, &len), *end = text + len;
    const char *start = line_start(text, end, line > 0 ? line - 1 : 0);
    const char *stop = memchr(start, '\n', (size_t)(end - start));
    stop = stop ? stop : end;
    const char *from = column > 0 && column - 1 <= stop - start ? start + column - 1 : start;
    if (column < 1)
        from = skip_blanks(from, stop);
    const char *to = column < 1 ? stop : range_end(&from, start, stop);
    json_int_t number = line > 0 ? line - 1 : 0;
    return json_pack("{s:{s:I, s:I}, s:{s:I, s:I}}", "start", "line", number, "character",
                     (json_int_t)place_units(start, from), "end", "line", number, "character",
                     (json_int_t)place_units(start, to));
}

json_t *place_location(Server *s, const char *file, int64_t line, int64_t column)
{
    Arena arena = {0};
    json_t *location = json_pack("{s:s, s:o}", "uri", uri_of_file(s, file, &arena), "range",
                                 place_range(s, file, line, column));
    arena_free(&arena);
    return location;
}
