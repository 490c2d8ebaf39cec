/* trace_load.c -- reads the trace files that report/trace_file.c writes; see replay.h. */
#include <jansson.h>

#include "check/replay.h"

enum { TRACE_VERSION = 1 }; /* ORDER TRACE_VERSION */

static bool read_flag(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

static const char *read_text(SavedTrace *saved, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? arena_copy(&saved->arena, text, strlen(text)) : "";
}

/* In which memory the steps run; that of older heddles is sequentially consistent. */
static bool read_memory(SavedTrace *saved, const json_t *options)
{
    const char *name = json_string_value(json_object_get(options, "runs_in"));
    for (int k = 0; name && k < MEMORIES; k++)
        if (strcmp(memory_text[k], name) == 0) {
            saved->bug.memory = (MemoryKind)k;
            return check_knows_memory((MemoryKind)k);
        }
    return !name;
}

static bool read_error(SavedTrace *saved, const json_t *root)
{
    const char *key = json_string_value(json_object_get(root, "error"));
    for (int i = 0; key && i < ERRORS; i++)
        if (strcmp(error_info[i].key, key) == 0) {
            saved->bug.error = (ErrorKind)i;
            return true;
        }
    return false;
}

/* The number of the file in the list of all files; the first if it is not there. */
static uint16_t read_file(const json_t *root, const json_t *place)
{
    const json_t *files = json_object_get(root, "files"), *name = json_object_get(place, "file");
    for (size_t k = 0; k < json_array_size(files) && k <= UINT16_MAX; k++)
        if (json_equal(json_array_get(files, k), name))
            return (uint16_t)k;
    return 0;
}

static Pos read_place(const json_t *root, const char *key)
{
    const json_t *place = json_object_get(root, key);
    json_int_t line = json_integer_value(json_object_get(place, "line"));
    json_int_t column = json_integer_value(json_object_get(place, "column"));
    if (line <= 0 || line > UINT32_MAX || column <= 0 || column > UINT16_MAX)
        return (Pos){0};
    return (Pos){(uint32_t)line, (uint16_t)column, read_file(root, place)};
}

static void read_split(SavedTrace *saved, const json_t *root)
{
    saved->bug.reason = read_text(saved, root, "reason");
    saved->bug.commit = read_place(root, "commit");
    saved->bug.where = read_place(root, "where");
}

static bool read_step(SavedTrace *saved, const json_t *object)
{
    const json_t *choices = json_object_get(object, "choices");
    TraceStep step = {.thread = read_text(saved, object, "thread")};
    json_int_t transaction = json_integer_value(json_object_get(object, "transaction"));
    if (transaction > 0 && transaction <= UINT32_MAX)
        step.transaction = (uint32_t)transaction;
    if (!*step.thread || !json_is_array(choices))
        return false;
    bool ok = true;
    for (size_t i = 0; i < json_array_size(choices); i++) {
        const json_t *choice = json_array_get(choices, i);
        json_int_t value = json_integer_value(choice);
        ok = ok && json_is_integer(choice) && value >= 0 && value <= UINT32_MAX;
        vec_push(&step.choices, (uint32_t)value);
    }
    vec_push(&saved->bug.steps, step);
    return ok;
}

static bool read_steps(SavedTrace *saved, const json_t *root)
{
    const json_t *steps = json_object_get(root, "steps");
    if (!json_is_array(steps))
        return false;
    for (size_t i = 0; i < json_array_size(steps); i++)
        if (!read_step(saved, json_array_get(steps, i)))
            return false;
    return true;
}

static void read_files(SavedTrace *saved, const json_t *root)
{
    const json_t *files = json_object_get(root, "files"), *hashes = json_object_get(root, "sha256");
    for (size_t k = 0; k < json_array_size(files); k++) {
        const char *name = json_string_value(json_array_get(files, k));
        const char *hash = json_string_value(json_array_get(hashes, k));
        SavedFile file = {name ? arena_copy(&saved->arena, name, strlen(name)) : "",
                          hash ? arena_copy(&saved->arena, hash, strlen(hash)) : ""};
        vec_push(&saved->files, file);
    }
}

static bool read_root(SavedTrace *saved, const json_t *root)
{
    const json_t *options = json_object_get(root, "options");
    if (json_integer_value(json_object_get(root, "heddle_trace")) != TRACE_VERSION)
        return false;
    saved->cooperative = read_flag(options, "cooperative");
    saved->unchecked = read_flag(options, "unchecked");
    saved->define = read_text(saved, options, "define");
    saved->set = read_text(saved, options, "set");
    saved->property = read_text(saved, options, "property");
    saved->bug.inputs = read_flag(options, "inputs");
    saved->zing_counting = read_flag(options, "zing_counting");
    saved->memory_model = read_text(saved, options, "memory_model");
    saved->allow_races = read_flag(options, "allow_races");
    saved->history = json_integer_value(json_object_get(options, "history"));
    saved->daemon = read_text(saved, options, "daemon");
    saved->ltl = read_text(saved, options, "ltl");
    saved->condition = read_text(saved, options, "condition");
    saved->fairness = read_text(saved, options, "fairness");
    saved->stack_limit = json_integer_value(json_object_get(options, "stack_limit"));
    json_int_t round = json_integer_value(json_object_get(root, "round"));
    saved->bug.round = round > 0 && round <= UINT32_MAX ? (uint32_t)round : 0;
    saved->bug.rounds = read_flag(options, "rounds");
    if (!read_memory(saved, options) || !read_error(saved, root) || !read_steps(saved, root))
        return false;
    read_files(saved, root);
    if (saved->bug.error == ERR_NOT_ATOMIC)
        read_split(saved, root);
    return true;
}

bool check_load_trace(const char *path, SavedTrace *saved, char *why, size_t size)
{
    json_error_t error;
    json_t *root = json_load_file(path, 0, &error);
    if (!root) {
        snprintf(why, size, "%s (line %d)", error.text, error.line);
        return false;
    }
    bool ok = read_root(saved, root);
    if (!ok)
        snprintf(why, size, "it is not a trace that heddle check --trace=FILE has saved");
    json_decref(root);
    return ok;
}

void check_free_trace(SavedTrace *saved)
{
    bug_free(&saved->bug);
    vec_free(&saved->files);
    arena_free(&saved->arena);
}
