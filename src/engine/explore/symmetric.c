/* symmetric.c -- states up to the names of threads; see machine/symmetry.c. */
#include "engine/explore/search.h"

void symmetric_begin(Search *s)
{
    s->states = (States){.m = s->m, .tells_first = s->finds_races};
    if (!s->symmetric)
        return;
    s->states.normalise = search_normalise;
    s->states.self = s;
    joins_forget(&s->memos);
    symmetry_begin(s->m);
    private_fix(&s->movers);
}

void symmetric_free(Search *s)
{
    joins_forget(&s->memos);
    vec_free(&s->joins);
}

/* A thread that waits for several, and does nothing else.  Only what is known to move tells. */
static const Joins *find_joins(Search *s, const State *state, size_t index)
{
    return s->reduces ? joins_find(&s->movers, &s->memos, state, index) : NULL;
}

void search_normalise(void *self, State *state)
{
    Search *s = self;
    if (!machine_is_symmetric(s->m))
        return;
    s->joins.len = 0;
    each_live (t, state) {
        const Joins *joins = find_joins(s, state, t);
        if (joins)
            vec_push(&s->joins, *joins);
    }
    if (state_sort_threads(s->m, state, &s->joins)) {
        if (s->hangs.on)
            hang_rename(s);
        state_canonicalise(s->m, state);
    }
}

uint64_t search_delayers(Search *s, const State *state, size_t index)
{
    if (!s->symmetric)
        return 0;
    const Joins *joins = find_joins(s, state, index);
    uint64_t live = 0;
    each_live (t, state)
        if (joins && state->threads.at[t].tid.ix < 64)
            live |= joins->threads & (uint64_t)1 << state->threads.at[t].tid.ix;
    return live;
}

bool search_is_delayed(Search *s, const State *state, size_t index)
{
    return search_delayers(s, state, index) != 0;
}

/* ---- errors ---- */

static bool is_same(const Wrong *wrong, const Outcome *o)
{
    if (wrong->error == ERR_NOT_ATOMIC)
        return outcome_is_split(o) && o->split.pc == wrong->pc;
    return o->kind == OUTCOME_WRONG && o->error == wrong->error && o->pc == wrong->pc;
}

static bool find_step(Search *s, const State *state, Wrong *wrong)
{
    ptrdiff_t only = state_chooser(s->m, state);
    each_turn (t, state, only) {
        if (search_is_delayed(s, state, t))
            continue;
        search_step(s, state, t);
        for (size_t k = 0; k < s->out.len; k++) {
            const Outcome *o = &s->out.all.at[k];
            if (!is_same(wrong, o))
                continue;
            bool split = wrong->error == ERR_NOT_ATOMIC;
            wrong->tid = state->threads.at[t].tid;
            wrong->choices.len = wrong->ends.len = 0;
            choices_copy(&wrong->choices, o->choices.at, split ? o->split.choices : o->choices.len);
            choices_copy(&wrong->ends, o->ends.at, split ? o->split.action : o->ends.len);
            return true;
        }
    }
    return false;
}

typedef struct Again {
    const Search *s;
    Wrong *wrong;
    bool found;
} Again;

static void same_race(void *self, const RacePair *pair)
{
    Again *again = self;
    Pos where = again->s->job->program->pos.at[pair->half[0].touch.pc];
    if (again->found || where.line != again->wrong->where.line ||
        where.column != again->wrong->where.column || where.file != again->wrong->where.file)
        return;
    again->found = true;
    for (int k = 0; k < 2; k++) {
        again->wrong->race[k].index = pair->thread[k];
        again->wrong->race[k].actions = pair->half[k].actions;
    }
}

bool symmetric_find(Search *s, const State *state, Wrong *wrong)
{
    Again again = {.s = s, .wrong = wrong};
    if (wrong->error == ERR_DEADLOCK || wrong->error == ERR_HANG)
        return true;
    if (wrong->pc)
        return find_step(s, state, wrong);
    races_find(&s->races, state, same_race, &again);
    return again.found;
}
