/* open.c -- what quantifiers there are in terms, and which of their variables are free. */
#include "smt/term.h"

/* Operands have smaller numbers, so one pass in their order tells it of all terms. */
bool term_quantifies(Terms *terms, Term term)
{
    if (!terms->quantifies.len)
        vec_push(&terms->quantifies, false);
    for (uint32_t ix = (uint32_t)terms->quantifies.len; ix <= term.ix; ix++) {
        Node node = term_node(terms, (Term){ix});
        bool some = node.op == TERM_FORALL;
        for (int i = 0; i < term_info[node.op].arity; i++)
            some = some || terms->quantifies.at[node.arg[i].ix];
        vec_push(&terms->quantifies, some);
    }
    return terms->quantifies.at[term.ix];
}

/* Those from the 64th on share the last bit. */
static uint64_t bound_bit(const Terms *terms, Term variable)
{
    for (size_t i = 0; i < terms->bound.len; i++)
        if (terms->bound.at[i] == variable.ix)
            return (uint64_t)1 << (i < 63 ? i : 63);
    return 0;
}

bool term_bind(Terms *terms, Term variable)
{
    if (bound_bit(terms, variable))
        return false;
    vec_push(&terms->bound, variable.ix);
    return true;
}

static uint64_t open_in(Terms *terms, Term term)
{
    const uint64_t shared = (uint64_t)1 << 63;
    if (!terms->open.len)
        vec_push(&terms->open, 0);
    for (uint32_t ix = (uint32_t)terms->open.len; ix <= term.ix; ix++) {
        Node node = term_node(terms, (Term){ix});
        uint64_t some = node.op == TERM_VARIABLE ? bound_bit(terms, (Term){ix}) : 0;
        for (int i = 0; i < term_info[node.op].arity; i++)
            some |= terms->open.at[node.arg[i].ix];
        if (node.op == TERM_FORALL)
            some &= ~bound_bit(terms, node.arg[0]) | shared;
        vec_push(&terms->open, some);
    }
    return terms->open.at[term.ix];
}

bool term_is_open(Terms *terms, Term term)
{
    return open_in(terms, term) != 0;
}

bool term_is_open_in(Terms *terms, Term term, Term variable)
{
    uint64_t bit = bound_bit(terms, variable);
    return (open_in(terms, term) & bit) &&
           (bit != (uint64_t)1 << 63 || term_contains(terms, term, variable));
}
