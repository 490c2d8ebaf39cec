/* serial.c -- a call that no other thread interrupts: does it do what its specification says?
 *
 * `serial` remembers the store.  Until `performs` the run is cut where it would have to wait, or
 * goes in a circle: then others have to go on first.  `performs` compares the store with what it
 * was: some action of the specification must fit, that is, nothing has changed but what it
 * modifies, and its predicate holds.  Objects that are new, freed, or known to no other thread may
 * change; so may what belongs to the library. */
#include "machine/internal.h"

/* ---- what was ---- */

static Slot copy_slot(Machine *m, const Slot *slot)
{
    hard_assert(slot->bytes && slot->dirty);
    Slot copy = *slot;
    copy.bytes = arena_alloc(&m->store.step, slot->size + 1);
    memcpy(copy.bytes, slot->bytes, slot->size);
    if (slot->raw && slot->shadows) {
        copy.shadow = arena_alloc(&m->store.step, slot->shadows * sizeof *slot->shadow);
        memcpy(copy.shadow, slot->shadow, slot->shadows * sizeof *slot->shadow);
    }
    return copy;
}

void do_SERIAL(Machine *m, const Instr *i)
{
    (void)i;
    if (m->serial.runs) { /* the outer call will do */
        run_cut(m);
        return;
    }
    m->serial.runs = true;
    m->serial.chosen = 0;
    m->serial.before.len = 0;
    vec_each (uint32_t, object, &m->store.dirty)
        vec_push(&m->serial.before, ((Before){*object, copy_slot(m, &m->store.slots.at[*object])}));
}

static Before *before(const Machine *m, uint32_t object)
{
    vec_each (Before, b, &m->serial.before)
        if (b->object == object)
            return b;
    return NULL;
}

/* The objects that were written to for the first time since then are as they were loaded. */
static void add_loaded(Machine *m)
{
    vec_each (uint32_t, object, &m->store.dirty)
        if (!before(m, *object))
            vec_push(&m->serial.before,
                     ((Before){*object, {.leaf = m->store.slots.at[*object].leaf}}));
}

static void swap(Machine *m)
{
    vec_each (Before, b, &m->serial.before) {
        Slot now = m->store.slots.at[b->object];
        m->store.slots.at[b->object] = b->slot;
        b->slot = now;
    }
    m->serial.is_old = !m->serial.is_old;
}

void serial_act(Machine *m, const Instr *i)
{
    bool swaps = i->flags & FLAG_OLD && i->op != OP_EACH && !m->serial.is_old;
    if (swaps)
        swap(m);
    machine_act(m, i);
    if (swaps)
        swap(m);
}

bool serial_is_new(const Machine *m, uint32_t object)
{
    const Before *b = before(m, object);
    bool small = object < m->facts.is_small.len && m->facts.is_small.at[object];
    return b && !small && !b->slot.bytes && !b->slot.leaf;
}

/* ---- what an action modifies ---- */

typedef struct Spot {
    uint32_t region, object;
    uint32_t offset;  /* raw */
    uint64_t element; /* of an array */
    bool everywhere;
} Spot;
typedef VEC(Spot) Spots;

static void push_clause(Machine *m, const Instr *i, uint32_t proc)
{
    frame_push(m, proc, &m->program->lists.at[i->list], FRAME_ATOMIC | FRAME_GUARD);
}

static void find_spots(Machine *m, const Instr *i, const ActionSpec *action, Spots *spots)
{
    assert(!m->serial.is_old);
    swap(m); /* they are found where the action begins */
    vec_each (Modified, modified, &action->modifies) {
        uint32_t pc = m->pc, caller_pc = vec_last(&m->frames).pc;
        uint64_t place[2] = {0};
        Ask ask = {.values = ""};
        if (modified->everywhere) {
            vec_push(spots, ((Spot){.region = modified->region, .everywhere = true}));
            continue;
        }
        push_clause(m, i, modified->proc);
        access_evaluate(m, &ask, pc, caller_pc, place);
        vec_push(spots, ((Spot){.region = modified->region,
                                .object = (uint32_t)(place[0] >> 32),
                                .offset = (uint32_t)place[0],
                                .element = place[1]}));
    }
    swap(m);
}

/* ---- what has changed ---- */

/* The scalar that has this byte: where it begins; *field: of which field it is, NULL: of none. */
static uint32_t scalar_at(const Machine *m, const Layout *layout, uint32_t at, const Field **field)
{
    uint32_t inner = layout->size ? at % layout->size : at;
    *field = NULL;
    vec_each (Field, f, &layout->fields) {
        uint32_t bytes =
            layout->kind == LAYOUT_RAW ? raw_cell_bytes(m, f->type) : type_bytes(f->type);
        uint32_t all = bytes * (f->count ? f->count : 1);
        if (inner < f->offset || inner - f->offset >= all)
            continue;
        *field = f;
        return at - (inner - f->offset) % bytes;
    }
    return at;
}

