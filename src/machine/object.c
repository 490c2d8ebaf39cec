/* object.c -- memory: load, store, allocation, arrays, sets and channels. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "machine/memory.h"

enum { MOST_BYTES = 1 << 28 }; /* of one object */

/* A write to a constant: true, and the run has failed.  The init procedure may do it, and what
 * initialises a variable of a function. */
static bool is_constant(Machine *m, const Instr *i, uint32_t object, uint32_t layout)
{
    const Program *p = m->program;
    if (object >= p->globals.len && p->layouts.at[layout].constant && i->op != OP_FREE &&
        !(i->flags & FLAG_INIT)) {
        run_fail(m, ERR_CONSTANT, "write to %s, which is a constant", p->layouts.at[layout].name);
        return true;
    }
    if (object >= p->globals.len || !p->globals.at[object].constant ||
        (int32_t)m->facts.proc_of.at[m->pc - 1] == p->init)
        return false;
    const char *name = p->globals.at[object].name;
    run_fail(m, ERR_CONSTANT,
             *name == '.' ? "write to a string literal" : "write to %s, which is a constant", name);
    return true;
}

/* Does it matter that it is not seq_cst? */
static bool is_weak(const Machine *m, const Instr *i)
{
    return instr_is_weak(i) || (m->program->allows_races && instr_order(i) == ORDER_PLAIN);
}

/* Does anybody ask what is touched? */
static bool is_watched(const Machine *m)
{
    return m->watcher || m->ask || m->options.predicates || m->options.record ||
           m->options.touches || m->options.anonymous;
}

/* What a memory model makes of a write.  Where the program's stores have no one order, what is there
 * before one of them is not a fact of the run. */
static void note_order(const Machine *m, const Instr *i, Touch *touch)
{
    bool program = !memory_is_library(m, i);
    touch->same = program && i->flags & FLAG_UPDATE && touch->known && m->result.updates &&
                  !m->result.updated.unwritten && m->result.updated.value == touch->value;
    touch->loose =
        program && (touch->move == MOVE_HISTORY || !m->model->moves || m->program->allows_races);
}

/* A touch of data; false: it must not happen. */
static bool touch(Machine *m, const Instr *i, uint32_t object, int32_t offset, uint32_t bytes,
                  bool write, const Word *number)
{
    const Slot *slot = store_object(m, object);
    uint32_t layout = slot->layout;
    hard_assert(layout); /* it was followed before */
    if (write && is_constant(m, i, object, layout))
        return false;
    if (!is_watched(m))
        return m->status == RUNNING;
    Touch touch = {.object = object,
                   .known = number && !number->unwritten,
                   .value = number ? number->value : 0,
                   .offset = offset,
                   .bytes = bytes,
                   .write = write,
                   .atomic = i->flags & FLAG_ATOMIC || i->op == OP_POST || i->op == OP_TAKE,
                   .weak = m->facts.weak && is_weak(m, i),
                   .faint = write && i->op == OP_STORE && i->flags & FLAG_FAINT,
                   .quiet = write && i->op == OP_STORE && i->flags & FLAG_QUIET,
                   .frees = i->op == OP_FREE};
    if (m->model && m->model->moves)
        touch.move = m->model->moves(m, i);
    if (m->model && write)
        note_order(m, i, &touch);
    /* Also no bytes at all: of an object that is there, and could be gone. */
    if (m->program->layouts.at[layout].kind != LAYOUT_RAW || !bytes)
        return run_touch(m, i, &touch);
    if (m->options.anonymous && rename_is_held(m, slot, (uint32_t)offset, bytes)) {
        run_fail(m, ERR_INTERNAL_LIMIT,
                 "a lock that is held is copied, overwritten or freed, where threads are created "
                 "without end and have no names");
        return false;
    }
    for (uint32_t left = bytes; left; left -= touch.bytes) { /* region by region */
        touch.bytes = raw_region_run(m, layout, (uint32_t)touch.offset, left);
        Touch part = touch;
        if (location_widen(m, layout, &part.offset, &part.bytes))
            part.known = false;
        if (!run_touch(m, i, &part))
            return false;
        touch.offset += (int32_t)touch.bytes;
        touch.value = touch.bytes < 8 ? touch.value >> 8 * touch.bytes : 0;
    }
    return true;
}

