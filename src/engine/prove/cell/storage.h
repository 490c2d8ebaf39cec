/* storage.h -- what differs between the two kinds of memory that methods have: objects of classes and
 * arrays, as in Zing, and raw memory, as in C.  Prover.storage is one of the two tables in storage.c:
 * nobody else asks which of the two it is.  A function that is NULL has nothing to do. */
#ifndef ENGINE_PROVE_CELL_STORAGE_H
#define ENGINE_PROVE_CELL_STORAGE_H

#include "engine/prove/loop/candidate.h"
#include "engine/prove/model.h"

struct Storage {
    /* cells and addresses */
    void (*make_cells)(Prover *p);
    Reason (*refusal)(const Prover *p); /* why nothing can be proved of the program, if so */
    /* The place that an instruction means with this address; what must hold for it to be inside of
     * its object is added.  False: it is not known. */
    bool (*place)(Attempt *f, const Instr *i, Sym address, Location *at, Term *inside);
    const char *no_place;                                         /* what to say then */
    Sym (*move)(Attempt *f, const Instr *i, Sym address, Sym by); /* INDEX, FIELD */
    Term (*equal)(Attempt *f, Sym a, Sym b); /* of addresses; NO_TERM: it is not known */
    /* objects and threads */
    void (*free)(Attempt *f, State *s, uint32_t code, Sym address); /* NULL: refused */
    void (*fork)(Attempt *f, State *s, uint32_t code);
    bool (*begins_thread)(const Prover *p, uint32_t proc);
    Term (*number)(void *of, Term thread); /* what a thread is as a number; NULL: not known */
    /* loops */
    void (*changes)(const Attempt *f, uint32_t code, bool *cells); /* NULL: regions tell it */
    void (*keep_shapes)(Attempt *f, const State *s, uint32_t head, const bool *regs);
    Sym (*havoc)(Attempt *f, uint32_t head, uint32_t reg); /* any pointer */
    bool (*lock)(Attempt *f, const State *s, const Term *memory, const Candidate *c, Location *at);
    void (*propose_locks)(Attempt *f, uint32_t head, uint32_t cell, uint32_t reg);
    /* annotations and guards */
    bool (*arguments)(Attempt *f, const Access *access, Location at, Sym args[2]);
    bool (*modified)(Attempt *f, const Modified *m, const Sym *args, const Term *old, Location *at);
    bool (*modifies)(const Prover *p, const Modified *m, uint32_t cell);
    void (*find_modified)(Prover *p);
    Term (*guarding)(Attempt *f, const Term *memory, const Guard *guard, Location at);
    void (*propose_guard)(Prover *p, const Cell *cell, uint32_t lock);
    /* facts */
    bool words;       /* numbers are those of the machine, unless the user says otherwise */
    bool undefined;   /* errors leave it undefined what the program does: see Theory */
    bool layouts;     /* pointers are known by the layout that they point to */
    bool variables;   /* objects can be variables: these have numbers and initial values */
    bool frees;       /* objects can be freed: what was made need not be there any more */
    bool hands_over;  /* invariants are about objects that others may know: it matters when they
                       * were handed over; they are used for the objects that are named */
    bool strict;      /* annotations speak of what may be a thread's own */
    bool races;       /* two threads must not touch at once what is no atomic object */
    bool freezes;     /* some places nobody may write any more */
    bool stops;       /* a thread that assumes what is false stops for ever */
    bool reads_again; /* a thread may read-lock what it has read-locked */
    bool apart;       /* a procedure that is checked by itself begins with an action of its own */
    bool by_field;    /* candidates of loops are about fields; those about objects in variables are
                       * for variables that do not change */
    bool arrows;      /* places are written `p->m`, and predicates `holds(m)` */
};
extern const Storage storage_typed, storage_raw;

#endif
