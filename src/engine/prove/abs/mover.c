/* mover.c -- `performs right action ...`: a method that the program makes a lock of says how its
 * action moves.
 *
 * Nobody has exclusive access to the number of readers of a lock, or to the counter of a semaphore;
 * yet taking one moves right, because what others can do to the number afterwards could be done
 * before, as well.  That is shown of each two actions: if one thread does `first` and another one
 * then `second`, it could have been the other way round, with the same end.
 *
 *   first(s0, s1) && second(s1, s2)  =>  second(s0, s) && first(s, s2)      for some s
 *
 * s is guessed: what `second` did to s1 is done to s0 (numbers change by as much; other places, and
 * numbers if that does not do, become what they became; or nothing changes).  In s the invariants hold, and neither step
 * changes or takes what another thread has exclusive access to, so it is a step of the program
 * whose calls are replaced by their specifications: doc/theory.md.
 *
 * The cells that such actions change are touched by nobody but methods with a performs of their
 * own, which call no method whose action is said to move (touch.c, call.c). */
#include "engine/prove/abs/mover.h"

#include <inttypes.h>

#include "base/log.h"
#include "engine/prove/abs/abs.h"
#include "engine/prove/access/access.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/raw.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/solve/solve.h"
#include "engine/prove/step/invariant.h"

/* ---- which cells ---- */

static bool changes_cell(const Prover *p, const ActionSpec *action, uint32_t cell)
{
    assert(cell < p->cells.len);
    vec_each (Modified, modified, &action->modifies)
        if (p->storage->modifies(p, modified, cell))
            return true;
    return false;
}

void mover_find(Prover *p)
{
    p->claimed = arena_array(&p->job->arena, bool, p->cells.len + 1);
    vec_each (Spec, spec, &p->program->specs)
        vec_each (ActionSpec, action, &spec->actions) {
            if (action->moves)
                vec_push(&p->moving, ((Moving){action, 0}));
            for (uint32_t c = 0; c < p->cells.len && action->moves; c++)
                if (p->cells.at[c].part == PART_NONE && changes_cell(p, action, c))
                    p->claimed[c] = true;
        }
}

bool mover_claims(const Prover *p, uint32_t cell)
{
    assert(cell < p->cells.len);
    return p->claimed && p->claimed[cell];
}

uint8_t mover_moves(const Prover *p, const ActionSpec *action, uint32_t cell)
{
    vec_each (Moving, moving, &p->moving)
        if (moving->action == action && mover_claims(p, cell))
            return moving->moves;
    return 0;
}

static bool has_mover(const Prover *p, uint32_t proc)
{
    int32_t spec = p->spec_of.at[proc];
    assert(spec < (int32_t)p->program->specs.len);
    if (spec >= 0)
        vec_each (ActionSpec, action, &p->program->specs.at[spec].actions)
            if (action->moves)
                return true;
    return false;
}

static bool calls_mover(const Prover *p, uint32_t proc, bool *seen)
{
    const Proc *own = &p->program->procs.at[proc];
    seen[proc] = true;
    for (uint32_t pc = own->begin; pc < own->end; pc++) {
        const Instr *i = &p->program->code.at[pc];
        if (i->op == OP_CALL &&
            (has_mover(p, i->other) || (!seen[i->other] && calls_mover(p, i->other, seen))))
            return true;
    }
    return false;
}

bool mover_calls(const Prover *p, uint32_t proc)
{
    return calls_mover(p, proc, arena_array(&p->job->arena, bool, p->program->procs.len + 1));
}

/* ---- two actions ---- */

/* An action of some thread. */
typedef struct Step {
    const Spec *spec;
    const ActionSpec *action;
    Sym *args;
    Term thread;
} Step;

typedef enum Guess { GUESS_DIFFERENCE, GUESS_VALUE, GUESS_NOTHING, GUESSES } Guess;

