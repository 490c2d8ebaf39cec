/* refine.c -- is there a run of the program with these instructions?  If not: the conditions that cannot hold
 * together, and what each of them was before, back to the beginning (weakest preconditions). */
#include "engine/cegar/internal.h"

enum { MOST_DROPPED = 400 };

/* A condition of the run, over the beginning and over what nobody knows. */
typedef struct Held {
    Term holds;
    size_t deed;
} Held;
typedef VEC(Held) HeldList;

typedef struct Values {
    VEC(Term) at; /* by number of a variable; NO_TERM: itself */
} Values;

static Term value_of(Cegar *c, const Values *values, Term term)
{
    TermList variables = {0}, to = {0}, from = {0};
    term_variables(c, term, &variables);
    vec_each (Term, t, &variables)
        if (t->ix < values->at.len && values->at.at[t->ix].ix) {
            vec_push(&from, *t);
            vec_push(&to, values->at.at[t->ix]);
        }
    Term value = term_replace(&c->terms, term, from.at, to.at, from.len);
    vec_free(&variables);
    vec_free(&from);
    vec_free(&to);
    return value;
}

static void set_value(Values *values, Term var, Term value)
{
    assert(var.ix && value.ix);
    if (values->at.len <= var.ix)
        vec_resize(&values->at, var.ix + 1);
    values->at.at[var.ix] = value;
}

/* Forward: all conditions, over the beginning. */
static void collect(Course *path, HeldList *held)
{
    Cegar *c = path->c;
    Values values = {0};
    vec_each (Cell, cell, &c->data.cells)
        if (!cell->broken)
            set_value(&values, cell->term,
                      cell->start.ix ? cell->start
                                     : var_unknown(c, term_sort(&c->terms, cell->term)));
    for (size_t k = 0; k < path->deeds.len; k++) {
        const Deed *deed = &path->deeds.at[k];
        TermList after = {0};
        assert(deed->vars.len == deed->values.len);
        if (deed->holds.ix)
            vec_push(held, ((Held){value_of(c, &values, deed->holds), k}));
        for (size_t v = 0; v < deed->vars.len; v++)
            vec_push(&after, value_of(c, &values, deed->values.at[v]));
        for (size_t v = 0; v < deed->vars.len; v++)
            set_value(&values, deed->vars.at[v], after.at[v]);
        assert(!deed->chosen.ix || deed->wanted < path->wanted.len);
        if (deed->chosen.ix)
            path->wanted.at[deed->wanted].choice = value_of(c, &values, deed->chosen);
        vec_free(&after);
    }
    vec_free(&values.at);
}

static SolverAnswer ask(Cegar *c, const HeldList *held, const bool *dropped)
{
    TermList formulas = {0};
    for (size_t k = 0; k < held->len; k++)
        if (!dropped[k])
            vec_push(&formulas, held->at[k].holds);
    SolverAnswer answer = cegar_ask(c, formulas.at, formulas.len);
    vec_free(&formulas);
    return answer;
}

/* Few conditions that cannot hold together; halves are dropped first, then quarters. */
static void drop_others(Cegar *c, const HeldList *held, bool *dropped)
{
    uint32_t asked = 0;
    for (size_t size = held->len / 2 + 1; size && asked < MOST_DROPPED; size /= 2)
        for (size_t from = 0; from < held->len && asked < MOST_DROPPED; from += size) {
            bool some = false;
            bool *before = memory_alloc(held->len * sizeof *before + 1);
            memcpy(before, dropped, held->len * sizeof *before);
            for (size_t k = from; k < from + size && k < held->len; k++) {
                some |= !dropped[k];
                dropped[k] = true;
            }
            if (some && (asked++, ask(c, held, dropped) != SOLVER_UNSAT))
                memcpy(dropped, before, held->len * sizeof *before);
            memory_free(before);
        }
}

