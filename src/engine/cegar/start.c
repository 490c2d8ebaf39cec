/* start.c -- what cells hold before the first step: the procedure that initialises memory is followed,
 * as far as everything in it is known. */
#include "engine/cegar/internal.h"

#include "ir/shape.h"

enum { MOST_STEPS = 100000 };

typedef struct Start {
    Data *data;
    const Theory *theory;
    const Program *program;
    Term *registers;
} Start;

static Term operand(const Start *s, Ref ref, Type type)
{
    if (ref == NO_REF || !data_is_integer(type))
        return NO_TERM;
    return ref < 0 ? theory_constant(s->theory, s->program->constants.at[~ref], type)
                   : s->registers[ref];
}

static void forget_registers(Start *s, const Instr *i)
{
    List dsts = s->program->lists.at[i->dsts];
    if (shape_has(i->op, "d"))
        s->registers[i->dst] = NO_TERM;
    for (uint32_t k = 0; shape_has(i->op, "D") && k < dsts.len; k++)
        s->registers[dsts.at[k]] = NO_TERM;
}

static void forget_cells(Data *d)
{
    vec_each (Cell, cell, &d->cells)
        cell->start = NO_TERM;
}

static void compute(Start *s, const Instr *i)
{
    Type first = i->op == OP_CAST ? i->from : i->type;
    Term a = operand(s, i->a, first), b = operand(s, i->b, i->type);
    int64_t number;
    bool known = a.ix && (!shape_has(i->op, "b") || b.ix);
    Term result = known ? theory_compute(s->theory, i, a, b) : NO_TERM;
    const Terms *terms = s->theory->terms;
    bool constant = result.ix && (term_is_number(terms, result, &number) ||
                                  term_is_true(terms, result) || term_is_false(terms, result));
    s->registers[i->dst] = constant ? result : NO_TERM;
}

/* Where control goes next; 0: it is not known, or the procedure has ended. */
static uint32_t step(Start *s, uint32_t pc)
{
    const Instr *i = &s->program->code.at[pc];
    uint32_t cell = data_cell(s->data, i);
    if (i->op == OP_LOAD) {
        s->registers[i->dst] = cell == NO_CELL ? NO_TERM : s->data->cells.at[cell].start;
    } else if (i->op == OP_STORE) {
        if (cell != NO_CELL)
            s->data->cells.at[cell].start = operand(s, i->b, i->type);
    } else if (i->op <= OP_CAST && data_is_integer(i->type)) {
        compute(s, i);
    } else if (i->op == OP_CALL || i->op == OP_CALLPTR) {
        forget_registers(s, i);
        forget_cells(s->data);
    } else {
        forget_registers(s, i);
    }
    if (i->op == OP_JUMP)
        return i->target;
    if (i->op == OP_BRANCH) {
        Term test = operand(s, i->a, TYPE_U1);
        bool yes = test.ix && term_is_true(s->theory->terms, test);
        return yes ? i->target : test.ix && term_is_false(s->theory->terms, test) ? i->other : 0;
    }
    return op_info[i->op].next ? pc + 1 : 0;
}

void start_cells(Data *d, const Theory *theory)
{
    const Program *p = d->program;
    vec_each (Cell, cell, &d->cells)
        if (!cell->broken)
            cell->start = theory_constant(theory, 0, cell->type);
    if (p->init < 0)
        return;
    const Proc *init = &p->procs.at[p->init];
    Start s = {d, theory, p, memory_alloc((init->registers.len + 1) * sizeof(Term))};
    uint32_t pc = init->begin;
    for (uint32_t steps = 0; pc && p->code.at[pc].op != OP_RETURN; steps++)
        pc = steps < MOST_STEPS ? step(&s, pc) : 0;
    if (!pc)
        forget_cells(d);
    memory_free(s.registers);
}
