/* weak.c -- what the view machine knows of a state: its parts, and what becomes of all views when
 * one of them changes. */
#include "machine/memory/weak.h"

enum { SPARE_CELLS = 4, SPARE_THREADS = 2, SPARE_MESSAGES = 4 };

/* ---- views ---- */

void view_open(Machine *m, const Weak *w, WeakView *view)
{
    hard_assert(w->cells.len <= w->cell_room && w->threads.len <= w->thread_room);
    if (!view->seen)
        view->seen = arena_array(&m->store.step, uint32_t, w->cell_room);
    if (!view->clock)
        view->clock = arena_array(&m->store.step, uint32_t, w->thread_room);
}

void view_join(Machine *m, const Weak *w, WeakView *to, const WeakView *from)
{
    if (!from->seen && !from->clock)
        return;
    view_open(m, w, to);
    for (uint32_t l = 0; l < w->cells.len; l++)
        if (to->seen[l] < view_seen(from, l))
            to->seen[l] = view_seen(from, l);
    for (uint32_t t = 0; t < w->threads.len; t++)
        if (to->clock[t] < view_clock(from, t))
            to->clock[t] = view_clock(from, t);
}

void view_copy(Machine *m, const Weak *w, WeakView *to, const WeakView *from)
{
    *to = (WeakView){0};
    view_join(m, w, to, from);
}

bool view_is_zero(const Weak *w, const WeakView *view)
{
    for (uint32_t l = 0; l < w->cells.len; l++)
        if (view_seen(view, l))
            return false;
    for (uint32_t t = 0; t < w->threads.len; t++)
        if (view_clock(view, t))
            return false;
    return true;
}

void weak_each_view(Weak *w, ViewAction *action, void *self)
{
    vec_each (WeakThread, t, &w->threads) {
        action(w, &t->cur, self);
        action(w, &t->acq, self);
        action(w, &t->rel, self);
        for (uint32_t l = 0; t->heads && l < w->cells.len; l++)
            action(w, &t->heads[l], self);
    }
    vec_each (WeakCell, cell, &w->cells)
        for (uint32_t k = 0; k < cell->len; k++)
            action(w, &cell->at[k].view, self);
    vec_each (Holder, holder, &w->holders)
        action(w, &holder->view, self);
    action(w, &w->sc, self);
}

/* ---- room ---- */

typedef struct Growth {
    Machine *m;
    uint32_t cells, threads; /* the room so far */
} Growth;

static uint32_t *grow_array(Machine *m, uint32_t *old, uint32_t len, uint32_t room)
{
    if (!old)
        return NULL;
    uint32_t *new = arena_array(&m->store.step, uint32_t, room);
    memcpy(new, old, len * sizeof *new);
    return new;
}

static void grow_view(Weak *w, WeakView *view, void *self)
{
    const Growth *g = self;
    if (g->cells != w->cell_room)
        view->seen = grow_array(g->m, view->seen, g->cells, w->cell_room);
    if (g->threads != w->thread_room)
        view->clock = grow_array(g->m, view->clock, g->threads, w->thread_room);
}

void weak_make_room(Machine *m, Weak *w, size_t cells, size_t threads)
{
    Growth growth = {m, w->cell_room, w->thread_room};
    if (cells <= w->cell_room && threads <= w->thread_room)
        return;
    if (cells > w->cell_room)
        w->cell_room = (uint32_t)cells * 2 + SPARE_CELLS;
    if (threads > w->thread_room)
        w->thread_room = (uint32_t)threads * 2 + SPARE_THREADS;
    weak_each_view(w, grow_view, &growth);
    vec_each (WeakThread, t, &w->threads)
        if (t->heads) {
            WeakView *heads = arena_array(&m->store.step, WeakView, w->cell_room);
            memcpy(heads, t->heads, w->cells.len * sizeof *heads);
            t->heads = heads;
        }
}

/* ---- threads ---- */

Weak *weak_load(Machine *m)
{
    Weak *w = m->weak;
    if (!w->loaded)
        weak_decode(m, w);
    return w;
}

uint32_t weak_thread(Weak *w, uint32_t tid)
{
    for (uint32_t t = 0; t < w->threads.len; t++)
        if (w->threads.at[t].tid == tid)
            return t;
    hard_assert(false);
    return 0;
}

uint32_t weak_running(Machine *m, Weak *w)
{
    return weak_thread(w, m->tid.ix);
}

uint32_t weak_add_thread(Machine *m, Weak *w, uint32_t tid)
{
    for (uint32_t t = 0; t < w->threads.len; t++)
        if (w->threads.at[t].tid == tid)
            return t; /* another one has had its name */
    weak_make_room(m, w, w->cells.len, w->threads.len + 1);
    vec_push(&w->threads, ((WeakThread){.tid = tid, .live = true}));
    return (uint32_t)w->threads.len - 1;
}

/* ---- cells ---- */

static bool overlaps(const WeakCell *c, uint64_t pointer, uint32_t bytes)
{
    return c->pointer < pointer + bytes && pointer < c->pointer + c->bytes;
}

