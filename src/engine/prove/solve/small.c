/* small.c -- see small.h.
 *
 * A list of wishes is granted as a whole if it can be; else each half of it is asked for.  So few
 * questions are asked where most can be granted, and there is a limit for where few can. */
#include "engine/prove/solve/small.h"

#include "engine/prove/cell/cell.h"

enum { MOST_QUESTIONS = 60 };

typedef struct Wishes {
    Attempt *f;
    TermList *held;
    Possible *possible;
    void *of;
    uint32_t asked;
} Wishes;

/* Something that a person reads, if `path` is true. */
typedef struct Shown {
    Term path, value;
} Shown;
typedef VEC(Shown) ShownList;

static bool is_possible(Wishes *w)
{
    w->asked++;
    return w->possible(w->of, w->held->at, w->held->len);
}

static void grant(Wishes *w, const Term *wishes, size_t count)
{
    size_t before = w->held->len;
    if (!count || w->asked >= MOST_QUESTIONS)
        return;
    for (size_t i = 0; i < count; i++)
        vec_push(w->held, wishes[i]);
    if (is_possible(w))
        return;
    w->held->len = before;
    if (count == 1)
        return;
    grant(w, wishes, count / 2);
    grant(w, wishes + count / 2, count - count / 2);
}

static void wish(Wishes *w, TermList *wishes, Term path, Term what)
{
    Term term = term_implies(&w->f->terms, path, what);
    if (!term_quantifies(&w->f->terms, term) && !term_is_true(&w->f->terms, term))
        vec_push(wishes, term);
}

static void wish_for_rest(Wishes *w, const Obligation *o)
{
    TermList wishes = {0};
    for (size_t i = 0; i < o->events; i++) {
        const Event *event = &w->f->notes.events.at[i];
        if (event->kind == EVENT_OTHERS)
            wish(w, &wishes, event->path, term_eq(&w->f->terms, event->before, event->value));
    }
    grant(w, wishes.at, wishes.len);
    vec_free(&wishes);
}

/* Numbers only: there is no small thread or object. */
static void show(Wishes *w, ShownList *all, Term path, Term value, Type type)
{
    Sort sort = term_sort(&w->f->terms, value);
    bool number = (type.kind == TYPE_SIGNED || type.kind == TYPE_UNSIGNED) && type.bits > 1;
    if (number && !sort.depth && (sort.base == SORT_VECTOR || sort.base == SORT_INT.base))
        vec_push(all, ((Shown){path, value}));
}

static void collect_numbers(Wishes *w, const Obligation *o, ShownList *all)
{
    const Attempt *f = w->f;
    const Proc *proc = &f->program->procs.at[f->proc];
    for (uint32_t k = 0; k < proc->params; k++)
        show(w, all, term_bool(&w->f->terms, true), f->args[1 + k].t, proc->registers.at[k].type);
    for (size_t i = 0; i < o->events; i++) {
        const Event *event = &f->notes.events.at[i];
        if (event->kind == EVENT_TOUCH)
            show(w, all, event->path, event->value, f->prover->cells.at[event->at.cell].type);
    }
}

static Term is_number(Wishes *w, Term value, int64_t number)
{
    Terms *terms = &w->f->terms;
    return term_eq(terms, value, term_constant(terms, number, term_sort(terms, value)));
}

/* -1 to 9. */
static Term is_small(Wishes *w, Term value)
{
    Term small = term_bool(&w->f->terms, false);
    for (int64_t number = -1; number < 10; number++)
        small = term_or(&w->f->terms, small, is_number(w, value, number));
    return small;
}

bool small_wish(Attempt *f, const Obligation *o, TermList *held, Possible *possible, void *of)
{
    Wishes w = {f, held, possible, of, 0};
    ShownList numbers = {0};
    TermList wishes = {0};
    if (!is_possible(&w))
        return false;
    wish_for_rest(&w, o);
    collect_numbers(&w, o, &numbers);
    vec_each (Shown, shown, &numbers)
        wish(&w, &wishes, shown->path, is_small(&w, shown->value));
    grant(&w, wishes.at, wishes.len);
    for (int64_t number = 0; number < 2; number++) {
        wishes.len = 0;
        vec_each (Shown, shown, &numbers)
            wish(&w, &wishes, shown->path, is_number(&w, shown->value, number));
        grant(&w, wishes.at, wishes.len);
    }
    vec_free(&wishes);
    vec_free(&numbers);
    return is_possible(&w);
}
