/* interleave.c -- how many complete interleavings of transactions there are: --stats.
 *
 * The states and steps of a finished search are a graph; its paths from the initial state to states
 * in which no thread can run are the interleavings.  They are counted from the end; a circle means
 * that there is no number. */
#include "engine/explore/search.h"

enum { MOST_STATES = 100000 }; /* of a search whose interleavings are counted */
enum { UNKNOWN = 0 };

typedef VEC(uint32_t) Ids;

typedef struct Visit {
    uint32_t id;
    Ids next;    /* its successors, as often as there are steps to them */
    size_t done; /* of them */
} Visit;

typedef struct Paths {
    Search *s;
    VEC(uint64_t) count; /* state -> paths from it to an end; 0: not known yet */
    VEC(bool) open;      /* it is on the way to the state that is being visited */
    VEC(Visit) stack;
} Paths;

static void enter(Paths *p, uint32_t id)
{
    Search *s = p->s;
    Visit visit = {.id = id};
    bool is_new;
    states_load(&s->states, (StateId){id}, &s->state);
    ptrdiff_t only = state_chooser(s->m, &s->state);
    each_turn (t, &s->state, only) {
        if (search_is_delayed(s, &s->state, t))
            continue;
        search_step(s, &s->state, t);
        for (size_t k = 0; k < s->out.len; k++)
            if (outcome_has_successor(&s->out.all.at[k]))
                vec_push(&visit.next,
                         states_add_step(&s->states, &s->state, t, &s->out.all.at[k], &is_new).ix);
    }
    assert(!p->open.at[id] && !p->count.at[id]);
    p->open.at[id] = true;
    vec_push(&p->stack, visit);
}

/* All successors are counted. */
static void leave(Paths *p)
{
    Visit visit = vec_pop(&p->stack);
    uint64_t count = visit.next.len ? 0 : 1;
    assert(p->open.at[visit.id] && visit.done == visit.next.len);
    vec_each (uint32_t, next, &visit.next)
        if (__builtin_add_overflow(count, p->count.at[*next], &count))
            count = UINT64_MAX;
    p->count.at[visit.id] = count;
    p->open.at[visit.id] = false;
    vec_free(&visit.next);
}

/* False: there is a circle, or a state that the search did not meet. */
static bool count_paths(Paths *p)
{
    enter(p, 0);
    while (p->stack.len) {
        Visit *top = &vec_last(&p->stack);
        if (top->done == top->next.len) {
            leave(p);
            continue;
        }
        uint32_t next = top->next.at[top->done++];
        if (next >= p->count.len || p->open.at[next])
            return false;
        if (!p->count.at[next])
            enter(p, next);
    }
    return true;
}

uint64_t interleavings_count(Search *s)
{
    Paths p = {.s = s};
    uint32_t states = states_count(&s->states);
    if (!states || states > MOST_STATES)
        return UNKNOWN;
    vec_resize(&p.count, states);
    vec_resize(&p.open, states);
    uint64_t count = count_paths(&p) ? p.count.at[0] : UNKNOWN;
    vec_each (Visit, visit, &p.stack)
        vec_free(&visit->next);
    vec_free(&p.stack);
    vec_free(&p.count);
    vec_free(&p.open);
    return count;
}
