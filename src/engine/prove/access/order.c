/* order.c -- a lock order: which locks may be held while another one is taken?
 *
 * The locks of a cell (`Account.m` of all accounts, all elements of an array) are one node of a
 * graph; there is an edge from one to another if some method may hold a lock of the first when it
 * waits for one of the second.  If the graph has no circle, no threads wait for each other's locks
 * in a circle: each holds what is earlier in the order than what it waits for.  Nothing is proved of
 * two locks of the same cell.
 *
 * What may be held is found by following the method's graph: who takes a lock holds it until it
 * gives back the same place.  Two places are the same if they are the same terms; a place that was
 * computed in a loop may be another one in the next round, unless it is made of parameters.  A
 * method holds at its beginning what it requires.  What is held when it returns, its callers may
 * hold, and a client may whenever it calls. */
#include "engine/prove/access/order.h"

#include "engine/prove/access/lock.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/step.h"

enum { NOTHING_HELD = UINT32_MAX };

void order_note(Attempt *f, const State *s, uint32_t code, Location at)
{
    if (f->abs || s->trial)
        return;
    vec_each (LockPlace, known, &f->notes.locks)
        if (known->code == code) {
            known->any = known->any || known->at.cell != at.cell ||
                         known->at.object.ix != at.object.ix || known->at.index.ix != at.index.ix ||
                         known->at.inner.ix != at.inner.ix;
            return;
        }
    vec_push(&f->notes.locks, ((LockPlace){code, at, false}));
}

/* ---- what is held ---- */

/* A lock that may be held: taken by a code, in this round of the loops around it or in an earlier
 * one. */
typedef struct MaybeHeld {
    uint32_t cell;
    const LockPlace *place; /* NULL: it is not known which lock of the cell */
    uint32_t code;
    bool earlier;
} MaybeHeld;

typedef struct Holding {
    Attempt *f;
    VEC(MaybeHeld) taken;
    bool *held; /* by code and lock: before the code */
    VEC(uint32_t) work;
} Holding;

static const LockPlace *place_at(const Attempt *f, uint32_t code)
{
    vec_each (LockPlace, place, &f->notes.locks)
        if (place->code == code)
            return place;
    return NULL;
}

/* Is the term the same in every round of every loop: a number, or what a parameter was at first? */
static bool is_fixed(const Attempt *f, Term term)
{
    int64_t number;
    bool fixed = !term.ix || term_is_number((Terms *)&f->terms, term, &number);
    for (uint32_t k = 0; k < f->program->procs.at[f->proc].params && !fixed; k++) {
        const Sym *param = &f->args[1 + k];
        fixed = term.ix == param->t.ix || term.ix == param->index.ix || term.ix == param->inner.ix;
    }
    return fixed;
}

static bool stays(const Attempt *f, const LockPlace *place)
{
    return !place->any && is_fixed(f, place->at.object) && is_fixed(f, place->at.index) &&
           is_fixed(f, place->at.inner);
}

static void add_tokens(Holding *h, uint32_t code)
{
    Attempt *f = h->f;
    const Prover *p = f->prover;
    const Code *c = &f->flat.code.at[code];
    const LockPlace *place = place_at(f, code);
    bool takes = c->instr->op == OP_ACQUIRE || c->instr->op == OP_TRYACQUIRE;
    if (c->kind == CODE_SPEC) {
        bool *cells = arena_array(&f->arena, bool, p->cells.len + 1);
        call_modifies(p, &p->program->specs.at[p->spec_of.at[c->instr->other]], cells);
        for (uint32_t n = 0; n < p->cells.len; n++)
            if (cells[n] && p->cells.at[n].part == PART_OWNER)
                vec_push(&h->taken, ((MaybeHeld){n, NULL, code, false}));
    } else if (place && takes) {
        vec_push(&h->taken, ((MaybeHeld){place->at.cell, place->any ? NULL : place, code, false}));
        if (!stays(f, place))
            vec_push(&h->taken, ((MaybeHeld){place->at.cell, NULL, code, true}));
    }
}

