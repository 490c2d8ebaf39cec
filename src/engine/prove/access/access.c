/* access.c -- who may touch what: A and E of the paper, the steps of other threads (EA*), and what
 * other threads rely on.
 *
 * E_x(t), exclusive access, is the paper's "no other thread's predicate holds" and, besides, that
 * t's own does: with `accessible_if m == tid` nobody may touch x while m is free, yet nobody owns
 * it.  Reading needs that no other thread may write, writing that none may read or write.
 *
 * EA* as one step is right only if what other threads do never takes E_x(t) away: what they change
 * is then what t had no exclusive access to when they began.  access_stability asks this once for
 * each pair of a guarded cell x and a written cell y, for any two threads and any value; where the
 * answer is no, each write of y in each method is asked instead (access_check_write).  A write may
 * give t exclusive access (doc/theory.md says why that is right); that none does is a guess, which
 * makes EA* say more, and is dropped for x where a write does.  A mutex changes only by acquire and
 * release: from free to the running thread and back.
 *
 * An object that only one other thread can reach is that thread's to change, whatever predicates
 * say.  As long as nothing is said of such objects that does not matter: their fields may be taken
 * to be what they will be when this thread can first reach them.  Quantifiers that are about all
 * objects do say something (Prover.strict); then only what is met already (PART_MET) is kept.  The
 * invariants of C are about objects that are nobody's own. */
#include "engine/prove/access/access.h"

#include "engine/prove/access/lock.h"
#include "engine/prove/cell/cell.h"
#include "engine/prove/cell/storage.h"
#include "engine/prove/method/state.h"
#include "engine/prove/method/value.h"
#include "engine/prove/model.h"
#include "engine/prove/step/invariant.h"

/* ---- A ---- */

bool access_guard_stands(const Prover *p, const Guard *guard)
{
    return !guard->dropped && (guard->kind != GUARD_LIKE || p->quiet) &&
           (!guard->via || access_read_only(p, guard->via - 1));
}

GuardKind access_guard_kind(const Prover *p, uint32_t region)
{
    GuardKind kind = GUARD_NONE;
    vec_each (Guard, guard, &p->guards)
        if (guard->region == region && guard->kind < kind && access_guard_stands(p, guard))
            kind = guard->kind;
    return kind;
}

/* Those of the kind that holds now, one after the other. */
static const Guard *next_guard(const Prover *p, uint32_t region, size_t *at)
{
    GuardKind kind = access_guard_kind(p, region);
    for (; *at < p->guards.len; ++*at) {
        const Guard *guard = &p->guards.at[*at];
        if (guard->region == region && guard->kind == kind && access_guard_stands(p, guard))
            return &p->guards.at[(*at)++];
    }
    return NULL;
}

bool access_read_only(const Prover *p, uint32_t cell)
{
    const Cell *c = &p->cells.at[cell];
    return c->access < 0 && access_guard_kind(p, c->region) == GUARD_CONSTANT;
}

bool access_stays(const Prover *p, uint32_t cell)
{
    return access_read_only(p, cell) && (!p->strict || p->cells.at[cell].kind == CELL_GLOBAL);
}

/* The array of locks that a guard names: what a global refers to, */
Term access_guarding_typed(Attempt *f, const Term *memory, const Guard *guard, Location at)
{
    (void)at;
    remember_place(f, (Location){.cell = guard->by});
    return memory[guard->by];
}

/* ... or the same object, or a variable. */
Term access_guarding_raw(Attempt *f, const Term *memory, const Guard *guard, Location at)
{
    const Cell *lock = &f->prover->cells.at[guard->lock];
    (void)memory;
    return lock->layout == f->prover->cells.at[at.cell].layout
               ? at.object
               : term_number(&f->terms, lock->object);
}

