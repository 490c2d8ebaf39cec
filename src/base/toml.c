/* toml.c -- see toml.h. */
#include "base/toml.h"

#include <ctype.h>
#include <string.h>

typedef struct Reader {
    const char *at;
    uint32_t line;
    Arena *arena;
    const char *why; /* NULL: nothing is wrong so far */
    const char *table;
    uint32_t number;
    Toml *toml;
} Reader;

static bool refuse(Reader *r, const char *why)
{
    if (!r->why)
        r->why = why;
    return false;
}

/* Blanks and comments; with `lines` the ends of lines, too. */
static void skip(Reader *r, bool lines)
{
    for (;; r->at++) {
        if (*r->at == '#')
            r->at += strcspn(r->at, "\n");
        if (*r->at == '\n' && lines)
            r->line++;
        else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r')
            return;
    }
}

static bool take(Reader *r, char sign)
{
    if (*r->at != sign)
        return false;
    r->at++;
    return true;
}

/* Letters, digits, - and _; or in quotes. */
static const char *read_text(Reader *r);
static const char *read_name(Reader *r)
{
    if (*r->at == '"' || *r->at == '\'')
        return read_text(r);
    const char *from = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_' || *r->at == '-')
        r->at++;
    if (r->at == from)
        refuse(r, "a name is missing");
    return arena_copy(r->arena, from, (size_t)(r->at - from));
}

static char escaped(Reader *r, char letter)
{
    static const char letters[] = "\"\\nt", means[] = "\"\\\n\t";
    const char *found = letter ? strchr(letters, letter) : NULL;
    if (!found)
        refuse(r,
               "of backslashes, \\\" \\\\ \\n and \\t are known; '...' takes everything as it is");
    return found ? means[found - letters] : 0;
}

static const char *read_text(Reader *r)
{
    char quote = *r->at++;
    VEC(char) text = {0};
    if (r->at[0] == quote && r->at[1] == quote)
        refuse(r, "texts of several lines are not known");
    while (!r->why && *r->at != quote) {
        if (!*r->at || *r->at == '\n') {
            refuse(r, "the quote that ends the text is missing");
            break;
        }
        char letter = *r->at++;
        if (letter == '\\' && quote == '"') {
            letter = escaped(r, *r->at);
            r->at += *r->at != 0;
        }
        vec_push(&text, letter);
    }
    take(r, quote);
    const char *copy = arena_copy(r->arena, text.at ? text.at : "", text.len);
    vec_free(&text);
    return copy;
}

static bool read_value(Reader *r, TomlEntry *entry);

static bool read_list(Reader *r, TomlEntry *entry)
{
    r->at++;
    for (;;) {
        skip(r, true);
        if (take(r, ']'))
            break;
        if (*r->at == '[')
            return refuse(r, "lists in lists are not known");
        if (!read_value(r, entry))
            return false;
        skip(r, true);
        if (!take(r, ',') && *r->at != ']')
            return refuse(r, "a comma or ] is missing in the list");
    }
    entry->kind = TOML_LIST;
    return true;
}

static bool read_value(Reader *r, TomlEntry *entry)
{
    if (*r->at == '[')
        return read_list(r, entry);
    if (*r->at == '"' || *r->at == '\'') {
        entry->kind = TOML_TEXT;
        vec_push(&entry->values, read_text(r));
        return !r->why;
    }
    const char *from = r->at;
    r->at += *r->at == '-';
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    const char *word = arena_copy(r->arena, from, (size_t)(r->at - from));
    bool boolean = strcmp(word, "true") == 0 || strcmp(word, "false") == 0;
    size_t digits = strspn(word + (*word == '-'), "0123456789");
    if (!boolean && (!digits || digits != strlen(word + (*word == '-'))))
        return refuse(r, "a value is a text in quotes, a whole number, true, false or a list");
    entry->kind = boolean ? TOML_BOOLEAN : TOML_NUMBER;
    vec_push(&entry->values, word);
    return true;
}

static bool read_table(Reader *r)
{
    r->at++;
    bool several = take(r, '[');
    skip(r, false);
    const char *name = read_name(r);
    skip(r, false);
    if (!take(r, ']') || (several && !take(r, ']')))
        return refuse(r, "a table is [name], one of several [[name]]");
    uint32_t number = several;
    vec_each (TomlEntry, entry, &r->toml->entries)
        if (several && strcmp(entry->table, name) == 0 && entry->number >= number)
            number = entry->number + 1;
    r->table = name;
    r->number = number;
    return !r->why;
}

static bool read_entry(Reader *r)
{
    TomlEntry entry = {.table = r->table, .number = r->number, .line = r->line};
    entry.key = read_name(r);
    skip(r, false);
    if (!r->why && !take(r, '='))
        refuse(r, *r->at == '.' ? "names with dots are not known" : "= is missing behind the name");
    skip(r, false);
    if (!r->why)
        read_value(r, &entry);
    vec_each (TomlEntry, other, &r->toml->entries)
        if (other->number == entry.number && strcmp(other->table, entry.table) == 0 &&
            strcmp(other->key, entry.key) == 0)
            refuse(r, "the name is there twice");
    vec_push(&r->toml->entries, entry);
    return !r->why;
}

const char *toml_parse(const char *text, Arena *arena, Toml *toml, uint32_t *line)
{
    Reader r = {.at = text, .line = 1, .arena = arena, .table = "", .toml = toml};
    for (skip(&r, true); *r.at && !r.why; skip(&r, true)) {
        if (*r.at == '[' ? !read_table(&r) : !read_entry(&r))
            break;
        skip(&r, false);
        if (*r.at && *r.at != '\n')
            refuse(&r, "the line goes on behind its end");
    }
    *line = r.line;
    return r.why;
}

void toml_free(Toml *toml)
{
    vec_each (TomlEntry, entry, &toml->entries)
        vec_free(&entry->values);
    vec_free(&toml->entries);
}
