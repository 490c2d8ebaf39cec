/* state.c -- symbolic states.  All of them live in the arena of the proof. */
#include "engine/prove/method/state.h"

#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/method/flat.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"

Term fresh_term(Attempt *f, const char *what, Sort sort)
{
    char name[128];
    snprintf(name, sizeof name, "%.100s!%u", what, f->notes.fresh++);
    return term_variable(&f->terms, name, sort);
}

Sym fresh_sym(Attempt *f, const char *what, Type type)
{
    return (Sym){.t = fresh_term(f, what, cell_value_sort(f->prover, type))};
}

Sym zero_sym(Attempt *f, Type type)
{
    return value_constant(f, 0, type);
}

void give_up(Attempt *f, uint32_t code, const char *why)
{
    assert(why);
    if (f->trouble)
        return;
    f->trouble = why;
    f->trouble_code = code;
}

static void *copy_of(Attempt *f, const void *from, size_t bytes)
{
    void *to = arena_alloc(&f->arena, bytes + 1);
    if (bytes)
        memcpy(to, from, bytes);
    return to;
}

State *state_copy(Attempt *f, const State *s)
{
    State *copy = copy_of(f, s, sizeof *s);
    size_t cells = f->prover->cells.len;
    assert(s->path.ix && s->regs && s->now && s->old);
    copy->regs = copy_of(f, s->regs, f->flat.registers * sizeof *s->regs);
    copy->now = copy_of(f, s->now, cells * sizeof *s->now);
    copy->old = copy_of(f, s->old, cells * sizeof *s->old);
    copy->at = copy_of(f, s->at, f->nfa.positions * sizeof *s->at);
    return copy;
}

State *state_begin(Attempt *f)
{
    const Prover *p = f->prover;
    const Proc *proc = &f->program->procs.at[f->proc];
    State *s = arena_new(&f->arena, State);
    size_t cells = p->cells.len;
    *s = (State){.path = term_bool(&f->terms, true),
                 .regs = arena_array(&f->arena, Sym, f->flat.registers + 1),
                 .now = arena_array(&f->arena, Term, cells + 1),
                 .old = arena_array(&f->arena, Term, cells + 1),
                 .at = arena_array(&f->arena, Term, f->nfa.positions + 1),
                 .alone = term_bool(&f->terms, false),
                 .forks = term_bool(&f->terms, false),
                 .right = term_bool(&f->terms, true),
                 .wrote = term_bool(&f->terms, false),
                 .promised = term_bool(&f->terms, false),
                 .hint = term_number(&f->terms, 0)};
    for (uint32_t c = 0; c < cells; c++)
        s->now[c] = s->old[c] = fresh_term(f, p->cells.at[c].name, p->cells.at[c].sort);
    for (uint32_t i = 0; i < f->nfa.positions; i++)
        s->at[i] = term_bool(&f->terms, i == 0);
    for (uint32_t r = 0; r < f->flat.registers; r++) {
        const Register *reg = flat_register(f, r);
        s->regs[r] = r < proc->params ? raw_any(f, f->proc, r) : zero_sym(f, reg->type);
        if (r < proc->params && reg->type.kind == TYPE_PTR)
            vec_push(&f->notes.pointers, s->regs[r].t);
    }
    return s;
}

void attempt_bind(Attempt *f, Term variable, bool objects, uint32_t layout)
{
    if (term_bind(&f->terms, variable))
        vec_push(&f->bound, ((Bound){variable, objects, layout}));
}

/* A quantifier stays out of the path: a variable stands for it there.  Where that is true, what it
 * stands for is; where it is not, nothing is said. */
static Term stand_in(Attempt *f, Term condition)
{
    if (!f->bound.len || !term_quantifies(&f->terms, condition))
        return condition;
    Term is = fresh_term(f, "assumed", SORT_BOOL);
    vec_push(&f->notes.facts, term_implies(&f->terms, is, condition));
    return is;
}

