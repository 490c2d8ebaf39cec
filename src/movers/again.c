/* again.c -- transactions of threads that look, and look again.
 *
 * In memory with histories who reads, compares, and tries again has done right movers only when he is
 * back where he began (goes_round): his transaction could go on.  One run of the machine would try all
 * combinations of what is read in many rounds, most of which lead to the same few places.  So the run
 * ends there (Outcome.open), and what he can do next is found by another run, from each such place once.
 * What comes of it in the end takes the place of the open outcomes: others need not see him in between.
 *
 * They must where he cannot end his transaction by himself: who waits for others to write may be stuck
 * there for good.  And where he may go wrong, wait, or give objects other names, the transaction ends as well. */
#include "machine/schedule.h"
#include "movers/movers.h"

enum { MOST_PLACES = 64 };            /* of a transaction */
enum { TRIES = 16, SELDOM_ENDS = 4 }; /* see is_worth_it */

/* The state after the outcome; false: not only this thread has changed. */
static bool step(Movers *v, const State *state, size_t index, const Outcome *o)
{
    State *next = &v->again.state;
    state_copy(next, state);
    state_apply(next, index, o);
    if (o->renames)
        state_canonicalise(v->m, next);
    if (next->threads.len != state->threads.len)
        return false;
    each_thread (t, state) {
        const StateThread *was = &state->threads.at[t], *is = &next->threads.at[t];
        if (was->tid.ix != is->tid.ix ||
            (t != index && (was->l.ix != is->l.ix || was->s.ix != is->s.ix)))
            return false;
    }
    return state_is_live(next, index);
}

/* Who waits there for others most of the time is left alone: what he can do would be run twice. */
static bool is_worth_it(const Movers *v, LocalId l)
{
    const OpenCount *count = &v->again.counts.at[machine_local_pc(v->m, l)];
    return count->tries < TRIES || count->ends * SELDOM_ENDS >= count->tries;
}

/* The place where the outcome ends, plus one; 0: it may end there as well. */
static uint32_t find_place(Movers *v, const State *state, size_t index, const Outcome *o)
{
    MoreRuns *r = &v->again;
    if (!o->open || o->kind != OUTCOME_STEP || o->forked.len || !is_worth_it(v, o->l) ||
        !step(v, state, index, o))
        return 0;
    const StateThread *thread = &r->state.threads.at[index];
    for (uint32_t p = 0; p < r->places.len; p++) {
        const Here *here = &r->places.at[p].here;
        if (here->g.ix == r->state.g.ix && here->l.ix == thread->l.ix && here->s.ix == thread->s.ix)
            return p + 1;
    }
    if (r->places.len == MOST_PLACES)
        return 0;
    vec_push(&r->places, ((OpenPlace){.here = {r->state.g, thread->l, thread->s}}));
    return (uint32_t)r->places.len;
}

/* Is there something that must be seen to happen there? */
static bool is_special(const Outcomes *out)
{
    for (size_t k = 0; k < out->len; k++) {
        OutcomeKind kind = out->all.at[k].kind;
        if (kind != OUTCOME_STEP && kind != OUTCOME_ENDED && kind != OUTCOME_CUT)
            return true;
    }
    return false;
}

static void find_ways(Movers *v, const State *state, size_t index, const Outcomes *out,
                      uint32_t from)
{
    MoreRuns *r = &v->again;
    for (size_t k = r->ways.len; k < out->len; k++) {
        uint32_t to = find_place(v, state, index, &out->all.at[k]);
        vec_push(&r->ways, ((OpenWay){from, to}));
        if (from && !to && outcome_has_successor(&out->all.at[k]))
            r->places.at[from - 1].ends = true;
    }
}

/* One more run, from the place number p; the outcome number k is one that leads there. */
static void run_on(Movers *v, const State *state, size_t index, const Watcher *watcher,
                   Outcomes *out, uint32_t p, size_t k)
{
    MoreRuns *r = &v->again;
    Here here = r->places.at[p].here;
    step(v, state, index, &out->all.at[k]);
    v->start = machine_local_pc(v->m, here.l);
    state_run(v->m, &r->state, index, watcher, &r->out);
    if (is_special(&r->out)) {
        r->places.at[p].stays = r->places.at[p].ends = true;
        return;
    }
    for (size_t j = 0; j < r->out.len; j++)
        outcomes_follow(out, k, &r->out.all.at[j]);
    find_ways(v, state, index, out, p + 1);
}

static size_t find_way_to(const MoreRuns *r, uint32_t p)
{
    size_t k = 0;
    while (r->ways.at[k].to != p + 1)
        k++;
    return k;
}

/* From where can it end?  From where it cannot, it must not go on. */
static void find_ends(Movers *v)
{
    MoreRuns *r = &v->again;
    for (bool more = true; more;) {
        more = false;
        vec_each (const OpenWay, way, &r->ways)
            if (way->from && way->to && r->places.at[way->to - 1].ends &&
                !r->places.at[way->from - 1].ends)
                r->places.at[way->from - 1].ends = more = true;
    }
    vec_each (OpenPlace, place, &r->places) {
        OpenCount *count = &r->counts.at[machine_local_pc(v->m, place->here.l)];
        place->stays |= !place->ends;
        count->tries++;
        count->ends += !place->stays;
    }
}

static bool is_left(const MoreRuns *r, const OpenWay *way)
{
    return (!way->from || !r->places.at[way->from - 1].stays) &&
           (!way->to || r->places.at[way->to - 1].stays);
}

void again_go_on(Movers *v, const State *state, size_t index, const Watcher *watcher, Outcomes *out)
{
    MoreRuns *r = &v->again;
    r->places.len = r->ways.len = 0;
    if (!r->counts.len)
        vec_resize(&r->counts, v->program->code.len);
    for (size_t k = 0; k < out->len; k++)
        if (out->all.at[k].kind == OUTCOME_WRONG) /* what it says is lost with the next run */
            return;
    find_ways(v, state, index, out, 0);
    for (uint32_t p = 0; p < r->places.len; p++)
        run_on(v, state, index, watcher, out, p, find_way_to(r, p));
    find_ends(v);
    for (size_t k = out->len; k-- > 0;)
        if (!is_left(r, &r->ways.at[k]))
            outcomes_remove(out, k);
}

void again_free(Movers *v)
{
    vec_free(&v->again.places);
    vec_free(&v->again.counts);
    vec_free(&v->again.ways);
    outcomes_free(&v->again.out);
    state_free(&v->again.state);
}
