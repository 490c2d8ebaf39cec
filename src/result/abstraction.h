/* abstraction.h -- what cegar claims when the abstraction is safe, for somebody else to check.
 *
 * Every run of the program is one of the abstraction: a state of the program stands for the state of the
 * abstraction in which registers and cells are the same, but for those that are abstract, and each predicate has the
 * value that it has there.  Predicates stand in the abstraction in a global or in a register of their procedure. */
#ifndef RESULT_ABSTRACTION_H
#define RESULT_ABSTRACTION_H

#include "ir/program.h"
#include "smt/term.h"

/* A part of memory that is always one and the same. */
typedef struct ClaimedCell {
    uint32_t object; /* a global; 0: the field with this region, of the only object that has one */
    uint32_t region;
    int32_t offset;
    Type type;
    bool followed; /* else nothing is claimed of it */
    bool abstract;
    Term term;
    uint32_t
        claim; /* in the abstraction: the global that says who wrote it last, or relies on it; 0: there is none */
} ClaimedCell;

typedef enum ClaimedKind { CLAIMED_REGISTER, CLAIMED_CELL, CLAIMED_RESULT } ClaimedKind;
typedef struct ClaimedVariable {
    ClaimedKind kind;
    uint32_t proc, number;
    Term term;
} ClaimedVariable;

enum { CLAIMED_EVERYWHERE = UINT32_MAX };
typedef struct ClaimedPredicate {
    Term holds;
    uint32_t proc;      /* of whose registers or results; CLAIMED_EVERYWHERE: of cells alone */
    bool shared;        /* it is about cells */
    bool result, entry; /* about results; about parameters */
    bool handed;        /* ... which are handed over at calls and returns */
    int32_t home;       /* its register, or its global */
} ClaimedPredicate;

typedef struct Abstraction {
    const Program *program, *abstract;
    Terms *terms;
    VEC(ClaimedCell) cells;
    VEC(ClaimedVariable) variables;
    VEC(ClaimedPredicate) predicates;
    VEC(uint32_t) shift; /* by procedure: its registers behind the parameters move by so many */
    VEC(uint32_t) first; /* by procedure: its first register in `registers` */
    VEC(bool) registers; /* is it abstract? */
    VEC(bool) verbatim;  /* by procedure: copied as it is */
    VEC(uint32_t) begin; /* by instruction of the program: where its code begins */
    VEC(bool) trusted;   /* by instruction and predicate: there it has its value */
} Abstraction;

static inline void abstraction_free(Abstraction *a)
{
    vec_free(&a->cells);
    vec_free(&a->variables);
    vec_free(&a->predicates);
    vec_free(&a->shift);
    vec_free(&a->first);
    vec_free(&a->registers);
    vec_free(&a->verbatim);
    vec_free(&a->begin);
    vec_free(&a->trusted);
    *a = (Abstraction){0};
}

#endif
