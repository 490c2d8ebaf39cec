/* raw.c -- the memory of C programs.
 *
 * Objects are told apart by their layout, which is that of a variable or of the type for which
 * memory was allocated: one SMT array a scalar of a layout, as for fields of classes.  That is
 * right as long as every address is known to be a place in an object of a known layout.  So each
 * pointer has a layout: that of the object which was made, that of the variable whose address was
 * taken, or that which its type in the source says.  The type is believed of parameters, of results
 * and of what is read from memory, and for that whatever is passed, returned or stored there must
 * be a pointer to the beginning of such an object (raw_expect).  Whatever does not fit is not
 * proved: pointers into objects that are stored or passed to a specified function, a pointer to one
 * type used as one to another, other than whole scalars (unions, bytes, copies), memory that is
 * freed while others may refer to it. */
#include "engine/prove/cell/raw.h"

#include "engine/prove/access/access.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/step.h"

/* ---- cells ---- */

static bool is_pointed(const Program *program, uint32_t layout)
{
    vec_each (Layout, other, &program->layouts)
        vec_each (Field, field, &other->fields)
            if (field->points == layout)
                return true;
    vec_each (Proc, proc, &program->procs) {
        if (proc->pure) /* annotations are given what others point to */
            continue;
        if (proc->points == layout)
            return true;
        vec_each (Register, reg, &proc->registers)
            if (reg->points == layout)
                return true;
    }
    return false;
}

/* What is known about the objects of a layout. */
typedef struct Objects {
    uint32_t globals, global; /* how many variables have it, and the last of them */
    bool made; /* it is allocated somewhere, or a pointer to it comes from elsewhere */
    bool many; /* some have several elements */
} Objects;

static Objects find_objects(const Program *program, uint32_t layout)
{
    const Layout *own = &program->layouts.at[layout];
    Objects objects = {.made = is_pointed(program, layout)};
    /* what an `int *` points to may be an array */
    objects.many = objects.made && own->fields.len == 1 && !own->fields.at[0].count &&
                   own->size == program_field_size(program, &own->fields.at[0]) &&
                   program->regions.at[own->fields.at[0].region].kind == REGION_ELEMENTS;
    for (uint32_t g = 1; g < program->globals.len; g++)
        if (program->globals.at[g].layout == layout) {
            objects.globals++;
            objects.global = g;
            objects.many |= program->globals.at[g].count > 1;
        }
    vec_each (Instr, i, &program->code) {
        if (i->op != OP_ALLOC || i->other != layout)
            continue;
        objects.made = true;
        objects.many |=
            i->b >= 0 || program->constants.at[~i->b] != program->layouts.at[layout].size;
    }
    return objects;
}

/* The readers of a lock share the region of its owner. */
static bool is_same(const Field *a, const Field *b)
{
    return a->region == b->region && a->type.kind == b->type.kind && a->type.bits == b->type.bits;
}

/* Members that are arrays of structs have a field for each element and member, with one region.
 * Returns how many there are of the field, which is the first, and how far apart; 1: they are no
 * such array. */
static uint32_t find_array(const Layout *layout, const Field *first, uint32_t *stride)
{
    uint32_t found = 1;
    vec_each (Field, field, &layout->fields) {
        if (!is_same(first, field) || field->offset <= first->offset)
            continue;
        *stride = found == 1 ? field->offset - first->offset : *stride;
        if (field->count > 1 || first->count > 1 || field->points != first->points ||
            field->offset != first->offset + found * *stride)
            return 1;
        found++;
    }
    return found;
}

static const Field *field_at(const Layout *layout, uint64_t offset)
{
    vec_each (Field, field, &layout->fields)
        if (field->offset == offset % layout->size)
            return field;
    return NULL;
}

static void find_count(Cell *cell, const Layout *layout, const Field *field)
{
    uint32_t found = find_array(layout, field, &cell->stride);
    cell->count = field->count > 1 ? field->count : 0;
    if (found > 1) {
        cell->count = found;
        cell->inside = field_at(layout, field->offset + cell->stride)->owner != field->owner;
    } else
        cell->stride = cell->size;
}