/* The four memories, and any other thread for each of the two steps. */
typedef struct Exchange {
    Term *s0, *s1, *s2;
    Term others[2];
    Location *any; /* by cell: any place */
} Exchange;

static Step any_step(Attempt *f, const Spec *spec, const ActionSpec *action, Term thread)
{
    assert(thread.ix && action->moves <= (MOVES_RIGHT | MOVES_LEFT));
    const Proc *proc = &f->program->procs.at[spec->proc];
    Step step = {spec, action, arena_array(&f->arena, Sym, 2 + proc->params + proc->results.len),
                 thread};
    step.args[0] = (Sym){.t = thread};
    for (uint32_t k = 0; k < proc->params; k++)
        step.args[1 + k] = raw_any(f, spec->proc, k);
    for (uint32_t k = 0; k < proc->results.len; k++)
        step.args[1 + proc->params + k] = fresh_sym(f, "result", proc->results.at[k]);
    if (proc->results.len == 1)
        step.args[1 + proc->params].layout = proc->points;
    return step;
}

static Term *copy_memory(Attempt *f, const Term *memory)
{
    size_t bytes = f->prover->cells.len * sizeof *memory;
    return memcpy(arena_alloc(&f->arena, bytes + 1), memory, bytes);
}

static Location *places_of(Attempt *f, const Step *step, const Term *memory)
{
    Location *places = arena_array(&f->arena, Location, step->action->modifies.len + 1);
    abs_modified(f, step->action, step->args, memory, places);
    for (size_t i = 0; i < step->action->modifies.len && !f->trouble; i++)
        if (cell_everywhere(f->prover, places[i]) ||
            f->prover->cells.at[places[i].cell].part != PART_NONE)
            give_up(f, 0,
                    "an action that is said to move, or one that touches what it changes, "
                    "changes a lock or the field of every object");
    return places;
}

/* Another thread than the one of the step: what is its own is neither changed nor taken. */
static Term keeps_others(Attempt *f, const Exchange *x, const Step *step, const Term *before,
                         const Term *after, Term other)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    Term kept = term_bool(terms, true);
    Location *places = places_of(f, step, before);
    for (size_t i = 0; i < step->action->modifies.len && !f->trouble; i++) {
        Term own = access_exclusive_for(f, before, places[i], false, other);
        Term same = term_eq(terms, cell_read(f, before, places[i]), cell_read(f, after, places[i]));
        kept = term_and(terms, kept, term_implies(terms, own, same));
    }
    for (uint32_t c = 0; c < p->cells.len && !f->trouble; c++) {
        if (!p->cells.at[c].known || p->cells.at[c].part != PART_NONE)
            continue;
        kept = term_and(terms, kept, access_keeps_rights(f, before, after, x->any[c], other));
        if (!access_gives(p, c))
            kept = term_and(terms, kept, access_keeps_rights(f, after, before, x->any[c], other));
    }
    return term_or(terms, term_eq(terms, other, step->thread), kept);
}

/* The step happens in a run of the program whose calls are specifications. */
static Term happens(Attempt *f, const Step *step, const Term *before, const Term *after)
{
    return abs_predicate(f, step->action, step->args, after, before);
}

static Term is_right(Attempt *f, const Term *memory)
{
    State none = {.path = term_bool(&f->terms, true),
                  .alone = term_bool(&f->terms, false),
                  .now = (Term *)memory,
                  .old = (Term *)memory};
    return invariant_holds(f, &none, memory);
}

/* Memory holds what its type can hold, at the places that the step changes. */
static Term fits(Attempt *f, const Step *step, const Location *places, Term *memory)
{
    State s = {.path = term_bool(&f->terms, true)};
    for (size_t i = 0; i < step->action->modifies.len && !f->trouble; i++)
        value_know_loaded(f, &s, cell_read(f, memory, places[i]),
                          f->prover->cells.at[places[i].cell].type);
    return s.path;
}

