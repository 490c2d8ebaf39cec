/* seqcst.c -- seq_cst accesses and fences, in the order in which they are executed.
 *
 * One view for all: a seq_cst write puts its message there, a seq_cst fence all that its thread
 * knows, and learns what is there. */
#include "machine/memory/weak.h"

uint32_t seqcst_floor(const Weak *w, uint32_t l)
{
    return view_seen(&w->sc, l);
}

void seqcst_wrote(Machine *m, Weak *w, uint32_t l, uint32_t place)
{
    view_open(m, w, &w->sc);
    if (w->sc.seen[l] < place)
        w->sc.seen[l] = place;
}

/* It is no happens-before: clocks stay as they are. */
static void join_seen(const Weak *w, WeakView *to, const WeakView *from)
{
    for (uint32_t l = 0; l < w->cells.len; l++)
        if (to->seen[l] < view_seen(from, l))
            to->seen[l] = view_seen(from, l);
}

void seqcst_fence(Machine *m, Weak *w, uint32_t thread)
{
    WeakView *cur = &w->threads.at[thread].cur;
    view_open(m, w, cur);
    view_open(m, w, &w->sc);
    join_seen(w, cur, &w->sc);
    join_seen(w, &w->sc, cur);
}
