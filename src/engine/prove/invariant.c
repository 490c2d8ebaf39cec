/* invariant.c -- invariants of classes, and of files and structs in C: what is true between the
 * actions of all threads, from the start of the second thread on.  Every action of every method is
 * shown to keep them; then a thread may use them whenever others may have run.
 *
 * The only thread at the start need not keep them: they are to be shown where it starts another
 * one, and where it calls a method by specification, whose own proof uses them.
 *
 * In C they are about the objects that are nobody's own any more, since memory is made before it is
 * filled: whoever hands over an object must have made them true of it. */
#include "engine/prove/model.h"

static Term clause_holds(Attempt *f, const Clause *clause, const State *s, const Term *memory)
{
    Sym args[1] = {{.t = f->tid}};
    Term holds;
    f->of = s;
    if (!pure_test(f, clause->proc, args, memory, memory, &holds))
        give_up(f, 0,
                f->prover->raw
                    ? "an invariant uses something that cannot be proved yet"
                    : "an invariant of a class uses something that cannot be proved yet");
    f->of = NULL;
    return holds;
}

Term invariant_holds(Attempt *f, const State *s, const Term *memory)
{
    Term all = term_bool(&f->terms, true);
    vec_each (Clause, clause, &f->program->invariants)
        all = term_and(&f->terms, all, clause_holds(f, clause, s, memory));
    return all;
}

void invariant_know(Attempt *f, State *s)
{
    Terms *terms = &f->terms;
    s->settled = NULL;
    if (!f->program->invariants.len || term_is_true(terms, s->alone))
        return;
    state_assume(f, s, term_or(terms, s->alone, invariant_holds(f, s, s->now)));
    if (term_is_false(terms, s->alone))
        s->settled = s->now;
}

void invariant_name(Attempt *f, State *s, Location at)
{
    if (!f->prover->met || !f->prover->raw || !at.object.ix)
        return;
    f->instance = at;
    (void)invariant_holds(f, s, s->now);
    f->instance = (Location){0};
}

static bool is_same(const Attempt *f, const State *s, const Term *memory)
{
    return memory && memcmp(memory, s->now, f->prover->cells.len * sizeof *s->now) == 0;
}

/* Nothing has changed since they were known to hold. */
static bool is_kept(const Attempt *f, const State *s)
{
    bool forks = !term_is_false(&f->terms, s->forks);
    return is_same(f, s, s->settled) || (is_same(f, s, s->began) && !forks);
}

/* `known`: a memory in which they hold, or NULL.  In C it also matters what has been published. */
static void oblige_all(Attempt *f, State *s, uint32_t code, Term unless, const Term *known)
{
    vec_each (Clause, clause, &f->program->invariants) {
        Term holds = clause_holds(f, clause, s, s->now);
        if (!known || f->prover->raw || clause_holds(f, clause, s, known).ix != holds.ix)
            oblige(f, s, OBLIGE_INVARIANT, term_or(&f->terms, unless, holds), code, 0,
                   clause->text);
    }
}

void invariant_oblige(Attempt *f, State *s, uint32_t code)
{
    bool forks = !term_is_false(&f->terms, s->forks);
    const Term *known = s->settled ? s->settled : forks ? NULL : s->began;
    if (f->prover->raw && s->fresh.len)
        known = NULL; /* in the same memory there may be more objects now that others know */
    if (!f->abs && !f->probing && !is_kept(f, s))
        oblige_all(f, s, code, s->alone, known);
}

void invariant_oblige_call(Attempt *f, State *s, uint32_t code)
{
    Term others = term_not(&f->terms, s->alone); /* then they hold here: an action has just ended */
    if (f->prover->raw && s->fresh.len)
        others = term_bool(&f->terms, false); /* they may have been handed over just now */
    if (!f->abs)
        oblige_all(f, s, code, others, NULL);
}

/* Does the procedure that runs before all others make such objects, or store there? */
static bool init_does(const Program *program, Op op, uint32_t region, uint32_t layout)
{
    if (program->init < 0)
        return false;
    const Proc *init = &program->procs.at[program->init];
    for (uint32_t pc = init->begin; pc < init->end; pc++) {
        const Instr *i = &program->code.at[pc];
        if (i->op == OP_CALL || (i->op == op && op == OP_STORE && i->region == region) ||
            (i->op == op && op == OP_ALLOC && i->other == layout))
            return true;
    }
    return false;
}

/* ---- the start ---- */

/* What variable g of a C program holds at first in this cell; false: it is not known. */
static bool initial_value(Attempt *f, uint32_t g, const Cell *cell, Sym *value)
{
    const Program *program = f->program;
    const Proc *init = program->init >= 0 ? &program->procs.at[program->init] : NULL;
    *value = zero_sym(f, cell->type);
    for (uint32_t pc = init ? init->begin : 0; init && pc < init->end; pc++) {
        const Instr *i = &program->code.at[pc];
        bool stores = i->op == OP_STORE || i->op == OP_FILL || i->op == OP_COPY;
        if (!stores || i->a == NO_REF || i->a >= 0 || program->constants.at[~i->a] >> 32 != g)
            continue;
        uint64_t at = (uint32_t)program->constants.at[~i->a] + (uint64_t)i->offset;
        if (i->op == OP_STORE &&
            (at + type_bytes(i->type) <= cell->offset || at >= cell->offset + cell->size))
            continue;
        if (i->op != OP_STORE || at != cell->offset || type_bytes(i->type) != cell->size ||
            i->b >= 0 || (i->type.kind == TYPE_PTR) != (cell->type.kind == TYPE_PTR))
            return false;
        *value = value_constant(f, program->constants.at[~i->b], cell->type);
    }
    return !value->offset;
}

static void initial_cell(Attempt *f, uint32_t c, Term *memory)
{
    const Cell *cell = &f->prover->cells.at[c];
    Sym value;
    if (cell->kind > CELL_FIELD || cell->part > PART_OWNER || cell->many || cell->count)
        return;
    for (uint32_t g = 1; g < f->program->globals.len; g++)
        if (f->program->globals.at[g].layout == cell->layout && initial_value(f, g, cell, &value))
            cell_write(f, memory,
                       (Location){.cell = c, .object = term_number(&f->terms, (int64_t)g)},
                       value.t);
}

/* Variables begin with their initial values, static variables of Zing with zero. */
void invariant_initial(Attempt *f, Term *memory)
{
    const Prover *p = f->prover;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if (p->raw)
            initial_cell(f, c, memory);
        else if (cell->kind == CELL_GLOBAL && cell->known && cell->part <= PART_OWNER &&
                 !init_does(f->program, OP_STORE, cell->region, 0))
            memory[c] = zero_sym(f, cell->type).t;
    }
}

/* ... and no objects have been made. */
void invariant_start(Attempt *f, State *s)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    if (!term_is_true(terms, s->alone))
        return;
    invariant_initial(f, s->now);
    memcpy(s->old, s->now, p->cells.len * sizeof *s->old);
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if (cell->part != PART_MADE || init_does(f->program, OP_ALLOC, 0, cell->layout))
            continue;
        Term any = term_variable(terms, "any object", SORT_INT);
        bind(f, any, true, 0);
        Term made = cell_read(f, s->now, (Location){.cell = c, .object = any});
        vec_push(&f->facts, term_forall(terms, any, term_not(terms, made)));
    }
}