/* The lock that a guard names, for this location. */
static Location lock_of(const Prover *p, Attempt *f, const Term *memory, const Guard *guard,
                        Location at)
{
    Location lock = {.cell = guard->lock};
    const Cell *cell = &p->cells.at[guard->lock];
    assert(cell->part == PART_OWNER && guard->kind != GUARD_CONSTANT);
    if (guard->via) {
        Location via = {.cell = guard->via - 1, .object = at.object};
        remember_place(f, via);
        lock.object = cell_read(f, memory, via);
        remember_place(f, lock);
        return lock;
    }
    if (cell->kind >= CELL_FIELD)
        lock.object = at.object;
    if (cell->kind >= CELL_ELEMENT) {
        lock.object = p->storage->guarding(f, memory, guard, at);
        lock.index = at.index;
        lock.inner = cell->kind == CELL_INNER ? at.inner : NO_TERM;
    }
    remember_place(f, lock);
    return lock;
}

bool access_quiet(const Prover *p, uint32_t cell)
{
    const Cell *c = &p->cells.at[cell];
    if (!p->quiet || c->part != PART_NONE)
        return false;
    return c->access >= 0 ? c->quiet : access_guard_kind(p, c->region) == GUARD_LIKE;
}

Term access_guard(Attempt *f, const Term *memory, const Guard *guard, Location at, bool write,
                  Term thread)
{
    if (guard->kind == GUARD_LIKE) {
        Location like = {guard->lock, at.object, at.index, at.inner};
        remember_place(f, like);
        return access_allows(f, memory, like, true, thread);
    }
    Location lock = lock_of(f->prover, f, memory, guard, at);
    Term holds = term_eq(&f->terms, cell_read(f, memory, lock), thread);
    if (guard->kind != GUARD_SHARE || write)
        return holds;
    return term_or(&f->terms, holds, rwlock_reads(f, memory, lock, thread));
}

static Term guarded(Attempt *f, const Term *memory, Location at, bool write, Term thread)
{
    const Prover *p = f->prover;
    Term all = term_bool(&f->terms, true);
    size_t k = 0;
    for (const Guard *g; (g = next_guard(p, p->cells.at[at.cell].region, &k));) {
        if (g->kind == GUARD_CONSTANT)
            return term_bool(&f->terms, !write);
        if (g->kind != GUARD_WRITE || write)
            all = term_and(&f->terms, all, access_guard(f, memory, g, at, write, thread));
    }
    return all;
}

Term access_allows(Attempt *f, const Term *memory, Location at, bool write, Term thread)
{
    Terms *terms = &f->terms;
    const Cell *cell = &f->prover->cells.at[at.cell];
    if (cell->part > PART_OWNER)
        return term_bool(terms, true);
    if (cell->part == PART_OWNER) {
        Term owner = cell_read(f, memory, at);
        return term_or(terms, term_eq(terms, owner, term_number(terms, 0)),
                       term_eq(terms, owner, thread));
    }
    if (cell->access < 0)
        return guarded(f, memory, at, write, thread);
    const Access *access = &f->program->accesses.at[cell->access];
    int32_t proc = write || access_quiet(f->prover, at.cell) ? access->write : access->read;
    Term zero = term_number(terms, 0), result;
    Sym args[3] = {
        {.t = thread},
        {.t = at.object.ix ? at.object : zero},
        {.t = at.index.ix ? at.index : term_constant(terms, 0, cell_index_sort(f->prover))}};
    if (proc < 0)
        return term_bool(terms, true);
    if (f->prover->storage->arguments && !f->prover->storage->arguments(f, access, at, args + 1))
        give_up(f, 0, "an access predicate is about parts of an array that cannot be told apart");
    if (!pure_test(f, (uint32_t)proc, args, memory, memory, &result))
        give_up(f, 0, "an access predicate uses something that cannot be proved yet");
    return result;
}

/* ---- E ---- */

/* What a predicate asks about thread j: is it this one, does it read that lock? */
typedef struct Asked {
    TermList atoms, no; /* j == e, and as many times false */
    TermList values;    /* e */
    TermList reads;     /* set[j] */
    Term set;           /* of the first of them */
    bool plain;         /* it asks nothing else */
} Asked;

