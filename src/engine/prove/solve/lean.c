/* lean.c -- formulas without quantifiers, for the first question to the solver.
 *
 * "For all" that is assumed is replaced by what it says of the objects and indices that the method
 * names; "for all" that is to be shown is shown for a variable of its own.  So less is assumed than
 * was said, and what is proved then is proved.  What is not proved may still be true: for
 * quantifiers over integers the whole formulas are asked next (solve.c).
 *
 * Each variable of its own is one more object that is named, and with two quantifiers in a formula
 * their number counts twice.  Of the obligations no two need fail at a time, so they share their
 * variables (lean_refute). */
#include "engine/prove/solve/lean.h"

#include "engine/prove/cell/storage.h"
#include "engine/prove/model.h"

enum { MOST_INSTANCES = 60 };

typedef VEC(uint32_t) Memo; /* by 2 * term + is it assumed: the term that it became, 0: not yet */

/* What is named. */
typedef struct Named {
    Term term;
    uint32_t layout; /* of an object that is touched as one of this; 0: it is not known */
} Named;
typedef VEC(Named) NamedList;

struct Lean {
    Attempt *f;
    Memo memo;
    NamedList objects, indices;
    bool failed;      /* a quantifier is where it cannot be replaced */
    bool collects;    /* only the variables of their own are wanted */
    bool refuting;    /* what is converted is one obligation ... */
    Memo own;         /* ... with a memo of its own */
    VEC(size_t) used; /* ... of which these keys are used */
    uint32_t number;  /* ... of its next variable */
};

static void add_named(Lean *l, NamedList *list, Term term, uint32_t layout)
{
    size_t count = 0;
    layout = l->f->prover->storage->layouts ? layout : 0;
    for (size_t i = 0; i < list->len; i++) {
        if (list->at[i].term.ix == term.ix && list->at[i].layout == layout)
            return;
        count += list->at[i].layout == layout;
    }
    if (term.ix && count < MOST_INSTANCES && !term_is_open(&l->f->terms, term))
        vec_push(list, ((Named){term, layout}));
}

static Term convert(Lean *l, Term term, bool assumed);

/* The variable that stands for any value, where all values are to be shown.  Obligations share
 * them: each has its own numbers, and if several can fail one that fails is enough. */
static Term own_variable(Lean *l, Term forall, Sort sort)
{
    char name[40];
    if (l->refuting)
        snprintf(name, sizeof name, "some of %u %u", sort.width, l->number++);
    else
        snprintf(name, sizeof name, "some %u", forall.ix);
    return term_variable(&l->f->terms, name, sort);
}

/* What is named, as a value of the sort; NO_TERM: it cannot be one. */
static Term as_value(Terms *terms, Term named, Sort sort)
{
    Sort own = term_sort(terms, named);
    if (sort_equal(own, sort))
        return named;
    return own.base == SORT_VECTOR && sort.base == SORT_VECTOR && !own.depth
               ? term_resize(terms, named, sort.width, true)
               : NO_TERM;
}

static Bound bound_of(const Attempt *f, Term variable)
{
    for (size_t i = 0; i < f->bound.len; i++)
        if (f->bound.at[i].variable.ix == variable.ix)
            return f->bound.at[i];
    return (Bound){0};
}

/* May it be one of the values?  In C an object is touched as what it is. */
static bool is_meant(const Lean *l, const Bound *bound, const Named *named)
{
    return !l->f->prover->storage->layouts || !bound->layout || bound->layout == named->layout;
}

static Term convert_forall(Lean *l, Term term, bool assumed)
{
    Terms *terms = &l->f->terms;
    Node node = term_node(terms, term);
    Bound bound = bound_of(l->f, node.arg[0]);
    NamedList *named = bound.objects ? &l->objects : &l->indices;
    Term all = term_bool(terms, true);
    Sort sort = term_sort(terms, node.arg[0]);
    if (!assumed) {
        Term own = own_variable(l, term, sort);
        if (l->collects)
            add_named(l, named, own, bound.layout);
        return convert(l, term_replace(terms, node.arg[1], &node.arg[0], &own, 1), assumed);
    }
    for (size_t i = 0; i < named->len && !l->collects; i++) {
        Term at = as_value(terms, named->at[i].term, sort);
        if (!at.ix || !is_meant(l, &bound, &named->at[i]))
            continue;
        Term one = term_replace(terms, node.arg[1], &node.arg[0], &at, 1);
        all = term_and(terms, all, convert(l, one, assumed));
    }
    return all;
}

/* a == b of truths, and a ? b : c: with both sides in plain sight. */
static Term spread(Terms *terms, Node node)
{
    Term a = node.arg[0], b = node.arg[1];
    Term other = node.op == TERM_EQ ? term_not(terms, b) : node.arg[2];
    return term_or(terms, term_and(terms, a, b), term_and(terms, term_not(terms, a), other));
}

