/* shorten.c -- fewer contexts, then fewer actions, by a search around the run that was found.
 *
 * A run is a list of pieces: a thread, and how many actions it takes in a row.  Other lists are
 * tried (delta debugging of the switches): pieces of one thread are put together, over longer and
 * shorter parts of the run; a piece is left out, or joins the next one or the last one of its
 * thread; it becomes shorter.  A list is run action by action, without transactions.  Each thread
 * chooses as it did before, if it can; who cannot go on loses the rest of its piece.  If the same
 * goes wrong at the same place, and the run is better, it is the run to go on from.  The work has a
 * limit: the result need not be the shortest run. */
#include "engine/hunt/internal.h"

#include "base/log.h"

enum { LEAST_WORK = 40000, MOST_WORK = 400000, TIMES = 6 };

typedef struct Piece {
    Tid tid;
    uint32_t count; /* of actions */
} Piece;
typedef VEC(Piece) Pieces;

typedef struct Shorten {
    Hunt *h;
    Route *best;
    Pieces pieces;  /* of the best run */
    VEC(Words) own; /* by thread: its actions in the best run */
    Route trial;
    Pieces list; /* to be tried */
    State state;
    Words next; /* by thread: how many actions it has taken */
    uint64_t until;
} Shorten;

/* ---- a list is tried ---- */

static bool is_same_error(const Hunt *h, const Outcome *o)
{
    return h->found.acts && o->kind == OUTCOME_WRONG && o->error == h->found.error &&
           memcmp(&h->job->program->pos.at[o->pc], &h->found.where, sizeof h->found.where) == 0;
}

static bool same_choices(const Route *path, const Action *action, const Outcome *o)
{
    return action->count == o->choices.len &&
           (!action->count || memcmp(path->choices.at + action->choices, o->choices.at,
                                     action->count * sizeof *o->choices.at) == 0);
}

/* What the thread did before in its action of that number, or else anything that goes on. */
static const Outcome *choose(const Shorten *s, Tid tid)
{
    const Outcomes *out = &s->h->out;
    const Outcome *any = NULL;
    uint32_t number = s->next.at[tid.ix];
    const Words *own = &s->own.at[tid.ix];
    const Action *action = number < own->len ? &s->best->actions.at[own->at[number]] : NULL;
    for (size_t k = 0; k < out->len; k++) {
        const Outcome *o = &out->all.at[k];
        if (is_same_error(s->h, o))
            return o;
    }
    for (size_t k = 0; k < out->len; k++) {
        const Outcome *o = &out->all.at[k];
        if (!outcome_has_successor(o))
            continue;
        if (action && same_choices(s->best, action, o))
            return o;
        if (!any)
            any = o;
    }
    return any;
}

typedef enum Went { WENT_ON, WENT_WRONG, WENT_NOWHERE } Went;

static Went step(Shorten *s, size_t t)
{
    Hunt *h = s->h;
    Tid tid = s->state.threads.at[t].tid;
    if (tid.ix >= s->own.len)
        vec_resize(&s->own, tid.ix + 1);
    if (tid.ix >= s->next.len)
        vec_resize(&s->next, tid.ix + 1);
    state_step(h->m, &s->state, t, &h->out);
    const Outcome *o = choose(s, tid);
    if (!o)
        return WENT_NOWHERE;
    route_push(&s->trial, tid, o->choices.at, o->choices.len);
    if (!outcome_has_successor(o))
        return WENT_WRONG;
    state_apply(&s->state, t, o);
    if (o->renames)
        state_canonicalise(h->m, &s->state);
    s->next.at[tid.ix]++;
    return WENT_ON;
}

static Went run_piece(Shorten *s, const Piece *piece)
{
    ptrdiff_t t = state_find(&s->state, piece->tid);
    Went went = WENT_ON;
    for (uint32_t k = 0; t >= 0 && went == WENT_ON; k++) {
        bool chooses = state_chooser(s->h->m, &s->state) == t;
        if (!state_is_live(&s->state, (size_t)t) || (k >= piece->count && !chooses))
            break;
        went = step(s, (size_t)t);
    }
    return went;
}

