/* project.c -- what heddle.toml and compile_commands.json say becomes a part of the session.  The command line has the last
 * word. */
#include "command/session.h"

#include <string.h>

static bool has_front(const char *name)
{
    return session_find_front(name) != NULL;
}

/* The options of the project, then those of the command line. */
static int take_options(Session *s)
{
    char why[256];
    struct Peers *peers = s->options.peers;
    s->options = option_defaults();
    s->options.peers = peers;
    vec_each (const char *, option, &s->config.options)
        if (option_parse(&s->options, *option, why, sizeof why))
            return session_complain(s, "%s: %s", s->config.file, why);
    for (int i = 1; i < s->argc && strcmp(s->argv[i], "--") != 0; i++)
        if (strcmp(s->argv[i], "-o") == 0 && i + 1 < s->argc)
            s->options.output = s->argv[++i];
        else if (strcmp(s->argv[i], "-p") == 0 && i + 1 < s->argc)
            s->options.project = s->argv[++i];
        else if (strncmp(s->argv[i], "--", 2) == 0)
            option_parse(&s->options, s->argv[i], why, sizeof why); /* once before: it is right */
    s->options.no_reduction |= s->options.zing_counting;
    return 0;
}

/* In the place of the file, all that its program is made of. */
static void take_files(Session *s, size_t at)
{
    if (!s->config.files.len)
        return;
    FlagWords all = {0};
    for (size_t i = 0; i < s->operands.len; i++)
        if (i != at)
            vec_push(&all, s->operands.at[i]);
        else
            vec_each (const char *, name, &s->config.files)
                vec_push(&all, *name);
    s->operands.len = 0;
    vec_each (const char *, name, &all)
        vec_push(&s->operands, *name);
    vec_free(&all);
}

static void take_flags(Session *s)
{
    FlagWords own = {0};
    vec_each (const char *, flag, &s->flags)
        vec_push(&own, *flag);
    s->flags.len = 0;
    vec_each (const char *, flag, &s->config.flags)
        vec_push(&s->flags, *flag);
    vec_each (const char *, flag, &own)
        vec_push(&s->flags, *flag);
    vec_free(&own);
}

/* For the report: what was taken from where. */
static void tell(Session *s)
{
    const char *text = s->config.file;
    bool some = s->config.options.len || s->config.flags.len || s->config.files.len;
    if (!text || !some)
        return;
    text = arena_print(&s->texts, "%s:", text);
    vec_each (const char *, option, &s->config.options)
        text = arena_print(&s->texts, "%s %s", text, *option);
    vec_each (const char *, name, &s->config.files)
        text = arena_print(&s->texts, "%s %s", text, *name);
    vec_each (const char *, flag, &s->config.flags)
        text = arena_print(&s->texts, "%s %s", text, *flag);
    s->config_text = text;
}

int session_take_config(Session *s, const char *command)
{
    size_t files = 0, at = 0;
    char why[512];
    for (size_t i = s->operands.len; i-- > 0;)
        if (has_front(s->operands.at[i]))
            files++, at = i;
    if (!files && s->operands.len != 1) /* one that is not known may be a header of a program */
        return 0;
    const char *file = s->operands.at[at];
    s->unsaved_file = file;
    if (!config_read(&s->config, s->options.config, command, file, why, sizeof why))
        return session_complain(s, "%s", why);
    if (!files && !s->config.files.len)
        return 0;
    const char *database = s->options.compile_commands;
    const Front *front = session_find_front(files ? file : s->config.files.at[0]);
    bool is_c = front && front->is_c;
    if (*database && is_c && !config_add_compiled(&s->config, database, file, why, sizeof why))
        return session_complain(s, "--compile-commands: %s", why);
    int status = take_options(s);
    if (files <= 1)
        take_files(s, at);
    if (is_c)
        take_flags(s);
    tell(s);
    return status;
}

int session_find_program(Session *s, const char *command, const char *operands)
{
    Config config = {0};
    FlagWords files = {0};
    char why[512];
    int status = 0;
    if (!config_list_programs(&config, s->options.config, &files, why, sizeof why))
        status = session_complain(s, "%s", why);
    else if (files.len == 1)
        vec_push(&s->operands, arena_copy(&s->texts, files.at[0], strlen(files.at[0])));
    else
        status = session_complain(s, "%s needs a file: heddle %s %s", command, command, operands);
    for (size_t k = 0; status && files.len > 1 && k < files.len; k++)
        fprintf(stderr, "%s%s%s", k ? " " : "    programs of heddle.toml: ", files.at[k],
                k + 1 == files.len ? "\n" : "");
    vec_free(&files);
    config_free(&config);
    return status;
}
