/* completion.h -- `heddle completion SHELL`. */
#ifndef COMMAND_COMPLETION_H
#define COMMAND_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct CommandWord {
    const char *name, *what;
} CommandWord;

/* Prints the script; false: there is none for this shell. */
bool completion_print(const char *shell, const CommandWord *commands, size_t count);

#endif
