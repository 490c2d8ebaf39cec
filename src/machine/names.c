/* names.c -- where the names of threads are, so that they can be exchanged (symmetry.c).
 *
 * In typed memory, and in registers of type tid, types tell.  In raw memory a name is a number, as
 * pthread_t is, or a bit of a set, as in the models of the library.  Which registers hold names is
 * found by following the casts from tid through moves, casts, calls and comparisons, in both
 * directions; which memory does, by looking at each store: an access of a register that holds names
 * makes its cell one (of all objects of the layout), and a load from such a cell makes the register
 * one.  What is found out changes what permuted states must look like, so the search begins again.
 *
 * Where a number of a name could be told from that of another one (by arithmetic, an order, a part
 * of its bytes, a cell that holds other numbers, too) names are not exchanged at all: names_refuse.
 *
 * `blind`: names that come from memory are waited for by joins, and that is all. */
#include "base/log.h"
#include "ir/library.h"
#include "machine/memory.h"
#include "machine/symmetry.h"

enum { ID_BITS = 32, SET_BITS = 64 };

/* Procedures of the library that know what a name or a set is: they take the one and return the
 * other, and what they do in between does not depend on which thread it is, but for a choice of
 * one out of a set, where all are tried.  They are called in atomic regions: nobody sees them at
 * work, but for where they choose (names_may_stand). */
static const struct {
    const char *name;
    NameKind takes, gives;
} primitives[] = {
    {LIBRARY_BIT, NAME_ID, NAME_SET},
    {LIBRARY_ANY, NAME_SET, NAME_SET},
    {LIBRARY_ARRIVED, NAME_SET, NAME_NONE},
};

static int primitive_of(const Machine *m, uint32_t proc)
{
    const Proc *p = &m->program->procs.at[proc];
    for (size_t k = 0; p->library && k < sizeof primitives / sizeof *primitives; k++)
        if (strcmp(p->name, primitives[k].name) == 0)
            return (int)k;
    return -1;
}

bool names_may_stand(const Machine *m, uint32_t pc)
{
    return m->program->code.at[pc].op == OP_CHOOSE || primitive_of(m, m->facts.proc_of.at[pc]) < 0;
}

void names_refuse(Machine *m, uint32_t pc)
{
    if (m->symmetry.on)
        LOG(REDUCTION, "threads are told apart by their names in line %u (%s)",
            m->program->pos.at[pc].line,
            m->program->procs.at[program_proc_at(m->program, pc)].name);
    m->symmetry.on = m->symmetry.blind = m->symmetry.follows = false;
    m->symmetry.stale |= m->symmetry.used;
}

/* ---- registers ---- */

static uint8_t *kind_of(Machine *m, uint32_t proc, Ref ref)
{
    assert(ref >= 0 && (size_t)ref < m->program->procs.at[proc].registers.len);
    return &m->symmetry.kinds.at[m->symmetry.base.at[proc] + (uint32_t)ref];
}

NameKind names_of_register(const Machine *m, uint32_t proc, uint32_t reg)
{
    if (m->program->procs.at[proc].registers.at[reg].type.kind == TYPE_TID)
        return NAME_TID;
    return m->symmetry.kinds.len ? m->symmetry.kinds.at[m->symmetry.base.at[proc] + reg]
                                 : NAME_NONE;
}

static NameKind kind_of_ref(Machine *m, uint32_t proc, Ref ref)
{
    return ref >= 0 ? *kind_of(m, proc, ref) : NAME_NONE;
}

static bool is_integer(Type type)
{
    return type.kind == TYPE_UNSIGNED || type.kind == TYPE_SIGNED;
}

/* The register holds such names; true: that is news.  Both kinds at once cannot be. */
static bool set_kind(Machine *m, uint32_t proc, Ref ref, NameKind kind)
{
    if (ref < 0 || kind == NAME_NONE)
        return false;
    uint8_t *known = kind_of(m, proc, ref);
    if (*known == kind || !is_integer(m->program->procs.at[proc].registers.at[ref].type))
        return false;
    if (*known != NAME_NONE)
        names_refuse(m, m->pc ? m->pc - 1 : 0);
    *known = (uint8_t)kind;
    return true;
}

