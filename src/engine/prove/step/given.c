/* given.c -- what functions that are called through pointers are given the address of.
 *
 * Such a function may be one of another file, and is meant to fill what it is given: an out-parameter.
 * It may do so while any thread runs any method, so what the file itself writes nowhere is not constant
 * any more for anybody.  Here it is to be shown that the object is none of which that was guessed. */
#include "engine/prove/step/step.h"

#include "engine/prove/access/access.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"

static void take(Prover *p, Ref ref)
{
    if (ref >= 0 || ref == NO_REF)
        return;
    uint64_t object = p->program->constants.at[~ref] >> 32;
    if (object < p->program->globals.len)
        p->taken.at[object] = true;
}

/* Of which variables is the address more than the place of an access? */
void given_find_taken(Prover *p)
{
    vec_resize(&p->taken, p->program->globals.len + 1);
    vec_each (Proc, proc, &p->program->procs)
        for (uint32_t pc = proc->begin; pc < proc->end && !proc->pure; pc++) {
            const Instr *i = &p->program->code.at[pc];
            if (op_info[i->op].effect == EFFECT_NONE || i->op == OP_COPY)
                take(p, i->a);
            take(p, i->b);
            for (uint32_t k = 0; k < p->program->lists.at[i->list].len; k++)
                take(p, p->program->lists.at[i->list].at[k]);
        }
}

/* Does the object have the cell?  `layout`: its own, 0: it is not known. */
static Term has_cell(Attempt *f, Term object, uint32_t layout, const Cell *cell)
{
    Terms *terms = &f->terms;
    if (cell->object && !f->prover->taken.at[cell->object])
        return term_bool(terms, false);
    if (cell->object)
        return term_eq(terms, object, term_number(terms, cell->object));
    if (layout)
        return term_bool(terms, layout == cell->layout);
    Term own = term_select(terms, f->world.layout, object);
    return term_eq(terms, own, term_number(terms, cell->layout));
}

static void oblige_not_given(Attempt *f, State *s, uint32_t code, uint32_t guard, Term gives,
                             Term object, uint32_t layout)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    vec_each (const Cell, cell, &p->cells)
        if (cell->region == p->guards.at[guard].region && cell->part == PART_NONE) {
            Term given = term_and(terms, gives, has_cell(f, object, layout, cell));
            oblige(f, s, OBLIGE_GUARD, term_not(terms, given), code, guard,
                   p->guards.at[guard].text);
        }
}

static void give_object(Attempt *f, State *s, uint32_t code, Term gives, Term object,
                        uint32_t layout)
{
    const Prover *p = f->prover;
    if (term_is_false(&f->terms, gives))
        return;
    for (uint32_t g = 0; g < p->guards.len; g++)
        if (p->guards.at[g].kind == GUARD_CONSTANT && access_guard_stands(p, &p->guards.at[g]))
            oblige_not_given(f, s, code, g, gives, object, layout);
}

static Term is_object(Attempt *f, Sym pointer)
{
    assert(pointer.t.ix);
    return term_not(&f->terms, term_eq(&f->terms, pointer.t, term_number(&f->terms, 0)));
}

void given_address(Attempt *f, State *s, Sym pointer, uint32_t code)
{
    give_object(f, s, code, is_object(f, pointer), pointer.t, pointer.layout);
}

/* What this method has made and told nobody else of is its own as far as the file knows: what becomes of
 * it is what this thread, or whoever it has called, does. */
void given_argument(Attempt *f, State *s, Sym pointer, uint32_t code)
{
    Terms *terms = &f->terms;
    Term gives = is_object(f, pointer);
    for (size_t k = 0; k < s->fresh.len; k++) {
        const Fresh *fresh = &s->fresh.at[k];
        Term same = term_eq(terms, pointer.t, fresh->object);
        gives = term_and(terms, gives, term_or(terms, term_not(terms, same), fresh->shared));
    }
    give_object(f, s, code, gives, pointer.t, pointer.layout);
}

/* What initial values hold the address of may be a number there, and whoever is given a number may be
 * given this one. */
static void give_initial(Attempt *f, State *s, uint32_t code)
{
    const Program *program = f->program;
    const Proc *init = program->init >= 0 ? &program->procs.at[program->init] : NULL;
    for (uint32_t pc = init ? init->begin : 0; init && pc < init->end; pc++) {
        const Instr *i = &program->code.at[pc];
        bool constant = i->op == OP_STORE && i->b < 0 && i->b != NO_REF;
        uint64_t object = constant ? program->constants.at[~i->b] >> 32 : 0;
        if (object && object < program->globals.len)
            give_object(f, s, code, term_bool(&f->terms, true),
                        term_number(&f->terms, (int64_t)object),
                        program->globals.at[object].layout);
    }
}

void given_shared(Attempt *f, State *s, uint32_t code)
{
    give_initial(f, s, code);
    for (size_t k = 0; k < s->fresh.len; k++)
        give_object(f, s, code, s->fresh.at[k].shared, s->fresh.at[k].object, 0);
}
