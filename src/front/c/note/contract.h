/* contract.h -- `requires` and `performs` of a C function: the text of the annotation is cut into
 * expressions, each of which becomes a function (annotate.h), and these make the specification of
 * the procedure (ir/program.h). */
#ifndef FRONT_C_NOTE_CONTRACT_H
#define FRONT_C_NOTE_CONTRACT_H

#include "front/c/note/scan.h"

/* The text [begin, end) of an annotation, whose first character is at `pos`. */
typedef struct ContractText {
    const char *text;
    size_t begin, end;
    Pos pos;
    Arena *arena;
    Diag *diag;
} ContractText;

/* Is it another tool's?  Such are not read. */
bool contract_is_foreign(const ContractText *from);
/* Fills the pieces, actions and steps of the note; false: what is wrong has gone to diag. */
bool contract_read(const ContractText *from, Note *note);
/* Is the bracketing of an expression right, and nothing in it that leads out of it?  In an action
 * there may be \old and \result, in the invariant of a loop \old and \at (moment.h); quantifiers
 * may be anywhere. */
typedef enum ContractWords { WORDS_NONE, WORDS_ACTION, WORDS_LOOP } ContractWords;
bool contract_check(const ContractText *from, ContractWords words);
/* `type name [= value] [; predicate]`, or `place = value`.  *rest becomes where the predicate
 * begins, or the end. */
bool contract_ghost(const ContractText *from, Ghost *ghost, size_t *rest);

/* Where the first annotation of a comment ends: several predicates of a declaration have `;` between them. */
size_t contract_next(const char *text, size_t begin, size_t end);

#endif
