/* raw.h -- cells of C programs: which addresses are places of objects. */
#ifndef ENGINE_PROVE_CELL_RAW_H
#define ENGINE_PROVE_CELL_RAW_H

#include "engine/prove/model.h"

/* All of these give up where an address is not surely a place of an object. */
void raw_cells(Prover *p);
Reason raw_refusal(const Prover *p); /* why nothing can be proved of the program, if nothing can */
bool raw_tells_apart(const Program *program); /* see Prover */
/* The place that a pointer means, moved by `offset`, for an access of this type.  Whatever index
 * must be in its range is added to *inside. */
bool raw_place(Attempt *f, Sym pointer, int32_t offset, Type type, Location *at, Term *inside);
Sym raw_move(Attempt *f, const Instr *i, Sym a, Sym b);
Term raw_equal(Attempt *f, Sym a, Sym b); /* the same address?  NO_TERM: it is not known */
/* To the beginning of an object. */
Sym raw_pointer(Term object, uint32_t layout);
/* Any pointer that a parameter may be: to an object, or to an element of an array. */
Sym raw_any(Attempt *f, uint32_t proc, uint32_t param);
uint32_t raw_param(const Attempt *f, uint32_t proc, uint32_t param); /* the layout it points to */
/* May the pointer go where pointers to this layout are expected?  Else gives up.  An argument may
 * point to an element of an array. */
void raw_expect(Attempt *f, Sym pointer, uint32_t layout, uint32_t code);
void raw_expect_argument(Attempt *f, Sym pointer, uint32_t proc, uint32_t param, uint32_t code);
/* The arguments of an access predicate, behind the thread. */
bool raw_arguments(Attempt *f, const Access *access, Location at, Sym args[2]);
void raw_fork(Attempt *f, State *s, uint32_t code);
void raw_free(Attempt *f, State *s, uint32_t code, Sym pointer);
bool raw_has_many(const Prover *p, uint32_t layout); /* are there arrays of them? */
void raw_store_lock(Attempt *f, State *s, Location at, Sym value, uint32_t code);
void raw_wrote(Attempt *f, uint32_t code, uint32_t cell);
/* Cells that a loop changes; registers that must keep their shape at its head. */
void raw_changes(const Attempt *f, uint32_t code, bool *cells);
void raw_keep_shapes(Attempt *f, const State *s, uint32_t head, const bool *regs);
Sym raw_havoc(Attempt *f, uint32_t head, uint32_t reg);
bool raw_begins_thread(const Prover *p, uint32_t proc);
void raw_find_modified(Prover *p);                         /* which cells do actions modify? */
const char *raw_member(const Prover *p, const Cell *cell); /* its name in the struct */
const char *raw_guard_text(Prover *p, const Guard *guard, const char *word);

/* copy.c: assignments of structs, memcpy, memset */
void copy_step(Attempt *f, State *s, uint32_t code, bool fill, Sym to, Sym from, Sym bytes);

#endif