static void add_cell(Prover *p, uint32_t l, const Field *field, Objects objects)
{
    const Layout *layout = &p->program->layouts.at[l];
    Cell cell = {.name = p->program->regions.at[field->region].name,
                 .layout = l,
                 .region = field->region,
                 .offset = field->offset,
                 .type = field->type,
                 .readers = -1,
                 .size = field->type.kind == TYPE_PTR ? p->program->pointer_bytes
                                                      : type_bytes(field->type),
                 .many = objects.many,
                 .points = field->points,
                 .known = true,
                 .access = cell_access(p, field->region)};
    find_count(&cell, layout, field);
    const Access *access = cell.access >= 0 ? &p->program->accesses.at[cell.access] : NULL;
    if (access && !access->member && access->step > cell.size && layout->size == cell.size &&
        access->step % cell.size == 0)
        cell.columns = access->step / cell.size;
    cell.part = field->type.kind == TYPE_TID ? PART_OWNER : PART_NONE;
    cell.object = objects.globals == 1 && !objects.made ? objects.global : 0;
    assert(cell.size && cell.stride >= cell.size);
    int indexes = cell.many + (cell.count || cell.columns);
    cell.kind = indexes == 2              ? CELL_INNER
                : indexes == 1            ? CELL_ELEMENT
                : cell.object && !indexes ? CELL_GLOBAL
                                          : CELL_FIELD;
    const Cell *last = p->cells.len ? &vec_last(&p->cells) : NULL;
    if (last && last->part == PART_OWNER && last->layout == l && last->region == cell.region &&
        cell.part == PART_NONE)
        cell_push_readers(p, *last);
    else
        cell_push(p, cell, cell_value_sort(p, cell.type));
}

/* The other elements of an array of structs are in the cell of the first. */
static bool is_cell(const Layout *layout, const Field *of)
{
    uint32_t stride;
    vec_each (Field, field, &layout->fields)
        if (is_same(field, of))
            return field == of || find_array(layout, field, &stride) == 1;
    return true;
}

/* A layout that no object has, and to which nothing points, has no cells. */
void raw_cells(Prover *p)
{
    for (uint32_t l = 1; l < p->program->layouts.len; l++) {
        const Layout *layout = &p->program->layouts.at[l];
        Objects objects = find_objects(p->program, l);
        if (layout->kind != LAYOUT_RAW || (!objects.globals && !objects.made))
            continue;
        vec_each (Field, field, &layout->fields)
            if (field->region && !p->program->regions.at[field->region].library &&
                is_cell(layout, field))
                add_cell(p, l, field, objects);
    }
}

/* Static initialisers can make mutexes that are not normal ones. */
static bool makes_kind(const Program *program, const Instr *i)
{
    if (i->op != OP_STORE || i->a >= 0 || i->a == NO_REF || i->b >= 0)
        return false;
    uint64_t to = program->constants.at[~i->a], value = program->constants.at[~i->b];
    const Global *global = &program->globals.at[to >> 32];
    const Field *field =
        field_at(&program->layouts.at[global->layout], (uint32_t)to + (uint32_t)i->offset);
    const Region *region = field ? &program->regions.at[field->region] : NULL;
    const char *dot = region && region->library ? strrchr(region->name, '.') : NULL;
    return dot && strcmp(dot, ".kind") == 0 && value != 0 && value != 3;
}

/* A text in the program is an array of characters of which nothing is known: it is never written.
 */
static bool is_text(const Program *program, uint32_t layout, uint32_t expected)
{
    const Layout *of = &program->layouts.at[layout];
    return layout && of->size == 1 && program->layouts.at[expected].size == 1 && of->fields.len &&
           program->regions.at[of->fields.at[0].region].library;
}

