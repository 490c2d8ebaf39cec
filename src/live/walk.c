/* walk.c -- lassos and hangs that random runs come to.
 *
 * Runs are followed action by action, and all states that they visit are kept: with what each thread could do there, so a
 * round in them is judged as one in the graph of all states.  Whenever twice as many states are known the fair components
 * among them are looked at (component.c); what is found is a run of the program, whatever lies outside.  A run goes on
 * with the same thread more or less often, and leaves one thread behind: that is how others starve it.
 *
 * Hangs: from a state whose followers have all been visited it is known who can get on.  Of one that was not visited
 * everybody is taken to get on. */
#include "live/live.h"

enum { FIRST_LOOK = 64, SHORTEST = 16, MOST_DOUBLINGS = 10 };

typedef struct Walk {
    LiveSearch *l;
    const LiveDice *dice;
    uint32_t at;
    uint32_t stays; /* in 16: how often the same thread goes on */
    uint32_t last, slow;
    uint64_t left; /* actions of this run */
} Walk;

static uint32_t roll(const Walk *w, uint32_t n)
{
    return (uint32_t)w->dice->roll(w->dice->self, n);
}

static bool is_expanded(const LiveSearch *l, uint32_t id)
{
    return id < l->states.len && l->states.at[id].expanded;
}

/* A run from the beginning, or on from where one has been. */
static void begin(Walk *w)
{
    uint32_t count = states_count(&w->l->table);
    w->at = roll(w, 2) ? 0 : roll(w, count);
    if (roll(w, 2)) /* somewhere where nobody has been */
        for (uint32_t k = 0; k < count && is_expanded(w->l, w->at); k++)
            w->at = (w->at + 1) % count;
    w->stays = 5 * roll(w, 4);
    w->slow = roll(w, 2) ? roll(w, MOST_TIDS) : NOBODY;
    if (w->slow != NOBODY)
        while (!(w->l->seen & live_bit(w->slow)) && w->slow)
            w->slow--;
    w->last = NOBODY;
    w->left = (uint64_t)SHORTEST << roll(w, MOST_DOUBLINGS);
}

/* One of these threads. */
static uint32_t pick_thread(const Walk *w, uint64_t threads)
{
    uint32_t count = 0, chosen = NOBODY;
    if (threads & live_bit(w->last) && roll(w, 16) < w->stays)
        return w->last;
    if (w->slow != NOBODY && threads & ~live_bit(w->slow) && roll(w, 8))
        threads &= ~live_bit(w->slow);
    for (uint32_t tid = 0; tid < MOST_TIDS; tid++)
        if (threads & live_bit(tid) && roll(w, ++count) == 0)
            chosen = tid;
    return chosen;
}

/* False: the run has come to its end. */
static bool go_on(Walk *w)
{
    const LiveSearch *l = w->l;
    const LiveState *state = &l->states.at[w->at];
    uint64_t threads = 0;
    uint32_t count = 0;
    for (uint32_t e = state->first; e < state->end; e++)
        threads |= l->edges.at[e].tid == NOBODY ? 0 : live_bit(l->edges.at[e].tid);
    if (!threads || !w->left--)
        return false;
    w->last = pick_thread(w, threads);
    for (uint32_t e = state->first, to = w->at; e < state->end; e++)
        if (l->edges.at[e].tid == w->last && roll(w, ++count) == 0)
            w->at = to = l->edges.at[e].to;
    return true;
}

bool live_walk(LiveSearch *l, const LiveDice *dice, uint64_t work, bool (*look)(LiveSearch *l))
{
    Walk w = {.l = l, .dice = dice};
    uint32_t next_look = FIRST_LOOK;
    if (!live_begin(l))
        return true;
    while (machine_work(l->m) < work && l->expanded < states_count(&l->table) && live_spend(l)) {
        if (!is_expanded(l, w.at))
            live_expand(l, w.at);
        if (l->too_many || l->conditions.why)
            return true;
        if (!go_on(&w))
            begin(&w);
        if (l->expanded < next_look)
            continue;
        next_look = 2 * l->expanded;
        if (look(l))
            return false;
    }
    return l->expanded && !look(l) && l->expanded == states_count(&l->table);
}

/* ---- hangs ---- */

/* For each state who can get on from there. */
static void find_movers(const LiveSearch *l, uint64_t *can)
{
    for (size_t id = 0; id < l->states.len; id++)
        can[id] = l->states.at[id].expanded ? l->states.at[id].gets_on : ~(uint64_t)0;
    for (bool more = true; more;) {
        more = false;
        for (size_t id = l->states.len; id-- > 0;) {
            uint64_t now = can[id];
            for (uint32_t e = l->states.at[id].first; e < l->states.at[id].end && ~now; e++)
                now |= can[l->edges.at[e].to];
            more |= now != can[id];
            can[id] = now;
        }
    }
}

/* Nobody can run any more, and somebody waits. */
static bool is_deadlock(const LiveSearch *l, const LiveState *state)
{
    return state->live && state->first < state->end && l->edges.at[state->first].tid == NOBODY;
}

static void find_deadlock(LiveSearch *l)
{
    for (uint32_t node = 0; node + 1 < l->nodes.len && !l->job->bugs.len; node++)
        if (is_deadlock(l, live_state(l, node)))
            live_add_way(l, node, ERR_DEADLOCK);
}

/* A deadlock is told as one. */
void live_find_stuck(LiveSearch *l)
{
    VEC(uint64_t) can = {0};
    if (l->job->properties & PROPERTY_DEADLOCK)
        find_deadlock(l);
    vec_resize(&can, l->states.len);
    find_movers(l, can.at);
    for (uint32_t node = 0; node + 1 < l->nodes.len && !l->job->bugs.len; node++) {
        const LiveState *state = live_state(l, node);
        if (!state->chooses && state->live & ~l->daemons & ~can.at[l->nodes.at[node].state])
            live_add_way(l, node, ERR_HANG);
    }
    vec_free(&can);
}