/* The same, of bytes that an instruction reads or changes at once. */
static bool touch_at_once(Machine *m, const Instr *i, uint32_t object, int32_t offset,
                          uint32_t bytes, bool write)
{
    return touch(m, i, object, offset, bytes, write, NULL) &&
           memory_settle(m, i, pointer_make(object, offset), bytes, write);
}

bool object_touch(Machine *m, const Instr *i, uint64_t pointer, uint32_t bytes, bool write)
{
    return touch(m, i, (uint32_t)(pointer >> 32), (int32_t)pointer, bytes, write, NULL);
}

static const char *region_name(const Machine *m, const Instr *i)
{
    return i->region ? m->program->regions.at[i->region].name : "memory";
}

/* The object that a pointer leads to; NULL, and the run has failed, if there is none. */
static Slot *follow(Machine *m, const Instr *i, uint64_t pointer)
{
    uint32_t object = (uint32_t)(pointer >> 32);
    if (!object && !pointer) {
        run_fail(m, ERR_NULL_POINTER, "null dereference: %s is accessed through null",
                 region_name(m, i));
        return NULL;
    }
    Slot *slot = store_object(m, object);
    if (!object && (int32_t)(uint32_t)pointer > 0 && (uint32_t)pointer < 4096)
        run_fail(m, ERR_NULL_POINTER,
                 "null dereference: memory is accessed through null, at "
                 "offset %u",
                 (uint32_t)pointer);
    else if (!slot)
        run_fail(m, ERR_WILD_POINTER, "the pointer used to access %s leads to no object",
                 region_name(m, i));
    else if (!slot->layout) {
        if (m->options.record)
            describe_object(m, EVENT_MISSES, object);
        run_fail(m, ERR_FREED, "%s is accessed after its object was freed", region_name(m, i));
    }
    return slot && slot->layout ? slot : NULL;
}

/* The same, for an object of this kind whose elements have `fields` fields. */
static Slot *follow_kind(Machine *m, const Instr *i, uint64_t pointer, LayoutKind kind,
                         uint32_t fields)
{
    Slot *slot = follow(m, i, pointer);
    if (!slot)
        return NULL;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    if (layout->kind == kind && layout->fields.len == fields)
        return slot;
    run_fail(m, ERR_WRONG_CLASS, "%s is an object of another kind than this operation needs",
             layout->name);
    return NULL;
}

static uint32_t object_number(const Machine *m, const Slot *slot)
{
    return (uint32_t)(slot - m->store.slots.at);
}

static void fail_bounds(Machine *m, const Instr *i, const Slot *slot, int64_t offset)
{
    const Layout *layout = &m->program->layouts.at[slot->layout];
    if (layout->kind == LAYOUT_ARRAY && layout->size) {
        int64_t size = layout->size;
        run_fail(m, ERR_OUT_OF_BOUNDS, "index %lld is outside the array %s of %u elements",
                 (long long)(offset < 0 ? (offset - size + 1) / size : offset / size), layout->name,
                 slot->size / layout->size);
    } else if (layout->kind == LAYOUT_RAW && m->options.record) {
        run_fail(m, ERR_OUT_OF_BOUNDS, "access at byte %lld of %s, which has %u bytes",
                 (long long)offset, describe_place(m, object_number(m, slot), 0), slot->size);
    } else {
        run_fail(m, ERR_OUT_OF_BOUNDS, "access at byte %lld of %s, which has %u bytes",
                 (long long)offset, region_name(m, i), slot->size);
    }
}

static bool is_raw(const Machine *m, const Slot *slot)
{
    return m->program->layouts.at[slot->layout].kind == LAYOUT_RAW;
}

static uint32_t cell_bytes(const Machine *m, const Slot *slot, Type type)
{
    return is_raw(m, slot) ? raw_cell_bytes(m, type) : type_bytes(type);
}

