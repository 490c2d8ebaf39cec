/* completion.c -- `heddle completion SHELL`: what a shell needs to complete commands and options.
 * All of it comes from the tables of commands and options. */
#include "command/completion.h"

#include <string.h>

#include "base/option.h"

static void put_words(const char *const *words, FILE *out)
{
    for (size_t k = 0; words && words[k]; k++)
        fprintf(out, "%s%s", k ? " " : "", words[k]);
}

static void put_bash(const CommandWord *commands, size_t count)
{
    fputs("# Completion of heddle for bash.\n_heddle() {\n"
          "    local cur=${COMP_WORDS[COMP_CWORD]} option=\n"
          "    if [ \"$cur\" = = ]; then option=${COMP_WORDS[COMP_CWORD - 1]} cur=\n"
          "    elif [ \"${COMP_WORDS[COMP_CWORD - 1]}\" = = ]; then "
          "option=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
          "    case $option in\n",
          stdout);
    for (size_t k = 0; k < option_count(); k++) {
        char name[OPTION_NAME];
        OptionInfo info = option_info(k);
        if (!info.words)
            continue;
        printf("    --%s) COMPREPLY=($(compgen -W '", option_spelled(k, name));
        put_words(info.words, stdout);
        fputs("' -- \"$cur\")) && return ;;\n", stdout);
    }
    fputs("    -*) COMPREPLY=($(compgen -f -- \"$cur\")) && return ;;\n    esac\n"
          "    case $cur in\n    -*) COMPREPLY=($(compgen -W '",
          stdout);
    for (size_t k = 0; k < option_count(); k++) {
        char name[OPTION_NAME];
        OptionInfo info = option_info(k);
        printf("--%s%s ", option_spelled(k, name), *info.arg ? "=" : "");
    }
    fputs("--help --version' -- \"$cur\"))\n"
          "        [[ ${COMPREPLY-} == *= ]] && compopt -o nospace ;;\n"
          "    *) COMPREPLY=($(compgen -f -- \"$cur\"))\n"
          "        [ \"$COMP_CWORD\" -ne 1 ] || COMPREPLY+=($(compgen -W '",
          stdout);
    for (size_t k = 0; k < count; k++)
        printf("%s%s", k ? " " : "", commands[k].name);
    fputs("' -- \"$cur\")) ;;\n    esac\n}\ncomplete -o filenames -F _heddle heddle\n", stdout);
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

static void put_zsh(const CommandWord *commands, size_t count)
{
    fputs("#compdef heddle\n# Completion of heddle for zsh.\nlocal -a commands\ncommands=(\n",
          stdout);
    for (size_t k = 0; k < count; k++) {
        printf("  '%s:", commands[k].name);
        put_quoted(commands[k].what, "");
        fputs("'\n", stdout);
    }
    fputs(")\n_heddle_first() { _describe command commands; _files }\n_arguments -S \\\n", stdout);
    for (size_t k = 0; k < option_count(); k++) {
        char name[OPTION_NAME];
        OptionInfo info = option_info(k);
        printf("  '--%s%s[", option_spelled(k, name), *info.arg ? "=" : "");
        put_quoted(info.help, "[]:");
        putchar(']');
        if (*info.arg) {
            putchar(':');
            put_quoted(info.arg, "[]:");
            fputs(info.words ? ":(" : ":_files", stdout);
            put_words(info.words, stdout);
            fputs(info.words ? ")" : "", stdout);
        }
        fputs("' \\\n", stdout);
    }
    fputs("  '1: :_heddle_first' '*:file:_files'\n", stdout);
}

static void put_fish(const CommandWord *commands, size_t count)
{
    fputs("# Completion of heddle for fish.\n", stdout);
    for (size_t k = 0; k < count; k++) {
        printf("complete -c heddle -n __fish_use_subcommand -a %s -d '", commands[k].name);
        put_quoted(commands[k].what, "");
        fputs("'\n", stdout);
    }
    for (size_t k = 0; k < option_count(); k++) {
        char name[OPTION_NAME];
        OptionInfo info = option_info(k);
        printf("complete -c heddle -l %s%s", option_spelled(k, name),
               !*info.arg   ? ""
               : info.words ? " -x"
                            : " -r");
        if (info.words) {
            fputs(" -a '", stdout);
            put_words(info.words, stdout);
            putchar('\'');
        }
        fputs(" -d '", stdout);
        put_quoted(info.help, "");
        fputs("'\n", stdout);
    }
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
