/* depth.c -- depth-first, the thread that ran last first.
 *
 * The first run has no preemption; then the last switch is tried at other places, and so on from
 * the end of the run to its beginning.  Seen states are kept in a table of fixed size, in which a
 * new one takes the place of an old one, and by their hashes only: a state may be looked at again,
 * or be left out by chance.  This finds bugs; it proves nothing. */
#include "engine/hunt/internal.h"

enum { SEEN_LOG = 14 };

/* A state on the way. */
typedef struct Level {
    GlobalId g;
    size_t threads, len;     /* in Depth.threads */
    size_t actions, choices; /* of the path to it */
    size_t turn;             /* of its threads, from the one that ran last on */
    size_t last;             /* index of that one */
    size_t outcome;          /* of its step: which one is next */
    ptrdiff_t chooser;       /* see state_chooser */
    bool waits, can_run;
} Level;

typedef struct Depth {
    Hunt *h;
    bool reversed;
    VEC(Level) levels;
    VEC(StateThread) threads;
    uint64_t *seen;
} Depth;

static uint64_t mix(uint64_t hash, uint64_t x)
{
    hash = (hash ^ x) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_thread(uint64_t hash, const StateThread *thread)
{
    return mix(mix(hash, thread->l.ix), (uint64_t)thread->s.ix << 32 | thread->tid.ix);
}

/* True: it was not there. */
static bool note_seen(Depth *d, const State *state, Tid last)
{
    uint64_t hash = mix(state->g.ix + 1, last.ix);
    each_thread (t, state)
        hash = mix_thread(hash, &state->threads.at[t]);
    uint64_t *place = &d->seen[hash >> (64 - SEEN_LOG)];
    bool is_new = *place != hash;
    *place = hash;
    return is_new;
}

static void load(const Depth *d, const Level *level, State *state)
{
    assert(level->threads + level->len <= d->threads.len);
    state->g = level->g;
    vec_resize(&state->threads, level->len);
    memcpy(state->threads.at, d->threads.at + level->threads, level->len * sizeof *d->threads.at);
}

static void push(Depth *d, const State *state, size_t last)
{
    Route *path = &d->h->path;
    ptrdiff_t chooser = state_chooser(d->h->m, state);
    vec_push(&d->levels, ((Level){.g = state->g,
                                  .threads = d->threads.len,
                                  .len = state->threads.len,
                                  .actions = path->actions.len,
                                  .choices = path->choices.len,
                                  .last = last,
                                  .chooser = chooser}));
    each_thread (t, state)
        vec_push(&d->threads, state->threads.at[t]);
    if (chooser < 0)
        hunt_races(d->h, state);
}

/* The last one first, then those behind it, or before it. */
static size_t whose_turn(const Depth *d, const Level *level)
{
    size_t n = level->len, k = level->turn;
    assert(k < n && level->last < n);
    return (level->last + (d->reversed ? n - k : k)) % n;
}

/* Passes over threads that cannot have a turn: there may be hundreds that have ended. */
static void skip_turns(const Depth *d, Level *level)
{
    const StateThread *threads = d->threads.at + level->threads;
    for (; level->turn < level->len; level->turn++) {
        size_t t = whose_turn(d, level);
        if (threads[t].l.ix && (level->chooser < 0 || (size_t)level->chooser == t))
            return;
    }
}

/* Looks at the outcomes of the step that the level has come to, and takes the next one that leads
 * to a new state; false: there is none. */
static bool take_outcome(Depth *d, Level *level, size_t t)
{
    Hunt *h = d->h;
    for (size_t k = level->outcome; k < h->out.len; k++) {
        const Outcome *o = &h->out.all.at[k];
        level->waits |= o->kind == OUTCOME_BLOCKED;
        level->can_run |= o->kind != OUTCOME_BLOCKED && o->kind != OUTCOME_IDLE;
        if (!outcome_has_successor(o))
            continue;
        Tid tid = h->state.threads.at[t].tid;
        level->outcome = k + 1;
        route_add(&h->path, tid, o->choices.at, o->choices.len, o->ends.at, o->ends.len);
        state_apply(&h->state, t, o);
        if (o->renames)
            state_canonicalise(h->m, &h->state);
        h->job->stats.transitions++;
        if (note_seen(d, &h->state, tid) && d->levels.len < h->most && !hunt_is_crowded(&h->state))
            push(d, &h->state, (size_t)state_find(&h->state, tid));
        return true;
    }
    return false;
}

static void step(Depth *d)
{
    Hunt *h = d->h;
    Level *level = &vec_last(&d->levels);
    assert(level->actions <= h->path.actions.len && level->choices <= h->path.choices.len);
    h->path.actions.len = level->actions;
    h->path.choices.len = level->choices;
    skip_turns(d, level);
    if (level->turn == level->len) {
        if (level->waits && !level->can_run && !h->movers.broken)
            hunt_deadlock(h);
        load(d, level, &h->state);
        d->threads.len = level->threads;
        d->levels.len--;
        return;
    }
    load(d, level, &h->state);
    size_t t = whose_turn(d, level);
    hunt_step(h, &h->state, t);
    if (!h->found.is && !take_outcome(d, level, t)) {
        level->turn++;
        level->outcome = 0;
    }
}

/* In a discipline that has broken transactions are too long: everything again with a weaker one. */
static void search(Depth *d, uint64_t until)
{
    Hunt *h = d->h;
    memset(d->seen, 0, sizeof *d->seen << SEEN_LOG);
    d->levels.len = d->threads.len = 0;
    route_clear(&h->path);
    state_copy(&h->state, &h->first);
    push(d, &h->first, 0);
    while (!h->found.is && !h->movers.broken && d->levels.len && hunt_work(h) < until &&
           !hunt_is_over(h))
        step(d);
    if (h->found.is)
        route_finish(h, &h->path, &h->state);
}

void hunt_depth(Hunt *h, uint64_t work, bool reversed)
{
    Depth d = {.h = h, .reversed = reversed};
    uint64_t until = hunt_work(h) + work;
    d.seen = memory_alloc(sizeof *d.seen << SEEN_LOG);
    search(&d, until);
    while (h->movers.broken && !h->found.is && hunt_work(h) < until && !h->job->budget.reason) {
        hunt_restart(h);
        search(&d, until);
    }
    memory_free(d.seen);
    vec_free(&d.levels);
    vec_free(&d.threads);
}
