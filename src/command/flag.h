/* flag.h -- the options of a compiler that say what a source means: which they are, and where their folders lie.  The
 * command line, heddle.toml and compile_commands.json have them. */
#ifndef COMMAND_FLAG_H
#define COMMAND_FLAG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/memory.h"
#include "base/vec.h"

typedef VEC(const char *) FlagWords;

/* How many of the words the flag takes up that they begin with; 0: it is none. */
int flag_count(int left, const char *const *words);
/* The same, and adds it: two words, if it has a value, with folders and files seen from `folder`.  Texts go to the arena. */
int flag_take(int left, const char *const *words, const char *folder, Arena *arena,
              FlagWords *flags);
/* Is what stands behind it a folder or a file? */
bool flag_names_file(const char *flag);

#endif
