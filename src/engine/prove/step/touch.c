/* touch.c -- the places that an action touches: may it, and does it move because of them? */
#include "engine/prove/step/step.h"

#include "engine/prove/abs/mover.h"
#include "engine/prove/access/access.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"
#include "flow/live.h"

/* Does the instruction compute the guard of a wait?  A thread that waits has touched nothing: `when
 * P do S` is judged after P is assumed. */
static bool is_guard(const Attempt *f, uint32_t code)
{
    return flow_wait(f->program, f->flat.code.at[code].pc) != 0;
}

/* That the place may be touched: is to be shown now, or when the wait goes on. */
static void oblige_touch(Attempt *f, State *s, ObligationKind kind, Term cond, uint32_t code,
                         uint32_t detail, const char *text, Location at, bool late)
{
    size_t count = f->notes.obligations.len;
    if (late && !s->trial) {
        Obligation o = {.kind = kind,
                        .path = s->path,
                        .cond = cond,
                        .code = code,
                        .detail = detail,
                        .text = text,
                        .at = at};
        vec_push(&f->notes.late, o);
        return;
    }
    oblige(f, s, kind, cond, code, detail, text);
    if (f->notes.obligations.len > count)
        vec_last(&f->notes.obligations).at = at;
}

void touch_late(Attempt *f, State *s)
{
    for (size_t i = 0; i < f->notes.late.len && !s->trial; i++) {
        Obligation o = f->notes.late.at[i];
        oblige_touch(f, s, o.kind, term_implies(&f->terms, o.path, o.cond), o.code, o.detail,
                     o.text, o.at, false);
    }
    if (!s->trial)
        f->notes.late.len = 0;
}

static void oblige_guards(Attempt *f, State *s, Location at, bool write, Term own, uint32_t code)
{
    Prover *p = f->prover;
    uint32_t region = p->cells.at[at.cell].region;
    GuardKind kind = access_guard_kind(p, region);
    for (uint32_t g = 0; g < p->guards.len; g++) {
        const Guard *guard = &p->guards.at[g];
        if (guard->region != region || guard->kind != kind || !access_guard_stands(p, guard) ||
            (kind == GUARD_WRITE && !write))
            continue;
        Term right = kind == GUARD_CONSTANT ? term_bool(&f->terms, !write)
                                            : access_guard(f, s->now, guard, at, write, f->tid);
        oblige_touch(f, s, OBLIGE_GUARD, term_or(&f->terms, own, right), code, g, guard->text, at,
                     !write && is_guard(f, code));
    }
}

/* It is among the objects of this set; `unless` it is null. */
void touch_know(Attempt *f, State *s, uint32_t set, Term object, bool unless)
{
    Terms *terms = &f->terms;
    Location place = {.cell = set, .object = object};
    assert(cell_grows(&f->prover->cells.at[set]));
    Term null = term_eq(terms, object, term_number(terms, 0));
    remember_place(f, place);
    if (!unless)
        state_assume(f, s, term_not(terms, null));
    state_assume(f, s, term_or(terms, null, cell_read(f, s->now, place)));
}

/* What is touched exists: a run that uses null is not judged. */
void touch_object(Attempt *f, State *s, Location at)
{
    uint32_t made = cell_made(f->prover, f->prover->cells.at[at.cell].layout);
    if (!f->prover->met || !at.object.ix)
        return;
    touch_know(f, s, f->prover->met, at.object, false);
    if (made == UINT32_MAX)
        return;
    Location place = {.cell = made, .object = at.object};
    remember_place(f, place);
    state_assume(f, s,
                 f->prover->storage->frees ? cell_exists(f, s->now, place, NULL)
                                           : cell_read(f, s->now, place));
}