static void find_asked(Attempt *f, Term a, Term j, Asked *asked)
{
    Terms *terms = &f->terms;
    TermList below = {0};
    Term own = value_number(f, j);
    asked->plain = true;
    term_collect(terms, a, j.ix, &below); /* j is new: what is older does not contain it */
    vec_each (Term, term, &below) {
        Node node = term_node(terms, *term);
        bool equal = node.op == TERM_EQ;
        bool number = equal && (node.arg[0].ix == own.ix || node.arg[1].ix == own.ix);
        bool left = node.arg[0].ix == (number ? own.ix : j.ix);
        bool right = node.arg[1].ix == (number ? own.ix : j.ix);
        for (int k = 0; k < 3 && !number; k++)
            asked->plain = asked->plain && node.arg[k].ix != own.ix; /* computed with */
        if (term->ix == own.ix)
            continue;
        if (node.op == TERM_FORALL && term_contains(terms, *term, j))
            asked->plain = false;
        if (!term_info[node.op].arity || (!left && !right && node.arg[2].ix != j.ix))
            continue;
        Term other = node.arg[left];
        bool reads = node.op == TERM_SELECT && right &&
                     (!asked->reads.len || asked->set.ix == other.ix) &&
                     sort_equal(term_sort(terms, *term), SORT_BOOL);
        asked->plain = asked->plain && (node.op == TERM_EQ || reads) && left != right &&
                       !term_contains(terms, other, j);
        if (reads) {
            asked->set = other;
            vec_push(&asked->reads, *term);
            continue;
        }
        vec_push(&asked->atoms, *term);
        vec_push(&asked->values, number ? term_add(terms, other, term_number(terms, 1)) : other);
        vec_push(&asked->no, term_bool(terms, false));
    }
    vec_free(&below);
}

/* A thread that the predicate does not name satisfies it: one that reads nothing, or, if there is
 * one besides t, a reader. */
static Term unnamed_other(Attempt *f, Term a, const Asked *asked, Term t)
{
    Terms *terms = &f->terms;
    Term rest = term_replace(terms, a, asked->atoms.at, asked->no.at, asked->atoms.len);
    if (!asked->reads.len)
        return rest;
    Term no = term_bool(terms, false), yes = term_bool(terms, true);
    Term readers = rwlock_others_read(f, asked->set, t);
    Term one = term_replace(terms, rest, asked->reads.at, &yes, 1);
    Term other = term_replace(terms, rest, asked->reads.at, &no, 1);
    if (readers.ix)
        one = term_and(terms, one, readers);
    return term_or(terms, one, other);
}

/* Some thread other than t satisfies `a`, in which it is called j.  There are more threads than
 * terms, so it is enough to try those that j is compared with, and one that is none of them.
 * NO_TERM: j is used in another way than in comparisons. */
static Term exists_other(Attempt *f, Term a, Term j, Term t)
{
    Terms *terms = &f->terms;
    Asked asked = {0};
    find_asked(f, a, j, &asked);
    assert(asked.atoms.len == asked.no.len && asked.atoms.len == asked.values.len);
    Term result = asked.plain ? unnamed_other(f, a, &asked, t) : NO_TERM;
    if (asked.plain && term_contains(terms, result, j))
        result = NO_TERM;
    for (size_t i = 0; result.ix && i < asked.values.len; i++) {
        Term e = asked.values.at[i], there = term_replace(terms, a, &j, &e, 1);
        there = term_and(terms, there, term_not(terms, term_eq(terms, e, t)));
        there = term_and(terms, there, term_lt(terms, term_number(terms, 0), e));
        result = term_or(terms, result, there);
    }
    vec_free(&asked.atoms);
    vec_free(&asked.values);
    vec_free(&asked.no);
    vec_free(&asked.reads);
    return result;
}

static Term others_may(Attempt *f, const Term *memory, Location at, bool write, Term t)
{
    char name[40];
    snprintf(name, sizeof name, "any thread %u", f->threads++);
    Term j = term_variable(&f->terms, name, SORT_INT);
    Term a = access_allows(f, memory, at, write, j);
    Term result = exists_other(f, a, j, t);
    return result.ix ? result : term_bool(&f->terms, true);
}