static bool is_deadlock(Shorten *s)
{
    bool waits = false;
    each_live (t, &s->state) {
        state_step(s->h->m, &s->state, t, &s->h->out);
        for (size_t k = 0; k < s->h->out.len; k++) {
            OutcomeKind kind = s->h->out.all.at[k].kind;
            if (kind != OUTCOME_BLOCKED && kind != OUTCOME_IDLE)
                return false;
            waits |= kind == OUTCOME_BLOCKED;
        }
    }
    return waits;
}

static void next_touches(Shorten *s, size_t t, RaceHalves *touches)
{
    Hunt *h = s->h;
    touches->len = 0;
    bool kept = machine_keep_touches(h->m, true);
    state_step(h->m, &s->state, t, &h->out);
    machine_keep_touches(h->m, kept);
    for (size_t k = 0; k < h->out.len; k++)
        vec_each (Touch, touch, &h->out.all.at[k].touched)
            if (touch_may_race(touch, h->job->properties))
                vec_push(touches, ((RaceHalf){*touch, 0}));
}

static bool meet(const Shorten *s, const RaceHalves *first, const RaceHalves *second)
{
    vec_each (RaceHalf, a, first)
        vec_each (RaceHalf, b, second)
            if (touch_conflicts(&a->touch, &b->touch) &&
                memcmp(&s->h->job->program->pos.at[a->touch.pc], &s->h->found.where,
                       sizeof s->h->found.where) == 0)
                return true;
    return false;
}

static bool is_race(Shorten *s)
{
    RaceHalves first = {0}, second = {0};
    bool found = false;
    if (state_chooser(s->h->m, &s->state) >= 0)
        return false;
    each_live (t, &s->state) {
        next_touches(s, t, &first);
        each_live (u, &s->state) {
            if (u == t || found || !first.len)
                continue;
            next_touches(s, u, &second);
            found = meet(s, &first, &second);
        }
    }
    vec_free(&first);
    vec_free(&second);
    return found;
}

/* Does the run of the list end as it should? */
static bool goes_wrong(Shorten *s)
{
    size_t most = 2 * s->best->actions.len + 64;
    state_copy(&s->state, &s->h->first);
    route_clear(&s->trial);
    vec_each (uint32_t, next, &s->next)
        *next = 0;
    vec_each (Piece, piece, &s->list) {
        if (run_piece(s, piece) == WENT_WRONG)
            return true;
        if (hunt_work(s->h) > s->until || s->trial.actions.len > most)
            return false;
    }
    if (s->h->found.acts)
        return false;
    return s->h->found.error == ERR_DEADLOCK ? is_deadlock(s) : is_race(s);
}

/* ---- the best run ---- */

static size_t count_contexts(const Route *path)
{
    size_t count = 0;
    vec_each (Action, action, &path->actions)
        count += action == path->actions.at || action[-1].tid.ix != action->tid.ix;
    return count;
}

static void take_apart(Shorten *s)
{
    s->pieces.len = 0;
    vec_each (Words, own, &s->own)
        own->len = 0;
    for (size_t k = 0; k < s->best->actions.len; k++) {
        Tid tid = s->best->actions.at[k].tid;
        if (tid.ix >= s->own.len)
            vec_resize(&s->own, tid.ix + 1);
        vec_push(&s->own.at[tid.ix], (uint32_t)k);
        if (s->pieces.len && vec_last(&s->pieces).tid.ix == tid.ix)
            vec_last(&s->pieces).count++;
        else
            vec_push(&s->pieces, ((Piece){tid, 1}));
    }
}

static bool is_exhausted(const Shorten *s)
{
    return hunt_work(s->h) > s->until;
}

/* True: the list makes a better run, which is the best one now. */
static bool try_list(Shorten *s)
{
    if (is_exhausted(s) || !goes_wrong(s))
        return false;
    size_t before = count_contexts(s->best), after = count_contexts(&s->trial);
    if (after > before || (after == before && s->trial.actions.len >= s->best->actions.len))
        return false;
    Route was = *s->best;
    *s->best = s->trial;
    s->trial = was;
    take_apart(s);
    return true;
}

