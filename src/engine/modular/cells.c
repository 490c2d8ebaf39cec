/* cells.c  -- objects and their cells.
 *
 * A shared cell that is always accessed at the same place with the same width is a variable of the
 * formulas.  Of an object in which places are not known an arbitrary element is followed, if all
 * accesses are of one width.  Any other object is blurred: what is stored in it is forgotten, and
 * what is loaded from it is any value.  Accesses outside of objects are errors of the action.
 * Memory that one thread allocates is its own until its address is stored elsewhere or given to
 * another thread: then the path is not followed. */
#include "engine/modular/model.h"

#include "base/log.h"

bool cells_constant(const Model *x, Term offset, int64_t *value)
{
    return term_is_number(&x->terms, offset, value);
}

/* ---- addresses ---- */

/* Not of a block. */
static uint32_t object_size(const Model *x, const Path *p, uint32_t object)
{
    assert(object < OWN_OBJECT ? object < x->program->globals.len
                               : object - OWN_OBJECT < p->objects.len);
    if (object >= OWN_OBJECT)
        return p->objects.at[object - OWN_OBJECT].size;
    return program_global_size(x->program, &x->program->globals.at[object]);
}

/* Surely at one of its bytes, or null, or a procedure. */
static bool is_inside(const Model *x, const Path *p, Sym address)
{
    int64_t offset;
    if (!address.object || address.object >= PROC_OBJECT)
        return true;
    if (!cells_constant(x, address.t, &offset) || offset < 0)
        return false;
    return block_is(x, address.object) ? !offset : offset < object_size(x, p, address.object);
}

/* The order of two offsets is that of the addresses, if the object is the same; comparisons of two
 * objects are known, for objects do not change their names on a path. */
static Sym compare(void *of, const Instr *i, Sym a, Sym b)
{
    Model *x = ((Here *)of)->x;
    Instr order = {.op = i->op, .type = TYPE_S64};
    bool equals = i->op == OP_EQ || i->op == OP_NE, same = a.object == b.object;
    const Path *p = ((Here *)of)->p;
    if (!sym_is_pointer(a) || !sym_is_pointer(b) || a.object == FREED_OBJECT ||
        b.object == FREED_OBJECT || (!equals && !same))
        return (Sym){0};
    if (!same && !(is_inside(x, p, a) && is_inside(x, p, b)))
        return (Sym){0}; /* where one object ends the other one may begin */
    if (!same)
        return word_number(theory_constant(&x->theory, i->op == OP_NE, TYPE_U1));
    return word_number(theory_compute(&x->theory, &order, a.t, b.t));
}

/* A pointer moved by so many bytes; past what an offset can hold it is not followed. */
static Sym move(void *of, const Instr *i, Sym a, Sym b)
{
    Model *x = ((Here *)of)->x;
    Term by = term_constant(&x->terms, i->offset, SORT_BITS(OFFSET_BITS));
    if (!sym_is_pointer(a) || (i->op == OP_INDEX && !sym_is_number(b)))
        return (Sym){0};
    if (i->op == OP_INDEX)
        by = term_bits(&x->terms, TERM_BITS_MUL, by, b.t);
    a.t = term_bits(&x->terms, TERM_BITS_ADD, a.t, by);
    return a;
}

static Sym distance(void *of, const Instr *i, Sym a, Sym b)
{
    Model *x = ((Here *)of)->x;
    (void)i;
    if (!sym_is_pointer(a) || !sym_is_pointer(b) || a.object != b.object) {
        step_give_up(x, ((Here *)of)->p, "the distance of these two pointers is not known");
        return (Sym){0};
    }
    return word_number(term_bits(&x->terms, TERM_BITS_SUB, a.t, b.t));
}

static Sym convert(void *of, const Instr *i, Sym a)
{
    (void)of;
    return i->from.kind == TYPE_PTR && i->type.kind == TYPE_PTR ? a : (Sym){0};
}

