/* normal.c -- the normal form of what the view machine knows: states that no thread can tell from
 * each other have the same words, so that loops come back to where they were.
 *
 * A message that every live thread has got past can be read by nobody any more, and nothing comes
 * before it.  Of two messages that nobody can tell from each other one is kept.  A cell whose history is one message that nobody learns anything from is as if it had
 * none.  Of an access it only matters which views know it: those that all live threads know are
 * forgotten, and the others of a thread are numbered anew. */
#include "machine/memory/weak.h"

#include <stdlib.h>

/* ---- views that nobody looks at ---- */

static void drop_views(Weak *w)
{
    const WeakFacts *facts = &w->facts;
    vec_each (WeakThread, t, &w->threads) {
        bool looks = weak_looks(t);
        if (!looks || !facts->acquire_fences)
            t->acq = (WeakView){0};
        if (!looks || !facts->release_fences)
            t->rel = (WeakView){0};
        if (!looks)
            t->heads = NULL;
        if (t->gone || (!looks && !facts->joins))
            t->cur = (WeakView){0};
    }
    if (!facts->acquires)
        vec_each (WeakCell, cell, &w->cells)
            for (uint32_t k = 0; k < cell->len; k++)
                cell->at[k].view = (WeakView){0};
}

/* ---- ended threads ---- */

static bool expects(const WeakThread *t, uint32_t tid)
{
    for (uint32_t k = 0; t->live && k < t->expects; k++)
        if (t->expected[k] == tid)
            return true;
    return false;
}

bool weak_is_expected(const Weak *w, uint32_t but, uint32_t tid)
{
    for (uint32_t t = 0; t < w->threads.len; t++)
        if (t != but && expects(&w->threads.at[t], tid))
            return true;
    return false;
}

/* What a thread knows is known to the one who will do nothing before he has waited for its end. */
static void give_views(Machine *m, Weak *w)
{
    for (uint32_t t = 0; t < w->threads.len; t++) {
        WeakThread *heir = &w->threads.at[t];
        for (uint32_t k = 0; heir->live && k < heir->expects; k++) {
            WeakThread *other = &w->threads.at[weak_thread(w, heir->expected[k])];
            view_join(m, w, &heir->cur, &other->cur);
            view_join(m, w, &heir->acq, &other->cur);
            if (!other->live && !weak_is_expected(w, t, other->tid))
                other->cur = (WeakView){0};
        }
    }
}

static bool is_gone(Machine *m, uint64_t pointer)
{
    const Slot *slot = store_object(m, (uint32_t)(pointer >> 32));
    return pointer >> 32 && (!slot || !slot->layout);
}

void weak_drop(Weak *w, uint64_t pointer)
{
    size_t kept = 0;
    for (uint32_t l = (uint32_t)w->cells.len; l-- > 0;)
        if (w->cells.at[l].pointer == pointer)
            weak_remove_cell(w, l);
    vec_each (Holder, holder, &w->holders)
        if (holder->pointer != pointer)
            w->holders.at[kept++] = *holder;
    w->holders.len = kept;
    kept = 0;
    vec_each (Trail, trail, &w->trails)
        if (trail->pointer != pointer)
            w->trails.at[kept++] = *trail;
    w->trails.len = kept;
}

static void drop_dead(Machine *m, Weak *w)
{
    vec_each (WeakCell, cell, &w->cells)
        if (is_gone(m, cell->pointer))
            cell->pointer = POINTER_DEAD;
    vec_each (Holder, holder, &w->holders)
        if (is_gone(m, holder->pointer))
            holder->pointer = POINTER_DEAD;
    vec_each (Trail, trail, &w->trails)
        if (is_gone(m, trail->pointer))
            trail->pointer = POINTER_DEAD;
    weak_drop(w, POINTER_DEAD);
}

/* ---- messages ---- */

typedef struct Cut {
    uint32_t l, first;
} Cut;

static void cut_seen(Weak *w, uint32_t **array, void *self)
{
    const Cut *cut = self;
    (void)w;
    if (*array)
        (*array)[cut->l] = (*array)[cut->l] > cut->first ? (*array)[cut->l] - cut->first : 0;
}