/* What one of two registers holds the other one does, too. */
static bool join_kinds(Machine *m, uint32_t p, Ref a, uint32_t q, Ref b)
{
    if (a < 0 || b < 0)
        return false;
    bool one = set_kind(m, p, a, kind_of_ref(m, q, b));
    return set_kind(m, q, b, kind_of_ref(m, p, a)) || one;
}

static bool spread_call(Machine *m, uint32_t proc, const Instr *i)
{
    const List *args = &m->program->lists.at[i->list], *results = &m->program->lists.at[i->dsts];
    const Proc *callee = &m->program->procs.at[i->other];
    int primitive = primitive_of(m, i->other);
    bool news = false;
    if (primitive >= 0) {
        news |= args->len && set_kind(m, proc, args->at[0], primitives[primitive].takes);
        news |= set_kind(m, i->other, 0, primitives[primitive].takes);
        return (results->len && set_kind(m, proc, results->at[0], primitives[primitive].gives)) |
               news;
    }
    for (uint32_t k = 0; k < args->len && k < callee->params; k++)
        news |= join_kinds(m, proc, args->at[k], i->other, (Ref)k);
    for (uint32_t pc = callee->begin; pc < callee->end && results->len; pc++)
        if (m->program->code.at[pc].op == OP_RETURN) {
            const List *returned = &m->program->lists.at[m->program->code.at[pc].list];
            for (uint32_t k = 0; k < results->len && k < returned->len; k++)
                news |= join_kinds(m, proc, results->at[k], i->other, returned->at[k]);
        }
    return news;
}

static bool is_equality(const Instr *i)
{
    return i->op == OP_EQ || i->op == OP_NE;
}

static bool is_order(const Instr *i)
{
    return i->op == OP_LT || i->op == OP_LE;
}

static bool is_of_bits(const Instr *i)
{
    return i->op == OP_AND || i->op == OP_OR || i->op == OP_XOR;
}

static bool spread(Machine *m, uint32_t proc, const Instr *i)
{
    if (i->op == OP_CAST && i->from.kind == TYPE_TID)
        return is_integer(i->type) && set_kind(m, proc, i->dst, NAME_ID);
    if (i->op == OP_CAST || i->op == OP_MOV || i->op == OP_NOT)
        return join_kinds(m, proc, i->dst, proc, i->a);
    if (is_equality(i))
        return join_kinds(m, proc, i->a, proc, i->b);
    if (is_of_bits(i)) {
        bool one = join_kinds(m, proc, i->dst, proc, i->a);
        bool other = join_kinds(m, proc, i->dst, proc, i->b);
        return join_kinds(m, proc, i->a, proc, i->b) || one || other;
    }
    return i->op == OP_CALL && spread_call(m, proc, i);
}

/* ---- what is done with them ---- */

static uint64_t constant(const Machine *m, Ref ref)
{
    return m->program->constants.at[~ref];
}

/* Nobody, or a number below or above those of all threads. */
static bool is_beyond(const Machine *m, Ref ref)
{
    return ref < 0 && ((int64_t)constant(m, ref) <= 0 || constant(m, ref) >= MOST_SYMMETRIC);
}

static bool is_zero(const Machine *m, Ref ref)
{
    return ref < 0 && constant(m, ref) == 0;
}

static bool is_whole(const Machine *m, Ref ref)
{
    return ref < 0 && (constant(m, ref) == 0 || constant(m, ref) == UINT64_MAX);
}

static bool uses_cast_well(Machine *m, uint32_t proc, const Instr *i)
{
    NameKind kind = kind_of_ref(m, proc, i->a);
    if (i->from.kind == TYPE_TID)
        return is_integer(i->type) && i->type.bits >= ID_BITS;
    if (kind == NAME_NONE) /* and what comes of it is none, or zero */
        return kind_of_ref(m, proc, i->dst) == NAME_NONE || is_zero(m, i->a);
    if (i->type.kind == TYPE_TID)
        return kind == NAME_ID;
    return is_integer(i->type) && i->type.bits >= (kind == NAME_ID ? ID_BITS : SET_BITS);
}