void state_assume(Attempt *f, State *s, Term condition)
{
    assert(sort_equal(term_sort(&f->terms, condition), SORT_BOOL));
    s->path = term_and(&f->terms, s->path, stand_in(f, condition));
}

/* ---- joins ---- */

Sym merge_sym(Attempt *f, Term test, Sym yes, Sym no)
{
    Terms *terms = &f->terms;
    if (!sort_equal(term_sort(terms, yes.t), term_sort(terms, no.t)))
        return yes; /* registers that hold nothing here */
    Sym merged = yes;
    merged.t = term_ite(terms, test, yes.t, no.t);
    int64_t null;
    if (yes.layout != no.layout && term_is_number(terms, yes.t, &null) && !null) {
        Sym other = no; /* null has no type of its own */
        other.t = merged.t;
        return other;
    }
    if (yes.layout != no.layout && term_is_number(terms, no.t, &null) && !null)
        return merged;
    if (yes.offset != no.offset || !yes.index.ix != !no.index.ix || !yes.inner.ix != !no.inner.ix ||
        yes.scale != no.scale || yes.inner_scale != no.inner_scale || yes.layout != no.layout)
        return (Sym){.t = merged.t, .offset = -1}; /* cannot be used any more */
    if (yes.index.ix)
        merged.index = term_ite(terms, test, yes.index, no.index);
    if (yes.inner.ix)
        merged.inner = term_ite(terms, test, yes.inner, no.inner);
    return merged;
}

static Term merge(Attempt *f, Term test, Term yes, Term no)
{
    return term_ite(&f->terms, test, yes, no);
}

static Fresh merge_one(Attempt *f, Term test, const Fresh *yes, const Fresh *no)
{
    Term never = term_bool(&f->terms, false);
    Fresh made = yes ? *yes : *no;
    made.flag = merge(f, test, yes ? yes->flag : never, no ? no->flag : never);
    made.block = merge(f, test, yes ? yes->block : never, no ? no->block : never);
    made.linked = merge(f, test, yes ? yes->linked : never, no ? no->linked : never);
    made.shared = merge(f, test, yes ? yes->shared : never, no ? no->shared : never);
    return made;
}

static void merge_fresh(Attempt *f, Term test, State *into, const State *other)
{
    size_t len = into->fresh.len + other->fresh.len, count = into->fresh.len;
    Fresh *list = arena_array(&f->arena, Fresh, len + 1);
    for (size_t i = 0; i < into->fresh.len; i++) {
        const Fresh *same = NULL;
        for (size_t k = 0; k < other->fresh.len; k++)
            if (other->fresh.at[k].object.ix == into->fresh.at[i].object.ix)
                same = &other->fresh.at[k];
        list[i] = merge_one(f, test, same, &into->fresh.at[i]);
    }
    for (size_t i = 0; i < other->fresh.len; i++) {
        bool known = false;
        for (size_t k = 0; k < into->fresh.len; k++)
            known = known || into->fresh.at[k].object.ix == other->fresh.at[i].object.ix;
        if (!known)
            list[count++] = merge_one(f, test, &other->fresh.at[i], NULL);
    }
    assert(count >= into->fresh.len && count >= other->fresh.len);
    into->fresh.at = list;
    into->fresh.len = count;
}

static void merge_touches(Attempt *f, State *into, const State *other)
{
    size_t len = into->touches.len + other->touches.len, common = 0;
    if (!other->touches.len)
        return;
    while (common < into->touches.len && common < other->touches.len &&
           memcmp(&into->touches.at[common], &other->touches.at[common], sizeof(SymTouch)) == 0)
        common++;
    SymTouch *list = arena_array(&f->arena, SymTouch, len);
    if (into->touches.len)
        memcpy(list, into->touches.at, into->touches.len * sizeof *list);
    memcpy(list + into->touches.len, other->touches.at + common,
           (other->touches.len - common) * sizeof *list);
    into->touches.at = list;
    into->touches.len = len - common;
}

