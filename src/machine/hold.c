/* hold.c -- cells that threads hold: locks that programs write themselves.
 *
 * The store does not say who has set such a cell, so threads know it.  Who holds what is told by the
 * watcher (movers/own.c) and means nothing to the machine; it is a part of the state, since what
 * the watcher says of later actions depends on it.  It keeps no object alive. */
#include "machine/memory.h"

static const uint64_t *cells_of(const Machine *m, uint32_t held, uint32_t *len)
{
    *len = held ? records_len(&m->tables.memories, held) : 0;
    return held ? records_get(&m->tables.memories, held) : NULL;
}

static bool has_cell(const Machine *m, uint32_t held, uint64_t cell)
{
    uint32_t len;
    const uint64_t *cells = cells_of(m, held, &len);
    for (uint32_t k = 0; k < len; k++)
        if (cells[k] == cell)
            return true;
    return false;
}

uint32_t machine_holder(Machine *m, uint64_t cell)
{
    if (m->facts.holds)
        each_entry (entry, m)
            if (entry->held && has_cell(m, entry->held, cell))
                return entry->tid + 1;
    return 0;
}

const uint64_t *machine_held(Machine *m, uint32_t *len)
{
    const ThreadEntry *entry = m->facts.holds ? store_thread(m, m->tid.ix) : NULL;
    *len = 0;
    return entry ? cells_of(m, entry->held, len) : NULL;
}

typedef VEC(uint64_t) Cells;

/* The number of these, in order; they are freed. */
static uint32_t intern_cells(Machine *m, Cells *cells)
{
    for (size_t k = 1; k < cells->len; k++)
        for (size_t j = k; j > 0 && cells->at[j - 1] > cells->at[j]; j--) {
            uint64_t cell = cells->at[j];
            cells->at[j] = cells->at[j - 1];
            cells->at[j - 1] = cell;
        }
    uint32_t held = cells->len ? records_add(&m->tables.memories, cells->at, cells->len) : 0;
    vec_free(cells);
    return held;
}

/* All cells that are held but those in these bytes. */
static Cells other_cells(Machine *m, uint32_t held, uint64_t cell, uint32_t bytes)
{
    uint32_t len;
    const uint64_t *all = cells_of(m, held, &len);
    Cells others = {0};
    for (uint32_t k = 0; k < len; k++)
        if (all[k] < cell || all[k] >= cell + bytes)
            vec_push(&others, all[k]);
    return others;
}

void machine_hold(Machine *m, uint64_t cell)
{
    ThreadEntry *entry = store_thread(m, m->tid.ix);
    hard_assert(!machine_holder(m, cell) && !m->options.anonymous);
    if (!entry)
        return;
    Cells cells = other_cells(m, entry->held, cell, 1);
    vec_push(&cells, cell);
    entry->held = intern_cells(m, &cells);
    m->store.threads_dirty = m->facts.holds = true;
}

void machine_unhold(Machine *m, uint64_t cell, uint32_t bytes)
{
    if (!m->facts.holds)
        return;
    each_entry (entry, m) {
        if (!entry->held)
            continue;
        Cells cells = other_cells(m, entry->held, cell, bytes);
        uint32_t held = intern_cells(m, &cells);
        m->store.threads_dirty |= held != entry->held;
        entry->held = held;
    }
}

uint32_t held_rename(Machine *m, uint32_t held, void (*visit)(Machine *m, uint64_t *pointer))
{
    uint32_t len;
    const uint64_t *all = cells_of(m, held, &len);
    Cells cells = {0};
    for (uint32_t k = 0; k < len; k++) {
        uint64_t cell = all[k];
        visit(m, &cell);
        if (cell != POINTER_DEAD)
            vec_push(&cells, cell);
    }
    return intern_cells(m, &cells);
}

GlobalId machine_forget_held(Machine *m, GlobalId g)
{
    if (!m->facts.holds)
        return g;
    store_load(m, g);
    each_entry (entry, m) {
        m->store.threads_dirty |= entry->held != 0;
        entry->held = 0;
    }
    g = store_intern(m);
    store_undo(m);
    return g;
}

Here machine_here(Machine *m, uint32_t pc)
{
    StackId stack = m->below;
    vec_last(&m->frames).pc = pc;
    for (size_t k = 0; k + 1 < m->frames.len; k++)
        stack = stack_push(m, frame_pack(m, &m->frames.at[k]), stack);
    LocalId l = frame_pack(m, &vec_last(&m->frames));
    return (Here){store_intern(m), l, stack};
}

GlobalId machine_poke(Machine *m, GlobalId g, uint64_t cell, uint32_t bytes, uint64_t value)
{
    uint32_t object = (uint32_t)(cell >> 32), offset = (uint32_t)cell;
    store_load(m, g);
    const Slot *slot = store_object(m, object);
    if (slot && slot->layout && (uint64_t)offset + bytes <= slot->size) {
        memcpy(memory_change(m, object) + offset, &value, bytes);
        g = store_intern(m);
    }
    store_undo(m);
    return g;
}

void machine_ask(Machine *m, Tid t, const Here *from, const Watcher *watcher, Outcomes *out)
{
    Doubts doubts = m->doubts;
    machine_run(m, t, from->g, from->l, from->s, watcher, out);
    m->doubts = doubts;
}

void machine_drop(Machine *m)
{
    hard_assert(m->watcher && m->status == RUNNING);
    m->status = CUT_OFF;
    m->result.dropped = true;
}

void machine_show(Machine *m)
{
    m->result.shows = true;
}

void machine_leave_open(Machine *m)
{
    m->result.open = true;
}

bool machine_shows(const Machine *m)
{
    return m->result.shows;
}

bool machine_will_change(Machine *m, const Touch *touch)
{
    uint64_t now = 0,
             mask = touch->bytes < 8 ? ((uint64_t)1 << 8 * touch->bytes) - 1 : ~(uint64_t)0;
    if (touch->kind == TOUCH_FORK || touch->kind == TOUCH_JOIN)
        return true;
    if (touch->kind != TOUCH_DATA || !touch->write || touch->test || touch->quiet ||
        machine_owner(m, touch->object) == m->tid.ix + 1)
        return false;
    bool word = touch->bytes && touch->bytes <= 8 && (touch->bytes & (touch->bytes - 1)) == 0;
    if (touch->same)
        return false;
    if (touch->faint || touch->frees || touch->loose || !touch->known || !word)
        return true;
    return !machine_peek(m, touch->object, touch->offset,
                         (Type){TYPE_UNSIGNED, (uint8_t)(8 * touch->bytes)}, &now) ||
           ((now ^ touch->value) & mask) != 0;
}

bool machine_is_sc(const Machine *m)
{
    return !m->model;
}
