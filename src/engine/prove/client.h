/* client.h -- see client.c. */
#ifndef ENGINE_PROVE_CLIENT_H
#define ENGINE_PROVE_CLIENT_H

#include "ir/program.h"

/* Procedures that have their own mistakes. */
typedef VEC(uint32_t) Suspects;

/* Makes the program begin with two threads: one runs the procedure, the other any procedure of the
 * same class but the other suspects.  False: there is no such client; a sentence in why[0..size).
 */
bool client_make(Program *program, uint32_t proc, const Suspects *suspects, char *why, size_t size);

#endif
