/* ask.c -- see ask.h. */
#include "serve/ask.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An option, and the words that it takes; "": it takes none; "#": a number up to `most`; "=": names and
 * numbers, as `N=3,12:100=2`. */
typedef struct SafeOption {
    const char *name, *words;
    int most;
} SafeOption;

/* None of these names a file, or runs anything. */
static const SafeOption safe_options[] = {
    {"all-errors", "", 0},
    {"allow-races", "", 0},
    {"as-tried", "", 0},
    {"concurrent", "", 0},
    {"contexts", "#", 64},
    {"cooperative", "", 0},
    {"coverage", "", 0},
    {"data-model", "LP64 ILP32", 0},
    {"engine", "auto explore summarize bound bag hunt modular cegar symbolic", 0},
    {"fairness", "none weak locks strong", 0},
    {"int", "auto machine math", 0},
    {"lock-leaks", "", 0},
    {"malloc-may-fail", "", 0},
    {"memory-model", "auto sc rc11 c11 tso", 0},
    {"no-reduction", "", 0},
    {"overflow", "", 0},
    {"property", "all assert deadlock memory lock race access undefined hang livelock termination",
     0},
    {"set", "=", 0},
    {"stats", "", 0},
    {"suggest-orders", "", 0},
    {"trace-level", "short full", 0},
};

static const char *const languages[][2] = {
    {"c", "program.c"},   {"zing", "program.zing"}, {"spl", "program.spl"},
    {"bp", "program.bp"}, {"spec", "program.spec"}, {"pds", "program.pds"},
    {"ir", "program.ir"},
};

static const char *const commands[] = {"check", "prove", "infer"};

static const SafeOption *find_option(const char *name)
{
    for (size_t k = 0; k < sizeof safe_options / sizeof *safe_options; k++)
        if (strcmp(safe_options[k].name, name) == 0)
            return &safe_options[k];
    return NULL;
}

/* Is the text, of this length, one of the words? */
static bool is_word(const char *text, size_t len, const char *words)
{
    for (const char *at = words; *at; at += strspn(at, " ")) {
        size_t word = strcspn(at, " ");
        if (word == len && memcmp(at, text, len) == 0)
            return true;
        at += word;
    }
    return false;
}

/* Words with commas between them. */
static bool are_words(const char *text, const char *words)
{
    for (;; text++) {
        size_t len = strcspn(text, ",");
        if (!is_word(text, len, words))
            return false;
        text += len;
        if (!*text)
            return true;
    }
}

static bool are_numbers(const char *text)
{
    size_t len = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_=:,");
    return len && len <= 120 && !text[len];
}

void ask_add(Ask *ask, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (ask->count < MOST_ASKED)
        ask->options[ask->count++] = strdup(text);
}

static const char *read_option(Ask *ask, const char *name, json_t *value, char *why, size_t size)
{
    const SafeOption *option = find_option(name);
    const char *text = json_string_value(value);
    if (!option) {
        snprintf(why, size, "the option '%.40s' is not one of those that are offered here", name);
        return why;
    }
    if (json_is_false(value) || json_is_null(value))
        return NULL;
    json_int_t number = json_integer_value(value);
    if (!*option->words && json_is_true(value))
        ask_add(ask, "--%s", option->name);
    else if (*option->words == '#' && json_is_integer(value) && number > 0 &&
             number <= option->most)
        ask_add(ask, "--%s=%d", option->name, (int)number);
    else if (*option->words == '=' ? text && are_numbers(text)
                                   : *option->words && text && are_words(text, option->words))
        ask_add(ask, "--%s=%s", option->name, text);
    else {
        snprintf(why, size, "that is no value of the option '%s'", option->name);
        return why;
    }
    return NULL;
}

static const char *find_command(const char *name)
{
    for (size_t k = 0; name && k < sizeof commands / sizeof *commands; k++)
        if (strcmp(commands[k], name) == 0)
            return commands[k];
    return NULL;
}

static const char *find_language(const char *name)
{
    for (size_t k = 0; name && k < sizeof languages / sizeof *languages; k++)
        if (strcmp(languages[k][0], name) == 0)
            return languages[k][1];
    return NULL;
}

static const char *read_object(Ask *ask, json_t *root, char *why, size_t size)
{
    json_t *text = json_object_get(root, "text"), *options = json_object_get(root, "options");
    const char *name;
    json_t *value;
    ask->command = find_command(json_string_value(json_object_get(root, "command")));
    ask->name = find_language(json_string_value(json_object_get(root, "language")));
    if (!ask->command)
        return "the command must be check, prove or infer";
    if (!ask->name)
        return "the language must be c, zing, spl, bp, spec, pds or ir";
    if (!json_is_string(text) || !json_string_length(text))
        return "there is no program";
    if (options && (!json_is_object(options) || json_object_size(options) > MOST_ASKED / 2))
        return "the options must be an object, and few";
    ask->len = json_string_length(text);
    ask->text = malloc(ask->len + 1);
    if (!ask->text)
        return "there is no memory left";
    memcpy(ask->text, json_string_value(text), ask->len + 1);
    json_object_foreach(options, name, value)
    {
        const char *wrong = read_option(ask, name, value, why, size);
        if (wrong)
            return wrong;
    }
    return NULL;
}

const char *ask_read(Ask *ask, const char *body, size_t len, char *why, size_t size)
{
    json_t *root = json_loadb(body ? body : "", len, JSON_REJECT_DUPLICATES, NULL);
    *ask = (Ask){0};
    const char *wrong = json_is_object(root) ? read_object(ask, root, why, size)
                                             : "the request is not a JSON object";
    json_decref(root);
    return wrong;
}

void ask_free(Ask *ask)
{
    free(ask->text);
    for (size_t k = 0; k < ask->count; k++)
        free(ask->options[k]);
    *ask = (Ask){0};
}