/* An initial value that points to something else than its type says. */
static bool points_astray(const Program *program, const Instr *i)
{
    if (i->op != OP_STORE || i->type.kind != TYPE_PTR || i->a >= 0 || i->b >= 0)
        return false;
    uint64_t to = program->constants.at[~i->a], value = program->constants.at[~i->b];
    uint32_t object = (uint32_t)(value >> 32);
    const Global *global = &program->globals.at[to >> 32];
    const Field *field = NULL;
    const Layout *layout = &program->layouts.at[global->layout];
    uint32_t offset = ((uint32_t)to + (uint32_t)i->offset) % layout->size;
    vec_each (Field, other, &layout->fields)
        if (other->offset <= offset && offset - other->offset < program_field_size(program, other))
            field = other;
    if (!object || object >= PROC_OBJECT)
        return false;
    uint32_t to_layout = program->globals.at[object].layout;
    return (uint32_t)value || !field ||
           (field->points && to_layout != field->points &&
            !is_text(program, to_layout, field->points));
}

Reason raw_refusal(const Prover *p)
{
    const Program *program = p->program;
    const Proc *init = program->init >= 0 ? &program->procs.at[program->init] : NULL;
    for (uint32_t pc = init ? init->begin : 0; init && pc < init->end; pc++)
        if (makes_kind(program, &program->code.at[pc]))
            return program_reason(
                program, "there is no proof yet for mutexes that are recursive or check for errors",
                pc);
        else if (points_astray(program, &program->code.at[pc]))
            return program_reason(program,
                                  "the initial value of a variable points into an object, or to "
                                  "one of another type: there is no proof yet for such",
                                  pc);
    return (Reason){0};
}

static bool is_null_operand(const Program *program, Ref ref)
{
    return ref < 0 && ref != NO_REF && !program->constants.at[~ref];
}

bool raw_tells_apart(const Program *program)
{
    for (uint32_t pc = 1; pc < program->code.len; pc++) {
        const Instr *i = &program->code.at[pc];
        const Proc *proc = &program->procs.at[program_proc_at(program, pc)];
        bool compares = (i->op == OP_EQ || i->op == OP_NE) && i->type.kind == TYPE_PTR &&
                        !is_null_operand(program, i->a) && !is_null_operand(program, i->b);
        bool computes = i->op == OP_CAST && i->from.kind == TYPE_PTR && i->type.kind != TYPE_PTR;
        if ((compares || computes) && !proc->pure && !proc->library)
            return true;
    }
    return false;
}

/* ---- addresses ---- */

Sym raw_pointer(Term object, uint32_t layout)
{
    return (Sym){.t = object, .layout = layout};
}

static Term sum(Attempt *f, Term a, Term b)
{
    if (!a.ix || !b.ix)
        return a.ix ? a : b;
    return f->prover->machine ? term_bits(&f->terms, TERM_BITS_ADD, a, b)
                              : term_add(&f->terms, a, b);
}

static Term number(Attempt *f, int64_t value)
{
    return term_constant(&f->terms, value, cell_index_sort(f->prover));
}

static Term times(Attempt *f, Term a, uint32_t factor)
{
    return f->prover->machine ? term_bits(&f->terms, TERM_BITS_MUL, a, number(f, factor))
                              : term_mul(&f->terms, a, number(f, factor));
}

Sym raw_move(Attempt *f, const Instr *i, Sym a, Sym b)
{
    uint32_t scale = (uint32_t)i->offset;
    int64_t offset = (int64_t)a.offset + i->offset;
    if (a.offset < 0)
        return a;
    if (i->op == OP_FIELD) {
        a.offset = offset < 0 || offset > INT32_MAX ? -1 : (int32_t)offset;
        return a;
    }
    if (i->offset <= 0)
        a.offset = -1;
    else if (!a.index.ix || a.scale == scale) {
        a.index = sum(f, a.index, b.t);
        a.scale = scale;
    } else if (a.scale > scale && (!a.inner.ix || a.inner_scale == scale)) {
        a.inner = sum(f, a.inner, b.t);
        a.inner_scale = scale;
    } else
        a.offset = -1;
    return a;
}

