/* task.c -- see task.h.
 *
 * Of YAML only what task definitions consist of is understood: `key: value`, lists of `- value`,
 * quotes, comments. */
#include "front/c/driver/task.h"

#include <stdlib.h>

typedef struct Line {
    int indent;
    const char *key, *value; /* "" where there is none; `- value` has no key */
    bool item;               /* begins with `-` */
} Line;

static char *trim(char *text)
{
    while (*text == ' ' || *text == '\t')
        text++;
    size_t len = strlen(text);
    while (len && strchr(" \t\r\n", text[len - 1]))
        text[--len] = 0;
    if (len >= 2 && (text[0] == '\'' || text[0] == '"') && text[len - 1] == text[0]) {
        text[len - 1] = 0;
        text++;
    }
    return text;
}

/* A comment begins with a # behind a blank, or at the start. */
static void cut_comment(char *text)
{
    for (char *p = text; *p; p++)
        if (*p == '#' && (p == text || p[-1] == ' ' || p[-1] == '\t')) {
            *p = 0;
            return;
        }
}

static Line parse_line(char *text)
{
    Line line = {.key = "", .value = ""};
    cut_comment(text);
    while (text[line.indent] == ' ')
        line.indent++;
    text += line.indent;
    line.item = text[0] == '-' && (text[1] == ' ' || !text[1]);
    if (line.item)
        text++;
    char *colon = strstr(text, ": ");
    size_t len = strlen(text);
    while (len && strchr(" \r\n", text[len - 1]))
        text[--len] = 0;
    if (!colon && len && text[len - 1] == ':')
        colon = text + len - 1;
    if (colon) {
        *colon = 0;
        line.key = trim(text);
        line.value = trim(colon + 1);
    } else {
        line.value = trim(text);
    }
    return line;
}

/* A path in the task is relative to the folder of the task. */
static const char *beside(const char *task, const char *path, Arena *arena)
{
    const char *slash = strrchr(task, '/');
    if (!slash || *path == '/')
        return arena_copy(arena, path, strlen(path));
    return arena_print(arena, "%.*s/%s", (int)(slash - task), task, path);
}

static char *read_text(const char *name, Arena *arena, const char **why)
{
    Sources sources = {0};
    int file = source_read(&sources, name, why);
    char *text = NULL;
    if (file >= 0)
        text = arena_copy(arena, sources.files.at[file].text, sources.files.at[file].len);
    source_free(&sources);
    return text;
}

typedef VEC(const char *) Names;

/* A task definition.  Those of format 1.0 do not say the data model: they are of 32 bits. */
static bool read_definition(const char *name, Task *task, Names *properties, Arena *arena,
                            const char **why)
{
    char *text = read_text(name, arena, why), *rest = text;
    const char *section = "", *model = NULL;
    if (!text)
        return false;
    for (char *row; (row = strsep(&rest, "\n"));) {
        Line line = parse_line(row);
        if (!*line.key && !*line.value)
            continue;
        if (!line.item && !line.indent)
            section = line.key;
        bool inputs = strcmp(section, "input_files") == 0;
        if (inputs && *line.value && (line.item || strcmp(line.key, "input_files") == 0))
            vec_push(&task->files, beside(name, line.value, arena));
        if (strcmp(line.key, "property_file") == 0)
            vec_push(properties, beside(name, line.value, arena));
        if (strcmp(line.key, "data_model") == 0)
            model = strcmp(line.value, "ILP32") == 0 ? "ILP32" : "LP64";
        if (strcmp(line.key, "format_version") == 0 && strcmp(line.value, "1.0") == 0 && !model)
            model = "ILP32";
    }
    if (model)
        task->model = model;
    return true;
}

