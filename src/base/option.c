/* option.c -- see option.h.  Everything here comes from option.def. */
#include "base/option.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef enum OptionKind { KIND_FLAG, KIND_HIDDEN, KIND_NUMBER, KIND_TEXT } OptionKind;

typedef struct Option {
    const char *name; /* as in the table, with underscores */
    OptionKind kind;
    size_t offset; /* of its field in Options */
    int64_t low, high;
    const char *arg, *help;
} Option;

static const Option table[] = {
#define OPT(name, kind, fallback, low, high, arg, help)                                            \
    {#name, KIND_##kind, offsetof(Options, name), low, high, arg, help},
#include "base/option.def"
#undef OPT
};
enum { OPTIONS = sizeof table / sizeof *table, NAME_SIZE = OPTION_NAME };

/* What a TEXT can be, where that is not anything. */
typedef struct Choices {
    const char *name;
    const char *words[6]; /* NULL: no more */
} Choices;

static const Choices choices[] = {
    {"color", {"auto", "always", "never"}},
    {"data_model", {"ILP32", "LP64"}},
    {"fairness", {"none", "weak", "locks", "strong"}},
    {"int_", {"auto", "machine", "math"}},
    {"memory_model", {"auto", "sc", "rc11", "c11", "tso"}},
    {"next", {"try", "list", "none"}},
    {"progress", {"auto", "line", "json", "none"}},
    {"solver", {"z3", "cvc5"}},
    {"stacks", {"auto", "explicit", "automata"}},
    {"states", {"svg", "dot"}},
    {"trace_level", {"short", "full"}},
    {"volatile_", {"relaxed", "plain"}},
};
enum { CHOICES = sizeof choices / sizeof *choices, MOST_WORDS = 5 };

/* What a shell proposes besides; somebody else looks whether a value is right. */
typedef struct Hints {
    const char *name;
    bool list; /* several of them, with commas */
    const char *words[16];
} Hints;

static const Hints hints[] = {
    {"address", false, {"127.0.0.1", "0.0.0.0"}},
    {"client", true, {"1x3", "2x2", "2x3", "3x2"}},
    {"config", false, {"auto", "none"}},
    {"engine",
     false,
     {"auto", "summarize", "explore", "bag", "bound", "hunt", "modular", "cegar", "symbolic"}},
    {"log",
     true,
     {
         "all",
#define TOPIC(NAME, name, what) name,
#include "base/log.def"
#undef TOPIC
     }},
    {"method",
     false,
     {"all", "backward", "forward", "accelerated", "directed", "net", "depth", "random",
      "preemptions"}},
    {"property",
     true,
     {"all", "assert", "deadlock", "race", "memory", "lock", "access", "undefined", "hang",
      "livelock", "termination"}},
    {"target", false, {"none"}},
};

static const Hints *find_hints(const char *name)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (strcmp(hints[i].name, name) == 0)
            return &hints[i];
    return NULL;
}

static const Choices *find_choices(const char *name)
{
    for (size_t i = 0; i < CHOICES; i++)
        if (strcmp(choices[i].name, name) == 0)
            return &choices[i];
    return NULL;
}

Options option_defaults(void)
{
    return (Options)
    {
#define OPT(name, kind, fallback, low, high, arg, help) .name = fallback,
#include "base/option.def"
#undef OPT
    };
}

/* The name as it is written on the command line, without the two hyphens. */
static void spell(const Option *option, char spelled[NAME_SIZE])
{
    size_t i = 0;
    for (; option->name[i] && i + 1 < NAME_SIZE; i++)
        spelled[i] = option->name[i] == '_' ? '-' : option->name[i];
    if (i && spelled[i - 1] == '-')
        i--; /* of a name that C has taken */
    spelled[i] = 0;
}

static const Option *find(const char *name, size_t len)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        char spelled[NAME_SIZE];
        spell(&table[i], spelled);
        if (strlen(spelled) == len && memcmp(spelled, name, len) == 0)
            return &table[i];
    }
    return NULL;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How many letters must be changed, added or dropped to make b of a (Levenshtein). */