/* Can a value of this type be the whole of what the cell holds? */
static bool fits(const Attempt *f, const Cell *cell, Type type)
{
    bool pointer = type.kind == TYPE_PTR, real = type.kind == TYPE_FLOAT;
    uint32_t bytes = pointer ? f->program->pointer_bytes : type_bytes(type);
    if (type.kind == TYPE_VOID)
        return true;
    if (type.kind == TYPE_TID)
        return cell->type.kind == TYPE_TID;
    return bytes == cell->size && pointer == (cell->type.kind == TYPE_PTR) &&
           real == (cell->type.kind == TYPE_FLOAT);
}

static uint32_t find_cell(const Attempt *f, uint32_t layout, uint32_t offset)
{
    const Prover *p = f->prover;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        uint32_t bytes = cell->stride * (cell->count ? cell->count : 1);
        if (cell->part <= PART_OWNER && cell->layout == layout && cell->offset <= offset &&
            offset - cell->offset < bytes && (offset - cell->offset) % cell->stride < cell->size)
            return c;
    }
    return UINT32_MAX;
}

/* Adds an index of so many bytes to that of the element or to that inside of it. */
static bool add_index(Attempt *f, const Cell *cell, Term index, uint32_t scale, Location *at)
{
    uint32_t size = f->program->layouts.at[cell->layout].size;
    if (!index.ix)
        return true;
    bool rows = cell->columns && scale == cell->columns * cell->size;
    bool elements = !cell->columns && cell->many && scale % size == 0;
    bool inside = cell->columns ? scale == cell->size
                                : scale % cell->stride == 0 && scale / cell->stride < cell->count;
    if (rows)
        at->index = sum(f, at->index, index);
    else if (elements)
        at->index = sum(f, at->index, times(f, index, scale / size));
    else if (inside)
        at->inner = sum(f, at->inner, times(f, index, scale / cell->stride));
    return rows || elements || inside;
}

static Term in_range(Attempt *f, Term index, uint32_t length)
{
    return term_and(&f->terms, value_less(f, number(f, 0), index, true, TYPE_S64),
                    value_less(f, index, number(f, length), false, TYPE_S64));
}

/* Is the element one of the variable, if it is known to be one? */
static Term in_variable(Attempt *f, const Cell *cell, Location at)
{
    int64_t object;
    if (!cell->many || !term_is_number(&f->terms, at.object, &object) || object <= 0 ||
        object >= (int64_t)f->program->globals.len)
        return term_bool(&f->terms, true);
    uint32_t count = f->program->globals.at[object].count;
    return in_range(f, at.index, (count ? count : 1) / (cell->columns ? cell->columns : 1));
}

/* Both indexes are those of the kind of the cell; 0 <= inner < its length is added to *inside. */
static void arrange(Attempt *f, const Cell *cell, Location *at, Term *inside)
{
    Terms *terms = &f->terms;
    uint32_t length = cell->columns ? cell->columns : cell->count;
    if (length)
        *inside = term_and(terms, *inside, in_range(f, at->inner, length));
    if (length && !cell->many)
        at->index = at->inner;
    if (cell->kind != CELL_INNER)
        at->inner = NO_TERM;
    if (cell->kind < CELL_ELEMENT)
        at->index = NO_TERM;
    if (cell->kind == CELL_GLOBAL)
        at->object = NO_TERM;
}

bool raw_place(Attempt *f, Sym pointer, int32_t offset, Type type, Location *at, Term *inside)
{
    int64_t total = (int64_t)pointer.offset + offset;
    if (pointer.offset < 0 || !pointer.layout || total < 0)
        return false;
    uint32_t size = f->program->layouts.at[pointer.layout].size;
    uint32_t element = (uint32_t)(total / size), rest = (uint32_t)(total % size);
    uint32_t c = find_cell(f, pointer.layout, rest);
    const Cell *cell = c == UINT32_MAX ? NULL : &f->prover->cells.at[c];
    if (!cell || (rest - cell->offset) % cell->stride || !fits(f, cell, type) ||
        (element && !cell->many))
        return false;
    uint32_t inner = cell->columns ? element % cell->columns : (rest - cell->offset) / cell->stride;
    *at = (Location){.cell = c, .object = pointer.t};
    at->index = number(f, cell->columns ? element / cell->columns : element);
    at->inner = number(f, inner);
    if (!add_index(f, cell, pointer.index, pointer.scale, at) ||
        !add_index(f, cell, pointer.inner, pointer.inner_scale, at))
        return false;
    *inside = term_and(&f->terms, *inside, in_variable(f, cell, *at));
    arrange(f, cell, at, inside);
    return true;
}

