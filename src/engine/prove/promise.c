/* promise.c -- what will be returned, said before the method returns.
 *
 * An action may speak of \result in a block that ends long before the return: a loop that swaps,
 * sets a flag and is left.  The value is a prophecy: any value, until the method returns it.  Where
 * a block that has written something ends, heddle may promise that the variable that is returned
 * later has its value already; from there on the prophecy is this value, and at the return that has
 * to be shown.  A run that promises is compared with the prophecy that it promises, every other one
 * with what it returns, so each is compared with what it does return.  When to promise is free. */
#include "engine/prove/model.h"

/* The register that a register of no name copies. */
static int32_t copied_from(const Attempt *f, uint32_t frame, int32_t reg)
{
    int32_t from = -1, count = 0;
    vec_each (Code, code, &f->flat.code)
        if (code->frame == frame && code->instr->dst == reg) {
            count++;
            from = code->instr->op == OP_MOV ? code->instr->a : -1;
        }
    return count == 1 && from >= 0 ? from : reg;
}

bool promise_begin(Attempt *f)
{
    const Proc *proc = &f->program->procs.at[f->proc];
    bool many = false;
    f->returned = -1;
    if (proc->results.len != 1)
        return false;
    vec_each (Code, code, &f->flat.code) {
        int32_t reg =
            code->kind == CODE_RETURN ? f->program->lists.at[code->instr->list].at[0] : -1;
        if (reg < 0)
            continue;
        if (!proc->registers.at[reg].name)
            reg = copied_from(f, code->frame, reg);
        many = many || (f->returned >= 0 && f->returned != reg);
        f->returned = reg;
    }
    return f->returned >= 0 && !many;
}

static Term prophecy(const Attempt *f)
{
    return f->args[1 + f->program->procs.at[f->proc].params].t;
}

void promise_note(Attempt *f, State *s)
{
    Terms *terms = &f->terms;
    for (size_t i = 0; i < s->touches.len && f->promises; i++) {
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
    Term value = s->regs[f->returned].t;
    if (!f->promises || !sort_equal(term_sort(terms, value), term_sort(terms, prophecy(f))))
        return;
    Term now = term_and(terms, when, term_not(terms, s->promised));
    now = term_and(terms, now, s->wrote);
    state_assume(f, s, term_implies(terms, now, term_eq(terms, prophecy(f), value)));
    s->promised = term_or(terms, s->promised, now);
}

void promise_keep(Attempt *f, State *s, Term returned, uint32_t code)
{
    Terms *terms = &f->terms;
    if (f->promises)
        oblige(f, s, OBLIGE_LIMIT,
               term_implies(terms, s->promised, term_eq(terms, prophecy(f), returned)), code, 0,
               "what is returned is not what was promised");
}

Term promise_kept(Attempt *f, const State *s)
{
    Terms *terms = &f->terms;
    Term value = s->regs[f->returned].t;
    if (!sort_equal(term_sort(terms, value), term_sort(terms, prophecy(f))))
        return term_bool(terms, false);
    return term_implies(terms, s->promised, term_eq(terms, prophecy(f), value));
}