/* The object with so many bytes at the offset; NULL, and the run has failed, if there is none. */
static Slot *follow_bytes(Machine *m, const Instr *i, uint64_t pointer, uint64_t bytes)
{
    Slot *slot = follow(m, i, pointer);
    if (!slot)
        return NULL;
    int64_t offset = (int64_t)(int32_t)(uint32_t)pointer + i->offset;
    if (offset >= 0 && (uint64_t)offset + bytes <= slot->size)
        return slot;
    fail_bounds(m, i, slot, offset);
    return NULL;
}

bool object_follow(Machine *m, const Instr *i, uint64_t pointer, uint64_t bytes)
{
    return follow_bytes(m, i, pointer, bytes) != NULL;
}

static int32_t offset_of(const Instr *i, uint64_t pointer)
{
    return (int32_t)(uint32_t)pointer + i->offset;
}

/* Objects begin at addresses that are aligned for everything. */
static bool may_be_unaligned(Machine *m, const Instr *i, const Cell *cell, uint32_t bytes)
{
    bool may = i->flags & FLAG_PACKED || (i->op != OP_LOAD && i->op != OP_STORE) ||
               m->program->layouts.at[cell->slot->layout].kind != LAYOUT_RAW;
    if (!may)
        run_fail(m, ERR_ALIGNMENT,
                 "%u bytes are accessed at offset %u of an object: the pointer is not aligned",
                 bytes, cell->offset);
    return may;
}

/* The cell that an instruction means; false, and the run has failed, if there is none. */
static bool find_cell(Machine *m, const Instr *i, uint64_t pointer, Type type, Cell *cell)
{
    uint32_t object = (uint32_t)(pointer >> 32);
    const Slot *slot = store_object(m, object);
    uint32_t bytes = slot ? cell_bytes(m, slot, type) : 1;
    slot = follow_bytes(m, i, pointer, bytes);
    *cell = (Cell){slot, object, (uint32_t)offset_of(i, pointer), type};
    return slot && (!(cell->offset & (bytes - 1)) || may_be_unaligned(m, i, cell, bytes));
}

/* A value of which every bit should have been written. */
static bool read_all(Machine *m, const Instr *i, Cell cell, uint64_t *value)
{
    Word word;
    if (!sc_read(m, i, cell, &word))
        return false;
    if (word.unwritten)
        mask_doubt(m);
    *value = word.value;
    return true;
}

bool object_read(Machine *m, const Instr *i, uint64_t pointer, Type type, uint64_t *value)
{
    Cell cell;
    return find_cell(m, i, pointer, type, &cell) &&
           memory_settle(m, i, pointer_make(cell.object, (int32_t)cell.offset),
                         cell_bytes(m, cell.slot, type), true) &&
           read_all(m, i, cell, value);
}

bool object_write(Machine *m, const Instr *i, uint64_t pointer, Type type, uint64_t value)
{
    Cell cell;
    return find_cell(m, i, pointer, type, &cell) && sc_write(m, cell, (Word){value, 0});
}

/* What a shared object points to can be reached by others. */
void object_publish(Machine *m, uint32_t object, uint64_t value)
{
    if (m->options.track_owners && !store_object(m, object)->owner)
        store_publish(m, value);
}

static bool touch_cell(Machine *m, const Instr *i, const Cell *cell, bool write, const Word *word)
{
    return touch(m, i, cell->object, (int32_t)cell->offset, cell_bytes(m, cell->slot, cell->type),
                 write, cell->type.kind == TYPE_PTR ? NULL : word);
}

void do_LOAD(Machine *m, const Instr *i)
{
    Cell cell;
    Word word;
    if (!find_cell(m, i, get(m, i->a), i->type, &cell) || !memory_read(m, i, cell, &word) ||
        !touch_cell(m, i, &cell, false, &word))
        return;
    if (m->ask && m->options.record)
        describe_read(m, cell.object, (int32_t)cell.offset, i->type, word.value);
    if (m->symmetry.follows)
        names_note_load(m, i, store_object(m, cell.object), cell.offset, word.value);
    m->regs[i->dst] = word.value;
    if (word.unwritten)
        mask_loaded(m, i, word.unwritten);
}