/* In C two threads must not touch at the same time what is no atomic object. */
static void oblige_no_race(Attempt *f, State *s, Location at, bool write, uint32_t code)
{
    const Prover *p = f->prover;
    bool local = p->program->regions.at[p->cells.at[at.cell].region].kind == REGION_LOCAL;
    const Code *c = &f->flat.code.at[code];
    if (!p->storage->races || local || c->atomic || c->instr->flags & FLAG_ATOMIC)
        return;
    size_t count = f->notes.obligations.len;
    oblige(f, s, OBLIGE_RACE, access_apart(f, s, s->now, at, write), code, at.cell,
           write ? "written" : "read");
    if (f->notes.obligations.len > count)
        vec_last(&f->notes.obligations).at = at;
}

/* What actions change that are said to move is touched by methods that others know only by their
 * performs: what these do is all that can happen to it. */
static void oblige_apart(Attempt *f, State *s, Location at, uint32_t code)
{
    Term own = term_or(&f->terms, s->alone, access_is_fresh(f, s, at.object));
    if (!mover_claims(f->prover, at.cell) || term_is_true(&f->terms, own))
        return;
    f->touches_claimed = true;
    if (!f->abs && !prove_has_performs(f->prover, f->proc))
        oblige(f, s, OBLIGE_LIMIT, own, code, at.cell,
               "an action that changes this is said to move: only methods with a performs can "
               "touch it");
}

void touch_place(Attempt *f, State *s, Location at, bool write, uint32_t code)
{
    const Cell *cell = &f->prover->cells.at[at.cell];
    touch_object(f, s, at);
    oblige_apart(f, s, at, code);
    SymTouch touch = {s->path, at, write, 0};
    SymTouch *list = arena_array(&f->arena, SymTouch, s->touches.len + 1);
    remember_place(f, at);
    if (s->touches.len)
        memcpy(list, s->touches.at, s->touches.len * sizeof *list);
    list[s->touches.len++] = touch;
    s->touches.at = list;
    if (f->abs) {
        (void)access_allows(f, s->now, at, write, f->tid); /* for the places that it names */
        return;
    }
    Term own = term_or(&f->terms, s->alone, access_is_fresh(f, s, at.object));
    if (cell->part != PART_NONE)
        return;
    if (cell->access >= 0)
        oblige_touch(f, s, OBLIGE_ACCESS,
                     term_or(&f->terms, own, access_allows(f, s->now, at, write, f->tid)), code,
                     at.cell, write ? "written" : "read", at, !write && is_guard(f, code));
    else
        oblige_guards(f, s, at, write, own, code);
    oblige_no_race(f, s, at, write, code);
}

void touch_note(Attempt *f, const State *s, Location at, bool write, Term value, uint32_t code)
{
    Event event = {.kind = EVENT_TOUCH,
                   .path = s->path,
                   .code = code,
                   .at = at,
                   .write = write,
                   .value = value};
    if (!s->trial)
        vec_push(&f->notes.events, event);
}

bool touch_surely(const Attempt *f, Term path, Term when)
{
    for (int i = 0; i < 32 && path.ix > when.ix; i++) {
        Node node = term_node(&f->terms, path);
        if (node.op != TERM_AND)
            break;
        path = node.arg[0];
    }
    return path.ix == when.ix || term_is_true(&f->terms, when);
}

Term touch_moves(Attempt *f, const State *s, const Term *memory, bool right)
{
    Terms *terms = &f->terms;
    Term all = term_bool(terms, true);
    for (size_t i = 0; i < s->touches.len; i++) {
        const SymTouch *touch = &s->touches.at[i];
        assert(touch->when.ix && touch->at.cell < f->prover->cells.len);
        if (touch->moves & (right ? MOVES_RIGHT : MOVES_LEFT))
            continue;
        Term exclusive = cell_everywhere(f->prover, touch->at)
                             ? s->alone
                             : access_exclusive(f, s, memory, touch->at, touch->write);
        if (right && !touch->write)
            exclusive = term_or(terms, exclusive, access_frozen(f, memory, touch->at));
        if (term_is_open(terms, exclusive)) /* a callee's quantifier: not of all that it reads */
            exclusive = term_bool(terms, false);
        if (!touch_surely(f, s->path, touch->when))
            exclusive = term_implies(terms, touch->when, exclusive);
        all = term_and(terms, all, exclusive);
    }
    return all;
}
