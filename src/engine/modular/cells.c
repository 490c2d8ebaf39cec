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

/* The order of two offsets is that of the addresses, if the object is the same; comparisons of two
 * objects are known, for objects do not change their names on a path. */
static Sym compare(void *of, const Instr *i, Sym a, Sym b)
{
    Model *x = ((Here *)of)->x;
    Instr order = {.op = i->op, .type = TYPE_S64};
    bool equals = i->op == OP_EQ || i->op == OP_NE, same = a.object == b.object;
    if (!sym_is_pointer(a) || !sym_is_pointer(b) || a.object == FREED_OBJECT ||
        b.object == FREED_OBJECT || (!equals && !same))
        return (Sym){0};
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
    if (!sym_is_pointer(a) || !sym_is_pointer(b) || a.object != b.object)
        return (Sym){0};
    return word_number(term_bits(&x->terms, TERM_BITS_SUB, a.t, b.t));
}

static Sym convert(void *of, const Instr *i, Sym a)
{
    (void)of;
    return i->from.kind == TYPE_PTR && i->type.kind == TYPE_PTR ? a : (Sym){0};
}

static uint32_t object_size(const Model *x, const Path *p, uint32_t object)
{
    assert(object < OWN_OBJECT ? object < x->program->globals.len
                               : object - OWN_OBJECT < p->objects.len);
    if (object >= OWN_OBJECT)
        return p->objects.at[object - OWN_OBJECT].size;
    return program_global_size(x->program, &x->program->globals.at[object]);
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
    else
        return true;
    return false;
}

/* Are so many bytes there?  If that is not known, it is an obligation. */
static bool in_bounds(Model *x, Path *p, Sym address, Term offset, uint64_t bytes)
{
    uint32_t size = object_size(x, p, address.object);
    if (bytes > size) {
        step_oblige(x, p, term_bool(&x->terms, false), ERR_OUT_OF_BOUNDS);
        return false;
    }
    Term last = term_constant(&x->terms, (int64_t)(size - bytes), SORT_BITS(OFFSET_BITS));
    Term fits = term_bits(&x->terms, TERM_ULE, offset, last);
    if (!term_is_true(&x->terms, fits))
        candidates_add_constant(x, size - bytes);
    step_oblige(x, p, fits, ERR_OUT_OF_BOUNDS);
    return !term_is_false(&x->terms, fits);
}

static void blur_to(Model *x, uint32_t object, Blur blur)
{
    assert(object && object < x->program->globals.len);
    if (x->blurred.at[object] >= blur)
        return;
    LOG(MODULAR, "%s from now on: %s", x->program->globals.at[object].name,
        blur == BLUR_ELEMENTS ? "an arbitrary element is followed"
                              : "its cells are not followed, and have any value");
    x->again = true;
    x->blurred.at[object] = (uint8_t)blur;
}

