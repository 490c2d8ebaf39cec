/* check.c -- what must be true of all states of a search, for the hard build. */
#include "engine/explore/search.h"

void search_check(Search *s)
{
    State state = {0};
    uint32_t count = states_count(&s->states);
    assert(s->parent.len == count);
    for (uint32_t id = 0; id < count; id++) {
        bool is_new;
        assert(id ? s->parent.at[id] < id : !s->parent.at[id]);
        assert(!id || s->parent.at[id - 1] <= s->parent.at[id]);
        states_load(&s->states, (StateId){id}, &state);
        StateId again = states_add(&s->states, &state, &is_new);
        assert(!is_new && again.ix == id);
        each_thread (t, &state)
            assert(!t || state.threads.at[t - 1].tid.ix < state.threads.at[t].tid.ix);
    }
    state_free(&state);
}