/* The oldest message that a live thread may read; all of them, if there are none. */
static uint32_t oldest(const Weak *w, uint32_t l)
{
    uint32_t first = w->cells.at[l].len - 1;
    vec_each (WeakThread, t, &w->threads)
        if (weak_looks(t) && view_seen(&t->cur, l) < first)
            first = view_seen(&t->cur, l);
    return first;
}

static void cut_history(Machine *m, Weak *w, uint32_t l)
{
    WeakCell *cell = &w->cells.at[l];
    Cut cut = {l, oldest(w, l)};
    seqcst_drop(m, w, l, cut.first);
    if (cut.first) {
        weak_each_array(w, cut_seen, &cut);
        if (w->pending.l == l)
            w->pending.place -= cut.first;
        cell->len -= cut.first;
        memmove(cell->at, cell->at + cut.first, cell->len * sizeof *cell->at);
    }
    cell->at[0].glued = false;
    cell->at[0].twins = 0;
    for (uint32_t k = 0; k < cell->len; k++)
        if (cell->at[k].view.seen)
            cell->at[k].view.seen[l] = 0;
}

/* Does who reads the one learn what who reads the other learns?  Both are messages of `own`. */
static bool is_same_view(const Weak *w, uint32_t own, const WeakView *a, const WeakView *b)
{
    for (uint32_t l = 0; l < w->cells.len; l++)
        if (view_seen(a, l) != view_seen(b, l))
            return false;
    for (uint32_t t = 0; t < w->threads.len; t++)
        if (view_clock(a, t) != view_clock(b, t))
            return false;
    return seqcst_is_same(w, own, a->past, b->past);
}

/* An update has written what it has read. */
static bool repeats(const WeakCell *cell, uint32_t k)
{
    const Word *a = &cell->at[k - 1].word, *b = &cell->at[k].word;
    return cell->at[k].glued && a->value == b->value && a->unwritten == b->unwritten;
}

/* After a seq_cst fence it matters which of the two somebody has seen. */
bool weak_may_fold(const Weak *w, uint32_t l)
{
    const WeakCell *cell = &w->cells.at[l];
    for (uint32_t k = 1; !w->facts.sc_fences && k < cell->len; k++)
        if (repeats(cell, k))
            return true;
    return false;
}

/* Nobody learns more from the one than from the other, and nothing gets between the two: whoever may
 * read the first may read the second as well, and nobody can tell which it was.  If the update was
 * seq_cst, it counts as a reader from now on (doc/theory.md, Twins). */
static bool are_twins(const Weak *w, uint32_t l, uint32_t k)
{
    const WeakMessage *message = &w->cells.at[l].at[k];
    return repeats(&w->cells.at[l], k) && is_same_view(w, l, &message[-1].view, &message->view);
}

static void fold_seen(Weak *w, uint32_t **array, void *self)
{
    const Cut *cut = self;
    (void)w;
    if (*array && (*array)[cut->l] >= cut->first)
        (*array)[cut->l]--;
}

/* Who spins by updates that change nothing comes back to where it was. */
static void fold_twins(Machine *m, Weak *w, uint32_t l)
{
    WeakCell *cell = &w->cells.at[l];
    if (!weak_may_fold(w, l))
        return;
    for (uint32_t k = 1; k < cell->len;) {
        Cut cut = {l, k};
        if (!are_twins(w, l, k)) {
            k++;
            continue;
        }
        seqcst_fold(m, w, &cell->at[k - 1], &cell->at[k]);
        cell->at[k - 1].twins += 1 + cell->at[k].twins;
        weak_each_array(w, fold_seen, &cut);
        if (w->pending.l == l && w->pending.place >= k)
            w->pending.place--;
        cell->len--;
        memmove(cell->at + k, cell->at + k + 1, (cell->len - k) * sizeof *cell->at);
    }
    cell->at[0].twins = 0;
}

static bool has_heads(const Weak *w, uint32_t l)
{
    vec_each (WeakThread, t, &w->threads)
        if (t->heads && !view_is_zero(w, &t->heads[l]))
            return true;
    return false;
}

/* Not the one that an update has read and is about to write: a long action may be looked at in its
 * middle (circle.c). */
