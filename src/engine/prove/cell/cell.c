/* cell.c -- memory as SMT arrays: one array a cell of a layout, indexed by the object, for the
 * elements of arrays also by their number.  Objects that are layouts apart never overlap, so two
 * cells never share memory. */
#include "engine/prove/cell/cell.h"

#include "engine/prove/access/access.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"

Sort cell_value_sort(const Prover *p, Type type)
{
    bool number = type.kind == TYPE_UNSIGNED || type.kind == TYPE_SIGNED;
    if (type.kind == TYPE_UNSIGNED && type.bits == 1)
        return SORT_BOOL;
    return number && p->machine ? SORT_BITS(type.bits) : SORT_INT;
}

Sort cell_index_sort(const Prover *p)
{
    return p->machine ? SORT_BITS(KEY_BITS) : SORT_INT;
}

static bool region_is_stored(const Program *program, uint32_t region)
{
    vec_each (Instr, i, &program->code)
        if (i->op == OP_STORE && i->region == region)
            return true;
    return false;
}

static bool region_is_rw(const Program *program, uint32_t region)
{
    vec_each (Instr, i, &program->code)
        if (i->flags & FLAG_RW && i->region == region)
            return true;
    return false;
}

int32_t cell_access(const Prover *p, uint32_t region)
{
    const Program *program = p->program;
    for (size_t i = 0; i < program->accesses.len; i++)
        if (program->accesses.at[i].region == region)
            return (int32_t)i;
    return -1;
}

void cell_push(Prover *p, Cell cell, Sort sort)
{
    cell.sort = sort;
    for (int i = CELL_ELEMENT; i <= (int)cell.kind; i++)
        cell.sort = p->machine ? SORT_TABLE(cell.sort) : SORT_ARRAY(cell.sort);
    if (cell.kind != CELL_GLOBAL)
        cell.sort = SORT_ARRAY(cell.sort);
    if (cell.part == PART_NONE || cell.part == PART_OWNER)
        cell.owner = (uint32_t)p->cells.len;
    vec_push(&p->cells, cell);
}

void cell_push_readers(Prover *p, Cell cell)
{
    assert(p->cells.len && vec_last(&p->cells).part == PART_OWNER);
    cell.owner = (uint32_t)p->cells.len - 1;
    p->cells.at[cell.owner].readers = (int32_t)p->cells.len;
    cell.part = PART_READERS;
    cell_push(p, cell, SORT_ARRAY(SORT_BOOL));
    cell.part = PART_COUNT;
    cell.offset += 4;
    cell.type = TYPE_THREAD; /* of the sort of integers */
    cell_push(p, cell, SORT_INT);
}

static void add_cell(Prover *p, uint32_t layout, const Field *field, CellKind kind, uint32_t object)
{
    const Layout *of = &p->program->layouts.at[layout];
    bool rw = region_is_rw(p->program, field->region);
    Cell cell = {.kind = kind,
                 .name = p->program->regions.at[field->region].name,
                 .layout = layout,
                 .region = field->region,
                 .offset = field->offset,
                 .object = object,
                 .type = field->type,
                 .readers = -1,
                 .access = cell_access(p, field->region)};
    bool is_owner = field->type.kind == TYPE_TID && !region_is_stored(p->program, field->region);
    cell.part = is_owner ? PART_OWNER : PART_NONE;
    cell.known = field->region && (of->kind == LAYOUT_RECORD || of->kind == LAYOUT_ARRAY);
    if (rw && !is_owner && p->cells.len && vec_last(&p->cells).part == PART_OWNER &&
        vec_last(&p->cells).region == field->region && vec_last(&p->cells).layout == layout)
        cell_push_readers(p, cell);
    else
        cell_push(p, cell, cell_value_sort(p, field->type));
}

/* The only object of this layout if it is a global, 0 if no global has it, else UINT32_MAX. */
static uint32_t global_of(const Program *program, uint32_t layout)
{
    uint32_t found = 0;
    for (uint32_t g = 1; g < program->globals.len; g++)
        if (program->globals.at[g].layout == layout)
            found = found ? UINT32_MAX : g;
    vec_each (Instr, i, &program->code)
        if (i->op == OP_ALLOC && i->other == layout)
            return UINT32_MAX;
    return found;
}

/* Which arrays does this global pointer lead to?  The code says it: load, index, access. */
static uint32_t referred_layout(const Program *program, uint32_t object)
{
    for (size_t pc = 1; pc + 1 < program->code.len; pc++) {
        const Instr *i = &program->code.at[pc];
        bool loads = i->op == OP_LOAD && i->type.kind == TYPE_PTR && i->a < 0 && i->a != NO_REF &&
                     program->constants.at[~i->a] >> 32 == object;
        int32_t reg = loads ? i->dst : -1;
        for (size_t k = pc + 1; reg >= 0 && k < program->code.len && k < pc + 8; k++) {
            const Instr *next = &program->code.at[k];
            if (next->op == OP_INDEX && next->a == reg)
                reg = next->dst;
            else if (next->a == reg && next->region)
                for (uint32_t l = 1; l < program->layouts.len; l++)
                    vec_each (Field, field, &program->layouts.at[l].fields)
                        if (field->region == next->region)
                            return l;
        }
    }
    return 0;
}