/* What it requires may be held when it begins. */
static void add_required(Holding *h)
{
    Attempt *f = h->f;
    f->mode.reads.len = 0;
    f->mode.reading = true;
    if (f->spec)
        vec_each (Clause, clause, &f->spec->requires) {
            Term ignored;
            (void)pure_test(f, clause->proc, f->args, f->start, f->start, &ignored);
        }
    f->mode.reading = false;
    vec_each (Location, at, &f->mode.reads)
        if (f->prover->cells.at[at->cell].part == PART_OWNER ||
            f->prover->cells.at[at->cell].part == PART_READERS) {
            LockPlace *place = arena_new(&f->arena, LockPlace);
            *place = (LockPlace){0, *at, false};
            place->at.cell = f->prover->cells.at[at->cell].owner;
            vec_push(&h->taken, ((MaybeHeld){place->at.cell, place, UINT32_MAX, false}));
        }
}

static bool same_place(const LockPlace *a, const LockPlace *b)
{
    return a && b && !a->any && !b->any && a->at.cell == b->at.cell &&
           a->at.object.ix == b->at.object.ix && a->at.index.ix == b->at.index.ix &&
           a->at.inner.ix == b->at.inner.ix;
}

static bool *held_before(const Holding *h, uint32_t code)
{
    return h->held + (size_t)code * h->taken.len;
}

/* What is held behind the code, if `now` was held before it. */
static void pass_code(const Holding *h, uint32_t code, bool *now)
{
    const Instr *i = h->f->flat.code.at[code].instr;
    const LockPlace *place = place_at(h->f, code);
    for (size_t t = 0; t < h->taken.len; t++) {
        const MaybeHeld *lock = &h->taken.at[t];
        if (i->op == OP_RELEASE && !lock->earlier && same_place(lock->place, place))
            now[t] = false;
        if (lock->code == code && !lock->earlier)
            now[t] = true;
    }
}

static bool is_inside(const Attempt *f, uint32_t head, uint32_t code)
{
    vec_each (uint64_t, pair, &f->flat.in_loop)
        if (*pair == ((uint64_t)head << 32 | code))
            return true;
    return false;
}

/* Control goes on to the next round: what was taken in this one was taken in an earlier one. */
static void next_round(const Holding *h, uint32_t head, bool *now)
{
    for (size_t t = 0; t + 1 < h->taken.len; t++) {
        const MaybeHeld *lock = &h->taken.at[t], *other = lock + 1;
        if (now[t] && !lock->earlier && other->earlier && other->code == lock->code &&
            is_inside(h->f, head, lock->code)) {
            now[t] = false;
            now[t + 1] = true;
        }
    }
}

static void follow_codes(Holding *h)
{
    const Flat *flat = &h->f->flat;
    bool *now = arena_array(&h->f->arena, bool, h->taken.len + 1);
    bool *there = arena_array(&h->f->arena, bool, h->taken.len + 1);
    bool *seen = arena_array(&h->f->arena, bool, flat->code.len + 1);
    vec_push(&h->work, 0);
    while (h->work.len) {
        uint32_t code = vec_pop(&h->work);
        const Code *c = &flat->code.at[code];
        memcpy(now, held_before(h, code), h->taken.len);
        pass_code(h, code, now);
        for (uint32_t k = 0; k < c->n; k++) {
            uint32_t to = flat->next.at[c->first + k];
            bool *before = held_before(h, to), grown = !seen[to];
            memcpy(there, now, h->taken.len);
            if (flat->code.at[to].head && is_inside(h->f, to, code))
                next_round(h, to, there);
            for (size_t t = 0; t < h->taken.len; t++) {
                grown = grown || (there[t] && !before[t]);
                before[t] = before[t] || there[t];
            }
            seen[to] = true;
            if (grown)
                vec_push(&h->work, to);
        }
    }
}

/* ---- what a method does ---- */

static void add_use(Attempt *f, LockUse use, uint32_t code)
{
    Prover *p = f->prover;
    use.proc = f->proc;
    use.pos = flat_pos(f, code);
    vec_each (LockUse, known, &p->locks)
        if (known->kind == use.kind && known->proc == use.proc && known->from == use.from &&
            known->to == use.to && known->by == use.by)
            return;
    vec_push(&p->locks, use);
}

/* The procedure whose call may have left the lock with this thread. */
static uint32_t kept_by(const Attempt *f, const MaybeHeld *lock)
{
    const Code *c = lock->code == UINT32_MAX ? NULL : &f->flat.code.at[lock->code];
    return c && c->kind == CODE_SPEC ? c->instr->other : UINT32_MAX;
}

