/* change.c -- candidates for the invariants of loops that are about what the block has changed so
 * far: a loop that writes shared data under its lock.
 *
 * Of each cell that the method may change: all its places but those of one object, or of two, or
 * those that an action lists, are what they were when the block began; a place had the value then that a variable has now (`s0 =
 * sum`); it has grown since then by the value of a variable (`sum == \old(sum) + i`). */
#include "engine/prove/loop/candidate.h"

#include "engine/prove/abs/abs.h"
#include "engine/prove/access/access.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/loop/loop.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/model.h"

enum { MOST_VALUES = 60, MOST_OWNERS = 4, MOST_LISTED = 4 };

/* ---- places ---- */

/* The place, or the elements, of the candidate's cell in what a variable refers to (a: a register),
 * or in a static variable.  False: it is not known. */
static bool place_of(Attempt *f, const State *s, const Candidate *of, int32_t a, Location *at)
{
    uint32_t c = of->cell;
    const Cell *cell = &f->prover->cells.at[c];
    Term inside = term_bool(&f->terms, true);
    *at = (Location){.cell = c};
    if (cell->kind == CELL_GLOBAL)
        return true;
    if (a < 0) {
        at->object = of->by ? s->now[of->by] : term_number(&f->terms, of->constant);
        return true;
    }
    if (!f->prover->storage->layouts) {
        at->object = s->regs[a].t;
        return true;
    }
    Type type = cell->part == PART_NONE ? cell->type : TYPE_THREAD;
    if (!raw_place(f, s->regs[a], (int32_t)cell->offset, type, at, &inside) || at->cell != c)
        return false;
    if (cell->count && !cell->many)
        at->index = NO_TERM;
    if (cell->count)
        at->inner = NO_TERM;
    return true;
}

static Term is_same(Attempt *f, Location a, Location b)
{
    Terms *terms = &f->terms;
    Term same = b.object.ix ? term_eq(terms, a.object, b.object) : term_bool(terms, true);
    if (b.index.ix)
        same = term_and(terms, same, term_eq(terms, a.index, b.index));
    return b.inner.ix ? term_and(terms, same, term_eq(terms, a.inner, b.inner)) : same;
}

/* The cell with the places as they are in another memory. */
static Term restore(Attempt *f, Term now, Term old, const Location *at)
{
    Terms *terms = &f->terms;
    Term row = term_select(terms, now, at->object), was = term_select(terms, old, at->object);
    if (at->inner.ix) {
        Term inner = term_store(terms, term_select(terms, row, at->index), at->inner,
                                term_select(terms, term_select(terms, was, at->index), at->inner));
        row = term_store(terms, row, at->index, inner);
    } else
        row = at->index.ix ? term_store(terms, row, at->index, term_select(terms, was, at->index))
                           : was;
    return term_store(terms, now, at->object, row);
}

/* ---- their meaning ---- */

/* All but these places is what it was, and but objects that nobody else could reach.  To be shown for
 * any place of the cell, to be used for the whole. */
static Term all_but(Attempt *f, const State *s, uint32_t c, const Location *but, size_t count,
                    bool to_show)
{
    Terms *terms = &f->terms;
    if (to_show) {
        Location at = cell_any_place(f, c);
        Term may = term_or(terms, abs_was_fresh(f, s, at.object), term_not(terms, cell_has(f, at)));
        for (size_t i = 0; i < count; i++)
            may = term_or(terms, may, is_same(f, at, but[i]));
        Term same = term_eq(terms, cell_read(f, s->now, at), cell_read(f, s->old, at));
        return term_or(terms, may, same);
    }
    Term old = s->now[c];
    for (size_t i = 0; i < s->fresh.len; i++) {
        const Fresh *fresh = &s->fresh.at[i];
        Term value = term_select(terms, old, fresh->object);
        Term any = fresh_term(f, "old", term_sort(terms, value));
        old = term_store(terms, old, fresh->object, term_ite(terms, fresh->block, any, value));
    }
    for (size_t i = 0; i < count; i++)
        old = restore(f, old, s->old[c], &but[i]);
    Term is = fresh_term(f, "unchanged", SORT_BOOL); /* models do not tell of whole arrays */
    vec_push(&f->notes.facts, term_implies(terms, is, term_eq(terms, s->old[c], old)));
    return is;
}

/* ... but what an action of performs lists. */
static Term listed_changed(Attempt *f, const State *s, const Candidate *c, bool to_show)
{
    const ActionSpec *action = &f->spec->actions.at[c->set];
    Location *places = arena_array(&f->arena, Location, action->modifies.len + 1);
    size_t count = 0;
    abs_modified(f, action, f->args, s->old, places);
    for (size_t i = 0; i < action->modifies.len; i++)
        if (places[i].cell == c->cell && cell_everywhere(f->prover, places[i]))
            return term_bool(&f->terms, true);
        else if (places[i].cell == c->cell)
            places[count++] = places[i];
    return all_but(f, s, c->cell, places, count, to_show);
}

static Term rest_unchanged(Attempt *f, const State *s, const Candidate *c, bool to_show)
{
    Location places[2];
    bool both = c->b >= 0;
    if (!place_of(f, s, c, c->a, &places[0]) || (both && !place_of(f, s, c, c->b, &places[1])))
        return term_bool(&f->terms, !to_show);
    return all_but(f, s, c->cell, places, 1 + both, to_show);
}

