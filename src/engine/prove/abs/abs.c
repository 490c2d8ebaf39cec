/* abs.c -- the translation =>abs of the paper, in its general form (Figure 8).
 *
 *   phase          State.right: true is MatchingRight
 *   \old(x)        State.old, as it was when the block began
 *   pc             State.at: the positions in the performs expression at which the method may
 *                  stand, a set, so that no witness is needed; State.hint is a witness
 *   Follows        Nfa.follows; positions with the same successors are one
 *   YIELD          abs_yield: the block was skip or an action that may follow; EA*; a new block
 *   when P do S    abs_before: in the left phase, an action that does not move left (or may wait)
 *                  begins a new block; abs_after: it stays right if it moves right
 *
 * Beyond the paper: a block may end earlier than it must; before a call by specification it does if
 * it is an action already and another one is still to come.  In the left phase a block ends before
 * a loop and before a call by specification, since either may never end, and what the block has
 * done would never be compared with anything. */
#include "engine/prove/abs/abs.h"

#include "engine/prove/abs/promise.h"
#include "engine/prove/access/access.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/invariant.h"
#include "engine/prove/step/step.h"

/* ---- the automaton ---- */

typedef struct Part {
    uint64_t first, last; /* actions */
    bool empty;           /* it may do nothing */
} Part;

static void follow(Nfa *nfa, uint64_t last, uint64_t first)
{
    for (uint32_t k = 0; k + 1 < nfa->positions; k++)
        if (last >> k & 1)
            nfa->follows[k + 1] |= first;
}

static Part combine(Nfa *nfa, SpecOp op, Part a, Part b)
{
    Part made = {a.first | b.first, a.last | b.last, a.empty || b.empty};
    if (op != SPEC_THEN)
        return made;
    follow(nfa, a.last, b.first);
    return (Part){a.empty ? a.first | b.first : a.first, b.empty ? a.last | b.last : b.last,
                  a.empty && b.empty};
}

bool abs_begin(Attempt *f)
{
    Nfa *nfa = &f->nfa;
    VEC(Part) stack = {0};
    const Spec *spec = f->spec;
    if (spec->actions.len > MOST_ACTIONS) {
        give_up(f, 0, "the performs has too many actions");
        return false;
    }
    nfa->positions = (uint32_t)spec->actions.len + 1;
    nfa->follows = arena_array(&f->arena, uint64_t, nfa->positions);
    nfa->same = arena_array(&f->arena, uint32_t, nfa->positions);
    vec_each (SpecStep, step, &spec->performs) {
        Part a = {0}, b = {0};
        uint64_t bit = (uint64_t)1 << step->action;
        if (step->op == SPEC_ACTION) {
            assert(step->action < spec->actions.len);
            vec_push(&stack, ((Part){bit, bit, false}));
            continue;
        }
        assert(stack.len >= (step->op == SPEC_STAR ? 1 : 2));
        if (step->op != SPEC_STAR)
            b = vec_pop(&stack);
        a = vec_pop(&stack);
        if (step->op == SPEC_STAR) {
            follow(nfa, a.last, a.first);
            vec_push(&stack, ((Part){a.first, a.last, true}));
        } else
            vec_push(&stack, combine(nfa, step->op, a, b));
    }
    Part whole = vec_pop(&stack);
    assert(!stack.len);
    vec_free(&stack);
    follow(nfa, whole.last, NFA_END);
    nfa->follows[0] = whole.first | (whole.empty ? NFA_END : 0);
    for (uint32_t i = 0; i < nfa->positions; i++) {
        while (nfa->follows[nfa->same[i]] != nfa->follows[i])
            nfa->same[i]++;
        assert(nfa->same[i] <= i && nfa->same[nfa->same[i]] == nfa->same[i]);
    }
    return true;
}

void abs_start(Attempt *f, const State *s)
{
    const Proc *proc = &f->program->procs.at[f->proc];
    f->args = arena_array(&f->arena, Sym, 2 + proc->params + proc->results.len);
    f->args[0] = (Sym){.t = f->tid};
    for (uint32_t k = 0; k < proc->params; k++)
        f->args[1 + k] = s->regs[k];
    for (uint32_t k = 0; k < proc->results.len; k++)
        f->args[1 + proc->params + k] = fresh_sym(f, "result", proc->results.at[k]);
    if (proc->results.len == 1)
        f->args[1 + proc->params].layout = proc->points;
}

/* ---- what an action says ---- */

