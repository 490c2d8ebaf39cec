/* memory.h -- memory as the evaluator sees it: a table of functions, one implementation for each way
 * to have objects and their contents as terms.
 *
 *   engine/prove/step/memory.c   any objects: an SMT array for each cell of a layout
 *   engine/prove/method/pure.c   the same, as specifications read it: now, or when the action began
 *   engine/modular/cells.c       objects that are known: a term for each cell
 *
 * `of` is whose memory it is, and where the run is: the implementation knows.  The instruction gives
 * the rest of an access: type, offset, region, and flags, among them whether it is atomic.  Where an
 * access can be an error, the implementation obliges that it is not; where it is not known what
 * happens, it gives up.  A function that is NULL is an instruction without a meaning in this memory:
 * the evaluator refuses it. */
#ifndef SYMBOLIC_MEMORY_H
#define SYMBOLIC_MEMORY_H

#include "ir/program.h"
#include "symbolic/value.h"

typedef struct Memory {
    /* addresses */
    Sym (*move)(void *of, const Instr *i, Sym address, Sym by); /* INDEX; FIELD: without `by` */
    Sym (*distance)(void *of, const Instr *i, Sym a, Sym b);    /* DISTANCE */
    Sym (*compare)(void *of, const Instr *i, Sym a, Sym b);     /* EQ, NE, LT, LE */
    Sym (*convert)(void *of, const Instr *i, Sym a);            /* CAST from or to an address */
    /* contents */
    Sym (*load)(void *of, const Instr *i, Sym address);
    void (*store)(void *of, const Instr *i, Sym address, Sym value);
    void (*copy)(void *of, const Instr *i, Sym to, Sym from, Sym bytes);
    void (*fill)(void *of, const Instr *i, Sym to, Sym byte, Sym bytes);
    void (*apart)(void *of, const Instr *i, Sym to, Sym from, Sym bytes); /* they do not overlap */
    /* objects */
    Sym (*alloc)(void *of, const Instr *i, Sym size);
    void (*free)(void *of, const Instr *i, Sym address);
    Sym (*length)(void *of, const Instr *i, Sym address);
    Sym (*class_of)(void *of, const Instr *i, Sym address);
    /* locks */
    Sym (*lock)(void *of, const Instr *i, Sym address); /* ACQUIRE, RELEASE; TRYACQUIRE: a u1 */
    Sym (*held)(void *of, const Instr *i, Sym address, Sym thread); /* a u1 */
} Memory;

#endif
