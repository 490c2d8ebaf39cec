/* promise.c -- what will be returned, said before the method returns.
 *
 * An action may speak of \result in a block that ends long before the return: a loop that swaps,
 * sets a flag and is left.  The value is a prophecy: any value, until the method returns it.  Where
 * a block that has written something ends, heddle may promise that the variable that is returned
 * later has its value already; from there on the prophecy is this value, and at the return that has
 * to be shown.  A run that promises is compared with the prophecy that it promises, every other one
 * with what it returns, so each is compared with what it does return.  When to promise is free.
 *
 * What a thread returns that touches nothing any more is sure, without a promise: what it does from
 * there on depends on its own variables only, so the prophecy is what that comes to.
 *
 * The other way round, an action that changes nothing may have happened long before the return: a
 * loop that looks, and is left because of what it saw.  That who leaves it returns what fits is a
 * candidate for the invariant of the loop. */
#include "engine/prove/abs/promise.h"

#include "engine/prove/access/access.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"
#include "engine/prove/step/step.h"

enum { MOST_STEPS = 4, MOST_ACTIONS_AHEAD = 4 };

/* What computes a register that is no variable of the program; NULL: it is one, or many do. */
static const Instr *maker_of(const Attempt *f, int32_t reg)
{
    const Instr *maker = NULL;
    int count = 0;
    assert(reg >= 0 && (size_t)reg < f->program->procs.at[f->proc].registers.len);
    if (f->program->procs.at[f->proc].registers.at[reg].name)
        return NULL;
    vec_each (Code, code, &f->flat.code)
        if (!code->frame && code->instr->dst == reg) {
            maker = code->instr;
            count++;
        }
    bool computes = maker && (maker->op == OP_MOV || maker->op == OP_CAST);
    return count == 1 && computes && maker->a >= 0 ? maker : NULL;
}

uint32_t promise_variable(const Attempt *f)
{
    int32_t reg = f->returned;
    for (int i = 0; i < MOST_STEPS && maker_of(f, reg); i++)
        reg = maker_of(f, reg)->a;
    return (uint32_t)reg;
}

/* What would be returned now. */
static Term value_now(Attempt *f, const State *s, int32_t reg, int steps)
{
    const Instr *maker = steps ? maker_of(f, reg) : NULL;
    if (!maker)
        return s->regs[reg].t;
    Term from = value_now(f, s, maker->a, steps - 1);
    Term made = maker->op == OP_MOV ? from : theory_compute(&f->exact, maker, from, NO_TERM);
    return made.ix ? made : s->regs[reg].t;
}

Term promise_value(Attempt *f, const State *s)
{
    assert(f->returned >= 0);
    return value_now(f, s, f->returned, MOST_STEPS);
}

bool promise_begin(Attempt *f)
{
    const Proc *proc = &f->program->procs.at[f->proc];
    bool many = false;
    f->returned = -1;
    if (proc->results.len != 1)
        return !proc->results.len;
    vec_each (Code, code, &f->flat.code) {
        int32_t reg =
            code->kind == CODE_RETURN ? f->program->lists.at[code->instr->list].at[0] : -1;
        if (reg < 0)
            continue;
        many = many || (f->returned >= 0 && f->returned != reg);
        f->returned = reg;
    }
    if (many || f->way.foresees)
        f->returned = -1;
    return true;
}

static Term prophecy(const Attempt *f)
{
    assert(f->args && f->program->procs.at[f->proc].results.len);
    return f->args[1 + f->program->procs.at[f->proc].params].t;
}

void promise_note(Attempt *f, State *s)
{
    Terms *terms = &f->terms;
    for (size_t i = 0; i < s->touches.len && f->way.promises; i++) {
        const SymTouch *touch = &s->touches.at[i];
        if (!touch->write || f->prover->cells.at[touch->at.cell].part != PART_NONE)
            continue;
        Term own = access_is_fresh(f, s, touch->at.object);
        Term wrote = term_and(terms, touch->when, term_not(terms, own));
        s->wrote = term_or(terms, s->wrote, wrote);
    }
}

void promise_make(Attempt *f, State *s, Term when)
{
    Terms *terms = &f->terms;
    Term value = f->way.promises && f->returned >= 0 ? promise_value(f, s) : NO_TERM;
    if (!value.ix || !sort_equal(term_sort(terms, value), term_sort(terms, prophecy(f))))
        return;
    Term now = term_and(terms, when, term_not(terms, s->promised));
    now = term_and(terms, now, s->wrote);
    state_assume(f, s, term_implies(terms, now, term_eq(terms, prophecy(f), value)));
    s->promised = term_or(terms, s->promised, now);
}