Term abs_predicate(Attempt *f, const ActionSpec *action, const Sym *args, const Term *now,
                   const Term *old)
{
    Term all = term_bool(&f->terms, true), one;
    vec_each (Clause, clause, &action->clauses) {
        if (!pure_test(f, clause->proc, args, now, old, &one))
            give_up(f, 0, "an action uses something that cannot be proved yet");
        all = term_and(&f->terms, all, one);
    }
    return all;
}

/* The cell is that of the region; the procedure gives object and element. */
bool abs_modified_typed(Attempt *f, const Modified *m, const Sym *args, const Term *old,
                        Location *at)
{
    const Prover *p = f->prover;
    uint32_t cell = 0;
    Sym place[2];
    while (cell < p->cells.len && p->cells.at[cell].region != m->region)
        cell++;
    *at = (Location){.cell = cell};
    if (m->everywhere && cell < p->cells.len && p->cells.at[cell].known && !rwlock_is(p, cell))
        return true;
    if (m->everywhere || cell == p->cells.len || !p->cells.at[cell].known ||
        !pure_call(f, m->proc, args, old, old, place))
        return false;
    CellKind kind = p->cells.at[cell].kind;
    *at = (Location){cell, kind == CELL_GLOBAL ? NO_TERM : place[0].t,
                     kind == CELL_ELEMENT ? place[1].t : NO_TERM, NO_TERM};
    remember_place(f, *at);
    return true;
}

/* The procedure gives an address. */
bool abs_modified_raw(Attempt *f, const Modified *m, const Sym *args, const Term *old, Location *at)
{
    Term inside = term_bool(&f->terms, true);
    Sym place[2];
    if (!pure_call(f, m->proc, args, old, old, place) ||
        !raw_place(f, place[0], 0, (Type){0}, at, &inside))
        return false;
    remember_place(f, *at);
    return true;
}

void abs_modified(Attempt *f, const ActionSpec *action, const Sym *args, const Term *old,
                  Location *modified)
{
    for (size_t i = 0; i < action->modifies.len; i++) {
        if (f->prover->storage->modified(f, &action->modifies.at[i], args, old, &modified[i]))
            continue;
        give_up(f, 0, "an action modifies something that cannot be proved yet");
        modified[i] = (Location){0};
    }
}

static Term same_place(Attempt *f, Location a, Location b)
{
    Terms *terms = &f->terms;
    const Cell *cells = f->prover->cells.at;
    assert(a.cell < f->prover->cells.len && b.cell < f->prover->cells.len);
    Term same = term_bool(terms, cells[a.cell].owner == cells[b.cell].owner);
    if (cells[a.cell].owner != cells[b.cell].owner)
        return same;
    if (cell_everywhere(f->prover, b))
        return same;
    if (a.object.ix)
        same = term_and(terms, same, term_eq(terms, a.object, b.object));
    if (a.index.ix)
        same = term_and(terms, same, term_eq(terms, a.index, b.index));
    return a.inner.ix ? term_and(terms, same, term_eq(terms, a.inner, b.inner)) : same;
}

Term abs_was_fresh(Attempt *f, const State *s, Term object)
{
    Terms *terms = &f->terms;
    Term result = term_bool(terms, false);
    for (size_t i = 0; i < s->fresh.len && object.ix; i++) {
        Term same = term_eq(terms, object, s->fresh.at[i].object);
        result = term_or(terms, result, term_and(terms, same, s->fresh.at[i].block));
    }
    return result;
}

/* Any place of each cell that the method may change, except those modified, is what it was.  "Any"
 * is a variable of its own, which is exact because these terms are only ever to be proved. */
Term abs_frame(Attempt *f, const State *s, const Location *modified, size_t count)
{
    Terms *terms = &f->terms;
    const Term *now = s->now, *old = s->old;
    Term all = term_bool(terms, true);
    for (uint32_t c = 0; c < f->prover->cells.len; c++) {
        if (!f->passes.written[c] || now[c].ix == old[c].ix || cell_grows(&f->prover->cells.at[c]))
            continue;
        Location at = cell_any_place(f, c);
        Term may = term_or(terms, abs_was_fresh(f, s, at.object), term_not(terms, cell_has(f, at)));
        for (size_t i = 0; i < count; i++)
            may = term_or(terms, may, same_place(f, at, modified[i]));
        Term is = cell_read(f, now, at), was = cell_read(f, old, at);
        if (f->prover->cells.at[c].part == PART_READERS) {
            Term any = fresh_term(f, "any reader", SORT_INT);
            is = term_select(terms, is, any);
            was = term_select(terms, was, any);
        }
        Term same = term_eq(terms, is, was);
        all = term_and(terms, all, term_or(terms, may, same));
    }
    return all;
}

