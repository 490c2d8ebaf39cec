/* frozen.c -- what nobody may write any more.  Who holds a lock changes, so a place that nobody may
 * write stays so only if that does not depend on locks: `writable_if next == null && m == tid`
 * gives `next` to nobody once it is not null, whoever takes m. */
#include "engine/prove/access/access.h"

#include "engine/prove/model.h"

/* Is it the owner of a lock, in the memory of the formulas? */
static bool is_owner(Attempt *f, const Formulas *g, Term term)
{
    Node node = term_node(&f->terms, term);
    Term cell = node.op == TERM_SELECT ? node.arg[0] : term;
    for (uint32_t c = 0; c < f->prover->cells.len; c++)
        if (cell.ix == g->memory[c].ix)
            return f->prover->cells.at[c].part == PART_OWNER;
    return false;
}

Term frozen_with_any_locks(Attempt *f, const Formulas *g, Term formula)
{
    enum { MOST_LOCKS = 4 };
    Terms *terms = &f->terms;
    TermList below = {0}, held = {0}, answers = {0};
    Term some = term_bool(terms, false);
    term_collect(terms, formula, g->object.ix, &below);
    vec_each (Term, term, &below) {
        Node node = term_node(terms, *term);
        for (int k = 0; k < 2 && node.op == TERM_EQ; k++)
            if (node.arg[k].ix == g->thread.ix && is_owner(f, g, node.arg[1 - k])) {
                vec_push(&held, *term);
                vec_push(&answers, term_bool(terms, false));
            }
    }
    for (uint32_t set = 0; held.len <= MOST_LOCKS && set < 1U << held.len; set++) {
        for (size_t k = 0; k < held.len; k++)
            answers.at[k] = term_bool(terms, set >> k & 1);
        some = term_or(terms, some, term_replace(terms, formula, held.at, answers.at, held.len));
    }
    if (held.len > MOST_LOCKS || term_contains(terms, some, g->thread))
        some = NO_TERM;
    vec_free(&below);
    vec_free(&held);
    vec_free(&answers);
    return some;
}
