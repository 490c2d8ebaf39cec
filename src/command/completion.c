/* completion.c -- `heddle completion SHELL`: what a shell needs to complete commands, options, their values, the topics of help
 * and files.  All of it comes from the tables of commands, options, pages and front ends. */
#include "command/completion.h"

#include <string.h>

#include "base/option.h"
#include "command/session.h"
#include "command/topic.h"

static void put_words(const char *const *words)
{
    for (size_t k = 0; words && words[k]; k++)
        printf("%s%s", k ? " " : "", words[k]);
}

static void put_commands(const CommandWord *commands, size_t count)
{
    for (size_t k = 0; k < count; k++)
        printf("%s%s", k ? " " : "", commands[k].name);
}

/* The command that alone has the option: its help begins with `serve: `.  NULL: several have it. */
static const char *owner_of(size_t option, const CommandWord *commands, size_t count)
{
    OptionInfo info = option_info(option);
    for (size_t k = 0; k < count; k++) {
        size_t len = strlen(commands[k].name);
        if (strncmp(info.help, commands[k].name, len) == 0 && info.help[len] == ':')
            return commands[k].name;
    }
    return NULL;
}

static bool is_of(const char *owner, const char *command)
{
    return owner == command || (owner && command && strcmp(owner, command) == 0);
}

static void put_topics(void)
{
    for (size_t k = 0; topic_name(k); k++)
        printf(" %s", topic_name(k));
}

/* `c zing json`: what commands read; a trace is a .json. */
static void put_extensions(const char *between)
{
    for (size_t k = 0; session_extension(k); k++)
        printf("%s%s", session_extension(k) + 1, between);
    fputs("json", stdout);
}

/* In single quotes; brackets and colons mean something to zsh. */
static void put_quoted(const char *text, const char *escaped)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (strchr(escaped, *text))
            printf("\\%c", *text);
        else
            putchar(*text);
}

/* ---- bash ---- */

/* An option and its value are three words to bash, since = separates words. */
static void put_bash_values(void)
{
    fputs("    case $option in\n", stdout);
    for (size_t k = 0; k < option_count(); k++) {
        char name[OPTION_NAME];
        OptionInfo info = option_info(k);
        if (!info.words)
            continue;
        printf("    --%s) ", option_spelled(k, name));
        if (info.list)
            fputs("[[ $cur != *,* ]] || before=${cur%,*},; compopt -o nospace; ", stdout);
        fputs("_heddle_take compgen -P \"$before\" -W '", stdout);
        put_words(info.words);
        fputs("' -- \"${cur##*,}\"", stdout);
        fputs(info.file ? "; _heddle_add compgen -f -- \"$cur\"; return ;;\n" : "; return ;;\n",
              stdout);
    }
    fputs("    -*) _heddle_take compgen -f -- \"$cur\"; return ;;\n    esac\n", stdout);
}

/* The options that `command` alone has; NULL: that several have. */
static void put_bash_options(const char *command, const CommandWord *commands, size_t count)
{
    for (size_t k = 0; k < option_count(); k++) {
        char name[OPTION_NAME];
        OptionInfo info = option_info(k);
        if (is_of(owner_of(k, commands, count), command))
            printf("--%s%s ", option_spelled(k, name), *info.arg ? "=" : "");
    }
}

/* Without a command, check is meant. */
static void put_bash_own(const CommandWord *commands, size_t count)
{
    fputs("    case $command in\n", stdout);
    for (size_t k = 0; k < count; k++) {
        if (strcmp(commands[k].name, "check") == 0)
            continue;
        printf("    %s) own='", commands[k].name);
        put_bash_options(strcmp(commands[k].name, "watch") == 0 ? "check" : commands[k].name,
                         commands, count);
        fputs("' ;;\n", stdout);
    }
    fputs("    *) own='", stdout);
    put_bash_options("check", commands, count);
    fputs("' ;;\n    esac\n", stdout);
}