/* Any place of the cell, for a formula. */
static Location formal_place(const Attempt *f, const Formulas *g, uint32_t cell)
{
    CellKind kind = f->prover->cells.at[cell].kind;
    return (Location){cell, kind == CELL_GLOBAL ? NO_TERM : g->object,
                      kind >= CELL_ELEMENT ? g->index : NO_TERM,
                      kind == CELL_INNER ? g->inner : NO_TERM};
}

/* Another thread may write there, or, if this one writes, touch it. */
static Term others_conflict(Attempt *f, const Formulas *g, Location at, bool write)
{
    Term others = others_may(f, g->memory, at, true, g->thread);
    if (!write)
        return others;
    return term_or(&f->terms, others, others_may(f, g->memory, at, false, g->thread));
}

/* E as a formula over variables that stand for the memory, the place and the thread.  It is made
 * once and then instantiated, so that E is the same function of every memory: how far a formula
 * about a certain memory can be simplified must not decide what it says. */
static Term make_formula(Attempt *f, Formulas *g, uint32_t cell, bool write)
{
    Terms *terms = &f->terms;
    Location at = formal_place(f, g, cell);
    assert(!f->mode.formal);
    f->mode.formal = true;
    Term mine = access_allows(f, g->memory, at, write, g->thread);
    Term others = others_conflict(f, g, at, write);
    if (!write && f->prover->cells.at[cell].free_read)
        mine = access_allows(f, g->memory, at, true, g->thread); /* nobody's while nobody writes */
    f->mode.formal = false;
    return term_and(terms, mine, term_not(terms, others));
}

static Formulas *formulas_of(Attempt *f)
{
    const Prover *p = f->prover;
    if (f->formulas)
        return f->formulas;
    Formulas *g = f->formulas = arena_new(&f->arena, Formulas);
    g->memory = arena_array(&f->arena, Term, p->cells.len + 1);
    g->exclusive = arena_array(&f->arena, Term, 2 * p->cells.len + 1);
    g->frozen = arena_array(&f->arena, Term, p->cells.len + 1);
    g->apart = arena_array(&f->arena, Term, 2 * p->cells.len + 1);
    g->object = term_variable(&f->terms, "the object", SORT_INT);
    g->index = term_variable(&f->terms, "the index", cell_index_sort(p));
    g->inner = term_variable(&f->terms, "the inner index", cell_index_sort(p));
    g->thread = term_variable(&f->terms, "the thread", SORT_INT);
    for (uint32_t c = 0; c < p->cells.len; c++) {
        char name[40];
        snprintf(name, sizeof name, "the memory %u", c);
        g->memory[c] = term_variable(&f->terms, name, p->cells.at[c].sort);
    }
    return g;
}

static Term instance(Attempt *f, const Formulas *g, Term formula, const Term *memory, Location at,
                     Term thread)
{
    const Prover *p = f->prover;
    TermList below = {0}, from = {0}, to = {0};
    term_collect(&f->terms, formula, g->object.ix, &below);
    vec_each (Term, term, &below) {
        Term by = term->ix == g->object.ix   ? at.object
                  : term->ix == g->index.ix  ? at.index
                  : term->ix == g->inner.ix  ? at.inner
                  : term->ix == g->thread.ix ? thread
                                             : NO_TERM;
        for (uint32_t c = 0; c < p->cells.len && !by.ix; c++)
            if (term->ix == g->memory[c].ix)
                by = memory[c];
        if (!by.ix)
            continue;
        vec_push(&from, *term);
        vec_push(&to, by);
    }
    assert(formula.ix && from.len == to.len);
    Term result = term_replace(&f->terms, formula, from.at, to.at, from.len);
    vec_free(&below);
    vec_free(&from);
    vec_free(&to);
    return result;
}

Term access_exclusive_for(Attempt *f, const Term *memory, Location at, bool write, Term thread)
{
    Terms *terms = &f->terms;
    CellPart part = f->prover->cells.at[at.cell].part;
    if (part == PART_OWNER)
        return term_eq(terms, cell_read(f, memory, at), thread);
    if (part == PART_READERS)
        return rwlock_reads(f, memory, at, thread);
    if (part == PART_COUNT)
        return term_bool(terms, false);
    Formulas *g = formulas_of(f);
    Term *formula = &g->exclusive[2 * at.cell + write];
    if (!formula->ix)
        *formula = make_formula(f, g, at.cell, write);
    return instance(f, g, *formula, memory, at, thread);
}