/* Is it a global or an object of the thread?  If not, the path ends. */
static bool is_object(Model *x, Path *p, Sym address)
{
    uint32_t slot = address.object - OWN_OBJECT;
    if (!sym_is_pointer(address))
        step_give_up(x, p, "an address is not known");
    else if (!address.object || address.object >= PROC_OBJECT)
        step_oblige(x, p, term_bool(&x->terms, false),
                    address.object ? ERR_WILD_POINTER : ERR_NULL_POINTER);
    else if (address.object == FREED_OBJECT ||
             (address.object >= OWN_OBJECT && !p->objects.at[slot].alive))
        step_oblige(x, p, term_bool(&x->terms, false), ERR_FREED);
    else if (block_is(x, address.object)) {
        block_must_be_there(x, p, address.object);
        return !term_is_false(&x->terms, p->guard);
    } else
        return true;
    return false;
}

/* Are so many bytes there?  If that is not known, it is an obligation. */
static bool in_bounds(Model *x, Path *p, Sym address, Term offset, uint64_t bytes)
{
    if (block_is(x, address.object)) {
        step_oblige(x, p, block_has(x, p, address.object, offset, bytes), ERR_OUT_OF_BOUNDS);
        return !term_is_false(&x->terms, p->guard);
    }
    uint32_t size = object_size(x, p, address.object);
    if (bytes > size) {
        step_oblige(x, p, term_bool(&x->terms, false), ERR_OUT_OF_BOUNDS);
        return false;
    }
    Term last = term_constant(&x->terms, (int64_t)(size - bytes), SORT_BITS(OFFSET_BITS));
    Term fits = term_bits(&x->terms, TERM_ULE, offset, last);
    if (!term_is_true(&x->terms, fits)) {
        candidates_add_constant(x, size - bytes);
        candidates_add_constant(x, bytes ? size / bytes : size);
        candidates_add_constant(x, bytes ? size / bytes - 1 : size);
    }
    step_oblige(x, p, fits, ERR_OUT_OF_BOUNDS);
    return !term_is_false(&x->terms, fits);
}

void cells_blur(Model *x, uint32_t object, Blur blur)
{
    assert(object && object < x->blurred.len);
    if (x->blurred.at[object] >= blur)
        return;
    LOG(MODULAR, "%s from now on: %s", block_name(x, object),
        blur == BLUR_ELEMENTS ? "an arbitrary element is followed"
                              : "its cells are not followed, and have any value");
    x->again = true;
    x->blurred.at[object] = (uint8_t)blur;
}

static void blur(Model *x, uint32_t object)
{
    cells_blur(x, object, BLUR_ALL);
}

/* A number of the width of its type from one of the width of the cell, and back. */
static Sym narrowed(Model *x, Term bits, Type type)
{
    return word_number(term_resize(&x->terms, bits, type.bits, false));
}

static Sym widened(Model *x, Sym value, Type type)
{
    if (sym_is_number(value))
        value.t = term_resize(&x->terms, value.t, type_bytes(type) * 8, type.kind == TYPE_SIGNED);
    return value;
}

/* ---- shared cells ---- */

/* What init has left there; NO_TERM: it is not a number of this width. */
static Term first_value(Model *x, uint32_t object, uint32_t offset, uint32_t bytes)
{
    Term found = term_constant(&x->terms, 0, SORT_BITS(bytes * 8));
    for (size_t k = 0; k < x->first.len; k++) {
        const OwnCell *c = &x->first.at[k];
        if (x->firsts.at[k] != object || c->offset >= offset + bytes ||
            offset >= c->offset + c->bytes)
            continue;
        bool same = c->offset == offset && c->bytes == bytes && sym_is_number(c->value);
        found = same ? c->value.t : NO_TERM;
    }
    return found;
}

