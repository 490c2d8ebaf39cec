/* database.c -- see database.h. */
#include "command/database.h"

#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *from(Arena *arena, const char *folder, const char *path)
{
    return *path == '/' ? path : arena_print(arena, "%s/%s", folder, path);
}

/* Relative to the working folder, if it lies in that. */
static const char *shown(Arena *arena, const char *path)
{
    char here[PATH_MAX], there[PATH_MAX];
    if (!realpath(path, there) || !getcwd(here, sizeof here))
        return path;
    size_t len = strlen(here);
    bool inside = strncmp(there, here, len) == 0 && there[len] == '/';
    return arena_copy(arena, inside ? there + len + 1 : there,
                      strlen(inside ? there + len + 1 : there));
}

/* Words as a shell takes them apart. */
static void split(const char *command, Arena *arena, FlagWords *words)
{
    while (*(command += strspn(command, " \t\n"))) {
        char *word = arena_alloc(arena, strlen(command) + 1), *to = word, quote = 0;
        for (; *command && (quote || !strchr(" \t\n", *command)); command++)
            if (*command == quote)
                quote = 0;
            else if (!quote && (*command == '"' || *command == '\''))
                quote = *command;
            else if (*command == '\\' && quote != '\'' && command[1])
                *to++ = *++command;
            else
                *to++ = *command;
        vec_push(words, word);
    }
}

static void find_words(const json_t *object, Arena *arena, FlagWords *words)
{
    const json_t *list = json_object_get(object, "arguments");
    const char *command = json_string_value(json_object_get(object, "command"));
    for (size_t k = 0; k < json_array_size(list); k++) {
        const char *word = json_string_value(json_array_get(list, k));
        vec_push(words, arena_copy(arena, word ? word : "", word ? strlen(word) : 0));
    }
    if (!words->len && command)
        split(command, arena, words);
}

static bool is_c(const char *name)
{
    size_t len = strlen(name);
    return len > 2 && strcmp(name + len - 2, ".c") == 0;
}

static DatabaseEntry look_at(const char *file)
{
    struct stat status = {0};
    bool is_there = stat(file, &status) == 0;
    return (DatabaseEntry){.file = file,
                           .device = is_there ? status.st_dev : 0,
                           .inode = is_there ? status.st_ino : 0};
}

static const DatabaseEntry *find(const Database *database, const DatabaseEntry *file)
{
    vec_each (const DatabaseEntry, entry, database)
        if (strcmp(entry->file, file->file) == 0 ||
            (file->inode && entry->inode == file->inode && entry->device == file->device))
            return entry;
    return NULL;
}

static void add_entry(Database *database, const json_t *object, Arena *arena)
{
    const char *folder = json_string_value(json_object_get(object, "directory"));
    const char *file = json_string_value(json_object_get(object, "file"));
    if (!file || !is_c(file))
        return;
    folder = arena_copy(arena, folder ? folder : ".", strlen(folder ? folder : "."));
    file = arena_copy(arena, file, strlen(file));
    DatabaseEntry entry = look_at(shown(arena, from(arena, folder, file)));
    if (find(database, &entry))
        return;
    FlagWords words = {0};
    find_words(object, arena, &words);
    for (size_t i = 0; i < words.len;) {
        int left = (int)(words.len - i);
        int count = flag_take(left, words.at + i, folder, arena, &entry.flags);
        i += count ? (size_t)count : 1;
    }
    vec_free(&words);
    vec_push(database, entry);
}

bool database_load(Database *database, const char *folder, Arena *arena, char *why, size_t size)
{
    struct stat status;
    json_error_t error;
    bool is_folder = stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
    const char *name = is_folder ? arena_print(arena, "%s/compile_commands.json", folder) : folder;
    json_t *root = json_load_file(name, 0, &error);
    bool read = json_is_array(root);
    if (!read && !root && error.line > 0)
        snprintf(why, size, "%s:%d: %s", name, error.line, error.text);
    else if (!read)
        snprintf(why, size, "%s: %s", name, root ? "it is no list" : error.text);
    for (size_t k = 0; k < json_array_size(root); k++)
        add_entry(database, json_array_get(root, k), arena);
    json_decref(root);
    return read;
}

bool database_read(Database *database, const char *folder, Arena *arena, char *why, size_t size)
{
    if (!database_load(database, folder, arena, why, size))
        return false;
    if (!database->len)
        snprintf(why, size, "%s names no C files", folder);
    return database->len;
}

const DatabaseEntry *database_find(const Database *database, const char *file)
{
    DatabaseEntry wanted = look_at(file);
    return find(database, &wanted);
}

void database_free(Database *database)
{
    vec_each (DatabaseEntry, entry, database)
        vec_free(&entry->flags);
    vec_free(database);
}
