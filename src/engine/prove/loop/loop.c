/* loop.c -- loops are cut at their heads: the invariant is to be shown whenever control comes
 * there, and all that is known behind it is the invariant.
 *
 * Besides what the user writes, the invariant is made of candidates (Houdini): comparisons of the
 * variables that the loop changes with constants and with each other, locks held and not held; for
 * performs also that the block has not changed a cell so far, and where in the expression the
 * method may stand.  Each candidate is switched on by a variable of its own; solve.c drops those
 * that do not hold.  At a head the phase is always right: a block that has committed ends there. */
#include "engine/prove/loop/loop.h"

#include "engine/prove/abs/abs.h"
#include "engine/prove/abs/promise.h"
#include "engine/prove/access/access.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/loop/candidate.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/invariant.h"
#include "engine/prove/step/step.h"
#include "symbolic/candidate.h"

/* ---- what the loop changes ---- */

static void add_list(const Attempt *f, uint32_t base, uint32_t list, Changes *changes)
{
    List dsts = f->program->lists.at[list];
    for (uint32_t k = 0; k < dsts.len; k++) {
        assert(dsts.at[k] >= 0 && base + (uint32_t)dsts.at[k] < f->flat.registers);
        changes->regs[base + (uint32_t)dsts.at[k]] = true;
    }
}

static void add_changes(const Attempt *f, uint32_t code, Changes *changes)
{
    const Code *c = &f->flat.code.at[code];
    const Instr *i = c->instr;
    const FlatFrame *frame = &f->flat.frames.at[c->frame];
    if (i->dst >= 0)
        changes->regs[frame->base + (uint32_t)i->dst] = true;
    add_list(f, frame->base, i->dsts, changes);
    if (c->kind == CODE_LEAVE)
        add_list(f, f->flat.frames.at[frame->caller].base, f->flat.code.at[frame->call].instr->dsts,
                 changes);
    if (c->kind == CODE_ENTER) {
        const FlatFrame *callee =
            &f->flat.frames.at[f->flat.code.at[f->flat.next.at[c->first]].frame];
        for (uint32_t k = 0; k < f->program->procs.at[callee->proc].registers.len; k++)
            changes->regs[callee->base + k] = true;
    }
    if (c->kind == CODE_SPEC) {
        call_modifies(f->prover, &f->program->specs.at[f->prover->spec_of.at[i->other]],
                      changes->cells);
        changes->forks |= f->prover->forks.at[i->other];
    }
    bool writes =
        i->op == OP_STORE || i->op == OP_ACQUIRE || i->op == OP_RELEASE || i->op == OP_TRYACQUIRE;
    if (f->prover->storage->changes)
        f->prover->storage->changes(f, code, changes->cells);
    for (uint32_t n = 0; n < f->prover->cells.len; n++)
        if ((writes && f->prover->cells.at[n].region == i->region) ||
            (i->op == OP_ALLOC && f->prover->cells.at[n].layout == i->other))
            changes->cells[n] = true;
    for (uint32_t n = 0; n < f->prover->cells.len && i->op == OP_CALLPTR; n++)
        changes->cells[n] = true;
    changes->forks |= i->op == OP_FORK || i->op == OP_CALLPTR;
}

Changes loop_changes(Attempt *f, uint32_t head)
{
    Changes changes = {arena_array(&f->arena, bool, f->flat.registers + 1),
                       arena_array(&f->arena, bool, f->prover->cells.len + 1), false};
    vec_each (uint64_t, pair, &f->flat.in_loop)
        if (*pair >> 32 == head)
            add_changes(f, (uint32_t)*pair, &changes);
    return changes;
}

/* ---- their meaning ---- */

static Term side(Attempt *f, const State *s, int32_t reg, int64_t constant, Type type)
{
    return reg >= 0 ? s->regs[reg].t : value_constant(f, (uint64_t)constant, type).t;
}

