/* stable.c -- what other threads rely on: writes that are allowed neither give nor take a thread's
 * exclusive access; see access.c. */
#include "engine/prove/access/access.h"

#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/model.h"
#include "engine/prove/solve/solve.h"

Term access_keeps_rights(Attempt *f, const Term *before, const Term *after, Location x, Term t)
{
    Terms *terms = &f->terms;
    Term kept = term_bool(terms, true);
    for (int write = 0; write < 2; write++)
        kept = term_and(terms, kept,
                        term_implies(terms, access_exclusive_for(f, before, x, write, t),
                                     access_exclusive_for(f, after, x, write, t)));
    return kept;
}

/* The guess that nobody is given exclusive access to the cell; UINT32_MAX: it is wrong.  (Of a cell
 * without a predicate it is right: a lock goes from free to its new owner.) */
static uint32_t guess_kept(const Prover *p, uint32_t cell)
{
    for (uint32_t g = 0; g < p->guards.len; g++)
        if (p->guards.at[g].kind == GUARD_KEPT && p->guards.at[g].lock == cell)
            return p->guards.at[g].dropped ? UINT32_MAX : g;
    return UINT32_MAX;
}

bool access_gives(const Prover *p, uint32_t cell)
{
    return p->cells.at[cell].access >= 0 && guess_kept(p, cell) == UINT32_MAX;
}

void access_check_write(Attempt *f, State *s, const Term *before, Location at, uint32_t code)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    if (f->abs || s->trial)
        return;
    vec_each (Unstable, pair, &p->unstable) {
        if (pair->y != at.cell)
            continue;
        Location x = cell_any_place(f, pair->x);
        Term other = fresh_term(f, "other", SORT_INT);
        Term differs = term_and(terms, term_lt(terms, term_number(terms, 0), other),
                                term_not(terms, term_eq(terms, other, f->tid)));
        Term taken = access_keeps_rights(f, before, s->now, x, other);
        Term given = access_keeps_rights(f, s->now, before, x, other);
        Term unless = term_or(terms, s->alone, term_not(terms, differs));
        unless = term_or(terms, unless, access_is_fresh(f, s, x.object)); /* others have none */
        if (x.object.ix)
            unless = term_or(terms, unless, term_eq(terms, x.object, term_number(terms, 0)));
        uint32_t guess = guess_kept(p, pair->x);
        if (guess != UINT32_MAX)
            oblige(f, s, OBLIGE_GUARD, term_or(terms, unless, given), code, guess, "");
        else if (!access_gives(p, pair->x))
            taken = term_and(terms, taken, given);
        oblige(f, s, OBLIGE_STABLE, term_or(terms, unless, taken), code, pair->x, "");
    }
}

/* What thread u may make of y, where it is allowed to write it: any value; of a lock what acquire
 * and release do. */
static Term any_write(Attempt *f, const Term *memory, Term *after, Location y, Term t, Term u)
{
    const Cell *cell = &f->prover->cells.at[y.cell];
    Terms *terms = &f->terms;
    Term zero = term_number(terms, 0), held = cell_read(f, memory, y);
    if (!rwlock_is(f->prover, y.cell)) {
        cell_write(f, after, y,
                   cell->part == PART_OWNER
                       ? term_ite(terms, term_eq(terms, held, zero), u, zero)
                       : fresh_term(f, "value", cell_value_sort(f->prover, cell->type)));
        return access_allows(f, memory, y, true, u);
    }
    Term may = rwlock_invariant(f, memory, y, t, u), any = term_bool(terms, false);
    Term which = fresh_term(f, "which", SORT_INT);
    for (int k = 0; k < 4; k++) {
        Instr i = {.op = k & 1 ? OP_RELEASE : OP_ACQUIRE, .flags = k & 2 ? FLAG_SHARED : 0};
        Term *made = arena_array(&f->arena, Term, f->prover->cells.len + 1);
        memcpy(made, memory, f->prover->cells.len * sizeof *made);
        rwlock_change(f, made, y, &i, u);
        Term this = term_eq(terms, which, term_number(terms, k));
        for (uint32_t c = 0; c < f->prover->cells.len; c++)
            after[c] = term_ite(terms, this, made[c], after[c]);
        any = term_or(terms, any, term_and(terms, this, rwlock_goes(f, memory, y, &i, u)));
    }
    return term_and(terms, may, any);
}

