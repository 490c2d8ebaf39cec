/* abstract.h -- the program as prove reads it. */
#ifndef ENGINE_PROVE_ABSTRACT_H
#define ENGINE_PROVE_ABSTRACT_H

#include "ir/program.h"

/* Makes *own of the program, of which it keeps parts: it must be gone before.  Names are in the
 * arena. */
void abstract_begin(Program *own, const Program *program, Arena *arena);
void abstract_end(Program *own);

#endif