static Term spec_holds(Attempt *f, const State *s, uint32_t k)
{
    const ActionSpec *action = &f->spec->actions.at[k];
    Location *modified = arena_array(&f->arena, Location, action->modifies.len + 1);
    Term predicate = abs_predicate(f, action, f->args, s->now, s->old);
    abs_modified(f, action, f->args, s->old, modified);
    Term frame = abs_frame(f, s, modified, action->modifies.len);
    return term_and(&f->terms, predicate, frame);
}

/* ---- blocks ---- */

/* The positions after the block, if it was skip or an action. */
static Term *positions_after(Attempt *f, const State *s)
{
    Terms *terms = &f->terms;
    const Nfa *nfa = &f->nfa;
    Term *after = arena_array(&f->arena, Term, nfa->positions);
    Term none = term_eq(terms, s->hint, term_number(terms, 0));
    Term skip = term_and(terms, none, abs_frame(f, s, NULL, 0));
    for (uint32_t p = 0; p < nfa->positions; p++)
        after[p] = term_and(terms, s->at[p], skip);
    for (uint32_t k = 0; k + 1 < nfa->positions; k++) {
        Term before = term_bool(terms, false);
        for (uint32_t p = 0; p < nfa->positions; p++)
            if (nfa->follows[p] >> k & 1)
                before = term_or(terms, before, s->at[p]);
        if (term_is_false(terms, before))
            continue;
        Term named = term_eq(terms, s->hint, term_number(terms, (int64_t)k + 1));
        Term done = term_and(terms, term_or(terms, none, named), spec_holds(f, s, k));
        uint32_t to = nfa->same[k + 1];
        after[to] = term_or(terms, after[to], term_and(terms, before, done));
    }
    return after;
}

static void oblige_block(Attempt *f, State *s, Term when, Term *after, uint32_t code, BlockEnd end)
{
    Terms *terms = &f->terms;
    Term some = term_bool(terms, false), before = s->path;
    for (uint32_t p = 0; p < f->nfa.positions; p++)
        some = term_or(terms, some, after[p]);
    size_t count = f->notes.obligations.len;
    state_assume(f, s, when);
    oblige(f, s, OBLIGE_SIMULATE, some, code, 0, "");
    s->path = before;
    state_assume(f, s, term_implies(terms, when, some));
    assert(f->notes.obligations.len <= count + 1);
    if (f->notes.obligations.len > count)
        vec_last(&f->notes.obligations).block = (uint32_t)f->notes.blocks.len;
    end.now = s->now;
    end.old = s->old;
    end.at = s->at;
    end.after = after;
    end.hint = s->hint;
    vec_push(&f->notes.blocks, end);
}

Term abs_matches(Attempt *f, const State *s, bool last)
{
    Terms *terms = &f->terms;
    const Nfa *nfa = &f->nfa;
    Term some = term_bool(terms, false);
    for (uint32_t k = 0; k + 1 < nfa->positions; k++) {
        Term before = term_bool(terms, false);
        for (uint32_t p = 0; p < nfa->positions; p++)
            if (nfa->follows[p] >> k & 1)
                before = term_or(terms, before, s->at[p]);
        if ((last || nfa->follows[k + 1] & ~NFA_END) && !term_is_false(terms, before))
            some = term_or(terms, some, term_and(terms, before, spec_holds(f, s, k)));
    }
    return some;
}