/* All that may be done with names, and sets of them, but for memory; what has no row may not. */
static bool uses_operands_well(Machine *m, uint32_t proc, const Instr *i)
{
    NameKind a = i->a != NO_REF ? kind_of_ref(m, proc, i->a) : NAME_NONE;
    NameKind b = i->b != NO_REF ? kind_of_ref(m, proc, i->b) : NAME_NONE;
    bool none = a == NAME_NONE && b == NAME_NONE;
    if (i->op == OP_CAST)
        return uses_cast_well(m, proc, i);
    if (i->op == OP_MOV)
        return kind_of_ref(m, proc, i->dst) == NAME_NONE || i->a >= 0 || is_zero(m, i->a);
    if (i->op == OP_NOT)
        return none || (a == NAME_SET && i->type.bits == SET_BITS);
    if (is_equality(i))
        return none || ((a || is_zero(m, i->a)) && (b || is_zero(m, i->b)));
    if (is_order(i))
        return a != NAME_SET && b != NAME_SET && (a == NAME_NONE || is_beyond(m, i->b)) &&
               (b == NAME_NONE || is_beyond(m, i->a));
    if (is_of_bits(i))
        return none || ((a == NAME_SET || is_whole(m, i->a)) &&
                        (b == NAME_SET || is_whole(m, i->b)) && i->type.bits == SET_BITS);
    return i->op == OP_STORE ? a == NAME_NONE : none;
}

/* Who returns a name, or takes one, is called by its own name. */
static bool is_open_call(Machine *m, uint32_t proc, const Instr *i)
{
    const List *args = &m->program->lists.at[i->list], *results = &m->program->lists.at[i->dsts];
    if (!strchr(op_info[i->op].shape, 'l'))
        return false;
    for (uint32_t k = 0; k < args->len; k++)
        if (kind_of_ref(m, proc, args->at[k]) != NAME_NONE)
            return true;
    for (uint32_t k = 0; k < results->len; k++)
        if (kind_of_ref(m, proc, results->at[k]) != NAME_NONE)
            return true;
    return false;
}

static bool is_primitive_call(Machine *m, const Instr *i)
{
    return i->op == OP_CALL && primitive_of(m, i->other) >= 0;
}

static bool call_is_fit(Machine *m, const Instr *i)
{
    const List *args = &m->program->lists.at[i->list];
    const Proc *callee = &m->program->procs.at[i->other];
    if (is_primitive_call(m, i))
        return true;
    for (uint32_t k = 0; k < args->len && k < callee->params; k++)
        if (kind_of_ref(m, i->other, (Ref)k) != NAME_NONE && args->at[k] < 0 &&
            !is_zero(m, args->at[k]))
            return false;
    return true;
}

static bool return_is_fit(Machine *m, uint32_t proc, const Instr *i)
{
    const List *returned = &m->program->lists.at[i->list];
    bool names = false;
    for (uint32_t k = 0; k < returned->len; k++)
        names |= kind_of_ref(m, proc, returned->at[k]) != NAME_NONE;
    if (!names)
        return true;
    for (uint32_t k = 0; k < returned->len; k++)
        if (returned->at[k] < 0 && !is_zero(m, returned->at[k]))
            return false;
    return !m->symmetry.has_pointers_to.at[proc];
}

static bool is_used_well(Machine *m, uint32_t proc, const Instr *i)
{
    if (i->op == OP_CALL)
        return call_is_fit(m, i);
    if (i->op == OP_RETURN)
        return return_is_fit(m, proc, i);
    if (i->op == OP_TRACE) /* it is shown */
        return true;
    return i->op != OP_NUMBER && uses_operands_well(m, proc, i) && !is_open_call(m, proc, i);
}

/* A procedure that a pointer leads to is entered with values that nobody followed. */
static bool params_are_known(Machine *m, uint32_t proc)
{
    if (m->symmetry.has_pointers_to.at[proc])
        for (uint32_t k = 0; k < m->program->procs.at[proc].params; k++)
            if (kind_of_ref(m, proc, (Ref)k) != NAME_NONE)
                return false;
    return true;
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0)
            return true;
    return false;
}