/* In C: of the object, or of the element, that a variable points to. */
static bool raw_lock_place(Attempt *f, const State *s, const Candidate *c, Location *at)
{
    const Cell *cell = &f->prover->cells.at[c->cell];
    Sym pointer = s->regs[c->a];
    Term inside = term_bool(&f->terms, true);
    if (c->b >= 0) {
        Type type = flat_register(f, (uint32_t)c->b)->type;
        Term index = value_convert(f, &f->theory, s->regs[c->b], type, TYPE_S64).t;
        bool first = !pointer.index.ix;
        if (pointer.inner.ix)
            return false;
        pointer.index = first ? index : pointer.index;
        pointer.scale = first ? cell->stride : pointer.scale;
        pointer.inner = first ? NO_TERM : index;
        pointer.inner_scale = first ? 0 : cell->stride;
    }
    if (!raw_place(f, pointer, (int32_t)cell->offset, TYPE_THREAD, at, &inside))
        return false;
    if (cell->part == PART_READERS && !rwlock_is(f->prover, at->cell))
        return false;
    if (cell->part == PART_READERS)
        *at = rwlock_part(f->prover, *at, PART_READERS);
    return true;
}

/* The element whose number a register has. */
static Term index_in(Attempt *f, const State *s, int32_t reg)
{
    Type type = flat_register(f, (uint32_t)reg)->type;
    return value_convert(f, &f->theory, s->regs[reg], type, TYPE_S64).t;
}

bool loop_lock_raw(Attempt *f, const State *s, const Term *memory, const Candidate *c, Location *at)
{
    (void)memory;
    if (c->a >= 0 && !raw_lock_place(f, s, c, at))
        return false;
    if (f->prover->cells.at[c->cell].kind == CELL_ELEMENT && c->a < 0) {
        at->object = term_number(&f->terms, c->by);
        at->index = index_in(f, s, c->b);
    }
    return true;
}

bool loop_lock_typed(Attempt *f, const State *s, const Term *memory, const Candidate *c,
                     Location *at)
{
    CellKind kind = f->prover->cells.at[c->cell].kind;
    if (kind == CELL_FIELD)
        at->object = s->regs[c->a].t;
    if (kind == CELL_ELEMENT && c->a < 0) {
        at->object = memory[c->by];
        remember_place(f, (Location){.cell = c->by});
        at->index = index_in(f, s, c->b);
    }
    return true;
}

/* The lock that a candidate names.  False: it is not known where it is. */
static bool lock_place(Attempt *f, const State *s, const Term *memory, const Candidate *c,
                       Location *at)
{
    *at = (Location){.cell = c->cell};
    if (!f->prover->storage->lock(f, s, memory, c, at))
        return false;
    remember_place(f, *at);
    return true;
}

static Term is_held(Attempt *f, const Term *memory, Location lock)
{
    Term value = cell_read(f, memory, lock);
    if (f->prover->cells.at[lock.cell].part == PART_READERS)
        return term_select(&f->terms, value, f->tid);
    return term_eq(&f->terms, value, f->tid);
}

/* Of what was read-locked before the method began, if anything, nothing is known: see lock.c. */
static Term is_free(Attempt *f, const State *s, Location lock)
{
    Term free = term_not(&f->terms, is_held(f, s->now, lock));
    if (f->prover->storage->reads_again && f->prover->cells.at[lock.cell].part == PART_READERS)
        free = term_or(&f->terms, free, is_held(f, f->start, lock));
    return free;
}

/* Has the cell not changed, but in objects that nobody else could reach?  To be shown for any place
 * in it, to be used for the whole. */
static Term unchanged(Attempt *f, const State *s, uint32_t cell, bool to_show)
{
    Terms *terms = &f->terms;
    CellKind kind = f->prover->cells.at[cell].kind;
    if (to_show) {
        Location at = cell_any_place(f, cell);
        Term same = term_eq(terms, cell_read(f, s->now, at), cell_read(f, s->old, at));
        return term_or(terms, abs_was_fresh(f, s, at.object), same);
    }
    Term old = s->now[cell];
    for (size_t i = 0; i < s->fresh.len && kind != CELL_GLOBAL; i++) {
        const Fresh *fresh = &s->fresh.at[i];
        Term value = term_select(terms, old, fresh->object);
        Term any = fresh_term(f, "old", term_sort(terms, value));
        old = term_store(terms, old, fresh->object, term_ite(terms, fresh->block, any, value));
    }
    Term same = term_eq(terms, s->old[cell], old);
    if (kind == CELL_GLOBAL)
        return same;
    Term is = fresh_term(f, "unchanged", SORT_BOOL); /* models do not tell of whole arrays */
    vec_push(&f->notes.facts, term_implies(terms, is, same));
    return is;
}