/* What `second` makes of the place, after `first`, becomes of it without. */
static Term guess_value(Attempt *f, const Exchange *x, Location at, Guess guess)
{
    Terms *terms = &f->terms;
    Term before = cell_read(f, x->s0, at), from = cell_read(f, x->s1, at);
    Term to = cell_read(f, x->s2, at);
    Type type = f->prover->cells.at[at.cell].type;
    bool number = (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED) && type.bits > 1;
    if (guess == GUESS_NOTHING)
        return before;
    if (number && guess == GUESS_DIFFERENCE && f->prover->machine)
        return term_bits(terms, TERM_BITS_ADD, before, term_bits(terms, TERM_BITS_SUB, to, from));
    if (number && guess == GUESS_DIFFERENCE)
        return term_add(terms, before, term_sub(terms, to, from));
    return term_ite(terms, term_eq(terms, from, to), before, to);
}

/* Any place of any cell that either has changed is the same in both memories. */
static Term same_memory(Attempt *f, const Exchange *x, const Term *a, const Term *b)
{
    Term same = term_bool(&f->terms, true);
    for (uint32_t c = 0; c < f->prover->cells.len; c++)
        if (a[c].ix != b[c].ix)
            same = term_and(
                &f->terms, same,
                term_eq(&f->terms, cell_read(f, a, x->any[c]), cell_read(f, b, x->any[c])));
    return same;
}

static Exchange begin_exchange(Attempt *f, const Step *first, const Step *second)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    Exchange x = {.s0 = attempt_memory(f),
                  .any = arena_array(&f->arena, Location, p->cells.len + 1)};
    for (uint32_t c = 0; c < p->cells.len; c++)
        x.any[c] = cell_any_place(f, c);
    for (int k = 0; k < 2; k++) {
        x.others[k] = fresh_term(f, "other", SORT_INT);
        vec_push(&f->notes.facts, term_lt(terms, term_number(terms, 0), x.others[k]));
    }
    Location *places = places_of(f, first, x.s0);
    x.s1 = copy_memory(f, x.s0);
    for (size_t i = 0; i < first->action->modifies.len && !f->trouble; i++)
        cell_havoc(f, x.s1, places[i]);
    x.s2 = copy_memory(f, x.s1);
    places = places_of(f, second, x.s1);
    for (size_t i = 0; i < second->action->modifies.len && !f->trouble; i++)
        cell_havoc(f, x.s2, places[i]);
    return x;
}

static Term did_happen(Attempt *f, const Exchange *x, const Step *first, const Step *second)
{
    Terms *terms = &f->terms;
    Term threads[] = {first->thread, second->thread, x->others[0], x->others[1]};
    Term all = term_and(terms, happens(f, first, x->s0, x->s1), happens(f, second, x->s1, x->s2));
    for (int k = 0; k < 4; k++) {
        all = term_and(terms, all, keeps_others(f, x, first, x->s0, x->s1, threads[k]));
        all = term_and(terms, all, keeps_others(f, x, second, x->s1, x->s2, threads[k]));
    }
    const Step *steps[] = {first, second};
    Term *memories[] = {x->s0, x->s1, x->s2};
    for (int k = 0; k < 6; k++)
        all = term_and(terms, all,
                       fits(f, steps[k % 2], places_of(f, steps[k % 2], x->s0), memories[k / 2]));
    all = term_and(terms, all, is_right(f, x->s0));
    all = term_and(terms, all, is_right(f, x->s1));
    return term_and(terms, all, is_right(f, x->s2));
}