static size_t distance(const char *a, size_t len, const char *b)
{
    size_t row[NAME_SIZE], width = strlen(b);
    for (size_t j = 0; j <= width; j++)
        row[j] = j;
    for (size_t i = 1; i <= len; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= width; j++) {
            size_t changed = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[width];
}

/* Says that there is no such option, and which one may have been meant. */
static const char *unknown(const char *name, size_t len, char *why, size_t size)
{
    size_t best = SIZE_MAX;
    char nearest[NAME_SIZE] = "";
    for (size_t i = 0; i < OPTIONS && len < NAME_SIZE; i++) {
        char spelled[NAME_SIZE];
        spell(&table[i], spelled);
        size_t d = distance(name, len, spelled);
        if (d < best && table[i].kind != KIND_HIDDEN) {
            best = d;
            memcpy(nearest, spelled, sizeof nearest);
        }
    }
    if (best <= 3 && best < len)
        snprintf(why, size, "unknown option --%.*s; did you mean --%s?", (int)len, name, nearest);
    else
        snprintf(why, size, "unknown option --%.*s; heddle --help lists all", (int)len, name);
    return why;
}

/* What follows a number of megabytes: M or MB, G or GB; nothing may follow another number.  0: something else. */
static long long unit_at(const Option *option, const char *text)
{
    if (!*text)
        return 1;
    bool sized = strcmp(option->arg, "MB") == 0;
    if (sized && (strcmp(text, "M") == 0 || strcmp(text, "MB") == 0))
        return 1;
    return sized && (strcmp(text, "G") == 0 || strcmp(text, "GB") == 0) ? 1024 : 0;
}

static const char *set_number(const Option *option, const char *text, int64_t *number, char *why,
                              size_t size)
{
    char spelled[NAME_SIZE], *end;
    spell(option, spelled);
    errno = 0;
    long long value = strtoll(text, &end, 10);
    bool digits = (*text >= '0' && *text <= '9') || *text == '-';
    long long unit = unit_at(option, end);
    if (!digits || !unit || end == text) {
        snprintf(why, size, "--%s needs a whole number, not '%s'", spelled, text);
        return why;
    }
    if (errno || value < option->low || value > option->high / unit) {
        snprintf(why, size, "--%s=%s is out of range: it can be %lld to %lld", spelled, text,
                 (long long)option->low, (long long)option->high);
        return why;
    }
    *number = value * unit;
    return NULL;
}

/* `--color=red: it can be auto, always or never` */
static const char *check_choice(const Option *option, const char *value, char *why, size_t size)
{
    const Choices *known = find_choices(option->name);
    char spelled[NAME_SIZE];
    size_t count = 0, len;
    for (; known && count < MOST_WORDS && known->words[count]; count++)
        if (strcmp(known->words[count], value) == 0)
            return NULL;
    if (!known)
        return NULL;
    spell(option, spelled);
    len = (size_t)snprintf(why, size, "--%s=%s: it can be ", spelled, value);
    for (size_t k = 0; k < count && len < size; k++)
        len += (size_t)snprintf(why + len, size - len, "%s%s",
                                k == 0           ? ""
                                : k + 1 == count ? " or "
                                                 : ", ",
                                known->words[k]);
    return why;
}

static bool is_file(const Option *option)
{
    return strcmp(option->arg, "FILE") == 0 || strcmp(option->arg, "COPY") == 0 ||
           strcmp(option->arg, "STATE") == 0;
}

static const char *set(Options *options, const Option *option, const char *value, char *why,
                       size_t size)
{
    char spelled[NAME_SIZE];
    spell(option, spelled);
    void *field = (char *)options + option->offset;
    bool flag = option->kind == KIND_FLAG || option->kind == KIND_HIDDEN;
    if (flag && value) {
        snprintf(why, size, "--%s takes no value", spelled);
        return why;
    }
    if (!flag && (!value || (!*value && is_file(option)))) {
        snprintf(why, size, "--%s needs a value: --%s=%s", spelled, spelled, option->arg);
        return why;
    }
    switch (option->kind) {
    case KIND_FLAG:
    case KIND_HIDDEN:
        *(bool *)field = true;
        return NULL;
    case KIND_NUMBER:
        return set_number(option, value, field, why, size);
    case KIND_TEXT:
        *(const char **)field = value;
        if (!*value && strcmp(option->name, "ltl") == 0) { /* nothing would be checked */
            snprintf(why, size, "--ltl: the formula is missing");
            return why;
        }
        return check_choice(option, value, why, size);
    }
    return NULL;
}

const char *option_parse(Options *options, const char *argument, char *why, size_t size)
{
    if (argument[0] != '-' || argument[1] != '-') {
        snprintf(why, size, "unknown option %s; options begin with two hyphens", argument);
        return why;
    }
    const char *name = argument + 2, *value = strchr(name, '=');
    size_t len = value ? (size_t)(value - name) : strlen(name);
    const Option *option = find(name, len);
    if (!option)
        return unknown(name, len, why, size);
    return set(options, option, value ? value + 1 : NULL, why, size);
}

void option_help(FILE *out)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (table[i].kind == KIND_HIDDEN)
            continue;
        char spelled[NAME_SIZE], shown[2 * NAME_SIZE];
        spell(&table[i], spelled);
        snprintf(shown, sizeof shown, "--%s%s%s", spelled, *table[i].arg ? "=" : "", table[i].arg);
        fprintf(out, "  %-20s %s\n", shown, table[i].help);
    }
}