static void remove_seen(Weak *w, WeakView *view, void *self)
{
    uint32_t l = *(const uint32_t *)self;
    if (!view->seen)
        return;
    for (uint32_t k = l; k + 1 < w->cells.len; k++)
        view->seen[k] = view->seen[k + 1];
    view->seen[w->cells.len - 1] = 0;
}

void weak_remove_cell(Weak *w, uint32_t l)
{
    weak_each_view(w, remove_seen, &l);
    vec_each (WeakThread, t, &w->threads)
        if (t->heads) {
            memmove(t->heads + l, t->heads + l + 1, (w->cells.len - l - 1) * sizeof *t->heads);
            t->heads[w->cells.len - 1] = (WeakView){0};
        }
    memmove(w->cells.at + l, w->cells.at + l + 1, (w->cells.len - l - 1) * sizeof *w->cells.at);
    w->cells.len--;
}

void weak_remove_cells(Weak *w, uint64_t pointer, uint32_t bytes)
{
    for (uint32_t l = (uint32_t)w->cells.len; l-- > 0;)
        if (overlaps(&w->cells.at[l], pointer, bytes))
            weak_remove_cell(w, l);
}

static uint32_t find_cell(const Weak *w, uint64_t pointer, uint32_t bytes)
{
    for (uint32_t l = 0; l < w->cells.len; l++)
        if (overlaps(&w->cells.at[l], pointer, bytes))
            return l;
    return NO_CELL;
}

/* The same bytes, as numbers both times or as pointers. */
static bool fits(const WeakCell *c, uint64_t pointer, uint32_t bytes, Type type)
{
    return c->pointer == pointer && c->bytes == bytes &&
           (c->type.kind == TYPE_PTR) == (type.kind == TYPE_PTR);
}

void weak_reserve(Machine *m, WeakCell *cell, uint32_t room)
{
    if (room <= cell->room)
        return;
    WeakMessage *at = arena_array(&m->store.step, WeakMessage, room);
    if (cell->at)
        memcpy(at, cell->at, cell->len * sizeof *at);
    cell->at = at;
    cell->room = room;
}

static bool add_cell(Machine *m, Weak *w, const Instr *i, Cell cell, uint64_t pointer,
                     uint32_t bytes)
{
    WeakCell new = {.pointer = pointer, .bytes = bytes, .type = cell.type, .len = 1};
    weak_reserve(m, &new, SPARE_MESSAGES);
    if (!sc_read(m, i, cell, &new.at[0].word))
        return false;
    weak_make_room(m, w, w->cells.len + 1, w->threads.len);
    vec_push(&w->cells, new);
    return true;
}

bool weak_cell(Machine *m, Weak *w, const Instr *i, Cell cell, uint32_t *found)
{
    uint64_t pointer = pointer_make(cell.object, (int32_t)cell.offset);
    uint32_t bytes = raw_cell_bytes(m, cell.type);
    *found = find_cell(w, pointer, bytes);
    if (*found != NO_CELL && !fits(&w->cells.at[*found], pointer, bytes, cell.type)) {
        weak_normalise(m, w); /* its history may be over */
        *found = find_cell(w, pointer, bytes);
    }
    if (*found == NO_CELL) {
        *found = (uint32_t)w->cells.len;
        return add_cell(m, w, i, cell, pointer, bytes);
    }
    if (fits(&w->cells.at[*found], pointer, bytes, cell.type))
        return true;
    run_fail(m, ERR_INTERNAL_LIMIT,
             "an atomic object is accessed in parts or as another type (%u bytes here, %u before), "
             "which is not followed where memory orders matter: use one type for it, or "
             "--memory-model=sc",
             bytes, w->cells.at[*found].bytes);
    return false;
}

typedef struct Place {
    uint32_t l, place;
} Place;

static void shift_seen(Weak *w, WeakView *view, void *self)
{
    const Place *p = self;
    (void)w;
    if (view->seen && view->seen[p->l] >= p->place)
        view->seen[p->l]++;
}

WeakMessage *weak_insert(Machine *m, Weak *w, uint32_t l, uint32_t place)
{
    Place at = {l, place};
    WeakCell *cell = &w->cells.at[l];
    hard_assert(place && place <= cell->len);
    weak_each_view(w, shift_seen, &at);
    weak_reserve(m, cell, cell->len < cell->room ? cell->room : cell->room * 2);
    memmove(cell->at + place + 1, cell->at + place, (cell->len - place) * sizeof *cell->at);
    cell->at[place] = (WeakMessage){.glued = false};
    cell->len++;
    return &cell->at[place];
}

Holder *weak_holder(Machine *m, Weak *w, uint64_t pointer, bool make)
{
    (void)m;
    vec_each (Holder, holder, &w->holders)
        if (holder->pointer == pointer)
            return holder;
    if (!make)
        return NULL;
    vec_push(&w->holders, (Holder){.pointer = pointer});
    return &vec_last(&w->holders);
}
