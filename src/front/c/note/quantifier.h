/* quantifier.h -- `\forall` and `\exists` in the text of an annotation.
 *
 *   quantifier = ( "\forall" | "\exists" ) type name ";" low ( "<" | "<=" ) name "&&"
 *                name ( "<" | "<=" ) high ";" expression
 *              | ( "\forall" | "\exists" ) type "*" name ";" [ expression ";" ] expression
 *
 * in parentheses.  The second is about objects; its type may also be a name for one with `*`.
 * invariant.c says what becomes of it. */
#ifndef FRONT_C_NOTE_QUANTIFIER_H
#define FRONT_C_NOTE_QUANTIFIER_H

#include "front/c/note/scan.h"

typedef struct Quantifier {
    bool exists;
    bool objects;
    Span type, name;
    Span range, low, high, body; /* of objects: low and high are none, and range may be empty */
} Quantifier;

/* Does `\forall` or `\exists` stand at t, which is a backslash? */
bool quantifier_is(const char *text, CToken t, size_t end);
/* Reads the one at t; it ends before the `)` that closes it, or at `end`.  Returns NULL, or what is
 * wrong, with its place. */
const char *quantifier_read(const char *text, CToken t, size_t end, Quantifier *q, size_t *where);

#endif
