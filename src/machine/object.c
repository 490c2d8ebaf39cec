/* object.c -- memory: load, store, allocation, arrays, sets and channels. */
#include "machine/internal.h"

enum { MOST_BYTES = 1 << 28 }; /* of one object */

/* A touch of data; false: it must not happen. */
static bool touch(Machine *m, const Instr *i, uint32_t object, int32_t offset, uint32_t bytes,
                  bool write)
{
    return run_touch(m, i,
                     (Touch){.object = object,
                             .offset = offset,
                             .bytes = bytes,
                             .write = write,
                             .atomic = (i->flags & FLAG_ATOMIC) != 0});
}

static const char *region_name(const Machine *m, const Instr *i)
{
    return i->region ? m->program->regions.at[i->region].name : "memory";
}

/* The object that a pointer leads to; NULL, and the run has failed, if there is none. */
static Slot *follow(Machine *m, const Instr *i, uint64_t pointer)
{
    uint32_t object = (uint32_t)(pointer >> 32);
    if (!object) {
        run_fail(m, ERR_NULL_POINTER, "null dereference: %s is accessed through null",
                 region_name(m, i));
        return NULL;
    }
    Slot *slot = store_object(m, object);
    if (!slot)
        run_fail(m, ERR_WILD_POINTER, "the pointer used to access %s leads to no object",
                 region_name(m, i));
    else if (!slot->layout)
        run_fail(m, ERR_FREED, "%s is accessed after its object was freed", region_name(m, i));
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

static void fail_bounds(Machine *m, const Instr *i, const Slot *slot, int64_t offset)
{
    const Layout *layout = &m->program->layouts.at[slot->layout];
    if (layout->kind == LAYOUT_ARRAY && layout->size) {
        int64_t size = layout->size;
        run_fail(m, ERR_OUT_OF_BOUNDS, "index %lld is outside the array %s of %u elements",
                 (long long)(offset < 0 ? (offset - size + 1) / size : offset / size), layout->name,
                 slot->size / layout->size);
    } else {
        run_fail(m, ERR_OUT_OF_BOUNDS, "access at byte %lld of %s, which has %u bytes",
                 (long long)offset, region_name(m, i), slot->size);
    }
}

/* Where the cell is; NULL, and the run has failed, if it is nowhere. */
static uint8_t *cell(Machine *m, const Instr *i, uint64_t pointer, Type type)
{
    Slot *slot = follow(m, i, pointer);
    if (!slot)
        return NULL;
    int64_t offset = (int64_t)(int32_t)(uint32_t)pointer + i->offset;
    if (offset < 0 || offset + type_bytes(type) > slot->size) {
        fail_bounds(m, i, slot, offset);
        return NULL;
    }
    return slot->bytes + offset;
}

static int32_t offset_of(const Instr *i, uint64_t pointer)
{
    return (int32_t)(uint32_t)pointer + i->offset;
}

bool object_read(Machine *m, const Instr *i, uint64_t pointer, Type type, uint64_t *value)
{
    const uint8_t *at = cell(m, i, pointer, type);
    if (at)
        *value = value_load(at, type);
    return at != NULL;
}

/* What a shared object points to can be reached by others. */
static void publish(Machine *m, uint32_t object, uint64_t value)
{
    if (m->options.track_owners && !store_object(m, object)->owner)
        store_publish(m, value);
}

bool object_write(Machine *m, const Instr *i, uint64_t pointer, Type type, uint64_t value)
{
    const uint8_t *at = cell(m, i, pointer, type);
    if (!at)
        return false;
    uint32_t object = (uint32_t)(pointer >> 32);
    if (m->options.record)
        describe_write(m, object, offset_of(i, pointer), type, value);
    if (memcmp(at, &value, type_bytes(type)) == 0)
        return true;
    value_store(store_write(m, object) + offset_of(i, pointer), type, value);
    if (type.kind == TYPE_PTR) {
        m->pointers_changed = true;
        publish(m, object, value);
    }
    return true;
}

bool object_load(Machine *m, const Instr *i, uint64_t pointer, Type type, uint64_t *value)
{
    if (!object_read(m, i, pointer, type, value) ||
        !touch(m, i, (uint32_t)(pointer >> 32), offset_of(i, pointer), type_bytes(type), false))
        return false;
    if (m->ask && m->options.record)
        describe_read(m, (uint32_t)(pointer >> 32), offset_of(i, pointer), type, *value);
    return true;
}

bool object_store(Machine *m, const Instr *i, uint64_t pointer, Type type, uint64_t value)
{
    return cell(m, i, pointer, type) &&
           touch(m, i, (uint32_t)(pointer >> 32), offset_of(i, pointer), type_bytes(type), true) &&
           object_write(m, i, pointer, type, value);
}

void do_LOAD(Machine *m, const Instr *i)
{
    uint64_t value;
    if (object_load(m, i, get(m, i->a), i->type, &value))
        m->regs[i->dst] = value;
}

void do_STORE(Machine *m, const Instr *i)
{
    object_store(m, i, get(m, i->a), i->type, get(m, i->b));
}

void do_ALLOC(Machine *m, const Instr *i)
{
    const Layout *layout = &m->program->layouts.at[i->other];
    int64_t count = 1;
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
    if (!slot || object < m->program->globals.len || (uint32_t)pointer)
        run_fail(m, ERR_WILD_POINTER, "free of something that was not allocated");
    else if (!slot->layout)
        run_fail(m, ERR_DOUBLE_FREE, "this object was freed before");
    else {
        store_resize(m, object, 0);
        m->slots.at[object].layout = 0;
        m->pointers_changed = true;
    }
}

void do_LENGTH(Machine *m, const Instr *i)
{
    uint64_t pointer = get(m, i->a);
    Slot *slot = follow(m, i, pointer);
    if (!slot)
        return;
    const Layout *layout = &m->program->layouts.at[slot->layout];
    /* That of an array never changes, and is not in its elements. */
    if (layout->kind != LAYOUT_ARRAY &&
        !touch(m, i, (uint32_t)(pointer >> 32), 0, slot->size, false))
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
        *found = e == value;
        if (*found || (sorted && is_before(type, value, e)))
            break;
    }
    return k;
}

