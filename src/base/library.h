/* library.h -- shared libraries that are loaded when they are first needed.
 *
 * LLVM, Clp and Z3 take longer to load than most questions take to answer, so the executable does
 * not name them: their functions are weak symbols (LATE in the Makefile) that are bound when they
 * are first called, and whoever calls them first loads the library. */
#ifndef BASE_LIBRARY_H
#define BASE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* False if the library cannot be loaded, with the reason.  Loading it again costs nothing. */
bool library_load(const char *name, char *why, size_t size);

#endif