/* Does it look at names more than a join does? */
static bool looks(Machine *m, uint32_t proc, const Instr *i)
{
    static const char *const may_compare[] = {LIBRARY_VALID, LIBRARY_JOIN, NULL};
    static const char *const may_ask[] = {LIBRARY_ME, LIBRARY_JOIN, NULL};
    const Proc *p = &m->program->procs.at[proc];
    bool compares = (is_equality(i) || is_order(i)) && (kind_of_ref(m, proc, i->a) == NAME_ID ||
                                                        kind_of_ref(m, proc, i->b) == NAME_ID);
    if (compares)
        return !p->library || !is_one_of(p->name, may_compare);
    if (i->op != OP_SELF || (p->library && is_one_of(p->name, may_ask)))
        return false;
    for (uint32_t pc = p->begin; pc < p->end; pc++)
        if (m->program->code.at[pc].op == OP_CAST && m->program->code.at[pc].from.kind == TYPE_TID)
            return true;
    return false;
}

/* From what is known of registers to all that follows. */
static void follow(Machine *m)
{
    const Program *program = m->program;
    for (bool news = true; news && m->symmetry.on;) {
        news = false;
        for (uint32_t p = 0; p < program->procs.len; p++)
            for (uint32_t pc = program->procs.at[p].begin; pc < program->procs.at[p].end; pc++)
                news |= spread(m, p, &program->code.at[pc]);
    }
    for (uint32_t p = 0; p < program->procs.len && m->symmetry.on; p++) {
        const Proc *proc = &program->procs.at[p];
        if (primitive_of(m, p) >= 0)
            continue;
        if (!params_are_known(m, p))
            names_refuse(m, proc->begin);
        for (uint32_t pc = proc->begin; pc < proc->end && m->symmetry.on; pc++) {
            if (!is_used_well(m, p, &program->code.at[pc]))
                names_refuse(m, pc);
            m->symmetry.blind = m->symmetry.blind && !looks(m, p, &program->code.at[pc]);
        }
    }
}

static void learn(Machine *m, uint32_t proc, Ref ref, NameKind kind)
{
    if (!set_kind(m, proc, ref, kind))
        return;
    m->symmetry.stale = true;
    m->symmetry.hashes.len = 0;
    follow(m);
}

/* ---- memory ---- */

/* From a cell of one element to that of the next; what is smaller is no element. */
static uint32_t distance(const Machine *m, uint32_t layout, uint32_t bytes)
{
    uint32_t size = m->program->layouts.at[layout].size;
    return size >= bytes ? size : 0;
}

static NameCell *find_cell(Machine *m, uint32_t layout, uint32_t offset, uint32_t bytes)
{
    vec_each (NameCell, cell, &m->symmetry.cells) {
        uint32_t step = distance(m, layout, cell->bytes);
        uint32_t at = cell->layout == layout && step ? offset % step : offset;
        if (cell->layout == layout && at < cell->offset + cell->bytes && cell->offset < at + bytes)
            return cell;
    }
    return NULL;
}

/* There are names at this place of all objects of the layout. */
static void note_cell(Machine *m, uint32_t layout, uint32_t offset, uint32_t bytes, NameKind kind)
{
    uint32_t step = distance(m, layout, bytes);
    uint32_t at = step ? offset % step : offset;
    const NameCell *known = find_cell(m, layout, offset, bytes);
    if (known && known->offset == at && known->bytes == bytes && known->kind == kind)
        return;
    if (known || (step && at + bytes > step)) { /* one over the other: nobody can tell them apart */
        names_refuse(m, m->pc ? m->pc - 1 : 0);
        return;
    }
    vec_push(&m->symmetry.cells, ((NameCell){layout, at, bytes, kind}));
    m->symmetry.has_cells.at[layout] = true;
    m->symmetry.stale = true;
}

static bool is_raw(const Machine *m, const Slot *slot)
{
    return m->program->layouts.at[slot->layout].kind == LAYOUT_RAW;
}

void names_note_lock(Machine *m, const Slot *slot, uint32_t offset, bool readers)
{
    if (readers)
        note_cell(m, slot->layout, offset, 8, NAME_SET);
    else if (is_raw(m, slot))
        note_cell(m, slot->layout, offset, 4, NAME_TID);
}

static bool holds_zero(const Slot *slot, uint32_t offset, uint32_t bytes)
{
    for (uint32_t k = 0; k < bytes; k++)
        if (slot->bytes[offset + k])
            return false;
    return true;
}

/* A cell is read or written as a whole, as what it is. */
static bool fits(const NameCell *cell, uint32_t at, uint32_t bytes, NameKind kind)
{
    return at == cell->offset && bytes == cell->bytes && kind == cell->kind;
}