static void set_add(Machine *m, uint32_t object, Type type, uint64_t value)
{
    uint32_t size = m->program->layouts.at[m->slots.at[object].layout].size;
    bool found;
    uint32_t k = set_place(store_object(m, object), type, size, value, &found);
    if (found)
        return;
    uint32_t old = m->slots.at[object].size;
    store_resize(m, object, old + size);
    uint8_t *at = m->slots.at[object].bytes + k * size;
    memmove(at + size, at, old - k * size);
    memset(at, 0, size);
    value_store(at, type, value);
    if (type.kind == TYPE_PTR)
        publish(m, object, value);
}

static void set_remove(Machine *m, uint32_t object, Type type, uint64_t value)
{
    uint32_t size = m->program->layouts.at[m->slots.at[object].layout].size;
    bool found;
    uint32_t k = set_place(store_object(m, object), type, size, value, &found);
    if (!found)
        return;
    uint32_t old = m->slots.at[object].size;
    uint8_t *at = store_write(m, object) + k * size;
    memmove(at, at + size, old - (k + 1) * size);
    store_resize(m, object, old - size);
}

static void set_change(Machine *m, const Instr *i,
                       void (*change)(Machine *, uint32_t, Type, uint64_t))
{
    uint64_t pointer = get(m, i->a), operand = get(m, i->b);
    uint32_t object = (uint32_t)(pointer >> 32);
    Slot *set = follow_kind(m, i, pointer, LAYOUT_SET, 1);
    if (!set || !touch(m, i, object, 0, set->size, true))
        return;
    if (i->flags & FLAG_ALL) {
        Slot *other = follow_kind(m, i, operand, LAYOUT_SET, 1);
        if (!other || !touch(m, i, (uint32_t)(operand >> 32), 0, other->size, false))
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
    m->pointers_changed |= i->type.kind == TYPE_PTR;
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
    if (!set || !touch(m, i, (uint32_t)(pointer >> 32), 0, set->size, false))
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
    if (!touch(m, i, object, (int32_t)old, layout->size, true))
        return;
    store_resize(m, object, old + layout->size);
    for (uint32_t k = 0; k < values->len; k++) {
        const Field *field = &layout->fields.at[k];
        uint64_t value = get(m, values->at[k]);
        value_store(m->slots.at[object].bytes + old + field->offset, field->type, value);
        if (field->type.kind == TYPE_PTR)
            publish(m, object, value);
    }
    m->pointers_changed |= m->has_pointers.at[m->slots.at[object].layout];
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
    if (!touch(m, i, object, 0, layout->size, true))
        return;
    for (uint32_t k = 0; k < dsts->len; k++) {
        const Field *field = &layout->fields.at[k];
        m->regs[dsts->at[k]] = value_load(slot->bytes + field->offset, field->type);
    }
    uint32_t old = slot->size;
    uint8_t *bytes = store_write(m, object);
    memmove(bytes, bytes + layout->size, old - layout->size);
    store_resize(m, object, old - layout->size);
    m->pointers_changed |= m->has_pointers.at[slot->layout];
    if (m->options.record)
        describe_write(m, object, 0, (Type){0}, 0);
}