/* Those that are shown. */
static const Option *shown_option(size_t k)
{
    size_t i = 0;
    for (;; i++)
        if (table[i].kind != KIND_HIDDEN && k-- == 0)
            return &table[i];
}

size_t option_count(void)
{
    size_t count = 0;
    for (size_t i = 0; i < OPTIONS; i++)
        count += table[i].kind != KIND_HIDDEN;
    return count;
}

const char *option_spelled(size_t k, char spelled[OPTION_NAME])
{
    spell(shown_option(k), spelled);
    return spelled;
}

OptionInfo option_info(size_t k)
{
    const Option *option = shown_option(k);
    const Choices *known = find_choices(option->name);
    const Hints *hint = find_hints(option->name);
    return (OptionInfo){
        .arg = option->arg,
        .help = option->help,
        .words = known  ? known->words
                 : hint ? hint->words
                        : NULL,
        .list = hint && hint->list,
        .file = is_file(option),
    };
}

/* ---- of a search that is resumed ---- */

/* These make no difference to what is searched. */
static const char *const free_options[] = {
    "checkpoint",   "checkpoint_every",
    "color",        "config",
    "cpu_limit",    "html",
    "intermediate", "jobs",
    "json",         "log",
    "memory_limit", "next",
    "progress",     "quiet",
    "sarif",        "stats",
    "store",        "time_limit",
    "trace",        "trace_level",
    "witness",      "work_limit",
};

static bool is_free(const Option *option)
{
    for (size_t k = 0; k < sizeof free_options / sizeof *free_options; k++)
        if (strcmp(option->name, free_options[k]) == 0)
            return true;
    return false;
}

bool option_may_change(const char *argument)
{
    const Option *option =
        strncmp(argument, "--", 2) == 0 ? find(argument + 2, strcspn(argument + 2, "=")) : NULL;
    return option && is_free(option);
}

void option_print_fixed(const Options *options, FILE *out)
{
    for (size_t k = 0; k < OPTIONS; k++) {
        const void *field = (const char *)options + table[k].offset;
        char spelled[NAME_SIZE];
        if (is_free(&table[k]))
            continue;
        spell(&table[k], spelled);
        if (table[k].kind == KIND_TEXT)
            fprintf(out, "--%s=%s\n", spelled, *(const char *const *)field);
        else
            fprintf(out, "--%s=%lld\n", spelled,
                    table[k].kind == KIND_NUMBER ? (long long)*(const int64_t *)field
                                                 : (long long)*(const bool *)field);
    }
}