static NameKind kind_of_access(Machine *m, const Instr *i, Ref ref)
{
    if (i->type.kind == TYPE_TID)
        return NAME_TID;
    return kind_of_ref(m, m->facts.proc_of.at[m->pc - 1], ref);
}

void names_note_load(Machine *m, const Instr *i, const Slot *slot, uint32_t offset, uint64_t value)
{
    uint32_t bytes = raw_cell_bytes(m, i->type);
    NameKind kind = kind_of_access(m, i, i->dst);
    const NameCell *cell = NULL;
    if (!is_raw(m, slot))
        return;
    if (m->symmetry.has_cells.at[slot->layout])
        cell = find_cell(m, slot->layout, offset, bytes);
    if (!cell && kind == NAME_TID)
        note_cell(m, slot->layout, offset, bytes, kind);
    else if (!cell && kind != NAME_NONE && value) /* a number where names are */
        names_refuse(m, m->pc ? m->pc - 1 : 0);
    if (!cell)
        return;
    uint32_t step = distance(m, slot->layout, cell->bytes), at = step ? offset % step : offset;
    if (fits(cell, at, bytes, kind))
        return;
    bool all = at == cell->offset && bytes == cell->bytes && kind == NAME_NONE &&
               is_integer(i->type) && cell->kind != NAME_TID;
    if (all)
        learn(m, m->facts.proc_of.at[m->pc - 1], i->dst, (NameKind)cell->kind);
    else if (!holds_zero(slot, offset, bytes))
        names_refuse(m, m->pc ? m->pc - 1 : 0);
}

void names_note_store(Machine *m, const Instr *i, const Slot *slot, uint32_t offset, uint64_t value)
{
    uint32_t bytes = raw_cell_bytes(m, i->type);
    NameKind kind = kind_of_access(m, i, i->b);
    if (!is_raw(m, slot))
        return;
    if (kind != NAME_NONE) {
        if (kind == NAME_SET && bytes != 8)
            names_refuse(m, m->pc ? m->pc - 1 : 0);
        else
            note_cell(m, slot->layout, offset, bytes, kind);
        return;
    }
    if (!m->symmetry.has_cells.at[slot->layout])
        return;
    /* Nobody, where the whole cell is written; or a number where names are. */
    const NameCell *cell = find_cell(m, slot->layout, offset, bytes);
    if (!cell)
        return;
    uint32_t step = distance(m, slot->layout, cell->bytes), at = step ? offset % step : offset;
    if (value || at > cell->offset || at + bytes < cell->offset + cell->bytes)
        names_refuse(m, m->pc ? m->pc - 1 : 0);
}

/* Many bytes at once: of names only whole cells, to the same place of the same layout; else nothing
 * but zeros may come there. */
void names_note_copy(Machine *m, uint64_t to, uint64_t from, uint32_t bytes)
{
    const Slot *target = store_object(m, (uint32_t)(to >> 32));
    const Slot *source = store_object(m, (uint32_t)(from >> 32));
    bool some =
        m->symmetry.has_cells.at[target->layout] || m->symmetry.has_cells.at[source->layout];
    if (!some || !bytes)
        return;
    uint32_t size = m->program->layouts.at[source->layout].size;
    bool same = target->layout == source->layout && size &&
                (uint32_t)to % size == (uint32_t)from % size && bytes % size == 0;
    if (!same && ((find_cell(m, source->layout, (uint32_t)from, bytes) &&
                   !holds_zero(source, (uint32_t)from, bytes)) ||
                  (find_cell(m, target->layout, (uint32_t)to, bytes) &&
                   !holds_zero(source, (uint32_t)from, bytes))))
        names_refuse(m, m->pc ? m->pc - 1 : 0);
}

void names_note_fill(Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes, uint64_t value)
{
    if (value && m->symmetry.has_cells.at[slot->layout] &&
        find_cell(m, slot->layout, offset, bytes))
        names_refuse(m, m->pc ? m->pc - 1 : 0);
}

/* A few bytes on their way through registers. */
void names_note_read(Machine *m, const Slot *slot, uint32_t offset, uint32_t bytes)
{
    if (m->symmetry.has_cells.at[slot->layout] && find_cell(m, slot->layout, offset, bytes) &&
        !holds_zero(slot, offset, bytes))
        names_refuse(m, m->pc ? m->pc - 1 : 0);
}