void do_STORE(Machine *m, const Instr *i)
{
    Cell cell;
    Word word = {get(m, i->b), m->masked ? mask_of(m, i->b) : 0};
    if (!find_cell(m, i, get(m, i->a), i->type, &cell) || !touch_cell(m, i, &cell, true, &word))
        return;
    if (m->symmetry.follows)
        names_note_store(m, i, store_object(m, cell.object), cell.offset, word.value);
    memory_write(m, i, cell, word);
}

void do_FENCE(Machine *m, const Instr *i)
{
    memory_fence(m, instr_order(i));
}

static void allocate_raw(Machine *m, const Instr *i)
{
    uint64_t bytes = get(m, i->b);
    if (m->program->pointer_bytes == 4)
        bytes = (uint32_t)bytes;
    if (bytes > MOST_BYTES) {
        run_leave(m, arena_print(&m->arena,
                                 "%llu bytes in one piece are more than heddle handles: allocate "
                                 "fewer for the check",
                                 (unsigned long long)bytes));
        return;
    }
    uint32_t object = store_allocate(m, i->other, (uint32_t)bytes);
    if (!(i->flags & FLAG_ZERO))
        raw_set_unwritten(m, &m->store.slots.at[object]);
    memory_born(m, pointer_make(object, 0), (uint32_t)bytes);
    m->regs[i->dst] = pointer_make(object, 0);
}

void do_ALLOC(Machine *m, const Instr *i)
{
    const Layout *layout = &m->program->layouts.at[i->other];
    int64_t count = 1;
    if (layout->kind == LAYOUT_RAW) {
        allocate_raw(m, i);
        return;
    }
    if (layout->kind == LAYOUT_ARRAY)
        count = (int64_t)get(m, i->b);
    else if (layout->kind != LAYOUT_RECORD)
        count = 0;
    if (count < 0)
        run_fail(m, ERR_OUT_OF_BOUNDS, "an array %s cannot have %lld elements", layout->name,
                 (long long)count);
    else if ((uint64_t)count * layout->size > MOST_BYTES)
        run_fail(m, ERR_INTERNAL_LIMIT, "an array %s of %lld elements is more than heddle handles",
                 layout->name, (long long)count);
    else
        m->regs[i->dst] = pointer_make(
            store_allocate(m, i->other, (uint32_t)((uint64_t)count * layout->size)), 0);
}

void do_FREE(Machine *m, const Instr *i)
{
    uint64_t pointer = get(m, i->a);
    uint32_t object = (uint32_t)(pointer >> 32);
    Slot *slot = object ? store_object(m, object) : NULL;
    if (!object)
        return;
    const Layout *layout = slot && slot->layout ? &m->program->layouts.at[slot->layout] : NULL;
    bool automatic = layout && layout->automatic && i->flags & FLAG_CHECK;
    if (!slot || object < m->program->globals.len || (uint32_t)pointer || automatic)
        run_fail(m, ERR_WILD_POINTER, "free of something that was not allocated");
    else if (!slot->layout) {
        if (m->options.record)
            describe_object(m, EVENT_MISSES, object);
        run_fail(m, ERR_DOUBLE_FREE, "this object was freed before");
    } else if (touch_at_once(m, i, object, 0, slot->size, true)) {
        if (m->options.record) {
            describe_object(m, EVENT_FREES, object);
            tell_bytes(m, ACCESS_FREE, pointer, slot->size);
        }
        address_leave(m, object);
        memory_resize(m, object, 0);
        m->store.slots.at[object].layout = m->store.slots.at[object].shadows = 0;
        m->store.slots.at[object].raw = false;
        m->result.pointers_changed = true;
    }
}

void do_LENGTH(Machine *m, const Instr *i)
{
    uint64_t pointer = get(m, i->a);
    Slot *slot = follow(m, i, pointer);
    if (slot && is_raw(m, slot)) {
        if (touch_at_once(m, i, (uint32_t)(pointer >> 32), 0, 0, false))
            m->regs[i->dst] = slot->size;
        return;
    }
    if (!slot)
        return;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    /* That of an array never changes, and is not in its elements. */
    if (layout->kind != LAYOUT_ARRAY &&
        !touch_at_once(m, i, (uint32_t)(pointer >> 32), 0, slot->size, false))
        return;
    m->regs[i->dst] = layout->size ? slot->size / layout->size : 0;
}

