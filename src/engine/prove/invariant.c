/* invariant.c -- invariants of classes: what is true between the actions of all threads, from the
 * start of the second thread on.  Every action of every method is shown to keep them; then a thread
 * may use them whenever others may have run.
 *
 * The only thread at the start need not keep them: they are to be shown where it starts another
 * one, and where it calls a method by specification, whose own proof uses them. */
#include "engine/prove/model.h"

static Term clause_holds(Attempt *f, const Clause *clause, const Term *memory)
{
    Sym args[1] = {{.t = f->tid}};
    Term holds;
    if (!pure_test(f, clause->proc, args, memory, memory, &holds))
        give_up(f, 0, "an invariant of a class uses something that cannot be proved yet");
    return holds;
}

Term invariant_holds(Attempt *f, const Term *memory)
{
    Term all = term_bool(&f->terms, true);
    vec_each (Clause, clause, &f->program->invariants)
        all = term_and(&f->terms, all, clause_holds(f, clause, memory));
    return all;
}

void invariant_know(Attempt *f, State *s)
{
    Terms *terms = &f->terms;
    s->settled = NULL;
    if (!f->program->invariants.len || term_is_true(terms, s->alone))
        return;
    state_assume(f, s, term_or(terms, s->alone, invariant_holds(f, s->now)));
    if (term_is_false(terms, s->alone))
        s->settled = s->now;
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

static void oblige_all(Attempt *f, State *s, uint32_t code, Term unless)
{
    vec_each (Clause, clause, &f->program->invariants)
        oblige(f, s, OBLIGE_INVARIANT, term_or(&f->terms, unless, clause_holds(f, clause, s->now)),
               code, 0, clause->text);
}

void invariant_oblige(Attempt *f, State *s, uint32_t code)
{
    if (!f->abs && !f->probing && !is_kept(f, s))
        oblige_all(f, s, code, s->alone);
}

void invariant_oblige_call(Attempt *f, State *s, uint32_t code)
{
    Term others = term_not(&f->terms, s->alone); /* then they hold here: an action has just ended */
    if (!f->abs)
        oblige_all(f, s, code, others);
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

/* Static variables begin with zero, and no objects have been made. */
void invariant_start(Attempt *f, State *s)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    if (!term_is_true(terms, s->alone) || program_is_raw(f->program))
        return;
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        if (cell->kind == CELL_GLOBAL && cell->known && cell->part <= PART_OWNER &&
            !init_does(f->program, OP_STORE, cell->region, 0))
            s->now[c] = s->old[c] = zero_sym(f, cell->type).t;
        if (cell->part != PART_MADE || init_does(f->program, OP_ALLOC, 0, cell->layout))
            continue;
        Term any = term_variable(terms, "any object", SORT_INT);
        bind(f, any, true);
        Term made = cell_read(f, s->now, (Location){.cell = c, .object = any});
        vec_push(&f->facts, term_forall(terms, any, term_not(terms, made)));
    }
}
