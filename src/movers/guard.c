/* guard.c -- which lock guards which memory.
 *
 * That memory is guarded makes accesses to it move both ways.  Why that is right: let L(x) be the
 * lock that the guard of its region names for the cell x.
 *
 * (1) At every moment a lock belongs to one thread at most (a reader-writer lock to one writer, or
 * to readers), and only acquire and release change whose it is.  A store, a copy, memset, a second
 * init or free could change it, too; where one writes over a lock while others might use it, the
 * lock is overwritten, and such locks, in all objects of the layout, guard nothing.
 *
 * (2) While there is more than one thread, L(x) is one and the same lock, whoever asks and when.
 *
 * (3) Each access to x holds L(x), for writing if it writes; that is tested at each.
 *
 * So between accesses of two threads that conflict, one releases L(x) and the other one acquires
 * it: they are never next to each other.  If (1), (2) or (3) breaks, the search begins again
 * without the guard.  (2) for each kind:
 *
 *   GLOBAL   the address is fixed.
 *   SELF     so is that of the lock in the object of x, in the element of x: it lives and dies with
 *            x.  A touch of several elements has no such lock.
 *   ROW      it is in the object of x, too, at an offset that follows from that of x.
 *   INDEX    the global is fixed, the index that of x in its object.
 *   POINTEE, ELEMENT  the pointer leads to the same object while nobody writes it: not even a
 *            thread that is the only one to touch it.  It is null, or leads to no lock, from the
 *            moment on at which that object is freed: nobody holds that.
 *   ONLY     there is one object of the layout, and none was made while there were several threads.
 *            So it was there when the second one began; objects go, but none takes its place. */
#include "movers/movers.h"

#include "base/log.h"

enum { READERS_OFFSET = 8 };

bool guard_equal(const Guard *a, const Guard *b)
{
    return a->kind == b->kind && a->object == b->object && a->offset == b->offset &&
           a->inner == b->inner && a->rw == b->rw && a->own == b->own &&
           (a->kind != GUARD_ONLY || a->layout == b->layout) &&
           (a->kind != GUARD_ROW ||
            (a->rows.count == b->rows.count && a->rows.pitch == b->rows.pitch &&
             a->rows.step == b->rows.step));
}

LockCell *guard_lock_cell(Movers *v, uint32_t object, int32_t offset)
{
    uint32_t number = machine_layout(v->m, object);
    const Layout *layout = &v->program->layouts.at[number];
    if ((layout->kind == LAYOUT_ARRAY || layout->kind == LAYOUT_RAW) && layout->size)
        offset %= (int32_t)layout->size;
    vec_each (LockCell, lock, &v->locks)
        if (lock->layout == number && lock->offset == offset)
            return lock;
    return NULL;
}

static uint32_t lock_bytes(const LockCell *lock)
{
    return lock->rw ? READERS_OFFSET + 8 : 4;
}

void guard_overwrite(Movers *v, const Touch *touch)
{
    uint32_t number = machine_layout(v->m, touch->object);
    uint32_t size = v->program->layouts.at[number].size;
    vec_each (LockCell, lock, &v->locks) {
        if (lock->layout != number || lock->overwritten)
            continue;
        int64_t from = touch->offset, to = from + (int64_t)touch->bytes;
        int64_t first = size && from >= lock->offset ? (from - lock->offset) / size : 0;
        for (int64_t k = first; k <= first + 1; k++) { /* in the element, or in the next one */
            int64_t at = lock->offset + k * size;
            if (at >= to || from >= at + lock_bytes(lock))
                continue;
            lock->overwritten = v->overwritten = v->broken = true;
            LOG(GUARD, "line %u writes over a lock: locks in %s at offset %d guard nothing",
                v->program->pos.at[touch->pc].line, v->program->layouts.at[number].name,
                lock->offset);
        }
    }
}

static uint32_t element_size(Movers *v, uint32_t object)
{
    const Layout *layout = &v->program->layouts.at[machine_layout(v->m, object)];
    bool elements = layout->kind == LAYOUT_ARRAY || layout->kind == LAYOUT_RAW;
    return elements ? layout->size : 0;
}

int32_t guard_element_begin(Movers *v, uint32_t object, int32_t offset)
{
    int32_t size = (int32_t)element_size(v, object);
    return size ? offset / size * size : 0;
}

static bool is_raw(Movers *v, uint32_t object)
{
    return v->program->layouts.at[machine_layout(v->m, object)].kind == LAYOUT_RAW;
}