void promise_keep(Attempt *f, State *s, Term returned, uint32_t code)
{
    Terms *terms = &f->terms;
    if (f->way.promises)
        oblige(f, s, OBLIGE_LIMIT,
               term_implies(terms, s->promised, term_eq(terms, prophecy(f), returned)), code, 0,
               "what is returned is not what was promised");
}

Term promise_kept(Attempt *f, const State *s)
{
    Terms *terms = &f->terms;
    Term value = promise_value(f, s);
    if (!sort_equal(term_sort(terms, value), term_sort(terms, prophecy(f))))
        return term_bool(terms, false);
    return term_implies(terms, s->promised, term_eq(terms, prophecy(f), value));
}

/* ---- what a thread does that touches nothing any more ---- */

typedef struct Ahead {
    void (*returns)(Attempt *f, const State *s, Term returned, void *context);
    void *context;
    int depth;
} Ahead;

/* The path, and nothing was touched on it. */
static Term untouched(Attempt *f, const State *s)
{
    Terms *terms = &f->terms;
    Term all = term_and(terms, s->path, term_not(terms, s->forks));
    for (size_t i = 0; i < s->touches.len; i++)
        all = touch_surely(f, s->path, s->touches.at[i].when)
                  ? term_bool(terms, false)
                  : term_and(terms, all, term_not(terms, s->touches.at[i].when));
    return all;
}

/* An action has ended: so has the method, or the next one begins. */
static void on_ahead(Attempt *f, uint32_t code, State *s, void *context)
{
    Ahead *ahead = context, next = *ahead;
    const Code *c = &f->flat.code.at[code];
    const Proc *proc = &f->program->procs.at[f->proc];
    if (term_is_false(&f->terms, untouched(f, s)))
        return;
    if (c->kind == CODE_RETURN) {
        Term returned = NO_TERM;
        if (proc->results.len) {
            List list = f->program->lists.at[c->instr->list];
            returned = step_operand(f, s, code, list.at[0], proc->results.at[0]).t;
        }
        ahead->returns(f, s, returned, ahead->context);
    } else if (c->kind != CODE_SPEC && next.depth++ < MOST_ACTIONS_AHEAD)
        step_region(f, s, code, on_ahead, &next);
}

/* Looks at the ways from here to a return that touch nothing: `returns` gets the state there, in which
 * the path is what has to be so here, and what is returned. */
static void look_ahead(Attempt *f, const State *s, uint32_t code, Ahead ahead)
{
    Term yes = term_bool(&f->terms, true);
    Trial trial = {.goes = yes, .apart = true};
    State *copy = state_copy(f, s);
    copy->trial = &trial;
    copy->touches.len = 0;
    copy->path = yes;
    copy->forks = term_bool(&f->terms, false);
    step_region(f, copy, code, on_ahead, &ahead);
    f->notes.glances.len = 0;
}

typedef struct Later {
    Term ends, all;
} Later;

static void returns_later(Attempt *f, const State *s, Term returned, void *context)
{
    Terms *terms = &f->terms;
    Later *later = context;
    Term this = untouched(f, s);
    if (returned.ix && sort_equal(term_sort(terms, returned), term_sort(terms, prophecy(f))))
        this = term_and(terms, this, term_eq(terms, prophecy(f), returned));
    later->all = term_and(terms, later->all, term_implies(terms, this, later->ends));
}

Term promise_later(Attempt *f, const State *s, uint32_t head)
{
    Terms *terms = &f->terms;
    Later later = {term_bool(terms, false), term_bool(terms, true)};
    for (uint32_t p = 0; p < f->nfa.positions; p++)
        if (f->nfa.follows[p] & NFA_END)
            later.ends = term_or(terms, later.ends, s->at[p]);
    look_ahead(f, s, head, (Ahead){.returns = returns_later, .context = &later});
    return later.all;
}

typedef struct Sure {
    Term all;
    size_t made; /* objects, before */
} Sure;

static void returns_surely(Attempt *f, const State *s, Term returned, void *context)
{
    Terms *terms = &f->terms;
    Sure *sure = context;
    if (s->fresh.len != sure->made ||
        !sort_equal(term_sort(terms, returned), term_sort(terms, prophecy(f))))
        return;
    Term is = term_eq(terms, prophecy(f), returned);
    sure->all = term_and(terms, sure->all, term_implies(terms, untouched(f, s), is));
}

void promise_foresee(Attempt *f, State *s, Term when, uint32_t code)
{
    Terms *terms = &f->terms;
    Sure sure = {term_bool(terms, true), s->fresh.len};
    if (!f->way.foresees || f->program->procs.at[f->proc].results.len != 1)
        return; /* where something is promised, the prophecy may be what is not returned */
    assert(f->returned < 0 && term_is_false(terms, s->promised));
    look_ahead(f, s, code, (Ahead){.returns = returns_surely, .context = &sure});
    state_assume(f, s, term_implies(terms, when, sure.all));
}
