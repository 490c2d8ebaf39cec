/* runs.c -- random runs.
 *
 * Every other run follows "A randomized scheduler with probabilistic guarantees of finding bugs"
 * (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): threads have random priorities, the
 * first one that can run does so, and at d - 1 random places the running thread gets a lower
 * priority than all others.  In n threads and k steps a bug of depth d is found with a probability
 * of at least 1 / (n k^(d-1)).  The others take a random thread each time, or stay with the last
 * one, more or less often.
 *
 * A thread that waits for others in a loop would run for ever if its priority is the highest: who
 * comes to the same state again, or runs for long, gets the lowest one. */
#include "engine/hunt/internal.h"

enum { DEEPEST = 5, LONG_CONTEXT = 1 << 12 };
#define NOBODY SIZE_MAX

typedef struct Run {
    bool by_priority;
    uint32_t stays; /* in 16: how often the same thread goes on; only without priorities */
    uint64_t changes[DEEPEST];
    uint32_t depth; /* d: so many changes, and one */
    uint64_t low;   /* below all priorities that were given */
    uint64_t steps;
    uint64_t marks; /* Movers.marks at its beginning */
    Tid last;
    bool any;         /* there is a last one */
    uint64_t context; /* its steps in a row */
    State seen;       /* some time ago, for circles (Brent) */
    uint64_t look;    /* when to take another one */
} Run;

static bool same_state(const State *a, const State *b)
{
    return a->g.ix == b->g.ix && a->threads.len == b->threads.len &&
           memcmp(a->threads.at, b->threads.at, a->threads.len * sizeof *a->threads.at) == 0;
}

/* ---- whose turn it is ---- */

static bool is_tried(const Hunt *h, size_t index)
{
    vec_each (uint32_t, tried, &h->tried)
        if (*tried == index)
            return true;
    return false;
}

static uint64_t *priority_of(Hunt *h, Tid tid)
{
    if (tid.ix >= h->priorities.len)
        vec_resize(&h->priorities, tid.ix + 1);
    uint64_t *priority = &h->priorities.at[tid.ix];
    if (!*priority)
        *priority = ((uint64_t)1 << 62) + hunt_random(h, (uint64_t)1 << 32);
    return priority;
}

static size_t pick_by_priority(Hunt *h, ptrdiff_t only)
{
    size_t best = NOBODY;
    uint64_t highest = 0;
    each_turn (t, &h->state, only) {
        uint64_t priority = *priority_of(h, h->state.threads.at[t].tid);
        if (is_tried(h, t) || (best != NOBODY && priority <= highest))
            continue;
        best = t;
        highest = priority;
    }
    return best;
}

static size_t pick_any(Hunt *h, const Run *run, ptrdiff_t only)
{
    size_t count = 0, chosen = NOBODY;
    bool stays = run->any && hunt_random(h, 16) < run->stays;
    each_turn (t, &h->state, only) {
        if (is_tried(h, t))
            continue;
        if (stays && h->state.threads.at[t].tid.ix == run->last.ix)
            return t;
        if (hunt_random(h, ++count) == 0)
            chosen = t;
    }
    return chosen;
}

/* The running thread lets the others go first. */
static void lower(Hunt *h, Run *run)
{
    assert(run->any && run->low > 1);
    *priority_of(h, run->last) = --run->low;
    run->context = 0;
}

static void change_priorities(Hunt *h, Run *run)
{
    if (run->steps >= run->look) {
        run->look = run->look * 2 + 1;
        state_copy(&run->seen, &h->state);
    } else if (same_state(&run->seen, &h->state))
        lower(h, run);
    if (run->context >= LONG_CONTEXT)
        lower(h, run);
    for (uint32_t k = 0; k + 1 < run->depth; k++)
        if (run->changes[k] == run->steps)
            *priority_of(h, run->last) = k + 1 + ((uint64_t)1 << 32);
}

static void begin(Hunt *h, Run *run, uint64_t number)
{
    static const uint32_t stays[] = {0, 8, 12, 15};
    state_copy(&h->state, &h->first);
    route_clear(&h->path);
    h->random =
        (uint64_t)h->job->options->seed * 0x9e3779b97f4a7c15u + number * 0xd1342543de82ef95u;
    *run = (Run){.by_priority = number % 2 == 1,
                 .stays = stays[number / 2 % 4],
                 .depth = 2 + (uint32_t)(number / 2 % (DEEPEST - 1)),
                 .low = (uint64_t)1 << 32,
                 .marks = h->movers.marks,
                 .look = 16};
    state_copy(&run->seen, &h->first);
    vec_each (uint64_t, priority, &h->priorities)
        *priority = 0;
    for (uint32_t k = 0; k + 1 < run->depth; k++)
        run->changes[k] = 1 + hunt_random(h, h->longest ? h->longest : 64);
}

