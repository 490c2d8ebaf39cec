/* order.c -- which write a read finds.
 *
 * Each action that touches what threads share has a time (clock).  Actions of one thread are in its own
 * order, a thread begins after its fork and a join comes after the end.  Of two threads the order is that
 * of the times, and of equal times that of the numbers of the threads: so it is total.  A read finds a
 * write before it with none to the same place in between; of writes in the own action the order is that
 * of the program.  (Alglave, Kroening and Tautschnig, "Partial orders for efficient bounded model checking of
 * concurrent software", CAV 2013, for sequentially consistent memory and with actions in the place of events.) */
#include "engine/symbolic/model.h"

enum { MOST_CLAUSES = 1500000 };

typedef struct Candidate {
    const Visit *write; /* NULL: what was there at first */
    Term when;          /* the same place */
    Term hits;          /* it happens, to this place, before the read */
    Term taken;         /* the read finds this */
} Candidate;
typedef VEC(Candidate) Candidates;

/* Whether `a` is before `b`: events of one object. */
static Term before(Model *x, const Visit *a, const Visit *b)
{
    Terms *t = &x->terms;
    assert(a->object == b->object);
    if (a->thread == b->thread)
        return term_bool(t, a->seq < b->seq);
    if (mem_precedes(x, a->thread, a->seq, b->thread))
        return t->yes;
    if (mem_precedes(x, b->thread, b->seq, a->thread))
        return t->no;
    return a->thread < b->thread ? term_le(t, a->clock, b->clock) : term_lt(t, a->clock, b->clock);
}

static Term equal(Model *x, Sym a, Sym b)
{
    Terms *t = &x->terms;
    assert(a.kind == b.kind);
    Term same = term_eq(t, a.t, b.t);
    return a.kind == SYM_POINTER ? term_and(t, same, term_eq(t, a.which, b.which)) : same;
}

typedef VEC(Visit) Visits;

/* A write that the read surely finds, or one later than it. */
static const Visit *find_sure(Model *x, const Visits *events, const Visit *read)
{
    const Visit *sure = NULL;
    Term when;
    vec_each (Visit, w, events) {
        if (!w->write || !term_is_true(&x->terms, before(x, w, read)) ||
            !guard_implies(x, read->guard, w->guard) || mem_overlap(x, w, read, &when) != 1 ||
            !term_is_true(&x->terms, when))
            continue;
        if (!sure || term_is_true(&x->terms, before(x, sure, w)))
            sure = w;
    }
    return sure;
}

static void find_candidates(Model *x, const Visits *events, const Visit *read, Candidates *all)
{
    Terms *t = &x->terms;
    const Visit *sure = find_sure(x, events, read);
    assert(!read->write && (!sure || sure->write));
    vec_each (Visit, w, events) {
        Candidate c = {.write = w};
        if (!w->write)
            continue;
        Term order = before(x, w, read);
        int how = mem_overlap(x, w, read, &c.when);
        if (!how || term_is_false(t, order) ||
            (sure && w != sure && term_is_true(t, before(x, w, sure))))
            continue;
        c.hits = term_and(t, term_and(t, w->guard, c.when), order);
        if (how < 0) {
            unroll_limit(x, term_not(t, term_and(t, read->guard, c.hits)),
                         "memory is read otherwise than it was written, or in parts");
            continue;
        }
        vec_push(all, c);
    }
    if (!sure)
        vec_push(all, ((Candidate){.when = t->yes, .hits = t->yes}));
}

/* The read finds this one: what follows. */
static void know_taken(Model *x, const Visit *read, const Candidates *all, const Candidate *c)
{
    Terms *t = &x->terms;
    Term unwritten = t->no;
    Sym value =
        c->write ? mem_match(x, read, c->write->value, c->hits) : mem_first(x, read, &unwritten);
    if (!c->write)
        mem_unwritten(x, read, term_and(t, c->taken, unwritten));
    if (value.kind == SYM_POINTER)
        mem_may_hold(x, read, value.set);
    unroll_know(x, term_implies(t, c->taken, term_and(t, c->hits, equal(x, read->value, value))));
    vec_each (Candidate, other, all) {
        if (other == c || !other->write)
            continue;
        Term later = c->write ? before(x, c->write, other->write) : t->yes;
        unroll_know(x, term_implies(t, c->taken, term_not(t, term_and(t, other->hits, later))));
    }
}

static void encode_read(Model *x, const Visits *events, const Visit *read)
{
    Candidates all = {0};
    Terms *t = &x->terms;
    Term some = t->no;
    Path state = {.guard = t->yes};
    x->thread = x->threads.at[read->thread];
    assert(x->thread && x->thread->id == read->thread);
    x->state = &state;
    x->pc = read->pc;
    find_candidates(x, events, read, &all);
    vec_each (Candidate, c, &all) {
        c->taken = all.len == 1 ? read->guard : sym_variable(x, "from", SORT_BOOL);
        some = term_or(t, some, c->taken);
    }
    unroll_know(x, term_implies(t, read->guard, some));
    vec_each (Candidate, c, &all)
        know_taken(x, read, &all, c);
    vec_free(&all);
}

static void encode_object(Model *x, uint32_t object)
{
    Visits events = {0};
    uint64_t reads = 0, writes = 0;
    vec_each (Visit, e, &x->events)
        if (e->object == object) {
            vec_push(&events, *e);
            *(e->write ? &writes : &reads) += 1;
        }
    if (reads * writes * writes > MOST_CLAUSES)
        unroll_stop(x, "threads touch what they share too often");
    vec_each (Visit, e, &events)
        if (!e->write && !x->stopped)
            encode_read(x, &events, e);
    vec_free(&events);
}

static void encode_join(Model *x, const Join *j)
{
    Terms *t = &x->terms;
    Term goes = t->no, none = t->yes;
    Path state = {.guard = t->yes};
    vec_each (Runner *, at, &x->threads) {
        const Runner *other = *at;
        if (!other)
            continue;
        Term is = term_eq(t, j->who, sym_word(x, other->id + 1, 32));
        Term late = term_is_false(t, other->ended) ? t->no : term_lt(t, other->end_clock, j->clock);
        goes = term_or(t, goes, term_and(t, is, term_and(t, other->ended, late)));
        none = term_and(t, none, term_not(t, term_and(t, is, other->guard)));
    }
    x->state = &state;
    x->thread = x->threads.at[j->thread];
    assert(x->thread && x->thread->id == j->thread);
    x->pc = j->pc;
    unroll_know(x, term_implies(t, j->goes, goes));
    unroll_fail(x, FAIL_ERROR, ERR_BAD_THREAD, term_not(t, term_and(t, j->guard, none)), NULL);
}

void order_encode(Model *x)
{
    VEC(bool) seen = {0};
    vec_resize(&seen, x->objects.len);
    for (size_t k = 0; k < x->events.len && !x->stopped; k++) {
        uint32_t object = x->events.at[k].object;
        assert(x->objects.at[object].shared);
        if (!seen.at[object])
            encode_object(x, object);
        seen.at[object] = true;
        if (budget_spend(&x->job->budget, 20))
            unroll_stop(x, x->job->budget.reason);
    }
    vec_each (Join, j, &x->joins)
        encode_join(x, j);
    vec_free(&seen);
}
