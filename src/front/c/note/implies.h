/* implies.h -- `a ==> b` and `a <==> b` in annotations: C has no such operators. */
#ifndef FRONT_C_NOTE_IMPLIES_H
#define FRONT_C_NOTE_IMPLIES_H

#include "base/memory.h"
#include "base/vec.h"
#include "front/c/note/scan.h"

/* At this place of the text so many bytes are replaced. */
typedef struct Insert {
    size_t at, skip;
    const char *text;
} Insert;
typedef VEC(Insert) Inserts;

/* What makes C of an expression with such operators, in the order of the text.  Quantifiers are
 * left out: their parts are expressions of their own. */
void implies_find(Arena *arena, const char *text, size_t begin, size_t end, Inserts *inserts);

#endif
