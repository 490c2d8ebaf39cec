/* task.c -- see task.h.
 *
 * Of YAML only what task definitions consist of is understood: `key: value`, lists of `- value`,
 * quotes, comments. */
#include "front/c/task.h"

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

bool task_read(const char *name, Task *task, Arena *arena, const char **why)
{
    char *text = read_text(name, arena, why), *rest = text;
    const char *section = "";
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
            vec_push(&task->inputs, beside(name, line.value, arena));
        if (strcmp(line.key, "property_file") == 0 && !task->property)
            task->property = beside(name, line.value, arena);
        if (strcmp(line.key, "data_model") == 0)
            task->ilp32 = strcmp(line.value, "ILP32") == 0;
    }
    *why = "it names no input_files";
    return task->inputs.len > 0;
}

void task_free(Task *task)
{
    vec_free(&task->inputs);
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
    {"data-race", C_GOAL_OTHER, "race", false},
    {"overflow", C_GOAL_OVERFLOW, "assert", false},
    {"valid-memtrack", C_GOAL_OTHER, "memory", true},
    {"valid-deref", C_GOAL_OTHER, "memory", false},
};

const char *task_read_property(const char *name, CGoal *goal, bool *cannot_prove,
                               const char **why)
{
    Arena arena = {0};
    const char *text = read_text(name, &arena, why), *list = NULL;
    size_t count = sizeof property_texts / sizeof *property_texts;
    for (size_t k = 0; text && k < count && !list; k++)
        if (strstr(text, property_texts[k].text)) {
            *goal = property_texts[k].goal;
            *cannot_prove = property_texts[k].cannot_prove;
            list = property_texts[k].list;
        }
    if (text && !list)
        *why = "it asks for something that heddle does not decide";
    arena_free(&arena);
    return list;
}
