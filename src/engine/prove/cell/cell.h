/* cell.h -- memory as the solver sees it: an SMT array for each cell of a layout. */
#ifndef ENGINE_PROVE_CELL_CELL_H
#define ENGINE_PROVE_CELL_CELL_H

#include "engine/prove/forward.h"
#include "result/job.h"
#include "smt/solver.h"
#include "symbolic/value.h"

/* By how many indexes a place is found: none, object, element, and in C an array in an array. */
typedef enum CellKind { CELL_GLOBAL, CELL_FIELD, CELL_ELEMENT, CELL_INNER } CellKind;

/* A reader-writer lock is three cells: who holds it for writing (as the owner of a mutex), for each
 * thread whether it holds it for reading, and how many do. */
typedef enum CellPart {
    PART_NONE,
    PART_OWNER,
    PART_READERS,
    PART_COUNT,
    PART_MADE, /* no part of a lock: for each object whether it has been made; it stays so until it
                * is freed (C) */
    PART_MET   /* ... and whether it is out of the hands of any single other thread */
} CellPart;

/* A field of a layout in all objects that have it.  Its sort is that of its type, in one array
 * (by object) for fields, in two (by object, by index) for elements, in three for what is inside
 * of elements. */
typedef struct Cell {
    CellKind kind;
    const char *name; /* `Main.x`, `Node.next`, `Bits[]` */
    uint32_t layout, region;
    uint32_t offset; /* in the record or in the element */
    uint32_t
        object; /* of a global; raw: the only object that has the layout, 0: there may be more */
    Type type;
    Sort sort;        /* of the whole */
    uint32_t refers;  /* of a global pointer: the layout of the arrays it is used for, 0: unknown */
    CellPart part;    /* of a lock: only acquire and release change it */
    uint32_t owner;   /* of a part of a lock: the cell of its owner */
    int32_t readers;  /* of the owner of a reader-writer lock: the cell of its readers, that of
                       * their number comes next; else -1 */
    uint32_t size;    /* raw: bytes of one value */
    uint32_t count;   /* raw: elements of an array that is a member; 0: it is none */
    uint32_t stride;  /* raw: bytes from one of them to the next */
    bool inside;      /* raw: its predicate is about the struct that is the element of the member */
    uint32_t columns; /* raw: elements of a row, if its predicate is about rows; else 0 */
    bool many;        /* raw: its objects have several elements of the layout */
    uint32_t points;  /* raw: the layout that its pointers point to; 0: any */
    bool known;       /* false: heddle cannot prove anything about what touches it */
    bool free_read;   /* anybody may read it, always or once nobody may write it any more */
    bool freezes;     /* once nobody may write it, nobody ever may */
    bool quiet;       /* who reads it without being allowed to write it only glances (glance.c) */
    int32_t access;   /* index into Program.accesses, or -1 */
} Cell;

typedef struct Location {
    uint32_t cell;
    Term object, index, inner; /* NO_TERM where they mean nothing, and for every object */
} Location;

void cells_make(Prover *p);
void cells_typed(Prover *p); /* those of classes and arrays */
void cell_push(Prover *p, Cell cell, Sort sort);
/* The readers of a lock, behind its owner, which is the last cell. */
void cell_push_readers(Prover *p, Cell cell);          /* `sort` is that of a value */
int32_t cell_access(const Prover *p, uint32_t region); /* its access predicates, or -1 */
Location cell_any_place(Attempt *f, uint32_t cell);    /* any of its places */
bool cell_everywhere(const Prover *p, Location at);    /* it is all places of the cell */
/* The place, or all places, become anything. */
void cell_havoc(Attempt *f, Term *memory, Location at);
/* Is it a place of the program's?  Elements are those of their array, as far as that is known. */
Term cell_has(Attempt *f, Location at);
/* The cell that an access to the region at this offset means, or UINT32_MAX. */
uint32_t cell_find(const Prover *p, uint32_t region, uint32_t offset);
Sort cell_value_sort(const Prover *p, Type type);
Sort cell_index_sort(const Prover *p);
/* The cell that says which objects of the layout have been made; UINT32_MAX: nobody asks. */
uint32_t cell_made(const Prover *p, uint32_t layout);
bool cell_grows(const Cell *cell); /* it is a set of objects that none leaves */
/* raw: the object is a variable of the layout, or was allocated for it and not freed; `made` is the
 * place that tells.  With a state: and it is nobody's own. */
Term cell_exists(Attempt *f, const Term *memory, Location made, const State *s);
/* raw: it is plainly a variable, not memory that was allocated. */
bool cell_is_variable(const Attempt *f, Term object);
Term cell_read(Attempt *f, const Term *memory, Location at);
void cell_write(Attempt *f, Term *memory, Location at, Term value);

#endif