void state_merge(Attempt *f, State *into, const State *other)
{
    Term test = other->path;
    assert(into != other && into->regs != other->regs);
    for (uint32_t r = 0; r < f->flat.registers; r++)
        into->regs[r] = merge_sym(f, test, other->regs[r], into->regs[r]);
    for (uint32_t c = 0; c < f->prover->cells.len; c++) {
        into->now[c] = merge(f, test, other->now[c], into->now[c]);
        into->old[c] = merge(f, test, other->old[c], into->old[c]);
    }
    for (uint32_t i = 0; i < f->nfa.positions; i++)
        into->at[i] = merge(f, test, other->at[i], into->at[i]);
    into->alone = merge(f, test, other->alone, into->alone);
    into->forks = merge(f, test, other->forks, into->forks);
    into->right = merge(f, test, other->right, into->right);
    into->hint = merge(f, test, other->hint, into->hint);
    into->wrote = merge(f, test, other->wrote, into->wrote);
    into->promised = merge(f, test, other->promised, into->promised);
    into->dirty = into->dirty || other->dirty;
    into->settled = into->settled == other->settled ? into->settled : NULL;
    into->began = into->began == other->began ? into->began : NULL;
    merge_fresh(f, test, into, other);
    merge_touches(f, into, other);
    into->path = term_or(&f->terms, into->path, other->path);
}

void tell_apart(Attempt *f, Term a, Term b)
{
    assert(a.ix != b.ix); /* or nothing would be left to prove */
    Term other = term_not(&f->terms, term_eq(&f->terms, a, b));
    if (term_is_true(&f->terms, other))
        return;
    vec_push(&f->notes.facts, other);
    terms_tell_apart(&f->terms, a, b);
}

/* ---- what must hold ---- */

void oblige(Attempt *f, State *s, ObligationKind kind, Term cond, uint32_t code, uint32_t detail,
            const char *text)
{
    if (s->trial || term_is_true(&f->terms, cond) || term_is_false(&f->terms, s->path))
        return;
    assert(sort_equal(term_sort(&f->terms, cond), SORT_BOOL));
    assert(kind != OBLIGE_CANDIDATE || detail < f->candidates.len);
    assert(kind != OBLIGE_GUARD || detail < f->prover->guards.len);
    Obligation o = {.kind = kind,
                    .path = s->path,
                    .cond = cond,
                    .right = s->right,
                    .code = code,
                    .detail = detail,
                    .text = text,
                    .events = f->notes.events.len};
    vec_push(&f->notes.obligations, o);
    if (kind != OBLIGE_CANDIDATE && kind != OBLIGE_GUARD && kind != OBLIGE_INVARIANT &&
        kind != OBLIGE_RACE)
        state_assume(f, s, cond); /* of invariants it is assumed where others have run */
}

/* Is it an object that the method itself names, or any?  What annotations say of others is known
 * without what happens to them at any other time. */
static bool is_of_method(const Attempt *f, Term object)
{
    vec_each (Bound, bound, &f->bound)
        if (bound->variable.ix == object.ix)
            return true;
    vec_each (Location, known, &f->passes.places_found)
        if (known->object.ix == object.ix)
            return true;
    vec_each (Term, pointer, &f->notes.pointers)
        if (pointer->ix == object.ix)
            return true;
    return false;
}

void remember_place(Attempt *f, Location at)
{
    int64_t null;
    assert(at.cell < f->prover->cells.len);
    if (f->mode.formal || (at.object.ix && term_is_number(&f->terms, at.object, &null) && !null))
        return;
    if (f->prover->cells.at[at.cell].kind == CELL_GLOBAL) {
        if (f->passes.named_found)
            f->passes.named_found[at.cell] = true;
        return;
    }
    vec_each (Location, known, &f->passes.places_found)
        if (known->cell == at.cell && known->object.ix == at.object.ix &&
            known->index.ix == at.index.ix && known->inner.ix == at.inner.ix)
            return;
    if (!f->way.thrifty || !f->mode.annotated || is_of_method(f, at.object))
        vec_push(&f->passes.places_found, at);
}