/* The same of a cell of locks, but for the lock that a candidate names. */
static Term others_unchanged(Attempt *f, const State *s, Location lock, bool to_show)
{
    Terms *terms = &f->terms;
    if (!to_show) {
        Term *old = arena_array(&f->arena, Term, f->prover->cells.len + 1);
        memcpy(old, s->now, f->prover->cells.len * sizeof *old);
        cell_write(f, old, lock, cell_read(f, s->old, lock));
        return term_eq(terms, s->old[lock.cell], old[lock.cell]);
    }
    Location at = cell_any_place(f, lock.cell);
    Term same = term_eq(terms, at.object, lock.object);
    if (at.index.ix)
        same = term_and(terms, same, term_eq(terms, at.index, lock.index));
    if (at.inner.ix)
        same = term_and(terms, same, term_eq(terms, at.inner, lock.inner));
    return term_or(terms, same, term_eq(terms, cell_read(f, s->now, at), cell_read(f, s->old, at)));
}

/* The condition of a candidate: none, a boolean variable, or its negation. */
static Term condition(Attempt *f, const State *s, const Candidate *c)
{
    if (c->a < 0)
        return term_bool(&f->terms, true);
    Type type = flat_register(f, (uint32_t)c->a)->type;
    Term value = type.bits == 1 ? value_bool(f, s->regs[c->a])
                                : term_not(&f->terms, term_eq(&f->terms, s->regs[c->a].t,
                                                              value_constant(f, 0, type).t));
    return c->constant ? value : term_not(&f->terms, value);
}

/* What was fresh before the loop is so when control comes back, under the condition. */
static Term still_fresh(Attempt *f, const State *s, const Candidate *c)
{
    Terms *terms = &f->terms;
    Term all = term_bool(terms, true), when = condition(f, s, c);
    vec_each (CutFresh, cut, &f->notes.cut_fresh) {
        Term flag = term_bool(terms, false), block = flag;
        if (cut->head != c->head || cut->fresh.site != c->cell)
            continue;
        for (size_t i = 0; i < s->fresh.len; i++)
            if (s->fresh.at[i].object.ix == cut->fresh.object.ix) {
                flag = s->fresh.at[i].flag;
                block = s->fresh.at[i].block;
            }
        Term was = term_and(terms, when, cut->fresh.flag);
        all = term_and(terms, all, term_implies(terms, was, flag));
        was = term_and(terms, when, cut->fresh.block);
        all = term_and(terms, all, term_implies(terms, was, block));
    }
    return all;
}

/* What the invariants say of a lock that is free, while it is held. */
static Term if_released(Attempt *f, const State *s, Location lock)
{
    Terms *terms = &f->terms;
    size_t bytes = f->prover->cells.len * sizeof *s->now;
    Term *memory = memcpy(arena_alloc(&f->arena, bytes + 1), s->now, bytes);
    cell_write(f, memory, lock, term_number(terms, 0));
    return term_or(terms, term_not(terms, is_held(f, s->now, lock)), invariant_holds(f, s, memory));
}

/* A candidate about a lock. */
static Term lock_meaning(Attempt *f, const State *s, const Candidate *c, bool to_show)
{
    Location lock;
    assert(f->prover->cells.at[c->cell].part == PART_OWNER ||
           f->prover->cells.at[c->cell].part == PART_READERS);
    if (!lock_place(f, s, s->now, c, &lock))
        return term_bool(&f->terms, !to_show);
    switch (c->kind) {
    case CANDIDATE_HELD:
        return is_held(f, s->now, lock);
    case CANDIDATE_FREE:
        return is_free(f, s, lock);
    case CANDIDATE_WAS_FREE:
        return term_eq(&f->terms, cell_read(f, s->old, lock), term_number(&f->terms, 0));
    case CANDIDATE_RELEASED:
        return if_released(f, s, lock);
    case CANDIDATE_OTHERS:
        return others_unchanged(f, s, lock, to_show);
    case CANDIDATE_LE ... CANDIDATE_NE: /* these are not about locks */
    case CANDIDATE_OLD ... CANDIDATE_LINK:
    case CANDIDATE_REST ... CANDIDATE_MEASURE:
        break;
    }
    abort();
}

