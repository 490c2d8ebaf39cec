/* value.h -- a value that is a term, or an address.
 *
 * A number, a boolean or a thread is a term of the sort that theory.h gives its type.  What an
 * address is, only its memory knows (memory.h): it is made, moved, compared and used there.  The two
 * kinds of memory that there are share one structure, so that registers can hold either. */
#ifndef SYMBOLIC_VALUE_H
#define SYMBOLIC_VALUE_H

#include "smt/term.h"

typedef enum SymKind { SYM_NUMBER, SYM_POINTER } SymKind;

typedef struct Sym {
    Term t; /* the value; NO_TERM: nothing is known of it.  Of an address: the object (cells of
             * layouts), or the offset, a vector of 64 bits (objects that are known) */
    union {
        /* Cells of layouts: any object, and a place in it.  engine/prove */
        struct {
            Term index;                  /* the element; NO_TERM: the object itself */
            int32_t offset;              /* in the element or object; -1: it is not known where */
            Term inner;                  /* an index in the element; NO_TERM: none */
            uint32_t scale, inner_scale; /* bytes that the indexes count, in raw memory */
            uint32_t layout;             /* raw memory: of what it points to; 0: unknown, or null */
        };
        /* Objects that are known: any place in one of them.  engine/modular, engine/symbolic */
        struct {
            SymKind kind;
            uint32_t object; /* of a pointer: which */
            Term which;      /* engine/symbolic: the same as a term, ... */
            uint32_t set;    /* ... one of these numbers */
        };
    };
} Sym;

/* Of objects that are known. */
static inline bool sym_is_number(Sym s)
{
    return s.t.ix && s.kind == SYM_NUMBER;
}
static inline bool sym_is_pointer(Sym s)
{
    return s.t.ix && s.kind == SYM_POINTER;
}

#endif