static void add_uses(const Holding *h, uint32_t code)
{
    Attempt *f = h->f;
    const Code *c = &f->flat.code.at[code];
    const LockPlace *place = place_at(f, code);
    const bool *held = held_before(h, code);
    bool waits = c->instr->op == OP_ACQUIRE && place;
    LockUseKind kind = waits ? LOCK_TAKEN : LOCK_CALL;
    uint32_t to = waits ? place->at.cell : c->instr->other;
    if (c->kind == CODE_RETURN)
        for (size_t t = 0; t < h->taken.len; t++)
            if (held[t] && h->taken.at[t].code != UINT32_MAX) /* the caller had that already */
                add_use(f,
                        (LockUse){.kind = LOCK_KEPT,
                                  .from = NOTHING_HELD,
                                  .to = h->taken.at[t].cell,
                                  .by = kept_by(f, &h->taken.at[t])},
                        code);
    if (!waits && c->kind != CODE_SPEC)
        return;
    LockUse use = {.kind = kind, .from = NOTHING_HELD, .to = to, .by = UINT32_MAX};
    add_use(f, use, code);
    for (size_t t = 0; t < h->taken.len; t++) {
        use.from = h->taken.at[t].cell;
        use.by = kept_by(f, &h->taken.at[t]);
        if (held[t])
            add_use(f, use, code);
    }
}

static void forget(Prover *p, uint32_t proc)
{
    size_t kept = 0;
    vec_each (LockUse, use, &p->locks)
        if (use->proc != proc)
            p->locks.at[kept++] = *use;
    p->locks.len = kept;
}

void order_collect(Attempt *f)
{
    Holding h = {.f = f};
    forget(f->prover, f->proc);
    add_required(&h);
    for (uint32_t code = 0; code < f->flat.code.len; code++)
        add_tokens(&h, code);
    h.held = arena_array(&f->arena, bool, f->flat.code.len *h.taken.len + 1);
    for (size_t t = 0; t < h.taken.len; t++)
        h.held[t] = h.taken.at[t].code == UINT32_MAX;
    follow_codes(&h);
    for (uint32_t code = 0; code < f->flat.code.len; code++)
        add_uses(&h, code);
    vec_free(&h.taken);
    vec_free(&h.work);
}

/* ---- the order ---- */

typedef struct Graph {
    Prover *p;
    size_t cells;
    const LockUse **edges; /* by two cells: why there is an edge, or NULL */
    bool *takes;           /* by procedure and cell: it may wait for one of these locks */
    bool *keeps;           /* ... it may return with one that it did not have */
} Graph;

static void add_edge(const Graph *g, uint32_t from, uint32_t to, const LockUse *why)
{
    const LockUse **edge = &g->edges[from * g->cells + to];
    *edge = *edge ? *edge : why;
}

/* What procedures may wait for, also in what they call. */
static void find_taken(const Graph *g)
{
    bool grown = true;
    while (grown) {
        grown = false;
        vec_each (LockUse, use, &g->p->locks)
            for (uint32_t c = 0; c < g->cells; c++) {
                bool *there = &g->takes[use->proc * g->cells + c];
                bool taken = use->kind == LOCK_TAKEN  ? use->to == c
                             : use->kind == LOCK_CALL ? g->takes[use->to * g->cells + c]
                                                      : false;
                grown = grown || (taken && !*there);
                *there = *there || taken;
            }
    }
}

static bool is_kept(const Graph *g, const LockUse *use, uint32_t cell)
{
    return use->by == UINT32_MAX || g->keeps[use->by * g->cells + cell];
}

static void find_kept(const Graph *g)
{
    bool grown = true;
    while (grown) {
        grown = false;
        vec_each (LockUse, use, &g->p->locks) {
            if (use->kind != LOCK_KEPT || !is_kept(g, use, use->to))
                continue;
            bool *there = &g->keeps[use->proc * g->cells + use->to];
            grown = grown || !*there;
            *there = true;
        }
    }
}

static void find_edges(const Graph *g)
{
    vec_each (LockUse, use, &g->p->locks) {
        if (!is_kept(g, use, use->kind == LOCK_KEPT ? use->to : use->from))
            continue;
        for (uint32_t c = 0; c < g->cells && use->from != NOTHING_HELD; c++)
            if (use->kind == LOCK_TAKEN ? use->to == c : g->takes[use->to * g->cells + c])
                add_edge(g, use->from, c, use);
        if (use->kind != LOCK_KEPT)
            continue;
        vec_each (LockUse, other, &g->p->locks) /* whoever got it may call any method */
            if (other->kind == LOCK_TAKEN)
                add_edge(g, use->to, other->to, other);
    }
}