static void end_block(Attempt *f, State *s, Term when, uint32_t code, BlockEnd end)
{
    BlockWhy why = end.why;
    Terms *terms = &f->terms;
    size_t cells = f->prover->cells.len;
    assert(f->abs && f->spec && f->nfa.positions);
    if (term_is_false(terms, when) || term_is_false(terms, s->path))
        return;
    if (why != BLOCK_RETURN)
        promise_make(f, s, when);
    if (why == BLOCK_LOOP)
        promise_foresee(f, s, when, code);
    Term *after = positions_after(f, s);
    oblige_block(f, s, when, after, code, end);
    Event event = {.kind = EVENT_BLOCK, .path = term_and(terms, s->path, when), .code = code};
    vec_push(&f->notes.events, event);
    State *moved = state_copy(f, s);
    moved->path = event.path;
    access_environment(f, moved, code);
    Term right = term_or(terms, s->alone, invariant_holds(f, moved, moved->now));
    state_assume(f, s, term_implies(terms, when, right));
    Term *now = arena_array(&f->arena, Term, cells + 1),
         *old = arena_array(&f->arena, Term, cells + 1);
    for (uint32_t c = 0; c < cells; c++) {
        now[c] = term_ite(terms, when, moved->now[c], s->now[c]);
        old[c] = term_ite(terms, when, moved->now[c], s->old[c]);
    }
    Term *at = arena_array(&f->arena, Term, f->nfa.positions);
    for (uint32_t p = 0; p < f->nfa.positions; p++)
        at[p] = term_ite(terms, when, after[p], s->at[p]);
    s->now = now;
    s->old = old;
    s->at = at;
    s->hint = term_ite(terms, when, term_number(terms, 0), s->hint);
    s->right = term_or(terms, s->right, when);
    s->wrote = term_and(terms, s->wrote, term_not(terms, when));
    Fresh *fresh = arena_array(&f->arena, Fresh, s->fresh.len + 1);
    for (size_t i = 0; i < s->fresh.len; i++) {
        fresh[i] = s->fresh.at[i];
        fresh[i].block = term_ite(terms, when, fresh[i].flag, fresh[i].block);
    }
    s->fresh.at = fresh;
}

void abs_yield(Attempt *f, State *s, Term when, uint32_t code, BlockWhy why)
{
    end_block(f, s, when, code, (BlockEnd){.why = why});
}

/* ---- actions ---- */

typedef struct Probe {
    const Term *memory;
    Term movers;
} Probe;

static void on_probe(Attempt *f, uint32_t code, State *s, void *context)
{
    Probe *probe = context;
    Term moves = touch_moves(f, s, probe->memory, false);
    (void)code;
    probe->movers = term_and(&f->terms, probe->movers, term_implies(&f->terms, s->path, moves));
}

void abs_before(Attempt *f, State *s, uint32_t code)
{
    Terms *terms = &f->terms;
    Term yes = term_bool(terms, true);
    if (term_is_true(terms, s->right))
        return;
    Probe probe = {s->now, yes};
    Trial trial = {.goes = yes};
    assert(!s->trial);
    State *copy = state_copy(f, s);
    copy->trial = &trial;
    copy->touches.len = 0;
    copy->path = yes; /* from here on */
    step_region(f, copy, code, on_probe, &probe);
    f->notes.glances.len = 0;
    Term left = term_and(terms, probe.movers, trial.goes);
    end_block(f, s, term_and(terms, term_not(terms, s->right), term_not(terms, left)), code,
              (BlockEnd){.why = BLOCK_STEP, .goes = trial.goes});
}

void abs_after(Attempt *f, State *s)
{
    Term moves =
        term_and(&f->terms, touch_moves(f, s, s->now, true), term_not(&f->terms, s->forks));
    s->right = term_and(&f->terms, s->right, moves);
    promise_note(f, s);
}

void abs_return(Attempt *f, State *s, uint32_t code)
{
    Terms *terms = &f->terms;
    const Instr *i = f->flat.code.at[code].instr;
    const Proc *proc = &f->program->procs.at[f->proc];
    List list = f->program->lists.at[i->list];
    Term end = term_bool(terms, false);
    assert(f->flat.code.at[code].kind == CODE_RETURN && list.len <= proc->results.len);
    for (uint32_t k = 0; k < list.len; k++) {
        Sym value = step_operand(f, s, code, list.at[k], proc->results.at[k]);
        if (proc->results.at[k].kind == TYPE_PTR)
            raw_expect(f, value, proc->points, code);
        promise_keep(f, s, value.t, code);
        state_assume(f, s, term_eq(terms, f->args[1 + proc->params + k].t, value.t));
    }
    size_t events = f->notes.events.len, count;
    abs_yield(f, s, term_bool(terms, true), code, BLOCK_RETURN);
    for (uint32_t p = 0; p < f->nfa.positions; p++)
        if (f->nfa.follows[p] & NFA_END)
            end = term_or(terms, end, s->at[p]);
    count = f->notes.obligations.len;
    oblige(f, s, OBLIGE_END, end, code, 0, "");
    if (f->notes.obligations.len == count)
        return;
    vec_last(&f->notes.obligations).block = (uint32_t)f->notes.blocks.len - 1;
    vec_last(&f->notes.obligations).events = events; /* what others do after it does not matter */
}