void do_CLASSOF(Machine *m, const Instr *i)
{
    Slot *slot = follow(m, i, get(m, i->a));
    if (slot)
        m->regs[i->dst] = slot->layout;
}

/* ---- sets: one field an element; integers sorted, pointers in the order added ---- */

static uint64_t element(const Slot *set, Type type, uint32_t size, uint32_t k)
{
    return value_load(set->bytes + k * size, type);
}

static bool is_before(Type type, uint64_t a, uint64_t b)
{
    return type.kind == TYPE_SIGNED ? (int64_t)a < (int64_t)b : a < b;
}

/* Where the value is, or where it belongs; *found tells which. */
static uint32_t set_place(const Slot *set, Type type, uint32_t size, uint64_t value, bool *found)
{
    uint32_t len = set->size / size, k = 0;
    bool sorted = type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED;
    *found = false;
    for (; k < len; k++) {
        uint64_t e = element(set, type, size, k);
        hard_assert(!sorted || !k || is_before(type, element(set, type, size, k - 1), e));
        *found = e == value;
        if (*found || (sorted && is_before(type, value, e)))
            break;
    }
    return k;
}

static void set_add(Machine *m, uint32_t object, Type type, uint64_t value)
{
    uint32_t size = m->program->layouts.at[m->store.slots.at[object].layout].size;
    bool found;
    uint32_t k = set_place(store_object(m, object), type, size, value, &found);
    if (found)
        return;
    uint32_t old = m->store.slots.at[object].size;
    uint8_t *at = memory_resize(m, object, old + size) + k * size;
    hard_assert(k * size <= old && old % size == 0);
    memmove(at + size, at, old - k * size);
    memset(at, 0, size);
    value_store(at, type, value);
    if (type.kind == TYPE_PTR)
        object_publish(m, object, value);
}

static void set_remove(Machine *m, uint32_t object, Type type, uint64_t value)
{
    uint32_t size = m->program->layouts.at[m->store.slots.at[object].layout].size;
    bool found;
    uint32_t k = set_place(store_object(m, object), type, size, value, &found);
    if (!found)
        return;
    uint32_t old = m->store.slots.at[object].size;
    uint8_t *at = memory_change(m, object) + k * size;
    memmove(at, at + size, old - (k + 1) * size);
    memory_resize(m, object, old - size);
}

static void set_change(Machine *m, const Instr *i,
                       void (*change)(Machine *, uint32_t, Type, uint64_t))
{
    uint64_t pointer = get(m, i->a), operand = get(m, i->b);
    uint32_t object = (uint32_t)(pointer >> 32);
    Slot *set = follow_kind(m, i, pointer, LAYOUT_SET, 1);
    if (!set || !touch_at_once(m, i, object, 0, set->size, true))
        return;
    if (i->flags & FLAG_ALL) {
        Slot *other = follow_kind(m, i, operand, LAYOUT_SET, 1);
        if (!other || !touch_at_once(m, i, (uint32_t)(operand >> 32), 0, other->size, false))
            return;
        uint32_t size = m->program->layouts.at[other->layout].size;
        m->scratch.len = 0; /* a copy: the two may be the same set */
        for (uint32_t k = 0; k < other->size / size; k++)
            vec_push(&m->scratch, element(other, i->type, size, k));
        vec_each (uint64_t, value, &m->scratch)
            change(m, object, i->type, *value);
    } else {
        change(m, object, i->type, operand);
    }
    m->result.pointers_changed |= i->type.kind == TYPE_PTR;
    if (m->options.record)
        describe_write(m, object, 0, (Type){0}, 0);
}

void do_SETADD(Machine *m, const Instr *i)
{
    set_change(m, i, set_add);
}

void do_SETDEL(Machine *m, const Instr *i)
{
    set_change(m, i, set_remove);
}

