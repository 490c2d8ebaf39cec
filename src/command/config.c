/* config.c -- see config.h. */
#include "command/config.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/option.h"
#include "base/source.h"
#include "base/toml.h"
#include "command/database.h"

/* What a project may not say: where to write, and what the one who asks decides. */
static const char *const own[] = {"abstraction",  "config",  "html",    "intermediate", "json",
                                  "log",          "native",  "output",  "progress",     "reads",
                                  "sarif",        "smt-log", "sv-comp", "trace",        "trial",
                                  "trial-longer", "unsaved", "witness"};
static const char *const commands[] = {"check", "prove", "infer", "summary", "show", "replay"};

static bool is_among(const char *name, const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (strcmp(name, names[k]) == 0)
            return true;
    return false;
}

static const char *folder_of(Arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) : 0;
    return slash ? arena_copy(arena, len ? path : "/", len ? len : 1) : ".";
}

/* With all its folders, if these are there; in the arena. */
static const char *absolute(Arena *arena, const char *path)
{
    char real[PATH_MAX];
    if (realpath(path, real))
        return arena_copy(arena, real, strlen(real));
    if (!realpath(folder_of(arena, path), real))
        return path;
    const char *slash = strrchr(path, '/');
    return arena_print(arena, "%s/%s", strcmp(real, "/") == 0 ? "" : real,
                       slash ? slash + 1 : path);
}

/* As short as a person would write it. */
static const char *shown(Arena *arena, const char *path)
{
    char here[PATH_MAX];
    size_t len = getcwd(here, sizeof here) ? strlen(here) : 0;
    bool below = len > 1 && strncmp(path, here, len) == 0 && path[len] == '/';
    return below ? arena_copy(arena, path + len + 1, strlen(path + len + 1)) : path;
}

static const char *from_folder(Arena *arena, const char *folder, const char *path)
{
    return *path == '/' ? path : arena_print(arena, "%s/%s", folder, path);
}

/* The nearest file of one of these names in the folders around a file, all of the way up or to the repository's own. */
static const char *find_around(Arena *arena, const char *file, const char *const *names,
                               size_t count)
{
    const char *folder = folder_of(arena, absolute(arena, file));
    while (*folder == '/') {
        const char *base = strcmp(folder, "/") == 0 ? "" : folder;
        for (size_t k = 0; k < count; k++) {
            const char *path = arena_print(arena, "%s/%s", base, names[k]);
            if (access(path, R_OK) == 0)
                return path;
        }
        if (!*base || access(arena_print(arena, "%s/.git", base), F_OK) == 0)
            return NULL;
        folder = folder_of(arena, folder);
    }
    return NULL;
}

const char *config_find_compiled(Config *c, const char *file)
{
    static const char *const names[] = {"compile_commands.json", "build/compile_commands.json"};
    return find_around(&c->arena, file, names, 2);
}

/* ---- flags ---- */

static void add_word(FlagWords *words, const char *word)
{
    vec_push(words, word);
}

/* As a person would write them: `-Iinclude`, `-isystem include`. */
static void add_shown(Config *c, const FlagWords *flags)
{
    for (size_t k = 0; k < flags->len; k++) {
        const char *flag = flags->at[k];
        bool pair = k + 1 < flags->len && flag_count(2, &flags->at[k]) == 2;
        const char *value = pair ? flags->at[++k] : NULL;
        if (pair && flag_names_file(flag))
            value = shown(&c->arena, value);
        bool joined = pair && strlen(flag) == 2;
        add_word(&c->flags, joined ? arena_print(&c->arena, "%s%s", flag, value) : flag);
        if (pair && !joined)
            add_word(&c->flags, value);
    }
}

/* ---- compile_commands.json ---- */

bool config_add_compiled(Config *c, const char *database, const char *file, char *why, size_t size)
{
    Database all = {0};
    bool fine = database_load(&all, database, &c->arena, why, size);
    const DatabaseEntry *entry = fine ? database_find(&all, file) : NULL;
    if (entry)
        add_shown(c, &entry->flags);
    database_free(&all);
    return fine;
}

/* ---- heddle.toml ---- */

typedef struct Reading {
    Config *c;
    Toml toml;
    const char *path, *folder, *command, *file;
    const char *database; /* NULL: none is named */
    char *why;
    size_t size;
} Reading;

static bool complain(Reading *r, uint32_t line, const char *what, const char *name)
{
    snprintf(r->why, r->size, "%s:%u: %s%s%s", shown(&r->c->arena, r->path), line, name,
             *name ? ": " : "", what);
    return false;
}

static bool is_table(const TomlEntry *entry, const char *name)
{
    return strcmp(entry->table, name) == 0;
}

