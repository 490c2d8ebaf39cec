/* guard.c -- which lock guards which memory. */
#include "movers/movers.h"

enum { READERS_OFFSET = 8 };

bool guard_equal(const Guard *a, const Guard *b)
{
    return a->kind == b->kind && a->object == b->object && a->offset == b->offset &&
           a->inner == b->inner && a->rw == b->rw &&
           (a->kind != GUARD_ONLY || a->layout == b->layout);
}

static uint32_t element_size(Movers *v, uint32_t object)
{
    const Layout *layout = &v->program->layouts.at[machine_layout(v->m, object)];
    bool elements = layout->kind == LAYOUT_ARRAY || layout->kind == LAYOUT_RAW;
    return elements ? layout->size : 0;
}

/* Where the element begins that an offset falls into. */
static int32_t element_begin(Movers *v, uint32_t object, int32_t offset)
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
    for (uint32_t object = 1; object < machine_objects(v->m); object++)
        if (machine_layout(v->m, object) == layout) {
            if (only)
                return 0;
            only = object;
        }
    return only;
}

/* A guard that is reached through a global pointer is one only while nobody changes the pointer. */
static bool is_steady(const Movers *v, const Guard *guard)
{
    if (guard->kind != GUARD_POINTEE && guard->kind != GUARD_ELEMENT)
        return true;
    const Layout *layout = &v->program->layouts.at[v->program->globals.at[guard->object].layout];
    vec_each (Field, field, &layout->fields)
        if ((int32_t)field->offset == guard->offset)
            return field->region && v->rules.at[field->region].kind == RULE_READ_ONLY;
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
            *offset += element_begin(v, touch->object, touch->offset);
        return true;
    case GUARD_ONLY:
        *object = only_object(v, guard->layout);
        return *object != 0;
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
           element_begin(v, touch->object, touch->offset) ==
               element_begin(v, touch->object, touch->offset + (int32_t)touch->bytes - 1);
}

bool guard_is_held(Movers *v, const Guard *guard, const Touch *touch)
{
    uint64_t owner, readers, me = machine_running(v->m).ix;
    uint32_t object;
    int32_t offset;
    if (!is_steady(v, guard) || !has_index(v, guard, touch) ||
        !guard_cell(v, guard, touch, &object, &offset) ||
        !machine_peek(v->m, object, offset, TYPE_THREAD, &owner))
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

static void add_if_held(Movers *v, Guard guard, const Touch *touch, Guards *held)
{
    if (guard_is_held(v, &guard, touch))
        vec_push(held, guard);
}

/* The lock at (object, offset), as seen through the global pointers that lead to its object. */
static void find_paths(Movers *v, uint32_t object, int32_t offset, bool rw, const Touch *touch,
                       Guards *held)
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
                add_if_held(v, (Guard){GUARD_ELEMENT, g, at, offset % (int32_t)size, rw, 0}, touch,
                            held);
            add_if_held(v, (Guard){GUARD_POINTEE, g, at, offset, rw, machine_layout(v->m, object)},
                        touch, held);
        }
    }
}

static void find_names(Movers *v, uint32_t object, int32_t offset, bool rw, const Touch *touch,
                       Guards *held)
{
    int32_t inner = offset - element_begin(v, object, offset);
    if (object < v->program->globals.len) {
        add_if_held(v, (Guard){GUARD_GLOBAL, object, offset, 0, rw, 0}, touch, held);
        if (is_raw(v, object))
            add_if_held(v, (Guard){GUARD_INDEX, object, inner, 0, rw, 0}, touch, held);
    }
    if (object == touch->object && is_raw(v, object))
        add_if_held(v, (Guard){GUARD_SELF, 0, inner, 0, rw, 0}, touch, held);
    if (object < v->program->globals.len)
        return;
    if (object == touch->object && !is_raw(v, object))
        add_if_held(v, (Guard){GUARD_SELF, 0, offset, 0, rw, 0}, touch, held);
    find_paths(v, object, offset, rw, touch, held);
    if (is_raw(v, object))
        add_if_held(v, (Guard){GUARD_ONLY, 0, offset, 0, rw, machine_layout(v->m, object)}, touch,
                    held);
}

/* One lock cell of a layout, in one object: at each element if it is an array. */
static void find_in_object(Movers *v, uint32_t object, int32_t offset, bool rw, const Touch *touch,
                           Guards *held)
{
    uint32_t size = element_size(v, object);
    uint64_t owner;
    for (int32_t at = offset; machine_peek(v->m, object, at, TYPE_THREAD, &owner);
         at += (int32_t)size) {
        Guard here = {GUARD_GLOBAL, object, at, 0, rw, 0};
        if (guard_is_held(v, &here, touch))
            find_names(v, object, at, rw, touch, held);
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
}