static bool is_null(const Attempt *f, Sym pointer)
{
    int64_t value;
    return term_is_number(&f->terms, pointer.t, &value) && !value && !pointer.offset;
}

/* A pointer to an element of an array: which one.  False: it points elsewhere. */
static bool element_of(Attempt *f, Sym pointer, Term *index)
{
    uint32_t size = pointer.layout ? f->program->layouts.at[pointer.layout].size : 0;
    *index = pointer.index.ix ? pointer.index : number(f, 0);
    return !pointer.offset && !pointer.inner.ix && (!pointer.index.ix || pointer.scale == size);
}

Term raw_equal(Attempt *f, Sym a, Sym b)
{
    Terms *terms = &f->terms;
    Term same = term_eq(terms, a.t, b.t), first, second;
    if (a.offset < 0 || b.offset < 0)
        return NO_TERM;
    if (is_null(f, a) || is_null(f, b)) /* and what is not null is in an object, wherever */
        return same;
    if (!element_of(f, a, &first) || !element_of(f, b, &second))
        return NO_TERM;
    return term_and(terms, same, term_eq(terms, first, second));
}

void raw_expect(Attempt *f, Sym pointer, uint32_t layout, uint32_t code)
{
    if (!f->prover->storage->layouts || is_null(f, pointer))
        return;
    if (pointer.offset || pointer.index.ix || pointer.inner.ix)
        give_up(f, code,
                "a pointer into an object leaves the function: pass the whole object, or leave out "
                "the performs of what is called, so that it is looked at here");
    else if (layout && pointer.layout != layout && !is_text(f->program, pointer.layout, layout))
        give_up(f, code,
                "it is not known that this pointer points to an object of its type: take it from a "
                "variable, a member or a parameter of that type, without a cast");
}

bool raw_has_many(const Prover *p, uint32_t layout)
{
    vec_each (Cell, cell, &p->cells)
        if (cell->layout == layout)
            return cell->many;
    return false;
}

void raw_expect_argument(Attempt *f, Sym pointer, uint32_t proc, uint32_t param, uint32_t code)
{
    uint32_t layout = raw_param(f, proc, param);
    bool element = layout && raw_has_many(f->prover, layout) && pointer.layout == layout &&
                   pointer.scale == f->program->layouts.at[layout].size;
    if (element) {
        pointer.index = NO_TERM;
        pointer.scale = 0;
    }
    raw_expect(f, pointer, layout, code);
}

Sym raw_any(Attempt *f, uint32_t proc, uint32_t param)
{
    const Register *reg = &f->program->procs.at[proc].registers.at[param];
    Sym any = fresh_sym(f, reg->name ? reg->name : "param", reg->type);
    any.layout = raw_param(f, proc, param);
    if (any.layout && raw_has_many(f->prover, any.layout)) {
        any.index = fresh_term(f, "element", cell_index_sort(f->prover));
        any.scale = f->program->layouts.at[any.layout].size;
    }
    return any;
}

/* What a parameter that has no type of its own, a void *, is used as; 0: it is not plain. */
static uint32_t used_as(const Program *program, uint32_t proc, uint32_t param)
{
    const Proc *own = &program->procs.at[proc];
    uint32_t found = 0;
    for (uint32_t pc = own->begin; pc < own->end; pc++) {
        const Instr *i = &program->code.at[pc];
        uint32_t points = 0;
        if (i->op == OP_MOV && i->a == (Ref)param)
            points = own->registers.at[i->dst].points;
        List list = program->lists.at[i->list];
        for (uint32_t k = 0; i->op == OP_CALL && k < list.len; k++)
            if (list.at[k] == (Ref)param)
                points = program->procs.at[i->other].registers.at[k].points;
        if (points && found && points != found)
            return 0;
        found = points ? points : found;
    }
    return found;
}