static void copy_pieces(Shorten *s, size_t from, size_t to)
{
    for (size_t k = from; k < to && k < s->pieces.len; k++)
        vec_push(&s->list, s->pieces.at[k]);
}

/* The pieces of each thread in a part of the run follow one another. */
static bool try_group(Shorten *s, size_t from, size_t to)
{
    s->list.len = 0;
    copy_pieces(s, 0, from);
    size_t first = s->list.len;
    for (size_t k = from; k < to; k++) {
        size_t at = first;
        while (at < s->list.len && s->list.at[at].tid.ix != s->pieces.at[k].tid.ix)
            at++;
        if (at < s->list.len)
            s->list.at[at].count += s->pieces.at[k].count;
        else
            vec_push(&s->list, s->pieces.at[k]);
    }
    copy_pieces(s, to, s->pieces.len);
    return try_list(s);
}

static void group(Shorten *s)
{
    for (size_t size = s->pieces.len; size >= 3; size /= 2)
        for (size_t from = 0; from < s->pieces.len && !is_exhausted(s); from += size / 2) {
            size_t to = from + size < s->pieces.len ? from + size : s->pieces.len;
            try_group(s, from, to);
        }
}

static size_t next_of_thread(const Shorten *s, size_t k)
{
    size_t next = k + 1;
    while (next < s->pieces.len && s->pieces.at[next].tid.ix != s->pieces.at[k].tid.ix)
        next++;
    return next;
}

/* Piece `k` is left out. */
static bool try_without(Shorten *s, size_t k)
{
    s->list.len = 0;
    copy_pieces(s, 0, k);
    copy_pieces(s, k + 1, s->pieces.len);
    return try_list(s);
}

/* Piece `k` and the next one of its thread become one, at the place of the one or the other. */
static bool try_join(Shorten *s, size_t k, bool early)
{
    size_t next = next_of_thread(s, k);
    if (next >= s->pieces.len)
        return false;
    Piece both = s->pieces.at[k];
    both.count += s->pieces.at[next].count;
    s->list.len = 0;
    copy_pieces(s, 0, k);
    if (early)
        vec_push(&s->list, both);
    copy_pieces(s, k + 1, next);
    if (!early)
        vec_push(&s->list, both);
    copy_pieces(s, next + 1, s->pieces.len);
    return try_list(s);
}

static bool try_shorter(Shorten *s, size_t k, uint32_t by)
{
    s->list.len = 0;
    copy_pieces(s, 0, s->pieces.len);
    s->list.at[k].count -= by;
    return try_list(s);
}

/* True: it has become better. */
static bool improve_switches(Shorten *s)
{
    bool better = false;
    for (size_t k = s->pieces.len; k > 0 && !is_exhausted(s); k--)
        if (k <= s->pieces.len)
            better |=
                try_without(s, k - 1) || try_join(s, k - 1, true) || try_join(s, k - 1, false);
    return better;
}

static bool improve_lengths(Shorten *s)
{
    bool better = false;
    for (size_t k = 0; k < s->pieces.len && !is_exhausted(s); k++)
        for (uint32_t by = s->pieces.at[k].count / 2; by; by /= 2)
            while (k < s->pieces.len && by < s->pieces.at[k].count && try_shorter(s, k, by))
                better = true;
    return better;
}

void route_shorten(Hunt *h, Route *path)
{
    Shorten s = {.h = h, .best = path};
    size_t contexts = count_contexts(path), actions = path->actions.len;
    uint64_t work = TIMES * (uint64_t)actions;
    work = work < LEAST_WORK ? LEAST_WORK : work > MOST_WORK ? MOST_WORK : work;
    s.until = hunt_work(h) + work;
    take_apart(&s);
    group(&s);
    bool better = true;
    while (better && !is_exhausted(&s))
        better = improve_switches(&s) || improve_lengths(&s);
    LOG(SEARCH, "shortened from %zu contexts and %zu actions to %zu and %zu", contexts, actions,
        count_contexts(path), path->actions.len);
    route_free(&s.trial);
    vec_each (Words, own, &s.own)
        vec_free(own);
    vec_free(&s.own);
    vec_free(&s.pieces);
    vec_free(&s.list);
    vec_free(&s.next);
    state_free(&s.state);
}