static void blur(Model *x, uint32_t object)
{
    blur_to(x, object, BLUR_ALL);
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

/* ---- arbitrary elements ----
 *
 * Where the place of an access is not known, but all accesses to the object are of one width and at
 * multiples of it, one cell stands for an arbitrary element.  What is said of it holds for all of them: at
 * the start, if it holds for all values that init has left there; after an action, if it holds for what the
 * element was before and for all that the action has written to the object.  So it holds for each element
 * that an action reads, too, which is any value otherwise (fixpoint.c, before_action). */

bool cells_is_multiple(const Model *x, Term t, uint32_t bytes)
{
    Node node = term_node(&x->terms, t);
    if (node.op == TERM_NUMBER)
        return node.value % (int64_t)bytes == 0;
    bool sum = node.op == TERM_BITS_ADD || node.op == TERM_BITS_SUB;
    if (!sum && node.op != TERM_BITS_MUL && node.op != TERM_BITS_AND)
        return false;
    bool one = cells_is_multiple(x, node.arg[0], bytes);
    bool other = cells_is_multiple(x, node.arg[1], bytes);
    return sum ? one && other : one || other;
}

/* What init has left in the elements: numbers of this width at multiples of it. */
static bool elements_begin(const Model *x, uint32_t object, uint32_t bytes)
{
    for (size_t k = 0; k < x->first.len; k++) {
        const OwnCell *c = &x->first.at[k];
        if (x->firsts.at[k] == object &&
            (c->bytes != bytes || c->offset % bytes || !sym_is_number(c->value)))
            return false;
    }
    return true;
}

Term cell_begins(Model *x, const Cell *cell)
{
    if (!cell->element)
        return term_eq(&x->terms, cell->now, cell->first);
    Term zero = term_constant(&x->terms, 0, SORT_BITS(cell->bytes * 8));
    Term some = term_eq(&x->terms, cell->now, zero);
    for (size_t k = 0; k < x->first.len; k++)
        if (x->firsts.at[k] == cell->object)
            some = term_or(&x->terms, some, term_eq(&x->terms, cell->now, x->first.at[k].value.t));
    return some;
}

/* The cell that stands for the elements; NO_LOCATION: the object is blurred. */
static uint32_t element_cell(Model *x, uint32_t object, Term offset, uint32_t bytes)
{
    char name[32];
    bool fits =
        bytes && bytes <= 8 && !(bytes & (bytes - 1)) && cells_is_multiple(x, offset, bytes);
    for (uint32_t k = 0; k < x->cells.len && fits; k++)
        if (x->cells.at[k].object == object && x->cells.at[k].element) {
            if (x->cells.at[k].bytes == bytes)
                return k;
            fits = false;
        }
    if (!fits || !elements_begin(x, object, bytes) ||
        pointer_is_stored(x, object, 0, object_size(x, NULL, object))) {
        blur(x, object);
        return NO_LOCATION;
    }
    snprintf(name, sizeof name, "element%u.%u", x->unknown++, bytes);
    Cell cell = {.object = object, .bytes = bytes, .element = true};
    cell.now = term_variable(&x->terms, name, SORT_BITS(bytes * 8));
    vec_push(&x->cells, cell);
    return (uint32_t)x->cells.len - 1;
}

/* Any value at first; then what the action itself has written there. */
static Term read_element(Model *x, Path *p, uint32_t cell, Term offset)
{
    Term value = word_unknown(x, x->cells.at[cell].bytes * 8);
    vec_push(&p->reads, ((Read){.cell = cell, .value = value, .offset = offset}));
    vec_each (Write, w, &p->writes)
        if (w->cell == cell)
            value = term_ite(&x->terms, term_eq(&x->terms, w->offset, offset), w->value, value);
    return value;
}

/* The number of the cell; NO_LOCATION: the object is blurred. */
static uint32_t shared_cell(Model *x, uint32_t object, uint32_t offset, uint32_t bytes)
{
    char name[32];
    for (uint32_t k = 0; k < x->cells.len; k++) {
        const Cell *c = &x->cells.at[k];
        if (c->object != object || c->offset >= offset + bytes || offset >= c->offset + c->bytes)
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

/* The arbitrary element is this one or it is not. */
static void write_element(Model *x, Path *p, uint32_t cell, Term offset, Term value)
{
    char name[32];
    snprintf(name, sizeof name, "this%u", x->unknown++);
    Term is_this = term_variable(&x->terms, name, SORT_BOOL), *place = cell_place(x, p, cell);
    *place = term_ite(&x->terms, is_this, value, *place);
    vec_push(&p->writes, ((Write){.cell = cell, .value = value, .offset = offset}));
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
    if (i->type.kind == TYPE_PTR)
        return known ? pointer_load(x, object, (uint32_t)offset) : (Sym){0};
    if (!word_is_integer(i->type))
        return (Sym){0};
    if (!known)
        blur_to(x, object, BLUR_ELEMENTS);
    if (x->blurred.at[object] == BLUR_ELEMENTS) {
        cell = element_cell(x, object, at, bytes);
        return cell == NO_LOCATION ? word_fresh(x, i->type)
                                   : narrowed(x, read_element(x, p, cell, at), i->type);
    }
    cell = x->blurred.at[object] ? NO_LOCATION : shared_cell(x, object, (uint32_t)offset, bytes);
    if (cell == NO_LOCATION)
        return word_fresh(x, i->type);
    return narrowed(x, cell_now(x, p, cell), i->type);
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
    if (!in_bounds(x, p, address, at, bytes))
        return (Sym){0};
    bool known = cells_constant(x, at, &offset);
    if (address.object < OWN_OBJECT) {
        p->shared = true;
        note_touch(p, i, address, at, bytes);
        return load_shared(x, p, i, address.object, at);
    }
    if (!known) {
        step_give_up(x, p, "the place of a local variable is not known");
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
        step_give_up(x, p, "the address of a local variable is stored where others see it");
        return;
    }
    if (i->type.kind == TYPE_PTR && known && pointer_store(x, p, object, (uint32_t)offset, value))
        return;
    if (i->type.kind == TYPE_PTR || !sym_is_number(value))
        blur(x, object);
    if (!known)
        blur_to(x, object, BLUR_ELEMENTS);
    if (x->blurred.at[object] == BLUR_ELEMENTS) {
        cell = element_cell(x, object, at, bytes);
        if (cell != NO_LOCATION)
            write_element(x, p, cell, at, value.t);
        return;
    }
    cell = x->blurred.at[object] ? NO_LOCATION : shared_cell(x, object, (uint32_t)offset, bytes);
    if (cell == NO_LOCATION)
        return;
    x->cells.at[cell].flag &= term_is_number(&x->terms, value.t, &number);
    assert(term_sort(&x->terms, value.t).width == bytes * 8);
    *cell_place(x, p, cell) = value.t;
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
    if (!in_bounds(x, p, address, at, bytes))
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
        step_give_up(x, p, "the place of a local variable is not known");
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
    if (!sym_is_number(size) || !term_is_number(&x->terms, size.t, &bytes) || bytes < 0 ||
        bytes > UINT32_MAX || x->program->layouts.at[i->other].kind != LAYOUT_RAW) {
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