uint32_t raw_param(const Attempt *f, uint32_t proc, uint32_t param)
{
    const Register *reg = &f->program->procs.at[proc].registers.at[param];
    if (!f->prover->storage->layouts || reg->type.kind != TYPE_PTR)
        return 0;
    return reg->points ? reg->points : used_as(f->program, proc, param);
}

/* The struct that is an element of a member. */
static Sym element_struct(Sym object, const Cell *cell, Location at)
{
    if (cell->many) {
        object.inner = at.inner;
        object.inner_scale = cell->stride;
    } else {
        object.index = at.index;
        object.scale = cell->stride;
    }
    return object;
}

bool raw_arguments(Attempt *f, const Access *access, Location at, Sym args[2])
{
    const Cell *cell = &f->prover->cells.at[at.cell];
    const Layout *layout = &f->program->layouts.at[cell->layout];
    const Field *field = field_at(layout, cell->offset);
    args[0] =
        raw_pointer(at.object.ix ? at.object : term_number(&f->terms, cell->object), cell->layout);
    args[0].offset = (int32_t)field->owner;
    if (cell->many) {
        args[0].index = at.index;
        args[0].scale = layout->size;
    }
    if (cell->inside)
        args[0] = element_struct(args[0], cell, at);
    args[1] = (Sym){.t = number(f, 0)};
    if (!access->step)
        return true;
    bool plain = access->member ? cell->count && !cell->inside && access->step == cell->stride
                                : cell->columns || (cell->many && access->step == cell->size);
    args[1].t = access->member && cell->many ? at.inner : at.index;
    return plain && args[1].t.ix;
}

/* ---- steps ---- */

void raw_wrote(Attempt *f, uint32_t code, uint32_t cell)
{
    uint64_t wrote = (uint64_t)code << 32 | cell;
    if (!f->prover->storage->changes)
        return;
    vec_each (uint64_t, known, &f->passes.writes)
        if (*known == wrote)
            return;
    vec_push(&f->passes.writes, wrote);
}

void raw_store_lock(Attempt *f, State *s, Location at, Sym value, uint32_t code)
{
    int64_t free;
    Term own = term_or(&f->terms, s->alone, access_is_fresh(f, s, at.object));
    if (!term_is_number(&f->terms, value.t, &free) || free) {
        give_up(f, code,
                "a lock is written as if it were a variable: use the functions of its library");
        return;
    }
    if (f->abs)
        state_assume(f, s, own); /* proved by the other check */
    else
        oblige(f, s, OBLIGE_LIMIT, own, code, at.cell,
               "a lock is initialised that other threads may know already");
    step_write(f, s, at, term_number(&f->terms, 0), code);
    if (rwlock_is(f->prover, at.cell))
        rwlock_clear(f, s->now, at);
}

/* It is none of the objects any more that annotations ask for, and nobody's own. */
static void unmake(Attempt *f, State *s, Sym pointer)
{
    Terms *terms = &f->terms;
    uint32_t made = pointer.layout ? cell_made(f->prover, pointer.layout) : UINT32_MAX;
    Fresh *list = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    if (!f->prover->met)
        return;
    for (size_t i = 0; i < s->fresh.len; i++) {
        list[i] = s->fresh.at[i];
        Term other = term_not(terms, term_eq(terms, list[i].object, pointer.t));
        list[i].flag = term_and(terms, list[i].flag, other);
    }
    s->fresh.at = list;
    if (made == UINT32_MAX)
        return;
    size_t bytes = f->prover->cells.len * sizeof *s->now;
    s->now = memcpy(arena_alloc(&f->arena, bytes + 1), s->now, bytes);
    cell_write(f, s->now, (Location){.cell = made, .object = pointer.t}, term_bool(terms, false));
}

