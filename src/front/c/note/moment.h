/* moment.h -- \old(E) and \at(E, L) in the invariants of loops: what E was at another moment.
 *
 * A ghost variable of the function's own is given the value there: where the function begins (\old,
 * and \at with the label Pre), right behind a label of the program, or right before the loop
 * (LoopEntry).  So `check` and the engines need not know of it.
 *
 * `decreases E` is three ghosts: where each round begins
 *     right = right && (first || 0 <= last && E < last); last = E; first = 0;
 * and the head of the loop claims `right`.  The values of rounds in a row are compared as they are,
 * whoever has changed them meanwhile. */
#ifndef FRONT_C_NOTE_MOMENT_H
#define FRONT_C_NOTE_MOMENT_H

#include "front/c/note/scan.h"

/* Reads what begins with the `\` at t.  NULL: it is there, and only `place` is not known yet; else
 * what is wrong, at *where; "" if it is neither of the two. */
const char *moment_read(const char *text, CToken t, size_t end, Moment *moment, size_t *where);
/* Those of an invariant whose function's body begins at `body`.  NULL, or what is wrong. */
const char *moment_find(Arena *arena, const char *text, size_t body, Note *note, size_t *where);
/* `decreases E`: where the loop and its body begin.  NULL, or what is wrong. */
const char *moment_find_round(const char *text, size_t len, Note *note, size_t *where);
/* The one that begins at this place; NULL: none. */
const Moment *moment_at(const Note *note, size_t begin);
/* Where an expression changes something, by ++, -- or an assignment; SIZE_MAX: nowhere. */
size_t moment_change(const char *text, Span value);

#endif