Term access_apart(Attempt *f, const State *s, const Term *memory, Location at, bool write)
{
    Terms *terms = &f->terms;
    Term own = term_or(terms, s->alone, access_is_fresh(f, s, at.object));
    if (term_is_true(terms, own) || (write && access_quiet(f->prover, at.cell)))
        return own; /* others may glance at it at any time */
    Formulas *g = formulas_of(f);
    Term *formula = &g->apart[2 * at.cell + write];
    if (!formula->ix) {
        f->mode.formal = true;
        *formula = term_not(terms, others_conflict(f, g, formal_place(f, g, at.cell), write));
        f->mode.formal = false;
    }
    return term_or(terms, own, instance(f, g, *formula, memory, at, f->tid));
}

/* Nobody may write it, and taking a lock does not change that. */
static Term make_frozen(Attempt *f, Formulas *g, uint32_t cell)
{
    Location at = formal_place(f, g, cell);
    f->mode.formal = true;
    Term mine = access_allows(f, g->memory, at, true, g->thread);
    Term some = frozen_with_any_locks(f, g, mine);
    if (!some.ix)
        some = term_or(&f->terms, mine, others_may(f, g->memory, at, true, g->thread));
    f->mode.formal = false;
    return term_not(&f->terms, some);
}

Term access_frozen_for(Attempt *f, const Term *memory, Location at, Term thread)
{
    Formulas *g = formulas_of(f);
    Term *formula = &g->frozen[at.cell];
    if (!formula->ix)
        *formula = make_frozen(f, g, at.cell);
    return instance(f, g, *formula, memory, at, thread);
}

Term access_frozen(Attempt *f, const Term *memory, Location at)
{
    return f->prover->cells.at[at.cell].freezes ? access_frozen_for(f, memory, at, f->tid)
                                                : term_bool(&f->terms, false);
}

Term access_is_fresh(Attempt *f, const State *s, Term object)
{
    Terms *terms = &f->terms;
    Term result = term_bool(terms, false);
    for (size_t i = 0; i < s->fresh.len && object.ix; i++)
        result = term_or(
            terms, result,
            term_and(terms, s->fresh.at[i].flag, term_eq(terms, object, s->fresh.at[i].object)));
    return result;
}

Term access_exclusive(Attempt *f, const State *s, const Term *memory, Location at, bool write)
{
    Terms *terms = &f->terms;
    Term own = term_or(terms, s->alone, access_is_fresh(f, s, at.object));
    if (term_is_true(terms, own))
        return own;
    return term_or(terms, own, access_exclusive_for(f, memory, at, write, f->tid));
}

/* ---- EA* ---- */

/* Has it just been said?  Cells with the same predicate give the same facts. */
static bool is_told(const Attempt *f, Term fact)
{
    for (size_t i = f->notes.facts.len; i-- > 0 && i + 16 > f->notes.facts.len;)
        if (f->notes.facts.at[i].ix == fact.ix)
            return true;
    return false;
}

/* What is true of a place that a quantifier names is true for all its values. */
void access_add_fact(Attempt *f, Term fact)
{
    bool wide = false;
    for (size_t i = f->bound.len; i-- > 0;)
        if (term_is_open_in(&f->terms, fact, f->bound.at[i].variable)) {
            fact = term_forall(&f->terms, f->bound.at[i].variable, fact);
            wide = wide || f->bound.at[i].objects;
        }
    if (term_is_true(&f->terms, fact) || is_told(f, fact))
        return;
    if (wide)
        vec_push(&f->notes.wide_facts, fact);
    else
        vec_push(&f->notes.facts, fact);
}

/* Others neither add the thread to the readers of a lock nor take it away. */
static void keep_readers(Attempt *f, const State *s, const Term *before, const Term *after,
                         Location at)
{
    Terms *terms = &f->terms;
    Term was = rwlock_reads(f, before, at, f->tid), is = rwlock_reads(f, after, at, f->tid);
    Term kept = f->mode.lent ? term_implies(terms, was, is) : term_eq(terms, was, is);
    Term right = rwlock_invariant(f, after, at, f->tid, f->tid);
    access_add_fact(f, term_implies(terms, s->path, term_and(terms, kept, right)));
}