void names_note_reuse(Machine *m)
{
    if (m->symmetry.blind)
        m->symmetry.stale = true;
    m->symmetry.blind = false;
}

/* ---- the beginning ---- */

/* Memory that holds names of threads is read and written as such, and never otherwise. */
static bool is_typed(const Program *program)
{
    VEC(bool) names = {0};
    bool some = false, typed = true;
    vec_resize(&names, program->regions.len);
    vec_each (Layout, layout, &program->layouts)
        vec_each (Field, field, &layout->fields)
            if (field->type.kind == TYPE_TID)
                names.at[field->region] = some = true;
    vec_each (Instr, i, &program->code) {
        bool reads = i->op == OP_LOAD || i->op == OP_STORE || i->op == OP_COPY || i->op == OP_FILL;
        if (reads && i->type.kind != TYPE_TID)
            typed &= i->region ? !names.at[i->region] : !some;
    }
    vec_free(&names);
    return typed;
}

static void note_fields(Machine *m, uint32_t number)
{
    const Layout *layout = &m->program->layouts.at[number];
    bool ordered = layout->kind == LAYOUT_SET || layout->kind == LAYOUT_CHAN;
    vec_each (Field, field, &layout->fields) {
        if (field->type.kind != TYPE_TID)
            continue;
        if (ordered) /* a set is sorted by the numbers of its elements */
            names_refuse(m, m->pc ? m->pc - 1 : 0);
        vec_push(&m->symmetry.cells, ((NameCell){number, field->offset, 4, NAME_TID}));
        m->symmetry.has_cells.at[number] = true;
    }
}

static void note_pointers(Machine *m)
{
    const Program *program = m->program;
    vec_resize(&m->symmetry.has_pointers_to, program->procs.len);
    vec_each (uint64_t, value, &program->constants) {
        uint64_t proc = (*value >> 32) - PROC_OBJECT;
        if (*value >> 32 >= PROC_OBJECT && proc < program->procs.len)
            m->symmetry.has_pointers_to.at[proc] = true;
    }
    vec_each (Instr, i, &program->code)
        if (i->op == OP_FORK || i->op == OP_POST)
            m->symmetry.has_pointers_to.at[i->other] = true;
}

void names_prepare(Machine *m)
{
    const Program *program = m->program;
    Symmetry *y = &m->symmetry;
    uint32_t count = 0;
    y->join = UINT32_MAX;
    y->on = m->options.symmetry && !m->options.number_threads && !m->options.anonymous &&
            !m->options.share && !m->model && !m->facts.has_tasks && !m->options.ghosts;
    y->blind = y->follows = y->on && program_is_raw(program);
    if (!y->on)
        return;
    vec_resize(&y->has_cells, program->layouts.len);
    vec_each (Proc, proc, &program->procs) {
        vec_push(&y->base, count);
        count += (uint32_t)proc->registers.len;
    }
    vec_resize(&y->kinds, count);
    note_pointers(m);
    for (uint32_t k = 0; k < program->layouts.len; k++)
        if (program->layouts.at[k].kind != LAYOUT_RAW)
            note_fields(m, k);
    if (!program_is_raw(program) && !is_typed(program))
        names_refuse(m, m->pc ? m->pc - 1 : 0);
    for (uint32_t p = 0; p < program->procs.len; p++) {
        const Proc *proc = &program->procs.at[p];
        if (proc->library && strcmp(proc->name, LIBRARY_JOIN) == 0)
            y->join = p;
        if (proc->library && strcmp(proc->name, LIBRARY_DETACH) == 0)
            y->blind = false;
    }
    follow(m);
    y->stale = false;
}

void names_free(Machine *m)
{
    vec_free(&m->symmetry.base);
    vec_free(&m->symmetry.kinds);
    vec_free(&m->symmetry.cells);
    vec_free(&m->symmetry.has_cells);
    vec_free(&m->symmetry.has_pointers_to);
    vec_free(&m->symmetry.hashes);
    vec_free(&m->symmetry.members);
    vec_free(&m->symmetry.kin);
    pairs_free(&m->symmetry.orders);
    pairs_free(&m->symmetry.news.keys);
    vec_free(&m->symmetry.news.list);
}