/* ---- steps ---- */

/* One of the outcomes that go on; NULL: there is none. */
static const Outcome *pick_outcome(Hunt *h)
{
    const Outcome *chosen = NULL;
    size_t count = 0;
    for (size_t k = 0; k < h->out.len; k++) {
        const Outcome *o = &h->out.all.at[k];
        if (outcome_has_successor(o) && (++count == 1 || hunt_random(h, count) == 0))
            chosen = o;
    }
    return chosen;
}

static void take(Hunt *h, Run *run, size_t t, const Outcome *o)
{
    Tid tid = h->state.threads.at[t].tid;
    route_add(&h->path, tid, o->choices.at, o->choices.len, o->ends.at, o->ends.len);
    state_apply(&h->state, t, o);
    if (o->renames)
        state_canonicalise(h->m, &h->state);
    run->context = run->any && run->last.ix == tid.ix ? run->context + 1 : 1;
    run->last = tid;
    run->any = true;
    run->steps++;
    h->job->stats.transitions++;
    if (run->by_priority)
        change_priorities(h, run);
}

/* False: the run has come to its end. */
static bool go_on(Hunt *h, Run *run)
{
    bool waits = false, can_run = false;
    ptrdiff_t only = state_chooser(h->m, &h->state);
    if (only < 0)
        hunt_races(h, &h->state);
    h->tried.len = 0;
    while (!h->found.is) {
        size_t t = run->by_priority ? pick_by_priority(h, only) : pick_any(h, run, only);
        if (t == NOBODY)
            break;
        hunt_step(h, &h->state, t);
        for (size_t k = 0; k < h->out.len; k++) {
            OutcomeKind kind = h->out.all.at[k].kind;
            waits |= kind == OUTCOME_BLOCKED;
            can_run |= kind != OUTCOME_BLOCKED && kind != OUTCOME_IDLE;
        }
        const Outcome *o = h->found.is ? NULL : pick_outcome(h);
        if (o) {
            take(h, run, t, o);
            return true;
        }
        vec_push(&h->tried, (uint32_t)t);
    }
    if (!h->found.is && waits && !can_run && !h->movers.broken)
        hunt_deadlock(h);
    return false;
}

/* A run in which a discipline breaks does not tell deadlocks, and one in which a place turns out to
 * be one of possible races does not tell those before: it does not count, and is taken again. */
static void end(Hunt *h, Run *run, bool was_cut, uint64_t steps)
{
    state_free(&run->seen);
    if (h->found.is) {
        route_finish(h, &h->path, &h->state);
        return;
    }
    if (run->steps > h->longest)
        h->longest = run->steps;
    if (h->movers.broken) {
        hunt_restart(h);
        return;
    }
    if (h->movers.marks != run->marks)
        return;
    h->runs++;
    h->cut += was_cut;
    if (was_cut && (!h->followed || steps < h->followed))
        h->followed = steps;
}

/* What was done since then is little, and is done again; a longer run goes on, for its bugs. */
static bool is_soon_broken(const Hunt *h, uint64_t before)
{
    return h->movers.broken && hunt_work(h) - before < h->most / 8;
}

void hunt_runs(Hunt *h, uint64_t work, uint64_t most_runs)
{
    uint64_t until = hunt_work(h) + work;
    while (!h->found.is && hunt_work(h) < until && h->runs < most_runs) {
        Run run;
        bool over = hunt_is_over(h), goes_on = true;
        uint64_t before = hunt_work(h);
        begin(h, &run, h->runs);
        while (!over && goes_on && !is_soon_broken(h, before) && hunt_work(h) - before < h->most &&
               !hunt_is_crowded(&h->state)) {
            goes_on = go_on(h, &run);
            over = hunt_is_over(h);
        }
        if (over && !h->found.is && h->runs) { /* others say more */
            state_free(&run.seen);
            return;
        }
        end(h, &run, goes_on, hunt_work(h) - before);
    }
}