static Term could_happen(Attempt *f, const Exchange *x, const Step *first, const Step *second,
                         Guess guess)
{
    Terms *terms = &f->terms;
    Term *between = copy_memory(f, x->s0);
    Location *places = places_of(f, second, x->s0);
    for (size_t i = 0; i < second->action->modifies.len && !f->trouble; i++)
        cell_write(f, between, places[i], guess_value(f, x, places[i], guess));
    Term all = fits(f, second, places, between), *end = copy_memory(f, between);
    places = places_of(f, first, between);
    for (size_t i = 0; i < first->action->modifies.len && !f->trouble; i++)
        cell_write(f, end, places[i], cell_read(f, x->s2, places[i]));
    all = term_and(terms, all, happens(f, second, x->s0, between));
    all = term_and(terms, all, happens(f, first, between, end));
    all = term_and(terms, all, same_memory(f, x, end, x->s2));
    all = term_and(terms, all, keeps_others(f, x, second, x->s0, between, x->others[0]));
    all = term_and(terms, all, keeps_others(f, x, first, between, end, x->others[1]));
    return term_and(terms, all, is_right(f, between));
}

static bool is_impossible(Attempt *f, Term what, const char **why)
{
    const Prover *p = f->prover;
    SolverOptions options = solve_options(p, "movers");
    char text[160];
    Solver *solver = solver_new(&f->terms, &options, text, sizeof text);
    if (!solver) {
        *why = arena_print(&p->job->arena, "%s", text);
        return false;
    }
    vec_each (Term, fact, &f->notes.facts)
        solver_add(solver, *fact);
    vec_each (Term, fact, &f->notes.wide_facts)
        solver_add(solver, *fact);
    solver_add(solver, what);
    bool impossible = solver_check(solver, NULL, 0) == SOLVER_UNSAT;
    p->job->stats.questions += solver_questions(solver);
    solver_free(solver);
    return impossible;
}

/* Is `first` and then `second` the same as `second` and then `first`? */
static bool commutes(Attempt *f, const Step *first, const Step *second, const char **why)
{
    Terms *terms = &f->terms;
    bool done = false;
    Exchange x = begin_exchange(f, first, second);
    Term did = did_happen(f, &x, first, second);
    for (Guess guess = 0; guess < GUESSES && !done && !f->trouble; guess++) {
        Term could = could_happen(f, &x, first, second, guess);
        done = !f->trouble && is_impossible(f, term_and(terms, did, term_not(terms, could)), why);
    }
    if (f->trouble)
        *why = f->trouble;
    return done && !f->trouble;
}

/* ---- one action, and all that others may do ---- */

/* An action, and which of the cells that movers change it touches. */
typedef struct Touching {
    const Spec *spec;
    const ActionSpec *action;
    bool *cells;
} Touching;

typedef struct Movers {
    Prover *p;
    VEC(Touching) all;
} Movers;

static Touching find_touched(Prover *p, const Spec *spec, const ActionSpec *action)
{
    Touching t = {spec, action, arena_array(&p->job->arena, bool, p->cells.len + 1)};
    Attempt f = {.prover = p, .program = p->program};
    attempt_begin(&f);
    Term *before = attempt_memory(&f), *after = attempt_memory(&f);
    Step step = any_step(&f, spec, action, f.tid);
    f.mode.reading = true;
    Location *places = arena_array(&f.arena, Location, action->modifies.len + 1);
    abs_modified(&f, action, step.args, before, places);
    (void)happens(&f, &step, before, after);
    vec_each (Location, at, &f.mode.reads)
        t.cells[at->cell] = mover_claims(p, at->cell);
    for (uint32_t c = 0; c < p->cells.len; c++)
        if (mover_claims(p, c) && (f.trouble || changes_cell(p, action, c)))
            t.cells[c] = true;
    attempt_end(&f);
    return t;
}

static bool meet(const Prover *p, const Touching *a, const Touching *b)
{
    for (uint32_t c = 0; c < p->cells.len; c++)
        if (a->cells[c] && b->cells[c])
            return true;
    return false;
}