static void put_bash_words(const CommandWord *commands, size_t count)
{
    put_bash_own(commands, count);
    fputs("    case $cur in\n    -*) _heddle_take compgen -W \"$own", stdout);
    put_bash_options(NULL, commands, count);
    fputs("--help --version\" -- \"$cur\"\n"
          "        [[ ${COMPREPLY-} != *= ]] || compopt -o nospace; return ;;\n    esac\n"
          "    case $command in\n    help) _heddle_take compgen -W '",
          stdout);
    put_commands(commands, count);
    put_topics();
    fputs("' -- \"$cur\"; return ;;\n"
          "    completion) _heddle_take compgen -W 'bash zsh fish' -- \"$cur\"; return ;;\n"
          "    lsp) return ;;\n    esac\n    COMPREPLY=()\n    for k in ",
          stdout);
    put_extensions(" ");
    fputs("; do _heddle_add compgen -f -X \"!*.$k\" -- \"$cur\"; done\n"
          "    _heddle_add compgen -d -- \"$cur\"\n"
          "    [ -n \"$command\" ] || _heddle_add compgen -W '",
          stdout);
    put_commands(commands, count);
    fputs(
        "' -- \"$cur\"\n"
        "    [ \"$command\" != watch ] || _heddle_add compgen -W 'check prove infer' -- \"$cur\"\n",
        stdout);
}

static void put_bash(const CommandWord *commands, size_t count)
{
    fputs("# Completion of heddle for bash.\n"
          "_heddle_add() {\n    local line\n"
          "    while IFS= read -r line; do COMPREPLY+=(\"$line\"); done < <(\"$@\")\n}\n"
          "_heddle_take() { COMPREPLY=() && _heddle_add \"$@\"; }\n"
          "_heddle() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} option= command= before= own= k\n"
          "    for ((k = 1; k < COMP_CWORD; k++)); do\n"
          "        [[ ${COMP_WORDS[k]} == -* || ${COMP_WORDS[k - 1]} == = || ${COMP_WORDS[k]} == = "
          "]] || "
          "{ command=${COMP_WORDS[k]} && break; }\n    done\n"
          "    if [ \"$cur\" = = ]; then option=${COMP_WORDS[COMP_CWORD - 1]} cur=\n"
          "    elif [ \"${COMP_WORDS[COMP_CWORD - 1]}\" = = ]; then "
          "option=${COMP_WORDS[COMP_CWORD - 2]}; fi\n",
          stdout);
    put_bash_values();
    put_bash_words(commands, count);
    fputs("}\ncomplete -o filenames -F _heddle heddle\n", stdout);
}

/* ---- zsh ---- */

static void put_described(const char *name, const char *what)
{
    printf("  '%s:", name);
    put_quoted(what, ":");
    fputs("'\n", stdout);
}

static void put_zsh_value(const OptionInfo *info)
{
    putchar(':');
    put_quoted(info->arg, "[]:");
    if (info->list) {
        fputs(":{_values -s , value ", stdout);
        put_words(info->words);
        fputs("}", stdout);
    } else if (info->words && info->file) {
        fputs(":{compadd ", stdout);
        put_words(info->words);
        fputs("; _files}", stdout);
    } else if (info->words) {
        fputs(":(", stdout);
        put_words(info->words);
        fputs(")", stdout);
    } else
        fputs(info->file ? ":_files" : ": ", stdout);
}

static void put_zsh_options(const char *command, const CommandWord *commands, size_t count)
{
    for (size_t k = 0; k < option_count(); k++) {
        char name[OPTION_NAME];
        OptionInfo info = option_info(k);
        if (!is_of(owner_of(k, commands, count), command))
            continue;
        printf("    '--%s%s[", option_spelled(k, name), *info.arg ? "=" : "");
        put_quoted(info.help, "[]:");
        putchar(']');
        if (*info.arg)
            put_zsh_value(&info);
        fputs("'\n", stdout);
    }
}

/* The options: those of the command alone, and those that several have. */
static void put_zsh_all(const CommandWord *commands, size_t count)
{
    fputs("  case ${words[(r)prove|infer|summary|show|replay|serve]} in\n", stdout);
    for (size_t k = 0; k < count; k++) {
        if (strcmp(commands[k].name, "check") == 0 || strcmp(commands[k].name, "watch") == 0)
            continue;
        printf("  %s) options=(\n", commands[k].name);
        put_zsh_options(commands[k].name, commands, count);
        fputs("  ) ;;\n", stdout);
    }
    fputs("  *) options=(\n", stdout);
    put_zsh_options("check", commands, count);
    fputs("  ) ;;\n  esac\n  options+=(\n", stdout);
    put_zsh_options(NULL, commands, count);
    fputs("  )\n", stdout);
}

