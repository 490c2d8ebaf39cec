/* meaning.h -- one row for each instruction of ir/op.def: who gives it a meaning over terms.
 *
 * The table is in theory.c and made from ir/op.def: an instruction that is added there, and not given
 * a meaning here, does not compile. */
#ifndef SYMBOLIC_MEANING_H
#define SYMBOLIC_MEANING_H

#include "symbolic/theory.h"

typedef enum Meaning {
    MEANS_NUMBER,  /* theory.c computes it; of addresses: the memory, see eval.c */
    MEANS_ADDRESS, /* the memory computes the address or the distance */
    MEANS_LOOK,    /* the memory does it: one operand, and a result */
    MEANS_CHANGE,  /* ... an address, maybe a value, no result */
    MEANS_BULK,    /* ... many bytes at once */
    MEANS_LOCK,    /* ... a lock */
    MEANS_ENGINE,  /* the engine's own: control, threads, what specifications say */
    MEANS_REFUSED  /* there is no meaning over terms */
} Meaning;

Meaning op_meaning(Op op);
/* MEANS_REFUSED: why, as a sentence. */
const char *op_refusal(Op op);

#endif
