/* database.h -- compile_commands.json: which files a project has, and how they are compiled. */
#ifndef COMMAND_DATABASE_H
#define COMMAND_DATABASE_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/memory.h"
#include "base/vec.h"
#include "command/flag.h"

typedef struct DatabaseEntry {
    const char *file; /* as the working folder of heddle sees it */
    FlagWords flags;  /* those that say what the source means, with absolute folders */
    dev_t device;     /* and inode: of the file, if it is there */
    ino_t inode;
} DatabaseEntry;
typedef VEC(DatabaseEntry) Database;

/* Reads it from a folder, or the file itself; C files only, each once.  False: `why` says what is
 * wrong.  Texts go to the arena. */
bool database_load(Database *database, const char *folder, Arena *arena, char *why, size_t size);
/* The same; there must be a C file. */
bool database_read(Database *database, const char *folder, Arena *arena, char *why, size_t size);
/* What is known of a file; NULL: it is not there. */
const DatabaseEntry *database_find(const Database *database, const char *file);
void database_free(Database *database);

#endif