static void add_set(Prover *p, CellPart part, uint32_t layout)
{
    Cell cell = {.kind = CELL_FIELD,
                 .name = part == PART_MET ? "met" : "made",
                 .layout = layout,
                 .type = TYPE_U1,
                 .part = part,
                 .owner = (uint32_t)p->cells.len,
                 .readers = -1,
                 .known = true,
                 .access = -1};
    cell_push(p, cell, SORT_BOOL);
}

/* The procedure, and those that it asks. */
static void mark_asked(const Program *program, uint32_t proc, bool *seen)
{
    if (seen[proc])
        return;
    seen[proc] = true;
    for (uint32_t pc = program->procs.at[proc].begin; pc < program->procs.at[proc].end; pc++) {
        const Instr *i = &program->code.at[pc];
        if (i->op == OP_CALL || i->op == OP_FORALL || i->op == OP_EACH)
            mark_asked(program, i->other, seen);
    }
}

/* Do annotations other than invariants ask for all objects? */
static bool is_strict(const Prover *p)
{
    const Program *program = p->program;
    bool *seen = arena_array(&p->job->arena, bool, program->procs.len + 1);
    vec_each (Clause, clause, &program->invariants)
        mark_asked(program, clause->proc, seen);
    for (uint32_t pc = 1; pc < program->code.len; pc++)
        if (program->code.at[pc].op == OP_EACH && !seen[program_proc_at(program, pc)])
            return true;
    return false;
}

/* One for each layout whose objects an annotation asks for, and one for all of them. */
static void add_sets(Prover *p)
{
    bool asks = false;
    vec_each (Instr, i, &p->program->code) {
        asks |= i->op == OP_EACH;
        if (i->op == OP_EACH && cell_made(p, (uint32_t)i->offset) == UINT32_MAX)
            add_set(p, PART_MADE, (uint32_t)i->offset);
    }
    if (!asks)
        return;
    p->met = (uint32_t)p->cells.len;
    assert(p->met); /* 0 says that there is none */
    add_set(p, PART_MET, 0);
    p->strict = p->storage->strict || is_strict(p);
}

bool cell_grows(const Cell *cell)
{
    return cell->part == PART_MADE || cell->part == PART_MET;
}

uint32_t cell_made(const Prover *p, uint32_t layout)
{
    for (uint32_t c = 0; c < p->cells.len; c++)
        if (p->cells.at[c].part == PART_MADE && p->cells.at[c].layout == layout)
            return c;
    return UINT32_MAX;
}

void cells_typed(Prover *p)
{
    for (uint32_t l = 1; l < p->program->layouts.len; l++) {
        const Layout *layout = &p->program->layouts.at[l];
        uint32_t global = global_of(p->program, l);
        CellKind kind = layout->kind != LAYOUT_RECORD    ? CELL_ELEMENT
                        : global && global != UINT32_MAX ? CELL_GLOBAL
                                                         : CELL_FIELD;
        vec_each (Field, field, &layout->fields)
            add_cell(p, l, field, kind, kind == CELL_GLOBAL ? global : 0);
    }
    vec_each (Cell, cell, &p->cells)
        if (cell->kind == CELL_GLOBAL && cell->type.kind == TYPE_PTR)
            cell->refers = referred_layout(p->program, cell->object);
}

/* For the hard build: a cell is an array for each index that finds a place in it; the parts of a
 * lock refer to each other. */
static void check_cells(const Prover *p)
{
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        assert(cell->sort.depth == (int)cell->kind + (cell->part == PART_READERS));
        assert(cell->access < (int32_t)p->program->accesses.len);
        assert(cell->owner < p->cells.len);
        if (cell->part == PART_READERS || cell->part == PART_COUNT)
            assert(p->cells.at[cell->owner].readers + (cell->part == PART_COUNT) == (int32_t)c);
        else if (cell->readers >= 0)
            assert(cell->part == PART_OWNER && cell->owner == c);
    }
}

void cells_make(Prover *p)
{
    p->storage->make_cells(p);
    add_sets(p);
    if (HARD_CHECKS)
        check_cells(p);
}

uint32_t cell_find(const Prover *p, uint32_t region, uint32_t offset)
{
    for (uint32_t c = 0; c < p->cells.len && region; c++)
        if (p->cells.at[c].region == region && p->cells.at[c].offset == offset)
            return p->cells.at[c].known ? c : UINT32_MAX;
    return UINT32_MAX;
}