/* The only object of a layout; 0: there is none, or there are several. */
static uint32_t only_object(Movers *v, uint32_t layout)
{
    uint32_t only = 0;
    assert(layout && layout < v->kin.len);
    if (v->kin.at[layout].made)
        return 0;
    v->kin.at[layout].guards = true; /* perhaps: it must stay the only one */
    for (uint32_t object = 1; object < machine_objects(v->m); object++)
        if (machine_layout(v->m, object) == layout) {
            if (only)
                return 0;
            only = object;
        }
    return only;
}

/* A guard that is reached through a global pointer is one only while nobody changes the pointer. */
static bool is_steady(Movers *v, const Guard *guard)
{
    if (guard->kind != GUARD_POINTEE && guard->kind != GUARD_ELEMENT)
        return true;
    const Layout *layout = &v->program->layouts.at[v->program->globals.at[guard->object].layout];
    vec_each (Field, field, &layout->fields)
        if ((int32_t)field->offset == guard->offset && field->region) {
            Rule *rule = &v->rules.at[field->region];
            rule->steers = true;
            return rule->kind == RULE_READ_ONLY && !rule->changed;
        }
    return false;
}

/* Where the lock is: its object and offset; false: nowhere at the moment. */
static bool guard_cell(Movers *v, const Guard *guard, const Touch *touch, uint32_t *object,
                       int32_t *offset)
{
    uint64_t pointer;
    *object = guard->object;
    *offset = guard->offset;
    switch (guard->kind) {
    case GUARD_GLOBAL:
        return true;
    case GUARD_SELF:
        *object = touch->object;
        if (is_raw(v, touch->object))
            *offset += guard_element_begin(v, touch->object, touch->offset);
        return true;
    case GUARD_ONLY:
        *object = only_object(v, guard->layout);
        return *object != 0;
    case GUARD_ROW:
        *object = touch->object;
        return row_cell(v, guard, touch, offset);
    case GUARD_INDEX:
        break;
    case GUARD_POINTEE:
    case GUARD_ELEMENT:
        if (!machine_peek(v->m, guard->object, guard->offset, TYPE_POINTER, &pointer) || !pointer)
            return false;
        *object = (uint32_t)(pointer >> 32);
        *offset = guard->inner;
        break;
    }
    if (guard->kind == GUARD_POINTEE)
        return true;
    assert(touch->offset >= 0);
    uint32_t own = element_size(v, touch->object), size = element_size(v, *object);
    if (!own || !size)
        return false;
    *offset += touch->offset / (int32_t)own * (int32_t)size;
    return true;
}

/* A touch of several elements has no index. */
static bool has_index(Movers *v, const Guard *guard, const Touch *touch)
{
    bool indexed = guard->kind == GUARD_ELEMENT || guard->kind == GUARD_INDEX ||
                   (guard->kind == GUARD_SELF && is_raw(v, touch->object));
    return !indexed ||
           guard_element_begin(v, touch->object, touch->offset) ==
               guard_element_begin(v, touch->object, touch->offset + (int32_t)touch->bytes - 1);
}

bool guard_is_held(Movers *v, const Guard *guard, const Touch *touch)
{
    uint64_t owner, readers, me = machine_running(v->m).ix;
    uint32_t object;
    int32_t offset;
    if (!is_steady(v, guard) || !has_index(v, guard, touch) ||
        !guard_cell(v, guard, touch, &object, &offset))
        return false;
    if (guard->own)
        return own_is_held(v, (uint64_t)object << 32 | (uint32_t)offset);
    if (!machine_peek(v->m, object, offset, TYPE_THREAD, &owner))
        return false;
    const LockCell *lock = v->overwritten ? guard_lock_cell(v, object, offset) : NULL;
    if (lock && lock->overwritten)
        return false;
    if (owner == me + 1)
        return true;
    return guard->rw && !touch->write && me < 64 &&
           machine_peek(v->m, object, offset + READERS_OFFSET, (Type){TYPE_UNSIGNED, 64},
                        &readers) &&
           readers >> me & 1;
}

bool guard_is_mine(Movers *v, const Touch *touch)
{
    uint64_t owner, readers, me = machine_running(v->m).ix;
    int32_t readers_at = touch->offset + READERS_OFFSET;
    if (touch->bytes != 8 &&
        machine_peek(v->m, touch->object, touch->offset, TYPE_THREAD, &owner) && owner == me + 1)
        return true;
    /* While someone reads nobody writes; but there can be more readers. */
    return touch->kind == TOUCH_LOOK && touch->bytes > 8 && !touch->shared && me < 64 &&
           machine_peek(v->m, touch->object, readers_at, (Type){TYPE_UNSIGNED, 64}, &readers) &&
           readers >> me & 1;
}