static Term convert_once(Lean *l, Term term, bool assumed)
{
    Terms *terms = &l->f->terms;
    Node node = term_node(terms, term);
    switch (node.op) {
    case TERM_FORALL:
        return convert_forall(l, term, assumed);
    case TERM_NOT:
        return term_not(terms, convert(l, node.arg[0], !assumed));
    case TERM_AND:
    case TERM_OR: {
        Term a = convert(l, node.arg[0], assumed), b = convert(l, node.arg[1], assumed);
        return node.op == TERM_AND ? term_and(terms, a, b) : term_or(terms, a, b);
    }
    case TERM_EQ:
    case TERM_ITE:
        if (sort_equal(term_sort(terms, node.arg[1]), SORT_BOOL)) {
            Term plain = spread(terms, node);
            if (plain.ix != term.ix)
                return convert(l, plain, assumed);
        }
        break;
    case TERM_TRUE ... TERM_VARIABLE: /* no quantifier can be seen in these */
    case TERM_ADD ... TERM_STORE:
    case TERM_OPS:
        break;
    }
    l->failed = true;
    return term;
}

static Term convert(Lean *l, Term term, bool assumed)
{
    size_t key = 2 * (size_t)term.ix + assumed;
    if (!term_quantifies(&l->f->terms, term))
        return term;
    while (l->memo.len <= key)
        vec_push(&l->memo, 0);
    if (l->memo.at[key])
        return (Term){l->memo.at[key]};
    Term made = convert_once(l, term, assumed);
    l->memo.at[key] = made.ix;
    if (l->refuting)
        vec_push(&l->used, key);
    return made;
}

Term lean_refute(Lean *l, Term formula)
{
    Memo memo = l->memo;
    l->memo = l->own;
    l->refuting = true;
    l->number = 0;
    Term made = convert(l, formula, false);
    vec_each (size_t, key, &l->used)
        l->memo.at[*key] = 0;
    l->used.len = 0;
    l->refuting = false;
    l->own = l->memo;
    l->memo = memo;
    return term_not(&l->f->terms, made);
}

Lean *lean_new(Attempt *f)
{
    Lean *l = arena_new(&f->arena, Lean);
    l->f = f;
    vec_each (Location, at, &f->passes.places_found) {
        add_named(l, &l->objects, at->object, f->prover->cells.at[at->cell].layout);
        add_named(l, &l->indices, at->index, 0);
        add_named(l, &l->indices, at->inner, 0);
    }
    vec_each (Term, pointer, &f->notes.pointers)
        add_named(l, &l->objects, *pointer, 0);
    vec_each (const Cell, cell, &f->prover->cells) /* whose objects no place names */
        if (cell->kind == CELL_GLOBAL && cell->object && f->prover->storage->layouts)
            add_named(l, &l->objects, term_number(&f->terms, cell->object), cell->layout);
    return l;
}

void lean_look(Lean *l, Term assumed)
{
    l->collects = true;
    (void)convert(l, assumed, true);
    l->collects = false;
}

void lean_look_refuted(Lean *l, Term formula)
{
    l->collects = true;
    (void)lean_refute(l, formula);
    l->collects = false;
}

void lean_ready(Lean *l)
{
    l->memo.len = 0;
}

Term lean_convert(Lean *l, Term assumed)
{
    return convert(l, assumed, true);
}

/* Parts of an assumption, each `or` something that is not one: what it says of one object is a part
 * of its own. */
static void split(Lean *l, Term term, Term or, TermList *parts)
{
    Terms *terms = &l->f->terms;
    Node node = term_node(terms, term);
    if (!term_quantifies(terms, term)) {
        vec_push(parts, term_or(terms, term, or));
        return;
    }
    Term inner = node.op == TERM_NOT ? node.arg[0] : NO_TERM;
    Node below = inner.ix ? term_node(terms, inner) : node;
    if (node.op == TERM_AND || (inner.ix && below.op == TERM_OR)) {
        for (int k = 0; k < 2; k++)
            split(l, inner.ix ? term_not(terms, below.arg[k]) : node.arg[k], or, parts);
    } else if (node.op == TERM_OR || (inner.ix && below.op == TERM_AND)) {
        Term a = inner.ix ? term_not(terms, below.arg[0]) : node.arg[0];
        Term b = inner.ix ? term_not(terms, below.arg[1]) : node.arg[1];
        bool first = term_quantifies(terms, a);
        if (first && term_quantifies(terms, b))
            vec_push(parts, term_or(terms, convert(l, term, true), or));
        else
            split(l, first ? a : b, term_or(terms, first ? b : a, or), parts);
    } else if (node.op == TERM_FORALL) {
        Bound bound = bound_of(l->f, node.arg[0]);
        const NamedList *named = bound.objects ? &l->objects : &l->indices;
        for (size_t i = 0; i < named->len; i++) {
            Term at = as_value(terms, named->at[i].term, term_sort(terms, node.arg[0]));
            if (at.ix && is_meant(l, &bound, &named->at[i]))
                split(l, term_replace(terms, node.arg[1], &node.arg[0], &at, 1), or, parts);
        }
    } else
        vec_push(parts, term_or(terms, convert(l, term, true), or));
}

void lean_split(Lean *l, Term assumed, TermList *parts)
{
    split(l, assumed, term_bool(&l->f->terms, false), parts);
}

bool lean_failed(const Lean *l)
{
    return l->failed;
}

void lean_free(Lean *l)
{
    vec_free(&l->memo);
    vec_free(&l->own);
    vec_free(&l->used);
    vec_free(&l->objects);
    vec_free(&l->indices);
}