void do_SETHAS(Machine *m, const Instr *i)
{
    uint64_t pointer = get(m, i->a);
    Slot *set = follow_kind(m, i, pointer, LAYOUT_SET, 1);
    if (!set || !touch_at_once(m, i, (uint32_t)(pointer >> 32), 0, set->size, false))
        return;
    bool found;
    set_place(set, i->type, m->program->layouts.at[set->layout].size, get(m, i->b), &found);
    m->regs[i->dst] = found;
}

/* ---- channels ---- */

void do_SEND(Machine *m, const Instr *i)
{
    uint64_t pointer = get(m, i->a);
    uint32_t object = (uint32_t)(pointer >> 32);
    const List *values = &m->program->lists.at[i->list];
    Slot *slot = follow_kind(m, i, pointer, LAYOUT_CHAN, values->len);
    if (!slot)
        return;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    uint32_t old = slot->size;
    if (old + (uint64_t)layout->size > MOST_BYTES) {
        run_fail(m, ERR_INTERNAL_LIMIT, "more messages in %s than heddle handles", layout->name);
        return;
    }
    if (!touch_at_once(m, i, object, (int32_t)old, layout->size, true))
        return;
    uint8_t *bytes = memory_resize(m, object, old + layout->size);
    for (uint32_t k = 0; k < values->len; k++) {
        const Field *field = &layout->fields.at[k];
        uint64_t value = get(m, values->at[k]);
        value_store(bytes + old + field->offset, field->type, value);
        if (field->type.kind == TYPE_PTR)
            object_publish(m, object, value);
    }
    m->result.pointers_changed |= m->facts.has_pointers.at[m->store.slots.at[object].layout];
    if (m->options.record)
        describe_write(m, object, 0, (Type){0}, 0);
}

void do_RECEIVE(Machine *m, const Instr *i)
{
    uint64_t pointer = get(m, i->a);
    uint32_t object = (uint32_t)(pointer >> 32);
    const List *dsts = &m->program->lists.at[i->dsts];
    Slot *slot = follow_kind(m, i, pointer, LAYOUT_CHAN, dsts->len);
    if (!slot)
        return;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    if (slot->size < layout->size || !slot->size) {
        run_fail(m, ERR_EMPTY_CHANNEL, "receive from %s, which is empty", layout->name);
        return;
    }
    if (!touch_at_once(m, i, object, 0, layout->size, true))
        return;
    for (uint32_t k = 0; k < dsts->len; k++) {
        const Field *field = &layout->fields.at[k];
        m->regs[dsts->at[k]] = value_load(slot->bytes + field->offset, field->type);
    }
    uint32_t old = slot->size;
    uint8_t *bytes = memory_change(m, object);
    memmove(bytes, bytes + layout->size, old - layout->size);
    memory_resize(m, object, old - layout->size);
    m->result.pointers_changed |= m->facts.has_pointers.at[slot->layout];
    if (m->options.record)
        describe_write(m, object, 0, (Type){0}, 0);
}

/* ---- bags of tasks: a channel whose elements have no order ----
 *
 * They are kept sorted by their bytes, so that equal bags are equal objects. */

static TaskId intern_task(Machine *m, uint32_t proc)
{
    hard_assert(m->scratch.len && proc < m->program->procs.len);
    m->scratch.at[0] = proc;
    return (TaskId){records_add(&m->tables.tasks, m->scratch.at, m->scratch.len)};
}

/* Who posts or takes it, for traces and for those who keep the bag themselves. */
static bool tells_tasks(const Machine *m)
{
    return m->options.record || m->options.tasks || m->options.loose;
}

static void note_posted(Machine *m, const Instr *i)
{
    const List *values = &m->program->lists.at[i->list];
    if (!tells_tasks(m))
        return;
    m->scratch.len = 0;
    vec_push(&m->scratch, 0);
    for (uint32_t k = 0; k < values->len; k++)
        vec_push(&m->scratch, get(m, values->at[k]));
    vec_push(&m->result.posted, intern_task(m, i->other));
    if (m->options.record)
        describe_text(m, arena_print(&m->arena, "posts %s",
                                     machine_task_name(m, vec_last(&m->result.posted))));
}

