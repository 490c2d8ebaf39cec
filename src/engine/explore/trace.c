/* trace.c -- from a state back to the run that leads to it.  A state keeps only its parent. */
#include "engine/explore/search.h"

enum { MANY_ACTIONS = 64 };   /* of a transaction; who goes round in a loop has gone round often */
enum { MOST_LOST = 1 << 14 }; /* states of one thread that are looked at for one that is meant */

static void push_action(Search *s, Bug *bug, Tid tid, const uint32_t *choices, size_t count,
                        uint32_t commit)
{
    const char *name = machine_thread_name(s->m, tid);
    TraceStep step = {.thread = arena_copy(&s->job->arena, name, strlen(name)), .commit = commit};
    for (size_t k = 0; k < count; k++)
        vec_push(&step.choices, choices[k]);
    vec_push(&bug->steps, step);
}

/* The actions from number `first` on are one transaction. */
static void close_transaction(Bug *bug, size_t first)
{
    uint32_t number = first ? bug->steps.at[first - 1].transaction + 1 : 1;
    for (size_t k = first; k < bug->steps.len; k++)
        bug->steps.at[k].transaction = number;
}

/* The actions of a step, each with its choices. */
void trace_add_step(Search *s, Bug *bug, Tid tid, const Choices *choices, const Choices *ends)
{
    uint32_t done = 0;
    size_t first = bug->steps.len;
    for (size_t k = 0; k < ends->len; k++) {
        assert(done <= ends->at[k] && ends->at[k] <= choices->len);
        push_action(s, bug, tid, choices->at + done, ends->at[k] - done, 0);
        done = ends->at[k];
    }
    push_action(s, bug, tid, choices->at + done, choices->len - done, 0);
    close_transaction(bug, first);
}

void choices_copy(Choices *to, const uint32_t *at, size_t len)
{
    for (size_t k = 0; k < len; k++)
        vec_push(to, at[k]);
}

static bool same_state(const State *a, const State *b)
{
    return a->g.ix == b->g.ix && a->threads.len == b->threads.len &&
           memcmp(a->threads.at, b->threads.at, a->threads.len * sizeof *a->threads.at) == 0;
}

/* The same up to the names of threads. */
static bool is_meant(Search *s, const State *state, const State *to)
{
    State normal = {0};
    if (!s->symmetric)
        return same_state(state, to);
    state_copy(&normal, state);
    search_normalise(s, &normal);
    bool same = same_state(&normal, to);
    state_free(&normal);
    return same;
}

/* How one thread alone comes from one state to another, action by action.  (Not the transaction
 * again that was run once: the discipline may have changed since.) */
typedef struct Way {
    States states; /* met on the way, the first one first */
    VEC(uint32_t) parent;
    VEC(Choices) choices; /* of the action that led there */
    VEC(uint32_t) commit; /* idem, see TraceStep */
    State end;            /* the state that was looked for */
} Way;

static void way_put(Way *way, uint32_t from, const State *state, size_t index, const Outcome *o)
{
    bool is_new;
    Choices choices = {0};
    states_add_step(&way->states, state, index, o, &is_new);
    if (!is_new)
        return;
    choices_copy(&choices, o->choices.at, o->choices.len);
    vec_push(&way->parent, from);
    vec_push(&way->choices, choices);
    vec_push(&way->commit, o->commit);
}

/* Breadth-first; true if it found the state: it is the last one. */
static bool way_search(Search *s, Way *way, const State *from, const State *to, size_t index,
                       uint32_t limit)
{
    bool is_new, found = false;
    State state = {0};
    states_add(&way->states, from, &is_new);
    vec_push(&way->parent, 0);
    vec_push(&way->choices, (Choices){0});
    vec_push(&way->commit, 0);
    for (uint32_t id = 0; !found && id < states_count(&way->states) && id < limit; id++) {
        states_load(&way->states, (StateId){id}, &state);
        found = id > 0 && is_meant(s, &state, to);
        if (found)
            state_copy(&way->end, &state);
        if (found || index >= state.threads.len || !state_is_live(&state, index))
            continue;
        search_action(s, &state, index);
        for (size_t k = 0; k < s->out.len; k++)
            if (outcome_has_successor(&s->out.all.at[k]))
                way_put(way, id, &state, index, &s->out.all.at[k]);
    }
    state_free(&state);
    return found;
}