typedef struct PropertyText {
    const char *text; /* that occurs in the file */
    CGoal goal;
    const char *list; /* for --property */
    bool cannot_prove;
} PropertyText;
static const PropertyText property_texts[] = {
    {"call(reach_error())", C_GOAL_REACH, "assert", false},
    {"call(__VERIFIER_error())", C_GOAL_REACH, "assert", false},
    {"data-race", C_GOAL_RACE, "race", false},
    {"overflow", C_GOAL_OVERFLOW, "assert", false},
    {"valid-memtrack", C_GOAL_MEMORY, "memory", true},
    {"valid-deref", C_GOAL_MEMORY, "memory", false},
    {"LTL(F end)", C_GOAL_END, "termination", false},
};

static bool read_property(const char *name, Task *task, const char **why)
{
    Arena arena = {0};
    const char *text = read_text(name, &arena, why);
    size_t count = sizeof property_texts / sizeof *property_texts;
    for (size_t k = 0; text && k < count && !task->properties; k++)
        if (strstr(text, property_texts[k].text)) {
            task->goal = property_texts[k].goal;
            task->cannot_prove = property_texts[k].cannot_prove;
            task->properties = property_texts[k].list;
        }
    if (text && !task->properties)
        *why = "it asks for something that heddle does not decide";
    arena_free(&arena);
    return task->properties != NULL;
}

static bool ends_with(const char *name, const char *tail)
{
    size_t a = strlen(name), b = strlen(tail);
    return a > b && strcmp(name + a - b, tail) == 0;
}

/* The first property that heddle can decide, termination after all others; else *why is about the first one. */
static const char *choose_property(const Names *properties, Task *task, const char **why)
{
    const char *reason = NULL, *end = NULL;
    vec_each (const char *, name, properties) {
        if (!read_property(*name, task, why))
            reason = reason ? reason : *why;
        else if (task->goal != C_GOAL_END)
            return *name;
        else
            end = end ? end : *name;
        task->properties = NULL;
    }
    *why = reason;
    return end && read_property(end, task, why) ? end : NULL;
}

static bool read_names(const char *const *names, size_t count, Task *task, Names *properties,
                       Arena *arena, char *why, size_t size)
{
    const char *reason = "";
    Names named = {0}; /* by the task definition */
    for (size_t k = 0; k < count; k++) {
        if (ends_with(names[k], ".prp")) {
            vec_push(properties, names[k]);
        } else if (!ends_with(names[k], ".yml")) {
            vec_push(&task->files, names[k]);
        } else if (!read_definition(names[k], task, &named, arena, &reason)) {
            snprintf(why, size, "cannot read the task %s: %s", names[k], reason);
            vec_free(&named);
            return false;
        }
    }
    if (!properties->len)
        vec_each (const char *, name, &named)
            vec_push(properties, *name);
    vec_free(&named);
    if (task->files.len && properties->len)
        return true;
    snprintf(why, size, "--sv-comp needs a task (.yml), or a C file and a property (.prp)");
    return false;
}

bool task_read(const char *const *names, size_t count, Task *task, Arena *arena, char *why,
               size_t size)
{
    const char *reason = "";
    Names properties = {0};
    bool ok = read_names(names, count, task, &properties, arena, why, size);
    if (ok)
        task->property = choose_property(&properties, task, &reason);
    if (ok && !task->property)
        snprintf(why, size, "cannot use the property %s: %s", properties.at[0], reason);
    vec_free(&properties);
    return ok && task->property;
}

bool task_asks(const Task *task, ErrorKind error)
{
    switch (task->goal) {
    case C_GOAL_ALL:
        return true;
    case C_GOAL_REACH:
        return error == ERR_ASSERTION;
    case C_GOAL_OVERFLOW:
        return error == ERR_OVERFLOW;
    case C_GOAL_END:
        return error == ERR_NO_END;
    case C_GOAL_RACE:
    case C_GOAL_MEMORY:
        return error == ERR_RACE || error == ERR_NULL_POINTER || error == ERR_WILD_POINTER ||
               error == ERR_OUT_OF_BOUNDS || error == ERR_FREED || error == ERR_DOUBLE_FREE;
    }
    return false;
}
