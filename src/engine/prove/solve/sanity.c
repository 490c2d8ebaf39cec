/* sanity.c -- annotations that no program can live up to, or that promise nothing: a predicate that
 * nobody ever satisfies, a requires that cannot hold, an action that can never happen.  A proof
 * with them would be worth nothing.  Besides: the regions whose predicates keep two threads apart.
 */
#include "engine/prove/solve/solve.h"

#include "engine/prove/abs/abs.h"
#include "engine/prove/access/access.h"
#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/solve/lean.h"
#include "engine/prove/step/invariant.h"

typedef struct Sanity {
    Attempt f;
    Solver *solver;
    Term *now, *old;
    MethodCheck check;
} Sanity;

/* Nothing can be said about the annotation there. */
static void doubt(Sanity *s, Pos pos, const char *message)
{
    if (s->check.result != PROOF_PROVED)
        return;
    s->check.result = PROOF_UNKNOWN;
    s->check.message = message;
    s->check.where = pos;
}

static SolverAnswer ask(Sanity *s, Term formula)
{
    Attempt *f = &s->f;
    Term asked = fresh_term(f, "asked", SORT_BOOL);
    solver_add(s->solver, term_implies(&f->terms, asked, formula));
    return solver_check(s->solver, &asked, 1);
}

/* Is it sure that it cannot hold?  Where the solver gives up that is not known. */
static bool is_impossible(Sanity *s, Pos pos, Term formula)
{
    SolverAnswer answer = ask(s, formula);
    if (answer == SOLVER_UNKNOWN)
        doubt(s, pos,
              arena_print(&s->f.prover->job->arena, "the solver gives up: %s",
                          solver_reason(s->solver)));
    return answer == SOLVER_UNSAT;
}

/* Can the annotation there be evaluated? */
static bool is_known(Sanity *s, Pos pos)
{
    bool known = !s->f.trouble;
    if (!known)
        doubt(s, pos, s->f.trouble);
    s->f.trouble = NULL;
    return known;
}

static void complain(Sanity *s, Pos pos, const char *proc, const char *message)
{
    if (s->check.result == PROOF_FAILED)
        return;
    s->check.result = PROOF_FAILED;
    s->check.where = pos;
    s->check.proc = proc;
    s->check.message = message;
}

/* `writable_if false` says that it is not written any more, and may well be read. */
static bool says_constant(const Attempt *f, const Access *access, bool write, Term may)
{
    return write && access->read != access->write && term_is_false(&f->terms, may);
}

static void check_predicate(Sanity *s, uint32_t c, bool write)
{
    Attempt *f = &s->f;
    const Cell *cell = &f->prover->cells.at[c];
    const Access *access = &f->program->accesses.at[cell->access];
    Term may = access_allows(f, s->now, cell_any_place(f, c), write, f->tid);
    if (is_known(s, access->pos) && !says_constant(f, access, write, may) &&
        is_impossible(s, access->pos, may))
        complain(s, access->pos, cell->name,
                 arena_print(&f->prover->job->arena, "no thread can ever %s %s: %s",
                             write ? "write" : "read", cell->name, access->text));
}

/* What is true of all reader-writer locks, as far as they have been met. */
static Term locks_right(Sanity *s, Term other)
{
    Attempt *f = &s->f;
    const Prover *p = f->prover;
    Term all = term_bool(&f->terms, true);
    for (uint32_t c = 0; c < p->cells.len; c++)
        if (p->cells.at[c].kind == CELL_GLOBAL && p->cells.at[c].readers >= 0)
            all = term_and(&f->terms, all,
                           rwlock_invariant(f, s->now, (Location){.cell = c}, f->tid, other));
    vec_each (Location, at, &f->passes.places_found)
        if (p->cells.at[at->cell].readers >= 0)
            all = term_and(&f->terms, all, rwlock_invariant(f, s->now, *at, f->tid, other));
    return all;
}

/* Two threads, one of which may write and the other touch the same place: never at once? */
static void check_race(Sanity *s, uint32_t c)
{
    Attempt *f = &s->f;
    Terms *terms = &f->terms;
    Location at = cell_any_place(f, c);
    if (access_quiet(f->prover, c)) /* others look at it all the same */
        return;
    Term other = fresh_term(f, "other", SORT_INT), zero = term_number(terms, 0);
    Term touch = term_or(terms, access_allows(f, s->now, at, true, other),
                         access_allows(f, s->now, at, false, other));
    Term both = term_and(terms, access_allows(f, s->now, at, true, f->tid), touch);
    both = term_and(terms, both, term_not(terms, term_eq(terms, other, f->tid)));
    both = term_and(terms, both, term_lt(terms, zero, other));
    both = term_and(terms, both, locks_right(s, other));
    const Cell *cell = &f->prover->cells.at[c];
    Pos pos = cell->access >= 0 ? f->program->accesses.at[cell->access].pos : (Pos){0};
    if (is_known(s, pos) && ask(s, both) == SOLVER_UNSAT)
        vec_push(&f->prover->job->disciplines, ((Discipline){cell->name, "race-free", "", ""}));
}