/* The number of the cell; NO_LOCATION: the object is blurred. */
static uint32_t shared_cell(Model *x, uint32_t object, uint32_t offset, uint32_t bytes)
{
    char name[32];
    for (uint32_t k = 0; k < x->cells.len; k++) {
        const Cell *c = &x->cells.at[k];
        if (c->object != object || c->role != CELL_PLAIN || c->offset >= offset + bytes ||
            offset >= c->offset + c->bytes)
            continue;
        if (c->offset == offset && c->bytes == bytes && !c->pointer)
            return k;
        blur(x, object);
        return NO_LOCATION;
    }
    assert(x->blurred.at[object] == BLUR_NONE && bytes && bytes <= 8);
    Term first = first_value(x, object, offset, bytes);
    if (!first.ix || pointer_is_stored(x, object, offset, bytes)) {
        blur(x, object);
        return NO_LOCATION;
    }
    snprintf(name, sizeof name, "cell%u", x->unknown++);
    Cell cell = {.object = object, .offset = offset, .bytes = bytes, .first = first, .flag = true};
    cell.any = !block_is_zero(x, object);
    cell.now = term_variable(&x->terms, name, SORT_BITS(bytes * 8));
    vec_push(&x->cells, cell);
    return (uint32_t)x->cells.len - 1;
}

Term cell_now(const Model *x, const Path *p, uint32_t cell)
{
    Term changed = cell < p->cells.len ? p->cells.at[cell] : NO_TERM;
    assert(cell < x->cells.len && p->cells.len <= x->cells.len);
    return changed.ix ? changed : x->cells.at[cell].now;
}

Term *cell_place(Model *x, Path *p, uint32_t cell)
{
    if (p->cells.len <= cell)
        vec_resize(&p->cells, cell + 1);
    p->cells.at[cell] = cell_now(x, p, cell);
    return &p->cells.at[cell];
}

/* ---- own cells ---- */

/* The cell at this place; those that it overlaps with are no more.  NULL: it was not there. */
static OwnCell *own_cell(OwnObject *o, uint32_t offset, uint32_t bytes, bool drop)
{
    OwnCell *found = NULL;
    size_t kept = 0;
    for (size_t k = 0; k < o->cells.len; k++) {
        OwnCell *c = &o->cells.at[k];
        bool apart = c->offset >= offset + bytes || offset >= c->offset + c->bytes;
        bool same = c->offset == offset && c->bytes == bytes;
        if (apart || same || !drop) {
            o->cells.at[kept] = *c;
            if (same)
                found = &o->cells.at[kept];
            kept++;
        }
    }
    o->cells.len = kept;
    return found;
}

static bool own_overlaps(const OwnObject *o, uint32_t offset, uint32_t bytes)
{
    bool overlaps = false;
    vec_each (OwnCell, c, &o->cells)
        overlaps |= c->offset < offset + bytes && offset < c->offset + c->bytes;
    return overlaps;
}

/* A pointer into the object itself, or null. */
static Sym own_peek(Model *x, const Path *p, const OwnObject *o, const OwnCell *c, bool written)
{
    uint32_t object = OWN_OBJECT + (uint32_t)(o - p->objects.at);
    if (c ? !c->value.t.ix : written)
        return (Sym){0};
    return c && sym_is_pointer(c->value) && c->value.object == object
               ? c->value
               : word_constant(x, 0, TYPE_POINTER);
}

static Sym own_load(Model *x, Path *p, const Instr *i, OwnObject *o, uint32_t offset,
                    uint32_t bytes)
{
    const OwnCell *c = own_cell(o, offset, bytes, false);
    bool number = word_is_integer(i->type);
    if (i->flags & FLAG_PEEK)
        return own_peek(x, p, o, c, own_overlaps(o, offset, bytes));
    if (c && number && sym_is_number(c->value))
        return narrowed(x, c->value.t, i->type);
    if (c)
        return sym_is_pointer(c->value) && !number ? c->value : (Sym){0};
    if (!o->zero || own_overlaps(o, offset, bytes)) {
        step_give_up(x, p, "memory is read that was never written, or not as it was written");
        return (Sym){0};
    }
    return word_constant(x, 0, i->type);
}