/* Adds the element to the bag where it belongs. */
static void bag_add(Machine *m, uint32_t object, const Layout *layout, const List *values)
{
    uint32_t size = layout->size, old = m->store.slots.at[object].size, at = 0;
    hard_assert(size && old % size == 0);
    uint8_t *element = arena_alloc(&m->store.step, size);
    for (uint32_t k = 0; k < values->len; k++) {
        const Field *field = &layout->fields.at[k];
        value_store(element + field->offset, field->type, get(m, values->at[k]));
        if (field->type.kind == TYPE_PTR)
            object_publish(m, object, get(m, values->at[k]));
    }
    uint8_t *bytes = memory_resize(m, object, old + size);
    while (at < old && memcmp(bytes + at, element, size) <= 0)
        at += size;
    memmove(bytes + at + size, bytes + at, old - at);
    memcpy(bytes + at, element, size);
}

/* A bag has a field for each parameter, and one if there is none. */
static Slot *follow_bag(Machine *m, const Instr *i, uint32_t parameters)
{
    return follow_kind(m, i, get(m, i->a), LAYOUT_CHAN, parameters ? parameters : 1);
}

void do_POST(Machine *m, const Instr *i)
{
    uint32_t object = (uint32_t)(get(m, i->a) >> 32);
    const List *values = &m->program->lists.at[i->list];
    const Slot *slot = follow_bag(m, i, values->len);
    if (!slot)
        return;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    uint32_t most = m->options.most_tasks;
    if (!touch_at_once(m, i, object, 0, layout->size, true))
        return;
    note_posted(m, i);
    m->result.pointers_changed |= m->facts.has_heap;
    if (m->options.loose)
        return;
    if ((most && slot->size / layout->size >= most) || slot->size >= MOST_BYTES) {
        run_fail(m, ERR_TASKS, "more than %u tasks %s are pending", slot->size / layout->size,
                 m->program->procs.at[i->other].name);
        return;
    }
    bag_add(m, object, layout, values);
}

/* Was the element there before?  `seen` is a table of places, each one more. */
static bool is_again(const Slot *bag, uint32_t size, uint32_t at, uint64_t *seen, uint64_t mask)
{
    uint64_t slot = XXH3_64bits(bag->bytes + at, size) & mask;
    while (seen[slot] && memcmp(bag->bytes + seen[slot] - 1, bag->bytes + at, size) != 0)
        slot = (slot + 1) & mask;
    bool again = seen[slot];
    if (!again)
        seen[slot] = (uint64_t)at + 1;
    return again;
}

enum { ELEMENTS_A_STEP = 32 }; /* about as much work as a step */

/* Where the n-th of the different elements stands; *count: how many there are. */
static uint32_t find_different(Machine *m, const Slot *bag, uint32_t size, uint32_t n,
                               uint32_t *count)
{
    uint32_t found = 0, elements = bag->size / size;
    uint64_t mask = 1;
    while (mask < 2 * (uint64_t)elements)
        mask = 2 * mask + 1;
    m->long_work += elements / ELEMENTS_A_STEP;
    m->scratch.len = 0;
    vec_resize(&m->scratch, mask + 1);
    *count = 0;
    for (uint32_t at = 0; at < bag->size; at += size)
        if (!is_again(bag, size, at, m->scratch.at, mask) && (*count)++ == n)
            found = at;
    hard_assert(n < *count);
    return found;
}

static void note_taken(Machine *m, const Instr *i, const List *dsts)
{
    if (!tells_tasks(m))
        return;
    m->scratch.len = 0;
    vec_push(&m->scratch, 0);
    for (uint32_t k = 0; k < dsts->len; k++)
        vec_push(&m->scratch, m->regs[dsts->at[k]]);
    m->result.taken = intern_task(m, i->other);
    if (m->options.record)
        describe_text(m, arena_print(&m->arena, "runs %s", machine_task_name(m, m->result.taken)));
}

