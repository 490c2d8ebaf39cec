/* lean.c -- formulas without quantifiers, for the first question to the solver.
 *
 * "For all" that is assumed is replaced by what it says of the objects and indices that the method
 * names; "for all" that is to be shown is shown for a variable of its own.  So less is assumed than
 * was said, and what is proved then is proved.  What is not proved may still be true: for
 * quantifiers over integers the whole formulas are asked next (solve.c). */
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
    bool failed;   /* a quantifier is where it cannot be replaced */
    bool collects; /* only the variables of their own are wanted */
    bool shares;   /* what is converted is that an invariant fails */
};

static void add_named(Lean *l, NamedList *list, Term term, uint32_t layout)
{
    size_t count = 0;
    for (size_t i = 0; i < list->len; i++) {
        if (list->at[i].term.ix == term.ix && list->at[i].layout == layout)
            return;
        count += list->at[i].layout == layout;
    }
    if (term.ix && count < MOST_INSTANCES && !term_is_open(&l->f->terms, term))
        vec_push(list, ((Named){term, layout}));
}

static Term convert(Lean *l, Term term, bool assumed);

/* The variable that stands for any value, where all values are to be shown.  Invariants share it:
 * an invariant asks for all values once, and if several can fail one that fails is enough. */
static Term own_variable(Lean *l, Term forall, Sort sort)
{
    char name[40];
    Term bound = term_node(&l->f->terms, forall).arg[0];
    snprintf(name, sizeof name, l->shares ? "one %u" : "some %u", l->shares ? bound.ix : forall.ix);
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
    return !l->f->prover->raw || !bound->layout || bound->layout == named->layout;
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
    switch ((int)node.op) {
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
    default: /* it says something about numbers */
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
    return made;
}

Lean *lean_new(Attempt *f)
{
    Lean *l = arena_new(&f->arena, Lean);
    l->f = f;
    vec_each (Location, at, &f->places_found) {
        add_named(l, &l->objects, at->object,
                  f->prover->raw ? f->prover->cells.at[at->cell].layout : 0);
        add_named(l, &l->indices, at->index, 0);
        if (f->prover->raw)
            add_named(l, &l->indices, at->inner, 0);
    }
    vec_each (Term, pointer, &f->pointers)
        add_named(l, &l->objects, *pointer, 0);
    return l;
}

void lean_look(Lean *l, Term assumed)
{
    l->collects = true;
    (void)convert(l, assumed, true);
    l->collects = false;
}

void lean_ready(Lean *l)
{
    l->memo.len = 0;
}

void lean_share(Lean *l, bool invariant)
{
    l->shares = invariant;
}

Term lean_convert(Lean *l, Term assumed)
{
    return convert(l, assumed, true);
}

bool lean_failed(const Lean *l)
{
    return l->failed;
}

void lean_free(Lean *l)
{
    vec_free(&l->memo);
    vec_free(&l->objects);
    vec_free(&l->indices);
}