static void own_store(OwnObject *o, uint32_t offset, uint32_t bytes, Sym value)
{
    OwnCell *c = own_cell(o, offset, bytes, true);
    assert(c || !own_overlaps(o, offset, bytes));
    assert((uint64_t)offset + bytes <= o->size);
    if (c)
        c->value = value;
    else
        vec_push(&o->cells, ((OwnCell){.offset = offset, .bytes = bytes, .value = value}));
}

/* ---- accesses ---- */

/* The thread's own memory is to be a block, or the path is not followed. */
static void publish(Model *x, Path *p, uint32_t object, const char *why)
{
    block_make(x, &p->objects.at[object - OWN_OBJECT]);
    step_give_up(x, p, why);
}

static uint32_t access_bytes(const Model *x, Type type)
{
    return type.kind == TYPE_PTR ? x->program->pointer_bytes : type_bytes(type);
}

static Term offset_of(Model *x, Sym address, int32_t by)
{
    return term_bits(&x->terms, TERM_BITS_ADD, address.t,
                     term_constant(&x->terms, by, SORT_BITS(OFFSET_BITS)));
}

static void note_touch(Path *p, const Instr *i, Sym address, Term offset, uint32_t bytes)
{
    vec_push(&p->touches, ((Touch){.object = address.object,
                                   .bytes = bytes,
                                   .offset = offset,
                                   .writes = i->op != OP_LOAD,
                                   .atomic = (i->flags & FLAG_ATOMIC) != 0}));
}

static Sym load_shared(Model *x, Path *p, const Instr *i, uint32_t object, Term at)
{
    int64_t offset;
    bool known = cells_constant(x, at, &offset);
    uint32_t bytes = access_bytes(x, i->type), cell;
    if (i->flags & FLAG_PEEK)
        return known ? pointer_peek(x, p, i, object, (uint32_t)offset) : (Sym){0};
    if (!word_is_integer(i->type) && !block_is_zero(x, object)) {
        step_give_up(x, p, "memory is read that may never have been written");
        return (Sym){0};
    }
    if (i->type.kind == TYPE_PTR)
        return known ? pointer_load(x, object, (uint32_t)offset) : (Sym){0};
    if (!word_is_integer(i->type))
        return (Sym){0};
    if (!known)
        cells_blur(x, object, BLUR_ELEMENTS);
    Term index = x->blurred.at[object] == BLUR_ELEMENTS ? element_index(x, at, bytes) : NO_TERM;
    if (index.ix)
        cell = element_cell(x, object, at, bytes);
    else
        cell =
            x->blurred.at[object] ? NO_LOCATION : shared_cell(x, object, (uint32_t)offset, bytes);
    if (cell == NO_LOCATION && !block_is_zero(x, object))
        step_give_up(x, p, "memory is read that may never have been written");
    if (cell == NO_LOCATION)
        return word_fresh(x, i->type);
    block_read(x, p, cell, index);
    return narrowed(x, index.ix ? element_read(x, p, cell, index) : cell_now(x, p, cell), i->type);
}

/* A number of several bytes is where such numbers are; objects begin at addresses that are aligned for everything. */
static bool is_aligned(Model *x, Path *p, const Instr *i, Term offset, uint32_t bytes)
{
    bool plain = (i->op == OP_LOAD || i->op == OP_STORE) && !(i->flags & FLAG_PACKED);
    if (!plain || bytes < 2 || bytes & (bytes - 1) || cells_is_multiple(x, offset, bytes))
        return true;
    Term low = term_bits(&x->terms, TERM_BITS_AND, offset,
                         term_constant(&x->terms, bytes - 1, SORT_BITS(OFFSET_BITS)));
    Term zero = term_constant(&x->terms, 0, SORT_BITS(OFFSET_BITS));
    step_oblige(x, p, term_eq(&x->terms, low, zero), ERR_ALIGNMENT);
    return !term_is_false(&x->terms, p->guard);
}

