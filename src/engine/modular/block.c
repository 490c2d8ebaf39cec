/* block.c -- memory that is allocated in one place, once, and then seen by others or indexed.
 *
 * Memory that a thread allocates is its own (cells.c), of a known size and accessed at known places.  If it is
 * not, it becomes a *block*: an object beside the globals, with cells of its own that say whether it is there
 * (0: not yet, 1: yes, 2: no more) and how large it is.  A block is known by the calls that lead to the
 * instruction that allocates it; modular must show that nobody comes there twice, so there is only one such
 * object in a run.  What it holds at first is any value, or zero; where it is any, a cell says of each of
 * its cells whether it was written, and modular must show that nothing else is read. */
#include "engine/modular/model.h"

#include "base/log.h"

enum { MOST_BLOCKS = 16, BLOCK_THERE = 1, BLOCK_GONE = 2, SIZE_BITS = 40 };

/* ---- which there are ---- */

uint32_t block_site(Model *x, const Path *p)
{
    VEC(uint64_t) words = {0};
    vec_each (Frame, f, &p->frames)
        vec_push(&words, (uint64_t)f->proc << 32 | f->pc);
    uint32_t site = records_add(&x->sites, words.at, words.len);
    vec_free(&words);
    return site;
}

static Block *block_of(const Model *x, uint32_t object)
{
    uint32_t globals = (uint32_t)x->program->globals.len;
    return object >= globals && object - globals < x->blocks.len ? &x->blocks.at[object - globals]
                                                                 : NULL;
}

bool block_is(const Model *x, uint32_t object)
{
    return block_of(x, object) != NULL;
}

bool block_is_zero(const Model *x, uint32_t object)
{
    const Block *b = block_of(x, object);
    return !b || b->zero;
}

const char *block_name(const Model *x, uint32_t object)
{
    const Block *b = block_of(x, object);
    return b ? x->program->layouts.at[b->layout].name : x->program->globals.at[object].name;
}

static uint32_t find_block(const Model *x, uint32_t site)
{
    for (size_t k = 0; k < x->blocks.len; k++)
        if (x->blocks.at[k].site == site)
            return (uint32_t)(x->program->globals.len + k);
    return 0;
}

/* A cell about the block. */
static uint32_t find(const Model *x, CellRole role, uint32_t object, uint32_t offset,
                     uint32_t bytes)
{
    for (uint32_t k = 0; k < x->cells.len; k++) {
        const Cell *c = &x->cells.at[k];
        if (c->role == role && c->object == object && c->offset == offset &&
            (!bytes || c->bytes == bytes))
            return k;
    }
    return NO_CELL;
}

static uint32_t add_cell(Model *x, Cell cell)
{
    char name[32];
    snprintf(name, sizeof name, "block%u.%u", x->unknown++, cell.bytes);
    cell.now = term_variable(&x->terms, name, SORT_BITS(cell.bytes * 8));
    cell.first = term_constant(&x->terms, 0, SORT_BITS(cell.bytes * 8));
    cell.flag = cell.role == CELL_STATE;
    vec_push(&x->cells, cell);
    return (uint32_t)x->cells.len - 1;
}

/* 0: there are too many. */
static uint32_t make_block(Model *x, uint32_t site, uint32_t layout, bool zero)
{
    uint32_t object = (uint32_t)(x->program->globals.len + x->blocks.len);
    if (x->blocks.len >= MOST_BLOCKS)
        return 0;
    vec_push(&x->blocks, ((Block){.site = site, .layout = layout, .zero = zero}));
    vec_resize(&x->blurred, object + 1);
    add_cell(x, (Cell){.object = object, .bytes = 1, .role = CELL_STATE});
    add_cell(x, (Cell){.object = object, .bytes = OFFSET_BITS / 8, .role = CELL_SIZE});
    LOG(MODULAR, "%s is a block from now on", block_name(x, object));
    return object;
}

bool block_make(Model *x, const OwnObject *o)
{
    if (!find_block(x, o->site) && !make_block(x, o->site, o->layout, o->zero))
        return false;
    x->again = true;
    return true;
}

/* ---- allocated, and freed ---- */

static Term state_is(Model *x, const Path *p, uint32_t object, int64_t state)
{
    uint32_t cell = find(x, CELL_STATE, object, 0, 0);
    return term_eq(&x->terms, cell_now(x, p, cell), term_constant(&x->terms, state, SORT_BITS(8)));
}

static void set_state(Model *x, Path *p, uint32_t object, int64_t state)
{
    *cell_place(x, p, find(x, CELL_STATE, object, 0, 0)) =
        term_constant(&x->terms, state, SORT_BITS(8));
    p->shared = true;
}

void block_must_be_there(Model *x, Path *p, uint32_t object)
{
    step_oblige(x, p, state_is(x, p, object, BLOCK_THERE), ERR_FREED);
}

static void set_counts(Model *x, Path *p, uint32_t object, Term size)
{
    for (uint32_t k = 0; k < x->cells.len; k++) {
        const Cell *c = &x->cells.at[k];
        if (c->object == object && c->role == CELL_COUNT)
            *cell_place(x, p, k) =
                term_resize(&x->terms, element_index(x, size, c->offset), c->bytes * 8, false);
    }
}

