/* race.c -- two threads that are about to touch the same memory: the search for data races in a
 * state.
 *
 * Most threads are known not to be one of two that race: what keeps to its discipline is not, and
 * neither is an access to memory that all accesses share atomically.  Of the others it is known
 * which regions they touched from where they stand (RaceMark), and only those are run for it that
 * may meet somebody there. */
#include "movers/movers.h"

#include "machine/schedule.h"

void race_mark(Movers *v, uint32_t pc, const Touch *touch)
{
    RaceMark *mark = &v->racing.at[pc], was = *mark;
    uint64_t bit = touch->region ? (uint64_t)1 << touch->region % 64 : UINT64_MAX;
    mark->any |= bit;
    if (touch->write)
        mark->writes |= bit;
    if (!touch->atomic || touch->weak)
        mark->loose |= bit;
    v->marks += was.any != mark->any || was.writes != mark->writes || was.loose != mark->loose;
}

static bool may_meet(const RaceMark *a, const RaceMark *b)
{
    return ((a->writes & b->any) | (a->any & b->writes)) & (a->loose | b->loose);
}

/* The data in the next action of the thread, whatever it chooses. */
static void next_touches(Races *r, const State *state, size_t index, RaceHalves *halves)
{
    bool kept = machine_keep_touches(r->m, true);
    state_step(r->m, state, index, &r->out);
    machine_keep_touches(r->m, kept);
    for (size_t k = 0; k < r->out.len; k++)
        vec_each (Touch, touch, &r->out.all.at[k].touched)
            vec_push(halves, ((RaceHalf){*touch, 0}));
}

/* What is the next thing that the thread does, but for both movers. */
static void next_halves(Races *r, const State *state, size_t index, RaceHalves *halves)
{
    Movers *v = r->v;
    assert(!halves->len);
    transaction_ask(v, state, index, (Ask){.halves = halves}, &r->out);
}

/* An object that the action itself creates has a name that other actions may use for theirs. */
static void drop_created(Races *r, RaceHalves *halves)
{
    size_t kept = 0;
    vec_each (RaceHalf, half, halves)
        if (machine_layout(r->m, half->touch.object))
            halves->at[kept++] = *half;
    halves->len = kept;
}

/* Both movers that are none after all may make a difference to others. */
static bool counts(const Races *r, const RaceHalf *half)
{
    return !half->actions || !r->v->broken;
}

/* The first pair of touches that conflicts. */
static bool find_pair(const Races *r, const Racer *a, const Racer *b, RacePair *pair)
{
    assert(a->index < b->index && b->index < r->halves.len);
    vec_each (RaceHalf, x, &r->halves.at[a->index])
        vec_each (RaceHalf, y, &r->halves.at[b->index])
            if (counts(r, x) && counts(r, y) &&
                machine_races(r->m, &x->touch, &y->touch, r->properties)) {
                *pair = (RacePair){{a->index, b->index}, {*x, *y}};
                return true;
            }
    return false;
}

/* Those that may race with anybody. */
static void find_racers(Races *r, const State *state)
{
    const RaceMark all = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    r->racers.len = 0;
    each_live (t, state) {
        LocalId l = state->threads.at[t].l;
        const RaceMark *mark = r->v ? &r->v->racing.at[machine_local_pc(r->m, l)] : &all;
        if (mark->any)
            vec_push(&r->racers, ((Racer){t, *mark}));
    }
}

static bool meets_any(const Races *r, const Racer *racer)
{
    vec_each (Racer, other, &r->racers)
        if (other != racer && may_meet(&racer->mark, &other->mark))
            return true;
    return false;
}

static void run_racer(Races *r, const State *state, size_t index)
{
    RaceHalves *halves = &r->halves.at[index];
    if (r->behind)
        next_halves(r, state, index, halves);
    else
        next_touches(r, state, index, halves);
    drop_created(r, halves);
}

void races_find(Races *r, const State *state, RaceFound *found, void *self)
{
    RacePair pair;
    if (!machine_compares(r->m, r->properties))
        return;
    find_racers(r, state);
    if (r->racers.len < 2)
        return;
    vec_each (RaceHalves, halves, &r->halves)
        halves->len = 0;
    if (r->halves.len < state->threads.len)
        vec_resize(&r->halves, state->threads.len);
    vec_each (Racer, racer, &r->racers)
        if (meets_any(r, racer))
            run_racer(r, state, racer->index);
    vec_each (Racer, a, &r->racers)
        for (const Racer *b = a + 1; b < r->racers.at + r->racers.len; b++)
            if (find_pair(r, a, b, &pair))
                found(self, &pair);
}

void races_free(Races *r)
{
    vec_each (RaceHalves, halves, &r->halves)
        vec_free(halves);
    vec_free(&r->halves);
    vec_free(&r->racers);
    outcomes_free(&r->out);
}