void raw_free(Attempt *f, State *s, uint32_t code, Sym pointer)
{
    Term own = access_is_fresh(f, s, pointer.t);
    own = term_or(&f->terms, own, term_eq(&f->terms, pointer.t, term_number(&f->terms, 0)));
    step_settle(f, s, code);
    unmake(f, s, pointer);
    if (!f->prover->tells_apart)
        return; /* and no pointer is used after its memory is gone: the new is not taken for it */
    if (f->abs)
        state_assume(f, s, own); /* proved by the other check */
    else
        oblige(f, s, OBLIGE_LIMIT, own, code, 0,
               "memory is freed that other threads may know, and the program compares pointers: "
               "there is no proof yet that nobody takes what is made in its place for it");
}

/* The procedure that a thread begins with: a constant. */
static int64_t proc_of(const Attempt *f, Sym pointer)
{
    int64_t object;
    bool constant = term_is_number(&f->terms, pointer.t, &object);
    return constant && object >= PROC_OBJECT &&
                   object - PROC_OBJECT < (int64_t)f->program->procs.len
               ? object - PROC_OBJECT
               : -1;
}

/* pthread_create: the start of threads is given a function and its argument. */
void raw_fork(Attempt *f, State *s, uint32_t code)
{
    const Instr *i = f->flat.code.at[code].instr;
    List list = f->program->lists.at[i->list];
    Terms *terms = &f->terms;
    Term no = term_bool(terms, false);
    Sym thread = fresh_sym(f, "thread", TYPE_THREAD), args[2] = {thread, {.offset = -1}};
    step_settle(f, s, code);
    int64_t proc =
        list.len == 2 ? proc_of(f, step_operand(f, s, code, list.at[0], TYPE_POINTER)) : -1;
    if (proc < 0 || f->program->procs.at[proc].params != 1) {
        give_up(f, code, "it is not known which function the thread begins with");
        return;
    }
    args[1] = step_operand(f, s, code, list.at[1], TYPE_POINTER);
    raw_expect_argument(f, args[1], (uint32_t)proc, 0, code);
    step_publish(f, s, args[1].t, no);
    step_requires(f, s, code, (uint32_t)proc, args);
    vec_push(&f->notes.facts, term_lt(terms, term_number(terms, 0), thread.t));
    vec_push(&f->notes.facts, term_not(terms, term_eq(terms, thread.t, f->tid)));
    vec_push(&f->notes.facts, value_has_own(f, thread.t));
    s->alone = no;
    s->forks = term_bool(terms, true);
    step_set(f, s, code, i->dst, thread);
}

bool raw_begins_thread(const Prover *p, uint32_t proc)
{
    vec_each (uint64_t, constant, &p->program->constants)
        if (*constant >> 32 == PROC_OBJECT + proc)
            return true;
    return false;
}

/* ---- loops ---- */

void raw_changes(const Attempt *f, uint32_t code, bool *cells)
{
    for (uint32_t c = 0; c < f->prover->cells.len && !f->passes.writes_known; c++)
        cells[c] = true; /* until a pass has told */
    for (size_t i = 0; i < f->passes.writes_known; i++)
        if (f->passes.writes.at[i] >> 32 == code)
            cells[(uint32_t)f->passes.writes.at[i]] = true;
}

static bool is_shapeless(const Attempt *f, uint32_t head, uint32_t reg)
{
    vec_each (uint64_t, known, &f->passes.shapeless)
        if (*known == ((uint64_t)head << 32 | reg))
            return true;
    return false;
}

/* What the register points to behind the head of a loop: as the source says; if that says nothing, as
 * the variables say that are moved there (what is returned is collected in one register). */
static uint32_t points_to(const Attempt *f, uint32_t r)
{
    uint32_t found = flat_register(f, r)->points;
    bool many = false;
    if (found)
        return found;
    vec_each (Code, code, &f->flat.code) {
        const Instr *i = code->instr;
        uint32_t base = f->flat.frames.at[code->frame].base;
        if (i->op != OP_MOV || i->dst < 0 || base + (uint32_t)i->dst != r || i->a < 0)
            continue;
        uint32_t points = flat_register(f, base + (uint32_t)i->a)->points;
        many = many || (found && found != points);
        found = points;
    }
    return many ? 0 : found;
}