/* What must hold, or the path is not followed. */
static void need(Model *x, Path *p, Term holds, const char *why)
{
    step_split_off(x, p, term_not(&x->terms, holds), why);
}

bool block_alloc(Model *x, Path *p, const Instr *i, Term size, bool must, Sym *value)
{
    uint32_t site = block_site(x, p), object = find_block(x, site);
    Term most = term_constant(&x->terms, ((int64_t)1 << SIZE_BITS) - 1, SORT_BITS(OFFSET_BITS));
    if (!object && must && !x->starting)
        object = make_block(x, site, i->other, i->flags & FLAG_ZERO);
    if (!object)
        return false;
    size = term_resize(&x->terms, size, OFFSET_BITS, false);
    need(x, p, state_is(x, p, object, 0),
         "memory that others see is allocated here more than once");
    need(x, p, term_bits(&x->terms, TERM_ULE, size, most),
         "it is not known how much memory is allocated");
    *cell_place(x, p, find(x, CELL_SIZE, object, 0, 0)) = size;
    set_counts(x, p, object, size);
    set_state(x, p, object, BLOCK_THERE);
    *value = (Sym){.kind = SYM_POINTER,
                   .object = object,
                   .t = term_constant(&x->terms, 0, SORT_BITS(OFFSET_BITS))};
    return true;
}

bool block_free(Model *x, Path *p, const Instr *i, Sym address)
{
    int64_t offset;
    const Block *b = block_of(x, address.object);
    if (!b)
        return false;
    if (i->flags & FLAG_CHECK && x->program->layouts.at[b->layout].automatic)
        step_oblige(x, p, term_bool(&x->terms, false), ERR_WILD_POINTER);
    else if (!cells_constant(x, address.t, &offset) || offset)
        step_give_up(x, p, "memory is freed at a place that is not known");
    else
        set_state(x, p, address.object, BLOCK_GONE);
    return true;
}

/* ---- its size ---- */

void block_has_elements(Model *x, uint32_t object, uint32_t bytes)
{
    if (!block_is(x, object) || find(x, CELL_COUNT, object, bytes, 0) != NO_CELL)
        return;
    add_cell(x, (Cell){.object = object, .offset = bytes, .bytes = 4, .role = CELL_COUNT});
    add_cell(x, (Cell){.object = object, .offset = bytes, .bytes = 8, .role = CELL_COUNT});
    x->again = true;
}

/* Both cells say how many elements there are: the one of 32 bits only the lower half of it, but then there are
 * more. */
static Term is_counted(Model *x, const Path *p, uint32_t object, Term offset, uint32_t bytes)
{
    Term some = term_bool(&x->terms, false), index = element_index(x, offset, bytes);
    for (uint32_t wide = 4; wide <= 8; wide *= 2) {
        uint32_t cell = find(x, CELL_COUNT, object, bytes, wide);
        if (cell == NO_CELL || !cells_is_multiple(x, offset, bytes))
            continue;
        Term count = term_resize(&x->terms, cell_now(x, p, cell), OFFSET_BITS, false);
        some = term_or(&x->terms, some, term_bits(&x->terms, TERM_ULT, index, count));
    }
    return some;
}

Term block_has(Model *x, const Path *p, uint32_t object, Term offset, uint64_t bytes)
{
    Terms *terms = &x->terms;
    Term size = cell_now(x, p, find(x, CELL_SIZE, object, 0, 0));
    Term width = term_constant(terms, (int64_t)bytes, SORT_BITS(OFFSET_BITS));
    Term last = term_bits(terms, TERM_BITS_SUB, size, width);
    Term fits = term_and(terms, term_bits(terms, TERM_ULE, width, size),
                         term_bits(terms, TERM_ULE, offset, last));
    bool element = bytes && bytes <= 8 && !(bytes & (bytes - 1));
    return element ? term_or(terms, fits, is_counted(x, p, object, offset, (uint32_t)bytes)) : fits;
}

/* ---- what was never written ---- */

/* The cell that says whether this one was. */
static uint32_t written_cell(Model *x, uint32_t cell)
{
    Cell c = x->cells.at[cell];
    uint32_t found = find(x, CELL_WRITTEN, c.object, c.offset, 0);
    if (found != NO_CELL)
        return found;
    x->again = true; /* writes that were seen already set it, too */
    return add_cell(x, (Cell){.object = c.object,
                              .offset = c.offset,
                              .bytes = 1,
                              .element = c.element,
                              .role = CELL_WRITTEN});
}

void block_read(Model *x, Path *p, uint32_t cell, Term index)
{
    Term one = term_constant(&x->terms, 1, SORT_BITS(8));
    if (block_is_zero(x, x->cells.at[cell].object))
        return;
    uint32_t written = written_cell(x, cell);
    Term now = index.ix ? element_read(x, p, written, index) : cell_now(x, p, written);
    need(x, p, term_eq(&x->terms, now, one),
         "memory is read that may never have been written, or not as it was written");
}

void block_written(Model *x, Path *p, uint32_t cell, Term index)
{
    Term one = term_constant(&x->terms, 1, SORT_BITS(8));
    if (block_is_zero(x, x->cells.at[cell].object))
        return;
    uint32_t written = written_cell(x, cell);
    if (index.ix)
        element_write(x, p, written, index, one);
    else
        *cell_place(x, p, written) = one;
}