static Sym *any_args(Sanity *s, const Proc *proc)
{
    Attempt *f = &s->f;
    Sym *args = arena_array(&f->arena, Sym, 2 + proc->params + proc->results.len);
    args[0] = (Sym){.t = f->tid};
    for (uint32_t k = 0; k < proc->params; k++)
        args[1 + k] = raw_any(f, (uint32_t)(proc - f->program->procs.at), k);
    for (uint32_t k = 0; k < proc->results.len; k++)
        args[1 + proc->params + k] = fresh_sym(f, "result", proc->results.at[k]);
    if (proc->results.len == 1)
        args[1 + proc->params].layout = proc->points;
    return args;
}

static void check_action(Sanity *s, const Proc *proc, const ActionSpec *action)
{
    Attempt *f = &s->f;
    Sym *args = any_args(s, proc);
    size_t count = action->modifies.len;
    Location *modified = arena_array(&f->arena, Location, count + 1);
    abs_modified(f, action, args, s->old, modified);
    if (!is_known(s, action->pos))
        return;
    memcpy(s->now, s->old, f->prover->cells.len * sizeof *s->now);
    for (size_t i = 0; i < count; i++)
        cell_havoc(f, s->now, modified[i]);
    Term predicate = abs_predicate(f, action, args, s->now, s->old);
    if (is_known(s, action->pos) && is_impossible(s, action->pos, predicate))
        complain(
            s, action->pos, proc->name,
            arena_print(&f->prover->job->arena, "this action can never happen: %s", action->text));
}

static void check_spec(Sanity *s, const Spec *spec)
{
    Attempt *f = &s->f;
    const Proc *proc = &f->program->procs.at[spec->proc];
    Sym *args = any_args(s, proc);
    Term all = term_bool(&f->terms, true), one;
    vec_each (Clause, clause, &spec->requires)
        if (pure_test(f, clause->proc, args, s->old, s->old, &one))
            all = term_and(&f->terms, all, one);
        else
            give_up(f, 0, "an annotation uses something that cannot be proved yet");
    if (spec->requires.len && is_known(s, spec->requires.at[0].pos) &&
        is_impossible(s, spec->requires.at[0].pos, all))
        complain(s, spec->requires.at[0].pos, proc->name, "nobody can meet what this requires");
    vec_each (ActionSpec, action, &spec->actions)
        check_action(s, proc, action);
}

/* A library has no first thread that makes them true. */
static void check_initial(Sanity *s)
{
    Attempt *f = &s->f;
    Term *memory = attempt_memory(f);
    invariant_initial(f, memory);
    f->empty = true;
    Pos pos = f->program->invariants.at[0].pos;
    Term broken = term_not(&f->terms, invariant_holds(f, NULL, memory));
    f->empty = false;
    if (!is_known(s, pos))
        return;
    Lean *lean = lean_new(f);
    lean_look(lean, broken);
    lean_ready(lean);
    broken = lean_convert(lean, broken);
    lean_free(lean);
    if (!is_impossible(s, pos, broken))
        complain(s, pos, "declarations",
                 "the invariants do not hold when the program begins: variables have their "
                 "initial values, and there are no objects");
}

static void check_invariants(Sanity *s)
{
    Attempt *f = &s->f;
    const Program *program = f->program;
    if (!program->invariants.len)
        return;
    Pos pos = program->invariants.at[0].pos;
    Term all = invariant_holds(f, NULL, s->old);
    if (is_known(s, pos) && is_impossible(s, pos, all))
        complain(s, pos, "declarations", "no state satisfies the invariants");
    if (!program->threads.len)
        check_initial(s);
}

/* All methods keep to the predicates: only then do these keep threads apart. */
static bool is_kept_to(const Job *job)
{
    vec_each (MethodCheck, check, &job->checks)
        if (check->result != PROOF_PROVED && strcmp(check->check, "access") == 0)
            return false;
    return !job->reason;
}

static void check_everything(Sanity *s)
{
    Attempt *f = &s->f;
    Prover *p = f->prover;
    bool kept = is_kept_to(p->job);
    solver_add(s->solver, term_lt(&f->terms, term_number(&f->terms, 0), f->tid));
    for (uint32_t c = 0; c < p->cells.len; c++) {
        const Cell *cell = &p->cells.at[c];
        bool local = p->program->regions.at[cell->region].kind == REGION_LOCAL;
        if (!cell->known || cell->part != PART_NONE || local)
            continue;
        if (cell->access >= 0) {
            check_predicate(s, c, false);
            check_predicate(s, c, true);
        }
        if (kept)
            check_race(s, c);
    }
    vec_each (Spec, spec, &f->program->specs)
        check_spec(s, spec);
    check_invariants(s);
}

bool sanity_check(Prover *p, char *why, size_t size)
{
    Sanity s = {
        .f = {.prover = p, .program = p->program},
        .check = {
            .proc = "declarations", .check = "sanity", .message = "", .result = PROOF_PROVED}};
    double start = budget_now();
    SolverOptions options = solve_options(p, "sanity");
    attempt_begin(&s.f);
    s.now = attempt_memory(&s.f);
    s.old = attempt_memory(&s.f);
    s.solver = solver_new(&s.f.terms, &options, why, size);
    if (s.solver) {
        check_everything(&s);
        s.check.questions = solver_questions(s.solver);
        p->job->stats.questions += s.check.questions;
        s.check.seconds = budget_now() - start;
        if (p->program->specs.len || p->program->accesses.len || p->program->invariants.len)
            vec_push(&p->job->checks, s.check);
    }
    bool right = s.solver != NULL;
    solver_free(s.solver);
    attempt_end(&s.f);
    return right;
}