/* A candidate about a global or a field. */
static Term place_meaning(Attempt *f, const State *s, const Candidate *c)
{
    Location at = {.cell = c->cell, .object = c->b >= 0 ? s->regs[c->b].t : NO_TERM};
    remember_place(f, at);
    if (c->kind == CANDIDATE_MINE && !f->prover->storage->by_field && c->b >= 0)
        return term_or(&f->terms, term_eq(&f->terms, at.object, term_number(&f->terms, 0)),
                       access_exclusive(f, s, s->now, at, true));
    if (c->kind == CANDIDATE_MINE)
        return access_exclusive(f, s, s->now, at, true);
    if (c->kind == CANDIDATE_LINK)
        return term_eq(&f->terms, cell_read(f, s->now, at), s->regs[c->a].t);
    return term_eq(&f->terms, cell_read(f, s->now, at),
                   zero_sym(f, f->prover->cells.at[c->cell].type).t);
}

static Term comparison(Attempt *f, const State *s, const Candidate *c)
{
    assert(c->a >= 0 || c->b >= 0);
    Type type = flat_register(f, (uint32_t)(c->a >= 0 ? c->a : c->b))->type;
    Term a = side(f, s, c->a, c->constant, type), b = side(f, s, c->b, c->constant, type);
    Relation relation = c->kind == CANDIDATE_EQ   ? REL_EQ
                        : c->kind == CANDIDATE_NE ? REL_NE
                                                  : relation_of(type, c->kind == CANDIDATE_LE);
    return relation_term(&f->terms, relation, a, b);
}

Term loop_stands(Attempt *f, const State *s, uint64_t set)
{
    Term result = term_bool(&f->terms, false);
    for (uint32_t p = 0; p < f->nfa.positions; p++)
        if (set >> p & 1)
            result = term_or(&f->terms, result, s->at[p]);
    return result;
}

static Term meaning(Attempt *f, const State *s, const Candidate *c, const LoopEntry *entry,
                    bool to_show)
{
    Terms *terms = &f->terms;
    Term result = term_bool(terms, false);
    switch (c->kind) {
    case CANDIDATE_LE ... CANDIDATE_NE:
        return comparison(f, s, c);
    case CANDIDATE_HELD:
    case CANDIDATE_FREE:
    case CANDIDATE_WAS_FREE:
    case CANDIDATE_OTHERS:
    case CANDIDATE_RELEASED:
        return lock_meaning(f, s, c, to_show);
    case CANDIDATE_OLD:
        return unchanged(f, s, c->cell, to_show);
    case CANDIDATE_STAR:
        return loop_stands(f, s, c->set);
    case CANDIDATE_AT:
        result = loop_stands(f, s, c->set);
        if (c->by)
            result =
                term_or(terms, result, c->by == 1 ? term_not(terms, s->promised) : s->promised);
        return term_implies(terms, condition(f, s, c), result);
    case CANDIDATE_HINT:
        return term_eq(terms, s->hint, term_number(terms, 0));
    case CANDIDATE_PROMISED:
        result = c->set ? s->promised : term_not(terms, s->promised);
        return term_implies(terms, condition(f, s, c), result);
    case CANDIDATE_KEPT:
        return promise_kept(f, s);
    case CANDIDATE_LATER:
        return promise_later(f, s, c->head);
    case CANDIDATE_UNSAID:
        result = value_constant(f, c->set, f->program->procs.at[f->proc].results.at[0]).t;
        result = term_eq(terms, promise_value(f, s), result);
        result = term_or(terms, s->promised, result);
        return term_implies(terms, condition(f, s, c), result);
    case CANDIDATE_FRESH:
        return to_show ? still_fresh(f, s, c) : term_bool(terms, true);
    case CANDIDATE_LINK:
        return term_or(terms, term_eq(terms, s->regs[c->b].t, term_number(terms, 0)),
                       place_meaning(f, s, c));
    case CANDIDATE_MINE:
    case CANDIDATE_ZERO:
        return term_implies(terms, condition(f, s, c), place_meaning(f, s, c));
    case CANDIDATE_REST:
    case CANDIDATE_LISTED:
    case CANDIDATE_WAS:
    case CANDIDATE_SUM:
        return change_meaning(f, s, c, to_show);
    case CANDIDATE_FIELD:
        return field_meaning(f, s, c);
    case CANDIDATE_KEEPS:
        return change_keeps(f, s, c, entry, to_show);
    case CANDIDATE_MEASURE:
        return measure_meaning(f, s, c, to_show ? entry : NULL);
    }
    return result;
}

