/* pointer.c -- pointers in shared memory.
 *
 * A place that holds a pointer has no cell, and what is loaded from it is not known, unless init has
 * left a pointer there that nobody changes.  But where somebody peeks, which asks for a pointer into
 * the same object and finds null if there is none (lib/intrinsics.h, INITIALISE_ONCE), a cell says
 * just that: 0 for null, else the offset in the object and one more.
 *
 * No place holds both a pointer and numbers: such an object is blurred. */
#include "engine/modular/model.h"

static bool meet(uint32_t a, uint32_t a_bytes, uint32_t b, uint32_t b_bytes)
{
    return a < b + b_bytes && b < a + a_bytes;
}

bool pointer_is_stored(const Model *x, uint32_t object, uint32_t offset, uint32_t bytes)
{
    vec_each (PointerPlace, place, &x->pointers)
        if (place->object == object && place->stored &&
            meet(offset, bytes, place->offset, x->program->pointer_bytes))
            return true;
    return false;
}

/* NULL: the place overlaps with another one, or with a cell that holds numbers. */
static PointerPlace *place_of(Model *x, uint32_t object, uint32_t offset)
{
    uint32_t bytes = x->program->pointer_bytes;
    vec_each (Cell, c, &x->cells)
        if (c->object == object && c->role == CELL_PLAIN && !c->pointer &&
            meet(offset, bytes, c->offset, c->bytes))
            return NULL;
    vec_each (PointerPlace, place, &x->pointers)
        if (place->object == object && meet(offset, bytes, place->offset, bytes))
            return place->offset == offset ? place : NULL;
    if (offset % bytes)
        return NULL;
    vec_push(&x->pointers, ((PointerPlace){.object = object, .offset = offset}));
    return &vec_last(&x->pointers);
}

/* ---- what is there at the start ---- */

/* The last that init has stored at this place; NULL: nothing.  *all: it was stored just there. */
static const OwnCell *first_at(const Model *x, uint32_t object, uint32_t offset, bool *all)
{
    uint32_t bytes = x->program->pointer_bytes;
    const OwnCell *found = NULL;
    *all = true;
    for (size_t k = 0; k < x->first.len; k++) {
        const OwnCell *c = &x->first.at[k];
        if (x->firsts.at[k] != object || !meet(offset, bytes, c->offset, c->bytes))
            continue;
        found = c;
        *all = c->offset == offset && c->bytes == bytes;
    }
    return found;
}

/* ---- what a cell says ---- */

static Term code(Model *x, int64_t value)
{
    return term_constant(&x->terms, value, SORT_BITS(x->program->pointer_bytes * 8));
}

/* Of a pointer that is stored in the object. */
static Term code_of(Model *x, uint32_t object, Sym value)
{
    int64_t offset;
    if (sym_is_pointer(value) && value.object != object && value.object != FREED_OBJECT)
        return code(x, 0);
    bool known = sym_is_pointer(value) && value.object == object &&
                 cells_constant(x, value.t, &offset) && offset >= 0 && offset < INT32_MAX;
    return known ? code(x, offset + 1) : word_unknown(x, x->program->pointer_bytes * 8);
}

static uint32_t find_cell(const Model *x, uint32_t object, uint32_t offset)
{
    for (uint32_t k = 0; k < x->cells.len; k++)
        if (x->cells.at[k].object == object && x->cells.at[k].pointer &&
            x->cells.at[k].offset == offset)
            return k;
    return NO_CELL;
}

/* Numbers are no pointers, and what is left of a pointer that they were written over is none. */
static bool first_code(Model *x, uint32_t object, uint32_t offset, Term *first)
{
    bool all;
    const OwnCell *c = first_at(x, object, offset, &all);
    *first = !c || sym_is_number(c->value) ? code(x, 0) : code_of(x, object, c->value);
    return !c || sym_is_number(c->value) || (all && sym_is_pointer(c->value));
}

/* The cell of a place; stores that were seen before it was made are seen again. */
static uint32_t make_cell(Model *x, uint32_t object, uint32_t offset, bool stored)
{
    char name[32];
    Cell cell = {
        .object = object, .offset = offset, .bytes = x->program->pointer_bytes, .pointer = true};
    uint32_t found = find_cell(x, object, offset);
    if (found != NO_CELL || !first_code(x, object, offset, &cell.first))
        return found;
    snprintf(name, sizeof name, "pointer%u", x->unknown++);
    cell.now = term_variable(&x->terms, name, SORT_BITS(cell.bytes * 8));
    vec_push(&x->cells, cell);
    x->again |= stored;
    return (uint32_t)x->cells.len - 1;
}

/* ---- accesses ---- */

Sym pointer_load(Model *x, uint32_t object, uint32_t offset)
{
    bool all;
    PointerPlace *place = x->blurred.at[object] ? NULL : place_of(x, object, offset);
    const OwnCell *c = place ? first_at(x, object, offset, &all) : NULL;
    if (!c || place->stored || !all || !sym_is_pointer(c->value))
        return (Sym){0};
    place->loaded = true;
    return c->value;
}

bool pointer_store(Model *x, Path *p, uint32_t object, uint32_t offset, Sym value)
{
    PointerPlace *place = x->blurred.at[object] ? NULL : place_of(x, object, offset);
    if (!place)
        return false;
    x->again |= place->loaded && !place->stored; /* others took it for what init has left there */
    place->stored = true;
    uint32_t cell = find_cell(x, object, offset);
    if (cell != NO_CELL)
        *cell_place(x, p, cell) = code_of(x, object, value);
    return true;
}

Sym pointer_peek(Model *x, Path *p, const Instr *i, uint32_t object, uint32_t offset)
{
    const PointerPlace *place =
        x->blurred.at[object] || x->starting ? NULL : place_of(x, object, offset);
    uint32_t cell = place ? make_cell(x, object, offset, place->stored) : NO_CELL;
    if (cell == NO_CELL)
        return (Sym){0};
    Term now = cell_now(x, p, cell), none = term_eq(&x->terms, now, code(x, 0));
    Term at = term_bits(&x->terms, TERM_BITS_SUB, now, code(x, 1));
    step_split(x, p, none, i->dst, word_constant(x, 0, TYPE_POINTER));
    return (Sym){
        .kind = SYM_POINTER, .object = object, .t = term_resize(&x->terms, at, OFFSET_BITS, false)};
}