/* Thread u makes a write of y that it is allowed, and t looks at x. */
typedef struct Meeting {
    Term t, u, may;
    Term *after; /* memory */
    Location x;
} Meeting;

static Meeting any_meeting(Attempt *f, const Term *memory, uint32_t x, uint32_t y)
{
    Terms *terms = &f->terms;
    Term zero = term_number(terms, 0);
    Meeting m = {.t = fresh_term(f, "t", SORT_INT),
                 .u = fresh_term(f, "u", SORT_INT),
                 .after = arena_array(&f->arena, Term, f->prover->cells.len + 1)};
    Location at = cell_any_place(f, y);
    m.x = cell_any_place(f, x);
    memcpy(m.after, memory, f->prover->cells.len * sizeof *m.after);
    m.may = any_write(f, memory, m.after, at, m.t, m.u);
    m.may = term_and(terms, m.may, term_lt(terms, zero, m.t));
    m.may = term_and(terms, m.may, term_lt(terms, zero, m.u));
    return m;
}

/* Can thread u, by a write of y that it is allowed, give or take t's exclusive access to x? */
static Term stable_pair(Attempt *f, const Term *memory, uint32_t x, uint32_t y)
{
    Terms *terms = &f->terms;
    Meeting m = any_meeting(f, memory, x, y);
    Term may = term_and(terms, m.may, term_not(terms, term_eq(terms, m.t, m.u)));
    if (m.x.object.ix)
        may = term_and(terms, may,
                       term_not(terms, term_eq(terms, m.x.object, term_number(terms, 0))));
    Term kept = access_keeps_rights(f, memory, m.after, m.x, m.t);
    if (!access_gives(f->prover, x))
        kept = term_and(terms, kept, access_keeps_rights(f, m.after, memory, m.x, m.t));
    return term_implies(terms, may, kept);
}

/* Is it true in all memories?  False: there is no solver. */
static bool always(Attempt *f, Term all, bool *result, char *why, size_t size)
{
    const Prover *p = f->prover;
    SolverOptions options = solve_options(p, "frozen");
    *result = term_is_true(&f->terms, all);
    if (*result || term_is_false(&f->terms, all))
        return true;
    Solver *solver = solver_new(&f->terms, &options, why, size);
    if (!solver)
        return false;
    solver_add(solver, term_not(&f->terms, all));
    SolverAnswer answer = solver_check(solver, NULL, 0);
    *result = answer == SOLVER_UNSAT;
    if (answer == SOLVER_UNKNOWN) /* what fails might not with the right answer */
        f->prover->gave_up = arena_print(&p->job->arena, "%s", solver_reason(solver));
    p->job->stats.questions += solver_questions(solver);
    solver_free(solver);
    return true;
}

/* What nobody may write stays so, whatever thread u writes to y. */
static Term frozen_pair(Attempt *f, const Term *memory, uint32_t x, uint32_t y)
{
    Terms *terms = &f->terms;
    Meeting m = any_meeting(f, memory, x, y);
    Term may = term_and(terms, m.may, access_frozen_for(f, memory, m.x, m.t));
    return term_implies(terms, may, access_frozen_for(f, m.after, m.x, m.t));
}

/* Which cells do not change any more once nobody may write them? */
static bool find_frozen(Attempt *f, const Term *memory, char *why, size_t size)
{
    Prover *p = f->prover;
    for (uint32_t x = 0; x < p->cells.len; x++) {
        Cell *cell = &p->cells.at[x];
        Term all = term_bool(&f->terms, true);
        cell->freezes = false;
        if (!p->storage->freezes || !cell->known || cell->part != PART_NONE || cell->access < 0 ||
            !cell->free_read)
            continue;
        for (uint32_t y = 0; y < p->cells.len; y++)
            if (p->cells.at[y].known && p->cells.at[y].part <= PART_OWNER)
                all = term_and(&f->terms, all, frozen_pair(f, memory, x, y));
        if (!always(f, all, &cell->freezes, why, size))
            return false;
    }
    return true;
}