/* ---- the cut ---- */

/* A block that has committed ends before the loop.  If methods are called in the loop by
 * specification, one that is an action already ends there, too: each round may be one.  So does one
 * that has taken a lock of the program's own, which is a right mover (glance.c). */
static Term ends_block(Attempt *f, const State *s, uint32_t head)
{
    Term ends = term_not(&f->terms, s->right);
    bool calls = false;
    vec_each (uint64_t, pair, &f->flat.in_loop)
        calls =
            calls || (*pair >> 32 == head && f->flat.code.at[(uint32_t)*pair].kind == CODE_SPEC);
    if (f->prover->quiet)
        return term_or(&f->terms, ends, abs_matches(f, s, true));
    return calls ? term_or(&f->terms, ends, abs_matches(f, s, false)) : ends;
}

void loop_oblige(Attempt *f, State *s, uint32_t head, bool back)
{
    assert(f->flat.code.at[head].head && f->flat.code.at[head].boundary);
    bool again = head < f->notes.entries.len &&
                 f->notes.entries.at[head].now; /* else it is the first time */
    LoopEntry entry = again ? f->notes.entries.at[head] : (LoopEntry){s->now, s->old, NULL};
    if (f->abs)
        abs_yield(f, s, ends_block(f, s, head), head, BLOCK_LOOP);
    else
        access_environment(f, s, head);
    if (f->prover->storage->keep_shapes)
        f->prover->storage->keep_shapes(f, s, head, loop_changes(f, head).regs);
    step_claims(f, s, head, back ? CLAIM_AGAIN : CLAIM_FIRST);
    for (uint32_t i = 0; i < f->candidates.len; i++) {
        const Candidate *c = &f->candidates.at[i];
        if (c->head == head && !candidate_sleeps(f, c))
            oblige(f, s, OBLIGE_CANDIDATE, meaning(f, s, c, &entry, true), head, i, "");
    }
}

/* What is never written stays what it is in the objects that were met before the loop. */
static void keep_constants(Attempt *f, const Term *before, const Term *now, const Changes *changes)
{
    const Prover *p = f->prover;
    assert(p->met);
    Terms *terms = &f->terms;
    vec_each (Location, at, &f->passes.places) {
        if (changes->cells[at->cell] || !access_read_only(p, at->cell) || !at->object.ix)
            continue;
        Term met = cell_read(f, before, (Location){.cell = p->met, .object = at->object});
        if (cell_is_variable(f, at->object))
            met = term_bool(terms, true);
        Term same = term_eq(terms, cell_read(f, now, *at), cell_read(f, before, *at));
        access_add_fact(f, term_implies(terms, met, same));
    }
}