/* Which program has the file? */
static void find_program(Reading *r)
{
    const char *path = absolute(&r->c->arena, r->file);
    vec_each (TomlEntry, entry, &r->toml.entries) {
        if (r->c->program || !is_table(entry, "program") || strcmp(entry->key, "files") != 0)
            continue;
        vec_each (const char *, name, &entry->values)
            if (strcmp(absolute(&r->c->arena, from_folder(&r->c->arena, r->folder, *name)), path) ==
                0)
                r->c->program = entry->number;
    }
}

/* A program is made of all of them but the headers. */
static void add_files(Reading *r, const TomlEntry *entry)
{
    Arena *arena = &r->c->arena;
    const char *path = absolute(arena, r->file);
    vec_each (const char *, name, &entry->values) {
        size_t len = strlen(*name);
        const char *there = absolute(arena, from_folder(arena, r->folder, *name));
        if (len > 2 && strcmp(*name + len - 2, ".h") == 0)
            continue;
        add_word(&r->c->files, strcmp(there, path) == 0 ? r->file : shown(arena, there));
    }
}

static void add_flags(Reading *r, const TomlEntry *entry)
{
    FlagWords flags = {0};
    for (size_t i = 0; i < entry->values.len;) {
        int left = (int)(entry->values.len - i);
        int count = flag_take(left, entry->values.at + i, r->folder, &r->c->arena, &flags);
        i += count ? (size_t)count : 1;
    }
    add_shown(r->c, &flags);
    vec_free(&flags);
}

static const char *join(Arena *arena, const TomlEntry *entry)
{
    const char *text = "";
    for (size_t k = 0; k < entry->values.len; k++)
        text = arena_print(arena, "%s%s%s", text, k ? "," : "", entry->values.at[k]);
    return text;
}

/* `--time-limit=30`, `--overflow` */
static const char *argument_of(Reading *r, const TomlEntry *entry)
{
    const char *argument = arena_print(&r->c->arena, "--%s", entry->key);
    if (entry->kind == TOML_BOOLEAN)
        return argument;
    return arena_print(&r->c->arena, "%s=%s", argument, join(&r->c->arena, entry));
}

/* The same word with or without a value. */
static bool is_option(const char *word, const char *option)
{
    size_t len = strlen(option);
    return strncmp(word + 2, option, len) == 0 && (word[2 + len] == '=' || !word[2 + len]);
}

/* What was said before counts no more. */
static void add_option(Reading *r, const TomlEntry *entry)
{
    FlagWords *options = &r->c->options;
    size_t kept = 0;
    vec_each (const char *, word, options)
        if (!is_option(*word, entry->key))
            options->at[kept++] = *word;
    options->len = kept;
    if (entry->kind != TOML_BOOLEAN || strcmp(entry->values.at[0], "true") == 0)
        add_word(options, argument_of(r, entry));
}

static void add_entry(Reading *r, const TomlEntry *entry)
{
    if (strcmp(entry->key, "flags") == 0)
        add_flags(r, entry);
    else if (strcmp(entry->key, "files") == 0)
        add_files(r, entry);
    else if (strcmp(entry->key, "compile-commands") == 0)
        r->database = from_folder(&r->c->arena, r->folder, entry->values.at[0]);
    else
        add_option(r, entry);
}

/* ---- is it right? ---- */

static bool check_files(Reading *r, const TomlEntry *entry)
{
    if (!is_table(entry, "program"))
        return complain(r, entry->line, "that is for [[program]]", entry->key);
    vec_each (const char *, name, &entry->values)
        if (access(from_folder(&r->c->arena, r->folder, *name), F_OK) != 0)
            return complain(r, entry->line, "there is no such file", *name);
    return true;
}

static bool check_flags(Reading *r, const TomlEntry *entry)
{
    for (size_t i = 0; i < entry->values.len;) {
        int count = flag_count((int)(entry->values.len - i), entry->values.at + i);
        if (!count)
            return complain(
                r, entry->line,
                "flags can be -I, -D, -U, -std=, -include, -isystem, -iquote and -idirafter",
                entry->values.at[i]);
        i += (size_t)count;
    }
    return true;
}

static bool check_option(Reading *r, const TomlEntry *entry)
{
    char why[256];
    Options tried = option_defaults();
    if (is_among(entry->key, own, sizeof own / sizeof *own))
        return complain(r, entry->line, "that is for the command line", entry->key);
    if (option_parse(&tried, argument_of(r, entry), why, sizeof why))
        return complain(r, entry->line, why, "");
    return true;
}