static Sym load(void *of, const Instr *i, Sym address)
{
    Model *x = ((Here *)of)->x;
    Path *p = ((Here *)of)->p;
    int64_t offset;
    uint32_t bytes = access_bytes(x, i->type);
    if (!is_object(x, p, address))
        return (Sym){0};
    Term at = offset_of(x, address, i->offset);
    if (!in_bounds(x, p, address, at, bytes) || !is_aligned(x, p, i, at, bytes))
        return (Sym){0};
    bool known = cells_constant(x, at, &offset);
    if (address.object < OWN_OBJECT) {
        p->shared = true;
        note_touch(p, i, address, at, bytes);
        return load_shared(x, p, i, address.object, at);
    }
    if (!known) {
        publish(x, p, address.object, "the place of a local variable is not known");
        return (Sym){0};
    }
    return own_load(x, p, i, &p->objects.at[address.object - OWN_OBJECT], (uint32_t)offset, bytes);
}

static void store_shared(Model *x, Path *p, const Instr *i, uint32_t object, Term at, Sym value)
{
    int64_t number, offset;
    bool known = cells_constant(x, at, &offset);
    uint32_t bytes = access_bytes(x, i->type), cell;
    if (sym_is_pointer(value) && value.object >= OWN_OBJECT && value.object < PROC_OBJECT) {
        publish(x, p, value.object,
                "the address of a local variable is stored where others see it");
        return;
    }
    if (i->type.kind == TYPE_PTR && known && pointer_store(x, p, object, (uint32_t)offset, value))
        return;
    if (i->type.kind == TYPE_PTR || !sym_is_number(value))
        blur(x, object);
    if (!known)
        cells_blur(x, object, BLUR_ELEMENTS);
    if (x->blurred.at[object] == BLUR_ELEMENTS) {
        cell = element_cell(x, object, at, bytes);
        Term index = element_index(x, at, bytes);
        if (cell != NO_LOCATION) {
            element_write(x, p, cell, index, value.t);
            block_written(x, p, cell, index);
        }
        return;
    }
    cell = x->blurred.at[object] ? NO_LOCATION : shared_cell(x, object, (uint32_t)offset, bytes);
    if (cell == NO_LOCATION)
        return;
    x->cells.at[cell].flag &= term_is_number(&x->terms, value.t, &number);
    assert(term_sort(&x->terms, value.t).width == bytes * 8);
    *cell_place(x, p, cell) = value.t;
    block_written(x, p, cell, NO_TERM);
}

/* Is there an object that is no constant?  If not, the path ends. */
static bool may_write(Model *x, Path *p, const Instr *i, Sym address)
{
    if (!is_object(x, p, address))
        return false;
    bool constant =
        address.object >= OWN_OBJECT && !(i->flags & FLAG_INIT) &&
        x->program->layouts.at[p->objects.at[address.object - OWN_OBJECT].layout].constant;
    constant |= !x->starting && address.object < x->program->globals.len &&
                x->program->globals.at[address.object].constant;
    if (constant)
        step_oblige(x, p, term_bool(&x->terms, false), ERR_CONSTANT);
    return !constant;
}

