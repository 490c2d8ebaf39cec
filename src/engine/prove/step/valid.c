/* valid.c -- the check `memory`: what is touched is there.
 *
 * It is the check of accesses once more, of a method that has passed it, with two duties before each
 * touch: the object is not null, and the element is one of its array.  Nothing else is assumed: what
 * comes out of memory may be null unless an invariant says that it is not, and so may parameters
 * unless the method requires that they are not.  Only the object of a method of Zing, `this`, is one:
 * that is a duty of who calls it by specification or begins a thread with it; who has it inlined
 * touches by himself.
 *
 * Of an object of C that is no variable it is not known how many elements it has: touched are its
 * first one and those that the caller has pointed to. */
#include "engine/prove/step/step.h"

#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"

static Term is_there(Attempt *f, Term object)
{
    return term_not(&f->terms, term_eq(&f->terms, object, term_number(&f->terms, 0)));
}

/* Of all arrays of the type; -1: they are of several lengths. */
static int64_t length_of(const Program *program, uint32_t layout)
{
    int64_t length = -1;
    vec_each (Instr, i, &program->code) {
        if (i->op != OP_ALLOC || i->other != layout)
            continue;
        int64_t this = i->b < 0 && i->b != NO_REF ? (int64_t)program->constants.at[~i->b] : -1;
        if (this < 0 || (length >= 0 && length != this))
            return -1;
        length = this;
    }
    return length;
}

/* Zing: the array has an element of this number. */
static void has_element(Attempt *f, State *s, Location at, uint32_t code)
{
    Term zero = term_constant(&f->terms, 0, cell_index_sort(f->prover));
    int64_t known = length_of(f->program, f->prover->cells.at[at.cell].layout);
    Term length = known < 0 ? term_select(&f->terms, f->world.length, at.object)
                            : term_constant(&f->terms, known, cell_index_sort(f->prover));
    Term inside = term_and(&f->terms, value_less(f, zero, at.index, true, TYPE_S64),
                           value_less(f, at.index, length, false, TYPE_S64));
    oblige(f, s, OBLIGE_ELEMENT, inside, code, at.cell, "");
}

static Term below(Attempt *f, Term index, uint32_t length)
{
    Sort sort = cell_index_sort(f->prover);
    return term_and(&f->terms,
                    value_less(f, term_constant(&f->terms, 0, sort), index, true, TYPE_S64),
                    value_less(f, index, term_constant(&f->terms, length, sort), false, TYPE_S64));
}

/* C: the element is the first one of its object, or one that a parameter points to. */
static Term is_given(Attempt *f, Term object, Term index)
{
    Terms *terms = &f->terms;
    Term given = term_eq(terms, index, term_constant(terms, 0, cell_index_sort(f->prover)));
    for (uint32_t k = 0; k < f->program->procs.at[f->proc].params; k++) {
        const Sym *param = &f->args[1 + k];
        if (param->index.ix)
            given = term_or(terms, given,
                            term_and(terms, term_eq(terms, object, param->t),
                                     term_eq(terms, index, param->index)));
    }
    return given;
}

/* The variable; NULL: it is not known to be one. */
static const Global *variable_of(const Attempt *f, Term object)
{
    int64_t number;
    bool known = term_is_number(&f->terms, object, &number) && number > 0 &&
                 number < (int64_t)f->program->globals.len;
    return known ? &f->program->globals.at[number] : NULL;
}

static const char unknown_length[] = "it is not known how many elements this array has";

/* C: is every block of this layout that the file allocates surely large enough for one element? */
static bool holds_one(const Program *program, uint32_t layout)
{
    vec_each (Instr, i, &program->code) {
        bool known = i->b < 0 && i->b != NO_REF;
        if (i->op == OP_ALLOC && i->other == layout &&
            (!known || program->constants.at[~i->b] < program->layouts.at[layout].size))
            return false;
    }
    return true;
}

static void has_given(Attempt *f, State *s, Location at, uint32_t code)
{
    if (f->prover->cells.at[at.cell].many && !variable_of(f, at.object))
        oblige(f, s, OBLIGE_LIMIT, is_given(f, at.object, at.index), code, at.cell,
               unknown_length); /* of variables the check of accesses knows it */
}

/* C: what the callee is given is an element that there is. */
static void gives_element(Attempt *f, State *s, const Sym *arg, uint32_t code)
{
    const Global *variable = variable_of(f, arg->t);
    uint32_t size = arg->layout ? f->program->layouts.at[arg->layout].size : 0;
    Term inside = is_given(f, arg->t, arg->index);
    if (variable && !arg->offset && !arg->inner.ix && arg->scale == size)
        inside = below(f, arg->index, variable->count ? variable->count : 1);
    oblige(f, s, OBLIGE_LIMIT, inside, code, 0,
           "this may be a pointer to an element that its array does not have");
}

void valid_place(Attempt *f, State *s, Location at, Term object, uint32_t code)
{
    if (!f->way.memory || f->mode.reading || !object.ix)
        return;
    oblige(f, s, OBLIGE_OBJECT, is_there(f, object), code, at.cell, "");
    bool typed = !f->prover->storage->layouts;
    if (!typed && !variable_of(f, at.object) &&
        !holds_one(f->program, f->prover->cells.at[at.cell].layout))
        oblige(
            f, s, OBLIGE_LIMIT, term_bool(&f->terms, false), code, at.cell,
            "some block of this type may be too small for it: its size is computed, or too small");
    if (typed && at.index.ix)
        has_element(f, s, at, code);
    else if (at.index.ix && at.object.ix)
        has_given(f, s, at, code);
}

void valid_object(Attempt *f, State *s, Term object, uint32_t code)
{
    if (f->way.memory && !f->mode.reading)
        oblige(f, s, OBLIGE_OBJECT, is_there(f, object), code, UINT32_MAX,
               "the length of null may be asked for");
}

void valid_callee(Attempt *f, State *s, Term pointer, uint32_t code)
{
    if (f->way.memory)
        oblige(f, s, OBLIGE_OBJECT, is_there(f, pointer), code, UINT32_MAX,
               "a null pointer may be called");
}

static bool is_method(const Attempt *f, uint32_t proc)
{
    const Proc *p = &f->program->procs.at[proc];
    return !f->prover->storage->layouts && p->params && p->registers.at[0].name &&
           strcmp(p->registers.at[0].name, "this") == 0;
}

void valid_begin(Attempt *f, State *s)
{
    if (f->way.memory && is_method(f, f->proc))
        state_assume(f, s, is_there(f, s->regs[0].t));
}

void valid_call(Attempt *f, State *s, uint32_t code, uint32_t proc, const Sym *args, uint32_t count)
{
    if (!f->way.memory)
        return;
    if (count && is_method(f, proc))
        oblige(f, s, OBLIGE_OBJECT, is_there(f, args[0].t), code, UINT32_MAX, "");
    for (uint32_t k = 0; k < count && f->prover->storage->layouts; k++)
        if (args[k].index.ix)
            gives_element(f, s, &args[k], code);
}