static void drop_cells(Weak *w)
{
    for (uint32_t l = (uint32_t)w->cells.len; l-- > 0;) {
        const WeakCell *cell = &w->cells.at[l];
        bool is_pending = w->pending.is && w->pending.l == l;
        if (cell->len == 1 && !is_pending && view_is_zero(w, &cell->at[0].view) &&
            !has_heads(w, l) && !seqcst_knows(w, l))
            weak_remove_cell(w, l);
    }
}

/* ---- clocks ---- */

static bool is_known(const Weak *w, const Trail *trail)
{
    for (uint32_t t = 0; t < w->threads.len; t++)
        if (t != trail->thread && weak_looks(&w->threads.at[t]) &&
            view_clock(&w->threads.at[t].cur, trail->thread) < trail->clock)
            return false;
    return true;
}

static void drop_trails(Weak *w)
{
    size_t kept = 0;
    vec_each (Trail, trail, &w->trails)
        if (!is_known(w, trail))
            w->trails.at[kept++] = *trail;
    w->trails.len = kept;
}

/* The moments of one thread: its accesses, and how far views know it. */
typedef struct Moment {
    uint32_t clock;
    bool is_view; /* behind an access of the same clock, which it knows */
    uint32_t number;
} Moment;

typedef struct Moments {
    uint32_t thread;
    VEC(Moment) at;
} Moments;

static void add_moment(Weak *w, WeakView *view, void *self)
{
    Moments *all = self;
    (void)w;
    if (view_clock(view, all->thread))
        vec_push(&all->at, ((Moment){view->clock[all->thread], true, 0}));
}

static int by_clock(const void *a, const void *b)
{
    const Moment *x = a, *y = b;
    if (x->clock != y->clock)
        return x->clock < y->clock ? -1 : 1;
    return (int)x->is_view - (int)y->is_view;
}

/* Accesses with no view between them have the same number. */
static void number_moments(Moments *all)
{
    uint32_t number = 0;
    if (all->at.len > 1)
        qsort(all->at.at, all->at.len, sizeof *all->at.at, by_clock);
    for (size_t k = 0; k < all->at.len; k++) {
        Moment *moment = &all->at.at[k];
        if (!moment->is_view && (k == 0 || moment[-1].is_view))
            number++;
        moment->number = number;
    }
}

static uint32_t find_number(const Moments *all, uint32_t clock, bool is_view)
{
    vec_each (Moment, moment, &all->at)
        if (moment->clock == clock && moment->is_view == is_view)
            return moment->number;
    return 0;
}

static void renumber(Weak *w, WeakView *view, void *self)
{
    const Moments *all = self;
    (void)w;
    if (view_clock(view, all->thread))
        view->clock[all->thread] = find_number(all, view->clock[all->thread], true);
}

static void number_clocks(Weak *w, uint32_t thread, Moments *all)
{
    all->thread = thread;
    all->at.len = 0;
    w->threads.at[thread].silent = false;
    vec_each (Trail, trail, &w->trails)
        if (trail->thread == thread)
            vec_push(&all->at, ((Moment){trail->clock, false, 0}));
    bool some = all->at.len > 0;
    if (some)
        weak_each_view(w, add_moment, all);
    number_moments(all);
    weak_each_view(w, renumber, all); /* to nothing, if there are no trails */
    vec_each (Trail, trail, &w->trails)
        if (trail->thread == thread)
            trail->clock = find_number(all, trail->clock, false);
}

/* ---- the order ---- */

