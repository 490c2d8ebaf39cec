/* config.h -- heddle.toml: what a project always says to heddle.
 *
 *   time-limit = 30                     options of every command, as on the command line
 *   property = ["assert", "race"]       a list is written with commas
 *   flags = ["-Iinclude", "-DN=3"]      for clang: those that say what a source means
 *   compile-commands = "build/compile_commands.json"
 *   [check]                             options of one command: check, prove, infer, summary, show, replay
 *   [[program]]                         files that make one program, and its options
 *   files = ["a.c", "b.c"]       headers may be among them
 *
 * Names of files are seen from the folder of heddle.toml.  It is looked for in the folder of the file, and in those around it
 * up to the one that has `.git`. */
#ifndef COMMAND_CONFIG_H
#define COMMAND_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "command/flag.h"

typedef struct Config {
    Arena arena;
    const char *file;  /* NULL: there is none */
    FlagWords options; /* `--time-limit=30` */
    FlagWords flags;
    uint32_t program; /* that the file belongs to, from 1; 0: none */
    FlagWords files;  /* of the program that the file belongs to; none: it is alone */
} Config;

/* What heddle.toml says to a command about a file.  `choice`: auto, none, or a file in its place.  False: `why` says what
 * is wrong. */
bool config_read(Config *c, const char *choice, const char *command, const char *file, char *why,
                 size_t size);
/* The first file of each program that the heddle.toml around this folder has. */
bool config_list_programs(Config *c, const char *choice, FlagWords *files, char *why, size_t size);
/* Does it say so?  Without its hyphens. */
bool config_says(const Config *c, const char *option);
/* Adds the flags that a compile_commands.json has for a file. */
bool config_add_compiled(Config *c, const char *database, const char *file, char *why, size_t size);
/* The nearest compile_commands.json around a file, in these folders or in `build` in them; NULL: none.  In the arena. */
const char *config_find_compiled(Config *c, const char *file);
void config_free(Config *c);

#endif
