/* slice.h -- data that nobody looks at is taken out of a program before it is searched.
 *
 * A value is looked at if it decides something: a way to go, an address, whether an instruction fails, what
 * waits, what a predicate says; or if something is computed from it that is looked at.  That a text is
 * shown does not count.  doc/theory.md has the argument that nothing else changes. */
#ifndef FLOW_SLICE_H
#define FLOW_SLICE_H

#include "ir/program.h"

typedef struct Slice {
    Program *program; /* NULL: everything is looked at */
    uint32_t values;  /* instructions that compute less now */
} Slice;

/* The same program, instruction by instruction, in which values that nobody looks at are zero: it goes
 * the same ways, touches the same memory, and fails where the program fails.  It shares the tables of the
 * program, which must outlive it.  `stores`: also values in memory; not for weak memory, where a store is
 * more than its value. */
void flow_slice(const Program *program, bool stores, Slice *slice);
void slice_free(Slice *slice);

/* quiet.c: marks stores of numbers that nobody ever looks at, nor sees printed (FLAG_QUIET), in loops that have a way out: they
 * show nothing to others (hangs).  Not for weak memory. */
void flow_quiet(Program *program);

#endif