Term change_meaning(Attempt *f, const State *s, const Candidate *c, bool to_show)
{
    Terms *terms = &f->terms;
    Location at;
    if (c->kind == CANDIDATE_REST)
        return rest_unchanged(f, s, c, to_show);
    if (c->kind == CANDIDATE_LISTED)
        return listed_changed(f, s, c, to_show);
    if (!place_of(f, s, c, c->a, &at))
        return term_bool(terms, !to_show);
    remember_place(f, at);
    Term old = cell_read(f, s->old, at), value = s->regs[c->b].t;
    if (c->kind == CANDIDATE_WAS)
        return term_eq(terms, old, value);
    Term sum = f->prover->machine ? term_bits(terms, TERM_BITS_ADD, old, value)
                                  : term_add(terms, old, value);
    return term_eq(terms, cell_read(f, s->now, at), sum);
}

Term change_keeps(Attempt *f, const State *s, const Candidate *c, const LoopEntry *entry,
                  bool to_show)
{
    Location at;
    if (!place_of(f, s, c, c->a, &at))
        return term_bool(&f->terms, !to_show);
    remember_place(f, at);
    return term_eq(&f->terms, cell_read(f, c->by ? s->old : s->now, at),
                   cell_read(f, c->by ? entry->old : entry->now, at));
}

/* ---- which of them ---- */

typedef struct Owners {
    int32_t at[MOST_OWNERS];
    int len;
} Owners;

/* Variables that refer to objects with the cell, and stay what they are. */
static Owners find_owners(const Attempt *f, uint32_t head, const Cell *cell, const bool *regs)
{
    Owners owners = {.len = 0};
    for (uint32_t r = 0; r < f->flat.registers && owners.len < MOST_OWNERS; r++) {
        const Register *reg = flat_register(f, r);
        bool points = !f->prover->storage->layouts || reg->points == cell->layout;
        if (reg->type.kind == TYPE_PTR && points && !regs[r] && loop_sees(f, head, r))
            owners.at[owners.len++] = (int32_t)r;
    }
    return owners;
}

static void propose_rest(Attempt *f, uint32_t head, uint32_t c, const Owners *owners)
{
    const Prover *p = f->prover;
    const Cell *cell = &p->cells.at[c];
    Candidate rest = {.head = head, .kind = CANDIDATE_REST, .a = -1, .b = -1, .cell = c};
    for (uint32_t g = 1; g < p->program->globals.len && p->storage->layouts; g++) {
        rest.constant = g;
        if (p->program->globals.at[g].layout == cell->layout)
            loop_propose(f, rest);
    }
    rest.constant = 0;
    for (uint32_t g = 1; g < p->cells.len && cell->kind == CELL_ELEMENT; g++) {
        rest.by = g;
        if (p->cells.at[g].kind == CELL_GLOBAL && p->cells.at[g].refers == cell->layout)
            loop_propose(f, rest);
    }
    rest.by = 0;
    Candidate listed = {.head = head, .kind = CANDIDATE_LISTED, .cell = c};
    for (listed.set = 0; listed.set < f->spec->actions.len; listed.set++)
        if (f->spec->actions.at[listed.set].modifies.len <= MOST_LISTED)
            loop_propose(f, listed);
    for (int i = 0; i < owners->len; i++) {
        rest.a = owners->at[i];
        rest.b = -1;
        loop_propose(f, rest);
        for (int k = i + 1; k < owners->len; k++) {
            rest.b = owners->at[k];
            loop_propose(f, rest);
        }
    }
}

/* Values of a static variable (a < 0) or of a field. */
static void propose_values(Attempt *f, uint32_t head, uint32_t c, int32_t a, const bool *regs)
{
    const Cell *cell = &f->prover->cells.at[c];
    int count = 0;
    for (uint32_t r = 0; r < f->flat.registers && count < MOST_VALUES; r++) {
        Candidate value = {.head = head, .a = a, .b = (int32_t)r, .cell = c};
        if (!loop_sees(f, head, r) || !type_equal(flat_register(f, r)->type, cell->type) ||
            (int32_t)r == a)
            continue;
        value.kind = regs[r] ? CANDIDATE_SUM : CANDIDATE_WAS;
        if (regs[r] && (cell->type.kind == TYPE_PTR || cell->type.bits == 1))
            continue;
        loop_propose(f, value);
        count++;
    }
}

/* What the loop does not write stays what it is, if others cannot write it either. */
static void propose_kept(Attempt *f, uint32_t head, uint32_t c, int32_t a)
{
    Candidate kept = {.head = head, .kind = CANDIDATE_KEEPS, .a = a, .cell = c};
    loop_propose(f, kept);
    kept.by = 1;
    if (f->abs && f->passes.written[c])
        loop_propose(f, kept);
}

void change_frame(Attempt *f, uint32_t head, const Changes *changes)
{
    const Prover *p = f->prover;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        bool writes = changes->cells[c] && !p->storage->changes; /* in C that is not known yet */
        if (writes || cell->part != PART_NONE || !cell->known || access_stays(p, c))
            continue;
        Owners owners = find_owners(f, head, cell, changes->regs);
        if (cell->kind == CELL_GLOBAL)
            propose_kept(f, head, c, -1);
        for (int i = 0; i < owners.len && cell->kind == CELL_FIELD; i++)
            propose_kept(f, head, c, owners.at[i]);
    }
}

void change_candidates(Attempt *f, uint32_t head, const Changes *changes)
{
    const Prover *p = f->prover;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if (!f->passes.written[c] || cell->part != PART_NONE || !cell->known)
            continue;
        Owners owners = find_owners(f, head, cell, changes->regs);
        if (cell->kind != CELL_GLOBAL)
            propose_rest(f, head, c, &owners);
        if (cell->kind == CELL_GLOBAL)
            propose_values(f, head, c, -1, changes->regs);
        for (int i = 0; i < owners.len && cell->kind == CELL_FIELD; i++)
            propose_values(f, head, c, owners.at[i], changes->regs);
    }
}