static bool check_entry(Reading *r, const TomlEntry *entry)
{
    bool files = strcmp(entry->key, "files") == 0, flags = strcmp(entry->key, "flags") == 0;
    bool database = strcmp(entry->key, "compile-commands") == 0;
    if (*entry->table && !(is_table(entry, "program") && entry->number) &&
        !is_among(entry->table, commands, sizeof commands / sizeof *commands))
        return complain(r, entry->line,
                        "the tables are [check], [prove], [infer], [summary], [show], [replay] "
                        "and [[program]]",
                        entry->table);
    if ((files || flags) && entry->kind != TOML_LIST)
        return complain(r, entry->line, "it is a list: [\"...\"]", entry->key);
    if (database && entry->kind != TOML_TEXT)
        return complain(r, entry->line, "it is one text", entry->key);
    return files      ? check_files(r, entry)
           : flags    ? check_flags(r, entry)
           : database ? true
                      : check_option(r, entry);
}

/* A program is known by its files. */
static bool has_files(const Reading *r, const TomlEntry *of)
{
    vec_each (TomlEntry, entry, &r->toml.entries)
        if (is_table(entry, "program") && entry->number == of->number &&
            strcmp(entry->key, "files") == 0)
            return true;
    return !is_table(of, "program");
}

/* Everything is looked at, so that what is wrong is told whatever the file is; only what is about it counts. */
static bool add_entries(Reading *r)
{
    static const char *const order[] = {"", NULL, "program"};
    vec_each (TomlEntry, entry, &r->toml.entries) {
        if (!check_entry(r, entry))
            return false;
        if (!has_files(r, entry))
            return complain(r, entry->line, "the program has no files", "[[program]]");
    }
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        vec_each (TomlEntry, entry, &r->toml.entries)
            if (is_table(entry, order[k] ? order[k] : r->command) &&
                entry->number == (k == 2 ? r->c->program : 0))
                add_entry(r, entry);
    return true;
}

static bool parse(Reading *r)
{
    Sources texts = {0};
    const char *why = NULL;
    uint32_t line = 0;
    int file = source_read(&texts, r->path, &why);
    if (file < 0) {
        snprintf(r->why, r->size, "cannot read %s: %s", r->path, why);
        source_free(&texts);
        return false;
    }
    why = toml_parse(texts.files.at[file].text, &r->c->arena, &r->toml, &line);
    source_free(&texts);
    return !why || complain(r, line, why, "");
}

static bool read_entries(Reading *r)
{
    if (!parse(r))
        return false;
    find_program(r);
    if (!add_entries(r))
        return false;
    return !r->database || config_add_compiled(r->c, r->database, r->file, r->why, r->size);
}

bool config_read(Config *c, const char *choice, const char *command, const char *file, char *why,
                 size_t size)
{
    static const char *const names[] = {"heddle.toml"};
    if (strcmp(choice, "none") == 0 || strcmp(file, "-") == 0)
        return true;
    const char *path = strcmp(choice, "auto") == 0 ? find_around(&c->arena, file, names, 1)
                                                   : absolute(&c->arena, choice);
    if (!path)
        return true;
    c->file = shown(&c->arena, path);
    Reading r = {.c = c,
                 .path = path,
                 .folder = folder_of(&c->arena, path),
                 .command = command,
                 .file = file,
                 .why = why,
                 .size = size};
    bool right = read_entries(&r);
    toml_free(&r.toml);
    return right;
}

bool config_list_programs(Config *c, const char *choice, FlagWords *files, char *why, size_t size)
{
    Config whole = {0};
    char here[] = "./heddle.toml";
    if (!config_read(c, choice, "check", here, why, size) || !c->file)
        return c->file == NULL;
    Reading r = {.c = c, .path = absolute(&c->arena, c->file), .why = why, .size = size};
    r.folder = folder_of(&c->arena, r.path);
    bool right = parse(&r);
    vec_each (TomlEntry, entry, &r.toml.entries)
        if (is_table(entry, "program") && strcmp(entry->key, "files") == 0) {
            r.c = &whole;
            r.file = "";
            add_files(&r, entry);
            if (whole.files.len)
                add_word(files,
                         arena_copy(&c->arena, whole.files.at[0], strlen(whole.files.at[0])));
            whole.files.len = 0;
        }
    toml_free(&r.toml);
    config_free(&whole);
    return right;
}

bool config_says(const Config *c, const char *option)
{
    vec_each (const char *, word, &c->options)
        if (is_option(*word, option))
            return true;
    return false;
}

void config_free(Config *c)
{
    vec_free(&c->options);
    vec_free(&c->flags);
    vec_free(&c->files);
    arena_free(&c->arena);
}