/* Predicates about what a procedure returns, where it does. */
static bool add_results(Course *path, const Deed *deed, Term term)
{
    Cegar *c = path->c;
    TermList vars = {0};
    assert(deed->results.len <= deed->vars.len);
    for (size_t k = 0; k < deed->results.len; k++)
        vec_push(&vars, deed->vars.at[k]);
    Term of = term_replace(&c->terms, term, vars.at, deed->results.at, vars.len);
    vec_free(&vars);
    return !term_same(of, term) && predicate_add(c, course_forget_calls(path, of));
}

/* Backward: what each condition was before, wherever somebody jumps or may run.  `met`: only the variables
 * that it is about, everywhere. */
static bool go_back(Course *path, const HeldList *held, const bool *dropped, TermList *met)
{
    Cegar *c = path->c;
    TermList terms = {0};
    bool some = false;
    size_t next = held->len;
    for (size_t k = path->deeds.len; k-- > 0;) {
        const Deed *deed = &path->deeds.at[k];
        vec_each (Term, t, &terms) {
            some |= !met && add_results(path, deed, *t);
            *t = term_replace(&c->terms, *t, deed->vars.at, deed->values.at, deed->vars.len);
        }
        for (; next && held->at[next - 1].deed == k; next--)
            if (!dropped[next - 1])
                vec_push(&terms, deed->holds);
        vec_each (Term, t, &terms)
            if (met)
                term_variables(c, course_forget_calls(path, *t), met);
            else if (deed->boundary)
                some |= predicate_add(c, course_forget_calls(path, *t));
    }
    assert(!next); /* each condition was met on the way */
    vec_free(&terms);
    return some;
}

/* Conditions of the program that have to do with it are the first to be tried. */
static bool add_seeds(Course *path, const HeldList *held, const bool *dropped, TermList *seeds)
{
    Cegar *c = path->c;
    TermList variables = {0};
    bool some = false;
    go_back(path, held, dropped, &variables);
    for (bool again = true; again;) {
        again = false;
        vec_each (Term, seed, seeds) {
            if (!seed->ix || !term_shares(c, *seed, &variables))
                continue;
            some |= predicate_add(c, *seed);
            term_variables(c, *seed, &variables);
            *seed = NO_TERM;
            again = true;
        }
    }
    vec_free(&variables);
    return some;
}

/* Then what equations are between assignments: x == y is x + 1 == y where only one of them was counted
 * up.  At last whatever the run itself is about. */
static bool add_all(Course *path, const HeldList *held, const bool *dropped)
{
    Cegar *c = path->c;
    if (add_seeds(path, held, dropped, &c->seeds))
        return true;
    size_t before = c->predicates.len;
    bool some = add_seeds(path, held, dropped, &c->derived);
    for (size_t k = before; k < c->predicates.len; k++)
        c->predicates.at[k].derived = true;
    return some || go_back(path, held, dropped, NULL);
}

static void read_choices(Course *path)
{
    vec_each (Wanted, wanted, &path->wanted) {
        int64_t chosen = 0;
        if (wanted->choice.ix && !term_is_number(&path->c->terms, wanted->choice, &chosen))
            solver_value(path->c->solver, wanted->choice, &chosen);
        Sort sort = wanted->choice.ix ? term_sort(&path->c->terms, wanted->choice) : SORT_BITS(64);
        assert(sort.width && sort.width <= 64);
        wanted->chosen = (uint64_t)chosen & UINT64_MAX >> (64 - sort.width);
    }
}

Followed refine(Course *path, Reason *why)
{
    Cegar *c = path->c;
    HeldList held = {0};
    collect(path, &held);
    bool *dropped = memory_alloc(held.len * sizeof *dropped + 1);
    SolverAnswer answer = ask(c, &held, dropped);
    Followed followed = FOLLOWED_REAL;
    if (answer == SOLVER_UNSAT) {
        drop_others(c, &held, dropped);
        bool some = add_all(path, &held, dropped);
        followed = some ? FOLLOWED_REFINED : FOLLOWED_STUCK;
        why->text = "no predicate is found that tells why a run of the abstraction is none of the "
                    "program";
    } else if (answer != SOLVER_SAT) {
        followed = FOLLOWED_STUCK;
        why->text = "the solver gives up";
    } else {
        read_choices(path);
    }
    memory_free(dropped);
    vec_free(&held);
    return followed;
}