/* What has been made stays so; but in C others may free what is not the thread's own. */
static void keep_made(Attempt *f, const State *s, const Term *before, const Term *after,
                      Location at)
{
    Terms *terms = &f->terms;
    Term was = cell_read(f, before, at), is = cell_read(f, after, at);
    if (f->prover->storage->frees && f->prover->cells.at[at.cell].part == PART_MADE) {
        Location met = {.cell = f->prover->met, .object = at.object};
        Term known = term_and(terms, cell_read(f, before, met), is);
        if (!term_is_open(terms, at.object)) /* what was known then and is there now was there */
            access_add_fact(f, term_implies(terms, known, was));
        was = term_and(terms, was, term_or(terms, s->alone, access_is_fresh(f, s, at.object)));
    }
    access_add_fact(f, term_implies(terms, was, is));
}

void access_grow(Attempt *f, State *s)
{
    const Prover *p = f->prover;
    size_t bytes = p->cells.len * sizeof *s->now;
    Term *after = memcpy(arena_alloc(&f->arena, bytes + 1), s->now, bytes);
    for (uint32_t c = 0; c < p->cells.len; c++)
        if (cell_grows(&p->cells.at[c]))
            after[c] = fresh_term(f, p->cells.at[c].name, p->cells.at[c].sort);
    vec_each (Location, at, &f->passes.places)
        if (cell_grows(&p->cells.at[at->cell]))
            keep_made(f, s, s->now, after, *at);
    s->now = after;
}

/* Where annotations ask for all objects, some that are met later may be another thread's own now.
 */
static Term is_met(Attempt *f, const Term *memory, Location at)
{
    Location place = {.cell = f->prover->met, .object = at.object};
    if (!f->prover->strict || !at.object.ix || cell_is_variable(f, at.object))
        return term_bool(&f->terms, true);
    return cell_read(f, memory, place);
}

static void add_rights(Attempt *f, uint32_t cell, Term met, Term before, Term after)
{
    Term kept = access_gives(f->prover, cell) ? term_implies(&f->terms, before, after)
                                              : term_eq(&f->terms, before, after);
    access_add_fact(f, term_implies(&f->terms, met, kept));
}

/* Was the function that is called given the object? */
static Term is_given(Attempt *f, Term object)
{
    Terms *terms = &f->terms;
    Term given = term_bool(terms, false);
    assert(f->mode.given.len == f->mode.gives.len);
    for (size_t i = 0; i < f->mode.given.len && object.ix; i++) {
        Term same = term_eq(terms, object, f->mode.given.at[i]);
        given = term_or(terms, given, term_and(terms, f->mode.gives.at[i], same));
    }
    return given;
}

/* What others leave alone: what only this thread may touch.  A function that it has called leaves the locks
 * alone that it holds, and what nobody writes; but whoever is given an object may be meant to fill it. */
static Term is_left(Attempt *f, const Term *memory, Location at, bool write)
{
    if (!f->mode.lent || f->prover->cells.at[at.cell].part == PART_OWNER)
        return access_exclusive_for(f, memory, at, write, f->tid);
    const Cell *cell = &f->prover->cells.at[at.cell];
    bool variable = cell->kind == CELL_GLOBAL && cell->object;
    Term object = variable ? term_number(&f->terms, cell->object) : at.object;
    if (access_stays(f->prover, at.cell))
        return term_not(&f->terms, is_given(f, object));
    return term_bool(&f->terms, false);
}

/* What was exclusive stays what it was, and stays exclusive; nothing becomes so unless writes give
 * exclusive access. */