void raw_keep_shapes(Attempt *f, const State *s, uint32_t head, const bool *regs)
{
    for (uint32_t r = 0; r < f->flat.registers; r++) {
        const Register *reg = flat_register(f, r);
        Sym pointer = s->regs[r];
        bool same = is_null(f, pointer) || (!pointer.offset && !pointer.index.ix &&
                                            !pointer.inner.ix && pointer.layout == points_to(f, r));
        if (regs[r] && reg->type.kind == TYPE_PTR && !same && !is_shapeless(f, head, r))
            vec_push(&f->passes.shapeless, (uint64_t)head << 32 | r);
    }
}

Sym raw_havoc(Attempt *f, uint32_t head, uint32_t r)
{
    const Register *reg = flat_register(f, r);
    Sym any = fresh_sym(f, reg->name ? reg->name : "register", reg->type);
    if (is_shapeless(f, head, r))
        any.offset = -1;
    else
        any.layout = points_to(f, r);
    return any;
}

/* ---- specifications ---- */

static uint32_t modified_cell(Attempt *f, const Spec *spec, const Modified *modified)
{
    const Proc *proc = &f->program->procs.at[spec->proc];
    Sym *args = arena_array(&f->arena, Sym, 2 + proc->params + proc->results.len), place;
    Term *memory = attempt_memory(f), inside = term_bool(&f->terms, true);
    Location at;
    args[0] = (Sym){.t = f->tid};
    for (uint32_t k = 0; k < proc->params; k++)
        args[1 + k] = raw_any(f, spec->proc, k);
    for (uint32_t k = 0; k < proc->results.len; k++)
        args[1 + proc->params + k] = fresh_sym(f, "result", proc->results.at[k]);
    if (proc->results.len == 1)
        args[1 + proc->params].layout = proc->points;
    bool right = pure_call(f, modified->proc, args, memory, memory, &place) &&
                 raw_place(f, place, 0, (Type){0}, &at, &inside);
    return right ? at.cell : UINT32_MAX;
}

void raw_find_modified(Prover *p)
{
    vec_resize(&p->modified, p->program->procs.len);
    vec_each (Spec, spec, &p->program->specs)
        vec_each (ActionSpec, action, &spec->actions)
            vec_each (Modified, modified, &action->modifies) {
                Attempt f = {.prover = p, .program = p->program};
                attempt_begin(&f);
                p->modified.at[modified->proc] = modified_cell(&f, spec, modified);
                attempt_end(&f);
            }
}

/* ---- texts ---- */

const char *raw_member(const Prover *p, const Cell *cell)
{
    const char *layout = p->program->layouts.at[cell->layout].name;
    size_t len = strlen(layout);
    return strncmp(cell->name, layout, len) == 0 && cell->name[len] == '.' ? cell->name + len + 1
                                                                           : cell->name;
}

const char *raw_guard_text(Prover *p, const Guard *guard, const char *word)
{
    const Cell *cell = &p->cells.at[guard->by], *lock = &p->cells.at[guard->lock];
    Arena *arena = &p->job->arena;
    if (guard->via)
        return arena_print(arena, "%s holds(%s->%s)", word,
                           raw_member(p, &p->cells.at[guard->via - 1]), raw_member(p, lock));
    bool same = cell->layout == lock->layout;
    const char *name = same ? raw_member(p, lock) : lock->name;
    if (same ? !lock->count : lock->kind == CELL_GLOBAL)
        return arena_print(arena, "%s holds(%s)", word, name);
    const char *inner = strstr(name, "[].");
    if (same && inner) /* in the same element: see find_count */
        return arena_print(arena, "%s holds(%s)", word, inner + 3);
    return arena_print(arena, "%s[j] holds(%.*s[j])", word, (int)strcspn(name, "["), name);
}
