/* label.c -- see label.h.  A label is a name between the end of a statement and a colon; comments and literals
 * are passed over.  The code of a statement is in order, so its first instruction is the one with the least number
 * among those whose places are in it. */
#include "ir/label.h"

#include <ctype.h>
#include <string.h>

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind a comment or a literal that begins here; otherwise where it was. */
static const char *pass(const char *at)
{
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (at[0] == '/' && at[1] == '*') {
        const char *end = strstr(at + 2, "*/");
        return end ? end + 2 : at + strlen(at);
    }
    if (*at != '"' && *at != '\'')
        return at;
    const char quote = *at++;
    while (*at && *at != quote && *at != '\n')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : at;
}

static Pos place_of(const char *text, const char *at, uint16_t file)
{
    Pos pos = {1, 1, file};
    for (; text < at; text++) {
        pos.column = *text == '\n' ? 1 : (uint16_t)(pos.column + 1);
        pos.line += *text == '\n';
    }
    return pos;
}

static bool is_before(Pos a, Pos b)
{
    return a.line < b.line || (a.line == b.line && a.column < b.column);
}

/* The first instruction with a place from `from` on, up to `to`. */
static void add_first(const Program *program, Pos from, Pos to, LabelPlaces *places)
{
    vec_each (Proc, proc, &program->procs)
        for (uint32_t pc = proc->begin; pc < proc->end; pc++) {
            const Pos *pos = &program->pos.at[pc];
            if (pos->line && pos->file == from.file && !is_before(*pos, from) &&
                is_before(*pos, to)) {
                vec_push(places, *pos);
                break;
            }
        }
}

/* The statement that begins here ends with its first `;`, or where its head does. */
static const char *statement_end(const char *at)
{
    int depth = 0;
    while (*at && (depth || !strchr(";{}", *at))) {
        const char *next = pass(at);
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        at = next > at ? next : at + 1;
    }
    return at;
}

static void find_in_text(const Program *program, const char *text, uint16_t file, const char *name,
                         LabelPlaces *places)
{
    char before = ';'; /* the last sign */
    size_t len = strlen(name);
    for (const char *at = text; *at;) {
        const char *next = pass(at);
        if (next > at || isspace((unsigned char)*at)) {
            at = next > at ? next : at + 1;
            continue;
        }
        if (!is_word(*at)) {
            before = *at++;
            continue;
        }
        const char *end = at;
        while (is_word(*end))
            end++;
        const char *colon = end + strspn(end, " \t\n");
        if ((size_t)(end - at) == len && strncmp(at, name, len) == 0 && *colon == ':' &&
            colon[1] != ':' && strchr(";{}):", before))
            add_first(program, place_of(text, colon, file),
                      place_of(text, statement_end(colon + 1), file), places);
        before = *at;
        at = end;
    }
}

void label_find(const Program *program, const char *name, LabelPlaces *places)
{
    vec_each (Annotation, note, &program->annotations)
        if (strncmp(note->text, "label ", 6) == 0 && strcmp(note->text + 6, name) == 0)
            vec_push(places, note->pos);
    for (size_t k = 0; !places->len && program->sources && k < program->sources->files.len; k++)
        find_in_text(program, program->sources->files.at[k].text, (uint16_t)k, name, places);
}

static void note_labels(Program *program, const char *text, const char *behind)
{
    for (const char *at = text; (at = strstr(at, behind));) {
        LabelPlaces places = {0};
        at += strlen(behind);
        at += strspn(at, " \t\n");
        size_t len = 0;
        while (is_word(at[len]))
            len++;
        const char *name = arena_copy(&program->arena, at, len);
        if (len && !isdigit((unsigned char)*name))
            label_find(program, name, &places);
        vec_each (Pos, pos, &places)
            vec_push(&program->annotations,
                     ((Annotation){*pos, arena_print(&program->arena, "label %s", name)}));
        vec_free(&places);
    }
}

void label_note(Program *program)
{
    size_t count = program->annotations.len;
    for (size_t k = 0; k < count; k++) {
        note_labels(program, program->annotations.at[k].text, "at(");
        note_labels(program, program->annotations.at[k].text, "@");
    }
}