/* Does the method make or free objects?  Then there are others in each memory. */
static bool makes_objects(const Prover *p, uint32_t proc, bool *seen)
{
    const Proc *own = &p->program->procs.at[proc];
    seen[proc] = true;
    for (uint32_t pc = own->begin; pc < own->end; pc++) {
        const Instr *i = &p->program->code.at[pc];
        if (i->op == OP_ALLOC || i->op == OP_FREE || i->op == OP_CALLPTR ||
            (i->op == OP_CALL && !seen[i->other] && makes_objects(p, i->other, seen)))
            return true;
    }
    return false;
}

static bool grows(const Prover *p, const Spec *spec)
{
    return p->met && makes_objects(p, spec->proc,
                                   arena_array(&p->job->arena, bool, p->program->procs.len + 1));
}

static bool passes(Prover *p, const Touching *a, const Touching *b, bool right, const char **why)
{
    Attempt f = {.prover = p, .program = p->program};
    *why = "";
    if (grows(p, a->spec) || grows(p, b->spec)) {
        *why = "a method whose action is said to move, or that touches what it changes, makes or "
               "frees objects, and annotations speak of objects";
        return false;
    }
    attempt_begin(&f);
    Term thread = fresh_term(&f, "u", SORT_INT);
    vec_push(&f.notes.facts, term_lt(&f.terms, term_number(&f.terms, 0), f.tid));
    vec_push(&f.notes.facts, term_lt(&f.terms, term_number(&f.terms, 0), thread));
    vec_push(&f.notes.facts, term_not(&f.terms, term_eq(&f.terms, f.tid, thread)));
    Step own = any_step(&f, a->spec, a->action, f.tid);
    Step its = any_step(&f, b->spec, b->action, thread);
    bool done = commutes(&f, right ? &own : &its, right ? &its : &own, why);
    *why = arena_print(&p->job->arena, "%s", *why);
    attempt_end(&f);
    return done;
}

/* True: it moves in this direction.  Else *why says with which action it cannot be exchanged. */
static bool moves_past_all(const Movers *m, const Touching *a, bool right, const char **why)
{
    Prover *p = m->p;
    vec_each (Touching, b, &m->all) {
        const char *because;
        if (!meet(p, a, b) || passes(p, a, b, right, &because))
            continue;
        const char *name = p->program->procs.at[b->spec->proc].name;
        *why = arena_print(&p->job->arena,
                           "it is not known that the action moves %s: when another thread "
                           "performs %s %s it, in line %" PRIu32
                           ", it may not be possible to exchange the two%s%s",
                           right ? "right" : "left", name, right ? "after" : "before",
                           b->action->pos.line, *because ? ": " : "", because);
        return false;
    }
    return true;
}

static void check_moving(const Movers *m, const Touching *a, Moving *moving)
{
    static const uint8_t bits[] = {MOVES_LEFT, MOVES_RIGHT};
    double start = budget_now();
    MethodCheck check = {.proc = m->p->program->procs.at[a->spec->proc].name,
                         .check = "movers",
                         .message = "",
                         .where = a->action->pos,
                         .result = PROOF_PROVED};
    moving->moves = 0;
    for (int right = 0; right < 2; right++) {
        const char *why = "";
        if (!(a->action->moves & bits[right]))
            continue;
        if (moves_past_all(m, a, right, &why))
            moving->moves |= bits[right];
        else {
            check.result = PROOF_UNKNOWN;
            check.message = why;
        }
    }
    LOG(PROVE, "%s: the action in line %" PRIu32 " moves %s", check.proc, check.where.line,
        moves_words[moving->moves]);
    check.seconds = budget_now() - start;
    vec_push(&m->p->job->checks, check);
}

void mover_check_all(Prover *p)
{
    Movers m = {.p = p};
    if (!p->moving.len)
        return;
    vec_each (Spec, spec, &p->program->specs)
        vec_each (ActionSpec, action, &spec->actions)
            vec_push(&m.all, find_touched(p, spec, action));
    vec_each (Touching, a, &m.all)
        vec_each (Moving, moving, &p->moving)
            if (moving->action == a->action)
                check_moving(&m, a, moving);
    vec_free(&m.all);
}
