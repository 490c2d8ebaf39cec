/* row.c -- locks of rows: in one object there are several locks at equal distances, and each of them
 * guards some of the data in that object, as in
 *
 *     struct map { struct { pthread_mutex_t lock; int used, keys[4]; } stripes[8]; };
 *     struct map { pthread_mutex_t locks[8]; struct node *buckets[64]; };
 *
 * The guard of a cell x is GUARD_ROW: x is `(x - inner) / step` steps behind the first place of its
 * region; the lock with that number, modulo `rows`, stands at `offset + number * pitch`.  All of these
 * are constants, so that the lock of x depends on the address of x alone: (2) in guard.c.  Whether it is
 * the lock that the program means is seen from what it holds; two divisions are tried. */
#include "movers/movers.h"

/* The fields of a region in the elements of an object, all places one after the other. */
typedef struct Places {
    const Layout *layout;
    uint32_t region;
    uint32_t count;
} Places;

static uint32_t field_count(const Field *field)
{
    return field->count ? field->count : 1;
}

static Places places_of(const Layout *layout, uint32_t region)
{
    Places places = {layout, region, 0};
    vec_each (Field, field, &layout->fields)
        places.count += field->region == region ? field_count(field) : 0;
    return places;
}

static int32_t place_at(const Places *places, uint32_t n)
{
    assert(n < places->count);
    vec_each (Field, field, &places->layout->fields) {
        if (field->region != places->region)
            continue;
        if (n < field_count(field))
            return (int32_t)(field->offset + n * type_bytes(field->type));
        n -= field_count(field);
    }
    return 0;
}

static const Field *field_of(const Layout *layout, int32_t offset)
{
    vec_each (Field, field, &layout->fields) {
        int64_t past = offset - (int64_t)field->offset;
        if (past >= 0 && past < (int64_t)field_count(field) * type_bytes(field->type))
            return field;
    }
    return NULL;
}

/* The distance of one from the next; 0: they are not equal, or there is one only. */
static int32_t pitch_of(const Places *places)
{
    if (places->count < 2)
        return 0;
    int32_t first = place_at(places, 0), pitch = place_at(places, 1) - first;
    for (uint32_t n = 2; n < places->count; n++)
        if (place_at(places, n) != first + (int32_t)n * pitch)
            return 0;
    return pitch > 0 ? pitch : 0;
}

static void add_division(Movers *v, Guard guard, const Places *data, uint32_t behind,
                         const Touch *touch, Guards *held)
{
    guard.rows.step = place_at(data, behind) - guard.inner;
    if (guard.rows.step > 0 && guard_is_held(v, &guard, touch))
        vec_push(held, guard);
}

/* The data has as many places for each lock, one behind the other; or its places go to the locks in
 * turn. */
void row_find(Movers *v, const Touch *touch, int32_t lock, bool rw, bool own, Guards *held)
{
    const Layout *layout = &v->program->layouts.at[machine_layout(v->m, touch->object)];
    int32_t begin = guard_element_begin(v, touch->object, touch->offset);
    const Field *guards = field_of(layout, lock - begin);
    const Field *guarded = field_of(layout, touch->offset - begin);
    if (!guards || !guarded || guards->region == guarded->region || !guarded->region ||
        (!own && guards->role != ROLE_LOCK))
        return;
    const Places locks = places_of(layout, guards->region);
    const Places data = places_of(layout, guarded->region);
    Guard guard = {
        .kind = GUARD_ROW, .rw = rw, .own = own, .rows = {locks.count, pitch_of(&locks), 0}};
    if (!guard.rows.pitch || data.count < locks.count)
        return;
    guard.offset = place_at(&locks, 0);
    guard.inner = place_at(&data, 0);
    uint32_t each = data.count / locks.count;
    if (data.count % locks.count == 0)
        add_division(v, guard, &data, each, touch, held);
    if (each > 1 || data.count % locks.count)
        add_division(v, guard, &data, 1, touch, held);
}

/* Which step a byte of the object is in; -1: in none. */
static int32_t step_of(Movers *v, const Guard *guard, const Touch *touch, int32_t at)
{
    int32_t past = at - guard_element_begin(v, touch->object, at) - guard->inner;
    return past < 0 ? -1 : past / guard->rows.step;
}

bool row_cell(Movers *v, const Guard *guard, const Touch *touch, int32_t *offset)
{
    int32_t last = touch->offset + (int32_t)touch->bytes - 1;
    int32_t begin = guard_element_begin(v, touch->object, touch->offset);
    int32_t step = step_of(v, guard, touch, touch->offset);
    if (step < 0 || begin != guard_element_begin(v, touch->object, last) ||
        step != step_of(v, guard, touch, last))
        return false;
    *offset = begin + guard->offset + step % (int32_t)guard->rows.count * guard->rows.pitch;
    return true;
}