static void store(void *of, const Instr *i, Sym address, Sym value)
{
    Model *x = ((Here *)of)->x;
    Path *p = ((Here *)of)->p;
    int64_t offset;
    uint32_t bytes = access_bytes(x, i->type);
    if (!may_write(x, p, i, address))
        return;
    Term at = offset_of(x, address, i->offset);
    if (!in_bounds(x, p, address, at, bytes) || !is_aligned(x, p, i, at, bytes))
        return;
    bool known = cells_constant(x, at, &offset);
    value = widened(x, value, i->type);
    if (x->starting) {
        if (!known || address.object >= OWN_OBJECT) {
            step_give_up(x, p, "the start of the program does what is not followed");
            return;
        }
        vec_push(&x->first,
                 ((OwnCell){.offset = (uint32_t)offset, .bytes = bytes, .value = value}));
        vec_push(&x->firsts, address.object);
    } else if (address.object < OWN_OBJECT) {
        p->shared = true;
        note_touch(p, i, address, at, bytes);
        store_shared(x, p, i, address.object, at, value);
    } else if (known) {
        own_store(&p->objects.at[address.object - OWN_OBJECT], (uint32_t)offset, bytes, value);
    } else {
        publish(x, p, address.object, "the place of a local variable is not known");
    }
}

/* A lock, that must be at a known place; NULL: it is not. */
static Term *lock_cell(Model *x, Path *p, Sym address, int32_t by, uint32_t bytes)
{
    int64_t offset;
    if (!is_object(x, p, address))
        return NULL;
    Term at = offset_of(x, address, by);
    bool known = cells_constant(x, at, &offset) && address.object < OWN_OBJECT;
    if (!in_bounds(x, p, address, at, bytes))
        return NULL;
    uint32_t cell = !known || x->blurred.at[address.object]
                        ? NO_LOCATION
                        : shared_cell(x, address.object, (uint32_t)offset, bytes);
    if (cell == NO_LOCATION) {
        step_give_up(x, p, "it is not known which lock is meant");
        return NULL;
    }
    p->shared = true;
    block_read(x, p, cell, NO_TERM);
    x->cells.at[cell].lock = true;
    return cell_place(x, p, cell);
}

/* ---- objects ---- */

static Sym alloc(void *of, const Instr *i, Sym size)
{
    Model *x = ((Here *)of)->x;
    Path *p = ((Here *)of)->p;
    int64_t bytes;
    uint32_t slot = 0;
    Sym block;
    bool raw = x->program->layouts.at[i->other].kind == LAYOUT_RAW && sym_is_number(size);
    bool known = raw && term_is_number(&x->terms, size.t, &bytes) && bytes >= 0;
    known = known && bytes <= UINT32_MAX;
    if (raw && block_alloc(x, p, i, size.t, !known, &block))
        return block;
    if (!known) {
        step_give_up(x, p, "it is not known how much memory is allocated");
        return (Sym){0};
    }
    while (slot < p->objects.len && p->objects.at[slot].alive)
        slot++;
    if (slot == p->objects.len)
        vec_resize(&p->objects, slot + 1);
    OwnObject *o = &p->objects.at[slot];
    o->cells.len = 0;
    o->alive = true;
    o->zero = (i->flags & FLAG_ZERO) != 0;
    o->layout = i->other;
    o->size = (uint32_t)bytes;
    o->site = block_site(x, p);
    return (Sym){.kind = SYM_POINTER,
                 .object = OWN_OBJECT + slot,
                 .t = term_constant(&x->terms, 0, SORT_BITS(OFFSET_BITS))};
}

static void forget_pointer(Sym *value, uint32_t object)
{
    if (sym_is_pointer(*value) && value->object == object)
        value->object = FREED_OBJECT;
}

/* Pointers to the object become pointers to what is freed, for the next one may get its name. */
static void forget_object(const Model *x, Path *p, uint32_t object)
{
    vec_each (Frame, f, &p->frames)
        for (size_t k = 0; k < x->program->procs.at[f->proc].registers.len; k++)
            forget_pointer(&f->registers[k], object);
    vec_each (OwnObject, o, &p->objects)
        vec_each (OwnCell, c, &o->cells)
            forget_pointer(&c->value, object);
    forget_pointer(&p->own, object);
    p->objects.at[object - OWN_OBJECT].alive = false;
}

