/* schedule.h -- the threads of a state, one after the other.
 *
 * The only place that knows in which order threads come, which of them are there, and whose turn it
 * may be.  Whoever searches asks here: so a search that need not try every thread (because two are
 * alike, or because one has waited long enough) is a change of this header. */
#ifndef MACHINE_SCHEDULE_H
#define MACHINE_SCHEDULE_H

#include "machine/state.h"

static inline bool state_is_live(const State *state, size_t index)
{
    return state->threads.at[index].l.ix != 0;
}

/* The first thread from this one on that has not ended; threads.len: there is none. */
static inline size_t state_live_from(const State *state, size_t index)
{
    while (index < state->threads.len && !state_is_live(state, index))
        index++;
    return index;
}

/* The same among those that may run next: `only` is what state_chooser says. */
static inline size_t state_turn_from(const State *state, ptrdiff_t only, size_t index)
{
    if (only < 0)
        return state_live_from(state, index);
    return index <= (size_t)only && state_is_live(state, (size_t)only) ? (size_t)only
                                                                       : state->threads.len;
}

/* `each_turn (t, &state, only) { ... }`: t is the index of each thread, of each one that has not
 * ended, of each one that may run next. */
#define each_thread(t, state) for (size_t t = 0; t < (state)->threads.len; t++)
#define each_live(t, state)                                                                        \
    for (size_t t = state_live_from(state, 0); t < (state)->threads.len;                           \
         t = state_live_from(state, t + 1))
#define each_turn(t, state, only)                                                                  \
    for (size_t t = state_turn_from(state, only, 0); t < (state)->threads.len;                     \
         t = state_turn_from(state, only, t + 1))

/* The index of the thread of this name; -1: there is none. */
static inline ptrdiff_t state_find(const State *state, Tid tid)
{
    each_thread (t, state)
        if (state->threads.at[t].tid.ix == tid.ix)
            return (ptrdiff_t)t;
    return -1;
}

static inline bool state_equal(const State *a, const State *b)
{
    size_t count = a->threads.len;
    return a->g.ix == b->g.ix && count == b->threads.len &&
           (!count || memcmp(a->threads.at, b->threads.at, count * sizeof *a->threads.at) == 0);
}

/* Makes `to` the same as `from`. */
static inline void state_copy(State *to, const State *from)
{
    to->g = from->g;
    to->threads.len = 0;
    each_thread (t, from)
        vec_push(&to->threads, from->threads.at[t]);
}

#endif