/* The pairs for which it is not plain that they are stable, in one memory.  (A mutex is: it goes
 * from free to its new owner and back.) */
static void list_pairs(Attempt *f, const Term *memory, TermList *stable)
{
    Prover *p = f->prover;
    for (uint32_t x = 0; x < p->cells.len; x++)
        for (uint32_t y = 0; y < p->cells.len; y++) {
            if (!p->cells.at[x].known || !p->cells.at[y].known ||
                p->cells.at[x].part != PART_NONE || p->cells.at[y].part > PART_OWNER)
                continue;
            Term holds = stable_pair(f, memory, x, y);
            if (term_is_true(&f->terms, holds))
                continue;
            vec_push(stable, holds);
            vec_push(&p->unstable, ((Unstable){x, y}));
        }
}

/* Keeps the pairs that are not stable after all. */
static bool ask_pairs(Attempt *f, const TermList *stable, char *why, size_t size)
{
    Prover *p = f->prover;
    SolverOptions options = solve_options(p, "stability");
    size_t kept = 0;
    if (!stable->len)
        return true;
    Solver *solver = solver_new(&f->terms, &options, why, size);
    if (!solver)
        return false;
    for (size_t i = 0; i < stable->len; i++) {
        Term asked = fresh_term(f, "asked", SORT_BOOL);
        solver_add(solver, term_implies(&f->terms, asked, term_not(&f->terms, stable->at[i])));
        if (solver_check(solver, &asked, 1) != SOLVER_UNSAT)
            p->unstable.at[kept++] = p->unstable.at[i];
    }
    p->unstable.len = kept;
    p->job->stats.questions += solver_questions(solver);
    solver_free(solver);
    return true;
}

/* Is there a time at which nobody may write it, and may everybody read it then? */
static bool find_free_read(Attempt *f, const Term *memory, uint32_t c, char *why, size_t size)
{
    Terms *terms = &f->terms;
    Cell *cell = &f->prover->cells.at[c];
    Term any = fresh_term(f, "t", SORT_INT);
    Location at = cell_any_place(f, c);
    Term read = access_allows(f, memory, at, false, any);
    Term write = access_allows(f, memory, at, true, any);
    bool never = true;
    cell->free_read = term_is_true(terms, read) && !term_is_false(terms, write);
    if (!f->prover->storage->freezes || cell->access < 0 || cell->free_read ||
        term_same(read, write))
        return true;
    Term frozen = access_frozen_for(f, memory, at, any);
    if (!always(f, term_not(terms, frozen), &never, why, size))
        return false;
    if (never)
        return true;
    Term other = fresh_term(f, "u", SORT_INT);
    read = access_allows(f, memory, at, false, other);
    return always(f, term_implies(terms, frozen, read), &cell->free_read, why, size);
}

static bool find_free_reads(Attempt *f, const Term *memory, char *why, size_t size)
{
    for (uint32_t c = 0; c < f->prover->cells.len; c++)
        if (!find_free_read(f, memory, c, why, size))
            return false;
    return true;
}

bool access_stability(Prover *p, char *why, size_t size)
{
    TermList stable = {0};
    p->unstable.len = 0;
    Attempt f = {.prover = p, .program = p->program};
    attempt_begin(&f);
    Term *memory = attempt_memory(&f);
    bool right = find_free_reads(&f, memory, why, size);
    if (right)
        list_pairs(&f, memory, &stable);
    right = right && ask_pairs(&f, &stable, why, size) && find_frozen(&f, memory, why, size);
    vec_free(&stable);
    attempt_end(&f);
    return right;
}