/* The file is a function of the folder for completions, or is read by `source`. */
static void put_zsh(const CommandWord *commands, size_t count)
{
    fputs("#compdef heddle\n# Completion of heddle for zsh.\n_heddle_files() { _files -g '*.(",
          stdout);
    put_extensions("|");
    fputs(")' }\n_heddle_first() { _describe command commands; _heddle_files }\n"
          "_heddle_rest() {\n  case ${words[(r)help|completion|watch|lsp]} in\n"
          "  help) _describe topic topics; _describe command commands ;;\n"
          "  completion) compadd bash zsh fish ;;\n  lsp) ;;\n"
          "  watch) compadd check prove infer; _heddle_files ;;\n"
          "  *) _heddle_files ;;\n  esac\n}\n"
          "_heddle() {\n  local -a commands topics options\n  commands=(\n",
          stdout);
    for (size_t k = 0; k < count; k++)
        put_described(commands[k].name, commands[k].what);
    fputs("  )\n  topics=(\n", stdout);
    for (size_t k = 0; topic_name(k); k++)
        put_described(topic_name(k), topic_what(k));
    fputs("  )\n", stdout);
    put_zsh_all(commands, count);
    fputs("  _arguments -S $options '1: :_heddle_first' '*: :_heddle_rest'\n}\n"
          "if [ \"$funcstack[1]\" = _heddle ]; then _heddle \"$@\"; else compdef _heddle heddle; "
          "fi\n",
          stdout);
}

/* ---- fish ---- */

static void put_fish_option(size_t k, const char *owner)
{
    char name[OPTION_NAME];
    OptionInfo info = option_info(k);
    option_spelled(k, name);
    if (info.list) {
        printf("function __heddle_%s; printf '%%s\\n' ", name);
        put_words(info.words);
        fputs("; end\n", stdout);
    }
    fputs("complete -c heddle", stdout);
    if (owner && strcmp(owner, "check") != 0)
        printf(" -n '__fish_seen_subcommand_from %s'", owner);
    printf(" -l %s%s", name, !*info.arg ? "" : info.words && !info.file ? " -x" : " -r");
    if (info.list) {
        printf(" -a '(__fish_complete_list , __heddle_%s)'", name);
    } else if (info.words) {
        fputs(" -a '", stdout);
        put_words(info.words);
        putchar('\'');
    }
    fputs(" -d '", stdout);
    put_quoted(info.help, "");
    fputs("'\n", stdout);
}

static void put_fish(const CommandWord *commands, size_t count)
{
    fputs("# Completion of heddle for fish.\n", stdout);
    for (size_t k = 0; k < count; k++) {
        printf("complete -c heddle -n __fish_use_subcommand -a %s -d '", commands[k].name);
        put_quoted(commands[k].what, "");
        fputs("'\n", stdout);
    }
    fputs("complete -c heddle -n '__fish_seen_subcommand_from completion' -f -a 'bash zsh fish'\n"
          "complete -c heddle -n '__fish_seen_subcommand_from watch' -a 'check prove infer'\n"
          "complete -c heddle -n '__fish_seen_subcommand_from help' -f\n",
          stdout);
    for (size_t k = 0; topic_name(k); k++) {
        printf("complete -c heddle -n '__fish_seen_subcommand_from help' -f -a %s -d '",
               topic_name(k));
        put_quoted(topic_what(k), "");
        fputs("'\n", stdout);
    }
    for (size_t k = 0; k < option_count(); k++)
        put_fish_option(k, owner_of(k, commands, count));
}

bool completion_print(const char *shell, const CommandWord *commands, size_t count)
{
    static const struct {
        const char *shell;
        void (*put)(const CommandWord *commands, size_t count);
    } shells[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
    for (size_t k = 0; k < sizeof shells / sizeof *shells; k++)
        if (strcmp(shells[k].shell, shell) == 0) {
            shells[k].put(commands, count);
            return true;
        }
    return false;
}