void do_TAKE(Machine *m, const Instr *i)
{
    uint32_t object = (uint32_t)(get(m, i->a) >> 32), count, chosen = 0;
    const List *dsts = &m->program->lists.at[i->dsts];
    const Slot *slot = follow_bag(m, i, dsts->len);
    if (!slot)
        return;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    if (!slot->size) {
        run_fail(m, ERR_EMPTY_CHANNEL, "take from %s, which is empty", layout->name);
        return;
    }
    find_different(m, slot, layout->size, 0, &count);
    if (count > 1)
        chosen = run_choose(m, count);
    if (chosen == UINT32_MAX || !touch_at_once(m, i, object, 0, layout->size, true))
        return;
    uint32_t old = slot->size, at = find_different(m, slot, layout->size, chosen, &count);
    for (uint32_t k = 0; k < dsts->len; k++)
        m->regs[dsts->at[k]] =
            value_load(slot->bytes + at + layout->fields.at[k].offset, layout->fields.at[k].type);
    uint8_t *bytes = memory_change(m, object);
    memmove(bytes + at, bytes + at + layout->size, old - at - layout->size);
    memory_resize(m, object, old - layout->size);
    m->result.pointers_changed |= m->facts.has_heap;
    note_taken(m, i, dsts);
}

/* ---- tasks from outside ---- */

static uint32_t task_proc(const Machine *m, TaskId task)
{
    return (uint32_t)records_get(&m->tables.tasks, task.ix)[0];
}

/* What is posted by a library is shown as the procedure that it is given first. */
static bool is_given(const Machine *m, TaskId task)
{
    const Proc *proc = &m->program->procs.at[task_proc(m, task)];
    uint32_t object =
        proc->params ? (uint32_t)(records_get(&m->tables.tasks, task.ix)[1] >> 32) : 0;
    return proc->library && object >= PROC_OBJECT && object - PROC_OBJECT < m->program->procs.len;
}

uint32_t machine_task_proc(const Machine *m, TaskId task)
{
    if (is_given(m, task))
        return (uint32_t)(records_get(&m->tables.tasks, task.ix)[1] >> 32) - PROC_OBJECT;
    return task_proc(m, task);
}

uint32_t machine_task_bag(const Machine *m, TaskId task)
{
    return task_proc(m, task);
}

size_t machine_task_objects(const Machine *m, TaskId task, uint32_t *objects, size_t most)
{
    const Proc *proc = &m->program->procs.at[task_proc(m, task)];
    const uint64_t *words = records_get(&m->tables.tasks, task.ix);
    size_t count = 0;
    for (uint32_t k = 0; k < proc->params && count < most; k++) {
        uint32_t object = (uint32_t)(words[k + 1] >> 32);
        if (proc->registers.at[k].type.kind == TYPE_PTR && object >= m->program->globals.len &&
            object < PROC_OBJECT)
            objects[count++] = object;
    }
    return count;
}

LocalId machine_task_entry(Machine *m, TaskId task)
{
    uint32_t proc = task_proc(m, task);
    m->frames.len = 0;
    frame_push(m, proc, &m->program->lists.at[0], FRAME_ATOMIC | frame_claim(m, proc));
    const uint64_t *words = records_get(&m->tables.tasks, task.ix);
    assert(records_len(&m->tables.tasks, task.ix) <= 1 + m->program->procs.at[proc].registers.len);
    for (uint32_t k = 1; k < records_len(&m->tables.tasks, task.ix); k++)
        m->regs[k - 1] = words[k];
    LocalId l = frame_pack(m, &vec_last(&m->frames));
    m->frames.len = 0;
    return l;
}

const char *machine_task_name(Machine *m, TaskId task)
{
    const Proc *proc = &m->program->procs.at[task_proc(m, task)];
    uint32_t len = records_len(&m->tables.tasks, task.ix), first = is_given(m, task) ? 2 : 1;
    const char *text =
        arena_print(&m->arena, "%s(", m->program->procs.at[machine_task_proc(m, task)].name);
    for (uint32_t k = first; k < len; k++) {
        const Register *r = &proc->registers.at[k - 1];
        text = arena_print(
            &m->arena, "%s%s%s", text, k > first ? ", " : "",
            describe_value(m, r->type, r->names, records_get(&m->tables.tasks, task.ix)[k]));
    }
    return arena_print(&m->arena, "%s)", text);
}