static void way_push(Search *s, Bug *bug, Way *way, Tid tid)
{
    State state = {0};
    VEC(uint32_t) path = {0};
    uint32_t id = 0;
    do
        states_load(&way->states, (StateId){++id}, &state);
    while (!same_state(&state, &way->end));
    for (; id; id = way->parent.at[id]) {
        assert(way->parent.at[id] < id);
        vec_push(&path, id);
    }
    while (path.len) {
        uint32_t at = vec_pop(&path);
        const Choices *choices = &way->choices.at[at];
        push_action(s, bug, tid, choices->at, choices->len, way->commit.at[at]);
    }
    vec_free(&path);
    state_free(&state);
}

static void way_free(Way *way)
{
    states_free(&way->states);
    state_free(&way->end);
    vec_free(&way->parent);
    vec_each (Choices, choices, &way->choices)
        vec_free(choices);
    vec_free(&way->choices);
    vec_free(&way->commit);
}

static bool push_way(Search *s, Bug *bug, const State *from, const State *to, size_t index,
                     uint32_t limit, State *end)
{
    Way way = {.states.m = s->m};
    bool found = way_search(s, &way, from, to, index, limit);
    if (found) {
        way_push(s, bug, &way, from->threads.at[index].tid);
        state_copy(end, &way.end);
    }
    way_free(&way);
    return found;
}

/* The same transaction again, where a memory model keeps nothing of what keeps to a discipline: the
 * states between its actions are none of the search.  But a long one may have a shorter way. */
static bool push_again(Search *s, Bug *bug, const State *from, const State *to, size_t index,
                       State *end)
{
    State state = {0};
    bool found = false;
    transaction_run(&s->movers, from, index, &s->out);
    for (size_t k = 0; k < s->out.len && !found; k++) {
        const Outcome *o = &s->out.all.at[k];
        if (!outcome_has_successor(o))
            continue;
        state_copy(&state, from);
        state_apply(&state, index, o);
        if (o->renames)
            state_canonicalise(s->m, &state);
        found = same_state(&state, to);
        if (found) {
            Choices choices = {0}, ends = {0};
            choices_copy(&choices, o->choices.at, o->choices.len);
            choices_copy(&ends, o->ends.at, o->ends.len);
            if (ends.len < MANY_ACTIONS || !push_way(s, bug, from, to, index, MANY_ACTIONS, end))
                trace_add_step(s, bug, from->threads.at[index].tid, &choices, &ends);
            vec_free(&choices);
            vec_free(&ends);
        }
    }
    state_free(&state);
    return found;
}

/* Adds the actions that lead from one state to another, up to the names of threads; `*at` is where
 * they begin, and then where they end.  The thread that took them is not known, and another one may
 * run for ever: each gets its turn.  (That may break the discipline.) */
static void push_step_between(Search *s, Bug *bug, State *at, uint32_t to)
{
    State before = {0}, after = {0};
    bool found = false;
    size_t first = bug->steps.len;
    state_copy(&before, at);
    states_load(&s->states, (StateId){to}, &after);
    if (!s->symmetric)
        state_copy(at, &after);
    if (!(s->watches && s->finds_races)) { /* actions one by one do not say who holds a cell */
        before.g = machine_forget_held(s->m, before.g);
        after.g = machine_forget_held(s->m, after.g);
    }
    ptrdiff_t only = state_chooser(s->m, &before);
    if (s->watches && s->finds_races)
        each_turn (t, &before, only)
            found = found || push_again(s, bug, &before, &after, t, at);
    for (uint32_t limit = 64; !found && !search_is_stale(s); limit *= 4) {
        assert(limit < UINT32_MAX / 4);
        each_turn (t, &before, only)
            if (!found && !search_is_stale(s))
                found = push_way(s, bug, &before, &after, t, limit, at);
        /* Not each state is brought to one and the same form by all names that it can have. */
        s->lost = s->symmetric && !found && limit >= MOST_LOST;
    }
    close_transaction(bug, first);
    state_free(&before);
    state_free(&after);
}

void trace_add_path(Search *s, Bug *bug, uint32_t id, State *end)
{
    VEC(uint32_t) path = {0};
    vec_push(&path, id);
    for (; s->parent.at[id] != id; id = s->parent.at[id]) {
        assert(s->parent.at[id] < id);
        vec_push(&path, s->parent.at[id]);
    }
    states_load(&s->states, (StateId){id}, end);
    for (size_t k = path.len - 1; k > 0; k--)
        push_step_between(s, bug, end, path.at[k - 1]);
    vec_free(&path);
}

/* The first outcome after which the thread goes on; NULL: there is none. */
static const Outcome *first_successor(const Outcomes *out)
{
    for (size_t k = 0; k < out->len; k++)
        if (outcome_has_successor(&out->all.at[k]))
            return &out->all.at[k];
    return NULL;
}

