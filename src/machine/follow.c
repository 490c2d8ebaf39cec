/* follow.c -- two runs of a thread, one after the other, as one. */
#include "machine/internal.h"

void outcomes_follow(Outcomes *out, size_t k, const Outcome *next)
{
    Outcome *o = outcomes_next(out);
    const Outcome *first = &out->all.at[k]; /* now: there may have been no room before */
    hard_assert(first != o && first->kind == OUTCOME_STEP && next->kind != OUTCOME_CHOICE);
    hard_assert(!first->forked.len && !next->split.pc && !next->message);
    o->kind = next->kind;
    o->g = next->g;
    o->l = next->l;
    o->s = next->s;
    o->pc = next->pc;
    vec_each (const uint32_t, choice, &first->choices)
        vec_push(&o->choices, *choice);
    vec_each (const uint32_t, choice, &next->choices)
        vec_push(&o->choices, *choice);
    vec_each (const uint32_t, end, &first->ends)
        vec_push(&o->ends, *end);
    vec_push(&o->ends, (uint32_t)first->choices.len);
    vec_each (const uint32_t, end, &next->ends)
        vec_push(&o->ends, (uint32_t)first->choices.len + *end);
    vec_each (const Forked, forked, &next->forked)
        vec_push(&o->forked, *forked);
    o->alternatives = next->alternatives;
    o->renames = first->renames || next->renames;
    o->shows = first->shows || next->shows;
    o->dropped = next->dropped;
    o->open = next->open;
}

void outcomes_remove(Outcomes *out, size_t k)
{
    Outcome last = out->all.at[out->len - 1];
    out->all.at[out->len - 1] = out->all.at[k];
    out->all.at[k] = last;
    out->len--;
}