Term cell_exists(Attempt *f, const Term *memory, Location made, const State *s)
{
    Terms *terms = &f->terms;
    Term object = made.object, variable = term_bool(terms, false);
    uint32_t layout = f->prover->cells.at[made.cell].layout;
    assert(f->prover->cells.at[made.cell].part == PART_MADE && object.ix);
    for (uint32_t g = 1; g < f->program->globals.len; g++)
        if (f->program->globals.at[g].layout == layout)
            variable = term_or(terms, variable, term_eq(terms, object, term_number(terms, g)));
    if (f->empty)
        return variable;
    Term own =
        term_eq(terms, term_select(terms, f->world.layout, object), term_number(terms, layout));
    Term exists = term_and(terms, own, cell_read(f, memory, made));
    Term null = term_eq(terms, object, term_number(terms, 0));
    exists = term_and(terms, exists, term_not(terms, null));
    if (s) {
        Location met = {.cell = f->prover->met, .object = object};
        remember_place(f, met);
        exists = term_and(terms, exists, cell_read(f, memory, met));
        exists = term_and(terms, exists, term_not(terms, access_is_fresh(f, s, object)));
    }
    return term_or(terms, variable, exists);
}

bool cell_is_variable(const Attempt *f, Term object)
{
    int64_t number;
    return f->prover->storage->variables && term_is_number(&f->terms, object, &number) &&
           number > 0 && number < (int64_t)f->program->globals.len;
}

Location cell_any_place(Attempt *f, uint32_t cell)
{
    CellKind kind = f->prover->cells.at[cell].kind;
    Sort index = cell_index_sort(f->prover);
    Location at = {.cell = cell};
    if (kind != CELL_GLOBAL)
        at.object = fresh_term(f, "any object", SORT_INT);
    if (kind >= CELL_ELEMENT)
        at.index = fresh_term(f, "any index", index);
    if (kind == CELL_INNER)
        at.inner = fresh_term(f, "any inner index", index);
    return at;
}

static Term is_below(Attempt *f, Term index, Term limit)
{
    Term zero = term_constant(&f->terms, 0, cell_index_sort(f->prover));
    return term_and(&f->terms, theory_less(&f->theory, zero, index, true, TYPE_S64),
                    theory_less(&f->theory, index, limit, false, TYPE_S64));
}

Term cell_has(Attempt *f, Location at)
{
    Terms *terms = &f->terms;
    const Cell *cell = &f->prover->cells.at[at.cell];
    Sort sort = cell_index_sort(f->prover);
    Term has = term_bool(terms, true);
    if (cell->kind < CELL_ELEMENT)
        return has;
    if (!f->prover->storage->variables)
        return is_below(f, at.index, term_select(terms, f->world.length, at.object));
    if (cell->columns)
        return has;
    if (cell->object)
        has = term_eq(terms, at.object, term_number(terms, cell->object));
    for (uint32_t g = 1; g < f->program->globals.len && cell->many; g++) {
        uint32_t count = f->program->globals.at[g].count;
        if (f->program->globals.at[g].layout != cell->layout)
            continue;
        Term below = is_below(f, at.index, term_constant(terms, count ? count : 1, sort));
        Term own = term_eq(terms, at.object, term_number(terms, g));
        has = term_and(terms, has, term_implies(terms, own, below));
    }
    if (cell->count)
        has = term_and(terms, has,
                       is_below(f, cell->kind == CELL_INNER ? at.inner : at.index,
                                term_constant(terms, cell->count, sort)));
    return has;
}

Term cell_read(Attempt *f, const Term *memory, Location at)
{
    Term value = memory[at.cell];
    CellKind kind = f->prover->cells.at[at.cell].kind;
    assert(kind == CELL_GLOBAL || at.object.ix);
    assert(kind < CELL_ELEMENT || at.index.ix);
    assert(kind != CELL_INNER || at.inner.ix);
    if (kind != CELL_GLOBAL)
        value = term_select(&f->terms, value, at.object);
    if (kind >= CELL_ELEMENT)
        value = term_select(&f->terms, value, at.index);
    return kind == CELL_INNER ? term_select(&f->terms, value, at.inner) : value;
}

void cell_write(Attempt *f, Term *memory, Location at, Term value)
{
    Term whole = memory[at.cell];
    CellKind kind = f->prover->cells.at[at.cell].kind;
    if (kind == CELL_INNER) {
        Term row = term_select(&f->terms, term_select(&f->terms, whole, at.object), at.index);
        value = term_store(&f->terms, row, at.inner, value);
    }
    if (kind >= CELL_ELEMENT)
        value = term_store(&f->terms, term_select(&f->terms, whole, at.object), at.index, value);
    if (kind != CELL_GLOBAL)
        value = term_store(&f->terms, whole, at.object, value);
    assert(sort_equal(term_sort(&f->terms, value), f->prover->cells.at[at.cell].sort));
    memory[at.cell] = value;
}

bool cell_everywhere(const Prover *p, Location at)
{
    return p->cells.at[at.cell].kind != CELL_GLOBAL && !at.object.ix;
}

void cell_havoc(Attempt *f, Term *memory, Location at)
{
    const Cell *cell = &f->prover->cells.at[at.cell];
    if (cell_everywhere(f->prover, at))
        memory[at.cell] = fresh_term(f, cell->name, cell->sort);
    else
        cell_write(f, memory, at,
                   fresh_term(f, cell->name, cell_value_sort(f->prover, cell->type)));
}