static int by_pointer(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static int by_trail(const void *a, const void *b)
{
    const Trail *x = a, *y = b;
    if (x->pointer >> 32 != y->pointer >> 32)
        return x->pointer < y->pointer ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return x->pointer < y->pointer ? -1 : x->pointer > y->pointer;
}

/* Bytes that lie next to each other, of the same access as far as anybody can tell. */
static void merge_trails(Weak *w)
{
    size_t kept = 0;
    if (w->trails.len > 1)
        qsort(w->trails.at, w->trails.len, sizeof *w->trails.at, by_trail);
    vec_each (Trail, trail, &w->trails) {
        Trail *last = kept ? &w->trails.at[kept - 1] : NULL;
        if (last && last->kind == trail->kind && last->thread == trail->thread &&
            last->born == trail->born && last->clock == trail->clock &&
            last->pointer + last->bytes == trail->pointer)
            last->bytes += trail->bytes;
        else
            w->trails.at[kept++] = *trail;
    }
    w->trails.len = kept;
}

typedef struct Order {
    Machine *m;
    const uint32_t *from; /* place -> the cell that belongs there */
} Order;

static void permute_seen(Weak *w, uint32_t **array, void *self)
{
    const Order *order = self;
    if (!*array)
        return;
    uint32_t *seen = arena_array(&order->m->store.step, uint32_t, w->cell_room);
    for (uint32_t l = 0; l < w->cells.len; l++)
        seen[l] = (*array)[order->from[l]];
    *array = seen;
}

static void permute_same(Weak *w, WeakView *view, void *self)
{
    const Order *order = self;
    if (!view->past || !view->past->same)
        return;
    Nodes *same = arena_array(&order->m->store.step, Nodes, w->cell_room);
    for (uint32_t l = 0; l < w->cells.len; l++)
        same[l] = view->past->same[order->from[l]];
    view->past->same = same;
}

static void permute_heads(Machine *m, Weak *w, const uint32_t *from)
{
    vec_each (WeakThread, t, &w->threads)
        if (t->heads) {
            WeakView *heads = arena_array(&m->store.step, WeakView, w->cell_room);
            for (uint32_t l = 0; l < w->cells.len; l++)
                heads[l] = t->heads[from[l]];
            t->heads = heads;
        }
}

static void sort_cells(Machine *m, Weak *w)
{
    uint32_t len = (uint32_t)w->cells.len;
    uint32_t *from = arena_array(&m->store.step, uint32_t, len + 1);
    WeakCell *sorted = arena_array(&m->store.step, WeakCell, len + 1);
    Order order = {m, from};
    bool changed = false;
    for (uint32_t l = 0; l < len; l++) {
        uint32_t k = l;
        for (; k > 0 && w->cells.at[from[k - 1]].pointer > w->cells.at[l].pointer; k--)
            from[k] = from[k - 1];
        from[k] = l;
        changed |= k != l;
    }
    if (!changed)
        return;
    for (uint32_t l = 0; l < len; l++)
        sorted[l] = w->cells.at[from[l]];
    weak_each_array(w, permute_seen, &order);
    weak_each_view(w, permute_same, &order);
    permute_heads(m, w, from);
    memcpy(w->cells.at, sorted, len * sizeof *sorted);
    for (uint32_t l = 0; w->pending.l != NO_CELL && l < len; l++)
        if (from[l] == w->pending.l) {
            w->pending.l = l;
            break;
        }
}

static void sort(Machine *m, Weak *w)
{
    sort_cells(m, w);
    if (w->holders.len > 1)
        qsort(w->holders.at, w->holders.len, sizeof *w->holders.at, by_pointer);
    merge_trails(w);
}

void weak_reduce(Machine *m, Weak *w)
{
    Moments moments = {0};
    size_t kept = 0;
    give_views(m, w);
    drop_views(w);
    for (uint32_t l = 0; l < w->cells.len; l++)
        cut_history(m, w, l);
    seqcst_normalise(m, w);
    drop_trails(w);
    for (uint32_t t = 0; t < w->threads.len; t++)
        number_clocks(w, t, &moments);
    vec_free(&moments.at);
    for (uint32_t l = 0; l < w->cells.len; l++)
        fold_twins(m, w, l);
    vec_each (Holder, holder, &w->holders)
        if (!view_is_zero(w, &holder->view))
            w->holders.at[kept++] = *holder;
    w->holders.len = kept;
    drop_cells(w);
    sort(m, w);
}

void weak_normalise(Machine *m, Weak *w)
{
    each_entry (entry, m) {
        WeakThread *t = &w->threads.at[weak_thread(w, entry->tid)];
        t->live = !entry->ended;
        t->gone = entry->taken;
    }
    drop_dead(m, w);
    weak_reduce(m, w);
}