static void free_object(void *of, const Instr *i, Sym address)
{
    Model *x = ((Here *)of)->x;
    Path *p = ((Here *)of)->p;
    int64_t offset;
    if (sym_is_pointer(address) && !address.object)
        return;
    if (!is_object(x, p, address))
        return;
    uint32_t slot = address.object - OWN_OBJECT;
    if (block_free(x, p, i, address))
        return;
    if (address.object >= OWN_OBJECT && i->flags & FLAG_CHECK &&
        x->program->layouts.at[p->objects.at[slot].layout].automatic) {
        step_oblige(x, p, term_bool(&x->terms, false), ERR_WILD_POINTER);
        return;
    }
    if (address.object < OWN_OBJECT || !cells_constant(x, address.t, &offset) || offset) {
        step_give_up(x, p, "memory is freed that is not the thread's own");
        return;
    }
    forget_object(x, p, address.object);
}

/* A range of memory becomes something that is not followed. */
static void blur_range(Model *x, Path *p, Sym address, Sym bytes)
{
    int64_t count;
    if (!is_object(x, p, address))
        return;
    if (!sym_is_number(bytes) || !term_is_number(&x->terms, bytes.t, &count) || count < 0 ||
        address.object >= OWN_OBJECT) {
        step_give_up(x, p, "many bytes at once are copied or filled");
        return;
    }
    if (!in_bounds(x, p, address, address.t, (uint64_t)count))
        return;
    p->shared = true;
    vec_push(&p->touches, ((Touch){.object = address.object,
                                   .bytes = (uint32_t)count,
                                   .offset = address.t,
                                   .writes = true}));
    blur(x, address.object);
}

static void fill(void *of, const Instr *i, Sym to, Sym byte, Sym bytes)
{
    const Here *here = of;
    (void)byte;
    if (may_write(here->x, here->p, i, to))
        blur_range(here->x, here->p, to, bytes);
}

static void copy(void *of, const Instr *i, Sym to, Sym from, Sym bytes)
{
    const Here *here = of;
    fill(of, i, to, (Sym){0}, bytes);
    blur_range(here->x, here->p, from, bytes);
}

static void apart(void *of, const Instr *i, Sym to, Sym from, Sym bytes)
{
    const Here *here = of;
    (void)i;
    (void)bytes;
    if (!sym_is_pointer(to) || !sym_is_pointer(from) || to.object == from.object)
        step_give_up(here->x, here->p, "it is not known whether what is copied overlaps");
}

/* ---- locks ---- */

static Sym lock(void *of, const Instr *i, Sym address)
{
    Model *x = ((Here *)of)->x;
    Path *p = ((Here *)of)->p;
    Term *cell =
        i->flags & FLAG_RW ? NULL : lock_cell(x, p, address, i->offset, type_bytes(TYPE_THREAD));
    if (!cell) {
        step_give_up(x, p, "this lock is not followed");
        return (Sym){0};
    }
    Term held = *cell, zero = term_constant(&x->terms, 0, SORT_BITS(32));
    Term mine = term_eq(&x->terms, held, p->self), is_free = term_eq(&x->terms, held, zero);
    if (i->op == OP_RELEASE) {
        *cell = zero;
        step_oblige(x, p, mine, ERR_NOT_HELD);
    } else if (i->op == OP_TRYACQUIRE) {
        *cell = term_ite(&x->terms, is_free, p->self, held);
        return word_number(theory_truth(&x->theory, is_free));
    } else {
        *cell = p->self;
        step_oblige(x, p, term_not(&x->terms, mine), ERR_SELF_DEADLOCK);
        step_assume(x, p, is_free);
    }
    return (Sym){0};
}

const Memory cells_memory = {.move = move,
                             .distance = distance,
                             .compare = compare,
                             .convert = convert,
                             .load = load,
                             .store = store,
                             .copy = copy,
                             .fill = fill,
                             .apart = apart,
                             .alloc = alloc,
                             .free = free_object,
                             .lock = lock};
