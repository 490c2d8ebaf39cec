/* view.h -- the names and values of raw memory; see view.c. */
#ifndef MACHINE_VIEW_H
#define MACHINE_VIEW_H

#include "machine/internal.h"

/* The view of an object: of the whole, or of one of several elements. */
typedef struct ViewRoot {
    const View *view;
    uint64_t elements; /* 0: it is the whole */
} ViewRoot;

/* A scalar, a bit-field, or some elements of an array of scalars. */
typedef struct ViewPiece {
    const char *path; /* inside the object: `.next`, `[2].name` */
    uint64_t bit;     /* where it begins */
    uint32_t bits;    /* of one of them */
    const View *view; /* of one of them */
    bool array;
    uint64_t first, count; /* of the elements */
} ViewPiece;
typedef VEC(ViewPiece) ViewPieces;

typedef enum CellKind { CELL_NUMBER, CELL_POINTER, CELL_UNWRITTEN } CellKind;
typedef struct ViewCell {
    CellKind kind;
    uint64_t value; /* of a bit-field with its sign */
} ViewCell;

/* A write, from before it happens until it is told. */
struct Change {
    uint32_t object, offset, bytes;
    Type type;  /* of a store; VOID: it is a copy */
    bool all;   /* all that it writes is told, not only what it changes */
    bool exact; /* it writes just the pieces */
    ViewPieces pieces;
    VEC(ViewCell) old; /* of the pieces, one after the other */
};

bool view_root(const Machine *m, const Slot *slot, ViewRoot *root);   /* false: it has none */
const char *view_place(Machine *m, const Slot *slot, int32_t offset); /* NULL: it has no view */
bool view_pieces(Machine *m, uint32_t object, uint32_t offset, uint32_t bytes, ViewPieces *out);
/* Element k of a piece; the name of some of them. */
ViewCell view_cell(Machine *m, const Slot *slot, const ViewPiece *piece, uint64_t k);
const char *view_value(Machine *m, const ViewPiece *piece, ViewCell cell);
const char *view_name(Machine *m, const ViewPiece *piece, uint64_t first, uint64_t end);

bool view_begin(Machine *m, Change *c); /* false: the object has no view */
void view_end(Machine *m, Change *c, const char *base);
void view_free(Change *c);

#endif