static void keep_place(Attempt *f, const State *s, const Term *before, const Term *after,
                       Location at)
{
    Terms *terms = &f->terms;
    if (cell_grows(&f->prover->cells.at[at.cell]))
        keep_made(f, s, before, after, at);
    if (rwlock_is(f->prover, at.cell))
        keep_readers(f, s, before, after, at);
    if (f->prover->cells.at[at.cell].part > PART_OWNER)
        return;
    Term fresh = term_or(terms, s->alone, access_is_fresh(f, s, at.object));
    Term read = is_left(f, before, at, false);
    Term write = access_exclusive_for(f, before, at, true, f->tid);
    Term same = term_eq(terms, cell_read(f, after, at), cell_read(f, before, at));
    Term met = is_met(f, before, at), frozen = access_frozen(f, before, at);
    Term kept = term_or(terms, read, frozen);
    access_add_fact(f,
                    term_implies(terms, term_or(terms, fresh, term_and(terms, met, kept)), same));
    access_add_fact(f,
                    term_implies(terms, term_and(terms, met, frozen), access_frozen(f, after, at)));
    if (f->mode.lent)
        return; /* it may have got more, and given some of it to others */
    add_rights(f, at.cell, met, read, access_exclusive_for(f, after, at, false, f->tid));
    add_rights(f, at.cell, met, write, access_exclusive_for(f, after, at, true, f->tid));
}

/* The thread has met the object: it is in nobody else's hands alone. */
static bool is_pointer(const Attempt *f, Term object)
{
    vec_each (Term, pointer, &f->notes.pointers)
        if (pointer->ix == object.ix)
            return true;
    return false;
}

/* Places that are plainly exclusive keep their values without a fact that says so. */
static void keep_surely(Attempt *f, const State *s, Term *after)
{
    const Prover *p = f->prover;
    for (size_t i = 0; i < f->passes.places.len; i++) {
        Location at = f->passes.places.at[i];
        Term own = access_is_fresh(f, s, at.object);
        if (!p->strict || !at.object.ix || is_pointer(f, at.object))
            own = term_or(&f->terms, term_or(&f->terms, s->alone, own),
                          is_left(f, s->now, at, false));
        if (after[at.cell].ix != s->now[at.cell].ix && p->cells.at[at.cell].part <= PART_OWNER &&
            term_is_true(&f->terms, own))
            cell_write(f, after, at, cell_read(f, s->now, at));
    }
}

/* Does the place depend on the variable of a quantifier over objects? */
static bool is_quantified(const Attempt *f, Location at)
{
    for (size_t i = 0; i < f->bound.len && at.object.ix; i++)
        if (f->bound.at[i].objects &&
            term_contains((Terms *)&f->terms, at.object, f->bound.at[i].variable))
            return true;
    return false;
}

static void note_change(Attempt *f, const State *s, uint32_t code, Location at, const Term *before,
                        const Term *after)
{
    Event event = {.kind = EVENT_OTHERS,
                   .path = s->path,
                   .code = code,
                   .at = at,
                   .before = cell_read(f, before, at),
                   .value = cell_read(f, after, at)};
    if (!s->trial && f->prover->cells.at[at.cell].part <= PART_OWNER &&
        event.before.ix != event.value.ix && !is_quantified(f, at))
        vec_push(&f->notes.events, event);
}

/* Others do not refer to what they cannot reach. */
static void keep_apart(Attempt *f, const State *s, Term pointer)
{
    Terms *terms = &f->terms;
    for (size_t i = 0; i < s->fresh.len; i++) {
        Term other = term_not(terms, term_eq(terms, pointer, s->fresh.at[i].object));
        Term own = term_and(terms, s->path, s->fresh.at[i].flag);
        access_add_fact(f, term_implies(terms, own, other));
    }
}

/* Any object of a layout, or any index, in facts. */
static Term any_value(Attempt *f, const char *what, uint32_t layout, bool objects)
{
    char name[40];
    snprintf(name, sizeof name, "%s %u", what, layout);
    Term any = term_variable(&f->terms, name, objects ? SORT_INT : cell_index_sort(f->prover));
    attempt_bind(f, any, objects, objects ? layout : 0);
    return any;
}