/* Names the locks in an order that the edges allow; false: there is none, and *left says which are
 * in a circle or behind one. */
static bool sort_cells(const Graph *g, const char **text, bool *left)
{
    Prover *p = g->p;
    bool found = true;
    size_t count = 0;
    *text = "";
    for (uint32_t c = 0; c < g->cells; c++)
        for (uint32_t d = 0; d < g->cells; d++)
            left[c] = left[c] || g->edges[c * g->cells + d] || g->edges[d * g->cells + c];
    while (found) {
        found = false;
        for (uint32_t c = 0; c < g->cells && !found; c++) {
            bool first = left[c];
            for (uint32_t d = 0; d < g->cells; d++)
                first = first && !(left[d] && g->edges[d * g->cells + c]);
            if (!first)
                continue;
            *text = arena_print(&p->job->arena, "%s%s%s", *text, count++ ? ", then " : "",
                                p->cells.at[c].name);
            left[c] = false;
            found = true;
        }
    }
    for (uint32_t c = 0; c < g->cells; c++)
        if (left[c])
            return false;
    return true;
}

/* An edge of a circle: from a cell that is left to one from which it can be reached. */
static const LockUse *find_circle(const Graph *g, const bool *left, uint32_t *from, uint32_t *to)
{
    bool *reach = arena_array(&g->p->job->arena, bool, g->cells * g->cells + 1);
    for (size_t i = 0; i < g->cells * g->cells; i++)
        reach[i] = g->edges[i] != NULL;
    for (size_t k = 0; k < g->cells; k++)
        for (size_t a = 0; a < g->cells; a++)
            for (size_t b = 0; b < g->cells; b++)
                if (reach[a * g->cells + k] && reach[k * g->cells + b])
                    reach[a * g->cells + b] = true;
    for (uint32_t a = 0; a < g->cells; a++)
        for (uint32_t b = 0; b < g->cells; b++)
            if (left[a] && g->edges[a * g->cells + b] && (a == b || reach[b * g->cells + a])) {
                *from = a;
                *to = b;
                return g->edges[a * g->cells + b];
            }
    return NULL;
}

/* What is called through a pointer may take any lock, and keep it. */
static bool calls_anything(const Prover *p)
{
    for (uint32_t pc = 1; pc < p->program->code.len; pc++) {
        if (p->program->code.at[pc].op != OP_CALLPTR)
            continue;
        p->job->lock_circle =
            arena_print(&p->job->arena, "a function is called through a pointer: line %u, %s",
                        (unsigned)p->program->pos.at[pc].line,
                        p->program->procs.at[program_proc_at(p->program, pc)].name);
        return true;
    }
    return false;
}

void order_conclude(Prover *p)
{
    Arena *arena = &p->job->arena;
    if (calls_anything(p))
        return;
    Graph g = {p, p->cells.len,
               arena_array(arena, const LockUse *, p->cells.len * p->cells.len + 1),
               arena_array(arena, bool, p->program->procs.len * p->cells.len + 1),
               arena_array(arena, bool, p->program->procs.len * p->cells.len + 1)};
    bool *left = arena_array(arena, bool, p->cells.len + 1);
    const char *text;
    uint32_t from = 0, to = 0;
    find_taken(&g);
    find_kept(&g);
    find_edges(&g);
    if (sort_cells(&g, &text, left)) {
        p->job->lock_order = *text ? text : "no lock is taken while another one is held";
        return;
    }
    const LockUse *why = find_circle(&g, left, &from, &to);
    if (why)
        p->job->lock_circle = arena_print(
            arena, "a lock of %s may be taken while one of %s is held, and the other way round",
            p->cells.at[to].name, p->cells.at[from].name);
    if (why && from == to)
        p->job->lock_circle = arena_print(
            arena, "two locks of %s may be held at once, or one taken twice", p->cells.at[to].name);
    if (why)
        p->job->lock_circle =
            arena_print(arena, "%s: line %u, %s", p->job->lock_circle, (unsigned)why->pos.line,
                        p->program->procs.at[why->proc].name);
}