static bool covers(const Machine *m, const Spot *spot, uint32_t object, const Layout *layout,
                   uint32_t at, const Field *field)
{
    const Field *other;
    if (spot->everywhere)
        return spot->region == field->region;
    if (spot->object != object)
        return false;
    if (layout->kind == LAYOUT_RAW)
        return scalar_at(m, layout, spot->offset, &other) == at;
    return spot->region == field->region &&
           (layout->kind != LAYOUT_ARRAY || at / layout->size == spot->element);
}

static bool is_listed(const Machine *m, const Spots *spots, uint32_t object, const Layout *layout,
                      uint32_t byte)
{
    const Field *field;
    uint32_t at = scalar_at(m, layout, byte, &field);
    if (layout->kind == LAYOUT_SET || layout->kind == LAYOUT_CHAN)
        field = layout->fields.at;
    if (!field || m->program->regions.at[field->region].library)
        return true;
    vec_each (Spot, spot, spots)
        if (covers(m, spot, object, layout, at, field))
            return true;
    return false;
}

/* May it change without being listed? */
static bool is_exempt(const Machine *m, const Before *b, const Slot *now)
{
    return serial_is_new(m, b->object) || !now->layout || now->owner == m->tid.ix + 1;
}

/* The bytes of a pointer in raw memory are its offset: where it leads is beside them. */
static bool differs(const Machine *m, const Slot *was, const Slot *now, uint32_t at)
{
    return was->bytes[at] != now->bytes[at] ||
           (now->raw && raw_pointer_at(m, was, at) != raw_pointer_at(m, now, at));
}

/* A cell that has changed and is not listed: its name; NULL: there is none. */
static const char *changed_cell(Machine *m, const Spots *spots)
{
    for (size_t k = 0; k < m->serial.before.len; k++) {
        uint32_t object = m->serial.before.at[k].object;
        const Slot now = *store_object(m, object);
        if (is_exempt(m, &m->serial.before.at[k], &now))
            continue;
        swap(m);
        const Slot *old = store_object(m, object);
        const Slot was = old ? *old : (Slot){0};
        const Layout *layout = &m->program->layouts.at[now.layout];
        uint32_t size = old && old->size < now.size ? old->size : now.size;
        bool resized = old && old->size != now.size;
        swap(m);
        for (uint32_t at = 0; was.bytes && at < size; at++)
            if (differs(m, &was, &now, at) && !is_listed(m, spots, object, layout, at))
                return describe_place(m, object, (int32_t)at);
        if (resized && !is_listed(m, spots, object, layout, 0))
            return describe_place(m, object, 0);
    }
    return NULL;
}

/* ---- the comparison ---- */

/* Why the action does not fit; NULL: it does, or that is not known: see m->status. */
static const char *judge(Machine *m, const Instr *i, const ActionSpec *action)
{
    Spots spots = {0};
    const char *label =
        *action->label ? arena_print(&m->arena, "the action \"%s\"", action->label) : "the action";
    find_spots(m, i, action, &spots);
    const char *changed = m->status == RUNNING ? changed_cell(m, &spots) : NULL;
    vec_free(&spots);
    if (changed)
        return arena_print(&m->arena, "%s is changed, which %s does not modify", changed, label);
    vec_each (Clause, clause, &action->clauses) {
        uint32_t pc = m->pc, caller_pc = vec_last(&m->frames).pc;
        Ask ask = {.values = ""};
        if (m->status != RUNNING)
            return NULL;
        push_clause(m, i, clause->proc);
        if (!access_evaluate(m, &ask, pc, caller_pc, NULL) && m->status == RUNNING)
            return arena_print(&m->arena, "the predicate of %s does not hold: %s%s", label,
                               clause->text, ask.values);
    }
    return NULL;
}

void do_PERFORMS(Machine *m, const Instr *i)
{
    const Spec *spec = &m->program->specs.at[i->offset];
    const char *why = NULL;
    add_loaded(m);
    assert(m->serial.before.len >= m->store.dirty.len);
    m->serial.runs = false;
    vec_each (ActionSpec, action, &spec->actions) {
        const char *one = judge(m, i, action);
        if (!one && m->status != RUNNING) {
            if (m->status == FAILED && error_info[m->result.error].property)
                run_cut(m); /* the predicate has no value here */
            return;
        }
        if (!one)
            return;
        why = why ? arena_print(&m->arena, "%s; %s", why, one) : one;
    }
    run_fail(m, ERR_PERFORMS, "%s", why);
}