void access_tell_apart(Attempt *f, const State *s, Term object, Term when)
{
    Terms *terms = &f->terms;
    for (uint32_t c = 0; c < f->prover->cells.len; c++) {
        const Cell *cell = &f->prover->cells.at[c];
        if (cell->kind == CELL_GLOBAL || cell->type.kind != TYPE_PTR || !cell->known)
            continue;
        Location at = {.cell = c, .object = any_value(f, "any object", cell->layout, true)};
        if (cell->kind >= CELL_ELEMENT)
            at.index = any_value(f, "any index", 0, false);
        if (cell->kind == CELL_INNER)
            at.inner = any_value(f, "any inner index", 0, false);
        Term other = term_not(terms, term_eq(terms, cell_read(f, s->now, at), object));
        Term own = access_is_fresh(f, s, at.object);
        if (!f->prover->strict) {
            Location met = {.cell = f->prover->met, .object = at.object};
            own = term_or(terms, own, term_not(terms, cell_read(f, s->now, met)));
        }
        Term fact = term_implies(terms, when, term_or(terms, own, other));
        fact = at.inner.ix ? term_forall(terms, at.inner, fact) : fact;
        fact = at.index.ix ? term_forall(terms, at.index, fact) : fact;
        vec_push(&f->notes.facts, term_forall(terms, at.object, fact));
    }
}

void access_keep_apart(Attempt *f, const State *s)
{
    for (size_t i = 0; i < s->fresh.len && f->prover->met; i++)
        access_tell_apart(f, s, s->fresh.at[i].object,
                          term_and(&f->terms, s->path, s->fresh.at[i].flag));
}

/* A global that the method or an annotation that it needs names.  Of others nothing is kept. */
static bool is_named(const Attempt *f, uint32_t cell)
{
    const Cell *c = &f->prover->cells.at[cell];
    return c->kind == CELL_GLOBAL && c->known && (!f->passes.named || f->passes.named[cell]);
}

void access_environment(Attempt *f, State *s, uint32_t code)
{
    const Prover *p = f->prover;
    Terms *terms = &f->terms;
    size_t cells = p->cells.len;
    s->dirty = false;
    s->settled = NULL;
    if (term_is_true(terms, s->alone))
        return;
    Term *after = arena_array(&f->arena, Term, cells + 1);
    for (uint32_t c = 0; c < cells; c++) {
        const Cell *cell = &p->cells.at[c];
        Location at = {.cell = c};
        after[c] = s->now[c];
        if (access_stays(p, c) && !f->mode.lent)
            continue;
        Term any = fresh_term(f, cell->name, cell->sort);
        if (is_named(f, c) && cell->part <= PART_OWNER) {
            Term keep = is_left(f, s->now, at, false);
            any = term_ite(terms, keep, s->now[c], any);
        }
        after[c] = term_ite(terms, s->alone, s->now[c], any);
    }
    keep_surely(f, s, after);
    for (uint32_t c = 0; c < cells; c++) {
        Location at = {.cell = c};
        if (is_named(f, c) && after[c].ix != s->now[c].ix) {
            if (p->cells.at[c].type.kind == TYPE_PTR)
                keep_apart(f, s, after[c]);
            keep_place(f, s, s->now, after, at);
            note_change(f, s, code, at, s->now, after);
        }
    }
    for (size_t i = 0; i < f->passes.places.len; i++) {
        Location at = f->passes.places.at[i];
        if (after[at.cell].ix == s->now[at.cell].ix ||
            (p->storage->hands_over && is_quantified(f, at)))
            continue;
        keep_place(f, s, s->now, after, at);
        note_change(f, s, code, at, s->now, after);
    }
    s->now = after;
    access_keep_apart(f, s);
    if (!f->abs)
        invariant_know(f, s);
}

const char *access_text(const Prover *p, uint32_t cell, Arena *arena)
{
    const Cell *c = &p->cells.at[cell];
    const char *text = "";
    size_t at = 0;
    if (c->part != PART_NONE)
        return "accessible_if it is free or held by the thread";
    if (c->access >= 0)
        return p->program->accesses.at[c->access].text;
    for (const Guard *g; (g = next_guard(p, c->region, &at));)
        text = arena_print(arena, "%s%s%s", text, *text ? " && " : "", g->text);
    return text;
}