static void havoc(Attempt *f, State *s, uint32_t head, const Changes *changes)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    bool quiet = term_is_true(terms, s->alone) && !changes->forks;
    for (uint32_t r = 0; r < f->flat.registers; r++) {
        const Register *reg = flat_register(f, r);
        if (!changes->regs[r])
            continue;
        s->regs[r] = fresh_sym(f, reg->name ? reg->name : "register", reg->type);
        if (p->storage->havoc && reg->type.kind == TYPE_PTR)
            s->regs[r] = p->storage->havoc(f, head, r);
        if (reg->type.kind == TYPE_PTR && (p->storage->havoc || reg->name))
            vec_push(&f->notes.pointers, s->regs[r].t);
        value_know_range(f, s, s->regs[r].t, reg->type);
    }
    Term *now = arena_array(&f->arena, Term, p->cells.len + 1);
    Term *old = arena_array(&f->arena, Term, p->cells.len + 1);
    for (uint32_t c = 0; c < p->cells.len; c++) {
        bool same =
            (!changes->cells[c] && (quiet || access_stays(p, c))) || cell_grows(&p->cells.at[c]);
        now[c] = same ? s->now[c] : fresh_term(f, p->cells.at[c].name, p->cells.at[c].sort);
        bool moved = f->passes.written[c] || cell_grows(&p->cells.at[c]);
        old[c] = moved ? fresh_term(f, p->cells.at[c].name, p->cells.at[c].sort) : now[c];
    }
    if (p->strict)
        keep_constants(f, s->now, now, changes);
    s->now = now;
    access_grow(f, s);
    for (uint32_t r = 0; r < f->flat.registers && p->met; r++)
        if (changes->regs[r] && flat_register(f, r)->type.kind == TYPE_PTR)
            touch_know(f, s, p->met, s->regs[r].t, true);
    s->old = old;
    for (uint32_t k = 0; k < f->nfa.positions; k++)
        s->at[k] = fresh_term(f, "at", SORT_BOOL);
    s->hint = fresh_term(f, "hint", SORT_INT);
    s->wrote = term_bool(terms, false);
    if (f->way.promises && f->returned >= 0)
        s->promised = fresh_term(f, "promised", SORT_BOOL);
    s->right = term_bool(terms, true);
    if (changes->forks) /* in the first round it still is, if it was */
        s->alone = term_and(terms, s->alone, fresh_term(f, "alone", SORT_BOOL));
    s->touches.len = 0;
    s->forks = term_bool(terms, false);
    s->dirty = false;
}

/* What was made before the loop stays fresh if a candidate says so. */
static void cut_fresh(Attempt *f, State *s, uint32_t head)
{
    Terms *terms = &f->terms;
    Fresh *list = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    bool links = false, shares = false;
    vec_each (uint64_t, pair, &f->flat.in_loop) {
        const Code *c = &f->flat.code.at[(uint32_t)*pair];
        if (*pair >> 32 != head)
            continue;
        links = links || step_stores_pointer(f, (uint32_t)*pair);
        shares = shares || links || c->kind == CODE_SPEC || c->instr->op == OP_FORK ||
                 c->instr->op == OP_CAST;
    }
    for (size_t i = 0; i < s->fresh.len; i++) {
        Term on = term_bool(terms, false);
        list[i] = s->fresh.at[i];
        vec_push(&f->notes.cut_fresh, ((CutFresh){head, list[i]}));
        vec_each (Candidate, c, &f->candidates)
            if (c->kind == CANDIDATE_FRESH && c->head == head && c->cell == list[i].site)
                on = term_or(terms, on, term_and(terms, c->on, condition(f, s, c)));
        list[i].flag = term_and(terms, on, list[i].flag);
        list[i].block = term_and(terms, on, list[i].block);
        if (links)
            list[i].linked = term_bool(terms, true);
        if (shares)
            list[i].shared = term_bool(terms, true);
    }
    s->fresh.at = list;
}

void loop_cut(Attempt *f, State *s, uint32_t head)
{
    Changes changes = loop_changes(f, head);
    LoopEntry entry = {s->now, s->old, NULL};
    if (f->notes.entries.len <= head)
        vec_resize(&f->notes.entries, head + 1);
    f->notes.entries.at[head] = entry;
    havoc(f, s, head, &changes);
    size_t bytes = f->flat.registers * sizeof *s->regs;
    f->notes.entries.at[head].regs = memcpy(arena_alloc(&f->arena, bytes + 1), s->regs, bytes);
    held_know(f, s, head, changes.regs);
    cut_fresh(f, s, head);
    access_keep_apart(f, s);
    for (uint32_t i = 0; i < f->candidates.len; i++) {
        const Candidate *c = &f->candidates.at[i];
        if (c->head == head && !candidate_sleeps(f, c))
            state_assume(f, s, term_implies(&f->terms, c->on, meaning(f, s, c, &entry, false)));
    }
    step_claims(f, s, head, CLAIM_ASSUME);
    invariant_know(f, s);
}