/* ---- all locks that the thread holds ---- */

typedef struct LockKind {
    bool rw, own;
} LockKind;

static void add_if_held(Movers *v, Guard guard, const Touch *touch, Guards *held)
{
    if (guard_is_held(v, &guard, touch))
        vec_push(held, guard);
}

/* The lock at (object, offset), as seen through the global pointers that lead to its object. */
static void find_paths(Movers *v, uint32_t object, int32_t offset, LockKind kind,
                       const Touch *touch, Guards *held)
{
    uint32_t size = element_size(v, object);
    for (uint32_t g = 1; g < v->program->globals.len; g++) {
        const Layout *layout = &v->program->layouts.at[v->program->globals.at[g].layout];
        vec_each (Field, field, &layout->fields) {
            uint64_t pointer;
            int32_t at = (int32_t)field->offset;
            if (field->type.kind != TYPE_PTR ||
                !machine_peek(v->m, g, at, TYPE_POINTER, &pointer) || pointer >> 32 != object)
                continue;
            if (size)
                add_if_held(
                    v,
                    (Guard){
                        GUARD_ELEMENT, g, at, offset % (int32_t)size, kind.rw, 0, kind.own, {0}},
                    touch, held);
            add_if_held(v,
                        (Guard){GUARD_POINTEE,
                                g,
                                at,
                                offset,
                                kind.rw,
                                machine_layout(v->m, object),
                                kind.own,
                                {0}},
                        touch, held);
        }
    }
}

static void find_names(Movers *v, uint32_t object, int32_t offset, LockKind kind,
                       const Touch *touch, Guards *held)
{
    int32_t inner = offset - guard_element_begin(v, object, offset);
    if (object < v->program->globals.len) {
        add_if_held(v, (Guard){GUARD_GLOBAL, object, offset, 0, kind.rw, 0, kind.own, {0}}, touch,
                    held);
        if (is_raw(v, object))
            add_if_held(v, (Guard){GUARD_INDEX, object, inner, 0, kind.rw, 0, kind.own, {0}}, touch,
                        held);
    }
    if (object == touch->object && is_raw(v, object))
        add_if_held(v, (Guard){GUARD_SELF, 0, inner, 0, kind.rw, 0, kind.own, {0}}, touch, held);
    if (object == touch->object && is_raw(v, object))
        row_find(v, touch, offset, kind.rw, kind.own, held);
    if (object < v->program->globals.len)
        return;
    if (object == touch->object && !is_raw(v, object))
        add_if_held(v, (Guard){GUARD_SELF, 0, offset, 0, kind.rw, 0, kind.own, {0}}, touch, held);
    find_paths(v, object, offset, kind, touch, held);
    if (is_raw(v, object))
        add_if_held(
            v,
            (Guard){GUARD_ONLY, 0, offset, 0, kind.rw, machine_layout(v->m, object), kind.own, {0}},
            touch, held);
}

/* One lock cell of a layout, in one object: at each element if it is an array. */
static void find_in_object(Movers *v, uint32_t object, int32_t offset, bool rw, const Touch *touch,
                           Guards *held)
{
    uint32_t size = element_size(v, object);
    uint64_t owner;
    for (int32_t at = offset; machine_peek(v->m, object, at, TYPE_THREAD, &owner);
         at += (int32_t)size) {
        Guard here = {GUARD_GLOBAL, object, at, 0, rw, 0, false, {0}};
        if (guard_is_held(v, &here, touch))
            find_names(v, object, at, (LockKind){rw, false}, touch, held);
        if (!size)
            return;
    }
}

void guard_find_held(Movers *v, const Touch *touch, Guards *held)
{
    held->len = 0;
    for (uint32_t object = 1; object < machine_objects(v->m); object++) {
        uint32_t layout = machine_layout(v->m, object);
        vec_each (LockCell, lock, &v->locks)
            if (layout && lock->layout == layout)
                find_in_object(v, object, lock->offset, lock->rw, touch, held);
    }
    uint32_t len;
    const uint64_t *own = machine_held(v->m, &len);
    for (uint32_t k = 0; k < len; k++)
        find_names(v, (uint32_t)(own[k] >> 32), (int32_t)own[k], (LockKind){false, true}, touch,
                   held);
    vec_each (const Guard, guard, held)
        hard_assert(guard_is_held(v, guard, touch));
}