/* Whatever a thread chooses on its way, it waits in the end: any choice will do. */
void trace_add_deadlock(Search *s, Bug *bug, const State *end)
{
    State state = {0};
    state_copy(&state, end);
    each_thread (t, &state) {
        Tid tid = state.threads.at[t].tid;
        size_t first = bug->steps.len;
        while (state_is_live(&state, t)) {
            state_step(s->m, &state, t, &s->out);
            const Outcome *o = first_successor(&s->out);
            if (!o)
                break;
            push_action(s, bug, tid, o->choices.at, o->choices.len, 0);
            state_apply(&state, t, o);
            state_canonicalise(s->m, &state);
        }
        close_transaction(bug, first);
    }
    state_free(&state);
}

/* An outcome of a transaction in which the thread has done something that others could see, by both movers, before it comes
 * to wait; NULL: there is none. */
static const Outcome *late_wait(const Outcomes *out)
{
    for (size_t k = 0; k < out->len; k++) {
        const Outcome *o = &out->all.at[k];
        if (o->kind == OUTCOME_BLOCKED && o->shows && o->ends.len)
            return o;
    }
    return NULL;
}

/* Adds the actions of the transaction that are over when the thread waits, and makes them in `state`. */
static void push_before_wait(Search *s, Bug *bug, State *state, size_t t, const Outcome *wait)
{
    Choices choices = {0}, ends = {0};
    size_t first = bug->steps.len, done = 0;
    choices_copy(&choices, wait->choices.at, wait->choices.len);
    choices_copy(&ends, wait->ends.at, wait->ends.len);
    vec_each (uint32_t, end, &ends) {
        const Outcome *o = NULL;
        size_t bytes = (*end - done) * sizeof *choices.at;
        state_step(s->m, state, t, &s->out);
        for (size_t k = 0; k < s->out.len && !o; k++) {
            const Outcome *other = &s->out.all.at[k];
            if (outcome_has_successor(other) && other->choices.len == *end - done &&
                (!bytes || memcmp(other->choices.at, choices.at + done, bytes) == 0))
                o = other;
        }
        assert(o);
        push_action(s, bug, state->threads.at[t].tid, o->choices.at, o->choices.len, 0);
        state_apply(state, t, o);
        state_canonicalise(s->m, state);
        done = *end;
    }
    close_transaction(bug, first);
    vec_free(&choices);
    vec_free(&ends);
}

/* Who is stuck where he waits has to be there: the state of the search is the one before his
 * transaction. */
void trace_add_hang(Search *s, Bug *bug, const State *end)
{
    State state = {0};
    state_copy(&state, end);
    each_live (t, &state) {
        search_step(s, &state, t);
        const Outcome *wait = search_is_stale(s) ? NULL : late_wait(&s->out);
        if (wait && state_chooser(s->m, &state) < 0)
            push_before_wait(s, bug, &state, t, wait);
    }
    state_free(&state);
}

void trace_add_race(Search *s, Bug *bug, const State *end, const Wrong *race)
{
    State state = {0};
    state_copy(&state, end);
    for (int half = 0; half < 2; half++) {
        size_t t = race->race[half].index, first = bug->steps.len;
        for (uint32_t k = 0; k < race->race[half].actions; k++) {
            state_step(s->m, &state, t, &s->out);
            const Outcome *o = &s->out.all.at[0];
            assert(s->out.len == 1 && outcome_has_successor(o)); /* a both mover, no choice */
            push_action(s, bug, state.threads.at[t].tid, o->choices.at, o->choices.len, 0);
            state_apply(&state, t, o);
            state_canonicalise(s->m, &state);
        }
        close_transaction(bug, first);
    }
    state_free(&state);
}

/* The thread commits once in each transaction: the last time was in the one that ends here. */
void trace_add_reason(Search *s, Bug *bug, uint32_t pc, uint32_t region)
{
    Arena arena = {0};
    const char *reason = split_reason(&s->movers, pc, region, &arena);
    bug->reason = arena_copy(&s->job->arena, reason, strlen(reason));
    for (size_t k = bug->steps.len - 1; k > 0 && !bug->commit.line; k--) {
        const TraceStep *step = &bug->steps.at[k - 1];
        if (step->commit && strcmp(step->thread, vec_last(&bug->steps).thread) == 0)
            bug->commit = s->job->program->pos.at[step->commit];
    }
    arena_free(&arena);
}
